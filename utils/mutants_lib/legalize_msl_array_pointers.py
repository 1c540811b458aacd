# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults of legalize-msl-array-pointers. Each is a small edit of the
pass, or of what it stands on, that a person could have made by mistake."""
from .fault import mutant

NAME = "legalize-msl-array-pointers"
FOLDER = "lib/Transforms/LegalizeMSLArrayPointers/"
TESTS = {"structure": ["Transforms/LegalizeMSLArrayPointers"], "execution": ["MSL", "Exec/difftest"]}

REWRITER = "lib/Transforms/Utils/PointerRewriter.cpp"
PARTS = "lib/Transforms/Utils/PointerParts.cpp"
CLEANUP = "lib/Transforms/Utils/Cleanup.cpp"
FLOW = "lib/Analysis/PointerFlow.cpp"
CHECKS = "lib/Analysis/PointerFlowChecks.cpp"
KEPT = "lib/Analysis/KeptParameters.cpp"
LOADED = "lib/Analysis/LoadedValues.cpp"

# Runs what SPIRV-Cross prints, and random modules before and after the pass.
PRINTED = "MSL/cases|MSL/composition"
RANDOM = "random-modules"

MUTANTS = [
    # Specialised functions.
    mutant(
        "specialisation-shared", "calls with pointers into different variables share a specialised function",
        (FLOW,
         "  return found == index_.end() ? nullptr : found->second;\n}\n\nInstance* PointerFlow::Get(",
         "  if (found == index_.end()) {\n"
         "    for (const auto& [key, instance] : index_) {\n"
         "      bool fits = key.first == function_id;\n"
         "      for (size_t i = 0; fits && i < bindings.size(); ++i) {\n"
         "        const Binding &a = bindings[i], &b = key.second[i];\n"
         "        fits = a.is_bound() == b.is_bound() &&\n"
         "               (!a.is_bound() || shapes_->SlotCount(a.shapes) == shapes_->SlotCount(b.shapes));\n"
         "      }\n"
         "      if (fits) return instance;\n"
         "    }\n"
         "    return nullptr;\n"
         "  }\n"
         "  return found->second;\n}\n\nInstance* PointerFlow::Get("),
        structure="two-parameters|three-variables", execution=PRINTED + "|" + RANDOM),
    mutant(
        "constant-of-one-call", "an index that one call gives as a constant is taken to be that for all calls",
        (CLEANUP, "      same &= value == 0 || value == argument;\n", ""),
        structure="block-pointer|two-parameters", execution=PRINTED + "|" + RANDOM),
    mutant(
        "exported-removed", "a function that other modules call is removed once it has copies",
        (CLEANUP, "        used |= user->GetSingleWordInOperand(1) == uint32_t(spv::Decoration::LinkageAttributes);\n",
         ""),
        structure="exported", unseen="a module with exported functions is not one that runs"),
    mutant(
        "non-uniform-index-dropped", "a non-uniform index is no longer that in the function that it is given to",
        (REWRITER,
         "      if (non_uniform && types[k] == 0) module_->Decorate(slot, spv::Decoration::NonUniform);\n",
         "      (void)non_uniform;\n"),
        structure="non-uniform", unseen="the CPU driver and the interpreter treat every index as non-uniform"),

    # Pointers as indices.
    mutant(
        "dispatch-swapped", "of two variables that a pointer may be into, the other one is accessed",
        (REWRITER, "at_end.Selection(condition, labels[0], labels[1], ",
         "at_end.Selection(condition, labels[1], labels[0], "),
        structure="phi-of-two-variables|chosen", execution=PRINTED + "|" + RANDOM),
    mutant(
        "select-swapped", "a select of two pointers takes the index of the other",
        (REWRITER, "condition, slot_a, slot_b));\n", "condition, slot_b, slot_a));\n"),
        structure="select-of-two", execution=PRINTED + "|" + RANDOM),
    mutant(
        "phi-of-first-edge", "a phi of pointers has the index of its first edge on all edges",
        (REWRITER, "      const PointerParts parts = PartsOf(pointer);\n      for (size_t k = 0; k < pending",
         "      const PointerParts parts = PartsOf(pending.phi->GetSingleWordInOperand(0));\n"
         "      for (size_t k = 0; k < pending"),
        structure="phi-of-two", execution=PRINTED + "|" + RANDOM),
    mutant(
        "index-read-late", "the index of a pointer out of a variable is read where the pointer is first used",
        (REWRITER,
         "  CodeBuilder at(module_, context_->get_instr_block(inst), inst);\n  PointerParts parts;\n"
         "  if (cells.tag != 0) {\n    parts.tag = ",
         "  auto is_used = [inst](Instruction* user) {\n"
         "    bool found = false;\n"
         "    user->ForEachInId([&](const uint32_t* id) { found |= *id == inst->result_id(); });\n"
         "    return found;\n"
         "  };\n"
         "  Instruction* late = inst->NextNode();\n"
         "  while (!late->IsBlockTerminator() && !is_used(late)) late = late->NextNode();\n"
         "  if (late->IsBlockTerminator() && !is_used(late)) late = inst;\n"
         "  CodeBuilder at(module_, context_->get_instr_block(inst), late);\n  PointerParts parts;\n"
         "  if (cells.tag != 0) {\n    parts.tag = "),
        structure="pointer-in-variable", execution=PRINTED + "|" + RANDOM),
    mutant(
        "step-dropped", "OpPtrAccessChain goes nowhere",
        (PARTS, "      if (distance != 0 && !parts.slots.empty()) {\n", "      if (false) {\n"),
        structure="loop-carried|comparison", execution=PRINTED + "|" + RANDOM),
    mutant(
        "narrow-index-zero-extended", "an index of 8 or 16 bits loses its sign",
        (PARTS,
         "same_width ? spv::Op::OpBitcast : spv::Op::OpSConvert, type",
         "same_width ? spv::Op::OpBitcast : spv::Op::OpUConvert, type"),
        structure="indices-of-other-widths", unseen="a negative index has no defined result"),
    mutant(
        "equal-without-indices", "pointers into one variable are equal whatever their indices",
        (REWRITER,
         "          if (index_a != index_b) equal = at.And(equal, at.Compare(spv::Op::OpIEqual, index_a, index_b));\n", ""),
        structure="comparison", execution=PRINTED + "|" + RANDOM),
    mutant(
        "atomic-in-arm-twice", "an atomic through a pointer into one of several variables is executed twice",
        (REWRITER,
         "    std::unique_ptr<Instruction> copy(inst->Clone(context_));\n    if (result != 0) {\n",
         "    if (spvOpcodeIsAtomicOp(inst->opcode()) && result != 0) {\n"
         "      std::unique_ptr<Instruction> again(inst->Clone(context_));\n"
         "      again->SetResultId(module_->TakeId());\n"
         "      again->SetInOperand(operand, {chosen});\n"
         "      copies.push_back(in_branch.Insert(std::move(again)));\n"
         "    }\n"
         "    std::unique_ptr<Instruction> copy(inst->Clone(context_));\n    if (result != 0) {\n"),
        structure="two-variables|three-variables|cas", execution=PRINTED + "|" + RANDOM),

    # Functions that keep their pointer.
    mutant(
        "kept-whatever-lives", "a function keeps its pointer although a loaded value lives across a write",
        (KEPT, "  return mode_ == WholeDescriptors::kKeep || !LivesAcrossWrite(callee, parameter->result_id());\n",
         "  return true;\n"),
        structure="cas-loop|whole-auto|value-across", execution=PRINTED),
    mutant(
        "calls-do-not-write", "a loaded value is thought to be safe behind a call that writes",
        (LOADED, "      return callee == functions_.end() || Writes(*callee->second, storage_class);\n",
         "      return callee == functions_.end();\n"),
        structure="value-across-call", execution=PRINTED),
    mutant(
        "atomics-do-not-write", "a load is not held back from an atomic behind it",
        (LOADED, "  bool writes = false;\n  inst.ForEachInId(",
         "  if (spvOpcodeIsAtomicOp(inst.opcode())) return false;\n"
         "  bool writes = false;\n  inst.ForEachInId("),
        structure="cas-loop|value-across", execution=PRINTED),
    mutant(
        "phi-forgotten", "a value that a phi takes behind a write is thought not to live across it",
        (LOADED,
         "          for (uint32_t i = 0; i + 1 < phi->NumInOperands(); i += 2) {\n"
         "            lives |=",
         "          for (uint32_t i = 0; i + 1 < 1; i += 2) {\n"
         "            lives |="),
        structure="value-into-phi|back-edge", execution=PRINTED),

    # What SPIRV-Cross forgets, and what must run together.
    mutant(
        "values-not-held", "a value from workgroup memory or a Private variable is read again behind a call or atomic",
        ("HeldValues.cpp",
         "      if (LivesAcrossAtomicOrCall(context, written, *inst, storage_class)) found.push_back(inst);\n", ""),
        structure="workgroup|private-value", execution="MSL/oracles"),
    mutant(
        "barrier-under-branch", "a function with a barrier is called under a branch for each variable",
        (FLOW, "(branches > 1 && convergent_.Contains(callee))", "(branches > 1 && false)"),
        structure="barrier-in-function", unseen="no module of these tests has barriers and chosen pointers"),
    mutant(
        "unaligned-vector-kept", "a function goes on taking a pointer to a vector that may be packed",
        (KEPT, "*stride % bytes != 0", "false"),
        structure="whole-scalar", unseen="the module computes the same; the text does not compile"),

    # What goes with accesses.
    mutant(
        "volatile-parameter-dropped", "accesses through a Volatile parameter are no longer Volatile",
        (REWRITER, "      if (root != 0 && is_volatile(id) && !is_volatile(root)) volatile_.insert(id);\n",
         "      (void)is_volatile, (void)root;\n"),
        structure="volatile", unseen="Volatile changes no value in one invocation"),
    mutant(
        "coherent-widened", "a Coherent parameter may be bound to a variable that is not",
        (CHECKS,
         "HasDecoration(id, spv::Decoration::Coherent);\n",
         "HasDecoration(id, spv::Decoration::Coherent) && false;\n"),
        structure="coherent", unseen="Coherent changes no value in one invocation"),
    mutant(
        "last-member-not-stored", "a store of a whole block leaves out its last member",
        ("WholeBlocks.cpp",
         "      for (uint32_t part = 0; part < count; ++part) {\n        path->push_back(part);\n        Store(",
         "      for (uint32_t part = 0; part + 1 < count; ++part) {\n        path->push_back(part);\n        Store("),
        structure="whole-block", execution=PRINTED),
    mutant(
        "member-claims-alignment", "a member claims the alignment of the whole block",
        ("lib/Support/CopyMemory.cpp",
         "    operands[1].words[0] = std::min(operands[1].words[0], of_offset);\n", "    (void)of_offset;\n"),
        structure="whole-block", unseen="the CPU driver and the interpreter make nothing of Aligned"),
    mutant(
        "restrict-kept", "an array of which functions take elements stays Restrict",
        ("LegalizeMSLArrayPointers.cpp",
         "  DropRestrict(context(), FindRestrictedArrays(context(), descriptors, new_calls));\n", ""),
        structure="restrict", unseen="it does not compile, and so does not run"),
    mutant(
        "wide-atomics-let-through", "64-bit atomics, which Metal lacks, are not refused",
        ("MetalLimits.cpp", "      if (type->GetSingleWordInOperand(0) == 64) {\n", "      if (false) {\n"),
        structure="refuse-64", unseen="it does not compile, and so does not run"),
    mutant(
        "capabilities-kept", "capabilities that nothing needs any more stay",
        (CLEANUP, "  if (needed) return;\n  context->RemoveCapability", "  return;\n  context->RemoveCapability"),
        structure="capabilities", unseen="a capability that is not needed changes nothing"),
]
