# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Statements in which pointers into buffers are values: chains of chains,
function parameters, selects, phis, variables, OpPtrAccessChain."""
from . import layout
from .buffers import Statement, emit_atomic, is_atomic_type, load, pick_buffer
from .flow import Condition
from .places import loadable, materialize, places_of, random_place
from .scope import NoWay, Number, constant_below, opaque, random_data


class Access:
    """What is done through a pointer: a load, a store, or an atomic."""

    def __init__(self, case, place, load_only=False):
        random = case.random
        self.place = place
        resource = place.resource
        choices = ["load"]
        if not load_only and resource.writable and resource.role == "free":
            choices.append("store")
            if is_atomic_type(place.type):
                choices.append("atomic")
        self.what = random.choice(choices)
        self.data = random_data(case, place.type)

    def emit(self, e, pointer):
        kind = self.place.type
        if self.what == "load":
            e.record(kind, e.module.value("OpLoad", kind.declare(e.module), pointer))
        elif self.what == "store":
            e.module.emit("OpStore %s %s" % (pointer, self.data.emit(e)))
            e.barrier()
        else:
            e.record(kind, emit_atomic(e, "OpAtomicXor", pointer, kind, [self.data], 0))
            e.barrier()


def handed_on(kind):
    """A type whose pointer can be handed on without its layout: no matrix in it, and
    no column of a row-major one, which drivers get wrong."""
    return loadable(kind) and not layout.has_matrix(kind) and not getattr(kind, "strided", False)


class NestedChains(Statement):
    """Access chains of access chains."""

    def __init__(self, case, scope):
        self.place = random_place(case, scope, pick_buffer(case, ("storage-buffer", "uniform-buffer")))
        self.access = Access(case, self.place)
        if len(self.place.steps) < 2:
            raise NoWay
        self.cut = case.random.randint(1, len(self.place.steps) - 1)
        self.in_bounds = not self.place.null and case.random.random() < 0.3

    def emit(self, e):
        module, place = e.module, self.place
        operation = "OpInBoundsAccessChain" if self.in_bounds else "OpAccessChain"
        inner = place.resource.block
        for step in place.steps[:self.cut]:
            inner = inner.members[step] if isinstance(step, int) else (
                inner.column if isinstance(inner, layout.Matrix) else inner.element)
        ids = place.indices(e)
        cut = len(ids) - len(place.steps) + self.cut
        middle_type = module.pointer_type(place.resource.storage, inner.declare(module))
        middle = module.value(operation, middle_type, e.resource(place.resource), *ids[:cut])
        self.access.emit(e, module.value(operation, place.pointer_type(e), middle, *ids[cut:]))


def through_function(e, pointer_type, pointer, body, relayed=False):
    """Calls a function that takes the pointer, perhaps through another one;
    body(parameter) emits what it does."""
    module = e.module
    # The counters of loops around belong to another function.
    counters, e.counters = e.counters, {}
    name, (parameter,) = module.begin_function(module.void_type(), [pointer_type])
    body(parameter)
    module.emit("OpReturn")
    module.end_function()
    if relayed:
        inner = name
        name, (parameter,) = module.begin_function(module.void_type(), [pointer_type])
        module.value("OpFunctionCall", module.void_type(), inner, parameter)
        module.emit("OpReturn")
        module.end_function()
    e.counters = counters
    module.value("OpFunctionCall", module.void_type(), name, pointer)


class PointerParameter(Statement):
    """A pointer to a part of a buffer that a function takes, perhaps through another
    function."""

    def __init__(self, case, scope):
        self.place = random_place(case, scope, pick_buffer(case), wanted=handed_on)
        self.access = Access(case, self.place)
        self.relayed = case.random.random() < 0.3

    def emit(self, e):
        e.module.need("VariablePointers")
        through_function(e, self.place.pointer_type(e), self.place.pointer(e),
                         lambda parameter: self.access.emit(e, parameter), self.relayed)


class BlockParameter(Statement):
    """A whole buffer that a function takes, with a number."""

    def __init__(self, case, scope):
        resource = pick_buffer(case)
        if resource.count:
            raise NoWay
        self.place = random_place(case, scope, resource)
        self.access = Access(case, self.place)

    def emit(self, e):
        module, place = e.module, self.place
        module.need("VariablePointersStorageBuffer")
        variable = e.resource(place.resource)
        block = module.pointer_type("StorageBuffer", place.resource.block.declare(module, block=True))
        ids = [step.emit(e) if isinstance(step, Number) else module.uint(step) for step in place.steps]
        numbers = [position for position, step in enumerate(place.steps) if isinstance(step, Number)]
        uint = module.int_type()
        passed = numbers[0] if numbers else None
        step = place.steps[passed] if numbers else None
        index_type = module.int_type(step.bits, step.signed) if numbers else uint
        counters, e.counters = e.counters, {}
        name, (buffer, index) = module.begin_function(module.void_type(), [block, index_type])
        inside = []
        for position, step in enumerate(place.steps):
            if position == passed:
                inside.append(index)
            else:
                inside.append(step.emit(e) if isinstance(step, Number) else module.uint(step))
        self.access.emit(e, module.value("OpAccessChain", place.pointer_type(e), buffer, *inside))
        module.emit("OpReturn")
        module.end_function()
        e.counters = counters
        argument = ids[passed] if numbers else module.uint(0)
        module.value("OpFunctionCall", module.void_type(), name, variable, argument)


def two_places(case, scope):
    """Two places of one type, most often in two buffers."""
    first = random_place(case, scope, pick_buffer(case), wanted=handed_on)
    others = places_of(case, first.type)
    if not others or first.resource.role != "free":
        raise NoWay
    resource, way = case.random.choice(others)
    return first, materialize(case, scope, resource, way, first.type)


class Chosen(Statement):
    """A pointer that a select, a phi or a variable chooses."""

    def __init__(self, case, scope):
        self.first, self.second = two_places(case, scope)
        self.condition = Condition(case, scope)
        read_only = not (self.first.resource.writable and self.second.resource.writable)
        self.accesses = [Access(case, self.first, read_only) for _ in range(case.random.randint(1, 2))]
        self.how = case.random.choice(("select", "phi", "variable"))

    def emit(self, e):
        module = e.module
        module.need("VariablePointers")
        pointer_type = self.first.pointer_type(e)
        condition = self.condition.emit(e)
        if self.how == "select":
            pointers = [self.first.pointer(e), self.second.pointer(e)]
            chosen = module.value("OpSelect", pointer_type, condition, *pointers)
        else:
            chosen = self._branch(e, condition, pointer_type)
        for access in self.accesses:
            access.emit(e, chosen)

    def _branch(self, e, condition, pointer_type):
        module = e.module
        holder = module.variable(pointer_type) if self.how == "variable" else None
        labels = [module.fresh("left"), module.fresh("right")]
        merge = module.fresh("merge")
        module.emit("OpSelectionMerge %s None" % merge)
        module.emit("OpBranchConditional %s %s %s" % (condition, labels[0], labels[1]))
        incoming = []
        for label, place in zip(labels, (self.first, self.second)):
            module.label(label)
            pointer = place.pointer(e)
            incoming += [pointer, module.block]
            if holder:
                module.emit("OpStore %s %s" % (holder, pointer))
            module.branch(merge)
        module.label(merge)
        if holder:
            return module.value("OpLoad", pointer_type, holder)
        return module.value("OpPhi", pointer_type, *incoming)


def arrays_in(case):
    """(buffer, way to an array, array) of arrays that OpPtrAccessChain can walk. All
    that have one element type must have one stride, as the pointer's type has it."""
    for resource in case.buffers("storage-buffer"):
        if resource.role != "free":
            continue
        for way, kind in layout.paths(resource.block):
            if isinstance(kind, layout.Array) and handed_on(kind.element):
                if case.pointer_strides.get(kind.element, kind.stride) == kind.stride:
                    yield resource, way, kind


