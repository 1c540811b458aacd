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
# Those whose shader may or may not name the format.
FORMATTED = ("storage-image", "storage-texel-buffer")
STORAGE = ("storage-buffer", "storage-texel-buffer", "storage-image")


class Slot:
    """One descriptor of a subject's shader: the action, and how it is declared."""

    def __init__(self, action, qualified, volatile):
        self.action = action
        self.qualified = qualified  # the format stands in the shader
        self.volatile = volatile

    def name(self, kind):
        parts = []
        if kind in FORMATTED:
            parts.append("qualified" if self.qualified else "unqualified")
        if kind in STORAGE:
            parts.append("volatile" if self.volatile else "plain")
        return "/".join(parts + [self.action])

    def feature(self):
        """The name of an optional device feature (see FEATURES) without which
        the action cannot run, or None."""
        return None if self.qualified or self.action != "read" else "read-without-format"


class Subject:
    """One kind of descriptor; `view` is None for buffers and texel buffers."""

    def __init__(self, kind, view, format_name):
        self.kind = kind
        self.view = view
        self.format = format_name
        self.number, self.components, self.bits = FORMATS[format_name]
        self.multisampled = view is not None and "ms" in view
        self.name = "/".join([kind, view or "buffer", format_name])

    def slots(self):
        """What a shader can do to it. Neighbours differ in their action, so that
        every other one being null leaves none untried."""
        actions = ["read"]
        if self.kind in STORAGE:
            actions.append("write")
            if self.components == 1:
                actions.append("atomic")
        if self.kind != "uniform-buffer":
            actions.append("query")
        result = []
        for qualified, volatile in itertools.product((True, False), (False, True)):
            if volatile and self.kind not in STORAGE or not qualified and self.kind not in FORMATTED:
                continue
            result += [Slot(action, qualified, volatile) for action in actions if qualified or action != "atomic"]
        return result

    def feature(self):
        """As Slot.feature, for the format."""
        return "64-bit-texels" if self.bits == 64 and self.kind not in BUFFERS else None


# Features that a device may lack, with a subject and a slot that need one.
FEATURES = {
    "64-bit-texels": (Subject("storage-image", "2d", "r64ui"), Slot("write", True, False)),
    "read-without-format": (Subject("storage-image", "2d", "rgba32f"), Slot("read", False, False)),
}


def all_subjects():
    """Every subject, in a fixed order."""
    result = [Subject(kind, None, name) for kind, name in itertools.product(BUFFERS + TEXEL_BUFFERS, FORMATS)]
    result += [Subject(kind, view, name) for kind, view, name in itertools.product(IMAGES, VIEWS, FORMATS)]
    # GLSL has no 64-bit textures, only 64-bit storage images.
    return [s for s in result if s.bits != 64 or s.kind in BUFFERS + FORMATTED]


# Where the sweeps go. A null descriptor takes any coordinate; a bound one only
# those for which Vulkan defines the result without robustImageAccess, or (EDGES)
# those that lavapipe treats alike each time.
INSIDE = [0, 1, 2, 3]
EDGES = [-1050, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 1050]
ANYWHERE = [-2147483648, -1050, -3, -1, 0, 1, 2, 3, 4, 7, 1050, 2147483647]
MAX_COORDINATES = 12
LODS_INSIDE = [0, 1, 1, 0]
LODS_ANYWHERE = [0, -1, 7, 2147483647]


# A sweep as the shaders read it: its members' places, and its length.
SWEEP_MEMBERS = {"count": 0, "sample_mask": 1, "at": 2, "lod": 2 + MAX_COORDINATES}
SWEEP_WORDS = SWEEP_MEMBERS["lod"] + 4


def sweep_words(coordinates, lods, sample_mask):
    """A sweep as signed words."""
    padded = coordinates + [0] * (MAX_COORDINATES - len(coordinates))
    return [len(coordinates), sample_mask] + padded + lods


def sweep(subject, action, null):
    """The words of the sweep for one action of a subject."""
    if null:
        # An index past the end of a uniform block's array is not defined, also
        # where the buffer is null.
        inside = subject.kind == "uniform-buffer"
        return sweep_words(INSIDE if inside else ANYWHERE, LODS_ANYWHERE, -1)
    if action == "query":
        return sweep_words(INSIDE, LODS_INSIDE, 3)
    # Out of range, what an atomic returns and what a sample number means is not
    # defined, and a texel buffer's texels are guarded by size as well.
    inside = action == "atomic" or subject.kind in TEXEL_BUFFERS + ("uniform-buffer",) or subject.multisampled
    return sweep_words(INSIDE if inside else EDGES, LODS_INSIDE, 3)


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
