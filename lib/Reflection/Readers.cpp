// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "lacuna/Reflection/Reader.h"

namespace lacuna::reflection {

std::string Error::ToText() const {
  std::string text;
  if (!file.empty()) text += file + ": ";
  if (offset) text += "byte " + std::to_string(*offset) + ": ";
  text += code + ": " + message;
  if (!expected.empty()) text += " (expected: " + expected + ")";
  return text;
}

// A new format is one more line here.
const std::vector<const ShaderReader*>& ShaderReaders() {
  static const std::vector<const ShaderReader*> readers = {
      &SpirvReader(),
      &DxbcReader(),
      &D3d9Reader(),
  };
  return readers;
}

Result<Module> ReadShader(Bytes bytes) {
  std::string formats;
  for (const ShaderReader* reader : ShaderReaders()) {
    if (reader->Recognizes(bytes)) return reader->Read(bytes);
    if (!formats.empty()) formats += ", ";
    formats += reader->description();
  }
  Error error;
  error.offset = 0;
  error.message = bytes.size == 0 ? "the input is empty" : "the input is no shader of a known format";
  error.expected = formats;
  return error;
}

}  // namespace lacuna::reflection
