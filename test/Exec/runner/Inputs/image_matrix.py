#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs lacuna-run on images and texel buffers of every dimension.

  image_matrix.py WORK_DIR [--only=FORMAT] [options of lacuna-run]

Each case is a shader that reads, writes or measures one image. It runs with a
described image, with a native null descriptor and with a stand-in; what comes
out is compared with what is computed here: numbers from the fill, zeros, poison.
All runs are lines of one batch. Lines that fail are printed.
"""
import json
import os
import re
import struct
import subprocess
import sys

# Name: GLSL's suffix, extent, layers (array elements), coordinate of invocation
# k, the same as (x, y, z, layer), and how many numbers a size query gives.
DIMS = {
    "1d": ("1D", (4,), 1, "int(k)", lambda k: (k, 0, 0, 0), 1),
    "2d": ("2D", (4, 2), 1, "ivec2(k, 1)", lambda k: (k, 1, 0, 0), 2),
    "3d": ("3D", (4, 2, 3), 1, "ivec3(k, 1, 2)", lambda k: (k, 1, 2, 0), 3),
    "cube": ("Cube", (4, 4), 1, "ivec3(k, 1, 2)", lambda k: (k, 1, 0, 2), 2),
    "1d-array": ("1DArray", (4,), 3, "ivec2(k, 1)", lambda k: (k, 0, 0, 1), 2),
    "2d-array": ("2DArray", (4, 2), 3, "ivec3(k, 1, 1)", lambda k: (k, 1, 0, 1), 3),
    "cube-array": ("CubeArray", (4, 4), 2, "ivec3(k, 1, 7)", lambda k: (k, 1, 0, 7), 3),
    "2d-ms": ("2DMS", (5, 2), 1, "ivec2(k, 1)", lambda k: (k, 1, 0, 0), 2),
    "2d-ms-array": ("2DMSArray", (5, 2), 3, "ivec3(k, 1, 1)", lambda k: (k, 1, 0, 1), 3),
    "buffer": ("Buffer", (16,), 1, "int(k)", lambda k: (k, 0, 0, 0), 1),
}
# Name: components, letter of GLSL's types, struct code of a component.
FORMATS = {"r32ui": (1, "u", "I"), "rgba32i": (4, "i", "i"), "rg32f": (2, "", "f"), "rgba8": (4, "", "B")}
SAMPLES = 4
POISON_INTEGER = -0x11111112  # 0xeeeeeeee
POISON_NUMBER = 238           # in 255ths

SHADER = """#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0%(format)s) uniform %(type)s image;
layout(set = 0, binding = 1) buffer Out { ivec4 results[8]; };
void main() {
  uint k = gl_LocalInvocationIndex;
  %(texel)s value = %(read)s;
  results[k] = %(convert)s;
  results[k + 4] = ivec4(0);
  %(size)s
  %(write)s
}
"""


class Image:
    """The texels of an image, as lacuna-run packs them."""

    def __init__(self, dim, form, levels):
        _, self.extent, layers, _, _, _ = DIMS[dim]
        self.form = form
        self.layers = layers * (6 if dim.startswith("cube") else 1)
        self.levels = levels
        self.samples = SAMPLES if "ms" in dim else 1
        components = FORMATS[form][0]
        self.texels = []
        for i in range(sum(self.layer_texels(level) * self.layers for level in range(levels))):
            texel = [1 + i * components + c for c in range(components)]
            self.texels.append([3, 5, 7, 9][:components] if self.samples > 1 else texel)
        if form == "rgba8":
            self.texels = [[c % 256 for c in texel] for texel in self.texels]

    def level_extent(self, level):
        return [max(length >> level, 1) for length in list(self.extent) + [1] * (3 - len(self.extent))]

    def layer_texels(self, level):
        width, height, depth = self.level_extent(level)
        return width * height * depth * self.samples

    def index(self, level, place, sample=0):
        x, y, z, layer = place
        width, height, _ = self.level_extent(level)
        before = sum(self.layer_texels(l) * self.layers for l in range(level)) + layer * self.layer_texels(level)
        return before + ((z * height + y) * width + x) * self.samples + sample

    def packed(self, level, layer):
        first = self.index(level, (0, 0, 0, layer))
        code = FORMATS[self.form][2]
        return b"".join(struct.pack("<%d%s" % (len(texel), code), *texel)
                        for texel in self.texels[first:first + self.layer_texels(level)])


def seen(form, texel):
    """What a shader reads of a texel, as it puts it into the results."""
    one = 255 if FORMATS[form][1] == "" else 1
    values = [v * 255 if form == "rg32f" else v for v in texel]
    return values + [0, 0, one][len(values) - 1:]


def poison(form):
    components, letter, _ = FORMATS[form]
    texel = [POISON_NUMBER if letter == "" else POISON_INTEGER] * components
    return texel + [0, 0, 255 if letter == "" else 1][components - 1:]


def results(values, sizes):
    rows = values + [list(sizes) + [0] * (4 - len(sizes))] * 4
    return struct.pack("<32i", *[v for row in rows for v in row])


def dump(out, image=None, texel_buffer=None):
    buffers = []
    if texel_buffer is not None:
        buffers.append({"set": 0, "binding": 0, "element": 0, "hex": texel_buffer.hex()})
    if image is not None:
        for level in range(image.levels):
            for layer in range(image.layers):
                buffers.append({"set": 0, "binding": 0, "element": 0, "level": level, "layer": layer,
                                "hex": image.packed(level, layer).hex()})
    buffers.append({"set": 0, "binding": 1, "element": 0, "hex": out.hex()})
    return json.dumps({"buffers": buffers})


class Case:
    """One shader and what it must give in each of three runs."""

    def __init__(self, dim, form, access):
        suffix, extent, _, coordinate, place, size_numbers = DIMS[dim]
        _, letter, _ = FORMATS[form]
        multisampled = "ms" in dim
        buffer = dim == "buffer"
        self.name = "%s-%s-%s" % (access, dim, form)
        self.writes = access != "fetch"
        texel = {"": "vec4", "u": "uvec4", "i": "ivec4"}[letter]
        levels = 1 if buffer or multisampled or self.writes else 2
        level = levels - 1
        image = Image(dim, form, levels)
        query = "imageSize(image)"
        if self.writes:
            kind = "storage-texel-buffer" if buffer else "storage-image"
            read = "imageLoad(image, %s%s)" % (coordinate, ", 1" if multisampled else "")
            write = "imageStore(image, %s%s, %s(k + 100));" % (coordinate, ", 1" if multisampled else "", texel)
        else:
            kind = "uniform-texel-buffer" if buffer else "combined-image-sampler"
            # In the smallest level of two all texels in x are 0 or 1, in y and z 0.
            if level:
                coordinate = {"1d": "int(k % 2)", "2d": "ivec2(k % 2, 0)", "3d": "ivec3(k % 2, 0, 0)",
                              "1d-array": "ivec2(k % 2, 1)", "2d-array": "ivec3(k % 2, 0, 1)"}[dim]
            read = "texelFetch(image, %s%s)" % (coordinate, "" if buffer else ", 1")
            query = "textureSize(image%s)" % ("" if buffer or multisampled else ", 1")
            write = ""
        if access == "atomic":
            read = "%s(imageAtomicAdd(image, %s, 5))" % (texel, coordinate)
            write = ""
        fields = ["", "results[k + 4].x = %s;", "results[k + 4].xy = %s;", "results[k + 4].xyz = %s;"][size_numbers]
        self.source = SHADER % {
            "format": ", " + form if self.writes else "",
            "type": letter + ("image" if self.writes else "sampler") + suffix,
            "texel": texel, "read": read, "write": write, "size": fields % query,
            "convert": "ivec4(round(value * 255.0))" if letter == "" else "ivec4(value)",
        }
        self.resources = self.describe(kind, dim, form, image)
        self.null = "0.0=%s:null 0.1=storage-buffer:size=128,fill=u32:7" % kind
        self.expected = {}
        self.expect_bound(image, dim, form, access, level, place)
        self.expected["null"] = dump(results([[0] * 4] * 4, []))
        self.expect_stand_in(dim, form, access)

    @staticmethod
    def describe(kind, dim, form, image):
        parts = ["format=" + form]
        if dim == "buffer":
            parts.append("extent=16")
        else:
            parts += ["dim=" + dim, "extent=" + "x".join(str(length) for length in image.extent)]
            if image.levels > 1:
                parts.append("levels=%d" % image.levels)
            if "array" in dim:
                parts.append("layers=%d" % DIMS[dim][2])
        constant = "repeat:03050709" if form == "rgba8" else "texel:3/5/7/9"
        parts.append("fill=" + (constant if image.samples > 1 else "ramp:1"))
        return "0.0=%s:%s 0.1=storage-buffer:size=128,fill=u32:7" % (kind, ",".join(parts))

    def expect_bound(self, image, dim, form, access, level, place):
        values = []
        sample = 1 if image.samples > 1 else 0
        for k in range(4):
            at = place(k) if not level else (k % 2, 0, 0, place(k)[3])
            texel = image.texels[image.index(level, at, sample)]
            values.append([texel[0]] * 4 if access == "atomic" else seen(form, texel))
            if access == "storage":
                written = 255 if form == "rgba8" else k + 100
                image.texels[image.index(level, at, sample)] = [written] * len(texel)
            elif access == "atomic":
                image.texels[image.index(level, at, sample)] = [texel[0] + 5]
        sizes = image.level_extent(level)[:len(image.extent)]
        if "array" in dim:
            sizes.append(DIMS[dim][2])
        out = results(values, sizes)
        if not self.writes:
            self.expected["bound"] = dump(out)
        elif dim == "buffer":
            self.expected["bound"] = dump(out, texel_buffer=image.packed(0, 0))
        else:
            self.expected["bound"] = dump(out, image)

    # A stand-in has 4 texels in each direction, 3 levels, 2 layers; 16 texels in
    # a buffer.
    def expect_stand_in(self, dim, form, access):
        # Of sampled images the shader does not say the format, only the class.
        whole = {"": "rgba8", "u": "rgba32i", "i": "rgba32i"}[FORMATS[form][1]]
        texel = poison(form if self.writes else whole)
        if access == "atomic":
            texel = [POISON_INTEGER] * 4
        sizes = [16] if dim == "buffer" else [4] * len(DIMS[dim][1])
        if not self.writes and dim != "buffer" and "ms" not in dim:
            sizes = [2] * len(sizes)
        if "array" in dim:
            sizes.append(2)
        self.expected["stand-in"] = dump(results([texel] * 4, sizes))


def cases(formats):
    for dim in DIMS:
        for form in formats:
            if "ms" not in dim or form != "rgba8":
                yield Case(dim, form, "storage")
            if not dim.startswith("cube"):
                yield Case(dim, form, "fetch")
            if form == "r32ui" and "ms" not in dim:
                yield Case(dim, form, "atomic")


def main():
    work = sys.argv[1]
    options = [option for option in sys.argv[2:] if not option.startswith("--only=")]
    only = [option[len("--only="):] for option in sys.argv[2:] if option.startswith("--only=")]
    os.makedirs(work, exist_ok=True)
    lines, checks = [], []
    count = 0
    for case in cases(only or FORMATS):
        count += 1
        base = os.path.join(work, case.name)
        with open(base + ".comp", "w", encoding="utf-8") as file:
            file.write(case.source)
        command = ["glslangValidator", "-V", base + ".comp", "-o", base + ".spv"]
        result = subprocess.run(command, stdout=subprocess.PIPE, universal_newlines=True)
        if result.returncode:
            sys.exit("%s\n%s" % (" ".join(command), result.stdout))
        for run, text in case.expected.items():
            with open("%s.%s.json" % (base, run), "w", encoding="utf-8") as file:
                file.write(text)

        def add(run, options, status, resources):
            lines.append("--expect='%s.%s.json' %s --resources='%s' '%s.spv'"
                         % (base, run, options, resources, base))
            checks.append(status)

        add("bound", "", 0, case.resources)
        add("null", "", 0, case.null)
        # A stand-in that is written to must be noticed.
        add("stand-in", "--null=stand-in", 2 if case.writes else 0, case.null)
    batch = os.path.join(work, "batch.txt")
    with open(batch, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    result = subprocess.run(["lacuna-run", "--batch=" + batch] + options, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, universal_newlines=True)
    statuses = re.findall(r"^line (\d+): exit status (\d+)\n((?:    .*\n)*)", result.stdout, re.MULTILINE)
    if len(statuses) != len(lines):
        sys.exit("the batch of %d lines ended after %d: %s\n%s"
                 % (len(lines), len(statuses), result.stdout[-1000:], result.stderr[-1000:]))
    failures = 0
    for (number, status, text), line, wanted in zip(statuses, lines, checks):
        if int(status) == wanted:
            continue
        failures += 1
        text += "".join(re.findall(r"^lacuna-run: line %s: .*\n" % number, result.stderr, re.MULTILINE))
        print("FAILED, exit status %s and not %d: lacuna-run %s\n%s" % (status, wanted, line, text))
    print("%d cases, %d runs, %d failed" % (count, len(lines), failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
