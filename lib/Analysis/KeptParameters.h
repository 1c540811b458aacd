// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_KEPTPARAMETERS_H_
#define LACUNA_ANALYSIS_KEPTPARAMETERS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "Analysis/DecorationTable.h"
#include "Analysis/LoadedValues.h"
#include "Analysis/PointerShape.h"
#include "lacuna/Passes.h"

namespace lacuna {

// Which parameters may go on being pointers.
//
// SPIRV-Cross has a type for a pointer to the block of a descriptor that is no
// array, and to a number or vector in one that lies there as it lies in
// registers. But it prints a load again wherever the value is used, also behind
// an atomic or a store that may have changed the memory, where one of the two
// goes through a parameter and the other does not, or one is an atomic. A
// parameter is kept if that cannot be seen.
class KeptParameters {
 public:
  KeptParameters(IRContext* context, const PointerShapes* shapes, const DecorationTable& decorations,
                 WholeDescriptors mode);

  // May the parameter `index` of `callee` stay when it is given a pointer of
  // this shape?
  bool Keeps(const Function& callee, uint32_t index, const Shape& shape) const;

 private:
  bool CanKeep(const Function& callee, uint32_t index, const Shape& shape) const;
  bool IsPlainVariable(uint32_t id) const;
  bool HasType(const Shape& shape) const;
  bool IsAlignedMember(const Instruction& type, uint32_t member, uint32_t bytes, bool with_next) const;
  bool IsPlainRoot(uint32_t variable) const;
  bool IsPlainParameter(const Function& callee, uint32_t index) const;
  bool IsPlainUse(const Function& callee, const Instruction& pointer, const Shape& shape) const;
  // Is a loaded value used behind a write that SPIRV-Cross does not hold it back
  // from, as one of the two goes through the parameter?
  bool LivesAcrossWrite(const Function& callee, uint32_t parameter) const;
  bool IsWrite(const Instruction& inst, uint32_t parameter) const;
  bool IsWriteThrough(const Instruction& inst, uint32_t parameter) const;

  IRContext* context_;
  const PointerShapes* shapes_;
  const DecorationTable& decorations_;
  WrittenClasses written_;
  WholeDescriptors mode_;
  std::map<uint32_t, const Function*> functions_;
  mutable std::map<std::pair<uint32_t, uint32_t>, bool> lives_;
  mutable std::map<std::tuple<uint32_t, uint32_t, Shape>, bool> keeps_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_KEPTPARAMETERS_H_
