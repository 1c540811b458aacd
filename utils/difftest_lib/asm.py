# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""SPIR-V assembly, written from top to bottom: declarations once each, code in
functions whose current block is known."""


class Function:
    """The text of one function: its variables, which SPIR-V wants first, and its
    code."""

    def __init__(self, head, first_label):
        self.head = head
        self.first_label = first_label
        self.variables = []
        self.lines = []

    def text(self):
        body = self.head + ["%s = OpLabel" % self.first_label] + self.variables + self.lines
        return body + ["OpFunctionEnd"]


class Module:
    """A module under construction. `version` is (1, 3) or later. Ids are texts such
    as %load_7. emit() and value() add to the current function."""

    def __init__(self, version=(1, 5)):
        self.version = version
        self.capabilities = {"Shader"}
        self.extensions = set()
        self.names = []
        self.decorations = []
        self.modes = []
        self.declarations = []
        self.interface = []
        self._declared = {}
        self._imports = []
        self._next = 0
        self._done = []
        self._stack = []
        self._blocks = []

    # Ids and declarations.

    def fresh(self, hint="v"):
        self._next += 1
        return "%%%s_%d" % (hint, self._next)

    def declare(self, text, hint="t", key=None):
        """The id of a type, constant or variable; one for equal texts and keys."""
        key = (text, key)
        if key not in self._declared:
            self._declared[key] = self.fresh(hint)
            self.declarations.append("%s = %s" % (self._declared[key], text))
        return self._declared[key]

    def once(self, key, make):
        """What make() gave when it was called for that key the first time."""
        if key not in self._declared:
            self._declared[key] = None
            self._declared[key] = make()
        return self._declared[key]

    def need(self, *capabilities):
        self.capabilities.update(capabilities)

    def decorate(self, text):
        self.decorations.append("OpDecorate " + text)

    def member_decorate(self, text):
        self.decorations.append("OpMemberDecorate " + text)

    def int_type(self, bits=32, signed=False):
        if bits != 32:
            self.need("Int%d" % bits)
        return self.declare("OpTypeInt %d %d" % (bits, signed), "%sint%d" % ("" if signed else "u", bits))

    def float_type(self, bits=32):
        if bits != 32:
            self.need("Float%d" % bits)
        return self.declare("OpTypeFloat %d" % bits, "float%d" % bits)

    def vector_type(self, element, count):
        return self.declare("OpTypeVector %s %d" % (element, count), "vec%d" % count)

    def bool_type(self):
        return self.declare("OpTypeBool", "bool")

    def void_type(self):
        return self.declare("OpTypeVoid", "void")

    def pointer_type(self, storage, pointee):
        return self.declare("OpTypePointer %s %s" % (storage, pointee), "ptr")

    def constant(self, type_id, value):
        return self.declare("OpConstant %s %s" % (type_id, value), "c")

    def uint(self, value):
        return self.constant(self.int_type(), value & 0xffffffff)

    def int(self, value):
        return self.constant(self.int_type(signed=True), value)

    def null(self, type_id):
        return self.declare("OpConstantNull %s" % type_id, "null")

    def extended_instructions(self):
        """The id of GLSL.std.450."""
        if not self._imports:
            self._imports.append('%glsl = OpExtInstImport "GLSL.std.450"')
        return "%glsl"

    # Code.

    def begin_function(self, result_type, parameter_types, hint="fn"):
        """Opens a function; returns its id and those of its parameters."""
        signature = self.declare(" ".join(["OpTypeFunction", result_type] + parameter_types), "fntype")
        name = self.fresh(hint)
        head = ["%s = OpFunction %s None %s" % (name, result_type, signature)]
        parameters = [self.fresh("param") for _ in parameter_types]
        head += ["%s = OpFunctionParameter %s" % pair for pair in zip(parameters, parameter_types)]
        label = self.fresh("entry")
        self._stack.append(Function(head, label))
        self._blocks.append(label)
        return name, parameters

    def end_function(self):
        self._blocks.pop()
        self._done.append(self._stack.pop())

    @property
    def block(self):
        """The label of the block that code goes to."""
        return self._blocks[-1]

    def label(self, label):
        self.emit("%s = OpLabel" % label)
        self._blocks[-1] = label

    def branch(self, label):
        self.emit("OpBranch " + label)

    def variable(self, pointee, initializer=None):
        """A variable of the current function."""
        name = self.fresh("var")
        words = [name, "=", "OpVariable", self.pointer_type("Function", pointee), "Function"]
        self._stack[-1].variables.append(" ".join(words + ([initializer] if initializer else [])))
        return name

    def emit(self, text):
        self._stack[-1].lines.append(text)

    def value(self, operation, type_id, *operands):
        """Emits an instruction with a result; returns its id."""
        name = self.fresh("v")
        self.emit(" ".join([name, "=", operation, type_id] + [str(operand) for operand in operands]))
        return name

    def text(self, entry, head=()):
        """The whole module; `head` are comments for its top."""
        lines = ["; " + line if line else ";" for line in head]
        lines.append("; Version: %d.%d" % self.version)
        lines += ["OpCapability " + name for name in sorted(self.capabilities)]
        lines += ['OpExtension "%s"' % name for name in sorted(self.extensions)]
        lines += self._imports
        lines.append("OpMemoryModel Logical GLSL450")
        lines.append(" ".join(['OpEntryPoint GLCompute', entry, '"main"'] + self.interface))
        lines += self.modes + self.names + self.decorations + self.declarations
        for function in reversed(self._done):
            lines += function.text()
        return "\n".join(lines) + "\n"
