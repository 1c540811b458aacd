# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""A random module with its resources."""
import random as randomness

from . import arithmetic, buffers, float_atomics, flow, gradients, images, pointers, resources, shared, texels
from .emitter import HARNESS_SET, PARAMETERS, RESULTS, Emitter
from .scope import NoWay, Scope

# Statements by weight. Those that hold others stop at a depth.
SIMPLE = ((buffers.Load, 6), (buffers.Store, 4), (buffers.Stores, 1), (buffers.Copy, 3), (buffers.ArrayLength, 1),
          (buffers.Atomic, 3), (float_atomics.FloatAtomic, 1), (shared.SharedMemory, 1))
POINTERS = ((pointers.NestedChains, 2), (pointers.PointerParameter, 2), (pointers.BlockParameter, 2),
            (pointers.Chosen, 4), (pointers.PointerArithmetic, 2))
TEXELS = ((texels.Fetch, 5), (texels.Write, 3), (texels.TexelAtomic, 2), (texels.Query, 2), (texels.Sample, 5),
          (gradients.SampleGradients, 2), (float_atomics.TexelFloatAtomic, 3))
ARITHMETIC = ((arithmetic.Integers, 3), (arithmetic.Floats, 2), (arithmetic.Packed, 1))
FLOW = ((flow.If, 3), (flow.Switch, 2), (flow.Loop, 3), (flow.Call, 2), (flow.PhiValue, 1))
MAX_DEPTH = 2


class Case:
    """Everything about one seed. `statements` and `resources` may be taken from and
    the case be emitted again."""

    def __init__(self, seed):
        self.seed = seed
        self.random = random = randomness.Random(seed)
        self.version = random.choice(((1, 3), (1, 5), (1, 5), (1, 6)))
        self.features = {feature for feature in ("wide", "narrow") if random.random() < 0.35}
        self.invocations = 4 if random.random() < 0.3 else 1
        self.parameters = []
        self.push_words = []
        self.spec_count = 0
        self.pointer_strides = {}
        self.resources = []
        subjects = random.choice(("buffers", "pointers", "pointers", "images", "images", "all"))
        self.plain = (SIMPLE if subjects != "images" else ()) + (TEXELS if subjects in ("images", "all") else ())
        self.weights = self.plain + (POINTERS if subjects in ("pointers", "all") else ())
        if random.random() < 0.2:
            self.weights += ARITHMETIC
        if subjects != "images" or random.random() < 0.3:
            self._add_buffers()
        if subjects in ("images", "all"):
            self.resources += images.random_images(self, 20)
        self.statements = self.statements_for(Scope(), 3, 7)
        # Invocations that share memory do so where all of them are.
        if self.invocations > 1 and self.buffers("storage-buffer") and random.random() < 0.4:
            place = random.randint(0, len(self.statements))
            self.statements[place:place] = self._draw(Scope(), random.randint(1, 2), ((shared.SharedMemory, 1),))

    def _add_buffers(self):
        random = self.random
        for binding in range(random.randint(2, 4)):
            # Now and then two buffers have one block, so that pointers to them mix.
            shared = None
            if self.resources and random.random() < 0.4:
                shared = self.resources[-1].block
            self.resources.append(resources.random_buffer(self, binding, shared))
            # And now and then two variables are on one binding.
            view = resources.random_view(self, self.resources[-1]) if random.random() < 0.25 else None
            if view:
                self.resources.append(view)
        for binding in range(random.randint(0, 2)):
            self.resources.append(resources.random_uniform_buffer(self, 10 + binding))

    def buffers(self, kind):
        return [resource for resource in self.resources if resource.kind == kind]

    def statements_for(self, scope, least, most):
        """A list of random statements."""
        count = self.random.randint(least, most)
        kinds = self.weights + (FLOW if scope.depth < MAX_DEPTH else ())
        return self._draw(scope, count, kinds)

    def simple_statements(self, scope, count):
        """Statements that stay in one block."""
        return self._draw(scope, count, self.plain)

    def _draw(self, scope, count, kinds):
        statements = []
        tries = 0
        while len(statements) < count and tries < 20 * count:
            tries += 1
            kind = self.random.choices([k for k, _ in kinds], [weight for _, weight in kinds])[0]
            try:
                statements.append(kind(self, scope))
            except NoWay:
                continue
        return statements

    def emit(self, head=()):
        """The text of the module, and how many results it writes."""
        emitter = Emitter(self)
        return emitter.run(head), emitter.slots

    def push_constants(self):
        """As hexadecimal bytes."""
        return "".join(little_endian(word) for word in self.push_words)

    def describe(self, slots, pieces):
        """The resources as lacuna-run takes them; `pieces` has what segments are cut,
        by (set, binding)."""
        parts = [resource.describe(pieces.get((resource.set, resource.binding)))
                 for resource in self.resources if resource.view_of is None]
        words = "".join(little_endian(word) for word in self.parameters or [0])
        parts.append("%d.%d=storage-buffer:fill=hex:%s" % (HARNESS_SET, PARAMETERS, words))
        parts.append("%d.%d=storage-buffer:size=%d" % (HARNESS_SET, RESULTS, max(4 * slots * self.invocations, 4)))
        return " ".join(parts)


def little_endian(word):
    return word.to_bytes(4, "little").hex()
