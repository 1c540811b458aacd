# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""The module that a case becomes: its resources' variables, where its numbers
come from, and the buffer of results that it writes what it saw to."""
from . import asm, layout, scope

# Where the harness's own buffers are.
HARNESS_SET = 3
PARAMETERS, RESULTS = 0, 1

# Device scope; acquire and release of buffer and image memory.
_SCOPE, _SEMANTICS = 1, 0x8 | 0x40 | 0x800


class Emitter:
    def __init__(self, case):
        self.case = case
        self.module = asm.Module(case.version)
        self.counters = {}  # of loops: the counter's id
        self.slots = 0
        self._variables = {}
        self._gid = None
        self._record = None
        self._push = None

    # The frame around the statements.

    def run(self, head=()):
        """Emits the whole case; returns the module's text."""
        module = self.module
        module.modes.append("OpExecutionMode %%main LocalSize %d 1 1" % self.case.invocations)
        void = module.void_type()
        main, _ = module.begin_function(void, [], "main")
        for statement in self.case.statements:
            statement.emit(self)
        module.emit("OpReturn")
        module.end_function()
        return module.text(main, head).replace(main + " ", "%main ").replace(main + "\n", "%main\n")

    def global_variable(self, text, hint, name=None):
        variable = self.module.declare(text, hint, key=hint)
        if name:
            self.module.names.append('OpName %s "%s"' % (variable, name))
        if self.module.version >= (1, 4) or " Input" in text:
            self.module.interface.append(variable)
        return variable

    def resource(self, resource):
        """The variable of a resource, declared when it is first used."""
        if resource not in self._variables:
            self._variables[resource] = resource.declare(self)
        return self._variables[resource]

    def bind(self, variable, set_number, binding):
        self.module.decorate("%s DescriptorSet %d" % (variable, set_number))
        self.module.decorate("%s Binding %d" % (variable, binding))

    def _words(self, binding, hint):
        """A buffer of words of the harness."""
        def make():
            words = layout.Array(layout.WORD, 0, 4)
            block = layout.Struct((words,), (0,), 0).declare(self.module, block=True)
            pointer = self.module.pointer_type("StorageBuffer", block)
            variable = self.global_variable("OpVariable %s StorageBuffer" % pointer, hint, hint)
            self.bind(variable, HARNESS_SET, binding)
            return variable
        return self.module.once(hint, make)

    # Numbers.

    def gid(self):
        module = self.module

        def make():
            pointer = module.pointer_type("Input", module.vector_type(module.int_type(), 3))
            variable = self.global_variable("OpVariable %s Input" % pointer, "gid")
            module.decorate(variable + " BuiltIn GlobalInvocationId")
            return variable
        vector = module.value("OpLoad", module.vector_type(module.int_type(), 3), module.once("gid", make))
        return module.value("OpCompositeExtract", module.int_type(), vector, 0)

    def parameter(self, index):
        return self._load_word(self._words(PARAMETERS, "params"), "StorageBuffer", index)

    def push_word(self, index):
        module = self.module

        def make():
            count = len(self.case.push_words)
            words = layout.Array(layout.WORD, count, 4)
            block = layout.Struct((words,), (0,), 4 * count).declare(module, block=True)
            pointer = module.pointer_type("PushConstant", block)
            return self.global_variable("OpVariable %s PushConstant" % pointer, "push")
        return self._load_word(module.once("push", make), "PushConstant", index)

    def _load_word(self, variable, storage, index):
        module = self.module
        uint = module.int_type()
        pointer = module.value("OpAccessChain", module.pointer_type(storage, uint), variable, module.uint(0),
                               module.uint(index))
        return module.value("OpLoad", uint, pointer)

    def spec_constant(self, spec_id, value):
        module = self.module

        def make():
            name = module.declare("OpSpecConstant %s %d" % (module.int_type(), value & 0xffffffff), "spec", key=spec_id)
            module.decorate("%s SpecId %d" % (name, spec_id))
            return name
        return module.once(("spec", spec_id), make)

    def from_word(self, scalar, word):
        """A scalar made of a 32-bit word: its low bits, or of wide types the word as
        the low half. Of floats the exponent is cut, so that none is NaN."""
        module = self.module
        uint = module.int_type()
        if scalar.kind == "f":
            # 1 to 8 by the word's low bits.
            small = module.value("OpBitwiseAnd", uint, word, module.uint(7))
            return module.value("OpConvertUToF", scalar.declare(module), small)
        if scalar.bits != 32:
            word = module.value("OpUConvert", module.int_type(scalar.bits), word)
        return module.value("OpBitcast", scalar.declare(module), word) if scalar.kind == "i" else word

    def to_words(self, scalar, value):
        """The 32-bit words of a scalar: its bits, zero-extended."""
        module = self.module
        uint = module.int_type()
        if scalar.bits == 64:
            pair = module.value("OpBitcast", module.vector_type(uint, 2), value)
            return [module.value("OpCompositeExtract", uint, pair, number) for number in (0, 1)]
        if scalar.kind != "u":
            value = module.value("OpBitcast", module.int_type(scalar.bits), value)
        return [value if scalar.bits == 32 else module.value("OpUConvert", uint, value)]

    # What the shader saw.

    def record(self, kind, value):
        """Writes what a value's scalars, at most 16 of them, come to, mixed into one
        word."""
        module, mixed = self.module, None
        for path in scope.leaf_paths(kind)[:16]:
            scalar = layout_at(kind, path)
            part = module.value("OpCompositeExtract", scalar.declare(module), value, *path) if path else value
            for word in self.to_words(scalar, part):
                if mixed is not None:
                    scaled = module.value("OpIMul", module.int_type(), mixed, module.uint(0x01000193))
                    word = module.value("OpBitwiseXor", module.int_type(), scaled, word)
                mixed = word
        self.record_word(mixed)

    def record_word(self, word):
        """A place of its own for each invocation; what comes there in the turns of a
        loop is mixed."""
        module = self.module
        module.value("OpFunctionCall", module.void_type(), self._record_function(), module.uint(self.slots), word)
        self.slots += 1

    def _record_function(self):
        if self._record:
            return self._record
        module = self.module
        uint, count = module.int_type(), self.case.invocations
        name, (slot, word) = module.begin_function(module.void_type(), [uint, uint], "record")
        index = slot
        if count > 1:
            index = module.value("OpIMul", uint, slot, module.uint(count))
            index = module.value("OpIAdd", uint, index, self.gid())
        pointer = module.value("OpAccessChain", module.pointer_type("StorageBuffer", uint),
                               self._words(RESULTS, "results"), module.uint(0), index)
        old = module.value("OpLoad", uint, pointer)
        mixed = module.value("OpIMul", uint, old, module.uint(0x9e3779b1))
        sum_ = module.value("OpIAdd", uint, mixed, word)
        module.emit("OpStore %s %s" % (pointer, sum_))
        module.emit("OpReturn")
        module.end_function()
        self._record = name
        return name

    def barrier(self):
        """Between a write and a read of the same invocation: without it, a driver may
        hand on what was written to a null descriptor."""
        self.module.emit("OpMemoryBarrier %s %s" % (self.module.uint(_SCOPE), self.module.uint(_SEMANTICS)))


def layout_at(kind, path):
    for number in path:
        if isinstance(kind, layout.Struct):
            kind = kind.members[number]
        elif isinstance(kind, layout.Matrix):
            kind = kind.column
        else:
            kind = kind.element
    return kind
