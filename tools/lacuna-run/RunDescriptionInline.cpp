// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The compact form of resources, for command lines:
//
//   resources := resource (blank resource)*
//   resource  := set '.' binding '=' kind ':' element (';' element)*
//   element   := part (',' part)* ['*' repeat]
//   part      := 'null' | key '=' value
//
// ElementBuilder knows the keys.

#include "ElementBuilder.h"
#include "Numbers.h"
#include "RunDescription.h"

namespace lacuna::run {
namespace {

constexpr char kBlanks[] = " \t\r\n";

// Cuts the text up to the first `separator` off its front and returns it.
std::string_view Cut(std::string_view* text, char separator) {
  const size_t at = text->find(separator);
  const std::string_view front = text->substr(0, at);
  text->remove_prefix(at == std::string_view::npos ? text->size() : at + 1);
  return front;
}

bool ParseElement(std::string_view text, DescriptorKind kind, const std::string& name, Element* element,
                  std::string* error) {
  ElementBuilder builder(kind, name);
  do {
    std::string_view value = Cut(&text, ',');
    const size_t equals = value.find('=');
    const std::string_view key = value.substr(0, equals);
    value = equals == std::string_view::npos ? std::string_view() : value.substr(equals + 1);
    if (key == "null" && equals == std::string_view::npos) {
      builder.SetNull();
    } else if (!builder.Set(key, value, error)) {
      return false;
    }
  } while (!text.empty());
  return builder.Finish(element, error);
}

bool ParseResource(std::string_view text, Resource* resource, std::string* error) {
  const std::string whole(text);
  const std::string_view place = Cut(&text, '=');
  const size_t dot = place.find('.');
  uint64_t set = 0, binding = 0;
  if (dot == std::string_view::npos || !ParseNumber(place.substr(0, dot), UINT32_MAX, &set) ||
      !ParseNumber(place.substr(dot + 1), UINT32_MAX, &binding)) {
    *error = "'" + whole + "' does not begin with <set>.<binding>=";
    return false;
  }
  resource->set = static_cast<uint32_t>(set);
  resource->binding = static_cast<uint32_t>(binding);
  const std::string name = BindingName(resource->set, resource->binding);
  const std::string_view kind = Cut(&text, ':');
  if (!ParseDescriptorKind(kind, &resource->kind)) {
    *error = name + ": '" + std::string(kind) + "' is no kind of descriptor; the kinds are " + DescriptorKindList();
    return false;
  }
  if (text.empty()) {
    *error = name + ": no element; write :null or another one, as :size=<bytes>, after the kind";
    return false;
  }
  bool more = true;
  while (more) {
    more = text.find(';') != std::string_view::npos;
    std::string_view element_text = Cut(&text, ';');
    const std::string element_name = ElementName(resource->set, resource->binding, resource->elements.size());
    uint64_t repeat = 1;
    const size_t star = element_text.rfind('*');
    if (star != std::string_view::npos) {
      if (!ParseNumber(element_text.substr(star + 1), RunDescription::kMaxElements, &repeat) || repeat == 0) {
        *error = element_name + ": after '*' comes how often the element is repeated, 1 to " +
                 std::to_string(RunDescription::kMaxElements);
        return false;
      }
      element_text = element_text.substr(0, star);
    }
    Element element;
    if (!ParseElement(element_text, resource->kind, element_name, &element, error)) return false;
    if (resource->elements.size() + repeat > RunDescription::kMaxElements) {
      *error = name + " has more than " + std::to_string(RunDescription::kMaxElements) + " elements";
      return false;
    }
    resource->elements.insert(resource->elements.end(), repeat, element);
  }
  return true;
}

}  // namespace

bool ParseResources(std::string_view text, RunDescription* description, std::string* error) {
  for (;;) {
    const size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return true;
    text.remove_prefix(begin);
    const size_t end = text.find_first_of(kBlanks);
    Resource resource;
    if (!ParseResource(text.substr(0, end), &resource, error)) return false;
    description->resources.push_back(std::move(resource));
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end);
  }
}

std::string FormatResources(const std::vector<Resource>& resources) {
  std::string text;
  for (const Resource& resource : resources) {
    if (!text.empty()) text += ' ';
    text += BindingName(resource.set, resource.binding) + "=" + std::string(DescriptorKindName(resource.kind)) + ":";
    for (size_t i = 0; i < resource.elements.size();) {
      const std::string element = ElementBuilder::Format(resource.kind, resource.elements[i]);
      size_t run = 1;
      while (i + run < resource.elements.size() &&
             ElementBuilder::Format(resource.kind, resource.elements[i + run]) == element) {
        ++run;
      }
      if (i) text += ';';
      text += element;
      if (run > 1) text += "*" + std::to_string(run);
      i += run;
    }
  }
  return text;
}

}  // namespace lacuna::run
