#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""How many SPIR-V instructions a second the interpreter executes on one core.

    utils/bench/interpreter.py [--bin=build/release/bin] [--runs=3]

Each kernel below is a loop, compiled from GLSL without optimization, so that its
variables are loaded and stored as shaders from the field do, and once more after
`spirv-opt -O`. The number of instructions is the one that `lacuna-run --verbose`
prints; the time is the least processor time of the runs, the whole process with
the module's validation and decoding. Prints the table of docs/Performance.md.

Needs glslangValidator, and lacuna-run and spirv-opt in --bin.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEAD = """#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
layout(set = 0, binding = 1) buffer Vectors { vec4 vectors[]; };
%s
void main() {
%s
}
"""
# Name, functions, body.
KERNELS = [
    ("32-bit integers", "", """  uint s = 1u;
  for (uint i = 0u; i < 5000000u; ++i) s = ((s ^ (s << 5)) + i * 3u) - (i & 7u);
  data[0] = s;"""),
    ("32-bit floats", "", """  float s = 1.0;
  for (uint i = 0u; i < 5000000u; ++i) s = s * 0.999 + float(i) * 0.5 - s / 3.0;
  data[0] = floatBitsToUint(s);"""),
    ("vectors of 4 floats", "", """  vec4 s = vec4(1.0, 2.0, 3.0, 4.0);
  for (uint i = 0u; i < 3000000u; ++i) s = s * 0.999 + s.wzyx * 0.25 - vec4(0.5);
  vectors[0] = s;"""),
    ("loads and stores of a buffer", "", """  for (uint i = 0u; i < 5000000u; ++i) data[i & 1023u] += data[(i + 7u) & 1023u];"""),
    ("branches", "", """  uint s = 0u;
  for (uint i = 0u; i < 5000000u; ++i) {
    if ((i & 3u) == 0u) s += i; else if ((i & 5u) == 1u) s ^= i; else s -= 1u;
  }
  data[0] = s;"""),
    ("function calls", "uint mix2(uint a, uint b) { return (a ^ b) * 5u; }", """  uint s = 0u;
  for (uint i = 0u; i < 3000000u; ++i) s = mix2(s, i);
  data[0] = s;"""),
]


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    if done.returncode:
        sys.exit("%s failed:\n%s%s" % (command[0], done.stdout, done.stderr))
    return done


def measure(module, options):
    command = [os.path.join(options.bin, "lacuna-run"), "--on=cpu", "--verbose", "--output=" + os.devnull,
               "--resources=0.0=storage-buffer:size=4096,fill=count 0.1=storage-buffer:size=4096", module]
    best, instructions = None, 0
    for _ in range(options.runs):
        begin = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = run(command)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime
        best = seconds if best is None else min(best, seconds)
        instructions = int(re.search(r": (\d+) instructions", done.stderr).group(1))
    return instructions, best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "release", "bin"))
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print("| kernel | instructions | seconds | million a second | after `spirv-opt -O` |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, functions, body in KERNELS:
            source, module = os.path.join(folder, "kernel.comp"), os.path.join(folder, "kernel.spv")
            with open(source, "w") as file:
                file.write(HEAD % (functions, body))
            run(["glslangValidator", "-V", source, "-o", module])
            optimized = os.path.join(folder, "optimized.spv")
            run([os.path.join(options.bin, "spirv-opt"), "-O", module, "-o", optimized])
            count, seconds = measure(module, options)
            count_after, seconds_after = measure(optimized, options)
            print("| %s | %d | %.2f | %.0f | %.0f |" %
                  (name, count, seconds, count / seconds / 1e6, count_after / seconds_after / 1e6))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
