// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Dump.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "Interface/JsonError.h"
#include "Numbers.h"

namespace lacuna::run {
namespace {

constexpr size_t kBytesPerLine = 32;

std::string NameOf(const DumpedBuffer& buffer) {
  if (buffer.target) return "target";
  std::string name = ElementName(buffer.set, buffer.binding, buffer.element);
  if (buffer.level) name += " level=" + std::to_string(*buffer.level);
  if (buffer.layer) name += " layer=" + std::to_string(*buffer.layer);
  return name;
}

// A word reads as a number, so its bytes stand in the opposite order.
std::string FormatWord(const uint8_t* bytes) {
  const uint8_t reversed[4] = {bytes[3], bytes[2], bytes[1], bytes[0]};
  return FormatHexBytes(reversed, 4);
}

// `0.1` and `[2]` of `0.1[2]`.
bool ParsePlace(std::string_view text, DumpedBuffer* buffer) {
  const size_t dot = text.find('.'), open = text.find('[');
  if (dot == std::string_view::npos || open == std::string_view::npos || open < dot || text.back() != ']') return false;
  uint64_t numbers[3] = {};
  if (!ParseNumber(text.substr(0, dot), UINT32_MAX, &numbers[0]) ||
      !ParseNumber(text.substr(dot + 1, open - dot - 1), UINT32_MAX, &numbers[1]) ||
      !ParseNumber(text.substr(open + 1, text.size() - open - 2), UINT32_MAX, &numbers[2])) {
    return false;
  }
  buffer->set = static_cast<uint32_t>(numbers[0]);
  buffer->binding = static_cast<uint32_t>(numbers[1]);
  buffer->element = static_cast<uint32_t>(numbers[2]);
  return true;
}

bool ParseHeader(const std::string& line, DumpedBuffer* buffer, uint64_t* size) {
  std::istringstream stream(line);
  std::string token;
  stream >> token;
  buffer->target = token == "target";
  if (!buffer->target && !ParsePlace(token, buffer)) return false;
  bool has_size = false;
  while (stream >> token) {
    const size_t equals = token.find('=');
    const std::string key = token.substr(0, equals);
    uint64_t number = 0;
    if (equals == std::string::npos ||
        !ParseNumber(token.substr(equals + 1), RunDescription::kMaxBufferSize, &number)) {
      return false;
    }
    if (key == "level") {
      buffer->level = static_cast<uint32_t>(number);
    } else if (key == "layer") {
      buffer->layer = static_cast<uint32_t>(number);
    } else if (key == "size") {
      *size = number;
      has_size = true;
    } else {
      return false;
    }
  }
  return has_size;
}

// One line of words: `  0020: 00000001 00000002`.
bool ParseWords(const std::string& line, std::vector<uint8_t>* bytes) {
  std::istringstream stream(line);
  std::string token, why;
  uint64_t offset = 0;
  stream >> token;
  if (token.empty() || token.back() != ':') return false;
  token.pop_back();
  if (!ParseNumber("0x" + token, UINT32_MAX, &offset) || offset != bytes->size()) return false;
  while (stream >> token) {
    std::vector<uint8_t> word;
    if (!ParseHexBytes(token, &word, &why) || (word.size() != 4 && word.size() != 1)) return false;
    bytes->insert(bytes->end(), word.rbegin(), word.rend());
  }
  return true;
}

bool ParseTextDump(const std::string& text, Dump* dump, std::string* error) {
  std::istringstream stream(text);
  std::string line;
  uint64_t size = 0;
  size_t number = 0;
  const auto complete = [&] {
    if (dump->empty() || dump->back().bytes.size() == size) return true;
    *error = NameOf(dump->back()) + " has " + std::to_string(dump->back().bytes.size()) + " bytes, not the " +
             std::to_string(size) + " that its head says";
    return false;
  };
  while (std::getline(stream, line)) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (line[0] == ' ') {
      if (!dump->empty() && ParseWords(line, &dump->back().bytes)) continue;
    } else {
      DumpedBuffer buffer;
      if (!complete()) return false;
      if (ParseHeader(line, &buffer, &size)) {
        dump->push_back(std::move(buffer));
        continue;
      }
    }
    *error = "line " + std::to_string(number) + " is not part of a dump: " + line;
    return false;
  }
  return complete();
}

bool ParseJsonDump(const std::string& text, Dump* dump, std::string* error) {
  const nlohmann::json root = nlohmann::json::parse(text, nullptr, false);
  if (root.is_discarded()) {
    *error = "the text is no JSON: " + JsonError(text);
    return false;
  }
  *error = "the JSON is not a dump: it needs buffers with set, binding, element and hex";
  if (!root.is_object() || !root.contains("buffers") || !root["buffers"].is_array()) return false;
  for (const nlohmann::json& item : root["buffers"]) {
    DumpedBuffer buffer;
    std::string why;
    if (!item.is_object() || !item.contains("hex") || !item["hex"].is_string()) return false;
    const auto number = [&item](const char* key, uint32_t* value) {
      if (!item.contains(key) || !item[key].is_number_unsigned() || item[key].get<uint64_t>() > UINT32_MAX)
        return false;
      *value = item[key].get<uint32_t>();
      return true;
    };
    buffer.target = item.contains("target") && item["target"] == true;
    if (!buffer.target &&
        (!number("set", &buffer.set) || !number("binding", &buffer.binding) || !number("element", &buffer.element))) {
      return false;
    }
    uint32_t value = 0;
    if (number("level", &value)) buffer.level = value;
    if (number("layer", &value)) buffer.layer = value;
    if (!ParseHexBytes(item["hex"].get_ref<const std::string&>(), &buffer.bytes, &why)) {
      *error = NameOf(buffer) + ": " + why;
      return false;
    }
    dump->push_back(std::move(buffer));
  }
  return true;
}

// Each layer of each level of an image, whose bytes `whole` has.
void AddLayers(const DumpedBuffer& whole, const ImageShape& shape, Dump* dump) {
  for (uint32_t level = 0; level < shape.levels; ++level) {
    for (uint32_t layer = 0; layer < shape.layers; ++layer) {
      DumpedBuffer part = {whole.set, whole.binding, whole.element, {}, level, layer};
      const auto begin = whole.bytes.begin() + static_cast<ptrdiff_t>(shape.LayerOffset(level, layer));
      part.bytes.assign(begin, begin + static_cast<ptrdiff_t>(shape.LayerBytes(level)));
      dump->push_back(std::move(part));
    }
  }
}

}  // namespace

