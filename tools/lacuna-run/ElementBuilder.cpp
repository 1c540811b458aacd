// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "ElementBuilder.h"

#include <algorithm>

#include "Numbers.h"

namespace lacuna::run {
namespace {

bool IsTexelBuffer(DescriptorKind kind) {
  return kind == DescriptorKind::kUniformTexelBuffer || kind == DescriptorKind::kStorageTexelBuffer;
}

bool IsImage(DescriptorKind kind) {
  return kind == DescriptorKind::kSampledImage || kind == DescriptorKind::kCombinedImageSampler ||
         kind == DescriptorKind::kStorageImage || kind == DescriptorKind::kInputAttachment;
}

bool HasSampler(DescriptorKind kind) {
  return kind == DescriptorKind::kSampler || kind == DescriptorKind::kCombinedImageSampler;
}

std::string Join(const std::vector<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) text += (text.empty() ? "" : ", ") + key + "=";
  return text;
}

}  // namespace

std::vector<std::string> ElementBuilder::KeysOf(DescriptorKind kind, bool null) {
  std::vector<std::string> keys;
  const auto add = [&keys](std::initializer_list<const char*> more) {
    keys.insert(keys.end(), more.begin(), more.end());
  };
  if (!null) {
    if (IsTexelBuffer(kind)) {
      add({"format", "extent", "size", "offset", "range", "pieces", "fill"});
    } else if (IsImage(kind)) {
      add({"format", "dim", "extent", "levels", "layers", "samples", "fill"});
    } else if (kind != DescriptorKind::kSampler) {
      add({"size", "offset", "range", "fill"});
      if (kind == DescriptorKind::kStorageBuffer) add({"pieces"});
    }
  }
  if (HasSampler(kind)) add({"filter", "mip", "address", "border", "compare"});
  return keys;
}

bool ElementBuilder::IsNumber(std::string_view key) {
  return key == "size" || key == "offset" || key == "range" || key == "levels" || key == "layers" || key == "samples";
}

bool ElementBuilder::Set(std::string_view key, std::string_view value, std::string* error) {
  const std::vector<std::string> keys = KeysOf(kind_, false);
  if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
    return Bad("'" + std::string(key) + "' is neither null nor one of " + Join(keys), error);
  }
  if (!seen_.insert(std::string(key)).second) return Bad(std::string(key) + " is given twice", error);
  if (key == "fill") {
    std::string why;
    return ParseFillPattern(value, &element_.fill, &why) || Bad(why, error);
  }
  if (IsNumber(key)) {
    uint64_t number = 0;
    if (!ParseNumber(value, UINT64_MAX, &number)) {
      return Bad(std::string(key) + " '" + std::string(value) + "' is not a number", error);
    }
    const auto small = [number](uint32_t* target) {
      *target = static_cast<uint32_t>(std::min<uint64_t>(number, UINT32_MAX));
    };
    if (key == "size") element_.size = number;
    if (key == "offset") element_.offset = number;
    if (key == "range") element_.range = number;
    if (key == "levels") small(&element_.shape.levels);
    if (key == "layers") small(&element_.shape.layers);
    if (key == "samples") small(&element_.shape.samples);
    return true;
  }
  if (key == "pieces") {
    return SetPieces(value) ||
           Bad("pieces '" + std::string(value) + "' are not the bytes of all pieces but the last, as in 64/32", error);
  }
  if (key == "format") {
    const TexelFormatInfo* format = FindFormat(value);
    if (!format) return Bad("format '" + std::string(value) + "' is none of " + FormatNames(), error);
    element_.shape.format = format->format;
    return true;
  }
  if (key == "extent") {
    return SetExtent(value) || Bad("extent '" + std::string(value) + "' is not one to three numbers from 1 to " +
                                       std::to_string(RunDescription::kMaxExtent) + ", as in 4x4",
                                   error);
  }
  if (key == "dim") {
    ImageType type;
    if (!type.ParseDimText(value) || type.dim == ImageDim::kBuffer) {
      return Bad(
          "dim '" + std::string(value) + "' is not the dimension of an image, which are " + ImageType::DimTexts(),
          error);
    }
    element_.shape.dim = type.dim;
    element_.shape.arrayed = type.arrayed;
    element_.shape.multisampled = type.multisampled;
    return true;
  }
  return SetSampler(key, value) || Bad(std::string(key) + " '" + std::string(value) + "' is unknown", error);
}

