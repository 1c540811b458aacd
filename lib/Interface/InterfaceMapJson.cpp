// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The JSON form of the interface map, both ways. Reading never trusts the
// text: every value's type and range is checked before it is taken.

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include "Interface/JsonError.h"
#include "lacuna/InterfaceMap.h"

namespace lacuna {

namespace {

using Json = nlohmann::ordered_json;
using Presence = InterfaceMap::Presence;

constexpr const char* kSchema = "lacuna-interface";

// In the order of Presence::Source.
constexpr std::string_view kSources[] = {"push-constant", "uniform-buffer", "storage-buffer"};

std::string Name(DescriptorKind kind) { return std::string(DescriptorKindName(kind)); }

template <typename T>
std::vector<T> SortedByBinding(std::vector<T> items) {
  std::stable_sort(items.begin(), items.end(),
                   [](const T& a, const T& b) { return std::tie(a.set, a.binding) < std::tie(b.set, b.binding); });
  return items;
}

std::vector<std::string> SortedNames(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

Json PresenceToJson(const Presence& presence) {
  Json json;
  json["source"] = kSources[static_cast<size_t>(presence.source)];
  if (presence.source != Presence::Source::kPushConstant) {
    json["set"] = presence.set;
    json["binding"] = presence.binding;
  }
  json["offset"] = presence.offset;
  json["words"] = presence.words;
  json["bits"] = Json::array();
  for (const auto& bits : SortedByBinding(presence.bits)) {
    json["bits"].push_back({{"set", bits.set},
                            {"binding", bits.binding},
                            {"kind", Name(bits.kind)},
                            {"first", bits.first},
                            {"count", bits.count},
                            {"entry_points", SortedNames(bits.entry_points)}});
  }
  return json;
}

Json StandInToJson(const InterfaceMap::StandIn& stand_in) {
  Json json = {{"set", stand_in.set}, {"binding", stand_in.binding}, {"kind", Name(stand_in.kind)}};
  if (stand_in.max_range) json["max_range"] = *stand_in.max_range;
  if (stand_in.readable_bytes) json["readable_bytes"] = *stand_in.readable_bytes;
  if (stand_in.zero_filled) json["zero_filled"] = true;
  if (stand_in.min_bytes) json["min_bytes"] = *stand_in.min_bytes;
  if (!stand_in.dim.empty()) {
    json["dim"] = stand_in.dim;
    json["arrayed"] = stand_in.arrayed;
    json["multisampled"] = stand_in.multisampled;
    json["depth"] = stand_in.depth;
  }
  if (!stand_in.format_class.empty()) json["format_class"] = stand_in.format_class;
  return json;
}

Json DeclinedToJson(const InterfaceMap::Declined& declined) {
  Json json;
  json["pass"] = declined.pass;
  if (declined.set) json["set"] = *declined.set;
  if (declined.binding) json["binding"] = *declined.binding;
  json["instruction"] = declined.instruction;
  json["reason"] = declined.reason;
  return json;
}

// Reads the members of one JSON object. The first thing found wrong is put
// into *error, with the path to it; from then on nothing is read.
class Reader {
 public:
  Reader(const Json& json, std::string path, std::string* error) : json_(json), path_(std::move(path)), error_(error) {
    if (!json.is_object()) Fail("", "is not an object");
  }

  bool ok() const { return error_->empty(); }

  bool Has(const char* key) const { return ok() && json_.contains(key) && !json_[key].is_null(); }

  template <typename Number>
  void ReadNumber(const char* key, Number* number) {
    if (!Require(key)) return;
    const Json& value = json_[key];
    if (!value.is_number_unsigned() || value.get<uint64_t>() > std::numeric_limits<Number>::max()) {
      return Fail(key, "is not a number in range");
    }
    *number = static_cast<Number>(value.get<uint64_t>());
  }

  template <typename Number>
  void ReadNumber(const char* key, std::optional<Number>* number) {
    if (!Has(key)) return;
    Number value = 0;
    ReadNumber(key, &value);
    *number = value;
  }

  void ReadText(const char* key, std::string* text) {
    if (!Require(key)) return;
    if (!json_[key].is_string()) return Fail(key, "is not a string");
    *text = json_[key].get<std::string>();
  }

  void ReadOptionalText(const char* key, std::string* text) {
    if (Has(key)) ReadText(key, text);
  }

  void ReadOptionalBool(const char* key, bool* value) {
    if (!Has(key)) return;
    if (!json_[key].is_boolean()) return Fail(key, "is neither true nor false");
    *value = json_[key].get<bool>();
  }

  void ReadKind(const char* key, DescriptorKind* kind) {
    std::string name;
    ReadText(key, &name);
    if (ok() && !ParseDescriptorKind(name, kind)) Fail(key, "is no kind of descriptor");
  }

  void ReadTexts(const char* key, std::vector<std::string>* texts) {
    if (!RequireList(key)) return;
    for (const Json& item : json_[key]) {
      if (!item.is_string()) return Fail(key, "holds something that is not a string");
      texts->push_back(item.get<std::string>());
    }
  }

  // Calls read(Reader&, Item*) for each object of a list.
  template <typename Item, typename Read>
  void ReadList(const char* key, std::vector<Item>* items, Read read) {
    if (!RequireList(key)) return;
    for (size_t i = 0; i < json_[key].size() && ok(); ++i) {
      Reader reader(json_[key][i], Path(key) + '[' + std::to_string(i) + ']', error_);
      Item item;
      if (reader.ok()) read(reader, &item);
      items->push_back(std::move(item));
    }
  }

  // Calls read(Reader&) for a member that is an object.
  template <typename Read>
  void ReadObject(const char* key, Read read) {
    if (!Require(key)) return;
    Reader reader(json_[key], Path(key), error_);
    if (reader.ok()) read(reader);
  }

  void Fail(const std::string& key, const char* reason) {
    if (ok()) *error_ = Path(key) + ' ' + reason;
  }

 private:
  bool Require(const char* key) {
    if (ok() && !json_.contains(key)) Fail(key, "is missing");
    return ok();
  }

  bool RequireList(const char* key) {
    if (Require(key) && !json_[key].is_array()) Fail(key, "is not a list");
    return ok();
  }

  std::string Path(const std::string& key) const {
    if (path_.empty()) return key.empty() ? "the map" : key;
    return key.empty() ? path_ : path_ + '.' + key;
  }

  const Json& json_;
  std::string path_;
  std::string* error_;
};

template <typename Item>
void ReadBinding(Reader& reader, Item* item) {
  reader.ReadNumber("set", &item->set);
  reader.ReadNumber("binding", &item->binding);
  reader.ReadKind("kind", &item->kind);
}

void ReadPresence(Reader& reader, Presence* presence) {
  std::string source;
  reader.ReadText("source", &source);
  const auto* found = std::find(std::begin(kSources), std::end(kSources), source);
  if (found == std::end(kSources)) return reader.Fail("source", "is not a known source");
  presence->source = static_cast<Presence::Source>(found - std::begin(kSources));
  if (presence->source != Presence::Source::kPushConstant) {
    reader.ReadNumber("set", &presence->set);
    reader.ReadNumber("binding", &presence->binding);
  }
  reader.ReadNumber("offset", &presence->offset);
  reader.ReadNumber("words", &presence->words);
  reader.ReadList("bits", &presence->bits, [](Reader& item, InterfaceMap::PresenceBits* bits) {
    ReadBinding(item, bits);
    item.ReadNumber("first", &bits->first);
    item.ReadNumber("count", &bits->count);
    item.ReadTexts("entry_points", &bits->entry_points);
  });
  // Whoever fills the words must never write past them.
  for (const auto& bits : presence->bits) {
    if (uint64_t{bits.first} + bits.count > uint64_t{presence->words} * 32) {
      return reader.Fail("bits", "names a bit past the last word");
    }
  }
}

void ReadStandIn(Reader& reader, InterfaceMap::StandIn* stand_in) {
  ReadBinding(reader, stand_in);
  reader.ReadNumber("max_range", &stand_in->max_range);
  reader.ReadNumber("readable_bytes", &stand_in->readable_bytes);
  reader.ReadOptionalBool("zero_filled", &stand_in->zero_filled);
  reader.ReadNumber("min_bytes", &stand_in->min_bytes);
  reader.ReadOptionalText("dim", &stand_in->dim);
  reader.ReadOptionalBool("arrayed", &stand_in->arrayed);
  reader.ReadOptionalBool("multisampled", &stand_in->multisampled);
  reader.ReadOptionalBool("depth", &stand_in->depth);
  reader.ReadOptionalText("format_class", &stand_in->format_class);
}

void ReadVersion(const Json& json, std::string* error) {
  const bool well_formed = json.contains("version") && json["version"].is_array() && json["version"].size() == 2 &&
                           json["version"][0].is_number_unsigned() && json["version"][1].is_number_unsigned();
  if (!well_formed) {
    *error = "version is not a pair of numbers";
  } else if (json["version"][0].get<uint64_t>() != InterfaceMap::kMajorVersion) {
    *error = "version " + json["version"].dump() + " is not understood, only major version " +
             std::to_string(InterfaceMap::kMajorVersion);
  }
}

void ReadMap(Reader& reader, InterfaceMap* map) {
  reader.ReadObject("generator", [map](Reader& generator) {
    generator.ReadText("name", &map->generator.name);
    generator.ReadText("version", &map->generator.version);
    generator.ReadText("spirv_tools", &map->generator.spirv_tools);
    generator.ReadText("pipeline", &map->generator.pipeline);
    generator.ReadText("fingerprint", &map->generator.fingerprint);
  });
  reader.ReadList("entry_points", &map->entry_points, [](Reader& item, InterfaceMap::EntryPoint* entry_point) {
    item.ReadText("name", &entry_point->name);
    item.ReadText("stage", &entry_point->stage);
  });
  if (reader.Has("presence")) {
    // Not emplace(): Clang finds no default constructor while the enclosing
    // class, whose member initializers it needs, is incomplete.
    map->presence = InterfaceMap::Presence();
    reader.ReadObject("presence", [map](Reader& presence) { ReadPresence(presence, &*map->presence); });
  }
  reader.ReadList("stand_ins", &map->stand_ins, ReadStandIn);
  reader.ReadList("segments", &map->segments, [](Reader& item, InterfaceMap::Segments* segments) {
    ReadBinding(item, segments);
    item.ReadNumber("count", &segments->count);
    item.ReadNumber("pieces", &segments->pieces);
    item.ReadNumber("piece_multiple", &segments->piece_multiple);
    item.ReadNumber("piece_bytes", &segments->piece_bytes);
  });
  if (reader.Has("push_constants")) {
    map->push_constants = InterfaceMap::PushConstantRange();
    reader.ReadObject("push_constants", [map](Reader& range) {
      range.ReadNumber("offset", &map->push_constants->offset);
      range.ReadNumber("size", &map->push_constants->size);
    });
  }
  reader.ReadObject("added", [map](Reader& added) {
    added.ReadTexts("capabilities", &map->added_capabilities);
    added.ReadTexts("extensions", &map->added_extensions);
  });
  reader.ReadList("declined", &map->declined, [](Reader& item, InterfaceMap::Declined* declined) {
    item.ReadText("pass", &declined->pass);
    item.ReadNumber("set", &declined->set);
    item.ReadNumber("binding", &declined->binding);
    item.ReadText("instruction", &declined->instruction);
    item.ReadText("reason", &declined->reason);
  });
}

}  // namespace

std::string InterfaceMap::ToJson() const {
  Json json;
  json["schema"] = kSchema;
  json["version"] = {kMajorVersion, kMinorVersion};
  json["generator"] = {{"name", generator.name},
                       {"version", generator.version},
                       {"spirv_tools", generator.spirv_tools},
                       {"pipeline", generator.pipeline},
                       {"fingerprint", generator.fingerprint}};
  auto sorted_entry_points = entry_points;
  std::sort(sorted_entry_points.begin(), sorted_entry_points.end(), [](const EntryPoint& a, const EntryPoint& b) {
    return std::tie(a.name, a.stage) < std::tie(b.name, b.stage);
  });
  json["entry_points"] = Json::array();
  for (const auto& entry_point : sorted_entry_points) {
    json["entry_points"].push_back({{"name", entry_point.name}, {"stage", entry_point.stage}});
  }
  json["presence"] = presence ? PresenceToJson(*presence) : Json();
  json["stand_ins"] = Json::array();
  for (const auto& stand_in : SortedByBinding(stand_ins)) json["stand_ins"].push_back(StandInToJson(stand_in));
  json["segments"] = Json::array();
  for (const auto& item : SortedByBinding(segments)) {
    Json entry = {{"set", item.set},     {"binding", item.binding}, {"kind", Name(item.kind)},
                  {"count", item.count}, {"pieces", item.pieces},   {"piece_multiple", item.piece_multiple}};
    if (item.piece_bytes) entry["piece_bytes"] = *item.piece_bytes;
    json["segments"].push_back(std::move(entry));
  }
  json["push_constants"] = Json();
  if (push_constants) json["push_constants"] = {{"offset", push_constants->offset}, {"size", push_constants->size}};
  json["added"] = {{"capabilities", SortedNames(added_capabilities)}, {"extensions", SortedNames(added_extensions)}};
  json["declined"] = Json::array();
  for (const auto& item : SortedByBinding(declined)) json["declined"].push_back(DeclinedToJson(item));
  // Names come from modules and may be no UTF-8, which JSON must be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

bool InterfaceMap::FromJson(std::string_view text, InterfaceMap* map, std::string* error) {
  const Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  error->clear();
  if (json.is_discarded()) {
    *error = "the text is not JSON: " + JsonError(text);
    return false;
  }
  InterfaceMap parsed;
  Reader reader(json, "", error);
  std::string schema;
  reader.ReadText("schema", &schema);
  if (reader.ok() && schema != kSchema) *error = "schema is not \"" + std::string(kSchema) + "\"";
  if (reader.ok()) ReadVersion(json, error);
  if (reader.ok()) ReadMap(reader, &parsed);
  if (!error->empty()) return false;
  *map = std::move(parsed);
  return true;
}

}  // namespace lacuna
