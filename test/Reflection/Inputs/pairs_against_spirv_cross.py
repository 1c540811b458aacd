#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares `lacuna-reflect --pairs` with the combined samplers that spirv-cross declares.

Shaders are generated from a seed: separate textures, arrays of textures and samplers in a random order of declaration,
functions that take some of them as parameters and call each other, branches, loops, fetches and size queries. Modules
can be named instead (--modules); a module of those that lacuna-reflect refuses with SD0217 must be refused by
spirv-cross, too, or be listed with --may-refuse.

--corpus takes a folder of modules, most of which have no names: each resource is given one, so that pairs can be told
apart. Modules that one of the two refuses are counted; the lists of all others have to be equal.
"""
import argparse
import array
import collections
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "utils"))
import module_files  # noqa: E402 (in the folder of scripts)


def generate(seed):
    """A fragment shader in GLSL for Vulkan."""
    rng = random.Random(seed)
    declarations, textures, arrays, samplers = [], [], [], []
    kinds = ["texture"] * rng.randint(1, 5) + ["sampler"] * rng.randint(1, 3) + ["array"] * rng.randint(0, 1) + \
            ["buffer"] * rng.randint(0, 1)
    rng.shuffle(kinds)
    bindings = list(range(len(kinds)))
    rng.shuffle(bindings)
    for i, kind in enumerate(kinds):
        place = "layout(set = 0, binding = %d) uniform " % bindings[i]
        if kind == "texture":
            declarations.append(place + "texture2D tex%d;" % i)
            textures.append("tex%d" % i)
        elif kind == "array":
            declarations.append(place + "texture2D many%d[3];" % i)
            arrays.append("many%d" % i)
        elif kind == "buffer":
            declarations.append(place + "textureBuffer texels%d;" % i)
        else:
            declarations.append(place + "sampler smp%d;" % i)
            samplers.append("smp%d" % i)
    texels = [d.split()[-1][:-1] for d in declarations if "textureBuffer" in d]
    functions = []

    def use(local_textures, local_samplers):
        choice = rng.random()
        texture = rng.choice(local_textures + (["%s[%s]" % (rng.choice(arrays), rng.choice(["0", "2", "which"]))]
                                               if arrays and rng.random() < 0.3 else []))
        if choice < 0.6:
            return "color += texture(sampler2D(%s, %s), uv);" % (texture, rng.choice(local_samplers))
        if choice < 0.7:
            return "color += texelFetch(%s, ivec2(uv), 0);" % texture
        if choice < 0.8:
            return "color.xy += vec2(textureSize(%s, 0));" % texture
        if choice < 0.85 and texels:
            return "color += texelFetch(%s, 1);" % rng.choice(texels)
        return "color += textureLod(sampler2D(%s, %s), uv, 1.0);" % (texture, rng.choice(local_samplers))

    def call(local_textures, local_samplers):
        if not functions:
            return use(local_textures, local_samplers)
        name, parameters = rng.choice(functions)
        arguments = [rng.choice(local_textures if kind == "texture2D" else local_samplers) for kind in parameters]
        return "color += %s(%s);" % (name, ", ".join(arguments + ["uv"]))

    def body(local_textures, local_samplers, count):
        lines = []
        for _ in range(count):
            line = (call if rng.random() < 0.4 else use)(local_textures, local_samplers)
            wrap = rng.random()
            if wrap < 0.2:
                line = "if (uv.x > 0.5) { %s } else { %s }" % (line, use(local_textures, local_samplers))
            elif wrap < 0.3:
                line = "for (int i = 0; i < which; ++i) { %s }" % line
            elif wrap < 0.35:
                line = "switch (which) { case 1: %s break; default: %s }" % (line, use(local_textures, local_samplers))
            lines.append("  " + line)
        return "\n".join(lines)

    text = "#version 450\n#extension GL_EXT_samplerless_texture_functions : require\n"
    text += "\n".join(declarations)
    text += "\nlayout(location = 0) in vec2 uv_in;\nlayout(location = 0) out vec4 result;\nint which = 1;\n"
    for f in range(rng.randint(0, 4)):
        parameters = [rng.choice(["texture2D", "sampler"]) for _ in range(rng.randint(0, 3))]
        names = ["p%d" % i for i in range(len(parameters))]
        local_textures = textures + [n for n, k in zip(names, parameters) if k == "texture2D"] * 2
        local_samplers = samplers + [n for n, k in zip(names, parameters) if k == "sampler"] * 2
        signature = ", ".join(["%s %s" % pair for pair in zip(parameters, names)] + ["vec2 uv"])
        text += "vec4 f%d(%s) {\n  vec4 color = vec4(0);\n%s\n  return color;\n}\n" % (
            f, signature, body(local_textures, local_samplers, rng.randint(1, 4)))
        functions.append(("f%d" % f, parameters))
    text += "void main() {\n  vec2 uv = uv_in;\n  vec4 color = vec4(0);\n%s\n  result = color;\n}\n" % body(
        textures, samplers, rng.randint(1, 6))
    return text


def named(module):
    """The bytes of a module with a name for each variable in UniformConstant, or None for one without any."""
    with open(module, "rb") as file:
        words = array.array("I", file.read())
    at, instructions = 5, []
    while at < len(words):
        instructions.append(words[at:at + (words[at] >> 16)])
        at += words[at] >> 16
    variables = [i[2] for i in instructions if i[0] & 0xffff == 59 and i[3] == 0]
    if not variables:
        return None
    # All that stands before names: OpSource* and OpString, extensions, OpMemoryModel to OpExecutionMode, OpCapability.
    before = (2, 3, 4, 7, 10, 11, 14, 15, 16, 17, 331)
    place = max(n for n, i in enumerate(instructions) if i[0] & 0xffff in before) + 1
    names = []
    for variable in variables:
        name = ("v%d" % variable).encode()
        text = array.array("I", name.ljust(len(name) // 4 * 4 + 4, b"\0"))
        names.append(array.array("I", [(2 + len(text)) << 16 | 5, variable]) + text)
    kept = [i for i in instructions[place:] if not (i[0] & 0xffff == 5 and i[1] in variables)]
    return b"".join(i.tobytes() for i in [words[:5]] + instructions[:place] + names + kept)


def compare_corpus(options):
    """Compares the lists of the modules of a folder. Exit status 1 when two differ, or none is worth comparing."""
    counts, differences = collections.Counter(), 0
    os.makedirs(options.scratch, exist_ok=True)
    copy = os.path.join(options.scratch, "named.spv")
    for module in module_files.list_modules(argparse.Namespace(modules=[options.corpus], stride=options.stride)):
        content = named(module)
        if content is None:
            continue
        with open(copy, "wb") as file:
            file.write(content)
        found, why = lacuna_pairs(options.tool, copy)
        if found is None and "SD0217" not in why:
            counts["unreadable"] += 1
            continue
        expected = spirv_cross_pairs(copy)
        if expected is None or found is None:
            counts["refused"] += 1
        elif found != expected:
            print("%s: spirv-cross declares %s, lacuna-reflect says %s" % (module, expected, found))
            differences += 1
        else:
            counts["equal" if found else "without pairs"] += 1
    print("corpus: %d equal, %d without pairs, %d refused, %d unreadable, %d differences" %
          (counts["equal"], counts["without pairs"], counts["refused"], counts["unreadable"], differences))
    return 1 if differences or not counts["equal"] else 0


def spirv_cross_pairs(module):
    """The names of the combined samplers that spirv-cross declares, or None when it refuses."""
    run = subprocess.run(["spirv-cross", "--version", "450", module], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        return None
    return re.findall(r"^(?:layout\([^)]*\) )?uniform [^;{]*\b(SPIRV_Cross_Combined\w+)(?:\[\w*\])*;", run.stdout,
                      re.MULTILINE)


def lacuna_pairs(tool, module):
    """The same from lacuna-reflect, or its message."""
    run = subprocess.run([tool, "--pairs", module], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        return None, run.stderr
    names = []
    for line in run.stdout.splitlines():
        texture, sampler, _ = line.split()
        names.append("SPIRV_Cross_Combined" + texture + sampler)
    return names, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="lacuna-reflect")
    parser.add_argument("--scratch", help="where generated shaders go")
    parser.add_argument("--count", type=int, default=0, help="how many shaders to generate")
    parser.add_argument("--modules", nargs="*", default=[])
    parser.add_argument("--may-refuse", nargs="*", default=[], help="modules that spirv-cross takes and we refuse")
    parser.add_argument("--corpus", help="a folder of modules; with --scratch")
    parser.add_argument("--stride", type=int, default=1, help="--corpus: take one module in so many")
    options = parser.parse_args()
    if options.corpus:
        return compare_corpus(options)
    modules = list(options.modules) + list(options.may_refuse)
    sources = []
    for seed in range(options.count):
        os.makedirs(options.scratch, exist_ok=True)
        source = os.path.join(options.scratch, "pairs%03d.frag" % seed)
        with open(source, "w", encoding="utf-8") as file:
            file.write(generate(seed))
        subprocess.run(["glslangValidator", "-V", "-o", source + ".spv", source], check=True, capture_output=True)
        sources.append(source + ".spv")
    failures, compared, with_dummy, refused = [], 0, 0, 0
    for module in sources + modules:
        expected = spirv_cross_pairs(module)
        found, why = lacuna_pairs(options.tool, module)
        if found is None:
            if "SD0217" not in why:
                failures.append("%s: %s" % (module, why))
            elif expected is not None and module not in options.may_refuse:
                failures.append("%s: refused, but spirv-cross declares %s" % (module, expected))
            refused += 1
        elif found != expected:
            failures.append("%s: spirv-cross declares %s, lacuna-reflect says %s" % (module, expected, found))
        else:
            compared += 1
            with_dummy += any("DummySampler" in name for name in found)
    for failure in failures:
        print(failure)
    print("%d equal, %d of them with a dummy sampler, %d refused, %d failed" %
          (compared, with_dummy, refused, len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
