#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Shows that the interpreter and a Vulkan driver do the same.

  backends_agree.py [--stride=N] [--cpu-only] WORK_DIR LEAST FILL... -- ROOT...

Every compute module below the roots runs on both back ends, on resources that
`lacuna-run --suggest-resources` describes for it, buffers filled with each FILL.
Their dumps must be equal but where the interpreter itself says why not:

- a fault, such as an index from the buffer that is out of range;
- an undefined value that was stored, or a data race within a workgroup;
- something it does not support, named.

With a stride only one in N modules is run. With --cpu-only no device runs them: it
is shown that the interpreter runs each, or says why not.

At least LEAST modules must run and agree. KNOWN names modules that cannot
agree, or that the driver cannot run right, each with the reason; such a module that does agree with every fill
is an error too.

Needs lacuna-run, spirv-as and glslangValidator in PATH.
"""
import collections
import os
import sys

import batch
import modules

KNOWN = {
    "loop-header-exit-or-continue.spvasm": "lavapipe loses the value of a phi when a loop's header leaves it at once",
    "packed-parameter.spvasm": "lavapipe loses the row-major layout of a matrix behind a parameter",
    "tickets.comp": "its results depend on the order of the invocations, and the interpreter takes another one",
    "subgroup-size.comp": "subgroups have one invocation in the interpreter",
    "texels-size-types.spvasm": "lavapipe makes no pipeline of a size query whose integers have not 32 bits",
    "presence-words-sorted-by-binding.spvasm": "lavapipe ends with more storage buffers than it offers",
    "uniform-buffer-second-element.spvasm": "lavapipe ends with more sampled images than it offers",
}
EQUAL, ERROR, UNSUPPORTED, FAULT = 0, 1, 3, 4


def explained(result):
    """Whether the interpreter's own run says why the results may differ."""
    if result.status == FAULT:
        return "faults: " + result.messages[0].split("fault (")[-1].split(")")[0]
    for message in result.messages:
        if " undefined values stored" in message and not message.endswith(" 0 undefined values stored"):
            return "stores undefined values"
    return None


def main():
    if "--" not in sys.argv:
        sys.exit(__doc__)
    stride = 1
    if sys.argv[1].startswith("--stride="):
        stride = int(sys.argv.pop(1)[len("--stride="):])
    cpu_only = sys.argv[1] == "--cpu-only"
    if cpu_only:
        sys.argv.pop(1)
    split = sys.argv.index("--")
    work_dir, least, fills = sys.argv[1], int(sys.argv[2]), sys.argv[3:split]
    os.makedirs(work_dir, exist_ok=True)
    made = modules.build_all(sys.argv[split + 1:], work_dir, stride)
    agree, failures, reasons, needed = set(), [], collections.Counter(), set()
    for fill in fills:
        suggest = batch.run([["--suggest-resources=4096," + fill, module] for _, module in made], work_dir)
        runs = []
        for (source, module), result in zip(made, suggest):
            if result.status == EQUAL:
                options = batch.shlex.split(result.output[0]) if result.output else []
                runs.append((source, options + ["--max-steps=2000000", module]))
            else:
                reasons["not described: " + (result.messages or ["?"])[0].split("': ", 1)[-1][:60]] += 1
        on_cpu = batch.run([["--on=cpu", "--verbose", "--find-data-races"] + words for _, words in runs], work_dir)
        on_both, again = [], []
        for (source, words), result in zip(runs, on_cpu):
            reason = explained(result)
            if result.status == UNSUPPORTED:
                reason = "unsupported: " + result.messages[0].split("': ", 1)[-1][:70]
            elif result.status == ERROR and "the limit of" in result.messages[0]:
                reason = "does not end"
            elif result.status == None or result.status == ERROR:
                failures.append((source, fill, "the interpreter fails: " + " ".join(result.messages)))
                continue
            if reason:
                reasons[reason] += 1
            elif cpu_only:
                agree.add(source)
            else:
                again.append((source, ["--on=both"] + words))
        for (source, words), result in zip(again, batch.run([words for _, words in again], work_dir)):
            name = os.path.basename(source)
            if result.status == EQUAL:
                agree.add(source)
            elif result.status == UNSUPPORTED:
                reasons["the device: " + result.messages[0].split("': ", 1)[-1][:70]] += 1
            elif name in KNOWN:
                reasons["known: " + KNOWN[name]] += 1
                needed.add(name)
            else:
                failures.append((source, fill, " ".join((result.output + result.messages)[:1])))
    print("%d of %d modules %s" % (len(agree), len(made), "run" if cpu_only else "agree"))
    for reason, count in sorted(reasons.items()):
        print("%4d %s" % (count, reason))
    for source, fill, text in failures:
        print("FAILED %s with fill %s: %s" % (source, fill, text))
    # Each of them differs with one of the fills at least.
    wrongly_known = {os.path.basename(source) for source in agree} & set(KNOWN) - needed
    for name in sorted(wrongly_known):
        print("FAILED: %s is listed as not agreeing, but agrees" % name)
    least //= stride
    if len(agree) < least:
        print("FAILED: at least %d modules were to agree" % least)
    return 1 if failures or wrongly_known or len(agree) < least else 0


if __name__ == "__main__":
    sys.exit(main())
