# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""The modules that segments.py splits: element types x strides x headers x operations.

Each has one binding that is cut into pieces (0.0) and a buffer for results
(0.1) that is not. One invocation goes over all elements and beyond both ends,
in order, so the result is the same on every device.
"""
import collections
import re

# name: of the case.
# source: GLSL, or SPIR-V assembly, which begins with a capability.
# size: bytes of the segmented buffer (of each element of its table).
# multiple: what the interface map must ask of pieces.
# elements: the number of descriptors at 0.0.
# results: bytes of the buffer at 0.1.
# format: of a texel buffer; its kind is then `kind`.
Module = collections.namedtuple("Module", "name source size multiple elements results kind format")

HEAD = """#version 450
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 1, std430) buffer Results { uint result_words[]; };
uint next = 0;
void put(uint v) { result_words[next++] = v; }
"""

PUT = {
    "uint": "put({0});", "int": "put(uint({0}));", "float": "put(floatBitsToUint({0}));",
    "double": "{{ uvec2 w = unpackDouble2x32({0}); put(w.x); put(w.y); }}",
    "uint64_t": "{{ uvec2 w = unpack32({0}); put(w.x); put(w.y); }}",
    "int64_t": "{{ uvec2 w = unpack32(uint64_t({0})); put(w.x); put(w.y); }}",
    "float16_t": "put(uint(float16BitsToUint16({0})));",
    "uint16_t": "put(uint({0}));", "int16_t": "put(uint({0}));", "uint8_t": "put(uint({0}));",
    "int8_t": "put(uint({0}));",
}
# Scalar type and components, by vector type.
SHAPES = {"uint": ("uint", 1), "int": ("int", 1), "float": ("float", 1), "double": ("double", 1)}
for prefix, scalar in (("uvec", "uint"), ("ivec", "int"), ("vec", "float"), ("dvec", "double"), ("u64vec", "uint64_t"),
                       ("f16vec", "float16_t"), ("u16vec", "uint16_t"), ("u8vec", "uint8_t"), ("i8vec", "int8_t")):
    SHAPES[scalar] = (scalar, 1)
    for count in (2, 3, 4):
        SHAPES[prefix + str(count)] = (scalar, count)
SHAPES.update({"int16_t": ("int16_t", 1), "int64_t": ("int64_t", 1)})
BYTES = {"uint": 4, "int": 4, "float": 4, "double": 8, "uint64_t": 8, "int64_t": 8, "float16_t": 2, "uint16_t": 2,
         "int16_t": 2, "uint8_t": 1, "int8_t": 1}


def put_value(type_name, value):
    scalar, count = SHAPES[type_name]
    if count == 1:
        return PUT[scalar].format(value)
    return " ".join(PUT[scalar].format("%s.%s" % (value, "xyzw"[c])) for c in range(count))


def stride_of(type_name, layout):
    scalar, count = SHAPES[type_name]
    if layout == "scalar":
        return BYTES[scalar] * count
    return BYTES[scalar] * (4 if count == 3 else count)


def multiple_of(type_name, layout, header):
    """What an array at byte `header` asks for: units of a vector are found
    together where they share an aligned line of at most 16 bytes."""
    scalar, count = SHAPES[type_name]
    stride = stride_of(type_name, layout)
    unit = min(BYTES[scalar], 4)
    size = BYTES[scalar] * count
    most = 4
    # Vectors of more than 16 bytes go component by component.
    for start in [0] if size <= 16 else range(0, size, BYTES[scalar]):
        place, end = start, start + (size if size <= 16 else BYTES[scalar])
        while place < end:
            lowest = (stride | (header + place) | 16) & -(stride | (header + place) | 16)
            taken = min(max(lowest // unit, 1), (end - place) // unit, 4) * unit
            while most < taken:
                most *= 2
            place += taken
    return most


MODULES = []


def add(name, body, size, multiple, block, elements=1, results=4096, declarations="", kind="storage-buffer", format=None):
    # Bounds that no compiler knows keep loops from being unrolled, and compilation fast.
    body = re.sub(r"\b([ijkl] < )(\d+|[a-z.()]+);", r"\1int(\2) + zero;", body)
    source = HEAD + declarations + block + "void main() {\nint zero = int(result_words[1023]);\n" + body + "\n}\n"
    MODULES.append(Module(name, source, size, multiple, elements, results, kind, format))


def block_of(type_name, layout, header):
    head = {0: "", 4: "uint n; ", 12: "vec3 n; ", 16: "vec4 n; ", 1: "uint8_t n; ", 8: "uint n[2]; "}[header]
    return "layout(set = 0, binding = 0, %s) buffer Segmented { %s%s a[]; };\n" % (layout, head, type_name)


def load_module(type_name, layout, header, size):
    stride = stride_of(type_name, layout)
    # An index behind the last element and, without a header in front, negative
    # ones read nothing.
    first = 0 if header else -3
    last = (size - header) // stride + 3
    body = "put(uint(a.length()));\n"
    if header == 4:
        body += "put(n);\n"
    elif header == 1:
        body += "put(uint(n));\n"
    elif header:
        body += "put(floatBitsToUint(n.y));\n" if header != 8 else "put(n[1]);\n"
    body += "for (int i = %d; i < %d; ++i) { %s v = a[i]; %s }" % (first, last, type_name, put_value(type_name, "v"))
    # The header's own parts are single words, but for a whole vector.
    add("load-%s-%s-%d" % (type_name, layout, header), body, size, multiple_of(type_name, layout, header),
        block_of(type_name, layout, header))


def store_module(type_name, layout, header, size):
    stride = stride_of(type_name, layout)
    scalar, count = SHAPES[type_name]
    first = 0 if header else -3
    last = (size - header) // stride + 3
    value = "%s(%s)" % (type_name, ", ".join("%s(i * 7 + %d)" % (scalar, 3 * c + 1) for c in range(count)))
    body = "for (int i = %d; i < %d; ++i) { if ((i & 1) != 0) a[i] = %s; }\nput(uint(a.length()));" % (
        first, last, value)
    if count > 1:
        body += "\nfor (int i = 0; i < %d; i += 2) a[i][(i >> 1) %% %d] = %s(i);" % (last - 3, count, scalar)
    add("store-%s-%s-%d" % (type_name, layout, header), body, size, multiple_of(type_name, layout, header),
        block_of(type_name, layout, header))


for each in ("float", "int", "vec2", "vec3", "vec4", "double", "dvec2", "uint64_t", "float16_t", "f16vec2", "f16vec3",
             "f16vec4", "int16_t", "uint8_t", "u8vec2", "u8vec4"):
    load_module(each, "std430", 0, 72 if stride_of(each, "std430") <= 8 else 80)
load_module("vec3", "scalar", 4, 76)
load_module("vec4", "scalar", 4, 84)
load_module("vec4", "scalar", 8, 88)
load_module("uvec3", "scalar", 0, 72)
load_module("vec2", "scalar", 12, 76)
load_module("dvec3", "scalar", 0, 96)
load_module("u64vec2", "scalar", 16, 80)
load_module("u8vec3", "scalar", 1, 49)
load_module("f16vec3", "scalar", 4, 58)
load_module("int8_t", "scalar", 4, 35)
load_module("float", "std430", 16, 68)
store_module("uint", "std430", 4, 68)
store_module("uint", "std430", 0, 70)
store_module("vec3", "std430", 16, 96)
store_module("vec4", "std430", 0, 88)
store_module("uvec3", "scalar", 4, 78)
store_module("double", "std430", 0, 72)
store_module("u64vec2", "scalar", 8, 88)
store_module("float16_t", "std430", 0, 50)
store_module("u16vec3", "scalar", 4, 52)
store_module("uint8_t", "std430", 0, 37)
store_module("u8vec3", "scalar", 1, 40)
store_module("i8vec4", "std430", 0, 45)

STRUCT = """struct Inner { vec2 a; uint b[3]; };
struct Outer { Inner x[2]; mat3x2 m; float y; };
layout(set = 0, binding = 0, %s) buffer Segmented { uint n; Outer a[]; };
"""
STRUCT_BODY = """Outer o = a[1];
put(floatBitsToUint(o.x[1].a.y)); put(o.x[0].b[2]); put(floatBitsToUint(o.m[2].x)); put(floatBitsToUint(o.y));
for (int i = 0; i < 2; ++i) for (int j = 0; j < 3; ++j) put(a[1].x[i].b[j] + a[0].x[i].b[j]);
for (int i = 0; i < 3; ++i) put(floatBitsToUint(a[i & 1].m[i][i & 1]));
o.x[1].b[1] = 1234; o.m[1] = vec2(5, 6); a[0] = o; a[1].x[0] = a[0].x[1];
put(uint(a.length())); put(n); a[2] = o;"""
add("struct-std430", STRUCT_BODY, 184, 8, STRUCT % "std430")
add("struct-scalar", STRUCT_BODY, 148, 8, STRUCT % "scalar")

MATRIX = """layout(set = 0, binding = 0, %s) buffer Segmented {
  layout(row_major) mat2x4 r; mat3 c; layout(row_major) mat3x2 a[]; };
