#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs every compute fixture of a folder on whole buffers and, split, on pieces.

  all_split.py FIXTURE_DIR WORK_DIR [--at-least=N] [--only=GLOB]

How a fixture is built and what is bound comes from its RUN lines, as
matrix/all_present.py reads them. In each of MODES all its storage buffers and
texel buffers are split, and cut at random places that the interface map allows.
What a module leaves must be equal byte by byte. On a failure the commands that
reproduce it are printed.
"""
import fnmatch
import os
import random
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "matrix"))
from all_present import OUT_OF_RANGE, Fixture, shell  # noqa: E402

# Number of pieces, and passes; %s stands for the segments.
UNSUPPORTED = 3  # the exit status of lacuna-run
MODES = [
    (2, ["--split-segmented-buffers=segments=%s"]),
    (3, ["--split-segmented-buffers=segments=%s,helpers=inline,index=64"]),
    (2, ["--split-segmented-buffers=segments=%s", "--emulate-null-descriptors", "-O"]),
    (3, ["--split-segmented-buffers=segments=%s,helpers=inline", "-O"]),
    (2, ["--emulate-null-descriptors", "--split-segmented-buffers=segments=%s"]),
]
# Cuts are multiples of what any interface map asks for.
MULTIPLE = 16


def cut(part, pieces, chance):
    """A binding's description with each element's range cut, and its place; a
    binding that is not to be split gives no place."""
    head, _, elements = part.partition(":")
    place, _, kind = head.partition("=")
    if kind not in ("storage-buffer", "uniform-texel-buffer", "storage-texel-buffer"):
        return part, None
    described = []
    for element in elements.split(";"):
        text, star, repeat = element.partition("*")
        values = dict(re.findall(r"(\w+)=([^,]*)", text))
        if "range" in values:
            length = int(values["range"], 0)
        elif "size" in values:
            length = int(values["size"], 0) - int(values.get("offset", "0"), 0)
        elif "extent" in values:
            bits = re.search(r"\d+", values["format"].replace("rgba", "")).group(0)
            channels = len(re.match(r"[rgba]+", values["format"]).group(0))
            length = int(values["extent"]) * channels * int(bits) // 8
        elif "hex" in text:
            length = len(re.search(r"hex:([0-9a-f_]*)", text).group(1).replace("_", "")) // 2
        else:
            return part, None
        # No piece is shorter than 4 bytes.
        places = [at for at in range(0, length + 1, MULTIPLE) if at == length or length - at >= 4] or [0]
        places = sorted(chance.choice(places) for _ in range(pieces - 1))
        sizes = [b - a for a, b in zip([0] + places, places)]
        described.append(text + ",pieces=" + "/".join(map(str, sizes)) + star + repeat)
    return head + ":" + ";".join(described), place


def check(path, work_dir):
    """Returns how many comparisons were equal, why others could not run, and what failed."""
    fixture = Fixture(path, work_dir)
    if fixture.module is None:
        return 0, [], fixture.why
    result = shell(fixture.built)
    if result.returncode != 0:
        return 0, [], result.stdout
    lacking = []
    for number, (pieces, passes) in enumerate(MODES):
        chance = random.Random("%s %d" % (os.path.basename(path), number))
        options, segments = [], []
        for option in fixture.options:
            if option.startswith("--resources="):
                parts = [cut(part, pieces, chance) for part in option[len("--resources="):].split()]
                segments += [place for _, place in parts if place]
                option = "--resources=" + " ".join(part for part, _ in parts)
            options.append(option)
        text = ",".join("%s:%d" % (place, pieces) for place in segments)
        out, interface = "%s.split%d.spv" % (fixture.base, number), "%s.split%d.json" % (fixture.base, number)
        flags = [flag % text if "%s" in flag else flag for flag in passes]
        if "--emulate-null-descriptors" in flags and fixture.keys:
            flags[flags.index("--emulate-null-descriptors")] += "=" + ",".join(fixture.keys)
        commands = [shlex.join(["spirv-opt"] + flags + ["--interface=" + interface, fixture.module, "-o", out]),
                    shlex.join(["spirv-val", "--target-env", "vulkan1.3", "--scalar-block-layout", out]),
                    shlex.join(["lacuna-run", "--compare", "--null=native", "--map=" + interface] + options +
                               [fixture.module, out])]
        result = shell(commands)
        if result.returncode == UNSUPPORTED and "on the device" in result.stdout:
            lacking.append("%s in %d pieces: %s"
                           % (os.path.basename(path), pieces, result.stdout.strip().split("': ")[-1]))
        elif result.returncode != 0:
            return (number - len(lacking), lacking, "%s\nReproduce with:\n  %s"
                    % (result.stdout.rstrip()[-1500:], " && ".join(fixture.built + commands)))
    return len(MODES) - len(lacking), lacking, ""


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, work_dir = (os.path.abspath(argument) for argument in sys.argv[1:3])
    at_least = next((int(a.partition("=")[2]) for a in sys.argv[3:] if a.startswith("--at-least=")), 1)
    only = next((a.partition("=")[2] for a in sys.argv[3:] if a.startswith("--only=")), "*")
    os.makedirs(work_dir, exist_ok=True)
    ran, compared, failed, left_out = 0, 0, 0, []
    for name in sorted(os.listdir(folder)):
        if not name.endswith((".comp", ".spvasm")) or name in OUT_OF_RANGE or not fnmatch.fnmatch(name, only):
            continue
        count, lacking, message = check(os.path.join(folder, name), work_dir)
        ran += count > 0
        compared += count
        left_out += lacking
        if message:
            failed += 1
            print("FAILED %s: %s" % (name, message))
    for line in left_out:
        print("left out: " + line)
    print("%d modules ran, %d comparisons equal, %d left out, %d modules failed"
          % (ran, compared, len(left_out), failed))
    if ran < at_least:
        print("too few modules ran: at least %d are expected" % at_least)
    return 1 if failed or ran < at_least else 0


if __name__ == "__main__":
    sys.exit(main())
