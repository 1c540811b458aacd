#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes a seed corpus for spirv_opt_fuzzer from the modules of the tests.

    utils/fuzz/make_seeds.py [--spirv-as=FILE] [--control-bytes=N] OUTPUT_DIR

Each .spvasm file under test/ that assembles becomes two seeds: one with every
option at its default and one with options chosen by the file's name.
"""

import argparse
import glob
import hashlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--spirv-as", default="spirv-as", help="the assembler to use (default: the one in PATH)")
    parser.add_argument("--control-bytes", type=int, default=32,
                        help="bytes before the module (default 32, kControlBytes of spirv_opt_fuzzer.cpp)")
    parser.add_argument("output", metavar="OUTPUT_DIR")
    options = parser.parse_args()
    os.makedirs(options.output, exist_ok=True)
    made = 0
    for path in sorted(glob.glob(os.path.join(ROOT, "test", "**", "*.spvasm"), recursive=True)):
        result = subprocess.run([options.spirv_as, "--preserve-numeric-ids", path, "-o", "-"], capture_output=True)
        if result.returncode != 0:
            continue  # a test of what happens to text that does not assemble
        name = os.path.relpath(path, ROOT).replace(os.sep, "-")
        controls = {"defaults": bytes(options.control_bytes),
                    "options": hashlib.sha256(name.encode()).digest()[:options.control_bytes]}
        for kind, control in controls.items():
            with open(os.path.join(options.output, "%s.%s" % (name, kind)), "wb") as file:
                file.write(control + result.stdout)
            made += 1
    print("%d seeds in %s" % (made, options.output), file=sys.stderr)
    return 0 if made else 1


if __name__ == "__main__":
    sys.exit(main())
