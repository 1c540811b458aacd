#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares native null descriptors with emulated ones over a matrix of cases.

  null_matrix.py WORK_DIR [--kinds=KIND,...] [--only=CASE] [--at-least=N] [--jobs=N]

For each subject (a kind of descriptor, a view, a format) one compute shader has
a descriptor for each way to touch it. It runs twice, with every other
descriptor null: as it is, on native null descriptors; and rewritten by
emulate-null-descriptors, on stand-ins, in each mode in MODES. What the shader
saw and what the bound descriptors hold afterwards must be equal bit by bit.

Each null case must also be able to fail: unmodified, with stand-ins, the shader
must see something else or change the stand-in.

--only=CASE (a name, or a pattern with *) runs the shaders that have such cases
and looks at nothing else; a failure prints the command for its case. Shaders,
modules, interface maps and dumps are left in WORK_DIR. --at-least=N makes it an
error to run fewer cases. --mode=KEYS tries these options of the pass and no
others. Cases that need what the device lacks are left out,
and the output says which. Needs glslangValidator, spirv-opt and lacuna-run.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import re
import shlex
import struct
import subprocess
import sys

# The modules beside this one leave no compiled copies in the source folder.
sys.dont_write_bytecode = True
import shaders  # noqa: E402
import subjects  # noqa: E402

# Options of the pass, by kind. The second of OTHER_MODES is tried on some formats
# only, as nothing in it depends on the format.
MODES = {
    "storage-buffer": ["", "storage-buffers=presence"],
    "uniform-buffer": ["uniform-buffers=stand-in", "uniform-buffers=presence"],
}
OTHER_MODES = ["", "loads=select"]
ALL_MODES_FORMATS = ("r32i", "r32ui", "rgba32f")
RESULT_BYTES = 40960
SAMPLER = ("0.%d=sampler:filter=nearest,mip=nearest,address=border,border=transparent-black" % shaders.SAMPLER)
NULL, BOUND = "null", "bound"


def tool(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)


class Job:
    """A subject's shader: how it is built and run, and what came out."""

    def __init__(self, folder, name, subject, slots, mode=None):
        self.subject = subject
        self.slots = slots
        self.base = os.path.join(folder, name.replace("/", "_"))
        self.modes = MODES.get(subject.kind, OTHER_MODES[:2 if subject.format in ALL_MODES_FORMATS else 1])
        if mode is not None:
            self.modes = [mode]
        self.error = None
        self.runs = {}  # (what, parity) -> (command line, path of its dump)

    def build(self):
        """Compiles and rewrites; sets `error` to what went wrong."""
        with open(self.base + ".comp", "w", encoding="utf-8") as file:
            file.write(shaders.Shader(self.subject, self.slots).text())
        module = self.base + ".spv"
        commands = [["glslangValidator", "-V", "--target-env", "vulkan1.2", self.base + ".comp", "-o", module]]
        for number, mode in enumerate(self.modes):
            # The bindings beyond are the harness's own.
            keys = ["bindings=0.0-%d" % (shaders.MAX_SLOTS - 1)] + ([mode] if mode else [])
            commands.append(["spirv-opt", "--emulate-null-descriptors=" + ",".join(keys),
                             "--interface=%s.%d.json" % (self.base, number), module, "-o",
                             "%s.%d.spv" % (self.base, number)])
        for command in commands:
            result = tool(command)
            if result.returncode != 0:
                self.error = "%s\n%s" % (shlex.join(command), result.stdout.rstrip())
                return

    def is_null(self, slot, parity):
        return slot % 2 == parity

    def resources(self, parity):
        words = []
        for k in range(shaders.MAX_SLOTS):
            if k in self.slots:
                words += subjects.sweep(self.subject, self.slots[k].action, self.is_null(k, parity))
            else:
                words += subjects.sweep_words([], [0] * 4, 0)
        parts = ["0.%d=%s" % (k, subjects.descriptor(self.subject, self.is_null(k, parity))) for k in self.slots]
        parts.append("0.%d=storage-buffer:size=%d" % (shaders.RESULTS, RESULT_BYTES))
        sweeps = struct.pack("<%di" % len(words), *words)
        parts.append("0.%d=storage-buffer:fill=hex:%s" % (shaders.SWEEPS, sweeps.hex()))
        if self.subject.kind == "sampled-image":
            parts.append(SAMPLER)
        return "--resources=" + " ".join(parts)

    def plan(self):
        """Fills `runs`. What is run: "native", "stand-in" (the module as it is) and
        the number of each mode."""
        for parity in (0, 1):
            resources = self.resources(parity)
            runs = [("native", "native", ".spv", []), ("stand-in", "stand-in", ".spv", [])]
            runs += [(number, "stand-in", ".%d.spv" % number, ["--map=%s.%d.json" % (self.base, number)])
                     for number in range(len(self.modes))]
            for what, null, suffix, options in runs:
                output = "%s.%s.%d.dump.json" % (self.base, what, parity)
                if os.path.exists(output):
                    os.remove(output)
                command = ["lacuna-run", "--timeout=120", "--null=" + null, "--dump=json", "--output=" + output]
                self.runs[what, parity] = (command + options + [resources, self.base + suffix], output)


