// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "StandIns.h"

#include <algorithm>

namespace lacuna::run {
namespace {

// The range of a stand-in buffer when no map bounds it: enough for an access to
// the first elements of most buffers, so that an unguarded module shows itself.
constexpr uint64_t kDefaultRange = 256;

// Poison past the range that belongs to the stand-in too.
constexpr uint64_t kMargin = 256;

// The extent of a stand-in image: texels in each direction, levels, layers of an
// array, samples; texels of a texel buffer.
constexpr uint32_t kExtent = 4, kLevels = 3, kLayers = 2, kSamples = 4, kTexels = 16;

class Maker {
 public:
  Maker(const Resource& resource, const std::vector<ImageType>& declared, const PlanOptions& options,
        PlannedDescriptor* descriptor, Failure* failure)
      : resource_(resource), declared_(declared), options_(options), descriptor_(descriptor), failure_(failure) {
    for (const InterfaceMap* map : options.maps) {
      for (const InterfaceMap::StandIn& stand_in : map->stand_ins) {
        const bool same = stand_in.set == resource.set && stand_in.binding == resource.binding;
        if (same && stand_in.kind == resource.kind) rules_.push_back(&stand_in);
      }
    }
  }

  bool Make() {
    descriptor_->stand_in = true;
    if (resource_.kind == DescriptorKind::kStorageBuffer || resource_.kind == DescriptorKind::kUniformBuffer) {
      return MakeBuffer();
    }
    ImageType type;
    return ChooseType(&type) && MakeImage(type);
  }

 private:
  std::string Name() const { return BindingName(resource_.set, resource_.binding); }

  // The strictest of all maps' demands.
  bool MakeBuffer() {
    std::optional<uint64_t> max_range;
    uint64_t min_bytes = 0, memory = 0;
    uint8_t fill = kPoison;
    for (const InterfaceMap::StandIn* rule : rules_) {
      if (rule->max_range) max_range = std::min(max_range.value_or(UINT64_MAX), *rule->max_range);
      min_bytes = std::max(min_bytes, rule->min_bytes.value_or(0));
      memory = std::max(memory, rule->readable_bytes.value_or(0));
      if (rule->zero_filled) fill = 0;
    }
    uint64_t range = options_.stand_in_range.value_or(max_range ? 1 : kDefaultRange);
    if (max_range && range > *max_range) {
      return failure_->Error("the interface map lets the stand-in of " + Name() + " have a range of at most " +
                             std::to_string(*max_range) + " bytes, not " + std::to_string(range));
    }
    range = std::max(range, min_bytes);
    if (range == 0) return failure_->Error("a stand-in's range is at least 1 byte");
    memory = std::max(memory, range);
    if (memory > RunDescription::kMaxBufferSize) {
      return failure_->Error("the stand-in of " + Name() + " would need " + std::to_string(memory) + " bytes");
    }
    descriptor_->range = range;
    descriptor_->readable = memory;
    descriptor_->contents.assign(memory + kMargin, fill);
    return true;
  }

  static bool SameType(const ImageType& a, const ImageType& b) {
    return a.dim == b.dim && a.arrayed == b.arrayed && a.multisampled == b.multisampled && a.depth == b.depth &&
           a.format_class == b.format_class;
  }

  static std::string TypeText(const ImageType& type) {
    return type.DimText() + (type.depth ? " depth " : " ") + std::string(FormatClassName(type.format_class));
  }

  // A map's rule as a type; it has no exact format.
  bool ReadRule(const InterfaceMap::StandIn& rule, ImageType* type) {
    type->arrayed = rule.arrayed;
    type->multisampled = rule.multisampled;
    type->depth = rule.depth;
    return (ParseImageDim(rule.dim, &type->dim) && ParseFormatClass(rule.format_class, &type->format_class)) ||
           failure_->Error("the interface map's stand-in for " + Name() + " has the dim '" + rule.dim +
                           "' and the format_class '" + rule.format_class + "', of which one is unknown");
  }

