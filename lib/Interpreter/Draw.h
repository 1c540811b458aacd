// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_DRAW_H_
#define LACUNA_INTERPRETER_DRAW_H_

// Draws with a vertex and a fragment shader into one colour target, without depth,
// blending, clipping and vertex buffers. docs/Interpreter.md says what is refused.

#include <cstdint>

#include "Interpreter/Interpreter.h"
#include "Interpreter/TexelFormat.h"

namespace lacuna::interpreter {

struct DrawOptions {
  bool points = false;    // else a list of triangles
  uint32_t vertices = 3;  // those that make no whole triangle are left out
  TexelFormat format = TexelFormat::kRgba32F;
  uint32_t width = 1, height = 1;  // pixels, 1 to 2^16
  uint8_t* target = nullptr;       // rows without gaps; holds what it was cleared to
};

// Runs a program of the vertex stage and one of the fragment stage, or none of
// that. The workgroups of `options` do not count.
RunResult DrawPrograms(const Program& vertex, const Program* fragment, const DrawOptions& draw,
                       const RunOptions& options);

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_DRAW_H_
