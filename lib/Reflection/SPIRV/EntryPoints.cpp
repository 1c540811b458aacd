// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/EntryPoints.h"

#include <unordered_map>

#include "Reflection/SPIRV/InterfaceVariables.h"

namespace lacuna::reflection::spirv {

using spv::Decoration;
using spv::ExecutionModel;
using spv::Op;
using spv::StorageClass;

namespace {

Stage ToStage(uint32_t model) {
  switch (static_cast<ExecutionModel>(model)) {
    case ExecutionModel::Vertex:
      return Stage::kVertex;
    case ExecutionModel::TessellationControl:
      return Stage::kTessellationControl;
    case ExecutionModel::TessellationEvaluation:
      return Stage::kTessellationEvaluation;
    case ExecutionModel::Geometry:
      return Stage::kGeometry;
    case ExecutionModel::Fragment:
      return Stage::kFragment;
    case ExecutionModel::GLCompute:
      return Stage::kCompute;
    case ExecutionModel::Kernel:
      return Stage::kKernel;
    case ExecutionModel::TaskNV:
    case ExecutionModel::TaskEXT:
      return Stage::kTask;
    case ExecutionModel::MeshNV:
    case ExecutionModel::MeshEXT:
      return Stage::kMesh;
    case ExecutionModel::RayGenerationKHR:
      return Stage::kRayGeneration;
    case ExecutionModel::IntersectionKHR:
      return Stage::kIntersection;
    case ExecutionModel::AnyHitKHR:
      return Stage::kAnyHit;
    case ExecutionModel::ClosestHitKHR:
      return Stage::kClosestHit;
    case ExecutionModel::MissKHR:
      return Stage::kMiss;
    case ExecutionModel::CallableKHR:
      return Stage::kCallable;
    default:
      return Stage::kUnknown;
  }
}

// What RayVariable::storage is for a storage class, or null.
const char* RayStorage(StorageClass storage) {
  switch (storage) {
    case StorageClass::RayPayloadKHR:
      return "ray-payload";
    case StorageClass::IncomingRayPayloadKHR:
      return "incoming-ray-payload";
    case StorageClass::CallableDataKHR:
      return "callable-data";
    case StorageClass::IncomingCallableDataKHR:
      return "incoming-callable-data";
    case StorageClass::HitAttributeKHR:
      return "hit-attribute";
    default:
      return nullptr;
  }
}

class EntryPointReader {
 public:
  EntryPointReader(const CallGraph& calls, ResourceUses* uses, Context* context)
      : calls_(calls), uses_(*uses), context_(*context), variables_(context) {}

  bool Run() {
    for (const Inst& inst : context_.table.instructions()) {
      if (inst.opcode == Op::OpFunction) break;
      if (inst.opcode == Op::OpExecutionMode || inst.opcode == Op::OpExecutionModeId) {
        modes_[context_.table.Word(inst, 1)].push_back(&inst);
      }
      // Decorations of constants come before the constants.
      if (inst.opcode == Op::OpConstantComposite || inst.opcode == Op::OpSpecConstantComposite) {
        if (context_.decorations.Value(inst.result_id, Decoration::BuiltIn) ==
            static_cast<uint32_t>(spv::BuiltIn::WorkgroupSize)) {
          workgroup_size_ = &inst;
        }
      }
    }
    for (const Inst& inst : context_.table.instructions()) {
      if (inst.opcode == Op::OpFunction) break;
      if (inst.opcode == Op::OpEntryPoint && !Read(inst)) return false;
    }
    if (context_.module.entry_points.empty()) {
      context_.module.notes.push_back({"the module has no entry point", std::nullopt});
    }
    return true;
  }

 private:
  bool Read(const Inst& inst) {
    const ModuleTable& table = context_.table;
    EntryPoint entry_point;
    entry_point.stage_number = table.Word(inst, 1);
    entry_point.stage = ToStage(entry_point.stage_number);
    entry_point.id = table.Word(inst, 2);
    uint32_t first_variable = 0;
    entry_point.name = table.Text(inst, 3, &first_variable);
    if (!context_.progress.TakeRecord(entry_point.name)) return false;
    const int64_t function = table.FunctionIndex(entry_point.id);
    if (function < 0) {
      return context_.Fail(
          inst,
          "entry point '" + entry_point.name + "' names %" + std::to_string(entry_point.id) + ", which is no function",
          "the id of an OpFunction");
    }
    std::unordered_set<uint32_t> used;
    if (!uses_.Fill(calls_, static_cast<uint32_t>(function), &entry_point, &used)) return false;
    // Findings name the entry point along with each resource.
    if (!context_.progress.TakePath(entry_point.name.size() * (1 + entry_point.uses.size()))) return false;
    if (!ReadModes(&entry_point) || !ReadInterface(inst, first_variable, used, &entry_point)) return false;
    context_.module.entry_points.push_back(std::move(entry_point));
    return true;
  }

