# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Renames ids that are decorated NonUniform in disassembled SPIR-V: %12 becomes %nonuniform_12."""
import re
import sys

text = sys.stdin.read()
ids = set(re.findall(r"OpDecorate %(\d+) NonUniform", text))
print(re.sub(r"%(\d+)\b", lambda m: "%nonuniform_" + m.group(1) if m.group(1) in ids else m.group(0), text))
