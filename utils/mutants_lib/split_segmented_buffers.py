# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults of split-segmented-buffers. Each is a small edit of the pass
that a person could have made by mistake."""
from .fault import mutant

NAME = "split-segmented-buffers"
FOLDER = "lib/Transforms/SplitSegmentedBuffers/"
TESTS = {"structure": ["Transforms/SplitSegmentedBuffers"], "execution": ["Exec"]}

# Every element type, stride, header and operation, cut at every multiple, on the
# interpreter, which faults on an access outside of a piece.
ON_CPU = "segments/segments-cpu"
FAR = "segments/far-places"
FIXTURES = "segments/all-split"
EQUAL = "segments/equal-pieces"

MUTANTS = [
    # Which piece.
    mutant(
        "boundary-too-late", "the element right behind a piece is looked for in that piece",
        ("UnitArithmetic.cpp",
         "  if (form_ == Form::kNarrow) return at->Compare(spv::Op::OpULessThan, place[0], count);\n",
         "  if (form_ == Form::kNarrow) return at->Compare(spv::Op::OpULessThanEqual, place[0], count);\n"),
        structure="search", execution=ON_CPU),
    mutant(
        "equal-pieces-masked-short", "the mask for the place in an equal piece is the number of units, not one less",
        ("AccessEmitter.cpp", "place, module_->Uint(units - 1));\n", "place, module_->Uint(units));\n"),
        structure="equal-pieces", execution=EQUAL),
    mutant(
        "equal-pieces-in-bytes", "units are divided by the bytes of an equal piece",
        ("AccessEmitter.cpp",
         "  const uint32_t units = access.rule.piece_bytes / access.view->unit;\n  if (",
         "  const uint32_t units = access.rule.piece_bytes;\n  if ("),
        structure="equal-pieces", execution=EQUAL),
    mutant(
        "computed-piece-not-clamped", "a piece's computed number may lie outside of the array of pieces",
        ("AccessEmitter.cpp", "    piece = at.Select(uint_type, is_inside, piece, module_->Uint(pieces - 1));\n", ""),
        structure="computed-piece", execution=EQUAL),
    mutant(
        "short-range-counts", "a range under 4 bytes, which stands for no piece, is taken for one",
        ("AccessEmitter.cpp", "  if (view.unit >= 4) return units;\n", "  return units;\n"),
        structure="short-pieces", execution="segments/short-pieces"),
    mutant(
        "last-piece-overrun", "a vector's component right behind the last piece is accessed",
        ("AccessEmitter.cpp", "before.Compare(spv::Op::OpUGreaterThan, left,",
         "before.Compare(spv::Op::OpUGreaterThanEqual, left,"),
        structure="vector", execution=ON_CPU),
    mutant(
        "table-added", "piece j of element k of a table is element k + j",
        ("PieceViews.cpp", "module->Uint(static_cast<uint32_t>(k.value) * pieces + ",
         "module->Uint(static_cast<uint32_t>(k.value) + "),
        structure="table", execution=FIXTURES),
    mutant(
        "table-index-not-multiplied", "a computed element of a table is not multiplied by the number of pieces",
        ("PieceViews.cpp", "  index = emit(spv::Op::OpIMul, index, module->Uint(pieces));\n", ""),
        structure="table-dynamic", execution=FIXTURES),
    mutant(
        "non-uniform-dropped-of-pieces", "a piece of a non-uniform element is not marked NonUniform",
        ("PieceViews.cpp",
         "    if (element.non_uniform) module->Decorate(id, spv::Decoration::NonUniform);\n    return id;\n",
         "    return id;\n"),
        structure="table-non-uniform", unseen="the CPU driver and the interpreter treat every index as non-uniform"),

    # Where in it.
    mutant(
        "offset-wraps", "the units of an index past 4 GiB wrap around",
        ("UnitArithmetic.cpp", "  if (most < kLargestUint) {\n    const uint32_t limit = module_->Uint(",
         "  if (false) {\n    const uint32_t limit = module_->Uint("),
        structure="large-index", execution=FIXTURES + "|" + FAR),
    mutant(
        "carry-dropped", "a sum of two words loses its carry",
        ("UnitArithmetic.cpp",
         "  return {Extract(sum, 0, at), at->Binary(spv::Op::OpIAdd, high, Extract(sum, 1, at))};\n",
         "  return {Extract(sum, 0, at), high};\n"),
        structure="large", execution=FAR),
    mutant(
        "borrow-dropped", "a place of two words behind a piece loses its borrow",
        ("UnitArithmetic.cpp", "at->Binary(spv::Op::OpISub, place[1], Extract(difference, 1, at))};\n", "place[1]};\n"),
        structure="large", execution=FAR),
    mutant(
        "narrow-units-four-bytes-apart", "a view of bytes or halves has one in each word",
        ("PieceViews.cpp", "spv::Decoration::ArrayStride, {unit});\n",
         "spv::Decoration::ArrayStride, {unit < 4 ? 4 : unit});\n"),
        structure="narrow", execution=ON_CPU),
    mutant(
        "store-reaches-neighbour", "a store of a byte or half writes the one behind it, too",
        ("AccessEmitter.cpp",
         "      at.EmitVoid(spv::Op::OpStore, operands);\n",
         "      at.EmitVoid(spv::Op::OpStore, operands);\n"
         "      if (access.view->unit < 4) {\n"
         "        index = at.Binary(spv::Op::OpIAdd, index, module_->Uint(1));\n"
         "        operands[0] = IdOperand(views_->UnitPointer(*access.view, request.element, piece, index, &at));\n"
         "        at.EmitVoid(spv::Op::OpStore, operands);\n"
         "      }\n"),
        structure="narrow-stores", execution=ON_CPU),
    mutant(
        "multiple-too-small", "the interface map lets the host cut a value that one access takes",
        ("BufferRewriter.cpp", "RoundedUpToPowerOfTwo(count * run.unit));\n", "RoundedUpToPowerOfTwo(run.unit));\n"),
        structure="vector|multiple", execution=ON_CPU),

    # Lengths.
    mutant(
        "first-length-counted-twice", "the length of the first piece counts twice",
        ("AccessEmitter.cpp",
         "    uint32_t total = counts[0];\n    for (uint32_t j = 1; ",
         "    uint32_t total = counts[0];\n    for (uint32_t j = 0; "),
        structure="array-length", execution=ON_CPU),
    mutant(
        "header-counts-as-elements", "what lies before an array counts to its length",
        ("AccessEmitter.cpp",
         "    if (skipped != 0) {\n      const uint32_t skip = ", "    if (false) {\n      const uint32_t skip = "),
        structure="array-length|header", execution=ON_CPU),
    mutant(
        "remainders-lost", "elements that straddle pieces do not count where the sum may pass 2^32",
        ("AccessEmitter.cpp",
         "    quotient = at->Binary(spv::Op::OpIAdd, quotient, at->Select(uint_type, is_whole, module_->Uint(1), zero));\n",
         ""),
        structure="array-length", execution=FAR),
    mutant(
        "texel-size-of-first-pieces", "the size of a texel buffer leaves out the last piece",
        ("TexelRewriter.cpp", "  for (uint32_t j = 0; j < pieces.pieces; ++j) {\n",
         "  for (uint32_t j = 0; j + 1 < pieces.pieces; ++j) {\n"),
        structure="texels", execution=ON_CPU),

    # Memory.
    mutant(
        "operands-dropped", "Volatile, Nontemporal, availability and visibility of an access are dropped",
        ("BufferRewriter.cpp", "  if (operands.empty()) return operands;\n", "  return {};\n"),
        structure="volatile|vulkan-memory-model", unseen="they change no value in one invocation"),
    mutant(
        "volatile-variable-dropped", "a Volatile variable's pieces are not Volatile",
        ("BufferRewriter.cpp", "    found.is_volatile |= decorations_.Has(id, spv::Decoration::Volatile);\n", ""),
        structure="volatile|qualifiers", unseen="Volatile changes no value in one invocation"),
    mutant(
        "alignment-of-whole", "a component claims the alignment of the whole value",
        ("BufferRewriter.cpp",
         "operands[1].words[0] = std::min(operands[1].words[0], unit);\n", "operands[1].words[0] += 0 * unit;\n"),
        structure="alignment", unseen="the CPU driver and the interpreter make nothing of Aligned"),
    mutant(
        "barrier-not-left", "an atomic that orders memory leaves no barrier where it is dropped",
        ("AccessEmitter.cpp", "  if (access.orders_memory) {\n", "  if (false) {\n"),
        structure="barrier|memory-order", unseen="the CPU driver runs invocations in order"),
    mutant(
        "atomic-twice", "an atomic is executed twice",
        ("AccessEmitter.cpp",
         "      if (access.atomic_type != 0) return at.Emit(",
         "      if (access.atomic_type != 0) at.Emit(access.atomic, access.atomic_type, operands);\n"
         "      if (access.atomic_type != 0) return at.Emit("),
        structure="atomic|cas", execution=ON_CPU),
    mutant(
        "helper-shared-by-elements", "accesses to all constant elements of a table share a helper",
        ("HelperTable.cpp", "    key.push_back(is_constant ? index : 0);\n", "    key.push_back(0);\n"),
        structure="table|helpers", execution="descriptor-array-constant|" + FIXTURES),
    mutant(
        "helper-shared-by-operands", "accesses with different memory operands share a helper",
        ("HelperTable.cpp", "    key.insert(key.end(), operand.words.begin(), operand.words.end());\n  }\n", "  }\n"),
        structure="helpers", unseen="the operands change no value in one invocation"),
]
