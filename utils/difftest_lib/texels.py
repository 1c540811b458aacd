# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Statements that touch images and texel buffers."""
import dataclasses

from . import layout
from .buffers import COMMUTATIVE, OTHER_ATOMICS, Statement, emit_atomic
from .images import IMAGE_KINDS, STORAGE_KINDS
from .places import element_index, pick_element
from .scope import NoWay, Number, index_below, opaque, random_data, wild


@dataclasses.dataclass
class Fraction:
    """A float: a number of 1 / `denominator`, which is a power of two, so that all
    arithmetic with it is exact."""
    number: Number
    denominator: int

    def emit(self, e):
        module = e.module
        signed = module.value("OpBitcast", module.int_type(signed=True), self.number.emit(e))
        whole = module.value("OpConvertSToF", module.float_type(), signed)
        unit = module.constant(module.float_type(), repr(1 / self.denominator))
        return module.value("OpFMul", module.float_type(), whole, unit)


def vector(e, scalar_type, parts):
    if len(parts) == 1:
        return parts[0]
    return e.module.value("OpCompositeConstruct", e.module.vector_type(scalar_type, len(parts)), *parts)


def vector_type(e, scalar_type, count):
    return scalar_type if count == 1 else e.module.vector_type(scalar_type, count)


class ImageStatement(Statement):
    """What all have in common: which image, and how the code gets at it: in place,
    or in a function that takes the image or a pointer to it."""

    kinds = IMAGE_KINDS

    def __init__(self, case, scope):
        random = case.random
        images = [image for kind in self.kinds for image in case.buffers(kind) if self.takes(image)]
        if not images:
            raise NoWay
        self.image = random.choice(images)
        # Many drivers offer no dynamic index into arrays of images.
        self.element = pick_element(case, scope, self.image, constant=random.random() < 0.9)
        self.null = self.image.all_null(self.element)
        self.how = random.choice(("direct", "direct", "direct", "value", "pointer"))
        if self.how == "pointer" and self.image.count:
            self.how = "value"
        # In a function, counters of loops around are out of reach.
        self.scope = scope if self.how == "direct" else scope.inner(counters=())

        # Of multisampled images, the sample's number.
        self.sample = self.whole(case, self.image.samples, wildly=True) if self.image.multisampled else None

    def takes(self, image):
        return True

    def sample_operands(self, e):
        return ["Sample", self.sample.emit(e)] if self.sample else []

    def whole(self, case, limit, wildly=False):
        """A number below a limit; of null images now and then any."""
        if self.null and wildly and case.random.random() < 0.2:
            number = wild(case)
        else:
            number = index_below(case, self.scope, limit)
        number.bits, number.signed = 32, True
        return number

    def coordinates(self, case, level=0):
        """Integer coordinates of a texel of a level."""
        image = self.image
        limits = image.level_extent(level) + ([image.layers] if image.arrayed else [])
        return [self.whole(case, limit, wildly=True) for limit in limits]

    def pointer(self, e):
        variable = e.resource(self.image)
        if not self.element:
            return variable
        pointer_type = e.module.pointer_type("UniformConstant", self.image.variable_type(e))
        return e.module.value("OpAccessChain", pointer_type, variable, element_index(e, self.image, self.element))

    def emit(self, e):
        module = e.module
        held = self.image.variable_type(e)
        if self.how == "direct":
            self.access(e, module.value("OpLoad", held, self.pointer(e)))
            return
        by_pointer = self.how == "pointer"
        parameter_type = module.pointer_type("UniformConstant", held) if by_pointer else held
        argument = self.pointer(e)
        if not by_pointer:
            argument = module.value("OpLoad", held, argument)
        counters, e.counters = e.counters, {}
        name, (parameter,) = module.begin_function(module.void_type(), [parameter_type])
        self.access(e, module.value("OpLoad", held, parameter) if by_pointer else parameter)
        module.emit("OpReturn")
        module.end_function()
        e.counters = counters
        module.value("OpFunctionCall", module.void_type(), name, argument)

    def plain_image(self, e, loaded):
        """The image of a combined image sampler."""
        if self.image.kind != "combined-image-sampler":
            return loaded
        return e.module.value("OpImage", self.image.image_type(e), loaded)

    def access(self, e, loaded):
        raise NotImplementedError


