// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_READERS_H_
#define LACUNA_REFLECTION_D3D_READERS_H_

// D3D bytecode as the common model. The readers for ShaderReaders() are
// DxbcReader() and D3d9Reader() in Reader.h; here are their options.

#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/Reader.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection::d3d {

struct DxbcOptions {
  // Compilers leave a record of constant buffers without variables, mostly of
  // `$Globals`. By default they are only noted; with this they are resources.
  bool keep_empty_buffers = false;
};

// Reads a DXBC container of shader model 4 or 5 that has resource definitions.
// What is damaged or cannot be told fails with SD0101; a container with DXIL
// (shader model 6) with SD0102.
//
// Resources are constant and texture buffers in the order of their records, then
// all others in the order of the bindings. A resource's `slot` is its register of its class (b, t, s or u),
// `set` the register space where the format has one. Compilers leave out
// resources that are not used, so the entry point is said to use all there are.
Result<Module> ReadDxbc(Bytes bytes, const DxbcOptions& options = {});

// Reads D3D9 bytecode (shader models 1 to 3) that has a constant table. What is
// damaged or cannot be told fails with SD0301, and so do effect files, which are
// named.
//
// Samplers are resources of their own. Other constants are the variables of one
// resource for each register set, kRegisters, named after the registers: "c"
// (float4), "i" (int4) and "b" (bool). A variable's offset is that of its first
// register there, 16 bytes each (4 in "b"). Default values of scalars and vectors
// are their components; of all else they are the registers' contents, so those of
// a matrix are in the order of its majority.
Result<Module> ReadD3d9(Bytes bytes);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_READERS_H_
