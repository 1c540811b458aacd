# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Statements that touch buffers directly."""
from . import layout
from .places import element_index, loadable, materialize, pick_element, places_of, random_place
from .scope import NoWay, random_data


class Statement:
    """A piece of code that needs nothing from those before it. blocks() gives the
    lists of statements within it."""

    def blocks(self):
        return []

    def emit(self, e):
        raise NotImplementedError


def memory_operands(case, kind):
    """What may follow a load or store."""
    pick = case.random.random()
    if pick < 0.75:
        return ""
    if pick < 0.85:
        return "Volatile"
    if pick < 0.92:
        return "Nontemporal"
    return "Aligned %d" % kind.scalars()[0].size if len({s.size for s in kind.scalars()}) == 1 else ""


def pick_buffer(case, kinds=("storage-buffer",)):
    buffers = [buffer for kind in kinds for buffer in case.buffers(kind)]
    if not buffers:
        raise NoWay
    return case.random.choice(buffers)


class Load(Statement):
    def __init__(self, case, scope):
        resource = pick_buffer(case, ("storage-buffer", "storage-buffer", "uniform-buffer"))
        self.place = random_place(case, scope, resource, whole=True)
        self.operands = memory_operands(case, self.place.type)
        self.in_bounds = not self.place.null and case.random.random() < 0.2

    def emit(self, e):
        value = load(e, self.place, self.place.pointer(e, self.in_bounds), self.operands)
        e.record(self.place.type, value)


def load(e, place, pointer, operands=""):
    whole = not place.steps
    type_id = place.type.declare(e.module, block=True) if whole else place.type.declare(e.module)
    return e.module.value("OpLoad", type_id, pointer, *operands.split())


class Store(Statement):
    def __init__(self, case, scope):
        self.place = random_place(case, scope, pick_buffer(case), write=True)
        self.data = random_data(case, self.place.type)
        self.operands = memory_operands(case, self.place.type)

    def emit(self, e):
        pointer = self.place.pointer(e)
        e.module.emit(" ".join(["OpStore", pointer, self.data.emit(e)] + self.operands.split()))
        e.barrier()


class Stores(Statement):
    """Several stores to one buffer, nothing between them: a pass may guard them
    together."""

    def __init__(self, case, scope):
        resource = pick_buffer(case)
        self.places = [random_place(case, scope, resource, write=True) for _ in range(case.random.randint(2, 4))]
        self.data = [random_data(case, place.type) for place in self.places]

    def emit(self, e):
        pairs = [(place.pointer(e), data.emit(e)) for place, data in zip(self.places, self.data)]
        for pointer, value in pairs:
            e.module.emit("OpStore %s %s" % (pointer, value))
        e.barrier()


class Copy(Statement):
    """From one place to another of the same type, by value or by OpCopyMemory."""

    def __init__(self, case, scope):
        random = case.random
        self.source = random_place(case, scope, pick_buffer(case), wanted=lambda k: loadable(k) and k != layout.WORD)
        targets = places_of(case, self.source.type, write=True)
        if not targets or self.source.resource.role != "free":
            raise NoWay
        resource, way = random.choice(targets)
        self.target = materialize(case, scope, resource, way, self.source.type)
        # Copying memory onto itself is not defined.
        self.by_memory = resource.name != self.source.resource.name and random.random() < 0.5

    def emit(self, e):
        source, target = self.source.pointer(e), self.target.pointer(e)
        if self.by_memory:
            e.module.emit("OpCopyMemory %s %s" % (target, source))
        else:
            e.module.emit("OpStore %s %s" % (target, load(e, self.source, source)))
        e.barrier()


class ArrayLength(Statement):
    def __init__(self, case, scope):
        buffers = [buffer for buffer in case.buffers("storage-buffer") if buffer.block.runtime]
        if not buffers:
            raise NoWay
        self.resource = case.random.choice(buffers)
        self.element = pick_element(case, scope, self.resource)

    def emit(self, e):
        module = e.module
        base = e.resource(self.resource)
        if self.element:
            pointer = module.pointer_type("StorageBuffer", self.resource.block.declare(module, block=True))
            base = module.value("OpAccessChain", pointer, base, element_index(e, self.resource, self.element))
        member = len(self.resource.block.members) - 1
        e.record_word(module.value("OpArrayLength", module.int_type(), base, member))


COMMUTATIVE = ("OpAtomicIAdd", "OpAtomicSMin", "OpAtomicUMax", "OpAtomicAnd", "OpAtomicOr", "OpAtomicXor",
               "OpAtomicSMax", "OpAtomicUMin")
OTHER_ATOMICS = ("OpAtomicISub", "OpAtomicExchange", "OpAtomicCompareExchange", "OpAtomicIIncrement",
                 "OpAtomicIDecrement", "OpAtomicLoad", "OpAtomicStore")
SCOPE = 1


def semantics(case):
    return case.random.choice((0, 0, 0x48))


def emit_atomic(e, operation, pointer, scalar, operands, semantic_bits):
    """An atomic with the operands that it takes; returns its result, or None."""
    module = e.module
    if scalar.bits == 64:
        module.need("Int64Atomics")
    scope_id, bits, type_id = module.uint(SCOPE), module.uint(semantic_bits), scalar.declare(module)
    if operation == "OpAtomicLoad":
        return module.value(operation, type_id, pointer, scope_id, module.uint(0))
    if operation == "OpAtomicStore":
        module.emit(" ".join([operation, pointer, scope_id, module.uint(0), operands[0].emit(e)]))
        return None
    if operation == "OpAtomicCompareExchange":
        unequal = module.uint(0)
        values = [operands[0].emit(e), operands[1].emit(e)]
        return module.value(operation, type_id, pointer, scope_id, bits, unequal, *values)
    if operation in ("OpAtomicIIncrement", "OpAtomicIDecrement"):
        return module.value(operation, type_id, pointer, scope_id, bits)
    return module.value(operation, type_id, pointer, scope_id, bits, operands[0].emit(e))


def is_atomic_type(kind):
    return isinstance(kind, layout.Scalar) and kind.kind in "ui" and kind.bits in (32, 64)


class Atomic(Statement):
    def __init__(self, case, scope):
        random = case.random
        resource = pick_buffer(case)
        if not resource.writable or resource.role == "read":
            raise NoWay
        shared = resource.role == "atomic"
        if shared:
            ways = [(way, kind) for way, kind in layout.paths(resource.block) if is_atomic_type(kind)]
            if not ways:
                raise NoWay
            self.place = materialize(case, scope, resource, *random.choice(ways))
            # Different operations on one place would not commute.
            self.operation = COMMUTATIVE[resource.fill_seed % len(COMMUTATIVE)]
        else:
            self.place = random_place(case, scope, resource, wanted=is_atomic_type, write=True)
            self.operation = random.choice(COMMUTATIVE + OTHER_ATOMICS)
        self.used = not shared
        self.operands = [random_data(case, self.place.type) for _ in range(2)]
        self.semantics = semantics(case)

    def emit(self, e):
        pointer = self.place.pointer(e)
        result = emit_atomic(e, self.operation, pointer, self.place.type, self.operands, self.semantics)
        if result and self.used:
            e.record(self.place.type, result)
        e.barrier()
