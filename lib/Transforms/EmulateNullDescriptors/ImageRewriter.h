// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_IMAGEREWRITER_H_
#define LACUNA_EMULATENULLDESCRIPTORS_IMAGEREWRITER_H_

#include "Analysis/ImageOps.h"
#include "Transforms/EmulateNullDescriptors/GuardConditions.h"
#include "Transforms/EmulateNullDescriptors/GuardedAccess.h"

namespace lacuna {

// Puts image and texel-buffer accesses under their conditions.
//
// - Writes, atomics and reads go under a branch, with the OpSampledImage or
//   OpImageTexelPointer that belongs to them.
// - What takes derivatives runs in any case, and its result is selected: a
//   derivative in control flow that is not uniform is undefined. Sparse reads
//   too, so that their residency code stays what the driver says. A read that
//   runs on a stand-in has its coordinates, level and sample set to 0.
// - Queries run on the stand-in and their result is selected; a level that is
//   asked for becomes 0 first, as it may be any number.
// - Texels of texel buffers are touched only below the buffer's size.
class ImageRewriter {
 public:
  // Guards that split a block are left in `pending`.
  ImageRewriter(ModuleBuilder* module, GuardConditions* conditions, LoadGuard loads, AtomicResult atomic_result,
                PendingGuards* pending)
      : module_(module), conditions_(conditions), loads_(loads), atomic_result_(atomic_result), pending_(pending) {}

  // Does rewriting the access split its block?
  bool Splits(const AccessSite& site) const;

  void Rewrite(const AccessSite& site, uint32_t block_id);

 private:
  uint32_t Condition(const AccessSite& site, uint32_t block_id, CodeBuilder* at);
  void ClampElement(const AccessSite& site, uint32_t block_id);
  void Guard(const AccessSite& site, uint32_t block_id);
  void Select(const AccessSite& site, uint32_t block_id);
  void ZeroOperand(Instruction* inst, uint32_t in_operand, uint32_t condition, CodeBuilder* at);
  void ZeroTexelOperands(Instruction* inst, const ImageOp& op, uint32_t condition, CodeBuilder* at);

  ModuleBuilder* module_;
  GuardConditions* conditions_;
  LoadGuard loads_;
  AtomicResult atomic_result_;
  PendingGuards* pending_;
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_IMAGEREWRITER_H_
