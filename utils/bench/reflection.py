#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Times `lacuna-reflect --json` against `spirv-cross --reflect` on the same modules in one run.

    utils/bench/reflection.py --tool build/release/bin/lacuna-reflect <module or folder>...

The two run in turn, module by module, as programs of their own, with their output thrown away. What counts is processor
time (user and system), which other work on the machine disturbs less than the clock; modules that one of them refuses
are left out. Exit status 1 when lacuna-reflect needs more in all.
"""
import argparse
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import module_files  # noqa: E402 (in the folder above)


def timed(command):
    """Processor and elapsed seconds of a command, or None when it fails."""
    null = os.open(os.devnull, os.O_WRONLY)
    start = time.monotonic()
    actions = [(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)]
    pid = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    os.close(null)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        return None
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="lacuna-reflect")
    parser.add_argument("--rounds", type=int, default=3, help="how often each module is read; the fastest counts")
    module_files.add_arguments(parser)
    options = parser.parse_args()
    totals, slower, count, size = [[0.0, 0.0], [0.0, 0.0]], 0, 0, 0
    for module in module_files.list_modules(options):
        commands = ([options.tool, "--json", module], ["spirv-cross", module, "--reflect"])
        best = []
        rounds = [[timed(command) for command in commands] for _ in range(options.rounds)]
        if any(result is None for pair in rounds for result in pair):
            continue
        best = [min(pair[i] for pair in rounds) for i in range(2)]
        for i in range(2):
            totals[i][0] += best[i][0]
            totals[i][1] += best[i][1]
        slower += best[0][0] > best[1][0]
        count += 1
        size += os.path.getsize(module)
    if count == 0:
        sys.exit("no module that both read")
    print("%d modules, %.1f MB; processor time (elapsed time) a module:" % (count, size / 1e6))
    for name, total in zip(("lacuna-reflect --json", "spirv-cross --reflect"), totals):
        print("  %-22s %7.3f ms (%.3f ms)" % (name, 1000 * total[0] / count, 1000 * total[1] / count))
    print("  ratio %.2f; lacuna-reflect needs more on %d modules" % (totals[0][0] / totals[1][0], slower))
    return 0 if totals[0][0] <= totals[1][0] else 1


if __name__ == "__main__":
    sys.exit(main())
