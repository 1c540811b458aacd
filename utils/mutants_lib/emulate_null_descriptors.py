# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults of emulate-null-descriptors. Each is a small edit of the pass
that a person could have made by mistake."""
from .fault import mutant

NAME = "emulate-null-descriptors"
FOLDER = "lib/Transforms/EmulateNullDescriptors/"
TESTS = {"structure": ["Transforms/EmulateNullDescriptors"], "execution": ["Exec"]}

NULL_BY_PHI = "    other = CodeBuilder(module, block, place, origin).NullValue(type);\n"

# A null buffer's length of 0 fails the first comparison, whatever follows.
DRIVER_BOUNDS = "a present buffer's end is guarded by the CPU driver as well"

NO_RESULT = "an index outside of the array has no defined result to compare with"

MUTANTS = [
    # Guards.
    mutant(
        "store-unguarded", "a store happens whether or not its buffer is bound",
        ("FunctionRewriter.cpp",
         "  const uint32_t condition = conditions_->ConditionFor(first, block_id, &before, &is_new);\n",
         "  uint32_t condition = conditions_->ConditionFor(first, block_id, &before, &is_new);\n"
         "  if (first.kind == AccessSite::Kind::kStore) condition = module_->Bool(true);\n"),
        structure="store", execution="load-store"),
    mutant(
        "image-write-unguarded", "a write to an image or texel buffer happens whether or not it is bound",
        ("ImageRewriter.cpp",
         "  const uint32_t condition = Condition(site, block_id, &before);\n",
         "  uint32_t condition = Condition(site, block_id, &before);\n"
         "  if (site.kind == AccessSite::Kind::kImageWrite) condition = module_->Bool(true);\n"),
        structure="write", execution="image|texel|matrix/"),
    mutant(
        "array-length-unguarded", "OpArrayLength measures the stand-in of a null buffer",
        ("FunctionRewriter.cpp", "      SelectLength(*site, block_id);\n", "      continue;\n"),
        structure="length", execution="array-length"),
    mutant(
        "size-query-unguarded", "a size query measures the stand-in of a null image",
        ("ImageRewriter.cpp",
         "  if (site.kind == AccessSite::Kind::kImageLoad) {\n",
         "  if (site.kind == AccessSite::Kind::kImageQuery) return;\n"
         "  if (site.kind == AccessSite::Kind::kImageLoad) {\n"),
        structure="query|size", execution="query|image|texel|matrix/"),
    mutant(
        "select-inverted", "loads=select takes the stand-in's value for null and null for the value",
        ("FunctionRewriter.cpp",
         "  at.SelectInto(load, condition, inner, module_->Null(value_type));\n",
         "  at.SelectInto(load, condition, module_->Null(value_type), inner);\n"),
        structure="select", execution="load-store"),

    # Presence bits.
    mutant(
        "presence-bit-shifted", "the presence bit tested is the one behind the descriptor's",
        ("PresenceBits.cpp",
         "    bits.first = range.first;\n",
         "    bits.first = range.first + 1;\n"),
        structure="presence-words-sorted", execution="descriptor-array"),
    mutant(
        "presence-mask-shifted", "the mask for a constant element selects the next element's bit",
        ("GuardConditions.cpp", "module_->Uint(1u << (number % 32))", "module_->Uint(1u << ((number + 1) % 32))"),
        structure="presence", execution="descriptor-array"),
    mutant(
        "presence-of-element-zero", "every constant element of an array goes by the presence of element 0",
        ("GuardConditions.cpp",
         "      number += static_cast<uint64_t>(value.value) * step;\n",
         "      number += 0;\n"),
        structure="constant-index-presence|presence", execution="descriptor-array-constant"),
    mutant(
        "presence-nested-transposed", "elements of nested arrays are numbered with the outer index running fastest",
        ("GuardConditions.cpp",
         "  for (size_t d = element.indices.size(); d-- > 0;) {\n    const ConstantValue value",
         "  for (size_t d = 0; d < element.indices.size(); ++d) {\n    const ConstantValue value"),
        structure="nested", execution="descriptor-array"),
    mutant(
        "presence-word-wrong", "an array's later presence words are never looked at",
        ("GuardConditions.cpp", "  if (last_word != first_word) {\n", "  if (false) {\n"),
        structure="bits-span-words", execution="descriptor-array"),
    mutant(
        "presence-word-non-uniform", "a presence word is loaded with an index computed at run time",
        ("GuardConditions.cpp",
         "    for (uint32_t w = first_word + 1; w <= last_word; ++w) {\n",
         "    word = shared_->words->Load(function_->result_id(), (1u << 24) + word_number, at);\n"
         "    for (uint32_t w = last_word + 1; w <= last_word; ++w) {\n"),
        ("PushConstantWords.cpp",
         "{block.variable, module_->Uint(block.member), module_->Uint(index)});\n",
         "{block.variable, module_->Uint(block.member),\n"
         "                   index >> 24 != 0 ? index - (1u << 24) : module_->Uint(index)});\n"),
        structure="bits-span-words",
        unseen="the CPU driver indexes push constants by any number; other hardware must not"),
    mutant(
        "non-uniform-dropped", "the index picked in place of a non-uniform one is not marked NonUniform",
        ("GuardConditions.cpp",
         "      if (result.non_uniform) module_->Decorate(clamped, spv::Decoration::NonUniform);\n", ""),
        structure="non-uniform", unseen="the CPU driver treats every index as non-uniform"),
    mutant(
        "element-not-clamped", "a buffer's length or an image is asked for with an index outside of its array",
        ("GuardConditions.cpp", "  if (element == path.element) return pointer;\n", "  return pointer;\n"),
        structure="length-query", unseen=NO_RESULT),
    mutant(
        "image-element-not-clamped", "an image is loaded with an index outside of its array",
        ("ImageRewriter.cpp", "  if (pointer == old_pointer || module_->failed()) return;\n", "  return;\n"),
        structure="Images/array-", unseen=NO_RESULT),

    # Values.
    mutant(
        "zero-is-one", "what a dropped access gives in place of a uint is 1",
        ("GuardedAccess.cpp", NULL_BY_PHI,
         NULL_BY_PHI + "    if (type == module->UintType()) other = module->Uint(1);\n"),
        structure="load", execution="load-store"),
    mutant(
        "alpha-is-one", "what a dropped load or read gives in place of four floats is (0, 0, 0, 1)",
        ("GuardedAccess.cpp", NULL_BY_PHI,
         NULL_BY_PHI +
         "    opt::analysis::DefUseManager* defs = module->context()->get_def_use_mgr();\n"
         "    const Instruction* vector = defs->GetDef(type);\n"
         "    if (vector->opcode() == spv::Op::OpTypeVector && vector->GetSingleWordInOperand(1) == 4) {\n"
         "      const Instruction* scalar = defs->GetDef(vector->GetSingleWordInOperand(0));\n"
         "      if (scalar->opcode() == spv::Op::OpTypeFloat && scalar->GetSingleWordInOperand(0) == 32) {\n"
         "        const uint32_t zero = module->Null(scalar->result_id());\n"
         "        const uint32_t one = module->Constant(scalar->result_id(), {0x3f800000u});\n"
         "        other = CodeBuilder(module, block, place, origin)\n"
         "                    .EmitIds(spv::Op::OpCompositeConstruct, type, {zero, zero, zero, one});\n"
         "      }\n"
         "    }\n"),
        structure="fetch|read|load", execution="image|texel|matrix/|vector|matrices|wide"),
    mutant(
        "sample-alpha-is-one", "a sample of a null image that is selected gives (0, 0, 0, 1)",
        ("ImageRewriter.cpp",
         "    at.SelectInto(inst, condition, inner, module_->Null(type));\n",
         "    opt::analysis::DefUseManager* defs = context->get_def_use_mgr();\n"
         "    uint32_t other = module_->Null(type);\n"
         "    const Instruction* vector = defs->GetDef(type);\n"
         "    if (vector->opcode() == spv::Op::OpTypeVector && vector->GetSingleWordInOperand(1) == 4) {\n"
         "      const Instruction* scalar = defs->GetDef(vector->GetSingleWordInOperand(0));\n"
         "      if (scalar->opcode() == spv::Op::OpTypeFloat && scalar->GetSingleWordInOperand(0) == 32) {\n"
         "        const uint32_t zero = module_->Null(scalar->result_id());\n"
         "        const uint32_t one = module_->Constant(scalar->result_id(), {0x3f800000u});\n"
         "        other = at.EmitIds(spv::Op::OpCompositeConstruct, type, {zero, zero, zero, one});\n"
         "      }\n"
         "    }\n"
         "    at.SelectInto(inst, condition, inner, other);\n"),
        structure="sample-implicit", execution="sampl|image|graphics|matrix/"),
    mutant(
        "sparse-residency-replaced", "a sparse read of a null image also replaces the residency code",
        ("ImageRewriter.cpp",
         "  inst->SetInOperands({IdOperand(chosen), IdOperand(inner), LiteralOperand(1)});\n",
         "  inst->SetInOperands({IdOperand(chosen), IdOperand(module_->Null(type)), LiteralOperand(1)});\n"),
        structure="sparse", unseen="the CPU driver has no sparse images"),
    mutant(
        "phi-operands-swapped", "the value and its null come from each other's block",
        ("GuardedAccess.cpp",
         "      .Phi(result, type, value, region.guarded->id(), other, block->id());\n",
         "      .Phi(result, type, other, region.guarded->id(), value, block->id());\n"),
        structure="load", execution="load-store"),
    mutant(
        "comparator-ignored", "a dropped compare-exchange gives zero where its comparator is asked for",
        ("GuardedAccess.cpp", "  return compares && rule == AtomicResult::kComparator ?",
         "  return compares && rule != AtomicResult::kComparator && rule != AtomicResult::kZero ?"),
        structure="compar", execution="compar|atomic"),

    # Control flow and order.
    mutant(
        "derivative-moved", "a sample with implicit derivatives moves under a branch",
        ("ImageRewriter.cpp",
         "      return !op.is_sparse && op.effect != ImageOp::Effect::kImplicit && loads_ == LoadGuard::kBranch;\n",
         "      return !op.is_sparse && loads_ == LoadGuard::kBranch;\n"),
        structure="implicit|deriv|sampled-image",
        unseen="while presence is the same for a whole quad, the derivatives stay right"),
    mutant(
        "barrier-dropped", "a dropped atomic that orders memory leaves no barrier",
        ("GuardedAccess.cpp", "    if (guard->barrier) EmitBarrierFor(module, region, *guard->insts.back());\n", ""),
        structure="barrier", unseen="the CPU driver keeps the order of memory accesses anyway"),
    mutant(
        "volatile-kept", "the barrier of a dropped atomic keeps the Volatile bit, which a barrier must not have",
        ("../../Support/MemoryOrder.cpp", "& ~is_volatile);", "| is_volatile);"),
        structure="volatile", unseen="the CPU driver does not look at the bit"),
    mutant(
        "run-takes-dependent-store", "stores to local memory between accesses of one branch change their order",
        ("FunctionRewriter.cpp", "      sink |= sunk_store || sunk_load;\n", ""),
        structure="run-", execution="short-circuit|loops"),
    mutant(
        "condition-of-sibling", "a block takes its condition from one that does not dominate it",
        ("GuardConditions.cpp",
         "    if (cached.block_id == block_id || dominators_->Dominates(cached.block_id, block_id)) return cached.value;\n",
         "    return cached.value;\n"),
        structure="sibling", execution="switch"),

    # Byte ranges.
    mutant(
        "bytes-off-by-one", "the last byte of an access may be outside of the buffer",
        ("GuardConditions.cpp",
         "  uint64_t needed = path.offset.constant + site.extent.constant;\n",
         "  uint64_t needed = path.offset.constant + site.extent.constant - 1;\n"),
        structure="index|extent", execution="storage-8-16"),
    mutant(
        "stride-halved", "an array's elements count as half as far apart as they are",
        ("GuardConditions.cpp",
         "  const uint64_t stride = terms[0].stride;\n",
         "  const uint64_t stride = (terms[0].stride + 1) / 2;\n"),
        structure="constant-index|index", unseen=DRIVER_BOUNDS),
    mutant(
        "negative-index-allowed", "a negative index is below every count",
        ("GuardConditions.cpp",
         "  return Compare(spv::Op::OpULessThan, index, count, at);\n",
         "  return Compare(spv::Op::OpSLessThan, index, count, at);\n"),
        structure="negative|index", execution="index-extremes|index"),
    mutant(
        "inner-index-unchecked", "only the first index of an access is compared",
        ("GuardConditions.cpp",
         "    condition = at->And(condition, IsAtMost(&index, limit, at));\n",
         "    IsAtMost(&index, limit, at);\n"),
        structure="index-in-nested-element|nested", unseen=DRIVER_BOUNDS),
    mutant(
        "upper-word-ignored", "an offset beyond 4 GiB through a moved pointer counts as one near the start",
        ("GuardConditions.cpp",
         "      at->And(offset.is_exact, at->Compare(spv::Op::OpIEqual, offset.high, module_->Uint(0)));\n",
         "      at->And(offset.is_exact, module_->Bool(true));\n"),
        structure="pointer|ptr", execution="variable-pointers|pointer"),
    mutant(
        "length-in-words", "a length measured in words is compared as bytes",
        ("LengthViews.cpp",
         "  if (unit == 4) return at->Binary(spv::Op::OpShiftLeftLogical, units, module_->Uint(2));\n",
         "  if (unit == 4) return units;\n"),
        structure="length", execution="load-store"),
    mutant(
        "stand-in-bytes-visible", "a stand-in of a few bytes is long enough for small values",
        ("LengthViews.cpp",
         "  const uint32_t is_bound = at->Compare(spv::Op::OpUGreaterThanEqual, bytes, module_->Uint(4));\n",
         "  const uint32_t is_bound = at->Compare(spv::Op::OpUGreaterThanEqual, bytes, module_->Uint(1));\n"),
        structure="small|unit|8-bit", execution="storage-8-16"),
    mutant(
        "texel-buffer-bound-dropped", "a texel buffer is accessed behind its last texel",
        ("ImageRewriter.cpp",
         "  return at->And(present, conditions_->IsBelow(&coordinate, size, at));\n",
         "  return present;\n"),
        structure="texel|buffer", execution="texel|matrix/"),
    mutant(
        "stand-in-read-at-coordinate", "a read that runs on a stand-in keeps its coordinate and level",
        ("ImageRewriter.cpp",
         "  if (op.effect == ImageOp::Effect::kTexels) ZeroTexelOperands(copy.get(), op, condition, &at);\n", ""),
        structure="select|fetch", unseen="the stand-in's texel is replaced, and the CPU driver forgives the coordinate"),

    # Pointers.
    mutant(
        "shadow-phi-one-root", "a pointer that a phi hands on is checked against the phi's first buffer",
        ("PointerShadows.cpp",
         "    const Shadow incoming = OfOperand(pointer, phi);\n",
         "    const Shadow incoming = OfOperand(phi->GetSingleWordInOperand(0), phi);\n"),
        structure="phi", execution="variable-pointers|pointer"),
    mutant(
        "shadow-phi-swapped", "a phi's buffers are checked as if they came from each other's block",
        ("PointerShadows.cpp",
         "    const uint32_t pointer = phi->GetSingleWordInOperand(i), predecessor",
         "    const uint32_t pointer = phi->GetSingleWordInOperand((i + 2) % phi->NumInOperands()), predecessor"),
        structure="phi", execution="variable-pointers|pointer"),
    mutant(
        "shadow-select-one-root", "a pointer that a select chooses is checked against its first choice",
        ("PointerShadows.cpp",
         "                   b = OfOperand(pointer->GetSingleWordInOperand(2), pointer);\n",
         "                   b = OfOperand(pointer->GetSingleWordInOperand(1), pointer);\n"),
        structure="select-pointer|pointer", execution="variable-pointers|pointer"),
    mutant(
        "shadow-not-moved", "a pointer that moves on from another keeps that one's offset",
        ("PointerShadows.cpp",
         "    return conditions->MovedShadow(base, path, sources_, &at);\n",
         "    return base;\n"),
        structure="pointer|ptr", execution="variable-pointers|pointer"),
    mutant(
        "shadow-argument-wrong", "a call passes the shadow of another argument",
        ("PointerShadows.cpp",
         "    const Shadow shadow = OfOperand(call->GetSingleWordInOperand(argument), call);\n",
         "    const uint32_t passed = argument > 1 ? argument - 1 : argument;\n"
         "    const uint32_t other = call->GetSingleWordInOperand(passed);\n"
         "    const bool alike = context->get_def_use_mgr()->GetDef(other)->type_id() ==\n"
         "                       context->get_def_use_mgr()->GetDef(call->GetSingleWordInOperand(argument))->type_id();\n"
         "    const Shadow shadow = OfOperand(alike ? other : call->GetSingleWordInOperand(argument), call);\n"),
        structure="argument|parameter", execution="pointer-parameters"),

    # The interface map.
    mutant(
        "map-offset-wrong", "the interface map names another place for the presence words than the module reads",
        ("EmulateNullDescriptors.cpp",
         "    section.offset = presence.words->offset();\n",
         "    section.offset = presence.words->offset() + 4;\n"),
        structure="push-offset|push-constants", execution="push-constants"),
]
