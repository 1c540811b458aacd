#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Shows by execution that emulate-null-descriptors keeps what a module does.

  null_equivalence.py MODULE WORK_DIR --resources=... [options of lacuna-run]

MODULE runs with native null descriptors. Rewritten in every mode below it runs
with stand-ins in their place, and in some modes with native null descriptors
too; all results must be equal byte by byte, and no stand-in may be written. --mode=NAME, given
once or several times, leaves the other modes out.

That the fixture can fail is checked first: MODULE itself, run with stand-ins,
must give another result or write one. A fixture with no null descriptor is for
what a rewritten module does with the present ones; it says so with --no-null.

On a failure the commands that reproduce it are printed. Needs spirv-opt and
lacuna-run in PATH.
"""
import os
import shlex
import subprocess
import sys

# The modes: names, and options of the pass.
MODES = [
    ("default", ""),
    ("select", "loads=select"),
    ("presence", "storage-buffers=presence"),
    ("both", "storage-buffers=both"),
    ("call", "helpers=call"),
    ("presence-select-call", "storage-buffers=presence,loads=select,helpers=call"),
    ("both-select", "storage-buffers=both,loads=select"),
]
# In these the rewritten module runs with native null descriptors too: what it
# must do then depends on how a null element is recognized and how it is loaded.
NATIVE_TOO = {"default", "select", "presence"}
EQUAL, DIFFERENT, TOUCHED = 0, 1, 2


def run(command, stderr=subprocess.STDOUT):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=stderr, universal_newlines=True)


def report(mode, commands, result):
    print("FAILED in mode %s, exit status %d:" % (mode, result.returncode))
    print(result.stdout.rstrip() or "(no output)")
    print("Reproduce with:\n  " + " && ".join(shlex.join(command) for command in commands))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    module, work_dir = sys.argv[1:3]
    options = sys.argv[3:]
    no_null = "--no-null" in options
    options = [option for option in options if option != "--no-null"]
    only = [option[len("--mode="):] for option in options if option.startswith("--mode=")]
    options = [option for option in options if not option.startswith("--mode=")]
    os.makedirs(work_dir, exist_ok=True)

    has_null = any(option.startswith("--resources=") and ("null" in option) for option in options)
    if has_null == no_null:
        sys.exit("the fixture has null descriptors, but says --no-null" if no_null else
                 "the fixture has no null descriptor")
    if not no_null:
        command = ["lacuna-run", "--compare"] + options + [module, module]
        result = run(command)
        # Exit status 1 stands for errors too; only a difference is printed like this.
        differs = result.returncode == DIFFERENT and " differs at byte " in result.stdout
        if not differs and result.returncode != TOUCHED:
            print("The fixture shows nothing: unmodified, it does the same with stand-ins as with null descriptors.")
            report("unmodified", [command], result)
            return 1

    unknown = set(only) - {name for name, _ in MODES}
    if unknown:
        sys.exit("there is no mode %s" % ", ".join(sorted(unknown)))

    expected = os.path.join(work_dir, "expected.txt")
    reference = ["lacuna-run"] + options + [module]
    result = run(reference, stderr=None)
    if result.returncode != 0:
        report("unmodified", [reference], result)
        return 1
    with open(expected, "w", encoding="utf-8") as file:
        file.write(result.stdout)

    failures = 0
    for name, keys in MODES:
        if only and name not in only:
            continue
        rewritten = os.path.join(work_dir, name + ".spv")
        interface = os.path.join(work_dir, name + ".json")
        flag = "--emulate-null-descriptors" + ("=" + keys if keys else "")
        rewrite = ["spirv-opt", flag, "--interface=" + interface, module, "-o", rewritten]
        result = run(rewrite)
        if result.returncode != 0:
            report(name, [rewrite], result)
            failures += 1
            continue
        for null in ("stand-in", "native") if name in NATIVE_TOO else ("stand-in",):
            check = ["lacuna-run", "--null=" + null, "--map=" + interface, "--expect=" + expected]
            check += options + [rewritten]
            result = run(check)
            if result.returncode != EQUAL:
                report("%s, rewritten with --null=%s" % (name, null), [rewrite, check], result)
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