bool ElementBuilder::SetSampler(std::string_view key, std::string_view value) {
  SamplerParameters& sampler = element_.sampler;
  if (key == "filter" || key == "mip") {
    (key == "filter" ? sampler.linear : sampler.linear_mip) = value == "linear";
    return value == "nearest" || value == "linear";
  }
  if (key == "address") return ParseAddress(value, &sampler.address);
  if (key == "compare") return ParseCompare(value, &sampler.compare);
  constexpr std::string_view kInteger = "int-";
  sampler.integer_border = value.substr(0, kInteger.size()) == kInteger;
  return ParseBorder(sampler.integer_border ? value.substr(kInteger.size()) : value, &sampler.border);
}

bool ElementBuilder::SetPieces(std::string_view value) {
  for (;;) {
    const size_t slash = value.find('/');
    uint64_t bytes = 0;
    if (!ParseNumber(value.substr(0, slash), RunDescription::kMaxBufferSize, &bytes)) return false;
    element_.pieces.push_back(bytes);
    if (slash == std::string_view::npos) return element_.pieces.size() < RunDescription::kMaxElements;
    value.remove_prefix(slash + 1);
  }
}

bool ElementBuilder::SetExtent(std::string_view value) {
  // A texel buffer may be longer than an image.
  const uint64_t largest = IsTexelBuffer(kind_) ? RunDescription::kMaxBufferSize : RunDescription::kMaxExtent;
  for (size_t i = 0; i < 3; ++i) {
    const size_t by = value.find('x');
    uint64_t number = 0;
    if (!ParseNumber(value.substr(0, by), largest, &number) || number == 0) return false;
    element_.shape.extent[i] = static_cast<uint32_t>(number);
    extent_numbers_ = static_cast<uint32_t>(i) + 1;
    if (by == std::string_view::npos) return true;
    value.remove_prefix(by + 1);
  }
  return false;
}

bool ElementBuilder::Finish(Element* element, std::string* error) {
  bool good = true;
  if (element_.null) {
    const std::vector<std::string> keys = KeysOf(kind_, true);
    for (const std::string& key : seen_) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) return Bad("a null element has no " + key, error);
    }
  } else if (IsTexelBuffer(kind_)) {
    good = FinishTexelBuffer(error);
  } else if (IsImage(kind_)) {
    good = FinishImage(error);
  } else if (kind_ != DescriptorKind::kSampler) {
    if (element_.fill.needs_format()) return Bad("a buffer has no format, which the fill needs", error);
    good = FinishBuffer(error);
  }
  if (!Has("mip")) element_.sampler.linear_mip = element_.sampler.linear;
  *element = element_;
  return good;
}

bool ElementBuilder::FinishBuffer(std::string* error) {
  const uint64_t hex_size = element_.fill.kind == FillPattern::Kind::kHex ? element_.fill.bytes.size() : 0;
  if (!Has("size")) {
    if (!hex_size) return Bad("needs a size (or a hex fill, which has one), or null", error);
    element_.size = hex_size;
  }
  if (element_.size == 0) return Bad("a buffer has at least 1 byte", error);
  if (element_.size > RunDescription::kMaxBufferSize) {
    return Bad("size " + std::to_string(element_.size) + " is over the limit of " +
                   std::to_string(RunDescription::kMaxBufferSize) + " bytes",
               error);
  }
  if (hex_size > element_.size) {
    return Bad(
        "the hex fill has " + std::to_string(hex_size) + " bytes, the buffer only " + std::to_string(element_.size),
        error);
  }
  if (element_.offset >= element_.size) {
    return Bad("offset " + std::to_string(element_.offset) + " is not inside the buffer of " +
                   std::to_string(element_.size) + " bytes",
               error);
  }
  const uint64_t rest = element_.size - element_.offset;
  if (!Has("range")) element_.range = rest;
  if (element_.range == 0) return Bad("a range has at least 1 byte", error);
  if (element_.range > rest) {
    return Bad("range " + std::to_string(element_.range) + " reaches past the end: " + std::to_string(rest) +
                   " bytes are left after the offset",
               error);
  }
  return FinishPieces(error);
}

