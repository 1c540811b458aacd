#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs every compute fixture of a folder with nothing null, rewritten and not.

  all_present.py FIXTURE_DIR WORK_DIR [--at-least=N]

How a fixture (.comp, .spvasm) is compiled and what is bound come from its RUN
lines: those that make %t.spv, and the first that uses null_equivalence.py or
null_images.py, one with --no-null before
others. A null buffer becomes one of 4096 bytes. Where images are null, a
later line that binds all of them is taken; a fixture without one is an error.
Each module runs as it is and rewritten in each of MODES; what it leaves must be
equal byte by byte. On a failure the commands that reproduce it are printed.
"""
import os
import re
import shlex
import subprocess
import sys

MODES = ["", "loads=select", "storage-buffers=presence,uniform-buffers=presence", "helpers=call,storage-buffers=both"]
# Fixtures that index present buffers out of range, where only the rewritten module does something defined.
OUT_OF_RANGE = ("index-extremes.comp", "index-widths.spvasm")
DRIVERS = ("null_equivalence.py", "null_images.py")


def run_lines(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"\\\n\s*(//|;|#)\s*RUN:\s*", " ", text)
    return re.findall(r"RUN:\s*(.*\S)", text)


def bind_all(option):
    """The --resources of a line with its null buffers replaced."""
    kinds = []
    for part in option[len("--resources="):].split():
        head, _, elements = part.partition(":")
        if head.endswith("-buffer") and "texel" not in head:
            elements = ";".join(re.sub(r"^null", "size=4096,fill=count:3", e) for e in elements.split(";"))
        kinds.append(head + ":" + elements)
    return "--resources=" + " ".join(kinds)


def shell(commands):
    return subprocess.run(["bash", "-c", "set -euo pipefail\n" + "\n".join(commands)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)


class Fixture:
    """How a fixture is built and what is bound for it, with nothing null. Without
    `module` it executes nothing by the drivers; `why` says what is missing."""

    def __init__(self, path, work_dir):
        self.module, self.why = None, ""
        base = os.path.join(work_dir, os.path.basename(path))
        words = {"%s": path, "%S": os.path.dirname(path), "%t": base}
        lines = [re.sub(r"%[sSt]\b", lambda m: words[m.group(0)], line) for line in run_lines(path)]
        driver_lines = [line for line in lines if any(name in line for name in DRIVERS)]
        if not driver_lines:
            return
        self.base = base
        self.built = []
        for line in lines:
            if line in driver_lines:
                break
            self.built.append(line)
        for line in sorted(driver_lines, key=lambda line: "--no-null" not in line):
            parts = shlex.split(line)
            first = next(i for i, part in enumerate(parts) if part.endswith(DRIVERS)) + 1
            options = [bind_all(part) if part.startswith("--resources=") else part for part in parts[first + 2:]]
            # A fixture that names its modes cannot be numbered for presence bits unless one of them says so.
            named = [part for part in options if part.startswith("--mode=")]
            self.by_length_only = named and not any("presence" in part or "both" in part for part in named)
            self.keys = [part[len("--keys="):] for part in options if part.startswith("--keys=")]
            self.options = [part for part in options if not part.startswith(("--keys=", "--mode=", "--no-null"))]
            if not any(part.startswith("--resources=") and re.search(r"[:;]null", part) for part in self.options):
                self.module = parts[first]
                return
        self.why = "no line of it binds every image"


def check(path, work_dir):
    """Returns how many comparisons were made and a message if one failed. A
    fixture that executes nothing by the drivers gives (0, "")."""
    fixture = Fixture(path, work_dir)
    if fixture.module is None:
        return 0, fixture.why
    base, built, module, options = fixture.base, fixture.built, fixture.module, fixture.options
    result = shell(built)
    if result.returncode != 0:
        return 0, result.stdout + "\n".join(built)
    for number, mode in enumerate(MODES):
        out, interface = "%s.%d.spv" % (base, number), "%s.%d.json" % (base, number)
        if fixture.by_length_only and "storage-buffers=" in mode:
            continue
        # A mode's keys come first; those of the fixture need not be repeated.
        given = [key for key in fixture.keys if key.partition("=")[0] not in mode]
        flag = "--emulate-null-descriptors" + ("=" if mode or given else "") + ",".join([mode] * bool(mode) + given)
        commands = [shlex.join(["spirv-opt", flag, "--interface=" + interface, module, "-o", out]),
                    shlex.join(["lacuna-run", "--compare", "--map=" + interface] + options + [module, out])]
        result = shell(commands)
        if result.returncode != 0:
            return number, "%s\nReproduce with:\n  %s" % (result.stdout.rstrip(), " && ".join(built + commands))
    return len(MODES), ""


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, work_dir = (os.path.abspath(argument) for argument in sys.argv[1:3])
    at_least = next((int(a.partition("=")[2]) for a in sys.argv[3:] if a.startswith("--at-least=")), 1)
    os.makedirs(work_dir, exist_ok=True)
    ran, compared, failed = 0, 0, 0
    for name in sorted(os.listdir(folder)):
        if not name.endswith((".comp", ".spvasm")):
            continue
        if name in OUT_OF_RANGE:
            print("left out: %s, which indexes present buffers out of range" % name)
            continue
        count, message = check(os.path.join(folder, name), work_dir)
        ran += count > 0
        compared += count
        if message:
            failed += 1
            print("FAILED %s: %s" % (name, message))
    print("%d modules ran, %d comparisons equal, %d modules failed" % (ran, compared, failed))
    if ran < at_least:
        print("too few modules ran: at least %d are expected" % at_least)
    return 1 if failed or ran < at_least else 0


if __name__ == "__main__":
    sys.exit(main())
