# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""check_fingerprints.py MODULE"""

import json
import subprocess
import sys


def fingerprint(*flags):
    command = ["spirv-opt", sys.argv[1], "-o", "/dev/null", "--interface=-"] + list(flags)
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["generator"]["fingerprint"]


DIFFERENT = [
    [], ["--ccp"], ["-O"], ["-O", "--ccp"], ["--ccp", "-O"], ["--scalar-replacement=5"], ["--scalar-replacement=6"],
    ["--target-env=vulkan1.1"], ["--preserve-bindings"], ["--preserve-spec-constants"], ["--max-id-bound=5000000"],
    ["--emulate-null-descriptors"], ["--emulate-null-descriptors=loads=select"],
]
found = {}
for flags in DIFFERENT:
    other = found.setdefault(fingerprint(*flags), flags)
    if other is not flags:
        sys.exit("%s and %s have one fingerprint" % (flags, other))

SAME = [
    (["--ccp"], ["--passes=ccp"]),
    (["-O"], ["-O", "--validate-after-all", "--skip-validation", "--relax-block-layout", "--preserve-interface"]),
    (["--emulate-null-descriptors"], ["--emulate-null-descriptors=loads=branch"]),
    (["-O"], ["--target-env=spv1.6", "-O", "--max-id-bound=0x3FFFFF"]),
]
for first, second in SAME:
    if fingerprint(*first) != fingerprint(*second):
        sys.exit("%s and %s have two fingerprints" % (first, second))
