#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes a SPIR-V module of each source: .spvasm with spirv-as, anything else with glslangValidator.

    build_modules.py <folder for modules> <source>...
"""
import os
import subprocess
import sys


def main():
    os.makedirs(sys.argv[1], exist_ok=True)
    for source in sys.argv[2:]:
        output = os.path.join(sys.argv[1], os.path.basename(source) + ".spv")
        if source.endswith(".spvasm"):
            command = ["spirv-as", "--target-env", "vulkan1.1", source, "-o", output]
        else:
            command = ["glslangValidator", "-V", "--target-env", "vulkan1.3", "-o", output, source]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit("%s: %s%s" % (source, run.stdout, run.stderr))


if __name__ == "__main__":
    main()