Dump MakeDump(const Plan& plan, const RunOutput& output) {
  Dump dump;
  for (size_t b = 0; b < plan.bindings.size(); ++b) {
    const PlannedBinding& binding = plan.bindings[b];
    if (!binding.described || !IsWritable(binding.kind)) continue;
    for (size_t e = 0; e < binding.descriptors.size() / binding.pieces; ++e) {
      DumpedBuffer whole = {binding.set, binding.binding, static_cast<uint32_t>(e), {}};
      for (size_t d = e * binding.pieces; d < (e + 1) * binding.pieces; ++d) {
        const PlannedDescriptor& descriptor = binding.descriptors[d];
        const std::vector<uint8_t>& bytes = output.descriptors[b][d];
        if (!descriptor.null && !descriptor.stand_in) whole.bytes.insert(whole.bytes.end(), bytes.begin(), bytes.end());
      }
      if (whole.bytes.empty()) continue;  // null, as a buffer has at least 1 byte
      if (binding.kind == DescriptorKind::kStorageImage) {
        AddLayers(whole, binding.descriptors[e].shape, &dump);
      } else {
        dump.push_back(whole);
      }
    }
  }
  if (plan.is_graphics()) {
    DumpedBuffer target;
    target.target = true;
    target.bytes = output.target;
    dump.push_back(std::move(target));
  }
  return dump;
}

std::string FormatDump(const Dump& dump) {
  std::string text;
  for (const DumpedBuffer& buffer : dump) {
    const std::vector<uint8_t>& bytes = buffer.bytes;
    text += NameOf(buffer) + " size=" + std::to_string(bytes.size()) + "\n";
    for (size_t line = 0; line < bytes.size(); line += kBytesPerLine) {
      char offset[24];
      std::snprintf(offset, sizeof(offset), "  %04zx:", line);
      text += offset;
      const size_t end = std::min(line + kBytesPerLine, bytes.size());
      size_t i = line;
      for (; i + 4 <= end; i += 4) text += " " + FormatWord(&bytes[i]);
      for (; i < end; ++i) text += " " + FormatHexBytes(&bytes[i], 1);
      text += "\n";
    }
  }
  return text;
}

std::string FormatDumpJson(const Dump& dump) {
  nlohmann::ordered_json buffers = nlohmann::ordered_json::array();
  for (const DumpedBuffer& buffer : dump) {
    nlohmann::ordered_json item;
    if (buffer.target) {
      item["target"] = true;
    } else {
      item["set"] = buffer.set;
      item["binding"] = buffer.binding;
      item["element"] = buffer.element;
    }
    if (buffer.level) item["level"] = *buffer.level;
    if (buffer.layer) item["layer"] = *buffer.layer;
    item["size"] = buffer.bytes.size();
    item["hex"] = FormatHexBytes(buffer.bytes.data(), buffer.bytes.size());
    buffers.push_back(std::move(item));
  }
  nlohmann::ordered_json root;
  root["buffers"] = std::move(buffers);
  return root.dump(2) + "\n";
}

bool ParseDump(const std::string& text, Dump* dump, std::string* error) {
  dump->clear();
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin != std::string::npos && text[begin] == '{') return ParseJsonDump(text, dump, error);
  return ParseTextDump(text, dump, error);
}

std::string FirstDifference(const Dump& a, const std::string& label_a, const Dump& b, const std::string& label_b) {
  const auto same_place = [](const DumpedBuffer& x, const DumpedBuffer& y) { return NameOf(x) == NameOf(y); };
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size() || i >= b.size() || !same_place(a[i], b[i])) {
      const std::string in_a = i < a.size() ? NameOf(a[i]) : "no further buffer";
      const std::string in_b = i < b.size() ? NameOf(b[i]) : "no further buffer";
      return "the buffers differ: " + label_a + " has " + in_a + ", " + label_b + " has " + in_b;
    }
    const std::vector<uint8_t>&x = a[i].bytes, &y = b[i].bytes;
    if (x.size() != y.size()) {
      return NameOf(a[i]) + " has " + std::to_string(x.size()) + " bytes in " + label_a + " and " +
             std::to_string(y.size()) + " in " + label_b;
    }
    const auto at = std::mismatch(x.begin(), x.end(), y.begin());
    if (at.first == x.end()) continue;
    const size_t byte = static_cast<size_t>(at.first - x.begin());
    std::string text = NameOf(a[i]) + " differs at byte " + std::to_string(byte) + ": 0x" +
                       FormatHexBytes(&x[byte], 1) + " in " + label_a + ", 0x" + FormatHexBytes(&y[byte], 1) + " in " +
                       label_b;
    const size_t word = byte / 4 * 4;
    if (word + 4 <= x.size()) text += " (word " + FormatWord(&x[word]) + ", " + FormatWord(&y[word]) + ")";
    return text;
  }
  return "";
}

}  // namespace lacuna::run
