# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""GLSL for a subject of the matrix.

Set 0 holds at binding k the descriptor of slot k. What the slots see goes to
binding RESULTS, one slot after the other; it begins with where each slot's
vectors begin and end. The sweeps are at binding SWEEPS, a sampler for separate
images at binding SAMPLER.
"""
import subjects
from subjects import VIEWS

MAX_SLOTS = 16
RESULTS, SWEEPS, SAMPLER = 16, 17, 18

PREFIX = {("int", 32): "i", ("uint", 32): "u", ("float", 32): "", ("int", 64): "i64", ("uint", 64): "u64"}
SCALAR = {("int", 32): "int", ("uint", 32): "uint", ("float", 32): "float",
          ("int", 64): "int64_t", ("uint", 64): "uint64_t"}

HEAD = """#version 460
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : enable
#extension GL_EXT_shader_image_int64 : enable
#extension GL_EXT_shader_image_load_formatted : enable
#extension GL_EXT_shader_atomic_float : enable
#extension GL_EXT_shader_atomic_int64 : enable
layout(local_size_x = 1) in;
layout(set = 0, binding = %d, std430) readonly buffer Sweeps { int sweeps[]; };
layout(set = 0, binding = %d, std430) buffer Results { uvec2 used[%d]; uvec4 result[]; };
uint n = 0;
void put(uvec4 v) { result[n++] = v; }
""" % (SWEEPS, RESULTS, MAX_SLOTS)


def sweep(k, member, index=None):
    """An expression: a member of slot k's sweep. The sweeps lie in one array
    without a length: from an array's length a driver takes how often a loop may
    run, unrolls it, and compiles for seconds."""
    return "sweeps[%d%s]" % (k * subjects.SWEEP_WORDS + subjects.SWEEP_MEMBERS[member], " + " + index if index else "")


class Shader:
    """Builds the text for one subject and some of its slots, by number."""

    def __init__(self, subject, slots):
        self.subject = subject
        self.slots = slots
        self.scalar = SCALAR[subject.number, subject.bits]
        self.prefix = PREFIX[subject.number, subject.bits]
        self.vec4 = self.prefix + "vec4"

    def text(self):
        parts = [HEAD, self.bits_functions()]
        for k, slot in self.slots.items():
            parts.append(self.declaration(slot, k))
        if self.subject.kind == "sampled-image":
            parts.append("layout(set = 0, binding = %d) uniform sampler smp;\n" % SAMPLER)
        parts.append("void main() {\n")
        for k, slot in self.slots.items():
            if slot.action == "write":
                body = self.write("r%d" % k, k, slot.qualified)
            else:
                body = getattr(self, slot.action)("r%d" % k, k)
            parts.append("  {  // %s\n    used[%d].x = n;\n%s    used[%d].y = n;\n  }\n"
                         % (slot.name(self.subject.kind), k, body, k))
        parts.append("}\n")
        return "".join(parts)

    def bits_functions(self):
        if self.subject.bits == 64:
            return ("struct Wide { uvec4 low; uvec4 high; };\n"
                    "Wide bits(u64vec4 v) { return Wide(uvec4(unpackUint2x32(v.x), unpackUint2x32(v.y)),\n"
                    "                                   uvec4(unpackUint2x32(v.z), unpackUint2x32(v.w))); }\n"
                    "Wide bits(i64vec4 v) { return bits(u64vec4(v)); }\n"
                    "void put(Wide v) { put(v.low); put(v.high); }\n")
        return ("uvec4 bits(vec4 v) { return floatBitsToUint(v); }\n"
                "uvec4 bits(ivec4 v) { return uvec4(v); }\nuvec4 bits(uvec4 v) { return v; }\n")

    def value_type(self):
        """The type of an element of a buffer."""
        if self.subject.components == 1:
            return self.scalar
        return "%svec%d" % (self.prefix, self.subject.components)

    def declaration(self, slot, k):
        s = self.subject
        place = "set = 0, binding = %d" % k
        volatile = "volatile " if slot.volatile else ""
        if s.kind == "storage-buffer":
            # The length of an array behind a header is the one that goes wrong
            # most easily where the whole size is 0.
            header = "uvec4 header[2]; " if slot.action == "query" else ""
            return "layout(%s, std430) %sbuffer Block%d { %s%s v[]; } r%d;\n" % (
                place, volatile, k, header, self.value_type(), k)
        if s.kind == "uniform-buffer":
            return "layout(%s, std140) uniform Block%d { %s v[4]; } r%d;\n" % (place, k, self.value_type(), k)
        view = "Buffer" if s.kind in subjects.TEXEL_BUFFERS else VIEWS[s.view][0]
        if s.kind in subjects.FORMATTED:
            qualifier = ", " + s.format if slot.qualified else ""
            access = ""
            if not slot.qualified and slot.action == "write":
                access = "writeonly "
            return "layout(%s%s) uniform %s%s%simage%s r%d;\n" % (
                place, qualifier, volatile, access, self.prefix, view, k)
        word = "sampler" if s.kind == "combined-image-sampler" else "texture"
        return "layout(%s) uniform %s%s%s r%d;\n" % (place, self.prefix, word, view, k)

    # Pieces.

    def wide(self, value):
        """A buffer's element as a vector of four."""
        n = self.subject.components
        return "%s(%s%s)" % (self.vec4, value, ", 0" * (4 - n))

    def loops(self, k, body, dims):
        """`body` for each coordinate of the sweep (`i`) in each dimension: `c`
        is the coordinate, the other dimensions being 1."""
        if dims == 1:
            coordinate = "      int c = i;\n"
        else:
            coordinate = "      ivec%d c = ivec%d(1);\n      c[d] = i;\n" % (dims, dims)
        return ("    for (int j = 0; j < %s * %d; ++j) {\n      int i = %s, d = j %% %d;\n%s%s    }\n"
                % (sweep(k, "count"), dims, sweep(k, "at", "j / %d" % dims), dims, coordinate, body))

    def dims(self):
        return VIEWS[self.subject.view][1] if self.subject.view else 1

    def new_value(self):
        """What is stored: another value in each step of the loops."""
        return "%s(i * 8 + d + 1, 2, 3, 4)" % self.vec4

    def sample_argument(self, k):
        return ", (i & %s)" % sweep(k, "sample_mask") if self.subject.multisampled else ""

    def read(self, r, k):
        s = self.subject
        if s.kind in subjects.BUFFERS:
            return self.loops(k, "      put(bits(%s));\n" % self.wide(r + ".v[c]"), 1)
        if s.kind in subjects.FORMATTED:
            body = "      put(bits(imageLoad(%s, c%s)));\n" % (r, self.sample_argument(k))
            return self.loops(k, body, self.dims())
        if s.kind == "uniform-texel-buffer":
            return self.loops(k, "      put(bits(texelFetch(%s, c)));\n" % r, 1)
        return self.read_sampled(r, k)

    def read_sampled(self, r, k):
        glsl, dims, floats, gradient, _ = VIEWS[self.subject.view]
        text = ""
        if self.subject.multisampled:
            return self.loops(k, "      put(bits(texelFetch(%s, c%s)));\n" % (r, self.sample_argument(k)), dims)
        if "Cube" not in glsl:
            body = "      put(bits(texelFetch(%s, c, %s)));\n" % (r, sweep(k, "lod", "(j & 3)"))
            text += self.loops(k, body, dims)
        sampler = r
        if self.subject.kind == "sampled-image":
            sampler = "%ssampler%s(%s, smp)" % (self.prefix, glsl, r)
        vec = "float" if floats == 1 else "vec%d" % floats
        grad = "float" if gradient == 1 else "vec%d" % gradient
        where = "      float f = float(i) * 0.25 + 0.125;\n"
        if floats == 1:
            where += "      float p = f;\n"
        else:
            where += "      %s p = %s(0.375);\n      p[d] = f;\n" % (vec, vec)
        where += "      put(bits(textureLod(%s, p, float(%s))));\n" % (sampler, sweep(k, "lod", "(i & 3)"))
        where += "      put(bits(texture(%s, p)));\n" % sampler
        where += "      put(bits(textureGrad(%s, p, %s(0.5), %s(0.5))));\n" % (sampler, grad, grad)
        # `c` is not needed here; the loops are the same.
        if floats == 1:
            return text + self.loops(k, where, 1)
        return text + self.loops(k, where, floats)

    def write(self, r, k, readable):
        s = self.subject
        if s.kind == "storage-buffer":
            body = "      %s.v[c] = %s(%s);\n" % (r, self.value_type(), self.new_value())
            text = self.loops(k, body, 1) + "    memoryBarrierBuffer();\n"
            return text + self.loops(k, "      put(bits(%s));\n" % self.wide(r + ".v[c]"), 1)
        body = "      imageStore(%s, c%s, %s);\n      put(uvec4(i));\n" % (r, self.sample_argument(k), self.new_value())
        text = self.loops(k, body, self.dims())
        if readable:
            text += "    memoryBarrierImage();\n"
            text += self.loops(k, "      put(bits(imageLoad(%s, c%s)));\n" % (r, self.sample_argument(k)), self.dims())
        return text

    def atomic(self, r, k):
        s = self.subject
        if s.kind == "storage-buffer":
            target, name = r + ".v[c]", "atomic%s"
        else:
            target, name = r + ", c" + self.sample_argument(k), "imageAtomic%s"
        if s.number == "float":
            calls = ["Exchange(%s, float(i) + 1.5)", "Add(%s, 0.25)"]
        else:
            calls = [op + "(%s, " + self.scalar + "(i * 8 + d + 5))" for op in
                     ("Add", "Min", "Exchange")]
            calls.append("CompSwap(%s, " + self.scalar + "(i * 8 + d + 5), " + self.scalar + "(77))")
        # Four at a time: each put is a store that the driver has to compile.
        calls += ["0"] * (-len(calls) % 4)
        calls = [name % (call % target) if "%s" in call else call for call in calls]
        body = "".join("      put(bits(%s(%s)));\n" % (self.vec4, ",\n          ".join(calls[i:i + 4]))
                       for i in range(0, len(calls), 4))
        return self.loops(k, body, self.dims())

    def query(self, r, k):
        s = self.subject
        if s.kind == "storage-buffer":
            return "    put(uvec4(%s.v.length()));\n" % r
        storage = s.kind in subjects.FORMATTED
        if s.kind in subjects.TEXEL_BUFFERS:
            return "    put(uvec4(%s(%s)));\n" % ("imageSize" if storage else "textureSize", r)
        glsl, dims = VIEWS[s.view][:2]
        size_dims = 2 if glsl == "Cube" else dims
        size = "uvec4(%s" + ", 0" * (4 - size_dims) + ")"
        if storage or s.multisampled:
            prefix = "image" if storage else "texture"
            text = "    put(%s);\n" % (size % ("%sSize(%s)" % (prefix, r)))
            if s.multisampled:
                text += "    put(uvec4(%sSamples(%s)));\n" % (prefix, r)
            return text
        call = "textureSize(%s, %s)" % (r, sweep(k, "lod", "j"))
        text = "    for (int j = 0; j < 4; ++j) put(%s);\n" % (size % call)
        return text + "    put(uvec4(textureQueryLevels(%s)));\n" % r
