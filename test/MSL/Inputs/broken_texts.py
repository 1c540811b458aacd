#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Breaks what SPIRV-Cross prints of modules, one place at a time, and shows that the oracles see it.

    broken_texts.py --scratch=DIR FOLDER

FOLDER has the modules, as assembly; they are legalized first. Each entry of TYPES and VALUES replaces a text that must be there: after
one of TYPES, msl_check must find the text wrong; after one of VALUES, it must compute something else.
"""

import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "utils"))
import msl_check  # noqa: E402
import msl_run  # noqa: E402

MODE = "discrete-2.1"
RESULT = "0.2=storage-buffer:size=64"
BUFFERS = "0.0=storage-buffer:size=64,fill=count:1;size=64,fill=count:40;size=64,fill=count:80 " \
          "0.1=storage-buffer:size=64,fill=count:200 " + RESULT

# (module, what is wrong afterwards, text, replacement)
TYPES = [
    ("qualifiers-differ", "volatile is dropped from a parameter", r"volatile const device Block& whole\)",
     r"const device Block& whole)"),
    ("nested-calls", "the address space of a parameter", r"device Block\* \(&bufs\)", r"constant Block* (&bufs)"),
    ("nested-calls", "the address space of a buffer", r"device Block\* bufs_1 ", r"constant Block* bufs_1 "),
    ("nested-calls", "too few pointers", r"\]->_m0", r"]._m0"),
    ("nested-calls", "too many pointers", r"device Block\* bufs_0 ", r"device Block** bufs_0 "),
    ("nested-calls", "an argument is missing", r", bufs\);", r");"),
    ("workgroup-cas-loop", "threadgroup memory as a buffer's", r", threadgroup uint \(&", r", device uint (&"),
    ("workgroup-cas-loop", "an atomic in another address space", r"\(threadgroup atomic_uint\*\)", r"(thread atomic_uint*)"),
    ("packed-parameter", "a packed vector as one that is not", r"packed_float3 (\w+;)", r"float3* \1"),
    ("image-parameters", "the access to an image", r"access::read_write> (\w+)\)", r"access::read> \1)"),
    ("phi-of-two-variables", "two buffers have one number", r"\[\[buffer\(3\)\]\]", "[[buffer(4)]]"),
    ("phi-of-two-variables", "a number past the last", r"\[\[buffer\(4\)\]\]", "[[buffer(31)]]"),
    ("phi-of-two-variables", "the numbers of an array's elements are swapped",
     r"bufs_0 \[\[buffer\(0\)\]\](.*)bufs_1 \[\[buffer\(1\)\]\]", r"bufs_0 [[buffer(1)]]\1bufs_1 [[buffer(0)]]"),
]

VALUES = [
    ("phi-of-two-variables", "the names of two elements are swapped", r"bufs_0,\s*bufs_1,", "bufs_1, bufs_0,"),
    ("phi-of-two-variables", "an index", r"whole\._m0\[(\w+)\]", r"whole._m0[\1 + 1u]"),
    ("workgroup-value-across-atomic", "an atomic becomes a load", r"atomic_fetch_add_explicit\((.*), 3u, (\w+)\)",
     r"atomic_load_explicit(\1, \2)"),
    ("phi-of-two-variables", "an atomic that happens twice", r"( uint \w+ = (atomic_fetch_add_explicit\(.*\));)",
     r"\2; \1"),
    ("phi-of-two-variables", "a condition", r"== 2u", "!= 2u"),
    ("phi-of-two-variables", "a store is gone", r"^ +whole\._m0\[\w+\] = .*;$", ""),
    ("workgroup-value-across-call", "a value is read again", r"= \w+ \+ \((\w+\[0u\])", r"= \1 + (\1"),
    ("workgroup-cas-loop", "an operand of an exchange", r"\+ _\w+;", "+ 4u;"),
]


def broken(path, text, pattern, replacement):
    changed, count = re.subn(pattern, replacement, text, count=1, flags=re.M)
    if count == 0 or changed == text:
        raise SystemExit("broken_texts: %s: nothing matches '%s' in\n%s" % (path, pattern, text))
    return changed


def check_types(path, pattern, replacement):
    """Whether the text is well typed as it is, and found not to be when broken."""
    text, message = msl_check.to_metal(path, msl_check.MODES[MODE])
    if text is None:
        raise SystemExit("broken_texts: %s: %s" % (path, message))
    errors = [msl_check.slot_errors(each) or msl_check.type_errors(each)
              for each in (text, broken(path, text, pattern, replacement))]
    return errors[0] == "" and errors[1] != ""


def check_values(path, pattern, replacement):
    """Whether the text computes what the module does as it is, and something else, or nothing in the end, when broken."""
    text = RESULT if "workgroup" in os.path.basename(path) else BUFFERS
    arguments = argparse.Namespace(resources=text, groups="2,1,1", on="cpu", msl_version="20100", timeout=2)
    resources = msl_run.read_resources(text)
    expected = msl_run.run_reference(path, arguments)
    print_text, outcomes = msl_check.to_metal, []
    for change in (lambda text: text, lambda text: broken(path, text, pattern, replacement)):
        msl_check.to_metal = lambda *a, change=change: (change(print_text(*a)[0]), "")
        try:
            got = msl_run.run_printed(path, arguments, resources)
        finally:
            msl_check.to_metal = print_text
        outcomes.append(got is not None and msl_run.first_difference(expected, got) == "")
    return outcomes == [True, False]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--scratch", required=True)
    arguments = parser.parse_args()
    os.makedirs(arguments.scratch, exist_ok=True)
    unseen = 0
    for name in sorted({entry[0] for entry in TYPES + VALUES}):
        module = os.path.join(arguments.scratch, name + ".spv")
        subprocess.run(["spirv-as", "--target-env", "vulkan1.1", os.path.join(arguments.folder, name + ".spvasm"),
                        "-o", module], check=True)
        subprocess.run(["spirv-opt", "--relax-logical-pointer", "--legalize-msl-array-pointers", module, "-o", module],
                       check=True)
    for check, table in ((check_types, TYPES), (check_values, VALUES)):
        for module, what, pattern, replacement in table:
            if check(os.path.join(arguments.scratch, module + ".spv"), pattern, replacement):
                continue
            unseen += 1
            print("%s: not seen: %s" % (module, what))
    print("%d broken texts, %d not seen" % (len(TYPES) + len(VALUES), unseen))
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
