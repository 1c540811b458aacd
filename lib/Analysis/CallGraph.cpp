// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/CallGraph.h"

namespace lacuna {

CallGraph::CallGraph(IRContext* context) : context_(context) {
  std::map<uint32_t, std::set<uint32_t>> callees;
  for (Function& function : *context->module()) {
    auto& set = callees[function.result_id()];
    // Besides OpFunctionCall, some instructions take a function to call as an
    // operand (the decode functions of cooperative matrix loads, for example).
    function.ForEachInst([&set, context](const Instruction* inst) {
      inst->ForEachInId([&set, context](const uint32_t* id) {
        const Instruction* def = context->get_def_use_mgr()->GetDef(*id);
        if (def != nullptr && def->opcode() == spv::Op::OpFunction) set.insert(*id);
      });
    });
  }
  for (Instruction& inst : context->module()->entry_points()) entry_points_.push_back(&inst);
  for (uint32_t e = 0; e < entry_points_.size(); ++e) {
    std::vector<uint32_t> work{entry_points_[e]->GetSingleWordInOperand(1)};
    while (!work.empty()) {
      const uint32_t function = work.back();
      work.pop_back();
      if (!reaching_[function].insert(e).second) continue;
      const auto& next = callees[function];
      work.insert(work.end(), next.begin(), next.end());
    }
  }
}

const std::set<uint32_t>& CallGraph::EntryPointsReaching(uint32_t function_id) const {
  static const std::set<uint32_t>* const none = new std::set<uint32_t>;
  auto found = reaching_.find(function_id);
  return found == reaching_.end() ? *none : found->second;
}

std::set<uint32_t> CallGraph::EntryPointsUsing(uint32_t id) const {
  std::set<uint32_t> result;
  context_->get_def_use_mgr()->ForEachUser(id, [this, &result](Instruction* user) {
    BasicBlock* block = context_->get_instr_block(user);
    if (block == nullptr) return;
    const auto& reaching = EntryPointsReaching(block->GetParent()->result_id());
    result.insert(reaching.begin(), reaching.end());
  });
  return result;
}

std::string EntryPointName(const Instruction& entry_point) { return entry_point.GetInOperand(2).AsString(); }

std::string StageName(spv::ExecutionModel model) {
  switch (model) {
    case spv::ExecutionModel::Vertex: return "vertex";
    case spv::ExecutionModel::TessellationControl: return "tessellation-control";
    case spv::ExecutionModel::TessellationEvaluation: return "tessellation-evaluation";
    case spv::ExecutionModel::Geometry: return "geometry";
    case spv::ExecutionModel::Fragment: return "fragment";
    case spv::ExecutionModel::GLCompute: return "compute";
    case spv::ExecutionModel::Kernel: return "kernel";
    case spv::ExecutionModel::TaskNV:
    case spv::ExecutionModel::TaskEXT: return "task";
    case spv::ExecutionModel::MeshNV:
    case spv::ExecutionModel::MeshEXT: return "mesh";
    case spv::ExecutionModel::RayGenerationKHR: return "ray-generation";
    case spv::ExecutionModel::IntersectionKHR: return "intersection";
    case spv::ExecutionModel::AnyHitKHR: return "any-hit";
    case spv::ExecutionModel::ClosestHitKHR: return "closest-hit";
    case spv::ExecutionModel::MissKHR: return "miss";
    case spv::ExecutionModel::CallableKHR: return "callable";
    default: return "unknown";
  }
}

}  // namespace lacuna
