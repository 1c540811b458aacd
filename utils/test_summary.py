#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Counts single tests from the result files that a CTest run left.

    test_summary.py RESULTS_DIR CTEST_EXIT_STATUS

RESULTS_DIR holds CTest's own report, ctest.junit, and for each CTest test the
file <name>.xml that lit or GoogleTest wrote. Prints what was skipped and what
failed, then "N passed, N failed, N skipped". A CTest test that failed without a
failing case of its own (it crashed, or ended before it wrote its file) counts as
one failure. Exit status 0 if and only if nothing failed and something ran.
"""

import os
import sys
import xml.etree.ElementTree as ElementTree


def read_cases(path):
    """Returns (name, outcome, reason) of each case in a lit or GoogleTest report."""
    cases = []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name = "%s/%s" % (case.get("classname", ""), case.get("name", ""))
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            cases.append((name, "failed", ""))
        elif skipped is not None:
            reason = " ".join((skipped.get("message") or "no reason given").split())
            # What a filter left out was not asked for.
            if not reason.startswith("Test not selected"):
                cases.append((name, "skipped", reason))
        elif case.get("status") == "notrun":
            cases.append((name, "skipped", "disabled"))
        else:
            cases.append((name, "passed", ""))
    return cases


def summarize(results_dir, ctest_status):
    """Returns (counts, report lines, exit status)."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    lines = []

    def add(name, outcome, reason):
        counts[outcome] += 1
        if outcome != "passed":
            lines.append("%s: %s%s" % (outcome.upper(), name, " (%s)" % reason if reason else ""))

    try:
        ctest_cases = read_cases(os.path.join(results_dir, "ctest.junit"))
    except (OSError, ElementTree.ParseError) as error:
        add("ctest", "failed", "it left no report: %s" % error)
        ctest_cases = []
    for name, outcome, reason in ctest_cases:
        name = name.split("/", 1)[1]
        if outcome == "skipped":
            add(name, "failed", "CTest did not run it: %s" % reason)
            continue
        path = os.path.join(results_dir, name + ".xml")
        try:
            cases = read_cases(path)
        except (OSError, ElementTree.ParseError):
            if outcome == "passed":
                # Such as a lit folder in which the filter matches nothing.
                continue
            add(name, "failed", "it ended without writing its results")
            continue
        for case in cases:
            add(*case)
        if outcome == "failed" and not any(case[1] == "failed" for case in cases):
            add(name, "failed", "it failed as a whole; see its output above")
    if ctest_status != 0 and counts["failed"] == 0:
        add("ctest", "failed", "exit status %d" % ctest_status)
    if sum(counts.values()) == 0:
        add("no test was run", "failed", "")
    return counts, lines, 1 if counts["failed"] else 0


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: test_summary.py RESULTS_DIR CTEST_EXIT_STATUS")
    counts, lines, status = summarize(sys.argv[1], int(sys.argv[2]))
    for line in lines:
        print(line)
    print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
    return status


if __name__ == "__main__":
    sys.exit(main())