"""
MATRIX_BODY = """mat2x4 whole = r; for (int i = 0; i < 2; ++i) for (int j = 0; j < 4; ++j) put(floatBitsToUint(whole[i][j]));
vec4 column = r[1]; put(floatBitsToUint(column.z)); put(floatBitsToUint(r[next & 1][next & 3]));
mat3 square = c; for (int i = 0; i < 3; ++i) put(floatBitsToUint(square[i].z) ^ floatBitsToUint(c[i][1]));
for (int i = 0; i < 4; ++i) { mat3x2 m = a[i]; put(floatBitsToUint(m[2].x)); put(floatBitsToUint(a[i][i & 1].y)); }
r[1] = vec4(1, 2, 3, 4); c[2] = vec3(7, 8, 9); a[1][2] = vec2(3, 4); a[0] = mat3x2(1, 2, 3, 4, 5, 6);
r[0].w = 11; put(uint(a.length()));"""
add("matrix-std430", MATRIX_BODY, 148, 16, MATRIX % "std430")
add("matrix-scalar", MATRIX_BODY, 144, 16, MATRIX % "scalar")

ATOMICS = """uint o = atomicAdd(a[i], 3u); put(o); put(atomicMax(a[i], 0x10u + i)); put(atomicMin(a[i], 0xf0000000u));
put(atomicAnd(a[i], 0x7fffu)); put(atomicOr(a[i], 0x10000u)); put(atomicXor(a[i], 0x3u));
put(atomicExchange(a[i], 40u + i)); put(atomicCompSwap(a[i], 40u + i, 41u)); put(atomicCompSwap(a[i], 7u, 8u));"""
add("atomic-uint", "for (int i = -2; i < 20; ++i) {\n%s\n}" % ATOMICS, 66, 4, block_of("uint", "std430", 0))
add("atomic-uint-header", "for (int i = 0; i < 20; ++i) {\n%s\n} put(atomicAdd(n, 9u)); put(n);" % ATOMICS, 68, 4,
    block_of("uint", "std430", 4))
add("atomic-int", """for (int i = -2; i < 20; ++i) {
put(uint(atomicMin(a[i], -5 - i))); put(uint(atomicMax(a[i], i))); put(uint(atomicAdd(a[i], -7)));
}""", 64, 4, block_of("int", "std430", 0))
add("atomic-struct", """for (uint i = 0; i < 7; ++i) { put(atomicAdd(a[i].count, i)); a[i].low += a[i].count; }
put(uint(a.length()));""", 60, 4, "struct Cell { uint low; uint count; uint high; };\n" + block_of("Cell", "std430", 0))
add("atomic-64", """for (int i = -1; i < 9; ++i) {
uvec2 w = unpack32(atomicAdd(a[i], 0x1ffffffffUL)); put(w.x); put(w.y);
w = unpack32(atomicMax(a[i], 0x500000000UL + uint64_t(i))); put(w.x); put(w.y);
w = unpack32(atomicCompSwap(a[i], a[i], uint64_t(i))); put(w.x); put(w.y);
} for (int i = 0; i < 8; i += 3) a[i] += 1UL;""", 64, 8, block_of("uint64_t", "std430", 0))
add("atomic-float", """for (int i = -1; i < 18; ++i) { put(floatBitsToUint(atomicAdd(a[i], 1.5)));
put(floatBitsToUint(atomicExchange(a[i], float(i)))); put(floatBitsToUint(a[i])); a[i] *= 2.0; }""", 64, 4,
    block_of("float", "std430", 0))
add("atomic-cas-loop", """for (uint i = 0; i < 18; ++i) {
  uint old = a[i], seen; int tries = 0;
  do { seen = old; old = atomicCompSwap(a[i], seen, seen * 3u + 1u); } while (old != seen && ++tries < 4);
  put(old);
}""", 64, 4, block_of("uint", "std430", 0))
add("atomic-order", """for (uint i = 0; i < 20; ++i) { put(atomicAdd(a[i], 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
  gl_SemanticsAcquireRelease)); atomicStore(a[i ^ 1], i, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  put(atomicLoad(a[i], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire)); }""", 64, 4,
    "#extension GL_KHR_memory_scope_semantics : require\n" + block_of("uint", "std430", 0))

TABLE = "layout(set = 0, binding = 0, std430) buffer Segmented { uint n; uint a[]; } t[3];\n"
add("table-constant", """for (int i = 0; i < 10; ++i) { put(t[0].a[i]); put(t[2].a[i] + t[1].a[i]); t[1].a[i] = i; }
put(uint(t[2].a.length())); atomicAdd(t[2].n, 5u);""", 40, 4, TABLE, elements=3)
add("table-dynamic", """for (int k = 0; k < 3; ++k) { for (int i = 0; i < 10; ++i) { put(t[k].a[i]);
  t[2 - k].a[i] = t[k].a[i] + 1u; } put(uint(t[k].a.length())); atomicAdd(t[k].n, 5u); }""", 40, 4, TABLE, elements=3)
add("aliased", """for (int i = 0; i < 5; ++i) { put(w[i]); v[i] += uvec4(1); put(uint(h[i * 2])); h[i] = uint16_t(i);
  put(w[i * 3]); f[i] = 2.5; put(v[i].w); }
put(uint(w.length())); put(uint(v.length())); put(uint(h.length()));""", 72, 16,
    """layout(set = 0, binding = 0, std430) buffer Words { uint w[]; };
layout(set = 0, binding = 0, std430) buffer Vectors { uvec4 v[]; };
layout(set = 0, binding = 0, std430) buffer Halves { uint16_t h[]; };
layout(set = 0, binding = 0, std430) buffer Floats { float n[2]; float f[]; };
""")
add("lengths", """put(uint(x.length())); put(uint(y.length())); put(uint(z.length())); put(uint(w.length()));""", 110, 4,
    """struct Odd { uint16_t p[3]; };
layout(set = 0, binding = 0, std430) buffer X { uint n; uvec2 h; vec4 x[]; };
layout(set = 0, binding = 0, scalar) buffer Y { uint n1; vec3 y[]; };
layout(set = 0, binding = 0, scalar) buffer Z { uint16_t n2; Odd z[]; };
layout(set = 0, binding = 0, std430) buffer W { float w[]; };
""")
add("control-flow", """uint sum = 0;
for (int i = 0; a[i] != 0xdeadu && i < 20; ++i) { switch (a[i] & 3u) { case 0u: sum += a[i]; break;
  case 1u: a[i] = sum; if (a[i] > 40u) continue; case 2u: sum ^= a[i + 1]; break; default: sum += atomicAdd(a[i], sum); } put(sum); }
int j = 0; do { put(a[j]); } while (a[j++] < 9u && j < 30);
while (true) { if (a[j] == 0u || j > 30) break; a[j] = uint(j++); }
put(a[2] > 1u && a[100] == 0u ? a[3] : a[4]);""", 64, 4, block_of("uint", "std430", 0))
add("functions", """Pair p = twice(a[1]); put(p.x); put(p.y); a[2] = p; for (int i = 0; i < 9; ++i) bump(i); put(total());""", 64, 4,
    """struct Pair { uint x, y; };
layout(set = 0, binding = 0, std430) buffer Segmented { Pair a[]; };
Pair twice(Pair p) { return Pair(p.x * 2u, p.y * 2u); }
void bump(int i) { a[i].y += a[i].x; }
uint total() { uint sum = 0; for (int i = 0; i < a.length(); ++i) sum += a[i].y; return sum; }
""")
add("fixed-block", """Fixed local = whole; for (int i = 0; i < 6; ++i) put(local.a[i]); put(floatBitsToUint(local.v.z));
for (int i = 0; i < 6; ++i) whole.a[i] += uint(i); whole.v.yz = vec2(1, 2);""", 44, 8,
    """struct Fixed { uint a[6]; vec3 v; };
layout(set = 0, binding = 0, scalar) buffer Segmented { uint n; Fixed whole; };
""")
add("qualifiers", """for (int i = 0; i < 14; ++i) { put(a[i]); w[i] = b[i] + 1u; memoryBarrierBuffer(); put(b[i]); }""", 48, 4,
    """layout(set = 0, binding = 0, std430) coherent buffer C { readonly uint a[]; };
layout(set = 0, binding = 0, std430) buffer V { volatile uint b[]; };
layout(set = 0, binding = 0, std430) writeonly restrict buffer W { uint w[]; };
""")
add("index-extremes", """for (int i = 0; i < 16; ++i) { put(a[uint(i)]); put(a[-i]); put(a[0x3fffffff - i]); put(a[0x3fffff00u + i]); }
put(a[0x7fffffff]); put(a[0x3fffffffu]); put(a[zero - 1]); a[zero - 1] = 1; a[14] = 2; put(atomicAdd(a[14], 1u));""", 56, 4,
    """layout(set = 0, binding = 0, std430) buffer Segmented { uint a[]; };
""")

# Texel buffers. Past the end of a whole one, the device gives 1 for an alpha that the format lacks; of pieces it is 0.
TEXEL_BYTES = {"r32ui": 4, "r32i": 4, "r32f": 4, "rgba8": 4, "rg16f": 4, "rgba16f": 8, "rgba32f": 16}
for format, image, texel in (("r32ui", "uimageBuffer", "uvec4"), ("r32f", "imageBuffer", "vec4"),
                             ("rgba8", "imageBuffer", "vec4"), ("rgba32f", "imageBuffer", "vec4")):
    value = "put(%s);" % ("v.x" if texel == "uvec4" else "floatBitsToUint(v.x)")
    last = "put(%s);" % ("v.w" if texel == "uvec4" else "floatBitsToUint(v.w)")
    add("texel-storage-" + format, """put(uint(imageSize(img)));
for (int i = -3; i < 20; ++i) { %s v = imageLoad(img, i); %s if (i >= 0 && i < 16) { %s } if ((i & 1) != 0) imageStore(img, i, %s(i)); }
memoryBarrierBuffer(); memoryBarrierImage(); put(uint(imageSize(img)));""" % (texel, value, last, texel),
        16 * TEXEL_BYTES[format], TEXEL_BYTES[format], "layout(set = 0, binding = 0, %s) uniform %s img;\n" % (format, image),
        kind="storage-texel-buffer", format=format)
for format, sampler, texel in (("r32i", "isamplerBuffer", "ivec4"), ("rg16f", "samplerBuffer", "vec4"),
                               ("rgba16f", "samplerBuffer", "vec4"), ("r32f", "samplerBuffer", "vec4")):
    value = "put(uint(v.x)); if (i >= 0 && i < 16) put(uint(v.w));"
    if texel == "vec4":
        value = "put(floatBitsToUint(v.x)); if (i >= 0 && i < 16) put(floatBitsToUint(v.w));"
    add("texel-uniform-" + format, """put(uint(textureSize(img)));
for (int i = -3; i < 20; ++i) { %s v = texelFetch(img, i); %s }""" % (texel, value),
        16 * TEXEL_BYTES[format], 4, "layout(set = 0, binding = 0) uniform %s img;\n" % sampler,
        kind="uniform-texel-buffer", format=format)
add("texel-table", """for (int k = 0; k < 3; ++k) { put(uint(textureSize(img[1]))); }
for (int i = 0; i < 20; ++i) { put(texelFetch(img[0], i).x + texelFetch(img[2], i - 1).x); put(texelFetch(img[1], 19 - i).y); }""",
    64, 4, "layout(set = 0, binding = 0) uniform usamplerBuffer img[3];\n", elements=3, kind="uniform-texel-buffer",
    format="r32ui")
add("texel-atomics", """for (int i = -1; i < 18; ++i) { put(imageAtomicAdd(img, i, 5u)); put(imageAtomicMax(img, i, 7u));
put(imageAtomicCompSwap(img, i, 7u, 9u)); put(imageAtomicExchange(img, i, uint(i))); }""", 64, 4,
    "layout(set = 0, binding = 0, r32ui) uniform uimageBuffer img;\n", kind="storage-texel-buffer", format="r32ui")
add("texel-parameters-uniform", """for (int i = -1; i < 18; ++i) { put(peek(img[0], i)); put(peek(img[1], i + 1)); }""",
    64, 4, """layout(set = 0, binding = 0) uniform usamplerBuffer img[2];
uint peek(usamplerBuffer p, int i) { return texelFetch(p, i).x + uint(textureSize(p)); }
""", elements=2, kind="uniform-texel-buffer", format="r32ui")

# Images as values of functions, which GLSL does not give: plain, combined, through one call and more, from both elements
# of a table.
VALUES = """OpCapability Shader
OpCapability SampledBuffer
OpCapability ImageQuery
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %table %results
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %table DescriptorSet 0
OpDecorate %table Binding 0
OpDecorate %results DescriptorSet 0
OpDecorate %results Binding 1
OpDecorate %words ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
%void = OpTypeVoid
%void_fn = OpTypeFunction %void
%bool = OpTypeBool
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%v4uint = OpTypeVector %uint 4
%image = OpTypeImage %uint Buffer 0 0 0 1 Unknown
%sampled = OpTypeSampledImage %image
%int_m2 = OpConstant %int -2
%int_0 = OpConstant %int 0
%int_1 = OpConstant %int 1
%int_2 = OpConstant %int 2
%int_3 = OpConstant %int 3
%int_19 = OpConstant %int 19
%uint_2 = OpConstant %uint 2
%array = OpTypeArray %sampled %uint_2
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%to_sampled = OpTypePointer UniformConstant %sampled
%to_array = OpTypePointer UniformConstant %array
%to_block = OpTypePointer StorageBuffer %block
%to_uint = OpTypePointer StorageBuffer %uint
%image_fn = OpTypeFunction %uint %image %int
%sampled_fn = OpTypeFunction %uint %sampled %int
%table = OpVariable %to_array UniformConstant
%results = OpVariable %to_block StorageBuffer
%main = OpFunction %void None %void_fn
%before = OpLabel
OpBranch %head
%head = OpLabel
%i = OpPhi %int %int_m2 %before %next %body
%more = OpSLessThan %bool %i %int_19
OpLoopMerge %end %body None
OpBranchConditional %more %body %end
%body = OpLabel
%p0 = OpAccessChain %to_sampled %table %int_0
%s0 = OpLoad %sampled %p0
%i0 = OpImage %image %s0
%a = OpFunctionCall %uint %fetch %i0 %i
%b = OpFunctionCall %uint %combined %s0 %i
%p1 = OpAccessChain %to_sampled %table %int_1
%s1 = OpLoad %sampled %p1
%i1 = OpImage %image %s1
%c = OpFunctionCall %uint %outer %i1 %i
%d = OpFunctionCall %uint %combined %s1 %i
%row = OpIAdd %int %i %int_2
%place = OpIMul %int %row %int_3
%place1 = OpIAdd %int %place %int_1
%place2 = OpIAdd %int %place %int_2
%r0 = OpAccessChain %to_uint %results %int_0 %place
%r1 = OpAccessChain %to_uint %results %int_0 %place1
%r2 = OpAccessChain %to_uint %results %int_0 %place2
%ab = OpIAdd %uint %a %b
OpStore %r0 %ab
OpStore %r1 %c
OpStore %r2 %d
%next = OpIAdd %int %i %int_1
OpBranch %head
%end = OpLabel
OpReturn
OpFunctionEnd
%fetch = OpFunction %uint None %image_fn
%fetch_image = OpFunctionParameter %image
%fetch_i = OpFunctionParameter %int
%in_fetch = OpLabel
%texel = OpImageFetch %v4uint %fetch_image %fetch_i
%red = OpCompositeExtract %uint %texel 0
OpReturnValue %red
OpFunctionEnd
%outer = OpFunction %uint None %image_fn
%outer_image = OpFunctionParameter %image
%outer_i = OpFunctionParameter %int
%in_outer = OpLabel
%size = OpImageQuerySize %uint %outer_image
%inner = OpFunctionCall %uint %fetch %outer_image %outer_i
%both = OpIAdd %uint %inner %size
OpReturnValue %both
OpFunctionEnd
%combined = OpFunction %uint None %sampled_fn
%combined_image = OpFunctionParameter %sampled
%combined_i = OpFunctionParameter %int
%in_combined = OpLabel
%plain = OpImage %image %combined_image
%deep = OpFunctionCall %uint %outer %plain %combined_i
OpReturnValue %deep
OpFunctionEnd
"""
MODULES.append(Module("texel-parameters-values", VALUES, 64, 4, 2, 4096, "uniform-texel-buffer", "r32ui"))
