// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_PRESENCEOPTIONS_H_
#define LACUNA_PRESENCEOPTIONS_H_

// Values of the options that say where presence bits are. Each type has
//
//   static bool Parse(std::string_view text, T* result, std::string* error);
//   std::string ToString() const;
//
// Parse leaves *result as it was on failure and puts one sentence without a full
// stop into *error; ToString gives the canonical text, which parses back to an
// equal value.

#include <cstdint>
#include <string>
#include <string_view>

#include "lacuna/BindingNumbers.h"

namespace lacuna {

// Where presence words are read from: `push-constant`, or `uniform-buffer:S.B`
// or `storage-buffer:S.B`, a buffer of their own.
struct PresenceSource {
  enum class Kind { kPushConstant, kUniformBuffer, kStorageBuffer };
  Kind kind = Kind::kPushConstant;
  uint32_t set = 0, binding = 0;  // of a buffer

  static bool Parse(std::string_view text, PresenceSource* result, std::string* error);
  std::string ToString() const;
};

// How many elements arrays of descriptors have whose length the module leaves
// open (OpTypeRuntimeArray, or a specialization constant): `S.B:n`, separated by
// commas, where n is the outermost length; empty for none.
class RuntimeCounts : public BindingNumbers {
 public:
  static bool Parse(std::string_view text, RuntimeCounts* result, std::string* error);
};

// The name of an interface map's file, empty for none.
struct LayoutFile {
  std::string path;

  static bool Parse(std::string_view text, LayoutFile* result, std::string* error);
  std::string ToString() const;
};

}  // namespace lacuna

#endif  // LACUNA_PRESENCEOPTIONS_H_
