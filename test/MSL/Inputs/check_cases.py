#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Legalizes every module of a folder and holds what SPIRV-Cross prints of it against a table.

    check_cases.py --table=FILE [--scratch=DIR] [--resources=TEXT] FOLDER

Each module is assembled, legalized for Metal 3.1, validated, legalized again without a change, printed in all modes of
msl_check.py and type-checked. The table has a line for each module that is not well typed in every mode, with the
reason: `<module> <mode or *> <THROW or BAD> <reason>`, or `<module> refused <text>` for one that the pass refuses. A
module that does better than the table fails as well, so that the table stays true.

With --resources, modules whose variables are buffers of these bindings alone also run: what is printed must compute
what the module does.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "utils"))
import msl_check  # noqa: E402

TARGET = "vulkan1.2"
PASS = "--legalize-msl-array-pointers=msl-version=3.1"


def read_table(path):
    """{module: [(mode or "refused", verdict, reason)]}"""
    table = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.strip() or line.startswith("#"):
                continue
            module, mode, rest = line.strip().split(None, 2)
            if mode == "refused":
                table.setdefault(module, []).append((mode, "", rest))
            else:
                verdict, reason = rest.split(None, 1)
                table.setdefault(module, []).append((mode, verdict, reason))
    return table


def expected_verdict(entries, mode):
    for entry_mode, verdict, _ in entries:
        if entry_mode in ("*", mode):
            return verdict
    return "ok"


def run(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def check(source, name, entries, arguments):
    """The problems of one module, as lines; and whether it ran."""
    base = os.path.join(arguments.scratch, name)
    module, legal, again = base + ".spv", base + ".legal.spv", base + ".again.spv"
    result = run(["spirv-as", "--target-env", TARGET, source, "-o", module])
    if result.returncode != 0:
        return ["%s: spirv-as: %s" % (name, result.stderr.strip())], False
    # Some are valid but for pointers of other storage classes as arguments.
    common = ["spirv-opt", "--target-env=" + TARGET, "--relax-logical-pointer", PASS]
    result = run(common + [module, "-o", legal])
    refused = [reason for mode, _, reason in entries if mode == "refused"]
    if refused:
        if result.returncode == 0 or refused[0] not in result.stderr:
            return ["%s: not refused with '%s': %s" % (name, refused[0], result.stderr.strip())], False
        return [], False
    if result.returncode != 0:
        return ["%s: spirv-opt: %s" % (name, result.stderr.strip())], False
    problems = []
    result = run(["spirv-val", "--target-env", TARGET, legal])
    if result.returncode != 0:
        problems.append("%s: spirv-val: %s" % (name, result.stderr.strip()))
    result = run(common + [legal, "-o", again])
    if result.returncode != 0 or open(legal, "rb").read() != open(again, "rb").read():
        problems.append("%s: a second run is not without a change: %s" % (name, result.stderr.strip()))
    cache = {}
    for mode in msl_check.MODES:
        verdict, message = msl_check.verdict(legal, mode, cache)
        wanted = expected_verdict(entries, mode)
        if verdict != wanted:
            problems.append("%s: %s: %s in place of %s: %s" % (name, mode, verdict, wanted, message))
    text = open(source, encoding="utf-8").read()
    bindings = set(re.findall(r"OpDecorate %\w+ Binding (\d+)", text))
    allowed = set(re.findall(r"\d+\.(\d+)=", arguments.resources or ""))
    is_plain = bindings and bindings <= allowed and "OpTypeImage" not in text and "OpControlBarrier" not in text
    if not arguments.resources or not is_plain or expected_verdict(entries, "discrete-2.1") != "ok":
        return problems, False
    result = run([sys.executable, os.path.join(ROOT, "utils", "msl_run.py"), "--on=cpu", "--groups=3,1,1",
                  "--resources=" + arguments.resources, module, legal])
    if result.returncode != 0:
        problems.append("%s: %s" % (name, result.stderr.strip()))
    return problems, True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--table", required=True)
    parser.add_argument("--scratch", required=True)
    parser.add_argument("--resources")
    arguments = parser.parse_args()
    os.makedirs(arguments.scratch, exist_ok=True)
    table = read_table(arguments.table)
    names = sorted(name[:-len(".spvasm")] for name in os.listdir(arguments.folder) if name.endswith(".spvasm"))
    if not names:
        print("check_cases: no modules in " + arguments.folder, file=sys.stderr)
        return 1
    problems, ran = [], 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(check, os.path.join(arguments.folder, name + ".spvasm"), name, table.get(name, []), arguments)
                for name in names]
        for job in jobs:
            found, did_run = job.result()
            problems += found
            ran += did_run
    for problem in problems:
        print(problem, file=sys.stderr)
    print("%d modules, %d of them run, %d problems" % (len(names), ran, len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