class PointerArithmetic(Statement):
    """A pointer to an array's element, moved by OpPtrAccessChain once, or in each
    turn of a loop."""

    def __init__(self, case, scope):
        random = case.random
        found = list(arrays_in(case))
        if not found:
            raise NoWay
        self.resource, way, self.array = random.choice(found)
        self.base = materialize(case, scope, self.resource, way, self.array)
        absent = self.base.null
        present = [c.count for c in self.resource.candidates(self.base.element) if not c.null]
        count = self.array.count or (8 if absent else min(present))
        if count < 2:
            raise NoWay
        case.pointer_strides[self.array.element] = self.array.stride
        self.first = constant_below(case, count)
        self.looped = random.random() < 0.4
        if self.looped:
            self.first.value = 0
            self.step = opaque(case, 1)
            self.turns = random.randint(1, count)
        else:
            self.step = opaque(case, random.randrange(count) - self.first.value)
            self.step.signed = True
        place = materialize(case, scope, self.resource, way, self.array)
        place.type = self.array.element
        self.access = Access(case, place)

    def emit(self, e):
        module = e.module
        module.need("VariablePointers")
        element = self.array.element.declare(module)
        pointer_type = module.pointer_type("StorageBuffer", element)
        module.once(("stride", pointer_type),
                    lambda: module.decorate("%s ArrayStride %d" % (pointer_type, self.array.stride)) or pointer_type)
        base = module.value("OpAccessChain", pointer_type, e.resource(self.resource), *self.base.indices(e),
                            self.first.emit(e))
        if not self.looped:
            self.access.emit(e, module.value("OpPtrAccessChain", pointer_type, base, self.step.emit(e)))
            return
        step = self.step.emit(e)
        uint = module.int_type()
        names = [module.fresh(hint) for hint in ("loop", "body", "continue", "merge", "pointer", "next", "i", "j")]
        header, body, continuing, merge, pointer, following, counter, incremented = names
        before = module.block
        module.branch(header)
        module.label(header)
        module.emit("%s = OpPhi %s %s %s %s %s" % (pointer, pointer_type, base, before, following, continuing))
        module.emit("%s = OpPhi %s %s %s %s %s" % (counter, uint, module.uint(0), before, incremented, continuing))
        more = module.value("OpULessThan", module.bool_type(), counter, module.uint(self.turns))
        module.emit("OpLoopMerge %s %s None" % (merge, continuing))
        module.emit("OpBranchConditional %s %s %s" % (more, body, merge))
        module.label(body)
        self.access.emit(e, pointer)
        module.branch(continuing)
        module.label(continuing)
        module.emit("%s = OpPtrAccessChain %s %s %s" % (following, pointer_type, pointer, step))
        module.emit("%s = OpIAdd %s %s %s" % (incremented, uint, counter, module.uint(1)))
        module.branch(header)
        module.label(merge)
