// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_STRUCTWRITER_H_
#define LACUNA_REFLECTION_STRUCTWRITER_H_

// Structures of C or C++ that lie in memory as the blocks of a shader do.

#include <string>
#include <vector>

#include "lacuna/Reflection/Model.h"

namespace lacuna::reflection {

enum class HeaderLanguage {
  kC,    // C11
  kCpp,  // C++17
};

struct StructHeader {
  std::string text;
  // Members that C cannot lay out so: those that share bytes with others, and
  // opaque ones. The header has their offsets only.
  std::vector<std::string> left_out;
};

// A header with one structure for each block of the module: constant buffers,
// storage buffers, push constants, shader records and buffer references. Padding
// is spelled out, and static assertions check every offset and size, so that a
// compiler with another layout refuses the header. A trailing array without
// length has a structure for its element, and its offset and stride as constants.
//
// `scope` is the prefix of all names in C and the namespace in C++; characters
// that names cannot have become underscores.
StructHeader WriteStructs(const Module& module, HeaderLanguage language, const std::string& scope);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_STRUCTWRITER_H_
