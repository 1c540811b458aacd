#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a pass over a folder of SPIR-V modules and validates what comes out.

  utils/check_corpus.py CORPUS [--pass=--emulate-null-descriptors=...]

CORPUS holds index.tsv, a table with the columns `path` and `val_env` (a target
environment of spirv-val, with `+scalar` for --scalar-block-layout). For every
module that spirv-val accepts (one newer than the tools is counted as unreadable)
the pass must succeed with output that spirv-val accepts in that
environment and that a second run leaves alone, or refuse by name. Prints one
line for each failure, the refusals by reason, and a summary. Exit status 1 if
anything failed.
"""

import argparse
import collections
import concurrent.futures
import csv
import os
import re
import subprocess
import sys
import tempfile


def run(command, timeout):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, errors="replace")
        return done.returncode, done.stderr.strip()
    except subprocess.TimeoutExpired:
        return -1, "no end after %d s" % timeout


def check_module(arguments):
    path, env, options = arguments
    target, *extras = env.split("+")
    validate = ["--target-env", target]
    if "scalar" in extras:
        validate.append("--scalar-block-layout")
    flags = validate[2:]
    status, message = run([options.spirv_val, *validate, path], options.timeout)
    if status != 0:
        return path, "unreadable", message
    with tempfile.TemporaryDirectory() as scratch:
        once, twice = os.path.join(scratch, "once.spv"), os.path.join(scratch, "twice.spv")
        status, message = run([options.spirv_opt, "--target-env=" + target, *flags, options.pass_flag, path, "-o", once], options.timeout)
        refusal = re.search(r"error: %s: (.*?)( \(set \d+, binding \d+\))?$" % options.pass_name, message, re.MULTILINE)
        if status == 1 and refusal:
            return path, "refused", refusal.group(1)
        if status == 1 and "error: the module uses untyped pointers" in message:
            return path, "refused", "untyped pointers"
        if status != 0:
            return path, "failed", "spirv-opt: exit %d: %s" % (status, message)
        status, message = run([options.spirv_val, *validate, once], options.timeout)
        if status != 0:
            return path, "failed", "spirv-val: " + message
        with open(path, "rb") as a, open(once, "rb") as b:
            before, after = a.read(), b.read()
        if before == after:
            return path, "unchanged", ""
        status, message = run([options.spirv_opt, "--target-env=" + target, *flags, options.pass_flag, once, "-o", twice], options.timeout)
        if status != 0:
            return path, "failed", "second run: " + message
        with open(twice, "rb") as c:
            if c.read() != after:
                return path, "failed", "a second run changes the module again"
        return path, "rewritten", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--pass", dest="pass_flag", default="--emulate-null-descriptors")
    parser.add_argument("--spirv-opt", default="spirv-opt")
    parser.add_argument("--spirv-val", default="spirv-val")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for each step of a module")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    options.pass_name = options.pass_flag.lstrip("-").split("=")[0]

    with open(os.path.join(options.corpus, "index.tsv"), newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    work = [(os.path.join(options.corpus, row["path"]), row["val_env"], options) for row in rows]
    counts, reasons = collections.Counter(), collections.Counter()
    examples = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done, (path, verdict, message) in enumerate(pool.map(check_module, work), 1):
            counts[verdict] += 1
            if verdict == "failed":
                print("FAILED %s: %s" % (path, message), flush=True)
            if verdict == "refused":
                reasons[message] += 1
                examples.setdefault(message, path)
            if sys.stderr.isatty() and done % 20 == 0:
                print("\r%d of %d" % (done, len(work)), end="", file=sys.stderr, flush=True)
    for reason, count in reasons.most_common():
        print("refused %4d: %s (e.g. %s)" % (count, reason, examples[reason]))
    print("%d modules: %s" % (len(work), ", ".join("%d %s" % (counts[k], k) for k in ("rewritten", "unchanged", "refused", "unreadable", "failed"))))
    return 1 if counts["failed"] or not work else 0


if __name__ == "__main__":
    sys.exit(main())
