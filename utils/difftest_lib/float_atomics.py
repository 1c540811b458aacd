# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Atomics on floats, of which some need capabilities (SPV_EXT_shader_atomic_float_add,
_float16_add and _float_min_max). What they work on is stored first: bytes that were
there may be a NaN, and what comes of one is not defined."""
from . import layout
from .buffers import Statement, emit_atomic, pick_buffer
from .pointers import through_function
from .places import random_place
from .scope import random_data
from .texels import TexelAtomic, vector

ADD, EXTREMES = ("OpAtomicFAddEXT",), ("OpAtomicFMinEXT", "OpAtomicFMaxEXT")
MOVES = ("OpAtomicExchange", "OpAtomicLoad", "OpAtomicStore")


def need_atomics(module, operation, bits):
    if operation in ADD:
        module.need("AtomicFloat%dAddEXT" % bits)
        module.extensions.add("SPV_EXT_shader_atomic_float%s_add" % ("16" if bits == 16 else ""))
    elif operation in EXTREMES:
        module.need("AtomicFloat%dMinMaxEXT" % bits)
        module.extensions.add("SPV_EXT_shader_atomic_float_min_max")


def is_float(kind):
    return isinstance(kind, layout.Scalar) and kind.kind == "f"


class Operations:
    """Some atomics on one place. The first is one for which a module of other widths
    than 32 bits names what it needs."""

    def __init__(self, case, kind):
        random = case.random
        self.kind = kind
        count = random.randint(1, 3)
        first = ADD + EXTREMES + (MOVES if kind.bits == 32 else ())
        self.names = [random.choice(first)] + [random.choice(ADD + EXTREMES + MOVES) for _ in range(count - 1)]
        self.data = [random_data(case, kind) for _ in range(count)]

    def emit(self, e, pointer):
        for name, data in zip(self.names, self.data):
            need_atomics(e.module, name, self.kind.bits)
            result = emit_atomic(e, name, pointer, self.kind, [data], 0)
            if result:
                e.record(self.kind, result)
            e.barrier()


class FloatAtomic(Statement):
    """On a part of a buffer, in place or through a function's parameter."""

    def __init__(self, case, scope):
        self.place = random_place(case, scope, pick_buffer(case), wanted=is_float, write=True)
        self.before = random_data(case, self.place.type)
        self.operations = Operations(case, self.place.type)
        self.by_parameter = case.random.random() < 0.3

    def emit(self, e):
        module = e.module
        pointer = self.place.pointer(e)
        module.emit("OpStore %s %s" % (pointer, self.before.emit(e)))
        e.barrier()
        if not self.by_parameter:
            self.operations.emit(e, pointer)
            return
        module.need("VariablePointers")
        through_function(e, self.place.pointer_type(e), pointer, lambda parameter: self.operations.emit(e, parameter))


class TexelFloatAtomic(TexelAtomic):
    """On a texel of an r32f image or texel buffer."""

    def __init__(self, case, scope):
        super().__init__(case, scope)
        self.before = random_data(case, self.image.texel)
        self.operations = Operations(case, self.image.scalar)

    def takes(self, image):
        return image.format == "r32f" and image.declared_format != "Unknown" and image.role == "free"

    def emit(self, e):
        module = e.module
        where = vector(e, module.int_type(signed=True), [number.emit(e) for number in self.where])
        loaded = module.value("OpLoad", self.image.variable_type(e), self.pointer(e))
        module.emit(" ".join(["OpImageWrite", loaded, where, self.before.emit(e)] + self.sample_operands(e)))
        e.barrier()
        self.operations.emit(e, self.texel_pointer(e, where))
