// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_GUARDCONDITIONS_H_
#define LACUNA_EMULATENULLDESCRIPTORS_GUARDCONDITIONS_H_

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "Analysis/AccessCollector.h"
#include "Analysis/Parameters.h"
#include "Analysis/WideArithmetic.h"
#include "Transforms/EmulateNullDescriptors/LengthViews.h"
#include "Transforms/EmulateNullDescriptors/PresenceBits.h"
#include "Transforms/EmulateNullDescriptors/WordSource.h"

namespace lacuna {

// Emits the conditions under which accesses happen, for one function at a time.
//
// By length, bytes [o, o + s) with o = c + sum(index_k * stride_k) are accessed
// iff o + s <= L, the bytes bound. No sum is formed that could wrap; instead
//
//   L >= c + s, then with A0 = L - (c + s):
//   index_0 <= A0 / stride_0, then with A1 = A0 - index_0 * stride_0:
//   index_1 <= A1 / stride_1, ...
//
// where an index is compared as unsigned, so that a negative one fails. The
// first two steps fold into index_0 < count with
// count = L >= c + s ? (L - (c + s)) / stride_0 + 1 : 0.
//
// Where the offset may be a sum of signed numbers, it is computed to 64 bits in
// two words, exactly, and the access happens iff the upper word is 0 and the
// lower one is at most L - s.
//
// A pointer that a phi, a select, a parameter or a variable hands on has a
// shadow: the bytes bound behind it (0 if null), and its offset in two words.
// PointerShadows.h says how shadows travel.
//
// What depends on the descriptor alone is computed once, at the function's
// start, if the descriptor is picked by constants; everything else is computed
// at the access, unless a dominating access has it already.
class GuardConditions {
 public:
  struct Sources {
    bool by_length = false, by_presence = false;
  };

  // Ids of what is known of a pointer at run time. Without lengths, `length` is
  // not 0 iff the descriptor is present, and there are no offsets.
  struct Shadow {
    uint32_t length = 0, low = 0, high = 0;
  };

  // What the conditions of all functions share.
  struct Shared {
    ModuleBuilder* module;
    const DecorationTable& decorations;
    Sources of_storage_buffers;  // everything else goes by presence
    LengthViews* lengths;
    PresenceBits* bits;
    WordSource* words;
    ParameterTable parameters;  // as they were before parameters for shadows came
    Sources For(const Descriptor& descriptor) const {
      return descriptor.kind == DescriptorKind::kStorageBuffer ? of_storage_buffers : Sources{false, true};
    }
    std::map<uint32_t, Shadow> shadows;         // by pointer id
    std::map<uint32_t, uint32_t> extent_index;  // n - 1, by the id of n
  };

  // Before the first change to `function`.
  GuardConditions(Shared* shared, Function* function);

  // Two accesses with equal keys have the same condition.
  using Key = std::vector<uint64_t>;
  Key KeyOf(const AccessSite& site) const;

  // The condition (a bool id) for `site`, usable at `at`, which is in what was
  // block `block_id` when the function was entered. Sites of one block come in
  // their order, blocks in an order that has dominators first. *is_new is set
  // to false if a dominating access had the condition.
  uint32_t ConditionFor(const AccessSite& site, uint32_t block_id, CodeBuilder* at, bool* is_new);

  // For what is touched whether or not the access happens: `pointer`, which
  // points to one descriptor and is what `path` describes, or a pointer to
  // element 0 in each dimension where its index is out of range.
  uint32_t InRangePointer(const AccessPath& path, uint32_t pointer, uint32_t block_id, CodeBuilder* at);

  // index < count (a uint), as unsigned, for an index of any integer type; a
  // negative one is not. Sets *index to its low 32 bits.
  uint32_t IsBelow(uint32_t* index, uint32_t count, CodeBuilder* at);

  Function* function() const { return function_; }

  // After the last change to the function: removes what marked its start.
  void LeaveFunction();

  // The shadow of a pointer with a descriptor, whether that is rewritten or not
  // (then all its bytes count as bound). Usable behind `at`. Not remembered for
  // ConditionFor: shadows are not made in the order that it wants.
  // `sources`: what is asked of it, and of all pointers that flow together with it.
  Shadow ShadowOf(const AccessPath& path, bool is_rewritten, Sources sources, CodeBuilder* at);

  // The same, usable everywhere in the function. For a path that is all constant.
  Shadow ShadowAtStart(const AccessPath& path, bool is_rewritten, Sources sources);
  // The shadow of a pointer that `path` moves on from one with shadow `base`.
  Shadow MovedShadow(const Shadow& base, const AccessPath& path, Sources sources, CodeBuilder* at);

  // The descriptor's element indices with those that are out of range replaced
  // by 0, usable together with the condition; equal to path.element where all
  // are constants in range.
  std::vector<uint32_t> InRangeElement(const AccessPath& path, uint32_t block_id, CodeBuilder* at);

 private:
  // The checks of the element indices against the array's dimensions.
  struct Element {
    std::vector<uint32_t> indices;  // as uint, in range
    uint32_t in_range = 0;          // bool; 0 if nothing needs checking
    bool non_uniform = false;
    bool is_constant = false;
  };
  Element CheckElement(const AccessPath& path, uint32_t block_id, CodeBuilder* at);
  uint32_t Length(const AccessPath& path, const Element& element, uint32_t block_id, CodeBuilder* at);
  uint32_t InRange(const AccessSite& site, const Element& element, uint32_t block_id, CodeBuilder* at);
  uint32_t IsPresent(const AccessPath& path, const Element& element, uint32_t block_id, CodeBuilder* at);
  uint32_t Word(uint32_t index);
  // index <= limit, as unsigned; sets *index to its low 32 bits.
  uint32_t IsAtMost(uint32_t* index, uint32_t limit, CodeBuilder* at);
  uint32_t Compare(spv::Op op, uint32_t* index, uint32_t bound, CodeBuilder* at);
  uint32_t ExtentIndex(uint32_t length_id);

  // A builder for what is emitted once, at the function's start.
  CodeBuilder AtFunctionStart();

  // Values by key, each with the block that holds it (0: the function's start).
  struct Cached {
    uint32_t block_id, value;
  };
  uint32_t Lookup(const Key& key, uint32_t block_id) const;
  void Remember(const Key& key, uint32_t block_id, uint32_t value);

  using Wide = WideArithmetic::Number;
  void SetOffset(Shadow* shadow, const Wide& offset, CodeBuilder* at);
  uint32_t WideInRange(const AccessSite& site, const Shadow& base, CodeBuilder* at);

  Shared* shared_;
  ModuleBuilder* module_;
  const DecorationTable& decorations_;
  WideArithmetic wide_;
  Function* function_;
  opt::DominatorAnalysis* dominators_;
  Instruction* start_ = nullptr;  // hoisted values go before this OpNop
  bool only_start_ = false;       // remember only what is at the function's start
  std::map<Key, std::vector<Cached>> cache_;
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_GUARDCONDITIONS_H_
