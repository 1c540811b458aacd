# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Types of memory in buffers, with sizes and offsets in bytes."""
import dataclasses
import functools


@dataclasses.dataclass(frozen=True)
class Scalar:
    kind: str  # "u", "i" or "f"
    bits: int

    @property
    def size(self):
        return self.bits // 8

    def scalars(self):
        return [self]

    def declare(self, module):
        return (module.float_type(self.bits) if self.kind == "f"
                else module.int_type(self.bits, self.kind == "i"))


@dataclasses.dataclass(frozen=True)
class Vector:
    """`strided`: a column of a row-major matrix, whose components are not neighbours.
    A pointer to it does not say so."""
    element: Scalar
    count: int
    strided: bool = False

    @property
    def size(self):
        return self.element.size * self.count

    def scalars(self):
        return [self.element] * self.count

    def declare(self, module):
        return module.vector_type(self.element.declare(module), self.count)


@dataclasses.dataclass(frozen=True)
class Matrix:
    """`stride` is of columns, or of rows when row_major."""
    element: Scalar
    columns: int
    rows: int
    row_major: bool
    stride: int

    @property
    def size(self):
        return self.stride * (self.rows if self.row_major else self.columns)

    @property
    def column(self):
        return Vector(self.element, self.rows, self.row_major)

    def scalars(self):
        return [self.element] * (self.columns * self.rows)

    def declare(self, module):
        return module.declare("OpTypeMatrix %s %d" % (self.column.declare(module), self.columns), "mat")


@dataclasses.dataclass(frozen=True)
class Array:
    element: object
    count: int  # 0: a runtime array
    stride: int

    @property
    def size(self):
        return self.stride * self.count

    def scalars(self):
        return self.element.scalars() * self.count

    def declare(self, module):
        def make():
            element = self.element.declare(module)
            if self.count == 0:
                name = module.declare("OpTypeRuntimeArray " + element, "runtime", key=self)
            else:
                name = module.declare("OpTypeArray %s %s" % (element, module.uint(self.count)), "array", key=self)
            module.decorate("%s ArrayStride %d" % (name, self.stride))
            return name
        return module.once(self, make)


@dataclasses.dataclass(frozen=True)
class Struct:
    members: tuple  # of types
    offsets: tuple
    size: int

    def scalars(self):
        return [scalar for member in self.members for scalar in member.scalars()]

    @property
    def runtime(self):
        """The last member if it is a runtime array, else None."""
        last = self.members[-1]
        return last if isinstance(last, Array) and last.count == 0 else None

    def declare(self, module, block=False):
        def make():
            members = [member.declare(module) for member in self.members]
            name = module.declare("OpTypeStruct " + " ".join(members), "struct", key=(self, block))
            if block:
                module.decorate(name + " Block")
            for number, (member, offset) in enumerate(zip(self.members, self.offsets)):
                module.member_decorate("%s %d Offset %d" % (name, number, offset))
                while isinstance(member, Array):
                    member = member.element
                if isinstance(member, Matrix):
                    major = "RowMajor" if member.row_major else "ColMajor"
                    module.member_decorate("%s %d %s" % (name, number, major))
                    module.member_decorate("%s %d MatrixStride %d" % (name, number, member.stride))
            return name
        return module.once((self, block), make)


def has_matrix(kind):
    if isinstance(kind, Matrix):
        return True
    if isinstance(kind, Array):
        return has_matrix(kind.element)
    return isinstance(kind, Struct) and any(has_matrix(member) for member in kind.members)


def alignment(kind):
    """What offsets and strides are multiples of: the largest scalar, which is all
    that scalar block layout asks for."""
    return max(scalar.size for scalar in kind.scalars() or kind.element.scalars())


def round_up(number, multiple):
    return -(-number // multiple) * multiple


# How a walk through a block can go on from a type: (step, type) pairs. A step is
# a member's number, "index" with the number of elements there are (0: as many as
# the buffer has), or "part" with the number of columns or components.
@functools.lru_cache(maxsize=None)
def steps(kind):
    if isinstance(kind, Struct):
        return tuple((("member", number), member) for number, member in enumerate(kind.members))
    if isinstance(kind, Array):
        return ((("index", kind.count), kind.element),)
    if isinstance(kind, Matrix):
        return ((("part", kind.columns), kind.column),)
    if isinstance(kind, Vector):
        return ((("part", kind.count), kind.element),)
    return ()


def paths(kind, prefix=()):
    """Every walk from a type: (steps, type) pairs, the type itself included."""
    yield prefix, kind
    for step, inner in steps(kind):
        yield from paths(inner, prefix + (step,))


WORD = Scalar("u", 32)


def random_scalar(random, features):
    choices = [Scalar("u", 32), Scalar("i", 32), Scalar("f", 32)] * 4
    if "wide" in features:
        choices += [Scalar("u", 64), Scalar("i", 64), Scalar("f", 64)]
    if "narrow" in features:
        choices += [Scalar("u", 16), Scalar("i", 16), Scalar("u", 8), Scalar("i", 8), Scalar("f", 16)]
    return random.choice(choices)


def random_type(random, features, depth):
    """A type of fixed size with at most about 32 scalars."""
    pick = random.random()
    scalar = random_scalar(random, features)
    if pick < 0.4 or (depth == 0 and pick < 0.6):
        return scalar
    if pick < 0.65 or depth == 0:
        return Vector(scalar, random.randint(2, 4))
    if pick < 0.75:
        element = Scalar("f", 64) if "wide" in features and random.random() < 0.2 else Scalar("f", 32)
        columns, rows = random.randint(2, 4), random.randint(2, 4)
        row_major = random.random() < 0.5
        stride = element.size * (columns if row_major else rows)
        if random.random() < 0.5:
            stride = round_up(stride, 16)
        return Matrix(element, columns, rows, row_major, stride)
    if pick < 0.88:
        element = random_type(random, features, depth - 1)
        return Array(element, random.randint(1, 4), random_stride(random, element))
    return random_struct(random, features, depth - 1, random.randint(1, 3))


def random_stride(random, element):
    stride = round_up(element.size, alignment(element))
    if random.random() < 0.3:
        stride = round_up(stride, 16)
    return stride + (alignment(element) * random.randint(1, 3) if random.random() < 0.2 else 0)


def random_struct(random, features, depth, count, runtime=None):
    """A struct of `count` members, and one more that is a runtime array of
    `runtime` elements' type."""
    members = [random_type(random, features, depth) for _ in range(count)]
    if runtime is not None:
        members.append(Array(runtime, 0, random_stride(random, runtime)))
    offset, offsets = 0, []
    for member in members:
        offset = round_up(offset, alignment(member))
        if random.random() < 0.2:
            offset = round_up(offset + 1, 16)
        offsets.append(offset)
        offset += member.size
    size = round_up(offset, max(alignment(member) for member in members))
    return Struct(tuple(members), tuple(offsets), size)
