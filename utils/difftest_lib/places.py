# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Places in buffers: a descriptor, and a way through its block to a part of it."""
import dataclasses

from . import layout
from .scope import Number, NoWay, constant_below, index_below, wild

# What indexing an array of descriptors dynamically asks for: the capability, and
# the extension before SPIR-V 1.5.
_DYNAMIC = {
    "storage-buffer": ("StorageBufferArrayDynamicIndexing", None),
    "uniform-buffer": ("UniformBufferArrayDynamicIndexing", None),
    "sampled-image": ("SampledImageArrayDynamicIndexing", None),
    "combined-image-sampler": ("SampledImageArrayDynamicIndexing", None),
    "storage-image": ("StorageImageArrayDynamicIndexing", None),
    "uniform-texel-buffer": ("UniformTexelBufferArrayDynamicIndexing", "SPV_EXT_descriptor_indexing"),
    "storage-texel-buffer": ("StorageTexelBufferArrayDynamicIndexing", "SPV_EXT_descriptor_indexing"),
}


def pick_element(case, scope, resource, constant=False):
    """Which descriptor of an array; None where there is no array."""
    if not resource.count:
        return None
    if constant or case.random.random() < 0.4:
        return constant_below(case, resource.count)
    number = index_below(case, scope, resource.count)
    if number.source == "gid":
        # That would not be uniform.
        return constant_below(case, resource.count)
    return number


def element_index(e, resource, element):
    """The id of a descriptor's index, with what it takes."""
    if not element.constant:
        capability, extension = _DYNAMIC[resource.kind]
        e.module.need(capability)
        if extension and e.module.version < (1, 5):
            e.module.extensions.add(extension)
    return element.emit(e)


@dataclasses.dataclass
class Place:
    resource: object
    element: Number
    steps: list  # of Number, or of a member's number
    type: object

    def indices(self, e):
        """The ids of all indices from the variable on."""
        ids = [element_index(e, self.resource, self.element)] if self.element else []
        for step in self.steps:
            ids.append(step.emit(e) if isinstance(step, Number) else e.module.uint(step))
        return ids

    def pointer(self, e, in_bounds=False):
        """The id of a pointer to the place."""
        ids = self.indices(e)
        base = e.resource(self.resource)
        operation = "OpInBoundsAccessChain" if in_bounds else "OpAccessChain"
        return e.module.value(operation, self.pointer_type(e), base, *ids)

    def pointer_type(self, e):
        whole = not self.steps
        type_id = self.type.declare(e.module, block=True) if whole else self.type.declare(e.module)
        return e.module.pointer_type(self.resource.storage, type_id)

    @property
    def null(self):
        return self.resource.all_null(self.element)


def loadable(kind):
    """A type that a value can have, and that is not too long to write out."""
    if isinstance(kind, layout.Array) and kind.count == 0:
        return False
    if isinstance(kind, layout.Struct) and kind.runtime is not None:
        return False
    return len(kind.scalars()) <= 40


def random_place(case, scope, resource, wanted=loadable, write=False, whole=False):
    """A place in a buffer whose type `wanted` accepts. Bound buffers are never left;
    with several invocations, what one writes no other touches."""
    own = resource.role == "own"
    runtime_member = len(resource.block.members) - 1

    def allowed(way, kind):
        if not wanted(kind) or (not way and not whole):
            return False
        return not (own and write) or way[:1] == (("member", runtime_member),)
    ways = [(way, kind) for way, kind in layout.paths(resource.block) if allowed(way, kind)]
    if write and (not resource.writable or resource.role not in ("free", "own")):
        raise NoWay
    if not write and resource.role == "atomic":
        raise NoWay
    if not ways:
        raise NoWay
    way, kind = case.random.choice(ways)
    return materialize(case, scope, resource, way, kind)


def materialize(case, scope, resource, way, kind):
    """Chooses the numbers of a way through a block."""
    random = case.random
    element = pick_element(case, scope, resource)
    candidates = resource.candidates(element)
    # Past the end of a uniform block there is nothing, whatever is bound.
    absent = resource.kind == "storage-buffer" and all(candidate.null for candidate in candidates)
    steps = []
    for position, (what, number) in enumerate(way):
        if what == "member":
            steps.append(number)
            continue
        runtime = what == "index" and number == 0
        if runtime and resource.role == "own" and position == 1:
            steps.append(Number("gid", 0))
        elif absent and what == "index" and random.random() < (0.3 if runtime else 0.1):
            steps.append(wild(case))
        elif runtime:
            present = [candidate.count for candidate in candidates if not candidate.null]
            steps.append(index_below(case, scope, min(present) if present else 8))
        else:
            steps.append(index_below(case, scope, number))
    return Place(resource, element, steps, kind)


def places_of(case, kind, write=False):
    """(buffer, way) of every part with that type in storage buffers."""
    found = []
    for resource in case.buffers("storage-buffer"):
        if resource.role not in ("free",) or (write and not resource.writable):
            continue
        found += [(resource, way) for way, inner in layout.paths(resource.block) if way and inner == kind]
    return found
