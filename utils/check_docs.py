#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks what README.md, CONTRIBUTING.md, CHANGELOG.md and docs/*.md say.

    check_docs.py --bin FOLDER [ROOT]

ROOT is the source tree, FOLDER has the tools. Checked are: links to files and to
headings; files and folders named in the text; options, which a tool's --help or
a script in utils/ must have; and that each tool's manual names all its options.
Every mistake is a line on standard output; the exit status is 1 if there is one.
"""

import argparse
import glob
import os
import re
import subprocess
import sys

OPTION = re.compile(r"(?<![\w-])--[a-z](?:[a-z0-9-]*[a-z0-9])?")
LINK = re.compile(r"\]\(([^()\s]+)\)")
# As a word of its own, or of a build folder; not with a * or a <placeholder>.
PATH = re.compile(r"(?<![\w./-])(?:build/\w+/(?=test/))?((?:docs|lib|include|utils|test|tools)/[\w./-]*\w)(?![\w*</-])")
# What the text shows of other programs, and the made-up pass of WritingAPass.md.
FOREIGN_OPTIONS = {"--build", "--gtest", "--implicit-check-not", "--install", "--no-header", "--prefix", "--preset",
                   "--reflect", "--target", "--zero-loop-reads"}
FOREIGN_PATHS = ("lib/Transforms/ZeroLoopReads/", "test/Transforms/ZeroLoopReads/")
# --help is what its own text is, and -h and --version need no manual.
MANUALS = {"lacuna-run": ("docs/Running.md", "docs/Interpreter.md"),
           "lacuna-reflect": ("docs/Reflection.md", "docs/Reflection-D3D.md")}
NEED_NO_MANUAL = {"--help", "--version"}


def without_code(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def headings(text):
    """The anchors that GitHub gives to the headings of a document."""
    lines = re.findall(r"^#+ +(.*)$", without_code(text), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", line.strip().lower()).replace(" ", "-") for line in lines}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="the folder that has spirv-opt, lacuna-run and lacuna-reflect")
    parser.add_argument("root", nargs="?", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    arguments = parser.parse_args()
    root = arguments.root

    names = [name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md") if os.path.exists(os.path.join(root, name))]
    names += sorted(os.path.relpath(path, root) for path in glob.glob(os.path.join(root, "docs", "*.md")))
    texts = {name: read(os.path.join(root, name)) for name in names}

    helps = {}
    for tool in ("spirv-opt", "lacuna-run", "lacuna-reflect"):
        output = subprocess.run([os.path.join(arguments.bin, tool), "--help"], check=True, capture_output=True, text=True)
        helps[tool] = set(OPTION.findall(output.stdout))
    known = set.union(FOREIGN_OPTIONS, *helps.values())
    here = os.path.dirname(os.path.abspath(__file__))
    for folder, _, files in os.walk(here):
        for name in files:
            if name.endswith((".py", ".cpp")) or "." not in name:
                known |= set(OPTION.findall(read(os.path.join(folder, name))))
    # Scripts of the tests that the documents name.
    for script in glob.glob(os.path.join(os.path.dirname(here), "test", "Exec", "**", "*.py"), recursive=True):
        known |= set(OPTION.findall(read(script)))

    mistakes = []
    for name, text in texts.items():
        folder = os.path.dirname(os.path.join(root, name))
        for link in LINK.findall(without_code(text)):
            if link.startswith(("http://", "https://")):
                continue
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(folder, path)) if path else os.path.join(root, name)
            if not os.path.exists(target):
                mistakes.append("%s: the link to %s leads nowhere" % (name, link))
            elif anchor and anchor not in headings(read(target)):
                mistakes.append("%s: %s has no heading #%s" % (name, path or name, anchor))
        for path in PATH.findall(LINK.sub("]()", text)):
            if not path.startswith(FOREIGN_PATHS) and not os.path.exists(os.path.join(root, path)):
                mistakes.append("%s: there is no %s" % (name, path))
        for option in sorted(set(OPTION.findall(text)) - known):
            mistakes.append("%s: no tool or script has an option %s" % (name, option))
    for tool, manuals in MANUALS.items():
        named = set(OPTION.findall("".join(texts.get(manual, "") for manual in manuals)))
        others = set().union(*(options for other, options in helps.items() if other != tool))
        for option in sorted(helps[tool] - named - NEED_NO_MANUAL - others):
            mistakes.append("%s: %s has an option %s, which is not there" % (manuals[0], tool, option))

    for mistake in mistakes:
        print(mistake)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
