# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptors: how a module declares them, and what is bound."""
import dataclasses

from . import layout


@dataclasses.dataclass
class Element:
    """One descriptor. Bytes; `count` is how many elements a runtime array has."""
    null: bool = False
    size: int = 0
    offset: int = 0
    range: int = 0
    count: int = 0
    text: str = ""  # of images and samplers: what describes them

    def describe(self, fill, pieces):
        cut = ",pieces=" + "/".join(str(size) for size in pieces) if pieces else ""
        if self.null:
            return self.text or "null"
        if self.text:
            return self.text + cut
        parts = ["size=%d" % self.size]
        if self.offset:
            parts.append("offset=%d" % self.offset)
        if self.offset + self.range != self.size:
            parts.append("range=%d" % self.range)
        return ",".join(parts + ["fill=" + fill]) + cut


class Resource:
    """A binding: one descriptor, or an array of them."""

    def __init__(self, case, kind, set_number, binding, count):
        self.case = case
        self.kind = kind
        self.set, self.binding = set_number, binding
        self.count = count  # 0: not an array
        self.elements = []
        self.fill_seed = case.random.getrandbits(16)
        self.qualifiers = []
        self.writable = False
        self.unit = 1  # bytes that no descriptor cuts
        # With several invocations: "read", "atomic" or "own" (an element for each).
        self.role = "free"
        self.view_of = None  # of a second variable on one binding: the first one

    @property
    def name(self):
        return "%d.%d" % (self.set, self.binding)

    def describe(self, pieces=None):
        """The text that lacuna-run takes; `pieces` has, of a segmented buffer, each
        element's pieces but the last in bytes. Where all are null, the interface map
        says how many pieces each has."""
        elements = [element.describe("random:%d" % (self.fill_seed + number), pieces[number] if pieces else ())
                    for number, element in enumerate(self.elements)]
        return "%s=%s:%s" % (self.name, self.kind, ";".join(elements))

    def candidates(self, index):
        """The elements that an index, None where there is no array, may pick."""
        if index is None:
            return self.elements
        return [self.elements[index.value]] if index.constant else self.elements

    def all_null(self, index):
        return all(element.null for element in self.candidates(index))

    def declare_variable(self, e, type_id, storage):
        module = e.module
        if self.count:
            array = module.declare("OpTypeArray %s %s" % (type_id, module.uint(self.count)), "descriptors")
            type_id = array
        pointer = module.pointer_type(storage, type_id)
        hint = "%s_%d_%d" % (self.kind.replace("-", "_"), self.set, self.binding)
        if self.view_of:
            hint += "_view"
        variable = e.global_variable("OpVariable %s %s" % (pointer, storage), hint, hint)
        e.bind(variable, self.set, self.binding)
        for qualifier in self.qualifiers:
            module.decorate("%s %s" % (variable, qualifier))
        return variable


class Buffer(Resource):
    """A storage or uniform buffer with a block."""

    def __init__(self, case, kind, set_number, binding, count, block):
        super().__init__(case, kind, set_number, binding, count)
        self.block = block
        self.writable = kind == "storage-buffer"
        self.storage = "StorageBuffer" if self.writable else "Uniform"

    def declare(self, e):
        module = e.module
        for scalar in self.scalars():
            if scalar.bits == 8:
                module.need("StorageBuffer8BitAccess" if self.writable else "UniformAndStorageBuffer8BitAccess")
                if module.version < (1, 5):
                    module.extensions.add("SPV_KHR_8bit_storage")
            elif scalar.bits == 16:
                module.need("StorageBuffer16BitAccess" if self.writable else "UniformAndStorageBuffer16BitAccess")
        return self.declare_variable(e, self.block.declare(module, block=True), self.storage)

    def scalars(self):
        runtime = self.block.runtime
        return self.block.scalars() + (runtime.element.scalars() if runtime else [])


def make_elements(case, resource, make):
    """Fills in the elements: each null or what make() gives. Descriptors of one
    resource are now and then all null or all present."""
    random = case.random
    share = random.choice((0, 0.3, 0.5, 0.5, 1))
    for _ in range(max(resource.count, 1)):
        resource.elements.append(Element(null=True) if random.random() < share else make())


def random_buffer(case, binding, block=None):
    """A storage buffer, rarely several in an array; of that block if given."""
    random = case.random
    count = random.randint(2, 4) if random.random() < 0.25 else 0
    if block is None:
        runtime = None
        if random.random() < 0.75:
            runtime = layout.random_type(random, case.features, 1)
        members = random.randint(0 if runtime else 1, 3)
        block = layout.random_struct(random, case.features, 2, members, runtime)
    resource = Buffer(case, "storage-buffer", random.randint(0, 1), binding, count, block)

    def make():
        runtime = block.runtime
        if runtime is None:
            length = block.size
        else:
            elements = random.randint(4, 12)
            length = block.offsets[-1] + elements * runtime.stride
            # An odd range, as long as it holds no further element.
            length += random.randrange(runtime.stride) if random.random() < 0.3 else 0
        length = max(length, 4)
        offset = random.choice((0, 0, 0, 256))
        behind = random.choice((0, 0, 16, 64))
        counted = (length - block.offsets[-1]) // runtime.stride if runtime else 0
        return Element(size=offset + length + behind, offset=offset, range=length, count=counted)
    make_elements(case, resource, make)
    if random.random() < 0.15:
        resource.qualifiers.append(random.choice(("Coherent", "Restrict")))
    if case.invocations > 1:
        owns = block.runtime is not None and case.invocations <= 4
        resource.role = random.choice(("read", "atomic", "own") if owns else ("read", "atomic"))
    elif random.random() < 0.1:
        resource.writable = False
        resource.qualifiers.append("NonWritable")
    return resource


def random_view(case, buffer):
    """Another variable on the buffer's binding, whose block is a different one that
    fits into what is bound there; None if none was found. Both are Aliased from
    then on: without that, each would count as the only way to its memory."""
    random = case.random
    present = [element for element in buffer.elements if not element.null]
    if buffer.role not in ("free", "read"):
        return None
    for _ in range(8):
        runtime = layout.random_type(random, case.features, 1) if random.random() < 0.7 else None
        block = layout.random_struct(random, case.features, 1, random.randint(0 if runtime else 1, 2), runtime)
        least = block.offsets[-1] + 2 * block.runtime.stride if runtime else block.size
        if any(element.range < least for element in present):
            continue
        view = Buffer(case, buffer.kind, buffer.set, buffer.binding, buffer.count, block)
        view.view_of, view.role = buffer, buffer.role
        for element in buffer.elements:
            count = (element.range - block.offsets[-1]) // block.runtime.stride if runtime and not element.null else 0
            view.elements.append(dataclasses.replace(element, count=count))
        if buffer.role == "read" or random.random() < 0.2:
            view.writable = False
            view.qualifiers.append("NonWritable")
        buffer.qualifiers = [name for name in buffer.qualifiers if name != "Restrict"] + ["Aliased"]
        view.qualifiers.append("Aliased")
        return view
    return None


def random_uniform_buffer(case, binding):
    random = case.random
    count = random.randint(2, 3) if random.random() < 0.2 else 0
    block = layout.random_struct(random, case.features, 2, random.randint(1, 4))
    resource = Buffer(case, "uniform-buffer", random.randint(0, 1), binding, count, block)

    def make():
        offset = random.choice((0, 0, 256))
        length = layout.round_up(block.size, 16)
        return Element(size=offset + length, offset=offset, range=length)
    make_elements(case, resource, make)
    return resource
