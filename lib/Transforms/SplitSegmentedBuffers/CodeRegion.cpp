// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/CodeRegion.h"

#include <utility>
#include <vector>

#include "Support/ControlFlow.h"

namespace lacuna {

CodeRegion::~CodeRegion() {
  if (!rest_.empty()) AddBlocksAfter(first_, std::move(rest_));
}

BasicBlock* CodeRegion::Grow() {
  rest_.push_back(NewBlock(module_, first_->GetParent()));
  block_ = rest_.back().get();
  return block_;
}

uint32_t CodeRegion::If(uint32_t condition, uint32_t type, const Body& then, const Body& otherwise) {
  if (module_->failed()) return 0;
  BasicBlock* header = block_;
  const uint32_t then_label = Grow()->id();
  const uint32_t then_value = then();
  BasicBlock* then_end = block_;
  uint32_t otherwise_label = 0, otherwise_value = 0;
  BasicBlock* otherwise_end = header;
  if (otherwise != nullptr) {
    otherwise_label = Grow()->id();
    otherwise_value = otherwise();
    otherwise_end = block_;
  }
  const uint32_t merge = Grow()->id();
  if (module_->failed()) return 0;
  CodeBuilder::AtEnd(module_, then_end, origin_).Branch(merge);
  if (otherwise != nullptr) CodeBuilder::AtEnd(module_, otherwise_end, origin_).Branch(merge);
  CodeBuilder::AtEnd(module_, header, origin_)
      .Selection(condition, then_label, otherwise != nullptr ? otherwise_label : merge, merge);
  if (type == 0) return 0;
  return At().Phi(0, type, {{then_value, then_end->id()}, {otherwise_value, otherwise_end->id()}});
}

uint32_t CodeRegion::Switch(uint32_t selector, uint32_t count, uint32_t type,
                            const std::function<uint32_t(uint32_t)>& body, const Body& otherwise) {
  if (module_->failed()) return 0;
  BasicBlock* header = block_;
  std::vector<opt::Operand> targets{IdOperand(selector), IdOperand(0)};
  std::vector<std::pair<uint32_t, BasicBlock*>> ends;
  for (uint32_t i = 0; i < count; ++i) {
    targets.push_back(LiteralOperand(i));
    targets.push_back(IdOperand(Grow()->id()));
    const uint32_t value = body(i);
    ends.push_back({value, block_});
  }
  targets[1] = IdOperand(Grow()->id());
  const uint32_t value = otherwise == nullptr ? 0 : otherwise();
  ends.push_back({value, block_});
  const uint32_t merge = Grow()->id();
  if (module_->failed()) return 0;
  CodeBuilder at = CodeBuilder::AtEnd(module_, header, origin_);
  at.SelectionMerge(merge);
  // Nothing may stand between the two, so the branch states no line of its own.
  CodeBuilder::AtEnd(module_, header, nullptr).EmitVoid(spv::Op::OpSwitch, targets);
  std::vector<std::pair<uint32_t, uint32_t>> incoming;
  for (const auto& [each, end] : ends) {
    CodeBuilder::AtEnd(module_, end, origin_).Branch(merge);
    incoming.push_back({each, end->id()});
  }
  return type == 0 ? 0 : At().Phi(0, type, incoming);
}

}  // namespace lacuna
