# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Images, texel buffers and samplers: how a module declares them, what is bound."""
import dataclasses
import re

from . import layout
from .resources import Element, Resource, make_elements

FLOATS = ("rgba32f", "rgba16f", "r32f", "rg32f", "r16f")
NORMALIZED = ("rgba8", "rgba8snorm", "r8", "rg16", "rgba16")
UINTS = ("rgba32ui", "r32ui", "rgba8ui", "rg16ui", "r8ui")
SINTS = ("rgba32i", "r32i", "rgba16i", "rg8i", "r16i")
# What storage images have without StorageImageExtendedFormats.
PLAIN_STORAGE = ("rgba32f", "rgba16f", "r32f", "rgba8", "rgba8snorm", "rgba32i", "rgba16i", "r32i", "rgba32ui",
                 "rgba8ui", "r32ui")
STORAGE_KINDS = ("storage-image", "storage-texel-buffer")
# Dimensions by their names in descriptions: SPIR-V's, coordinates of a texel,
# arrayed, multisampled.
DIMS = {
    "buffer": ("Buffer", 1, False, False),
    "1d": ("1D", 1, False, False),
    "2d": ("2D", 2, False, False),
    "3d": ("3D", 3, False, False),
    "cube": ("Cube", 2, False, False),
    "1d-array": ("1D", 1, True, False),
    "2d-array": ("2D", 2, True, False),
    "2d-ms": ("2D", 2, False, True),
    "2d-ms-array": ("2D", 2, True, True),
}


def class_of(texel_format):
    """The shader's scalar type of a format."""
    if texel_format.endswith("ui"):
        return layout.Scalar("u", 32)
    return layout.Scalar("i" if texel_format.endswith("i") else "f", 32)


def spirv_format(texel_format):
    """SPIR-V's name: rgba8snorm is Rgba8Snorm."""
    return texel_format.capitalize().replace("snorm", "Snorm")


def texel_bytes(texel_format):
    channels, bits = re.match(r"(r|rg|rgba)(\d+)", texel_format).groups()
    return len(channels) * int(bits) // 8


@dataclasses.dataclass
class Sampler:
    """What a sampler does, as descriptions say it."""
    linear: bool
    mip_linear: bool
    address: str
    border: str

    def describe(self):
        names = ("nearest", "linear")
        parts = ["filter=" + names[self.linear], "mip=" + names[self.mip_linear], "address=" + self.address]
        return ",".join(parts + (["border=" + self.border] if self.address == "border" else []))


def random_sampler(random, plain=False):
    """`plain`: one that integer and normalized formats can have, whose results are
    exact."""
    linear = not plain and random.random() < 0.5
    address = random.choice(("repeat", "mirror", "clamp") if plain else ("repeat", "mirror", "clamp", "border"))
    border = random.choice(("transparent-black", "opaque-black", "opaque-white"))
    return Sampler(linear, linear and random.random() < 0.5, address, border)