bool ElementBuilder::FinishPieces(std::string* error) {
  if (!Has("pieces")) return true;
  uint64_t bytes = 0;
  for (uint64_t piece : element_.pieces) bytes += piece;
  if (bytes > element_.range) {
    return Bad("the pieces have " + std::to_string(bytes) + " bytes, the range only " + std::to_string(element_.range),
               error);
  }
  element_.pieces.push_back(element_.range - bytes);
  return true;
}

bool ElementBuilder::FinishTexelBuffer(std::string* error) {
  if (!Has("format")) return Bad("needs a format, or null", error);
  const TexelFormatInfo& format = GetFormat(element_.shape.format);
  if (format.depth) return Bad("a texel buffer has no depth format", error);
  if (Has("extent")) {
    if (extent_numbers_ != 1) return Bad("the extent of a texel buffer is one number", error);
    if (Has("size")) return Bad("extent and size exclude each other", error);
    element_.size = uint64_t{element_.shape.extent[0]} * format.texel_bytes();
    seen_.insert("size");
  }
  element_.shape.dim = ImageDim::kBuffer;
  element_.shape.extent = {1, 1, 1};
  if (!FinishBuffer(error)) return false;
  if (element_.range % format.texel_bytes()) {
    return Bad("range " + std::to_string(element_.range) + " is no whole number of texels of " +
                   std::to_string(format.texel_bytes()) + " bytes",
               error);
  }
  for (uint64_t piece : element_.pieces) {
    if (piece % format.texel_bytes()) {
      return Bad("a piece of " + std::to_string(piece) + " bytes is no whole number of texels", error);
    }
  }
  if (element_.fill.needs_format() && element_.size % format.texel_bytes()) {
    return Bad("the fill needs a size of whole texels", error);
  }
  return true;
}

bool ElementBuilder::CheckShape(std::string* error) {
  ImageShape& shape = element_.shape;
  if (extent_numbers_ != shape.Dimensions()) {
    return Bad("the extent has " + std::to_string(extent_numbers_) + " numbers, the dimension " +
                   std::to_string(shape.Dimensions()),
               error);
  }
  const bool cube = shape.dim == ImageDim::kCube;
  if (cube && shape.extent[0] != shape.extent[1]) return Bad("a cube's faces are square", error);
  const uint32_t largest = *std::max_element(shape.extent.begin(), shape.extent.end());
  if (shape.levels == 0 || shape.levels > 32 || (largest >> (shape.levels - 1)) == 0) {
    return Bad("levels are 1 to as many as halve the extent down to 1", error);
  }
  if (shape.layers == 0 || shape.layers > RunDescription::kMaxLayers / (cube ? 6 : 1)) {
    return Bad("layers are 1 to " + std::to_string(RunDescription::kMaxLayers) + ", a sixth of that for cubes", error);
  }
  if (!shape.arrayed && shape.layers != 1) return Bad("only an array has layers; its dim ends in -array", error);
  if (cube) shape.layers *= 6;
  if (shape.multisampled && !Has("samples")) shape.samples = 4;
  const bool power = shape.samples && !(shape.samples & (shape.samples - 1)) && shape.samples <= 64;
  if (!power) return Bad("samples are a power of two, 1 to 64", error);
  if (shape.multisampled != (shape.samples > 1)) return Bad("samples belong to dim=2d-ms and dim=2d-ms-array", error);
  if (shape.multisampled && shape.levels != 1) return Bad("a multisampled image has one level", error);
  return true;
}

