#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles the C and the C++ header of each module, with warnings as errors.

    compile_headers.py <C++ compiler> <module>...

The C++ compiler compiles C, too (-x c). Headers with no structure count as well: they must be empty, not broken.
Standards with GNU's extensions have macros like `linux`.
"""
import re
import subprocess
import sys
import tempfile

# What a host may have included before.
WINDOWS_MACROS = "#define near\n#define far\n#define small char\n#define interface struct\n#define IN\n#define OUT\n"


def main():
    compiler, assertions, failed = sys.argv[1], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for flag, language, standard in (("--c-header", "c", "c11"), ("--c-header", "c", "gnu2x"),
                                         ("--cpp", "c++", "c++17"), ("--cpp", "c++", "gnu++20")):
            # All in one translation unit: names of one module must not clash with those of another.
            text = WINDOWS_MACROS
            for i, module in enumerate(sys.argv[2:]):
                run = subprocess.run(["lacuna-reflect", flag, "--scope=m%d" % i, module], capture_output=True, text=True,
                                     check=True)
                assertions += len(re.findall(r"[sS]tatic_assert\(", run.stdout))
                text += run.stdout
            source = "%s/all.%s" % (folder, "c" if language == "c" else "cpp")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text + "\nint main(void) { return 0; }\n")
            run = subprocess.run([compiler, "-x", language, "-std=" + standard, "-Wall", "-Wextra", "-Werror", "-pedantic",
                                  "-fsyntax-only", source], capture_output=True, text=True)
            if run.returncode != 0:
                print(run.stderr)
                failed += 1
    print("%d modules, %d assertions, %d headers refused" % (len(sys.argv) - 2, assertions, failed))
    return 1 if failed or assertions == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
