# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Where a statement stands, and the numbers that it can index with.

All choices are made when a statement is made, none when it is emitted, so that
statements can be taken out and the rest stays what it was."""
import dataclasses

from . import layout


class NoWay(Exception):
    """The choice cannot be made here; another statement is tried."""


@dataclasses.dataclass
class Scope:
    """What is in reach: loops around (with their counts), and whether control flow
    around differs between invocations."""
    counters: tuple = ()
    depth: int = 0
    in_function: bool = False

    def inner(self, **changes):
        return dataclasses.replace(self, depth=self.depth + 1, **changes)


@dataclasses.dataclass
class Number:
    """An integer whose value the generator knows, or knows the range of. `source`
    says how the module gets it:

      const    a constant
      params   a word of the buffer of parameters, `value` is its index there
      push     a word of the push constants, likewise
      spec     a specialization constant
      counter  the counter of the loop `loop` plus `value`
      gid      the invocation's number plus `value`
    """
    source: str
    value: int
    loop: object = None
    bits: int = 32
    signed: bool = False
    spec_id: int = 0

    @property
    def constant(self):
        return self.source == "const"

    def emit(self, e):
        module, uint = e.module, e.module.int_type()
        if self.source == "const":
            if self.bits == 32:
                return module.int(self.value) if self.signed else module.uint(self.value)
            return module.constant(module.int_type(self.bits, self.signed), self.value)
        if self.source == "params":
            word = e.parameter(self.value)
        elif self.source == "push":
            word = e.push_word(self.value)
        elif self.source == "spec":
            word = e.spec_constant(self.spec_id, self.value)
        else:
            base = e.gid() if self.source == "gid" else e.counters.get(self.loop, module.uint(0))
            word = module.value("OpIAdd", uint, base, module.uint(self.value)) if self.value else base
        if self.bits == 32:
            return module.value("OpBitcast", module.int_type(32, True), word) if self.signed else word
        wide = module.value("OpUConvert", module.int_type(self.bits), word)
        return module.value("OpBitcast", module.int_type(self.bits, True), wide) if self.signed else wide


def opaque(case, value, foldable=True):
    """A number of that 32-bit value that the passes cannot see; with `foldable`, a
    driver may, as it may be a specialization constant."""
    random = case.random
    pick = random.random()
    if pick < 0.5 and len(case.push_words) < 16:
        case.push_words.append(value & 0xffffffff)
        return Number("push", len(case.push_words) - 1)
    if pick < 0.65 and value >= 0 and foldable:
        case.spec_count += 1
        return Number("spec", value, spec_id=case.spec_count)
    case.parameters.append(value & 0xffffffff)
    return Number("params", len(case.parameters) - 1)


def index_below(case, scope, count):
    """A number from 0 to count - 1."""
    if count < 1:
        raise NoWay
    random = case.random
    number = None
    pick = random.random()
    loops = [(loop, turns) for loop, turns in scope.counters if turns <= count]
    if loops and pick < 0.45:
        loop, turns = random.choice(loops)
        number = Number("counter", random.randint(0, count - turns), loop)
    elif case.invocations <= count and case.invocations > 1 and pick < 0.65:
        number = Number("gid", random.randint(0, count - case.invocations))
    elif pick < 0.8:
        number = opaque(case, random.randrange(count))
    else:
        number = Number("const", random.randrange(count))
    if number.source != "spec":
        number.bits, number.signed = _width(case, count)
    return number


def constant_below(case, count):
    if count < 1:
        raise NoWay
    return Number("const", case.random.randrange(count))


# Past every buffer, negative, and such that 32-bit offsets wrap around. None makes
# an offset of the last bytes below 2^32: drivers that add a size to it see it wrap
# to 0 and, as lavapipe does, touch what is not there.
WILD = (8, 9, 1000, 0x10000, 0x40000000, 0x7fff0000, 0x80000000, 0xffff0000, 0xfffffffe)


def wild(case):
    """An index that no buffer has; of use on null descriptors only."""
    number = opaque(case, case.random.choice(WILD))
    number.signed = case.random.random() < 0.5
    return number


def _width(case, count):
    random = case.random
    pick = random.random()
    if pick < 0.06 and "wide" in case.features:
        return 64, random.random() < 0.5
    if pick < 0.12 and "narrow" in case.features and count < 0x7f:
        return 16, random.random() < 0.5
    return 32, random.random() < 0.5


@dataclasses.dataclass
class Data:
    """A value of a type: one number for each of its scalars, and perhaps one of
    them replaced by something that no compiler can see."""
    type: object
    numbers: list
    replaced: Number = None  # stands in place of the first scalar

    def emit(self, e):
        value, rest = _constant(e.module, self.type, self.numbers)
        assert not rest
        if self.replaced is None:
            return value
        first = self.type.scalars()[0]
        scalar = e.from_word(first, self.replaced.emit(e))
        path = leaf_paths(self.type)[0]
        if not path:
            return scalar
        return e.module.value("OpCompositeInsert", self.type.declare(e.module), scalar, value, *path)


def random_data(case, kind):
    random = case.random
    numbers = []
    for scalar in kind.scalars():
        if scalar.kind == "f":
            numbers.append(random.choice((0.5, 1, 1.5, -2, 7, -0.25, 100, 1024)))
        else:
            low = -(1 << (scalar.bits - 1)) if scalar.kind == "i" else 0
            numbers.append(low + random.getrandbits(scalar.bits) if random.random() < 0.6 else random.randrange(100))
    replaced = opaque(case, random.getrandbits(32)) if random.random() < 0.4 else None
    return Data(kind, numbers, replaced)


def _constant(module, kind, numbers):
    """The id of a constant of the first numbers, and the numbers left."""
    type_id = kind.declare(module)
    if isinstance(kind, layout.Scalar):
        return module.constant(type_id, repr(numbers[0])), numbers[1:]
    if isinstance(kind, layout.Struct):
        parts = kind.members
    else:
        inner = kind.column if isinstance(kind, layout.Matrix) else kind.element
        parts = [inner] * (kind.columns if isinstance(kind, layout.Matrix) else kind.count)
    ids = []
    for part in parts:
        constant, numbers = _constant(module, part, numbers)
        ids.append(constant)
    return module.declare(" ".join(["OpConstantComposite", type_id] + ids), "cc"), numbers


def leaf_paths(kind, prefix=()):
    """The literal indices of every scalar of a type, in order."""
    if isinstance(kind, layout.Scalar):
        return [prefix]
    if isinstance(kind, layout.Struct):
        parts = kind.members
    elif isinstance(kind, layout.Matrix):
        parts = [kind.column] * kind.columns
    else:
        parts = [kind.element] * kind.count
    return [path for number, part in enumerate(parts) for path in leaf_paths(part, prefix + (number,))]