bool ElementBuilder::FinishImage(std::string* error) {
  if (!Has("format")) return Bad("needs a format, or null", error);
  if (!Has("extent")) return Bad("needs an extent, or null", error);
  if (!CheckShape(error)) return false;
  const TexelFormatInfo& format = GetFormat(element_.shape.format);
  if (format.depth && kind_ == DescriptorKind::kStorageImage) {
    return Bad("a storage image has no depth format", error);
  }
  element_.size = element_.range = element_.shape.TotalBytes();
  if (element_.size > RunDescription::kMaxBufferSize) {
    return Bad("the image has " + std::to_string(element_.size) + " bytes; the limit is " +
                   std::to_string(RunDescription::kMaxBufferSize),
               error);
  }
  if (element_.fill.kind == FillPattern::Kind::kHex && element_.fill.bytes.size() > element_.size) {
    return Bad("the hex fill has " + std::to_string(element_.fill.bytes.size()) + " bytes, the image only " +
                   std::to_string(element_.size),
               error);
  }
  if (!element_.shape.multisampled) return true;
  const std::vector<uint8_t> texels = MakeTexels(element_.fill, format, element_.size);
  if (!std::equal(texels.begin() + format.texel_bytes(), texels.end(), texels.begin())) {
    return Bad("a multisampled image is filled with one value: zero, texel:<numbers>, or repeat:<bytes of one texel>",
               error);
  }
  return true;
}

std::string ElementBuilder::Format(DescriptorKind kind, const Element& element) {
  std::string text;
  const auto add = [&text](const std::string& key, const std::string& value) {
    text += (text.empty() ? "" : ",") + key + (value.empty() ? "" : "=" + value);
  };
  const ImageShape& shape = element.shape;
  if (element.null) {
    add("null", "");
  } else if (IsImage(kind)) {
    const bool cube = shape.dim == ImageDim::kCube;
    ImageType type;
    type.dim = shape.dim;
    type.arrayed = shape.arrayed;
    type.multisampled = shape.multisampled;
    add("format", GetFormat(shape.format).name);
    add("dim", type.DimText());
    std::string extent;
    for (uint32_t i = 0; i < shape.Dimensions(); ++i) extent += (i ? "x" : "") + std::to_string(shape.extent[i]);
    add("extent", extent);
    if (shape.levels > 1) add("levels", std::to_string(shape.levels));
    if (shape.arrayed) add("layers", std::to_string(shape.layers / (cube ? 6 : 1)));
    if (shape.multisampled) add("samples", std::to_string(shape.samples));
  } else if (kind != DescriptorKind::kSampler) {
    if (IsTexelBuffer(kind)) add("format", GetFormat(shape.format).name);
    add("size", std::to_string(element.size));
    if (element.offset) add("offset", std::to_string(element.offset));
    if (element.range != element.size - element.offset) add("range", std::to_string(element.range));
    std::string pieces;
    for (size_t i = 0; i + 1 < element.pieces.size(); ++i) pieces += (i ? "/" : "") + std::to_string(element.pieces[i]);
    if (!pieces.empty()) add("pieces", pieces);
  }
  if (element.fill.kind != FillPattern::Kind::kZero) add("fill", FormatFillPattern(element.fill));
  if (!HasSampler(kind)) return text;
  const SamplerParameters& sampler = element.sampler;
  if (!element.null || sampler.linear) add("filter", sampler.linear ? "linear" : "nearest");
  if (sampler.linear_mip != sampler.linear) add("mip", sampler.linear_mip ? "linear" : "nearest");
  if (sampler.address != SamplerParameters::Address::kClamp) add("address", std::string(AddressName(sampler.address)));
  if (sampler.border != SamplerParameters::Border::kTransparentBlack || sampler.integer_border) {
    add("border", (sampler.integer_border ? "int-" : "") + std::string(BorderName(sampler.border)));
  }
  if (sampler.compare != SamplerParameters::Compare::kNone) add("compare", std::string(CompareName(sampler.compare)));
  return text;
}

}  // namespace lacuna::run
