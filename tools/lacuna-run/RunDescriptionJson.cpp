// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The JSON form of a run description, docs/run-description.schema.json.

#include <nlohmann/json.hpp>
#include <set>

#include "ElementBuilder.h"
#include "Numbers.h"
#include "RunDescription.h"

namespace lacuna::run {
namespace {

using nlohmann::json;

// Reads one JSON document into a description; `error_` says what went wrong.
class Reader {
 public:
  Reader(RunDescription* description, std::string* error) : description_(description), error_(error) {}

  bool Read(const json& root) {
    if (!CheckKeys(root, "the description",
                   {"resources", "push_constants", "groups", "entry", "spec", "map", "graphics"})) {
      return false;
    }
    if (root.contains("resources") && !ReadResources(root["resources"])) return false;
    if (root.contains("push_constants")) {
      const json& push = root["push_constants"];
      std::string why;
      if (!push.is_string()) return Bad("push_constants is a string of hexadecimal bytes");
      if (!ParseHexBytes(push.get_ref<const std::string&>(), &description_->push_constants, &why))
        return Bad("push_constants: " + why);
    }
    if (root.contains("groups") && !ReadGroups(root["groups"])) return false;
    if (root.contains("entry") && !ReadString(root["entry"], "entry", &description_->entry_point)) return false;
    if (root.contains("map") && !ReadMaps(root["map"])) return false;
    if (root.contains("graphics") && !ReadGraphics(root["graphics"])) return false;
    return !root.contains("spec") || ReadSpecConstants(root["spec"]);
  }

 private:
  bool Bad(const std::string& text) {
    *error_ = text;
    return false;
  }

  bool CheckKeys(const json& value, const std::string& name, const std::vector<std::string>& keys) {
    if (!value.is_object()) return Bad(name + " is not a JSON object");
    for (const auto& item : value.items()) {
      std::string valid;
      bool known = false;
      for (const std::string& key : keys) {
        known |= item.key() == key;
        valid += (valid.empty() ? "" : ", ") + key;
      }
      if (!known) return Bad(name + " has the unknown key '" + item.key() + "'; valid are " + valid);
    }
    return true;
  }

  bool ReadString(const json& value, const char* name, std::string* text) {
    if (!value.is_string()) return Bad(std::string(name) + " is not a string");
    *text = value.get<std::string>();
    return true;
  }

  bool ReadNumber(const json& object, const char* key, const std::string& name, uint64_t max, uint64_t* number) {
    if (!object.contains(key)) return Bad(name + " has no " + key);
    const json& value = object[key];
    if (!value.is_number_unsigned() || value.get<uint64_t>() > max) {
      return Bad(name + ": " + key + " is not a whole number from 0 to " + std::to_string(max));
    }
    *number = value.get<uint64_t>();
    return true;
  }

  bool ReadGroups(const json& value) {
    if (!value.is_array() || value.empty() || value.size() > 3)
      return Bad("groups is an array of one to three numbers");
    for (size_t i = 0; i < value.size(); ++i) {
      if (!value[i].is_number_unsigned() || value[i].get<uint64_t>() == 0 || value[i].get<uint64_t>() > UINT32_MAX) {
        return Bad("groups[" + std::to_string(i) + "] is not a number of workgroups from 1 on");
      }
      description_->groups[i] = value[i].get<uint32_t>();
    }
    return true;
  }

  // One path, or several.
  bool ReadMaps(const json& value) {
    for (const json& item : value.is_array() ? value : json::array({value})) {
      std::string path;
      if (!ReadString(item, "map", &path)) return false;
      description_->map_files.push_back(path);
    }
    return true;
  }

  bool ReadGraphics(const json& value) {
    GraphicsState& graphics = description_->graphics;
    std::string text, why;
    if (!CheckKeys(value, "graphics", {"topology", "vertices", "target"})) return false;
    if (value.contains("topology")) {
      if (!ReadString(value["topology"], "graphics.topology", &text)) return false;
      if (!ParseTopology(text, &graphics, &why)) return Bad("graphics.topology: " + why);
    }
    if (value.contains("target")) {
      if (!ReadString(value["target"], "graphics.target", &text)) return false;
      if (!ParseTarget(text, &graphics, &why)) return Bad("graphics.target: " + why);
    }
    uint64_t vertices = graphics.vertices;
    if (value.contains("vertices") && !ReadNumber(value, "vertices", "graphics", UINT32_MAX, &vertices)) return false;
    graphics.vertices = static_cast<uint32_t>(vertices);
    return true;
  }

