#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that what SPIRV-Cross prints of a module for Metal is well typed.

    utils/msl_check.py [--modes=NAME,...] [--print=NAME] [--verdicts] [--extra=OPTIONS] module.spv

For each mode (discrete bindings and argument buffers, Metal 2.1 to 3.1) the module is printed by spirv-cross, and the
text is compiled, without code generation, by clang as C++ for OpenCL against utils/msl/metal_stdlib: address spaces,
pointers, qualifiers, packed types and modes of image access are checked. So are the entry point's slots: no two
arguments share a [[buffer(n)]], [[texture(n)]] or [[sampler(n)]], the buffers of an array follow each other, and none
is past 30.

The exit status is 1 if a mode's output is not well typed or spirv-cross refuses the module. --print writes one mode's
text to standard output; --verdicts writes a line per mode (ok, BAD or THROW) there and the exit status is 0.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

SHIM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "msl")

NATIVE = "--msl-texture-buffer-native"
ARGUMENT_BUFFERS = [NATIVE, "--msl-argument-buffers"]
TIER_2 = ARGUMENT_BUFFERS + ["--msl-argument-buffer-tier", "1"]
MODES = {
    "discrete-2.1": ["--msl-version", "20100", NATIVE],
    "discrete-3.1": ["--msl-version", "30100", NATIVE],
    "discrete-3.1-emulated-texel-buffers": ["--msl-version", "30100"],
    "argument-buffers-2.1": ["--msl-version", "20100"] + ARGUMENT_BUFFERS,
    "argument-buffers-3.1": ["--msl-version", "30100"] + TIER_2,
    "argument-buffers-in-device-memory-3.1": ["--msl-version", "30100"] + TIER_2 + ["--msl-device-argument-buffer", "0"],
}

CLANG_FLAGS = ["-x", "cl", "-cl-std=clc++2021", "-cl-no-stdinc", "-cl-single-precision-constant", "-w",
               "-ferror-limit=3", "-I", SHIM]


def to_metal(module, flags):
    """Returns the text that spirv-cross prints, or None and its message."""
    run = subprocess.run(["spirv-cross", "--msl"] + flags + [module], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        message = run.stderr.strip().splitlines()
        return None, message[-1] if message else "spirv-cross ended with status %d" % run.returncode
    return run.stdout, ""


def for_clang(text, memory="0"):
    """Replaces what no address space of C++ for OpenCL allows: defaults of function constants, and threadgroup
    variables inside functions. Those are references to what is at the address `memory`, an expression in which # is
    the variable's number."""
    count = 0

    def at_address(match):
        nonlocal count
        count += 1
        indent, kind, name, bounds = match.group(1), match.group(2), match.group(3), match.group(4) or ""
        return "%sthreadgroup %s (&%s)%s = *(threadgroup %s (*)%s)(%s);" % (
            indent, kind, name, bounds, kind, bounds, memory.replace("#", str(count - 1)))

    text = re.sub(r"^(constant \w+ \w+) \[\[function_constant\(\d+\)\]\];", r"\1 = 0;", text, flags=re.M)
    return re.sub(r"^( +)threadgroup ([^&*(){}=\[]*) (\w+)((?:\[\w+\])+)?;$", at_address, text, flags=re.M)


def type_errors(text):
    """Compiles the text and returns the first error, or ""."""
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as source:
        source.write(for_clang(text))
        source.flush()
        run = subprocess.run(["clang", *CLANG_FLAGS, "-target", "spir64-unknown-unknown", "-fsyntax-only", source.name],
                             capture_output=True, text=True, timeout=120)
        if run.returncode == 0:
            return ""
        errors = [line for line in run.stderr.splitlines() if "error:" in line]
        return (errors[0] if errors else run.stderr.strip()).replace(source.name + ":", "line ")


def slot_errors(text):
    """Looks at the arguments of the entry points."""
    for entry in re.finditer(r"^(?:kernel|vertex|fragment) .*$", text, flags=re.M):
        taken = set()
        numbers = {name: int(number) for name, number in re.findall(r"(\w+) \[\[buffer\((\d+)\)\]\]", entry.group(0))}
        # The host gives the elements of an array consecutive numbers.
        for name, elements in re.findall(r"(\w+)\[\] =\s*\{([\w\s,]*)\};", text[entry.end():]):
            places = [numbers[element] for element in re.findall(r"\w+", elements) if element in numbers]
            if places != list(range(places[0], places[0] + len(places)) if places else []):
                return "the elements of '%s' have [[buffer(n)]] with n = %s" % (name, ", ".join(map(str, places)))
        for kind, number in re.findall(r"\[\[(buffer|texture|sampler)\((\d+)\)\]\]", entry.group(0)):
            if (kind, number) in taken:
                return "two arguments have [[%s(%s)]]" % (kind, number)
            taken.add((kind, number))
            if kind == "buffer" and int(number) > 30:
                return "[[buffer(%s)]] is past Metal's last, 30" % number
    return ""


def verdict(module, mode, cache, extra=()):
    """("ok" | "BAD" | "THROW", message) of a module in a mode. `cache` remembers texts that were compiled."""
    text, message = to_metal(module, MODES[mode] + list(extra))
    if text is None:
        return "THROW", message
    if text not in cache:
        cache[text] = slot_errors(text) or type_errors(text)
    return ("BAD", cache[text]) if cache[text] else ("ok", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module")
    parser.add_argument("--modes", default=",".join(MODES), help="comma-separated; default: all")
    parser.add_argument("--print", dest="printed", choices=MODES, help="write this mode's text to standard output")
    parser.add_argument("--extra", default="", help="more options for spirv-cross, separated by blanks")
    parser.add_argument("--verdicts", action="store_true", help="write a line per mode and succeed")
    arguments = parser.parse_args()
    cache, failed = {}, False
    for mode in arguments.modes.split(","):
        if mode not in MODES:
            parser.error("unknown mode '%s'; known are %s" % (mode, ", ".join(MODES)))
        outcome, message = verdict(arguments.module, mode, cache, arguments.extra.split())
        if arguments.verdicts:
            print("%s: %s%s" % (mode, outcome, ": " + message if message else ""))
        elif outcome != "ok":
            failed = True
            print("%s: %s: %s: %s" % (arguments.module, mode, outcome, message), file=sys.stderr)
    if arguments.printed:
        text, message = to_metal(arguments.module, MODES[arguments.printed])
        sys.stdout.write(text if text is not None else message + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
