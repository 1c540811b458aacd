# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Statements that touch workgroup memory."""
from . import layout
from .buffers import COMMUTATIVE, Statement, emit_atomic, load, pick_buffer
from .places import random_place
from .scope import NoWay, opaque, random_data

WORKGROUP = 2
_SEMANTICS = 0x8 | 0x100  # acquire and release of workgroup memory


def fits(kind):
    """A type without a layout, as workgroup memory has none."""
    return isinstance(kind, (layout.Scalar, layout.Vector)) and not getattr(kind, "strided", False)


class SharedMemory(Statement):
    """Each invocation brings a value from a buffer into workgroup memory, by value or
    by OpCopyMemory; behind a barrier and perhaps an atomic by all of them, it takes
    another's to its results, and perhaps to a buffer."""

    def __init__(self, case, scope):
        random = case.random
        if case.invocations > 1 and (scope.depth or scope.in_function):
            raise NoWay  # a barrier is for all invocations or none
        self.count = case.invocations
        self.source = random_place(case, scope, pick_buffer(case), wanted=fits)
        kind = self.source.type
        self.copies_in, self.copies_out = (random.random() < 0.4 for _ in range(2))
        self.shift = opaque(case, random.randrange(self.count))
        self.operation = None
        if isinstance(kind, layout.Scalar) and kind.kind in "ui" and kind.bits == 32 and random.random() < 0.5:
            self.operation = random.choice(COMMUTATIVE)
        self.data = [random_data(case, kind)]
        self.target = None
        if random.random() < 0.5:
            try:
                self.target = random_place(case, scope, pick_buffer(case), lambda other: other == kind, write=True)
            except NoWay:
                pass

    def emit(self, e):
        module, kind = e.module, self.source.type
        uint, type_id = module.int_type(), kind.declare(module)
        array = module.declare("OpTypeArray %s %s" % (type_id, module.uint(self.count)), "shared")
        variable = e.global_variable(
            "OpVariable %s Workgroup" % module.pointer_type("Workgroup", array), module.fresh("shared")[1:])
        pointer_type = module.pointer_type("Workgroup", type_id)
        own, shift = e.gid(), self.shift.emit(e)
        mine = module.value("OpAccessChain", pointer_type, variable, own)
        source = self.source.pointer(e)
        if self.copies_in:
            module.emit("OpCopyMemory %s %s" % (mine, source))
        else:
            module.emit("OpStore %s %s" % (mine, load(e, self.source, source)))
        self._barrier(module)
        if self.operation:
            # All of them on one element.
            shared = module.value("OpAccessChain", pointer_type, variable, shift)
            result = emit_atomic(e, self.operation, shared, kind, self.data, 0)
            if self.count == 1:
                e.record(kind, result)
            self._barrier(module)
        other = module.value("OpUMod", uint, module.value("OpIAdd", uint, own, shift), module.uint(self.count))
        theirs = module.value("OpAccessChain", pointer_type, variable, other)
        value = module.value("OpLoad", type_id, theirs)
        e.record(kind, value)
        if self.target:
            target = self.target.pointer(e)
            if self.copies_out:
                module.emit("OpCopyMemory %s %s" % (target, theirs))
            else:
                module.emit("OpStore %s %s" % (target, value))
            e.barrier()
        self._barrier(module)

    @staticmethod
    def _barrier(module):
        group = module.uint(WORKGROUP)
        module.emit("OpControlBarrier %s %s %s" % (group, group, module.uint(_SEMANTICS)))