  // From the maps when they give one, else from the declarations. The exact
  // format is only in the declarations.
  bool ChooseType(ImageType* type) {
    std::vector<ImageType> types;
    const auto add = [&types](const ImageType& more) {
      if (std::none_of(types.begin(), types.end(), [&](const ImageType& t) { return SameType(t, more); })) {
        types.push_back(more);
      }
    };
    for (const InterfaceMap::StandIn* rule : rules_) {
      if (rule->dim.empty()) continue;
      ImageType from_rule;
      if (!ReadRule(*rule, &from_rule)) return false;
      add(from_rule);
    }
    if (types.empty()) {
      for (const ImageType& image : declared_) add(image);
    }
    if (types.size() > 1) {
      return failure_->Error("one stand-in cannot serve " + Name() + ", which is both " + TypeText(types[0]) + " and " +
                             TypeText(types[1]));
    }
    // Nothing uses it, so anything will do.
    if (types.empty()) {
      const bool buffer = resource_.kind == DescriptorKind::kUniformTexelBuffer ||
                          resource_.kind == DescriptorKind::kStorageTexelBuffer;
      types.emplace_back();
      types[0].dim = buffer ? ImageDim::kBuffer : ImageDim::k2D;
    }
    *type = types[0];
    for (const ImageType& image : declared_) {
      if (image.format_class != type->format_class || image.dim != type->dim) continue;
      type->wide |= image.wide;
      if (image.format != TexelFormat::kNone) type->format = image.format;
    }
    return true;
  }

  // A format that every device offers for the class, with as many components as
  // there are: none of them must leak.
  TexelFormat FormatFor(const ImageType& type) const {
    if (type.format != TexelFormat::kNone) return type.format;
    if (type.depth) return TexelFormat::kD32F;
    if (type.format_class == FormatClass::kFloat) {
      // Multisampled storage images have 32-bit components here.
      return type.multisampled ? TexelFormat::kRgba32F : TexelFormat::kRgba8;
    }
    const bool is_signed = type.format_class == FormatClass::kSint;
    if (type.wide) return is_signed ? TexelFormat::kR64I : TexelFormat::kR64Ui;
    return is_signed ? TexelFormat::kRgba32I : TexelFormat::kRgba32Ui;
  }

  bool MakeImage(const ImageType& type) {
    ImageShape& shape = descriptor_->shape;
    shape.format = FormatFor(type);
    shape.dim = type.dim;
    shape.arrayed = type.arrayed;
    shape.multisampled = type.multisampled;
    for (uint32_t i = 0; i < shape.Dimensions(); ++i) shape.extent[i] = kExtent;
    if (type.dim == ImageDim::kBuffer) shape.extent[0] = kTexels;
    if (type.multisampled) shape.samples = kSamples;
    if (!type.multisampled && type.dim != ImageDim::kBuffer) shape.levels = kLevels;
    shape.layers = (type.arrayed ? kLayers : 1) * (type.dim == ImageDim::kCube ? 6 : 1);
    const std::vector<uint8_t> texel = PoisonTexel(GetFormat(shape.format));
    descriptor_->range = shape.TotalBytes();
    for (uint64_t i = 0; i < descriptor_->range; ++i) descriptor_->contents.push_back(texel[i % texel.size()]);
    return true;
  }

  const Resource& resource_;
  const std::vector<ImageType>& declared_;
  const PlanOptions& options_;
  PlannedDescriptor* descriptor_;
  Failure* failure_;
  std::vector<const InterfaceMap::StandIn*> rules_;
};

}  // namespace

bool MakeStandIn(const Resource& resource, const std::vector<ImageType>& declared, const PlanOptions& options,
                 PlannedDescriptor* descriptor, Failure* failure) {
  return Maker(resource, declared, options, descriptor, failure).Make();
}

}  // namespace lacuna::run
