// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/ResourceUses.h"

#include <algorithm>
#include <string_view>

namespace lacuna::reflection::spirv {

using spv::Op;
using Kind = Type::Kind;

namespace {

bool IsAtomic(Op opcode) {
  switch (opcode) {
    case Op::OpAtomicExchange:
    case Op::OpAtomicCompareExchange:
    case Op::OpAtomicCompareExchangeWeak:
    case Op::OpAtomicIIncrement:
    case Op::OpAtomicIDecrement:
    case Op::OpAtomicIAdd:
    case Op::OpAtomicISub:
    case Op::OpAtomicSMin:
    case Op::OpAtomicUMin:
    case Op::OpAtomicSMax:
    case Op::OpAtomicUMax:
    case Op::OpAtomicAnd:
    case Op::OpAtomicOr:
    case Op::OpAtomicXor:
    case Op::OpAtomicFlagTestAndSet:
    case Op::OpAtomicFlagClear:
    case Op::OpAtomicFAddEXT:
    case Op::OpAtomicFMinEXT:
    case Op::OpAtomicFMaxEXT:
      return true;
    default:
      return false;
  }
}

// What is done with the instruction's first id operand, an image or a sampled
// image; 0 for other instructions.
uint8_t ImageUse(Op opcode) {
  switch (opcode) {
    case Op::OpImageSampleImplicitLod:
    case Op::OpImageSampleExplicitLod:
    case Op::OpImageSampleDrefImplicitLod:
    case Op::OpImageSampleDrefExplicitLod:
    case Op::OpImageSampleProjImplicitLod:
    case Op::OpImageSampleProjExplicitLod:
    case Op::OpImageSampleProjDrefImplicitLod:
    case Op::OpImageSampleProjDrefExplicitLod:
    case Op::OpImageGather:
    case Op::OpImageDrefGather:
    case Op::OpImageSparseSampleImplicitLod:
    case Op::OpImageSparseSampleExplicitLod:
    case Op::OpImageSparseSampleDrefImplicitLod:
    case Op::OpImageSparseSampleDrefExplicitLod:
    case Op::OpImageSparseGather:
    case Op::OpImageSparseDrefGather:
    case Op::OpImageSampleFootprintNV:
      return ResourceUses::kSampled;
    case Op::OpImageFetch:
    case Op::OpImageSparseFetch:
      return ResourceUses::kFetched;
    case Op::OpImageRead:
    case Op::OpImageSparseRead:
      return ResourceUses::kRead;
    case Op::OpImageWrite:
      return ResourceUses::kWritten;
    case Op::OpImageQuerySizeLod:
    case Op::OpImageQuerySize:
    case Op::OpImageQueryLod:
    case Op::OpImageQueryLevels:
    case Op::OpImageQuerySamples:
      return ResourceUses::kQueried;
    default:
      return 0;
  }
}

}  // namespace

bool ResourceUses::IsHandle(uint32_t type_id) const {
  const Type* type = context_.types.WithoutArrays(context_.types.Find(type_id));
  if (type == nullptr) return false;
  switch (type->kind) {
    case Kind::kImage:
    case Kind::kSampler:
    case Kind::kSampledImage:
    case Kind::kAccelerationStructure:
      return true;
    case Kind::kPointer:
    case Kind::kUntypedPointer:
      // An address is a number: what it leads to is no part of what holds it.
      return type->storage != spv::StorageClass::PhysicalStorageBuffer;
    default:
      return false;
  }
}

bool ResourceUses::Build() {
  const ModuleTable& table = context_.table;
  for (const Inst& inst : table.instructions()) {
    if (inst.opcode == Op::OpFunction) break;
    if (inst.opcode == Op::OpVariable || inst.opcode == Op::OpUntypedVariableKHR) variables_.insert(inst.result_id);
    if (context_.constants.IsSpecialized(inst.result_id)) specialized_.insert(inst.result_id);
    if (inst.opcode == Op::OpExtInstImport) {
      const std::string name = table.Text(inst, 2);
      if (name.compare(0, 12, "NonSemantic.") == 0 || name == "OpenCL.DebugInfo.100" || name == "DebugInfo") {
        silent_sets_.insert(inst.result_id);
      }
    }
    const bool refers = inst.opcode == Op::OpVariable || inst.opcode == Op::OpUntypedVariableKHR ||
                        inst.opcode == Op::OpConstantComposite || inst.opcode == Op::OpSpecConstantComposite ||
                        inst.opcode == Op::OpSpecConstantOp;
    for (uint32_t i = 0; refers && i < inst.id_count; ++i) {
      const uint32_t id = table.IdOperand(inst, i);
      if (variables_.count(id) != 0 || specialized_.count(id) != 0 || references_.count(id) != 0) {
        references_[inst.result_id].push_back(id);
      }
    }
  }
  functions_.resize(table.functions().size());
  for (uint32_t f = 0; f < functions_.size(); ++f) {
    const FunctionRange& range = table.functions()[f];
    pointers_.clear();
    for (uint32_t i = range.begin; i < range.end; ++i) {
      const Inst& inst = table.instructions()[i];
      if (inst.opcode == Op::OpExtInst && silent_sets_.count(table.Word(inst, 3)) != 0) continue;
      if (!Visit(f, inst) || !VisitPaths(f, inst)) return false;
    }
    std::vector<uint32_t>& constants = functions_[f].constants;
    std::sort(constants.begin(), constants.end());
    constants.erase(std::unique(constants.begin(), constants.end()), constants.end());
  }
  Propagate();
  return true;
}

void ResourceUses::Derive(uint32_t function, uint32_t derived, uint32_t base) {
  (IsVariable(base) ? variable_edges_ : edges_).push_back({derived, base, function});
}

void ResourceUses::Use(uint32_t function, uint32_t id, uint8_t flags) {
  if (IsVariable(id)) {
    functions_[function].variables[id] |= flags;
  } else {
    flags_[id] |= flags;
  }
}

// Every id operand, as an instruction that nothing is known about.
bool ResourceUses::UseAll(uint32_t function, const Inst& inst, uint8_t flags) {
  for (uint32_t i = 0; i < inst.id_count; ++i) {
    const uint32_t id = context_.table.IdOperand(inst, i);
    const Inst* def = context_.table.Def(id);
    if (def == nullptr || !IsHandle(def->type_id)) continue;
    Use(function, id, flags);
  }
  return true;
}

bool ResourceUses::Visit(uint32_t function, const Inst& inst) {
  const ModuleTable& table = context_.table;
  // Static use: being named is enough.
  for (uint32_t i = 0; i < inst.id_count; ++i) {
    const uint32_t id = table.IdOperand(inst, i);
    if (IsVariable(id)) functions_[function].variables[id];
    if (specialized_.count(id) != 0 || references_.count(id) != 0) functions_[function].constants.push_back(id);
  }
  const uint32_t first = inst.id_count == 0 ? 0 : table.IdOperand(inst, 0);
  if (const uint8_t flags = ImageUse(inst.opcode)) {
    Use(function, first, flags);
    return true;
  }
  if (IsAtomic(inst.opcode)) {
    Use(function, first, kAtomic | kRead | kWritten);
    return true;
  }
  switch (inst.opcode) {
    case Op::OpAtomicLoad:
      Use(function, first, kAtomic | kRead);
      return true;
    case Op::OpAtomicStore:
      Use(function, first, kAtomic | kWritten);
      return true;
    case Op::OpLoad:
      // A handle is not what is read: what is done with it counts.
      if (IsHandle(inst.type_id)) {
        Derive(function, inst.result_id, first);
      } else {
        Use(function, first, kRead);
      }
      return true;
    case Op::OpStore: {
      const uint32_t value = table.Word(inst, 2);
      const Inst* def = table.Def(value);
      if (def == nullptr || !IsHandle(def->type_id)) {
        Use(function, first, kWritten);
      } else if (IsVariable(first)) {
        // A pointer in a variable of the module: any function may use it.
        Use(function, value, kRead | kWritten | kAtomic);
      } else {
        Derive(function, first, value);
      }
      return true;
    }
    case Op::OpCopyMemory:
    case Op::OpCopyMemorySized:
      Use(function, table.Word(inst, 1), kWritten);
      Use(function, table.Word(inst, 2), kRead);
      return true;
    case Op::OpArrayLength:
    case Op::OpUntypedArrayLengthKHR:
      // The untyped form names the structure first.
      Use(function, inst.opcode == Op::OpArrayLength ? first : table.Word(inst, 4), kQueried);
      return true;
    case Op::OpAccessChain:
    case Op::OpInBoundsAccessChain:
    case Op::OpPtrAccessChain:
    case Op::OpInBoundsPtrAccessChain:
    case Op::OpCopyObject:
    case Op::OpCopyLogical:
    case Op::OpBitcast:
    case Op::OpImage:
    case Op::OpImageTexelPointer:
    case Op::OpCompositeExtract:
      if (IsHandle(inst.type_id) || inst.opcode == Op::OpImageTexelPointer) Derive(function, inst.result_id, first);
      return true;
    case Op::OpUntypedAccessChainKHR:
    case Op::OpUntypedInBoundsAccessChainKHR:
    case Op::OpUntypedPtrAccessChainKHR:
    case Op::OpUntypedInBoundsPtrAccessChainKHR:
      Derive(function, inst.result_id, table.Word(inst, 4));
      return true;
    case Op::OpPhi:
      if (!IsHandle(inst.type_id)) return true;
      for (uint32_t word = 3; word < inst.length; word += 2) Derive(function, inst.result_id, table.Word(inst, word));
      return true;
    case Op::OpSelect:
    case Op::OpSampledImage:
    case Op::OpCompositeConstruct:
      if (!IsHandle(inst.type_id)) return true;
      for (uint32_t i = inst.opcode == Op::OpSelect ? 1 : 0; i < inst.id_count; ++i) {
        Derive(function, inst.result_id, table.IdOperand(inst, i));
      }
      return true;
    case Op::OpFunctionCall: {
      const int64_t callee = table.FunctionIndex(table.Word(inst, 3));
      if (callee < 0) return true;
      const std::vector<uint32_t>& parameters = table.functions()[static_cast<size_t>(callee)].parameters;
      for (uint32_t i = 0; i < parameters.size() && 4 + i < inst.length; ++i) {
        const Inst* argument = table.Def(table.Word(inst, 4 + i));
        if (argument != nullptr && IsHandle(argument->type_id)) {
          Derive(function, parameters[i], argument->result_id);
        }
      }
      return true;
    }
    case Op::OpReturnValue:
      // A handle that leaves its function: the caller may do anything.
      return UseAll(function, inst, kRead | kWritten);
    case Op::OpPtrEqual:
    case Op::OpPtrNotEqual:
    case Op::OpPtrDiff:
    case Op::OpFunction:
    case Op::OpFunctionParameter:
    case Op::OpVariable:
    case Op::OpLabel:
      return true;
    case Op::OpExtInst:
      return UseAll(function, inst, kRead | kWritten);
    case Op::OpCooperativeMatrixStoreKHR:
    case Op::OpCooperativeMatrixStoreNV:
      Use(function, first, kWritten);
      return true;
    default:
      return UseAll(function, inst, kRead);
  }
}

void ResourceUses::Propagate() {
  auto by_derived = [](const Edge& a, const Edge& b) { return a.derived < b.derived; };
  std::sort(edges_.begin(), edges_.end(), by_derived);
  std::vector<uint32_t> pending;
  for (const auto& [id, flags] : flags_) pending.push_back(id);
  while (!pending.empty()) {
    const uint32_t id = pending.back();
    pending.pop_back();
    const uint8_t flags = flags_[id];
    auto edge = std::lower_bound(edges_.begin(), edges_.end(), Edge{id, 0, 0}, by_derived);
    for (; edge != edges_.end() && edge->derived == id; ++edge) {
      uint8_t& base = flags_[edge->base];
      if ((base | flags) == base) continue;
      base |= flags;
      pending.push_back(edge->base);
    }
  }
  for (const Edge& edge : variable_edges_) {
    auto flags = flags_.find(edge.derived);
    if (flags != flags_.end()) functions_[edge.function].variables[edge.base] |= flags->second;
  }
}

bool ResourceUses::UsePath(uint32_t function, const BlockPath& path) {
  if (!paths_.MarkUsed(path)) return false;
  if (context_.module.resources[path.resource].kind != ResourceKind::kPushConstants) return true;
  PushRange range{path.resource, path.offset, path.end, paths_.NameOf(path)};
  if (!context_.progress.TakeSteps(1 + range.name.size())) return false;
  const uint64_t bytes = range.name.size();
  if (!functions_[function].push_ranges.emplace(std::move(range), true).second) return true;
  return context_.progress.TakeText(bytes);
}

// Which members are used: chains lead further into a block; whatever else takes
// a pointer uses all that it points to.
bool ResourceUses::VisitPaths(uint32_t function, const Inst& inst) {
  const ModuleTable& table = context_.table;
  auto find = [&](uint32_t id) -> std::optional<BlockPath> {
    auto local = pointers_.find(id);
    if (local != pointers_.end()) return local->second;
    return IsVariable(id) ? paths_.OfVariable(id) : std::nullopt;
  };
  if (inst.opcode == Op::OpAccessChain || inst.opcode == Op::OpInBoundsAccessChain || inst.opcode == Op::OpCopyObject) {
    if (auto base = find(table.Word(inst, 3))) {
      pointers_[inst.result_id] = inst.opcode == Op::OpCopyObject ? *base : paths_.Follow(*base, inst);
    }
    return true;
  }
  if (inst.opcode == Op::OpArrayLength) {
    auto base = find(table.Word(inst, 3));
    if (!base || base->variable != nullptr) return true;
    std::vector<Variable>& members = context_.module.resources[base->resource].block->members;
    const uint32_t member = table.Word(inst, 4);
    if (member < members.size()) members[member].used = true;
    return true;
  }
  for (uint32_t i = 0; i < inst.id_count; ++i) {
    const auto path = find(table.IdOperand(inst, i));
    if (path && !UsePath(function, *path)) return false;
  }
  return true;
}

bool ResourceUses::Fill(const CallGraph& calls, uint32_t function, EntryPoint* entry_point,
                        std::unordered_set<uint32_t>* variables) {
  auto found = results_.find(function);
  if (found == results_.end()) {
    Result result;
    if (!Collect(calls, function, &result)) return false;
    found = results_.emplace(function, std::move(result)).first;
  }
  const Result& result = found->second;
  // Every entry point has a copy of its own.
  uint64_t bytes = (result.uses.size() + result.spec_ids.size()) * 16;
  if (result.push_constants) {
    for (const std::string& member : result.push_constants->members) bytes += member.size() + 32;
  }
  if (!context_.progress.TakeText(bytes)) return false;
  entry_point->uses = result.uses;
  entry_point->push_constants = result.push_constants;
  entry_point->spec_ids = result.spec_ids;
  if (!context_.progress.TakeSteps(result.variables.size())) return false;
  *variables = result.variables;
  return true;
}

bool ResourceUses::Collect(const CallGraph& calls, uint32_t function, Result* result) {
  std::vector<uint32_t> reachable;
  if (!calls.Reachable(function, &context_.progress, &reachable)) return false;
  std::map<uint32_t, uint8_t> variables;
  std::map<PushRange, bool> push_ranges;
  std::unordered_set<uint32_t> seen;
  std::vector<uint32_t> pending;
  for (uint32_t f : reachable) {
    const FunctionUses& uses = functions_[f];
    if (!context_.progress.TakeSteps(uses.variables.size() + uses.constants.size() + 1)) return false;
    for (const auto& [id, flags] : uses.variables) {
      variables[id] |= flags;
      if (references_.count(id) != 0) pending.push_back(id);
    }
    pending.insert(pending.end(), uses.constants.begin(), uses.constants.end());
    for (const auto& [range, used] : uses.push_ranges) {
      if (!context_.progress.TakeSteps(1 + range.name.size())) return false;
      push_ranges.emplace(range, used);
    }
  }
  // What initializers and constants refer to is used along with them.
  while (!pending.empty()) {
    const uint32_t id = pending.back();
    pending.pop_back();
    if (!seen.insert(id).second) continue;
    if (!context_.progress.TakeSteps(1)) return false;
    if (IsVariable(id)) variables[id];
    if (auto spec_id = context_.decorations.Value(id, spv::Decoration::SpecId)) result->spec_ids.push_back(*spec_id);
    auto references = references_.find(id);
    if (references == references_.end()) continue;
    if (!context_.progress.TakeSteps(references->second.size())) return false;
    pending.insert(pending.end(), references->second.begin(), references->second.end());
  }
  std::sort(result->spec_ids.begin(), result->spec_ids.end());
  result->spec_ids.erase(std::unique(result->spec_ids.begin(), result->spec_ids.end()), result->spec_ids.end());
  for (const auto& [id, flags] : variables) result->variables.insert(id);
  if (!context_.progress.TakeSteps(context_.module.resources.size())) return false;
  for (size_t i = 0; i < context_.module.resources.size(); ++i) {
    auto used = variables.find(context_.module.resources[i].id);
    if (used == variables.end()) continue;
    ResourceUse use;
    use.resource = static_cast<uint32_t>(i);
    use.read = (used->second & kRead) != 0;
    use.written = (used->second & kWritten) != 0;
    use.atomic = (used->second & kAtomic) != 0;
    use.sampled = (used->second & kSampled) != 0;
    use.fetched = (used->second & kFetched) != 0;
    use.queried = (used->second & kQueried) != 0;
    result->uses.push_back(use);
  }
  return CollectPushConstants(push_ranges, result);
}

bool ResourceUses::CollectPushConstants(const std::map<PushRange, bool>& ranges, Result* result) {
  for (const ResourceUse& use : result->uses) {
    const Resource& resource = context_.module.resources[use.resource];
    if (resource.kind != ResourceKind::kPushConstants || !resource.block) continue;
    PushConstantUse push;
    push.resource = use.resource;
    push.offset = UINT64_MAX;
    for (const Variable& member : resource.block->members) push.offset = std::min(push.offset, member.offset);
    if (resource.block->members.empty()) push.offset = 0;
    push.end = resource.block->size;
    push.used_offset = UINT64_MAX;
    for (const auto& [range, used] : ranges) {
      if (range.resource != use.resource) continue;
      if (range.name.empty()) push.whole_block = true;
      push.used_offset = std::min(push.used_offset, range.offset);
      push.used_end = std::max(push.used_end, range.end);
      if (range.name.empty() || (!push.members.empty() && push.members.back() == range.name)) continue;
      if (std::find(push.members.begin(), push.members.end(), range.name) != push.members.end()) continue;
      if (!context_.progress.TakeSteps(push.members.size() + 1)) return false;
      push.members.push_back(range.name);
    }
    if (push.whole_block) push.used_offset = push.offset;
    if (push.used_offset == UINT64_MAX) push.used_offset = push.used_end = 0;
    result->push_constants = std::move(push);
    return true;  // an entry point has one such block at most
  }
  return true;
}

}  // namespace lacuna::reflection::spirv
