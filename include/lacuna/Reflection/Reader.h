// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_READER_H_
#define LACUNA_REFLECTION_READER_H_

// One interface for all formats. A reader takes any bytes and gives a Module or
// an error, in bounded time and memory; it never reads outside the bytes.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection {

// Bytes of a file; the memory is the caller's.
struct Bytes {
  const uint8_t* data = nullptr;
  size_t size = 0;
};

class ShaderReader {
 public:
  virtual ~ShaderReader() = default;

  virtual SourceFormat format() const = 0;

  // For people: "SPIR-V", "DXBC container", ...
  virtual std::string_view description() const = 0;

  // Whether the bytes begin as this format does. Looks at no more than the
  // first 16 bytes and accepts damaged files: Read then says what is wrong.
  virtual bool Recognizes(Bytes bytes) const = 0;

  // The whole file. Error::file stays empty.
  virtual Result<Module> Read(Bytes bytes) const = 0;
};

// The readers that the library has, in the order in which they are asked; they
// live as long as the program.
const std::vector<const ShaderReader*>& ShaderReaders();

// Reads with the first reader that recognizes the bytes. Without one, an error
// that lists the formats.
Result<Module> ReadShader(Bytes bytes);

// The reader for one format.
const ShaderReader& SpirvReader();
const ShaderReader& DxbcReader();
const ShaderReader& D3d9Reader();

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_READER_H_
