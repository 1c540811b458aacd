// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_BLOCKPATHS_H_
#define LACUNA_REFLECTION_SPIRV_BLOCKPATHS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "Reflection/SPIRV/Context.h"

namespace lacuna::reflection::spirv {

// A part of a resource's block that a pointer leads to.
struct BlockPath {
  uint32_t resource = 0;
  size_t descriptor_dimensions = 0;  // of the descriptor array, still to index
  Variable* variable = nullptr;      // null: the block as a whole
  size_t dimensions = 0;             // of the variable, already indexed
  uint64_t offset = 0, end = 0;      // bytes of the block
  bool fixed = true;                 // an index was not constant: the range is the whole array
};

// Follows access chains into the blocks of resources.
class BlockPaths {
 public:
  explicit BlockPaths(Context* context);

  // The path of a variable, if it has a block.
  std::optional<BlockPath> OfVariable(uint32_t id) const;

  // Where an access chain (typed, without an element operand) leads from `base`.
  BlockPath Follow(const BlockPath& base, const Inst& chain) const;

  // Marks what the path leads to as used.
  bool MarkUsed(const BlockPath& path);

  // The dotted name of what the path leads to, "" for the whole block.
  std::string NameOf(const BlockPath& path) const;

 private:
  void Enter(Variable* variable, BlockPath* path) const;
  void Prepare(std::vector<Variable>* members, Variable* parent);
  bool MarkAll(std::vector<Variable>* members);

  Context& context_;
  std::unordered_map<uint32_t, uint32_t> resources_;        // by variable id
  std::unordered_map<const Variable*, Variable*> parents_;  // of nested members
  std::unordered_set<const void*> marked_;                  // whole, with all in it
};

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_BLOCKPATHS_H_