class Seen:
    """What one run left: per slot the vectors that the shader saw and the bytes of
    the descriptor, or why there is nothing."""

    def __init__(self, job, status, messages, output):
        self.status = status
        self.messages = messages
        # The stand-ins that the run changed, by slot.
        self.written = {int(k) for k in re.findall(r"null descriptor 0\.(\d+)\[0\] was written", messages)}
        self.slots = {}
        if status not in (0, 2) or not os.path.exists(output):
            return
        with open(output, encoding="utf-8") as file:
            buffers = json.load(file)["buffers"]
        held = collections.defaultdict(list)
        for buffer in buffers:
            held[buffer["binding"]].append((buffer.get("level"), buffer.get("layer"), buffer["hex"]))
        result = bytes.fromhex(held[shaders.RESULTS][0][2])
        for k in job.slots:
            begin, end = struct.unpack_from("<2I", result, 8 * k)
            head = 8 * shaders.MAX_SLOTS
            if not begin < end <= (RESULT_BYTES - head) // 16:
                self.status = "the shader left vectors %d to %d for slot %d" % (begin, end, k)
                return
            self.slots[k] = (result[head + 16 * begin:head + 16 * end], held[k])


def run_batches(folder, jobs, count):
    """Runs every planned run, `count` processes at a time; returns {(job, what,
    parity): Seen}."""
    shares = [[] for _ in range(count)]
    for number, job in enumerate(jobs):
        shares[number % count] += [(job, key) for key in job.runs]

    def run_share(share, number):
        path = os.path.join(folder, "batch.%d" % number)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(shlex.join(job.runs[key][0]) + "\n" for job, key in share)
        result = subprocess.run(["lacuna-run", "--batch=" + path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                universal_newlines=True)
        status = dict(re.findall(r"^line (\d+): exit status (\d+)", result.stdout, re.M))
        messages = collections.defaultdict(list)
        for line, text in re.findall(r"^lacuna-run: line (\d+): (.*)$", result.stderr, re.M):
            messages[line].append(text)
        seen = {}
        for index, (job, key) in enumerate(share):
            line = str(index + 1)
            text = "\n".join(messages[line])
            if line not in status:
                text = "the batch ended before this run: " + result.stderr.strip()[-400:]
            seen[(job,) + key] = Seen(job, int(status.get(line, -1)), text, job.runs[key][1])
        return seen

    everything = {}
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        for seen in pool.map(run_share, [s for s in shares if s], range(count)):
            everything.update(seen)
    return everything


def missing_features(folder):
    """The optional features that the device lacks: {name: what lacuna-run says}."""
    missing = {}
    for name, (subject, slot) in subjects.FEATURES.items():
        job = Job(folder, "feature_" + name, subject, {0: slot})
        job.modes = []
        job.build()
        if job.error:
            sys.exit(job.error)
        job.plan()
        result = tool(job.runs["native", 0][0])
        if result.returncode == 3:
            missing[name] = re.sub(r"^lacuna-run: error: '[^']*': ", "", result.stdout.strip())
        elif result.returncode != 0:
            sys.exit("the probe for %s fails:\n%s" % (name, result.stdout))
    return missing


class Report:
    def __init__(self, arguments, folder):
        self.only = arguments.only
        self.folder = folder
        self.more = ["--mode=" + arguments.mode] if arguments.mode is not None else []
        self.passed = 0
        self.blind = []
        self.failed = []

    def wants(self, case):
        return self.only is None or fnmatch.fnmatchcase(case, self.only)

    def failure(self, case, why):
        """Notes a failed case and prints the first of them."""
        self.failed.append(case)
        if len(self.failed) > 20:
            return
        print("FAILED %s\n  %s" % (case, why.replace("\n", "\n  ")))
        command = [sys.executable, os.path.abspath(__file__), self.folder, "--only=" + case] + self.more
        print("  Reproduce with: " + shlex.join(command))

    def detail(self, job, what, parity):
        """Leaves a script that runs one of a job's modules by hand; says so."""
        path = "%s.%s.%d.sh" % (job.base, what, parity)
        with open(path, "w", encoding="utf-8") as file:
            file.write(shlex.join(job.runs[what, parity][0]) + "\n")
        return "\nrun that module alone with: sh " + shlex.quote(path)


def difference(expected, actual):
    """Where two results of a slot differ, for people; "" when they are equal."""
    for index in range(0, max(len(expected[0]), len(actual[0])), 16):
        a, b = expected[0][index:index + 16], actual[0][index:index + 16]
        if a != b:
            words = [" ".join("%08x" % w for w in struct.unpack("<%dI" % (len(v) // 4), v)) for v in (a, b)]
            return "vector %d is (%s), must be (%s)" % (index // 16, words[1], words[0])
    return "" if expected[1] == actual[1] else "the descriptor holds something else afterwards"


def judge(job, seen, report):
    """Reports every case of one subject."""
    for parity in (0, 1):
        native = seen[job, "native", parity]
        unmodified = seen[job, "stand-in", parity]
        for k, slot in job.slots.items():
            null = job.is_null(k, parity)
            case = "/".join([job.subject.name, slot.name(job.subject.kind), NULL if null else BOUND])
            if not report.wants(case):
                continue
            if native.status != 0:
                report.failure(case, "unmodified, with native null: exit status %s\n%s%s"
                               % (native.status, native.messages, report.detail(job, "native", parity)))
                continue
            why = ""
            for number, mode in enumerate(job.modes):
                emulated = seen[job, number, parity]
                if emulated.status not in (0, 2):
                    text = "exit status %s\n%s" % (emulated.status, emulated.messages)
                elif k in emulated.written:
                    text = "the stand-in was written"
                else:
                    text = difference(native.slots[k], emulated.slots[k])
                if text:
                    why += "rewritten with '%s': %s%s\n" % (mode, text, report.detail(job, number, parity))
            if why:
                report.failure(case, why.rstrip())
                continue
            if null and k not in unmodified.written and (
                    unmodified.status not in (0, 2) or not difference(native.slots[k], unmodified.slots[k])):
                report.blind.append(case)
            report.passed += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work_dir")
    parser.add_argument("--kinds", default="")
    parser.add_argument("--only")
    parser.add_argument("--mode")
    parser.add_argument("--at-least", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    folder = os.path.abspath(arguments.work_dir)
    os.makedirs(folder, exist_ok=True)
    known = subjects.BUFFERS + subjects.TEXEL_BUFFERS + subjects.IMAGES
    kinds = [kind for kind in arguments.kinds.split(",") if kind] or known
    for kind in kinds:
        if kind not in known:
            sys.exit("there is no kind %s; there are %s" % (kind, ", ".join(known)))

    report = Report(arguments, folder)
    missing = missing_features(folder)
    left_out = collections.Counter()
    jobs = []
    for subject in subjects.all_subjects():
        if subject.kind not in kinds:
            continue
        slots = []
        for slot in subject.slots():
            needed = [f for f in (subject.feature(), slot.feature()) if f in missing]
            if needed:
                left_out[needed[0]] += sum(report.wants("/".join([subject.name, slot.name(subject.kind), state]))
                                           for state in (NULL, BOUND))
            else:
                slots.append(slot)
        names = ["/".join([subject.name, slot.name(subject.kind), state]) for slot in slots for state in (NULL, BOUND)]
        if any(report.wants(name) for name in names):
            jobs.append(Job(folder, subject.name, subject, dict(enumerate(slots)), arguments.mode))

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(Job.build, jobs))
    for job in jobs:
        if job.error:
            report.failure(job.subject.name + "/*", "it cannot be built: " + job.error)
    jobs = [job for job in jobs if not job.error]
    for job in jobs:
        job.plan()
    seen = run_batches(folder, jobs, arguments.jobs)
    for job in jobs:
        judge(job, seen, report)

    for feature, count in left_out.items():
        if count:
            print("left out: %d cases that need %s (%s)" % (count, feature, missing[feature]))
    print("%d cases equal, %d failed, of %d shaders" % (report.passed, len(report.failed), len(jobs)))
    if report.blind:
        print("%d null cases show nothing, as the unmodified module does the same on stand-ins: %s"
              % (len(report.blind), ", ".join(report.blind[:10])))
    if report.passed < arguments.at_least:
        print("too few cases ran: at least %d are expected" % arguments.at_least)
    return 1 if report.failed or report.blind or report.passed < arguments.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
