# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Fails when our --help lacks a flag that the stock tool's has, or misspells a pass."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from stock_comparison import listed_flags  # noqa: E402

text = subprocess.run(["spirv-opt", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
ours = set(re.findall(r"^  (--?[A-Za-z][\w-]*)", text, re.MULTILINE))
missing = listed_flags("stock-spirv-opt") - ours
if missing:
    sys.exit("not in our help: " + " ".join(sorted(missing)))

# Every pass that our help lists is one for the stock tool: at worst its argument is missing.
passes = re.findall(r"^  (--[\w-]+)", text[text.index("SPIRV-Tools' passes:"):], re.MULTILINE)
for name in passes:
    result = subprocess.run(["stock-spirv-opt", name, "/nonexistent", "-o", "/dev/null"], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    if "Unknown flag" in result.stdout:
        sys.exit("the stock tool does not know " + name)
if len(passes) < 70:
    sys.exit("only %d passes were found in our help" % len(passes))
