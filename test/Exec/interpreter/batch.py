# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs of lacuna-run by the hundred: one process for many command lines."""
import os
import re
import shlex
import subprocess


class Result:
    def __init__(self, status):
        self.status = status  # None: the batch ended before this line
        self.output = []      # lines of standard output
        self.messages = []    # of standard error


def run_once(lines, work_dir):
    path = os.path.join(work_dir, "batch.txt")
    with open(path, "w") as file:
        file.write("".join(shlex.join(line) + "\n" for line in lines))
    done = subprocess.run(["lacuna-run", "--batch=" + path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True)
    results, current = {}, None
    for line in done.stdout.splitlines():
        match = re.match(r"line (\d+): exit status (\d+)$", line)
        if match:
            current = results[int(match.group(1))] = Result(int(match.group(2)))
        elif current and line.startswith("    "):
            current.output.append(line[4:])
    for line in done.stderr.splitlines():
        match = re.match(r"lacuna-run: line (\d+): (.*)$", line)
        if match and int(match.group(1)) in results:
            results[int(match.group(1))].messages.append(match.group(2))
    return [results.get(number) for number in range(1, len(lines) + 1)], done.stderr


def run(lines, work_dir):
    """The results of the command lines (lists of words). A line that ends the
    process has the status None, and the rest runs in another process."""
    results = []
    while len(results) < len(lines):
        some, stderr = run_once(lines[len(results):], work_dir)
        ended = next((i for i, result in enumerate(some) if result is None), None)
        if ended is None:
            results += some
        else:
            lost = Result(None)
            lost.messages = stderr.splitlines()[-3:]
            results += some[:ended] + [lost]
    return results
