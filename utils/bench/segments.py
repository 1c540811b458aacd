#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures what a buffer in 4 pieces costs against the whole one.

  segments.py --bin=BUILD/bin [--tools=SPIRV_TOOLS] [--repeat=N] [--groups=N] [--kernels=a,b]

Five kernels read a buffer of 4 MiB through each form of split-segmented-buffers
on the device that lacuna-run takes, lavapipe where there is no other choice.
The time is the processor's (user time of all threads), less that of a run of
one workgroup, so that neither setup nor other load on the machine counts; of
several runs the fastest. What each form leaves is compared with the original's.
It prints the table of docs/Performance.md.
"""
import argparse
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

WORDS = 1 << 20
HEAD = """#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
const uint MASK = %du;
""" % (WORDS - 1)
# Each invocation makes 2048 rounds.
KERNELS = {
    "copy": """void main() { for (uint r = 0; r < 2048u; ++r) {
  uint i = (gl_GlobalInvocationID.x + r * 65536u) & MASK; b[i] = a[i]; } }""",
    "stencil": """void main() { for (uint r = 0; r < 2048u; ++r) {
  uint i = (gl_GlobalInvocationID.x + r * 65536u) & MASK;
  b[i] = a[(i - 1u) & MASK] + 2u * a[i] + a[(i + 1u) & MASK]; } }""",
    "reduction": """shared uint part[64];
void main() { uint sum = 0; for (uint r = 0; r < 2048u; ++r)
    sum += a[(gl_GlobalInvocationID.x + r * 65536u) & MASK];
  part[gl_LocalInvocationIndex] = sum;
  for (uint step = 32u; step > 0u; step /= 2u) { barrier();
    if (gl_LocalInvocationIndex < step) part[gl_LocalInvocationIndex] += part[gl_LocalInvocationIndex + step]; }
  if (gl_LocalInvocationIndex == 0u) b[gl_WorkGroupID.x] = part[0]; }""",
    "histogram": """shared uint bins[256];
void main() { for (uint i = gl_LocalInvocationIndex; i < 256u; i += 64u) bins[i] = 0; barrier();
  for (uint r = 0; r < 2048u; ++r) atomicAdd(bins[a[(gl_GlobalInvocationID.x + r * 65536u) & MASK] & 255u], 1u);
  barrier(); for (uint i = gl_LocalInvocationIndex; i < 256u; i += 64u) b[gl_WorkGroupID.x * 256u + i] = bins[i]; }""",
    "gather": """void main() { uint i = gl_GlobalInvocationID.x; uint at = i * 2654435761u, sum = 0;
  for (uint r = 0; r < 2048u; ++r) { at = at * 1664525u + 1013904223u; sum += a[(at >> 7) & MASK]; }
  b[i & MASK] = sum; }""",
}
PIECE = WORDS  # a quarter, in bytes
FORMS = [
    ("measured", "", ""),
    ("piece-bytes", ",piece-bytes=%d" % PIECE, ""),
    ("measured, computed", ",piece-index=dynamic", "--ignore-missing-features"),
    ("piece-bytes, computed", ",piece-index=dynamic,piece-bytes=%d" % PIECE, "--ignore-missing-features"),
]


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if result.returncode != 0:
        sys.exit("%s failed:\n%s" % (" ".join(shlex.quote(part) for part in command), result.stdout))


def user_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run(command)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def measure(module, resources, extra, groups, repeat, expected, is_original):
    """The fastest time of the groups, in seconds."""
    def command(count, output):
        return (["lacuna-run", "--no-spirv-val", "--timeout=600", "--groups=%d" % count, "--resources=" + resources] +
                ([extra] if extra else []) + [output, module])
    if is_original:
        run(command(groups, "--output=" + expected))
    else:
        run(command(groups, "--expect=" + expected))
    times = []
    for _ in range(repeat):
        empty = user_time(command(1, "--output=" + os.devnull))
        times.append(user_time(command(groups, "--output=" + os.devnull)) - empty)
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="the folder of spirv-opt and lacuna-run")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--groups", type=int, default=1024)
    parser.add_argument("--kernels", default=",".join(KERNELS))
    arguments = parser.parse_args()
    os.environ["PATH"] = os.path.abspath(arguments.bin) + os.pathsep + os.environ["PATH"]
    ratios = {name: [] for name, _, _ in FORMS}
    print("| kernel | " + " | ".join(name for name, _, _ in FORMS) + " |")
    print("|---|" + "---|" * len(FORMS))
    with tempfile.TemporaryDirectory() as folder:
        for kernel in arguments.kernels.split(","):
            base = os.path.join(folder, kernel)
            with open(base + ".comp", "w", encoding="utf-8") as file:
                file.write(HEAD + KERNELS[kernel] + "\n")
            run(["glslangValidator", "-V", "--target-env", "vulkan1.2", base + ".comp", "-o", base + ".spv"])
            buffer = "0.0=storage-buffer:size=%d,fill=random:1" % (4 * WORDS)
            output = " 0.1=storage-buffer:size=%d" % (4 * WORDS)
            cut = ",pieces=%d/%d/%d" % (PIECE, PIECE, PIECE)
            whole = measure(base + ".spv", buffer + output, "", arguments.groups, arguments.repeat, base + ".txt", True)
            row = []
            for name, options, extra in FORMS:
                run(["spirv-opt", "--split-segmented-buffers=segments=0.0:4" + options, base + ".spv", "-o",
                     base + ".split.spv"])
                time = measure(base + ".split.spv", buffer + cut + output, extra, arguments.groups, arguments.repeat,
                               base + ".txt", False)
                ratios[name].append(time / whole)
                row.append("%.2f" % (time / whole))
            print("| %s | %s |" % (kernel, " | ".join(row)), flush=True)
    print("| median | %s |" % " | ".join("%.2f" % statistics.median(ratios[name]) for name, _, _ in FORMS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
