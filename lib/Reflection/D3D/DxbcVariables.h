// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_DXBCVARIABLES_H_
#define LACUNA_REFLECTION_D3D_DXBCVARIABLES_H_

#include <vector>

#include "lacuna/Reflection/D3D/Rdef.h"
#include "lacuna/Reflection/Model.h"
#include "lacuna/Reflection/Result.h"

namespace lacuna::reflection::d3d {

// The memory that a record of RDEF describes, with all its variables. A type
// that no effect parameter can have is an error; sizes that do not fit together
// are added to `notes`.
Result<Block> BlockFromRecord(const RdefConstantBuffer& record, std::vector<Note>* notes);

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_DXBCVARIABLES_H_
