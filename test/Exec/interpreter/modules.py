# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""The compute modules of the test folders, assembled or compiled."""
import os
import re
import shutil
import subprocess


def source_files(root):
    """Paths of shaders below `root`, in one order on every machine."""
    found = []
    for folder, folders, files in os.walk(root):
        folders.sort()
        found += [os.path.join(folder, name) for name in sorted(files) if name.endswith((".spvasm", ".comp", ".spv"))]
    return found


def build(source, target):
    """Makes the module; False when its own RUN lines do not make it so either
    (text that is meant to be wrong, or another stage)."""
    if source.endswith(".spv"):
        shutil.copyfile(source, target)
        return True
    with open(source) as file:
        text = file.read()
    if source.endswith(".comp"):
        # The options that its own RUN line has.
        match = re.search(r"RUN: glslangValidator (.*?) %s", text)
        options = match.group(1).split() if match else ["-V", "--target-env", "vulkan1.2"]
        command = ["glslangValidator"] + options + [source, "-o", target]
    else:
        if "GLCompute" not in text:
            return False
        match = re.search(r"spirv-as --target-env[ =](\S+)", text)
        command = ["spirv-as", "--target-env", match.group(1) if match else "vulkan1.3", source, "-o", target]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def build_all(roots, work_dir, stride=1):
    """[(source, module)] of everything below the roots that can be made; of the
    modules there, one in `stride`."""
    made = []
    for root in roots:
        for source in source_files(root)[::stride]:
            target = os.path.join(work_dir, "%04d-%s.spv" % (len(made), os.path.basename(source)))
            if build(source, target):
                made.append((source, target))
    return made
