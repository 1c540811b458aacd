# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Samples with explicit gradients."""
from .scope import opaque
from .texels import Fraction, Sample, vector


class SampleGradients(Sample):
    """OpImageSampleExplicitLod with Grad. Each of the two gradients is along one axis
    of the image and a power of two of its texels long, so that whatever way a driver
    takes to its level comes to the same whole number."""

    may_gather = False

    def __init__(self, case, scope):
        super().__init__(case, scope)
        random, image = case.random, self.image
        level = random.randint(-1, image.levels)
        lengths = [level, level - random.randint(0, 1)]
        random.shuffle(lengths)
        self.gradients = [self._gradient(case, length) for length in lengths]

    def takes(self, image):
        # Of cubes, the direction's gradients are not those on a face.
        return super().takes(image) and image.dim != "cube"

    def allows(self, sampler):
        # Between levels, drivers' logarithms are good to a few bits only.
        return not sampler.mip_linear

    def _gradient(self, case, exponent):
        """2 ^ exponent texels along one axis; exponents are at least -2."""
        random, image = case.random, self.image
        axis = random.randrange(image.dimensions)
        return [Fraction(opaque(case, (1 << (exponent + 2)) * (axis == place)), 4 * length)
                for place, length in enumerate(image.extent)]

    def level_operands(self, e):
        return ["Grad"] + [vector(e, e.module.float_type(), [part.emit(e) for part in gradient])
                           for gradient in self.gradients]
