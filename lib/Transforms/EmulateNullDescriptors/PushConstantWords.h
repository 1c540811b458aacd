// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_PUSHCONSTANTWORDS_H_
#define LACUNA_EMULATENULLDESCRIPTORS_PUSHCONSTANTWORDS_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "Analysis/CallGraph.h"
#include "Analysis/DecorationTable.h"
#include "Analysis/TypeLayout.h"
#include "Transforms/EmulateNullDescriptors/WordSource.h"

namespace lacuna {

// Puts an array of 32-bit words into the push constants of some entry points.
//
// Vulkan allows one push constant block per entry point, so the array becomes a
// member of the block that is there; entry points without one get a block of
// its own. A block that has other uses of its type keeps the old type for them.
class PushConstantWords : public WordSource {
 public:
  // `offset`: the byte offset of word 0, or nothing for the end of the longest
  // block. `max_bytes`: how far the words may reach.
  PushConstantWords(ModuleBuilder* module, const CallGraph& calls, const DecorationTable& decorations,
                    const TypeLayout& layout, std::optional<uint32_t> offset, uint32_t max_bytes)
      : module_(module),
        calls_(calls),
        decorations_(decorations),
        layout_(layout),
        wanted_offset_(offset),
        max_bytes_(max_bytes) {}

  // Fails if the place is taken or too far, if a function is shared by entry
  // points with different blocks, or if a block is used in a way that a longer
  // one would change.
  bool Plan(const std::set<uint32_t>& functions, uint32_t words, std::string* why) override;
  void Apply() override;
  uint32_t offset() const override { return offset_; }
  // The index is constant: a push constant array may not be indexed
  // non-uniformly (VUID-RuntimeSpirv-None-04745).
  uint32_t Load(uint32_t function_id, uint32_t index, CodeBuilder* at) override;

 private:
  struct Block {
    uint32_t variable = 0;  // 0: still to be made
    uint32_t struct_type = 0;
    uint32_t member = 0;  // of the words, once applied
    std::set<uint32_t> entry_points;
  };
  bool CheckBlock(const Block& block, std::string* why) const;
  // What a block is used by: copies of the pointer to all of it, and all else.
  struct WholeUses {
    std::vector<Instruction*> pointers, others;
  };
  WholeUses FindWholeUses(uint32_t variable) const;
  void MakeDirect(uint32_t variable);
  uint32_t OffsetOf(uint32_t struct_type, uint32_t member) const;
  bool BlockEnd(uint32_t struct_type, uint64_t* end, std::string* why) const;
  uint64_t PaddedBytes(const LaidOutType& member, uint64_t extent) const;
  bool CheckOverlap(const Block& block, std::string* why) const;
  void Extend(Block* block);
  void Create(Block* block);
  uint32_t WordsType();

  ModuleBuilder* module_;
  const CallGraph& calls_;
  const DecorationTable& decorations_;
  const TypeLayout& layout_;
  std::optional<uint32_t> wanted_offset_;
  uint32_t max_bytes_;
  uint32_t words_ = 0, offset_ = 0;
  uint32_t words_type_ = 0;
  std::vector<Block> blocks_;
  std::map<uint32_t, size_t> block_of_function_;
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_PUSHCONSTANTWORDS_H_
