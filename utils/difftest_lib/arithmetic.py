# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Arithmetic whose result is exact, so that interpreter and driver must agree: on
integers of all widths, and on floats that hold small numbers."""
from . import layout
from .buffers import Statement
from .scope import opaque

# Operations by what they take. Divisors are made 1 to 7, shifts less than the width.
# Without OpSMod, which lavapipe takes for OpSRem.
BINARY = ("OpIAdd", "OpISub", "OpIMul", "OpBitwiseAnd", "OpBitwiseOr", "OpBitwiseXor")
DIVISIONS = ("OpUDiv", "OpUMod", "OpSDiv", "OpSRem")
SHIFTS = ("OpShiftLeftLogical", "OpShiftRightLogical", "OpShiftRightArithmetic")
UNARY = ("OpNot", "OpSNegate")
COMPARISONS = ("OpIEqual", "OpINotEqual", "OpULessThan", "OpSLessThan", "OpUGreaterThanEqual", "OpSGreaterThanEqual")
EXTENDED = ("UMin", "UMax", "SMin", "SMax", "UClamp", "SClamp", "SAbs", "SSign")
# Of 32-bit integers only.
BITS = ("OpBitCount", "OpBitReverse", "FindILsb", "FindUMsb", "FindSMsb", "OpBitFieldInsert", "OpBitFieldSExtract",
        "OpBitFieldUExtract")
FLOATS = ("OpFAdd", "OpFSub", "OpFNegate", "FMin", "FMax", "FClamp", "NMin", "NMax", "Floor", "Ceil", "Trunc",
          "RoundEven", "FAbs", "FSign", "Step", "halve", "compare", "whole")
WORDS = ("UnpackUnorm4x8", "UnpackSnorm4x8", "UnpackUnorm2x16", "UnpackSnorm2x16", "PackUnorm4x8", "PackSnorm4x8",
         "PackUnorm2x16", "PackSnorm2x16", "PackHalf2x16", "UnpackHalf2x16", "quantize")
TAKES = {"UClamp": 3, "SClamp": 3, "FClamp": 3, "SAbs": 1, "SSign": 1, "Floor": 1, "Ceil": 1, "Trunc": 1,
         "RoundEven": 1, "FAbs": 1, "FSign": 1, "FindILsb": 1, "FindUMsb": 1, "FindSMsb": 1}


class Integers(Statement):
    """A chain of operations on integers, or vectors of them, of one type."""

    def __init__(self, case, scope):
        random = case.random
        bits = random.choice((8, 16, 32, 32, 32, 64))
        if bits == 64 and "wide" not in case.features or bits < 32 and "narrow" not in case.features:
            bits = 32
        self.scalar = layout.Scalar(random.choice("ui"), bits)
        self.count = random.choice((1, 1, 2, 3))
        self.inputs = [opaque(case, number) for number in (random.getrandbits(32), random.getrandbits(4),
                                                           random.choice((0x80000000, 0xffffffff, 0, 1)))]
        choices = BINARY + DIVISIONS + SHIFTS + UNARY + ("select",) + EXTENDED + (BITS if bits == 32 else ())
        self.chain = [(random.choice(choices), random.choice(COMPARISONS), random.randrange(bits))
                      for _ in range(random.randint(2, 6))]

    def emit(self, e):
        module, scalar = e.module, self.scalar
        kind = scalar if self.count == 1 else layout.Vector(scalar, self.count)
        type_id = kind.declare(module)
        values = [widen(e, type_id, e.from_word(scalar, number.emit(e)), self.count) for number in self.inputs]
        for operation, comparison, place in self.chain:
            values = values[1:] + [self._apply(e, kind, operation, comparison, place, values)]
        e.record(kind, values[-1])

    def _constant(self, e, value):
        return widen_constant(e.module, self.scalar, value, self.count)

    def _apply(self, e, kind, operation, comparison, place, values):
        module, type_id = e.module, kind.declare(e.module)
        first, second, third = values
        if operation in DIVISIONS:
            if self.scalar.kind == "i":
                operation = {"OpUDiv": "OpSDiv", "OpUMod": "OpSRem"}.get(operation, operation)
            low = module.value("OpBitwiseAnd", type_id, second, self._constant(e, 7))
            second = module.value("OpBitwiseOr", type_id, low, self._constant(e, 1))
        elif operation in SHIFTS:
            second = module.value("OpBitwiseAnd", type_id, second, self._constant(e, self.scalar.bits - 1))
        if operation in UNARY or operation in ("OpBitCount", "OpBitReverse"):
            return module.value(operation, type_id, first)
        if operation == "select":
            bools = module.bool_type()
            bools = bools if self.count == 1 else module.vector_type(bools, self.count)
            condition = module.value(comparison, bools, first, second)
            return module.value("OpSelect", type_id, condition, second, third)
        if operation.startswith("OpBitField"):
            offset, count = module.uint(place), module.uint(min(5, 32 - place))
            operands = [first, second] if operation == "OpBitFieldInsert" else [first]
            return module.value(operation, type_id, *operands, offset, count)
        if operation.startswith("Op"):
            return module.value(operation, type_id, first, second)
        if operation in ("UClamp", "SClamp"):
            # The lower bound must not be above the upper one.
            second, third = (extended(e, type_id, operation[0] + which, second, third) for which in ("Min", "Max"))
        return extended(e, type_id, operation, *[first, second, third][:TAKES.get(operation, 2)])


class Floats(Statement):
    """A chain of operations on floats that hold halves of small numbers."""

    def __init__(self, case, scope):
        random = case.random
        bits = random.choice((32, 32, 16 if "narrow" in case.features else 32, 64 if "wide" in case.features else 32))
        self.scalar = layout.Scalar("f", bits)
        self.count = random.choice((1, 2, 4))
        self.inputs = [opaque(case, random.getrandbits(3)) for _ in range(3)]
        self.chain = [random.choice(FLOATS) for _ in range(random.randint(2, 6))]

    def emit(self, e):
        module, scalar = e.module, self.scalar
        kind = scalar if self.count == 1 else layout.Vector(scalar, self.count)
        type_id = kind.declare(module)
        values = [widen(e, type_id, e.from_word(scalar, number.emit(e)), self.count) for number in self.inputs]
        for operation in self.chain:
            values = values[1:] + [self._apply(e, kind, operation, values)]
        # Compilers may lose the sign of a zero.
        zero = widen_constant(module, scalar, 0, self.count)
        is_zero = module.value("OpFOrdEqual", self._bools(module), values[-1], zero)
        e.record(kind, module.value("OpSelect", type_id, is_zero, zero, values[-1]))

    def _bools(self, module):
        return module.bool_type() if self.count == 1 else module.vector_type(module.bool_type(), self.count)

    def _apply(self, e, kind, operation, values):
        module, type_id = e.module, kind.declare(e.module)
        first, second, third = values
        if operation == "halve":
            return module.value("OpFMul", type_id, first, widen_constant(module, self.scalar, 0.5, self.count))
        if operation == "compare":
            condition = module.value("OpFOrdLessThan", self._bools(module), first, second)
            return module.value("OpSelect", type_id, condition, second, third)
        if operation == "whole":
            integer = layout.Scalar("i", 32)
            integer = integer if self.count == 1 else layout.Vector(integer, self.count)
            whole = module.value("OpConvertFToS", integer.declare(module), first)
            return module.value("OpConvertSToF", type_id, whole)
        if operation == "OpFNegate":
            return module.value(operation, type_id, first)
        if operation.startswith("Op"):
            return module.value(operation, type_id, first, second)
        if operation == "FClamp":
            second, third = (extended(e, type_id, which, second, third) for which in ("FMin", "FMax"))
        return extended(e, type_id, operation, *[first, second, third][:TAKES.get(operation, 2)])


class Packed(Statement):
    """Vectors packed into a word and back, and rounding to 16 bits."""

    def __init__(self, case, scope):
        random = case.random
        self.operation = random.choice(WORDS)
        # Not a specialization constant: Mesa folds UnpackHalf2x16 of one wrongly.
        self.word = opaque(case, random.getrandbits(32), foldable=False)
        self.numbers = [opaque(case, random.randint(-3000, 3000)) for _ in range(4)]

    def emit(self, e):
        module = e.module
        single = layout.Scalar("f", 32)
        float_type, signed = module.float_type(), module.int_type(signed=True)
        count = 4 if self.operation.endswith("4x8") else 2
        vector = layout.Vector(single, count)
        if self.operation.startswith("Unpack"):
            word = self.word.emit(e)
            if "Half" in self.operation:
                # Neither NaN nor infinity, nor a subnormal number, which may become 0.
                word = module.value("OpBitwiseAnd", module.int_type(), word, module.uint(0xbfffbfff))
                word = module.value("OpBitwiseOr", module.int_type(), word, module.uint(0x04000400))
            e.record(vector, extended(e, vector.declare(module), self.operation, word))
            return
        # From -3 to 3 in steps of 1 / 1024, or a good deal larger.
        scale = module.constant(float_type, repr(1 / 1024 if "norm" in self.operation else 1.0625))
        parts = []
        for number in self.numbers[:count]:
            whole = module.value("OpConvertSToF", float_type, module.value("OpBitcast", signed, number.emit(e)))
            parts.append(module.value("OpFMul", float_type, whole, scale))
        value = module.value("OpCompositeConstruct", vector.declare(module), *parts)
        if self.operation == "quantize":
            e.record(vector, module.value("OpQuantizeToF16", vector.declare(module), value))
        else:
            e.record_word(extended(e, module.int_type(), self.operation, value))


def widen(e, type_id, scalar, count):
    return scalar if count == 1 else e.module.value("OpCompositeConstruct", type_id, *[scalar] * count)


def widen_constant(module, scalar, value, count):
    type_id = scalar.declare(module)
    constant = module.constant(type_id, repr(value))
    if count == 1:
        return constant
    vector = module.vector_type(type_id, count)
    return module.declare(" ".join(["OpConstantComposite", vector] + [constant] * count), "cc")


def extended(e, type_id, operation, *operands):
    return e.module.value("OpExtInst", type_id, e.module.extended_instructions(), operation, *operands)
