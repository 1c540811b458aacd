# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""The matrix of the null-descriptor tests: which descriptors are touched, and how.

A Subject is one kind of descriptor in one format; its shader has one
descriptor for each action, so that each can be null or bound on its own. A
case is a subject, an action, and "null" or "bound"; its name is those joined
by slashes.
"""
import itertools

ACTIONS = ("read", "write", "atomic", "query")

# Format: numeric class, components, bits of a component.
FORMATS = {
    "r32i": ("int", 1, 32), "r32ui": ("uint", 1, 32), "r32f": ("float", 1, 32),
    "rg32i": ("int", 2, 32), "rg32ui": ("uint", 2, 32), "rg32f": ("float", 2, 32),
    "rgba32i": ("int", 4, 32), "rgba32ui": ("uint", 4, 32), "rgba32f": ("float", 4, 32),
    "r64i": ("int", 1, 64), "r64ui": ("uint", 1, 64),
}

# View: its name in GLSL, components of an integer coordinate, of a floating
# coordinate (0: it cannot be sampled), of a gradient, and its description.
VIEWS = {
    "1d": ("1D", 1, 1, 1, "dim=1d,extent=4"),
    "2d": ("2D", 2, 2, 2, "dim=2d,extent=4x4"),
    "3d": ("3D", 3, 3, 3, "dim=3d,extent=4x4x4"),
    "cube": ("Cube", 3, 3, 3, "dim=cube,extent=4x4"),
    "1d-array": ("1DArray", 2, 2, 1, "dim=1d-array,extent=4,layers=2"),
    "2d-array": ("2DArray", 3, 3, 2, "dim=2d-array,extent=4x4,layers=2"),
    "cube-array": ("CubeArray", 3, 4, 3, "dim=cube-array,extent=4x4,layers=2"),
    "2d-ms": ("2DMS", 2, 0, 0, "dim=2d-ms,extent=4x4,samples=4"),
    "2d-ms-array": ("2DMSArray", 3, 0, 0, "dim=2d-ms-array,extent=4x4,layers=2,samples=4"),
}

BUFFERS = ("storage-buffer", "uniform-buffer")
TEXEL_BUFFERS = ("uniform-texel-buffer", "storage-texel-buffer")
IMAGES = ("storage-image", "sampled-image", "combined-image-sampler")
STORAGE = ("storage-buffer", "storage-texel-buffer", "storage-image")


class Subject:
    """One kind of descriptor; `view` is None for buffers and texel buffers."""

    def __init__(self, kind, view, format_name, qualified, volatile):
        self.kind = kind
        self.view = view
        self.format = format_name
        self.number, self.components, self.bits = FORMATS[format_name]
        self.qualified = qualified  # the format stands in the shader
        self.volatile = volatile
        self.multisampled = view is not None and "ms" in view
        parts = [kind, view or "buffer", format_name]
        if kind in ("storage-image", "storage-texel-buffer"):
            parts.append("qualified" if qualified else "unqualified")
        if kind in STORAGE:
            parts.append("volatile" if volatile else "plain")
        self.name = "/".join(parts)

    def actions(self):
        """What a shader can do to it, in the order of ACTIONS."""
        result = ["read"]
        if self.kind in STORAGE:
            result.append("write")
            if self.components == 1 and self.qualified:
                result.append("atomic")
        if self.kind != "uniform-buffer":
            result.append("query")
        return result

    def needs(self, action):
        """The names of optional device features (see FEATURES) without which
        the action cannot run."""
        result = []
        if self.bits == 64 and self.kind not in BUFFERS:
            result.append("64-bit-texels")
        if not self.qualified and action == "read":
            result.append("read-without-format")
        return result

    def can_read(self):
        """Whether a shader may read it whatever the device."""
        return self.qualified


# Features that a device may lack: what a probe shader touches to find out.
FEATURES = {
    "64-bit-texels": (Subject("storage-image", "2d", "r64ui", True, False), "write"),
    "read-without-format": (Subject("storage-image", "2d", "rgba32f", False, False), "read"),
}


def all_subjects():
    """Every subject, in a fixed order."""
    result = []
    for kind, name, volatile in itertools.product(BUFFERS, FORMATS, (False, True)):
        if volatile and kind == "uniform-buffer":
            continue
        result.append(Subject(kind, None, name, True, volatile))
    for kind, view, name, qualified, volatile in itertools.product(
            TEXEL_BUFFERS + IMAGES, (None,) + tuple(VIEWS), FORMATS, (True, False), (False, True)):
        if (kind in TEXEL_BUFFERS) != (view is None):
            continue
        if kind not in STORAGE and (volatile or not qualified):
            continue
        result.append(Subject(kind, view, name, qualified, volatile))
    return result


# Where the sweeps go. A null descriptor takes any coordinate; a bound one only
# those for which Vulkan defines the result without robustImageAccess, or (EDGES)
# those that lavapipe treats alike each time.
INSIDE = [0, 1, 2, 3]
EDGES = [-1050, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 1050]
ANYWHERE = [-2147483648, -1050, -3, -1, 0, 1, 2, 3, 4, 7, 1050, 2147483647]
MAX_COORDINATES = 12
LODS_INSIDE = [0, 1, 1, 0]
LODS_ANYWHERE = [0, -1, 7, 2147483647]


def sweep_words(coordinates, lods):
    """The Sweep structure of the shaders, as signed words."""
    padded = coordinates + [0] * (MAX_COORDINATES - len(coordinates))
    return [len(coordinates)] + padded + lods


def sweep(subject, action, null):
    """The words of the sweep for one action of a subject."""
    if null:
        # An index past the end of a uniform block's array is not defined, also
        # where the buffer is null.
        inside = subject.kind == "uniform-buffer"
        return sweep_words(INSIDE if inside else ANYWHERE, LODS_ANYWHERE)
    if action == "query":
        return sweep_words(INSIDE, LODS_INSIDE)
    # Out of range, what an atomic returns and what a sample number means is not
    # defined, and a texel buffer's texels are guarded by size as well.
    inside = action == "atomic" or subject.kind in TEXEL_BUFFERS + ("uniform-buffer",) or subject.multisampled
    return sweep_words(INSIDE if inside else EDGES, LODS_INSIDE)


def descriptor(subject, null):
    """The description of one descriptor for lacuna-run's --resources."""
    if subject.kind == "combined-image-sampler":
        sampler = ",filter=nearest,mip=nearest,address=border,border=transparent-black"
    else:
        sampler = ""
    if null:
        return subject.kind + ":null" + sampler
    if subject.kind in BUFFERS:
        # The words are floats from 1 upwards, and integers as good as any.
        return subject.kind + ":size=128,fill=count:1065353216"
    if subject.kind in TEXEL_BUFFERS:
        return subject.kind + ":format=%s,extent=4,fill=ramp:5" % subject.format
    text = subject.kind + ":format=%s,%s" % (subject.format, VIEWS[subject.view][4])
    if subject.multisampled:
        text += ",fill=texel:" + "/".join(["37"] * subject.components)
    else:
        text += ",fill=ramp:5"
        if subject.kind != "storage-image":
            text += ",levels=2"
    return text + sampler