class Fetch(ImageStatement):
    """OpImageFetch, or OpImageRead of storage images."""

    def __init__(self, case, scope):
        super().__init__(case, scope)
        image = self.image
        levelled = image.kind in ("sampled-image", "combined-image-sampler") and not image.multisampled
        self.level = None
        level = case.random.randrange(image.levels) if levelled else 0
        if levelled and (level or case.random.random() < 0.7):
            self.level = wild(case) if self.null and case.random.random() < 0.2 else opaque(case, level)
        self.where = self.coordinates(case, level)

    def takes(self, image):
        return image.dim != "cube" and image.role != "atomic"

    def access(self, e, loaded):
        module, image = e.module, self.image
        signed = module.int_type(signed=True)
        storage = image.kind in STORAGE_KINDS
        if storage and image.declared_format == "Unknown":
            module.need("StorageImageReadWithoutFormat")
        where = vector(e, signed, [number.emit(e) for number in self.where])
        operands = self.sample_operands(e)
        if self.level:
            operands = ["Lod", module.value("OpBitcast", signed, self.level.emit(e)) if not self.level.signed
                        else self.level.emit(e)]
        operation = "OpImageRead" if storage else "OpImageFetch"
        texel = module.value(operation, image.texel.declare(module), self.plain_image(e, loaded), where, *operands)
        e.record(image.texel, texel)


class Write(ImageStatement):
    kinds = STORAGE_KINDS

    def __init__(self, case, scope):
        super().__init__(case, scope)
        self.where = self.coordinates(case)
        self.data = random_data(case, self.image.texel)

    def takes(self, image):
        return image.role == "free"

    def access(self, e, loaded):
        module = e.module
        if self.image.declared_format == "Unknown":
            module.need("StorageImageWriteWithoutFormat")
        where = vector(e, module.int_type(signed=True), [number.emit(e) for number in self.where])
        module.emit(" ".join(["OpImageWrite", loaded, where, self.data.emit(e)] + self.sample_operands(e)))
        e.barrier()


class TexelAtomic(ImageStatement):
    kinds = STORAGE_KINDS

    def __init__(self, case, scope):
        super().__init__(case, scope)
        self.how = "direct"
        self.where = self.coordinates(case)
        shared = self.image.role == "atomic"
        self.used = not shared
        self.operation = (COMMUTATIVE[self.image.fill_seed % len(COMMUTATIVE)] if shared
                          else case.random.choice(COMMUTATIVE + OTHER_ATOMICS))
        self.operands = [random_data(case, self.image.scalar) for _ in range(2)]

    def takes(self, image):
        return (image.format in ("r32ui", "r32i") and image.declared_format != "Unknown"
                and image.role in ("free", "atomic"))

    def emit(self, e):
        module = e.module
        where = vector(e, module.int_type(signed=True), [number.emit(e) for number in self.where])
        pointer = self.texel_pointer(e, where)
        result = emit_atomic(e, self.operation, pointer, self.image.scalar, self.operands, 0)
        if result and self.used:
            e.record(self.image.scalar, result)
        e.barrier()

    def texel_pointer(self, e, where):
        module = e.module
        pointer_type = module.pointer_type("Image", self.image.scalar.declare(module))
        sample = self.sample.emit(e) if self.sample else module.uint(0)
        return module.value("OpImageTexelPointer", pointer_type, self.pointer(e), where, sample)


class Query(ImageStatement):
    """Sizes, levels and samples."""

    def __init__(self, case, scope):
        super().__init__(case, scope)
        image = self.image
        self.by_level = image.kind in ("sampled-image", "combined-image-sampler") and not image.multisampled
        choices = ["size"] + (["levels"] if self.by_level else []) + (["samples"] if image.multisampled else [])
        self.what = case.random.choice(choices)
        self.bound_level = case.random.randrange(image.levels)
        self.level = None
        if self.null and case.random.random() < 0.3:
            self.level = wild(case)
            self.level.signed = True

    def level_id(self, e, signed):
        # lavapipe 22.3 takes the level of the first lane, whether or not that is
        # active: only a constant is the same for all.
        return self.level.emit(e) if self.level else e.module.constant(signed, self.bound_level)

    def access(self, e, loaded):
        module, image = e.module, self.image
        module.need("ImageQuery")
        signed = module.int_type(signed=True)
        plain = self.plain_image(e, loaded)
        if self.what != "size":
            operation = "OpImageQueryLevels" if self.what == "levels" else "OpImageQuerySamples"
            e.record(layout.Scalar("i", 32), module.value(operation, signed, plain))
            return
        count = image.dimensions + int(image.arrayed)
        kind = layout.Vector(layout.Scalar("i", 32), count) if count > 1 else layout.Scalar("i", 32)
        operands = [self.level_id(e, signed)] if self.by_level else []
        operation = "OpImageQuerySizeLod" if self.by_level else "OpImageQuerySize"
        e.record(kind, module.value(operation, vector_type(e, signed, count), plain, *operands))


