#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles the C++ that README.md and docs/WritingAPass.md show.

    compile_examples.py SOURCE BUILD SCRATCH

Each is checked as a source file of the library would be, without code being
made of it; the pass of WritingAPass.md with its entry in Passes.def.
"""

import json
import os
import re
import shlex
import subprocess
import sys

ENTRY_END = "#undef LACUNA_PASS_BEGIN"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def blocks(path):
    """The blocks of C++, in order."""
    return re.findall(r"^```c\+\+\n(.*?)^```$", read(path), flags=re.M | re.S)


def library_command(build):
    """The directory and the compiler with its flags for a source file of lib/, without its name and output."""
    for entry in json.loads(read(os.path.join(build, "compile_commands.json"))):
        if not entry["file"].endswith("lib/Support/Reporter.cpp"):
            continue
        words = shlex.split(entry["command"])
        if os.path.basename(words[0]) == "ccache":
            words = words[1:]
        for flag in ("-o", "-c", "-MT", "-MF"):
            if flag in words:
                at = words.index(flag)
                del words[at:at + 2]
        return entry["directory"], [word for word in words if word != "-MD"]
    sys.exit("compile_commands.json has no lib/Support/Reporter.cpp")


def main():
    source, build, scratch = sys.argv[1:]
    entry, _, code, program = blocks(os.path.join(source, "docs", "WritingAPass.md"))
    passes = read(os.path.join(source, "include", "lacuna", "Passes.def"))
    if passes.count(ENTRY_END) != 1:
        sys.exit("Passes.def has not one line " + ENTRY_END)
    write(os.path.join(scratch, "include", "lacuna", "Passes.def"), passes.replace(ENTRY_END, entry + ENTRY_END))

    includes, body = [], []
    (call,) = blocks(os.path.join(source, "README.md"))
    for line in call.splitlines():
        (includes if line.startswith("#include") else body).append(line)
    # README.md shows what stands in a function of the reader's.
    in_function = "%s\n#include <vector>\nbool Run(std::vector<uint32_t> words);\nbool Run(std::vector<uint32_t> words) {\n%s\nreturn true;\n}\n"
    examples = {"pass.cpp": code, "program.cpp": program,
                "readme.cpp": in_function % ("\n".join(includes), "\n".join(body))}

    directory, command = library_command(build)
    for name, text in examples.items():
        path = os.path.join(scratch, name)
        write(path, text)
        compiled = [command[0], "-I" + os.path.join(scratch, "include")] + command[1:] + ["-fsyntax-only", path]
        if subprocess.run(compiled, cwd=directory).returncode != 0:
            sys.exit("the example %s does not compile" % path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
