#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Shows that every guard of a rewritten module is needed, and seen to be.

  guard_removal.py WORK_DIR LEAST PASS ROOT...

Every compute module below the roots that has no branch on a value of its own is
rewritten with PASS (an option of spirv-opt), so that each conditional branch in
the result is a guard. With stand-ins for all of its descriptors it must run on
the interpreter without a fault. Then one guard after the other is taken out: its
condition is replaced by one that always lets the access through. Each time the
interpreter must fault. A guard that is not reached, because it stands inside of
another one that is closed, is shown with that other one taken out too.

At least LEAST modules must have had their guards taken out. Needs spirv-opt,
lacuna-run, spirv-as, spirv-dis and glslangValidator in PATH.
"""
import os
import re
import subprocess
import sys

import batch
import modules

KINDS = ("storage-buffer",)
OK, TOUCHED, UNSUPPORTED, FAULT = 0, 2, 3, 4
OWN_BRANCH = re.compile(r"^\s*Op(BranchConditional|Switch) ", re.M)
BRANCH = re.compile(r"^(\s*OpBranchConditional) (%\S+) (%\S+) (%\S+)", re.M)


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)


def disassemble(module):
    return run(["spirv-dis", "--raw-id", module]).stdout


def null_resources(module):
    """Options that describe every resource of the module as null; None when it
    has other kinds than those that a range guards."""
    done = run(["lacuna-run", "--suggest-resources=64", module])
    if done.returncode:
        return None
    words = batch.shlex.split(done.stdout)
    resources = [word for word in words if word.startswith("--resources=")]
    rest = [word for word in words if not word.startswith("--resources=")]
    if not resources:
        return None
    texts = []
    for text in resources[0][len("--resources="):].split():
        place, elements = text.split(":", 1)
        if place.split("=")[1] not in KINDS:
            return None
        texts.append("%s:%s" % (place, ";".join("null" + ("*" + e.rsplit("*", 1)[1] if "*" in e else "")
                                                for e in elements.split(";"))))
    return ["--resources=" + " ".join(texts)] + rest


def without(text, guards):
    """The module with those guards (numbers of conditional branches) taken out."""
    declared = re.search(r"^\s*(%\S+) = OpTypeBool", text, re.M)
    fresh = ["%4000001", "%4000002"]
    for name, opcode in zip(fresh, ("OpConstantTrue", "OpConstantFalse")):
        at = text.index("\n", text.index(declared.group(0).strip())) + 1
        text = text[:at] + "%s = %s %s\n" % (name, opcode, declared.group(1)) + text[at:]
    merges = {}
    number = -1

    def replace(match):
        nonlocal number
        number += 1
        if number not in guards:
            return match.group(0)
        # The merge block is where a closed guard goes.
        before = text[:match.start()].rstrip().splitlines()[-1]
        merge = re.search(r"OpSelectionMerge (%\S+)", before)
        opens_first = not merge or match.group(3) != merge.group(1)
        return "%s %s %s %s" % (match.group(1), fresh[0 if opens_first else 1], match.group(3), match.group(4))

    return BRANCH.sub(replace, text)


def assemble(text, path):
    version = re.search(r"^; Version: (1\.\d)", text, re.M).group(1)
    done = subprocess.run(["spirv-as", "--preserve-numeric-ids", "--target-env", "spv" + version, "-", "-o", path],
                          input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if done.returncode:
        sys.exit("a module without a guard does not assemble: " + done.stdout)


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    work_dir, least, the_pass, roots = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    os.makedirs(work_dir, exist_ok=True)
    shown, guards_shown, failures = 0, 0, []
    plans = []  # source, words, text, guards
    lines = []
    for source, module in modules.build_all(roots, work_dir):
        resources = null_resources(module)
        if resources is None or OWN_BRANCH.search(disassemble(module)):
            continue
        rewritten, interface = module + ".new.spv", module + ".json"
        if run(["spirv-opt", the_pass, "--interface=" + interface, module, "-o", rewritten]).returncode:
            continue  # declined; the pass's own tests show that
        text = disassemble(rewritten)
        guards = len(BRANCH.findall(text))
        if not guards:
            continue
        words = ["--on=cpu", "--null=stand-in", "--max-steps=2000000", "--map=" + interface] + resources
        plans.append((source, words, text, guards, len(lines)))
        lines.append(words + [rewritten])
        for guard in range(guards):
            path = "%s.guard-%d.spv" % (module, guard)
            assemble(without(text, {guard}), path)
            lines.append(words + [path])
    results = batch.run(lines, work_dir)
    for source, words, text, guards, at in plans:
        intact = results[at]
        if intact.status == UNSUPPORTED:
            continue
        if intact.status != OK:
            failures.append("%s: with its guards it ends with exit status %s: %s" %
                            (source, intact.status, " ".join(intact.messages)))
            continue
        closed = [guard for guard in range(guards) if results[at + 1 + guard].status != FAULT]
        for guard in list(closed):
            # Together with each other guard, which may be around it.
            pairs = []
            for other in range(guards):
                if other not in closed:
                    continue
                path = os.path.join(work_dir, "pair-%d-%d.spv" % (guard, other))
                assemble(without(text, {guard, other}), path)
                pairs.append(words + [path])
            if any(result.status == FAULT for result in batch.run(pairs, work_dir)):
                closed.remove(guard)
        if closed:
            failures.append("%s: without guard %s of %d there is no fault: %s" %
                            (source, closed, guards, " ".join(batch.shlex.quote(word) for word in lines[at + 1 + closed[0]])))
        else:
            shown += 1
            guards_shown += guards
    print("%d modules, %d guards: each is needed" % (shown, guards_shown))
    for failure in failures:
        print("FAILED " + failure)
    if shown < least:
        print("FAILED: at least %d modules were to be shown" % least)
    return 1 if failures or shown < least else 0


if __name__ == "__main__":
    sys.exit(main())
