# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a case's modules and judges what came out."""
import dataclasses
import json
import os
import random
import re
import shlex
import subprocess

from .passes import PASSES

# Verdicts. The first three are no failures.
EQUAL, DECLINED = "equal", "declined"
DRIVER = "driver"        # the driver crashed, or lacks what a module needs: compared on the interpreter only
CRASH = "crash"          # of spirv-opt, or of a run
INVALID = "invalid"      # spirv-opt's output, or the case itself
RUN_FAILED = "run"       # a run that ended otherwise than asked
FAULT = "fault"          # the interpreter found a bad access in the rewritten module
BACK_ENDS = "back-ends"  # interpreter and driver differ
DIFFERENT = "different"  # original and rewritten module differ

# lacuna-run's exit status when a device lacks what a module needs.
UNSUPPORTED = 3


@dataclasses.dataclass
class Tools:
    spirv_opt: str
    lacuna_run: str
    back_ends: tuple  # of "cpu", which comes first as a fault says more than a difference, and "vulkan"
    folder: str
    options: str = None  # of the pass, in place of random ones


class Trial:
    """One case through one pass: its files, its runs, and the verdict."""

    def __init__(self, tools, case, pass_name, tag):
        self.tools = tools
        self.case = case
        self.pass_name = pass_name
        self.base = os.path.join(tools.folder, tag)
        # Not the case's own generator, whose state depends on nothing but its seed.
        self.rewriting = PASSES[pass_name](case, random.Random("%s %s" % (pass_name, case.seed)))
        if tools.options is not None:
            self.rewriting.flags = ["--%s%s" % (pass_name, "=" + tools.options if tools.options else "")]
        self.pieces = {}
        self.verdict, self.reason = None, ""
        self.runs = {}  # (which module, back end) -> (command line, dump)

    @property
    def original(self):
        return self.base + ".spvasm"

    @property
    def rewritten(self):
        return self.base + ".out.spv"

    @property
    def signature(self):
        """What two trials have in common that fail in the same way."""
        return self.verdict, self.reason.split(": ")[0][:60]

    def settle(self, verdict, reason=""):
        self.verdict, self.reason = verdict, reason

    def build(self):
        """Writes the module and rewrites it."""
        text, self.slots = self.case.emit(["Seed %s of utils/difftest." % self.case.seed])
        with open(self.original, "w", encoding="utf-8") as file:
            file.write(text)
        command = [self.tools.spirv_opt] + self.rewriting.flags
        command += ["--interface=" + self.base + ".json", self.original, "-o", self.rewritten]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
                                errors="replace", check=False)
        message = (result.stderr or result.stdout).strip()
        if result.returncode == 1:
            self.settle(DECLINED, message)
        elif result.returncode != 0:
            self.settle(CRASH, "spirv-opt ended with %d: %s" % (result.returncode, message[-400:]))
        else:
            self._plan()

    def _plan(self):
        whole = self.case.describe(self.slots, {})
        with open(self.base + ".json", encoding="utf-8") as file:
            self.pieces = self.rewriting.pieces(json.load(file))
        cut = self.case.describe(self.slots, self.pieces)
        for back_end in self.tools.back_ends:
            on = ["--on=cpu", "--order=reverse"] if back_end == "cpu" else []
            for which, module, resources in (("original", self.original, whole), ("rewritten", self.rewritten, cut)):
                dump = "%s.%s.%s.dump" % (self.base, which, back_end)
                if os.path.exists(dump):
                    os.remove(dump)
                words = on + ["--output=" + dump]
                if which == "rewritten":
                    words += ["--null=" + self.rewriting.null, "--map=" + self.base + ".json"]
                if self.case.push_words:
                    words.append("--push=" + self.case.push_constants())
                self.runs[which, back_end] = (words + ["--resources=" + resources, module], dump)

    def judge(self, outcomes):
        """`outcomes` has (exit status, messages) of each run, None for one that the
        batch did not come to."""
        dumps = {}
        back_ends = list(self.tools.back_ends)
        # A driver that crashes says nothing of the module while the interpreter, which
        # looks at every access, finds nothing wrong with it.
        interpreted = "cpu" in back_ends
        if "vulkan" in back_ends:
            of_original, of_rewritten = (outcomes[which, "vulkan"][0] for which in ("original", "rewritten"))
            lacking = UNSUPPORTED in (of_original, of_rewritten)
            if lacking or of_original is None or (interpreted and of_rewritten is None):
                back_ends.remove("vulkan")
        for (which, back_end), (_, dump) in self.runs.items():
            if back_end not in back_ends:
                continue
            status, message = outcomes[which, back_end]
            where = "the %s module on %s: " % (which, back_end)
            if status is None:
                return self.settle(CRASH, where + message)
            if status != 0:
                if "fault (" in message and back_end == "cpu":
                    return self.settle(FAULT, where + message[message.index("fault ("):])
                return self.settle(INVALID if "is not a valid module" in message else RUN_FAILED,
                                   where + "exit status %s: %s" % (status, message))
            with open(dump, encoding="utf-8") as file:
                dumps[which, back_end] = file.read()
        for back_end in back_ends:
            difference = first_difference(dumps["original", back_end], dumps["rewritten", back_end])
            if difference:
                return self.settle(DIFFERENT, "on %s, %s" % (back_end, difference))
        if len(back_ends) > 1:
            difference = first_difference(*(dumps["original", back_end] for back_end in back_ends))
            if difference:
                return self.settle(BACK_ENDS, "the original module on %s: %s" % (" and ".join(back_ends), difference))
        return self.settle(EQUAL if len(back_ends) == len(self.tools.back_ends) else DRIVER)


def first_difference(expected, actual):
    """Where two dumps differ, or ""."""
    if expected == actual:
        return ""
    resource = ""
    for one, other in zip(expected.splitlines(), actual.splitlines()):
        if not one.startswith(" "):
            resource = one
        if one != other:
            return "%s has '%s' in place of '%s'" % (resource, other.strip(), one.strip())
    return "one dump is longer"


def run_all(tools, trials):
    """Runs what was planned, in as few processes as it takes, and judges."""
    waiting = [(trial, key) for trial in trials if trial.verdict is None for key in trial.runs]
    outcomes = {trial: {} for trial in trials}
    batch = os.path.join(tools.folder, "batch.%d" % os.getpid())
    while waiting:
        with open(batch, "w", encoding="utf-8") as file:
            file.writelines(shlex.join(trial.runs[key][0]) + "\n" for trial, key in waiting)
        result = subprocess.run([tools.lacuna_run, "--batch=" + batch], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, universal_newlines=True, errors="replace", check=False)
        statuses = {int(line): int(status)
                    for line, status in re.findall(r"^line (\d+): exit status (\d+)", result.stdout, re.M)}
        messages = {}
        for line, text in re.findall(r"^lacuna-run: line (\d+): (.*)$", result.stderr, re.M):
            messages.setdefault(int(line), []).append(text)
        done = 0
        for number, (trial, key) in enumerate(waiting, 1):
            if number not in statuses:
                # A crash or a timeout ends a batch: this line's, and the rest runs anew.
                outcomes[trial][key] = (None, "the run ended the process (%d): %s"
                                        % (result.returncode, result.stderr.strip()[-300:]))
                done = number
                break
            outcomes[trial][key] = (statuses[number], " ".join(messages.get(number, [])))
            done = number
        waiting = waiting[done:]
    if os.path.exists(batch):
        os.remove(batch)
    for trial in trials:
        if trial.verdict is None:
            trial.judge(outcomes[trial])
