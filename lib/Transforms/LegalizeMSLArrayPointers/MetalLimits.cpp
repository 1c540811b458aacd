// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/LegalizeMSLArrayPointers/MetalLimits.h"

#include "Analysis/Parameters.h"

namespace lacuna {

namespace {

// The type of the number that an atomic changes, or 0.
uint32_t AtomicType(opt::analysis::DefUseManager* defs, const Instruction& inst) {
  const Instruction* pointer = defs->GetDef(inst.GetSingleWordInOperand(0));
  const Instruction* type = pointer->type_id() == 0 ? nullptr : defs->GetDef(pointer->type_id());
  return type != nullptr && type->opcode() == spv::Op::OpTypePointer ? type->GetSingleWordInOperand(1) : 0;
}

// The variables with descriptors behind a pointer, through parameters and all
// other ways.
std::vector<const Descriptor*> DescriptorsBehind(opt::analysis::DefUseManager* defs, const ParameterTable& parameters,
                                                 const DescriptorTable& descriptors, uint32_t pointer) {
  std::set<uint32_t> seen;
  std::vector<const Descriptor*> found;
  std::vector<uint32_t> work{pointer};
  while (!work.empty()) {
    const uint32_t id = work.back();
    work.pop_back();
    if (!seen.insert(id).second) continue;
    if (const Descriptor* descriptor = descriptors.Find(id)) {
      found.push_back(descriptor);
      continue;
    }
    const Instruction* inst = defs->GetDef(id);
    switch (inst->opcode()) {
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
      case spv::Op::OpCopyObject:
      case spv::Op::OpLoad:
      case spv::Op::OpImageTexelPointer:
        work.push_back(inst->GetSingleWordInOperand(0));
        break;
      case spv::Op::OpFunctionParameter:
        parameters.WhileEachArgument(*inst, [&work](uint32_t argument) {
          work.push_back(argument);
          return true;
        });
        break;
      default:
        break;
    }
  }
  return found;
}

}  // namespace

std::vector<MetalLimit> FindMetalLimits(IRContext* context, const DescriptorTable& descriptors, const CallGraph& calls,
                                        const MslVersion& version) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  const ParameterTable parameters(context);
  std::vector<MetalLimit> limits;
  for (Function& function : *context->module()) {
    if (calls.EntryPointsReaching(function.result_id()).empty()) continue;
    function.ForEachInst([&](const Instruction* inst) {
      if (inst->opcode() == spv::Op::OpImageTexelPointer && !version.AtLeast(3, 1)) {
        const uint32_t image = inst->GetSingleWordInOperand(0);
        for (const Descriptor* descriptor : DescriptorsBehind(defs, parameters, descriptors, image)) {
          if (descriptor->dimensions.empty()) continue;
          limits.push_back({inst, descriptor,
                            "Metal " + version.ToString() +
                                " has no atomics on images in arrays; 3.1 has, see the option msl-version"});
        }
        return;
      }
      if (!spvOpcodeIsAtomicOp(inst->opcode())) return;
      const uint32_t type_id = AtomicType(defs, *inst);
      const Instruction* type = type_id == 0 ? nullptr : defs->GetDef(type_id);
      if (type == nullptr) return;
      const bool is_float = type->opcode() == spv::Op::OpTypeFloat;
      if (!is_float && type->opcode() != spv::Op::OpTypeInt) return;
      std::string reason;
      if (type->GetSingleWordInOperand(0) == 64) {
        reason = "Metal has no 64-bit atomics";
      } else if (is_float && !version.AtLeast(3, 0)) {
        reason = "Metal " + version.ToString() + " has no float atomics; 3.0 has, see the option msl-version";
      } else {
        return;
      }
      const std::vector<const Descriptor*> found =
          DescriptorsBehind(defs, parameters, descriptors, inst->GetSingleWordInOperand(0));
      limits.push_back({inst, found.empty() ? nullptr : found.front(), reason});
    });
  }
  return limits;
}

}  // namespace lacuna