class Sample(ImageStatement):
    """OpImageSampleExplicitLod and OpImageGather, at coordinates in eighths of a
    texel around the image."""

    kinds = ("sampled-image", "combined-image-sampler")
    may_gather = True

    def __init__(self, case, scope):
        super().__init__(case, scope)
        random, image = case.random, self.image
        self.sampler_resource = None
        sampler = image.sampler
        if sampler is None:
            choices = [s for s in case.buffers("sampler") if self.allows(s.sampler) and (
                image.filterable or not s.sampler.linear and s.sampler.address != "border")]
            if not choices:
                raise NoWay
            self.sampler_resource = random.choice(choices)
            sampler = self.sampler_resource.sampler
        if not self.allows(sampler):
            raise NoWay
        self.gather = self.may_gather and image.dim in ("2d", "2d-array") and random.random() < 0.3
        self.component = random.randrange(4)
        if sampler.mip_linear:
            self.lod = Fraction(opaque(case, random.randint(-2, 4 * image.levels)), 4)
        else:
            self.lod = Fraction(opaque(case, random.randint(-1, image.levels)), 1)
        self.where = self._direction(case, sampler.linear) if image.dim == "cube" else self._position(case, sampler)
        offsets = image.dim != "cube" and random.random() < 0.25
        self.offsets = [random.randint(-2, 2) for _ in range(image.dimensions)] if offsets else None

    def takes(self, image):
        return not image.multisampled

    def allows(self, sampler):
        return True

    def level_operands(self, e):
        return ["Lod", self.lod.emit(e)]

    def _position(self, case, sampler):
        random, image = case.random, self.image
        parts = []
        for length in image.extent:
            eighths = 8 * length
            number = random.randint(-eighths, 2 * eighths)
            if not sampler.linear or self.gather:
                # Away from edges between texels and, for gathers, from their middles.
                number = number // 8 * 8 + random.choice((1, 3, 5, 7))
            parts.append(Fraction(opaque(case, number), eighths))
        if image.arrayed:
            parts.append(Fraction(opaque(case, random.randint(-1, image.layers)), 1))
        return parts

    def _direction(self, case, linear):
        """A direction whose largest component is 1 or -1; the others stay away from
        the faces' edges and, in eighths of texels, from theirs."""
        random, size = case.random, self.image.extent[0]
        scale = 8 * size
        numbers = [random.randrange(-size + 1, size, 2) * 8 + random.choice((1, 3, -3, -1)) for _ in range(3)]
        numbers = [max(-scale + 9, min(scale - 9, number)) for number in numbers]
        if linear:
            # Near a corner, where three faces meet, filters differ.
            numbers[random.randrange(3)] = 0
        numbers[random.choice([place for place in range(3) if numbers[place]])] = random.choice((-scale, scale))
        return [Fraction(opaque(case, number), scale) for number in numbers]

    def access(self, e, loaded):
        module, image = e.module, self.image
        float_type = module.float_type()
        if self.sampler_resource:
            variable = e.resource(self.sampler_resource)
            sampler = module.value("OpLoad", module.declare("OpTypeSampler", "sampler"), variable)
            combined = module.declare("OpTypeSampledImage " + image.image_type(e), "sampled_image")
        where = vector(e, float_type, [part.emit(e) for part in self.where])
        operands = [] if self.gather else self.level_operands(e)
        if self.offsets:
            signed = module.int_type(signed=True)
            constants = [module.int(offset) for offset in self.offsets]
            offset = constants[0]
            if len(constants) > 1:
                offset = module.declare("OpConstantComposite %s %s" % (
                    module.vector_type(signed, len(constants)), " ".join(constants)), "cc")
            operands = ["|".join(operands[:1] + ["ConstOffset"])] + operands[1:] + [offset]
        if self.sampler_resource:
            loaded = module.value("OpSampledImage", combined, loaded, sampler)
        texel_type = image.texel.declare(module)
        if self.gather:
            component = module.uint(self.component)
            texel = module.value("OpImageGather", texel_type, loaded, where, component, *operands)
        else:
            texel = module.value("OpImageSampleExplicitLod", texel_type, loaded, where, *operands)
        e.record(image.texel, texel)