  bool ReadModes(EntryPoint* entry_point) {
    const ModuleTable& table = context_.table;
    const Inst* local_size = nullptr;
    auto modes = modes_.find(entry_point->id);
    if (modes != modes_.end()) {
      for (const Inst* inst : modes->second) {
        const auto mode = static_cast<spv::ExecutionMode>(table.Word(*inst, 2));
        ExecutionMode result;
        result.name = spv::ExecutionModeToString(mode);
        if (result.name == "Unknown") result.name = std::to_string(table.Word(*inst, 2));
        // Two entry points may share a function and its modes.
        if (!context_.progress.TakeRecord(result.name) || !context_.progress.TakeText(inst->length * uint64_t{8})) {
          return false;
        }
        for (uint32_t word = 3; word < inst->length; ++word) {
          const uint32_t operand = table.Word(*inst, word);
          result.operands.push_back(inst->opcode == Op::OpExecutionModeId ? context_.constants.Find(operand).bits
                                                                          : operand);
        }
        if (mode == spv::ExecutionMode::LocalSize || mode == spv::ExecutionMode::LocalSizeId) local_size = inst;
        entry_point->execution_modes.push_back(std::move(result));
      }
    }
    // The built-in constant, where there is one, wins over the execution mode.
    const bool has_workgroup = entry_point->stage == Stage::kCompute || entry_point->stage == Stage::kKernel ||
                               entry_point->stage == Stage::kTask || entry_point->stage == Stage::kMesh;
    const Inst* source = has_workgroup && workgroup_size_ != nullptr ? workgroup_size_ : local_size;
    if (source == nullptr) return true;
    for (uint32_t i = 0; i < 3; ++i) {
      WorkgroupDimension dimension;
      const uint32_t operand = table.Word(*source, 3 + i);
      if (source->opcode == Op::OpExecutionMode) {
        dimension.value = operand;
      } else {
        dimension.value = context_.constants.Find(operand).bits;
        if (!context_.constants.SpecIdsOf(operand, &context_.progress, &dimension.spec_ids)) return false;
        for (uint32_t spec_id : dimension.spec_ids) {
          if (!context_.progress.TakeText(16)) return false;
          context_.sized.emplace_back(spec_id, std::string("workgroup ") + "xyz"[i]);
        }
      }
      entry_point->workgroup.push_back(std::move(dimension));
    }
    return true;
  }

  bool ReadInterface(const Inst& inst, uint32_t first, const std::unordered_set<uint32_t>& used,
                     EntryPoint* entry_point) {
    const ModuleTable& table = context_.table;
    std::unordered_set<uint32_t> seen;
    for (uint32_t word = first; word < inst.length; ++word) {
      const uint32_t id = table.Word(inst, word);
      const Inst* variable = table.Def(id);
      if (variable == nullptr) {
        return context_.Fail(inst,
                             "entry point '" + entry_point->name + "' lists %" + std::to_string(id) +
                                 ", which the module does not define",
                             "the id of a variable");
      }
      if (variable->opcode != Op::OpVariable || !seen.insert(id).second) continue;
      const auto storage = static_cast<StorageClass>(table.Word(*variable, 3));
      if (const char* ray_storage = RayStorage(storage)) {
        RayVariable result;
        result.storage = ray_storage;
        if (!context_.progress.TakePath(entry_point->name.size())) return false;
        if (!variables_.DescribeRayVariable(*variable, &result.variable)) return false;
        SetUsed(used.count(id) != 0, &result.variable);
        entry_point->ray_variables.push_back(std::move(result));
        continue;
      }
      if (storage != StorageClass::Input && storage != StorageClass::Output) continue;
      const bool is_input = storage == StorageClass::Input;
      InterfaceVariable result;
      if (!context_.progress.TakePath(entry_point->name.size())) return false;
      if (!variables_.Describe(*variable, entry_point->stage, is_input, &result)) return false;
      SetUsed(used.count(id) != 0, &result);
      (is_input ? entry_point->inputs : entry_point->outputs).push_back(std::move(result));
    }
    CountSemantics(&entry_point->inputs);
    CountSemantics(&entry_point->outputs);
    return true;
  }

  static void SetUsed(bool used, InterfaceVariable* variable) {
    variable->used = used;
    for (InterfaceVariable& member : variable->members) SetUsed(used, &member);
  }

  const CallGraph& calls_;
  ResourceUses& uses_;
  Context& context_;
  InterfaceVariables variables_;
  std::unordered_map<uint32_t, std::vector<const Inst*>> modes_;
  const Inst* workgroup_size_ = nullptr;
};

}  // namespace

const Inst* FindEntryPoint(const ModuleTable& table, const std::string& name, Stage stage) {
  for (const Inst& inst : table.instructions()) {
    if (inst.opcode == Op::OpFunction) break;
    if (inst.opcode != Op::OpEntryPoint) continue;
    const bool right_stage = stage == Stage::kUnknown || ToStage(table.Word(inst, 1)) == stage;
    if (right_stage && (name.empty() || table.Text(inst, 3) == name)) return &inst;
  }
  return nullptr;
}

bool ReadEntryPoints(const CallGraph& calls, ResourceUses* uses, Context* context) {
  return EntryPointReader(calls, uses, context).Run();
}

}  // namespace lacuna::reflection::spirv
