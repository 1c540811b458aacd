// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_ELEMENTBUILDER_H_
#define LACUNA_TOOLS_RUN_ELEMENTBUILDER_H_

// One descriptor from its keys and values, for both text forms of a description.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "RunDescription.h"

namespace lacuna::run {

class ElementBuilder {
 public:
  // `name` is how messages name the element.
  ElementBuilder(DescriptorKind kind, std::string name) : kind_(kind), name_(std::move(name)) {}

  // The keys that an element of the kind may have: a null one, or another one.
  static std::vector<std::string> KeysOf(DescriptorKind kind, bool null);

  // Whether the value of a key is a number in JSON; else it is a string.
  static bool IsNumber(std::string_view key);

  void SetNull() { element_.null = true; }

  // Each key at most once. Returns false and says what is wrong in *error.
  bool Set(std::string_view key, std::string_view value, std::string* error);

  // Fills in what was left out, as a range that reaches to the end of the
  // buffer, and checks what the keys give together.
  bool Finish(Element* element, std::string* error);

  // The keys and values of an element, canonical: `size=4,fill=count`.
  static std::string Format(DescriptorKind kind, const Element& element);

 private:
  bool Has(const char* key) const { return seen_.count(key) != 0; }
  bool Bad(const std::string& why, std::string* error) const {
    *error = name_ + ": " + why;
    return false;
  }
  bool SetPieces(std::string_view value);
  bool SetExtent(std::string_view value);
  bool SetSampler(std::string_view key, std::string_view value);
  bool FinishBuffer(std::string* error);
  bool FinishPieces(std::string* error);
  bool FinishTexelBuffer(std::string* error);
  bool FinishImage(std::string* error);
  bool CheckShape(std::string* error);

  DescriptorKind kind_;
  std::string name_;
  Element element_;
  std::set<std::string, std::less<>> seen_;
  uint32_t extent_numbers_ = 0;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_ELEMENTBUILDER_H_
