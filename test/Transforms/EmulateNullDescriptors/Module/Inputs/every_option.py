#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs emulate-null-descriptors with every set of options over fixtures.

  every_option.py [--images] FOLDER...

For every .spvasm file of the folders and every set of options, the pass must
give a valid module, the same bytes when it runs again on the same input, and no
change when it runs on its own output; for most of the sets, with -O ahead of it
or behind it the module must be valid, too. The sets are every combination of
storage-buffers, loads and helpers, and some that have the other options. With --images, for
folders of fixtures without storage buffers, they are a few that matter to
images, texel buffers and uniform buffers.

A fixture whose module cannot be rewritten says so in a line such as

  ; refused-with: presence both
  ; refused-with: images=presence
  ; refused-with: storage-buffers=both+presence=push-constant

which names values of storage-buffers, or options with a value, several joined
by +: with a set that has one of them, given or by default, the pass must fail
with an error and write nothing.

The environment is the one of the file's first RUN line.
"""
import itertools
import os
import re
import subprocess
import sys
import tempfile

PASS = "--emulate-null-descriptors"
OPTION_SETS = [
    "storage-buffers=%s,loads=%s,helpers=%s" % choice
    for choice in itertools.product(("length", "presence", "both"), ("branch", "select"), ("inline", "call"))
] + [
    "storage-buffers=both,uniform-buffers=presence,loads=select,atomic-result=comparator",
    "storage-buffers=presence,presence=uniform-buffer:62.1,helpers=call",
    "storage-buffers=presence,uniform-buffers=presence,presence=storage-buffer:62.1,atomic-result=comparator",
    "storage-buffers=length,images=off,uniform-buffers=presence",
]
IMAGE_OPTION_SETS = [
    "storage-buffers=length,uniform-buffers=presence",
    "storage-buffers=length,uniform-buffers=presence,loads=select,helpers=call",
    "storage-buffers=length,presence=uniform-buffer:62.1,atomic-result=comparator",
    "storage-buffers=length,uniform-buffers=presence,presence=storage-buffer:62.1,loads=select",
    "storage-buffers=length,images=off,uniform-buffers=presence,loads=select",
]
# What an option is when a set does not give it.
DEFAULTS = {"images": "presence", "uniform-buffers": "stand-in", "presence": "push-constant"}


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)


def contents(path):
    with open(path, "rb") as file:
        return file.read()


class Checker:
    def __init__(self, work_dir, option_sets, stock_pass_sets):
        self.option_sets = option_sets
        self.stock_pass_sets = stock_pass_sets
        self.spv, self.out, self.again = (os.path.join(work_dir, name) for name in ("in.spv", "out.spv", "again.spv"))
        self.failures = 0
        self.rewritten = 0

    def fail(self, what, output=""):
        self.failures += 1
        print("FAILED: %s\n%s" % (what, output.rstrip()))

    def optimize(self, what, output, flags, source):
        """Returns whether spirv-opt ran and gave a valid module."""
        result = run("spirv-opt", *flags, source, "-o", output)
        if result.returncode != 0:
            self.fail("%s: exit status %d" % (what, result.returncode), result.stdout)
            return False
        result = run("spirv-val", "--target-env", self.env, output)
        if result.returncode != 0:
            self.fail("%s: the output is not valid" % what, result.stdout)
        return result.returncode == 0

    def check(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.env = re.search(r"RUN: .*--target-env (\S+)", text).group(1)
        refused = re.search(r"^; refused-with:(.*)$", text, re.MULTILINE)
        refused = refused.group(1).split() if refused else []
        # The stock optimizer crashes on functions without a body.
        self.with_stock_passes = " Import\n" not in text
        result = run("spirv-as", "--target-env", self.env, path, "-o", self.spv)
        if result.returncode != 0:
            self.fail("%s: cannot be assembled" % path, result.stdout)
            return
        for options in self.option_sets:
            given = dict(DEFAULTS, **dict(option.split("=") for option in options.split(",")))
            is_refused = any(all(self.has(given, part) for part in value.split("+")) for value in refused)
            self.check_options(path, options, is_refused)

    @staticmethod
    def has(given, part):
        key, value = part.split("=") if "=" in part else ("storage-buffers", part)
        return given.get(key) == value

    def check_options(self, path, options, is_refused):
        what = "%s with %s" % (os.path.basename(path), options)
        flag = "%s=%s" % (PASS, options)
        if os.path.exists(self.out):
            os.remove(self.out)
        if is_refused:
            result = run("spirv-opt", flag, self.spv, "-o", self.out)
            if result.returncode != 1 or "error: " not in result.stdout or os.path.exists(self.out):
                self.fail("%s: expected an error and no output, got exit status %d" % (what, result.returncode),
                          result.stdout)
            return
        if not self.optimize(what, self.out, [flag], self.spv):
            return
        self.rewritten += contents(self.out) != contents(self.spv)
        if self.optimize(what + ", once more", self.again, [flag], self.spv):
            if contents(self.out) != contents(self.again):
                self.fail("%s: two runs differ" % what)
        if self.optimize(what + ", on its own output", self.again, [flag], self.out):
            if contents(self.out) != contents(self.again):
                self.fail("%s: it changes its own output" % what)
        if self.with_stock_passes and options in self.stock_pass_sets:
            self.optimize(what + ", then -O", self.again, [flag, "-O"], self.spv)
            self.optimize(what + ", after -O", self.again, ["-O", flag], self.spv)


def main():
    folders = sys.argv[1:]
    # -O takes most of the time.
    option_sets, stock_pass_sets = OPTION_SETS, OPTION_SETS[:12]
    if folders[:1] == ["--images"]:
        folders, option_sets, stock_pass_sets = folders[1:], IMAGE_OPTION_SETS, IMAGE_OPTION_SETS[:2]
    paths = [os.path.join(folder, name) for folder in folders for name in sorted(os.listdir(folder))
             if name.endswith(".spvasm")]
    if not folders or not paths:
        sys.exit("no .spvasm files in: %s" % " ".join(folders))
    # A folder of its own, so that two test runs at a time do not meet.
    with tempfile.TemporaryDirectory() as work_dir:
        checker = Checker(work_dir, option_sets, stock_pass_sets)
        for path in paths:
            checker.check(path)
    print("%d files, %d modules rewritten, %d failures" % (len(paths), checker.rewritten, checker.failures))
    if checker.rewritten == 0:
        sys.exit("nothing was rewritten")
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())