class Image(Resource):
    """An image or texel buffer, or an array of them, all of one shape."""

    def __init__(self, case, kind, set_number, binding, count):
        super().__init__(case, kind, set_number, binding, count)
        random = case.random
        buffer = kind.endswith("texel-buffer")
        storage = kind in STORAGE_KINDS
        if buffer:
            dims = ["buffer"]
        elif storage:
            dims = ["1d", "2d", "2d", "3d", "1d-array", "2d-array", "2d-ms", "2d-ms-array"]
        else:
            dims = ["1d", "2d", "2d", "3d", "cube", "1d-array", "2d-array"]
            dims += ["2d-ms", "2d-ms-array"] if kind == "sampled-image" else []
        self.dim = random.choice(dims)
        self.spirv_dim, self.dimensions, self.arrayed, self.multisampled = DIMS[self.dim]
        formats = random.choice((FLOATS, NORMALIZED, UINTS, SINTS))
        if self.multisampled:
            formats = [name for name in formats if "32" in name] or ("rgba32f",)
        self.format = random.choice([name for name in formats if not storage or name in PLAIN_STORAGE])
        self.scalar = class_of(self.format)
        self.unit = texel_bytes(self.format)
        self.filterable = self.format in FLOATS
        self.extent = [1 << random.randint(1, 3) for _ in range(self.dimensions)]
        if self.dim == "cube":
            self.extent = [self.extent[0]] * 2
        self.layers = random.randint(1, 3) if self.arrayed else 1
        sampled = not buffer and not storage and not self.multisampled
        self.levels = random.randint(1, min(self.extent).bit_length()) if sampled else 1
        self.samples = 4 if self.multisampled else 1
        # A storage image need not say its format.
        self.declared_format = spirv_format(self.format) if storage and random.random() < 0.95 else "Unknown"
        self.writable = storage
        if case.invocations > 1:
            self.role = "read"
            if storage and self.format in ("r32ui", "r32i") and self.declared_format != "Unknown":
                self.role = random.choice(("read", "atomic"))
        self.sampler = None
        if kind == "combined-image-sampler":
            self.sampler = random_sampler(random, plain=not self.filterable)
        make_elements(case, self, self._element)
        for element in self.elements:
            if element.null and self.sampler:
                element.text = "null," + self.sampler.describe()

    def _element(self):
        if self.filterable:
            fill = "ramp:%d" % self.case.random.randint(1, 40)
        else:
            fill = "random:%d" % self.case.random.getrandbits(16)
        parts = ["format=" + self.format]
        parts += [] if self.dim == "buffer" else ["dim=" + self.dim]
        parts.append("extent=" + "x".join(str(length) for length in self.extent))
        parts += ["levels=%d" % self.levels] if self.levels > 1 else []
        parts += ["layers=%d" % self.layers] if self.arrayed else []
        parts += ["samples=%d" % self.samples] if self.multisampled else []
        if self.multisampled:
            fill = "texel:%d/%d/%d/%d" % tuple(self.case.random.randint(1, 99) for _ in range(4))
        parts += [self.sampler.describe()] if self.sampler else []
        length = self.extent[0] * self.unit if self.dim == "buffer" else 0
        return Element(text=",".join(parts + ["fill=" + fill]), range=length)

    def level_extent(self, level):
        return [max(length >> level, 1) for length in self.extent]

    @property
    def texel(self):
        return layout.Vector(self.scalar, 4)

    def image_type(self, e):
        module = e.module
        storage = self.kind in STORAGE_KINDS
        if self.spirv_dim == "1D":
            module.need("Image1D" if storage else "Sampled1D")
        elif self.spirv_dim == "Buffer":
            module.need("ImageBuffer" if storage else "SampledBuffer")
        if storage and self.multisampled:
            module.need("StorageImageMultisample")
            if self.arrayed:
                module.need("ImageMSArray")
        words = [self.scalar.declare(module), self.spirv_dim, 0, int(self.arrayed), int(self.multisampled),
                 2 if storage else 1, self.declared_format]
        return module.declare("OpTypeImage " + " ".join(str(word) for word in words), "image")

    def variable_type(self, e):
        image = self.image_type(e)
        if self.kind == "combined-image-sampler":
            return e.module.declare("OpTypeSampledImage " + image, "sampled_image")
        return image

    def declare(self, e):
        return self.declare_variable(e, self.variable_type(e), "UniformConstant")


class SamplerResource(Resource):
    def __init__(self, case, set_number, binding, plain):
        super().__init__(case, "sampler", set_number, binding, 0)
        self.sampler = random_sampler(case.random, plain)
        self.elements.append(Element(text=self.sampler.describe()))

    def declare(self, e):
        return self.declare_variable(e, e.module.declare("OpTypeSampler", "sampler"), "UniformConstant")


IMAGE_KINDS = ("sampled-image", "combined-image-sampler", "storage-image", "uniform-texel-buffer",
               "storage-texel-buffer")


def random_images(case, first_binding):
    """Some images and texel buffers, and the samplers that sampled images take."""
    random = case.random
    found = []
    for number in range(random.randint(2, 4)):
        kind = random.choice(IMAGE_KINDS)
        # lacuna-run's documentation: of arrays of storage images some drivers take
        # one element for all invocations.
        array = random.random() < 0.25 and not (kind in STORAGE_KINDS and case.invocations > 1)
        count = random.randint(2, 3) if array else 0
        found.append(Image(case, kind, random.randint(0, 1), first_binding + number, count))
    if any(image.kind == "sampled-image" for image in found):
        for number, plain in enumerate((False, True)):
            found.append(SamplerResource(case, 2, 40 + number, plain))
    return found
