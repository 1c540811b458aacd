// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_CODEREGION_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_CODEREGION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "Support/CodeBuilder.h"

namespace lacuna {

// Structured code that grows at its end, block after block.
class CodeRegion {
 public:
  // Begins at the end of `block`, which has no terminator. New blocks follow it
  // in its function, all at once when the region is complete and destroyed.
  // What is emitted serves `origin`, which may be null.
  CodeRegion(ModuleBuilder* module, BasicBlock* block, const Instruction* origin)
      : module_(module), first_(block), block_(block), origin_(origin) {}
  CodeRegion(const CodeRegion&) = delete;
  CodeRegion& operator=(const CodeRegion&) = delete;
  ~CodeRegion();

  ModuleBuilder* module() const { return module_; }
  const Instruction* origin() const { return origin_; }

  // Emits at the region's end.
  CodeBuilder At() { return CodeBuilder::AtEnd(module_, block_, origin_); }

  // Emits a part of the region and returns its value's id, or 0 for none.
  using Body = std::function<uint32_t()>;

  // if (condition) { then } else { otherwise }. Returns a phi of both values; 0
  // if `type` is 0. `otherwise` may be null where there is no type.
  uint32_t If(uint32_t condition, uint32_t type, const Body& then, const Body& otherwise);

  // The same for `selector` being 0, 1, ..., count - 1, and anything else.
  uint32_t Switch(uint32_t selector, uint32_t count, uint32_t type, const std::function<uint32_t(uint32_t)>& body,
                  const Body& otherwise);

 private:
  BasicBlock* Grow();

  ModuleBuilder* module_;
  BasicBlock* first_;
  BasicBlock* block_;                              // where emission goes on
  std::vector<std::unique_ptr<BasicBlock>> rest_;  // in the function's order
  const Instruction* origin_;
};

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_CODEREGION_H_
