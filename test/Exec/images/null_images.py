#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""null_equivalence.py with the modes that matter for images and texel buffers.

  null_images.py MODULE WORK_DIR --resources=... [--keys=KEYS] [options]

--keys=KEYS are options of the pass that every mode gets besides its own. All
else is as null_equivalence.py says.
"""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
import null_equivalence  # noqa: E402  (it is found through the line above)

# The buffers with the presence words are in a set that no fixture uses.
MODES = [
    ("default", ""),
    ("select", "loads=select"),
    ("call", "helpers=call"),
    ("uniform-words", "presence=uniform-buffer:3.0"),
    ("storage-words-select", "presence=storage-buffer:3.1,loads=select"),
]
NATIVE_TOO = {"default", "select"}


def main():
    keys = [option[len("--keys="):] for option in sys.argv if option.startswith("--keys=")]
    sys.argv = [option for option in sys.argv if not option.startswith("--keys=")]
    null_equivalence.MODES = [(name, ",".join([mode] * bool(mode) + keys)) for name, mode in MODES]
    null_equivalence.NATIVE_TOO = NATIVE_TOO
    return null_equivalence.main()


if __name__ == "__main__":
    sys.exit(main())
