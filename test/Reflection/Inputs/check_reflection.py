#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks what lacuna-reflect --json says of each module against the JSON Schema, and that it says it twice.

    check_reflection.py <schema> <module>...
"""
import json
import subprocess
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        validator = jsonschema.Draft7Validator(json.load(file))
    failed = 0
    for module in sys.argv[2:]:
        first, second = (subprocess.run(["lacuna-reflect", "--json", module], capture_output=True, check=True).stdout
                         for _ in range(2))
        problems = ["%s at %s" % (e.message[:200], "/".join(str(p) for p in e.absolute_path))
                    for e in validator.iter_errors(json.loads(first))]
        if first != second:
            problems.append("the second run writes other bytes")
        for problem in problems:
            print("%s: %s" % (module, problem))
        failed += bool(problems)
    print("%d modules, %d with problems" % (len(sys.argv) - 2, failed))
    return 1 if failed or len(sys.argv) < 3 else 0


if __name__ == "__main__":
    sys.exit(main())
