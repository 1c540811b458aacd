#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/Passes.md from what spirv-opt says of its passes.

    gen_pass_docs.py [--spirv-opt PROGRAM] [--check] [FILE]

With --check nothing is written: the status is 1 when FILE is not up to date.
"""

import argparse
import difflib
import json
import os
import subprocess
import sys

DEFAULT_FILE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "Passes.md")

HEAD = """\
# Passes

<!-- Written by utils/gen_pass_docs.py from include/lacuna/Passes.def. Do not edit. -->

Each pass is a flag of `spirv-opt`, a step of a pipeline text, and a function of the library:

```sh
spirv-opt --{flag}={example} in.spv -o out.spv
spirv-opt --passes='{flag}<{example}>,-O' in.spv -o out.spv
```

After a flag, options are separated by `,` or `;`; between `<` and `>` by `;` alone. Numbers are decimal or, after
`0x`, hexadecimal. Bindings are written as a list of `set.binding`, `set.first-last`, `set.*` or `*`, separated by
commas. Values with other characters stand in double quotes. `spirv-opt --print-pipeline` prints what a command line
comes to.
"""

TYPES = {"bool": "switch", "uint": "number", "auto-uint": "number or `auto`", "bindings": "bindings", "text": "text"}


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def describe(option):
    if option["type"] == "enum":
        return ", ".join("`%s`" % choice for choice in option["choices"])
    return TYPES[option["type"]]


def example(item):
    """The first option that a user may want to set, with another value than the default."""
    for option in item["options"]:
        if option["type"] == "enum":
            others = [choice for choice in option["choices"] if choice != option["default"]]
            return "%s=%s" % (option["key"], others[0])
    return ""


def document(passes):
    lines = [HEAD.format(flag=passes[0]["flag"], example=example(passes[0]))]
    for item in passes:
        lines += ["## %s" % item["flag"], "", "%s. In C++: `lacuna::Create%sPass`." % (item["summary"], item["id"]),
                  ""]
        if item["options"]:
            rows = [["`%s`" % option["key"], cell(describe(option)),
                     "`%s`" % cell(option["default"]) if option["default"] else "empty", cell(option["help"])]
                    for option in item["options"]]
            lines += table(["Option", "Value", "Default", "Meaning"], rows) + [""]
        else:
            lines += ["It has no options.", ""]
        if item["remarks"]:
            rows = [["`%s`" % remark["name"], remark["kind"], cell(remark["text"])] for remark in item["remarks"]]
            lines += table(["Remark", "Kind", "Meaning"], rows)
            lines += [""]
        if item["statistics"]:
            lines += table(["Statistic", "Counts"],
                           [["`%s`" % statistic["name"], cell(statistic["text"])] for statistic in item["statistics"]])
            lines += [""]
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spirv-opt", default="spirv-opt", help="the program to ask")
    parser.add_argument("--check", action="store_true", help="only compare")
    parser.add_argument("file", nargs="?", default=DEFAULT_FILE)
    arguments = parser.parse_args()
    command = [arguments.spirv_opt, "--print-passes=json"]
    listing = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    new = document(json.loads(listing.stdout)["passes"])
    if not arguments.check:
        with open(arguments.file, "w") as file:
            file.write(new)
        return
    try:
        with open(arguments.file) as file:
            old = file.read()
    except FileNotFoundError:
        old = ""
    if old != new:
        sys.stdout.writelines(
            difflib.unified_diff(old.splitlines(True), new.splitlines(True), arguments.file, "up to date"))
        sys.exit("%s is not up to date: run utils/gen_pass_docs.py" % arguments.file)


if __name__ == "__main__":
    main()