  bool ReadSpecConstants(const json& value) {
    if (!value.is_object()) return Bad("spec is an object of spec constant ids and values");
    for (const auto& item : value.items()) {
      uint64_t id = 0;
      if (!ParseNumber(item.key(), UINT32_MAX, &id)) return Bad("spec: '" + item.key() + "' is not a spec constant id");
      if (item.value().is_string()) {
        description_->spec_constants[static_cast<uint32_t>(id)] = item.value().get<std::string>();
      } else if (item.value().is_number() || item.value().is_boolean()) {
        description_->spec_constants[static_cast<uint32_t>(id)] = item.value().dump();
      } else {
        return Bad("spec: the value of " + item.key() + " is not a number, true, false or a string");
      }
    }
    return true;
  }

  bool ReadResources(const json& value) {
    if (!value.is_array()) return Bad("resources is not an array");
    for (size_t i = 0; i < value.size(); ++i) {
      Resource resource;
      if (!ReadResource(value[i], "resources[" + std::to_string(i) + "]", &resource)) return false;
      description_->resources.push_back(std::move(resource));
    }
    return true;
  }

  bool ReadResource(const json& value, const std::string& name, Resource* resource) {
    uint64_t set = 0, binding = 0;
    std::string kind;
    if (!CheckKeys(value, name, {"set", "binding", "kind", "elements"}) ||
        !ReadNumber(value, "set", name, RunDescription::kMaxSet, &set) ||
        !ReadNumber(value, "binding", name, RunDescription::kMaxBinding, &binding)) {
      return false;
    }
    resource->set = static_cast<uint32_t>(set);
    resource->binding = static_cast<uint32_t>(binding);
    if (!value.contains("kind") || !value["kind"].is_string() ||
        !ParseDescriptorKind(value["kind"].get_ref<const std::string&>(), &resource->kind)) {
      return Bad(name + ": kind is missing or no kind of descriptor; the kinds are " + DescriptorKindList());
    }
    if (!value.contains("elements") || !value["elements"].is_array() || value["elements"].empty()) {
      return Bad(name + ": elements is not an array of at least one element");
    }
    for (const json& item : value["elements"]) {
      uint64_t repeat = 1;
      Element element;
      if (!ReadElement(item, resource->kind, ElementName(resource->set, resource->binding, resource->elements.size()),
                       &element, &repeat)) {
        return false;
      }
      if (resource->elements.size() + repeat > RunDescription::kMaxElements) {
        return Bad(name + " has more than " + std::to_string(RunDescription::kMaxElements) + " elements");
      }
      resource->elements.insert(resource->elements.end(), repeat, element);
    }
    return true;
  }

  bool ReadElement(const json& value, DescriptorKind kind, const std::string& name, Element* element,
                   uint64_t* repeat) {
    ElementBuilder builder(kind, name);
    if (value.is_null()) {
      builder.SetNull();
      return builder.Finish(element, error_);
    }
    std::vector<std::string> keys = ElementBuilder::KeysOf(kind, false);
    keys.insert(keys.end(), {"null", "repeat"});
    if (!CheckKeys(value, name, keys)) return false;
    for (const auto& item : value.items()) {
      if (item.key() == "repeat") {
        if (!ReadNumber(value, "repeat", name, RunDescription::kMaxElements, repeat)) return false;
        if (*repeat == 0) return Bad(name + ": repeat is at least 1");
      } else if (item.key() == "null") {
        if (!item.value().is_boolean()) return Bad(name + ": null is true or false");
        if (item.value().get<bool>()) builder.SetNull();
      } else if (ElementBuilder::IsNumber(item.key())) {
        uint64_t number = 0;
        if (!ReadNumber(value, item.key().c_str(), name, UINT64_MAX, &number) ||
            !builder.Set(item.key(), std::to_string(number), error_)) {
          return false;
        }
      } else {
        if (!item.value().is_string()) return Bad(name + ": " + item.key() + " is not a string");
        if (!builder.Set(item.key(), item.value().get_ref<const std::string&>(), error_)) return false;
      }
    }
    return builder.Finish(element, error_);
  }

  RunDescription* description_;
  std::string* error_;
};

}  // namespace

bool ParseRunDescription(std::string_view text, RunDescription* description, std::string* error) {
  // A key that stands twice in one object would silently lose its first value.
  std::vector<std::set<std::string>> seen;
  std::string twice;
  const auto watch = [&](int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) seen.emplace_back();
    if (event == json::parse_event_t::object_end) seen.pop_back();
    if (event == json::parse_event_t::key && !seen.back().insert(parsed.get<std::string>()).second) {
      if (twice.empty()) twice = parsed.get<std::string>();
    }
    return true;
  };
  json root;
  try {
    root = json::parse(text.begin(), text.end(), watch);
  } catch (const json::exception& e) {
    // What follows the library's own tag, "[json.exception...] ".
    const std::string_view what = e.what();
    const size_t tag = what.find("] ");
    *error = std::string(tag == std::string_view::npos ? what : what.substr(tag + 2));
    return false;
  }
  if (!twice.empty()) {
    *error = "the key '" + twice + "' stands twice in one object";
    return false;
  }
  return Reader(description, error).Read(root);
}

}  // namespace lacuna::run
