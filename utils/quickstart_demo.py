#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Shows emulate-null-descriptors at work: test/Inputs/quickstart.comp, run three times.

The shader's second buffer is absent. It runs unmodified with a real null
descriptor, unmodified with a stand-in buffer whose memory is poison, and
rewritten with the same stand-in. The first and the last must agree, and the
second must not, or there would be nothing to show. Exit status 0 if so.
"""

import argparse
import difflib
import glob
import json
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHADER = os.path.join(ROOT, "test", "Inputs", "quickstart.comp")
SAMPLES = (3, 1, 4, 1)
LAST_DIFF_LINE = 34  # enough to see one access rewritten


def fail(message):
    sys.stdout.flush()
    sys.exit("quickstart: %s" % message)


def use_cpu_driver():
    """Makes the Vulkan loader see lavapipe only, unless LACUNA_VK_ICD names another driver."""
    icd = os.environ.get("LACUNA_VK_ICD")
    if icd is None:
        found = sorted(glob.glob("/usr/share/vulkan/icd.d/lvp_icd*.json"))
        if not found:
            fail("the Vulkan driver lavapipe is missing (package mesa-vulkan-drivers)")
        icd = found[0]
    os.environ["VK_DRIVER_FILES"] = os.environ["VK_ICD_FILENAMES"] = icd


def run_any(accepted, *command):
    """Runs a tool and returns (status, standard output); ends the program on a status that is not accepted."""
    sys.stdout.flush()
    try:
        result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        fail("cannot run %s: %s" % (command[0], error.strerror))
    if result.returncode not in accepted:
        fail("this command failed with status %d: %s" % (result.returncode, shlex.join(command)))
    return result.returncode, result.stdout


def run(*command):
    """Runs a tool that must succeed and returns its standard output."""
    return run_any((0,), *command)[1]


def show(*command):
    """The same, with the command on the screen."""
    words = [os.path.basename(command[0])] + list(command[1:])
    print("  $ " + " ".join(words))
    return run(*command)


def report_fields():
    """Returns the (type, name, comment) of the 4-byte results that the shader's Report block declares."""
    with open(SHADER, encoding="utf-8") as file:
        block = re.search(r"buffer Report \{(.*?)\}", file.read(), re.DOTALL).group(1)
    return re.findall(r"^\s*(uint|float) (\w+);\s*// (.*)$", block, re.MULTILINE)


def execute(lacuna_run, module, fields, *options):
    """Runs a module; returns the values of the report's fields as text, and whether the stand-in was left alone."""
    contents = bytes(4 * len(fields)) + struct.pack("<%dI" % len(SAMPLES), *SAMPLES)
    resources = "0.0=storage-buffer:size=%d,fill=hex:%s 0.1=storage-buffer:null" % (len(contents), contents.hex())
    status, text = run_any((0, 2), lacuna_run, "--dump=json", "--resources=" + resources, *options, module)
    report = bytes.fromhex(next(buffer["hex"] for buffer in json.loads(text)["buffers"] if buffer["binding"] == 0))
    values = []
    for index, (kind, _, _) in enumerate(fields):
        value, = struct.unpack_from("<f" if kind == "float" else "<I", report, 4 * index)
        values.append("0x%08x" % value if kind == "uint" and value > 0xffff else str(value))
    return values, status == 0


def print_difference(before, after):
    """Prints the first rewritten place of the function as a diff."""
    def body(text):
        lines = [line.rstrip() for line in text.splitlines()]
        return lines[next(i for i, line in enumerate(lines) if " = OpFunction " in line):]

    diff = list(difflib.unified_diff(body(before), body(after), n=2, lineterm=""))[2:]
    for line in diff[:LAST_DIFF_LINE]:
        print("    " + line)
    if len(diff) > LAST_DIFF_LINE:
        print("    ... and %d lines more" % (len(diff) - LAST_DIFF_LINE))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"), help="the build folder to use")
    build = os.path.abspath(parser.parse_args().build)
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        spirv_tools = re.search(r"^LACUNA_SPIRV_TOOLS_BIN_DIR:\w+=(.*)$", cache.read(), re.MULTILINE).group(1)
    spirv_opt, lacuna_run = (os.path.join(build, "bin", tool) for tool in ("spirv-opt", "lacuna-run"))
    spirv_val, spirv_dis = (os.path.join(spirv_tools, tool) for tool in ("spirv-val", "spirv-dis"))
    use_cpu_driver()
    fields = report_fields()
    tools = os.path.relpath(os.path.join(build, "bin"))

    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        print("\nCompile, rewrite, validate:\n")
        os.symlink(SHADER, "quickstart.comp")
        show("glslangValidator", "-V", "--target-env", "vulkan1.1", "quickstart.comp", "-o", "shader.spv")
        # On this driver every storage access is checked against the bound range,
        # which would hide the poison of a stand-in as small as the default mode
        # wants. A presence bit lets the stand-in have any size.
        show(spirv_opt, "--emulate-null-descriptors=storage-buffers=presence,bindings=0.1",
             "--interface=map.json", "shader.spv", "-o", "rewritten.spv")
        show(spirv_val, "--target-env", "vulkan1.1", "rewritten.spv")
        run(spirv_opt, "--emulate-null-descriptors", "--interface=default.json", "shader.spv", "-o", "default.spv")
        run(spirv_val, "--target-env", "vulkan1.1", "default.spv")

        print("\nWhat changed first, as text:\n")
        print_difference(run(spirv_dis, "--no-header", "shader.spv"), run(spirv_dis, "--no-header", "rewritten.spv"))

        native, _ = execute(lacuna_run, "shader.spv", fields, "--null=native")
        unguarded, _ = execute(lacuna_run, "shader.spv", fields, "--null=stand-in", "--allow-stand-in-writes")
        emulated, clean = execute(lacuna_run, "rewritten.spv", fields, "--null=stand-in", "--map=map.json")
        by_length, by_length_clean = execute(lacuna_run, "default.spv", fields, "--null=stand-in", "--map=default.json")

    rows = [("result", "unmodified,", "unmodified,", "rewritten,", ""),
            ("", "null descriptor", "stand-in", "stand-in", ""),
            ("-" * 15,) * 4 + ("",)]
    rows += [(name, *values, "" if values[0] == values[1] else "<")
             for (_, name, _), values in zip(fields, zip(native, unguarded, emulated))]
    print("\nThree runs on the CPU Vulkan driver; the weights buffer is absent:\n")
    for row in rows:
        print(("  %-16s  %15s  %15s  %15s  %s" % row).rstrip())
    print("\n  <  the stand-in's poison shows")

    if emulated != native:
        fail("the rewritten shader differs from the null descriptor")
    if not clean or not by_length_clean:
        fail("the rewritten shader wrote to the stand-in")
    if by_length != native:
        fail("the shader rewritten with default options differs from the null descriptor: %s" % " ".join(by_length))
    if unguarded == native:
        fail("the stand-in's poison shows nowhere, so this run proves nothing")
    print("\nEqual: the rewritten shader, without a null descriptor, gives what the unmodified one gives with it.")
    print("So does the default mode, which needs no presence bit but a stand-in of under four bytes.")
    print("\nThe tools are in %s; README.md goes on from here." % tools)
    return 0


if __name__ == "__main__":
    sys.exit(main())
