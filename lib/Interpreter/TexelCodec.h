// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_TEXELCODEC_H_
#define LACUNA_INTERPRETER_TEXELCODEC_H_

// Texels between the bytes of a format and the four components that a shader
// sees (Vulkan specification, "Texel input and output format conversion").

#include <array>
#include <cstdint>

#include "Interpreter/TexelFormat.h"

namespace lacuna {

// Four components as a shader sees them. Each is the bits of a float, an int or a
// uint of 32 bits in the low half; of formats with 64-bit components, 64 bits.
// Narrower signed integers are sign-extended to 32 bits.
using Texel = std::array<uint64_t, 4>;

// What a component that a format lacks is read as: 0, and 1 for the last one, as
// float or integer according to the format's class.
Texel MissingComponents(const TexelFormatInfo& format);

// Reads the texel at `bytes`, which holds format.texel_bytes() bytes. Components
// that the format lacks are those of MissingComponents().
Texel LoadTexel(const TexelFormatInfo& format, const uint8_t* bytes);

// Writes the format's components of `texel` to `bytes`. Normalized formats clamp
// and round to nearest even, NaN as 0; 16-bit floats round to nearest even; an
// integer that the format cannot hold, whose result is undefined, becomes the
// nearest one that it can, as lavapipe has it.
void StoreTexel(const TexelFormatInfo& format, const Texel& texel, uint8_t* bytes);

}  // namespace lacuna

#endif  // LACUNA_INTERPRETER_TEXELCODEC_H_
