#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs modules on a whole buffer and, split, on its pieces, and compares.

  segments.py WORK_DIR [--at-least=N] [--only=GLOB] [--on=cpu] [--all-cuts]

The modules are those of modules.py. Each is split into 1, 2, 3, 4 and 7 pieces;
two pieces are cut at every multiple that the interface map allows, more at a
sample of such places, empty pieces at either end and in the middle included.
Then the other forms of the pass take a turn at some of the cuts. What a split
module leaves behind must be equal byte by byte. On a failure the commands that
reproduce it are printed.
"""
import argparse
import fnmatch
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile

from modules import MODULES, TEXEL_BYTES

# Options of the pass beside the pieces, and of the run. Not every device may
# index buffers non-uniformly; lavapipe does without offering it.
FORMS = {
    "inline": ("helpers=inline", ""),
    "long": ("index=64", ""),
    "narrow": ("index=32", ""),
    "dynamic": ("piece-index=dynamic", "--ignore-missing-features"),
    "dynamic-inline-long": ("piece-index=dynamic,helpers=inline,index=64", "--ignore-missing-features"),
}
# The same with pieces of equal size.
EQUAL_FORMS = {
    "equal": ("", ""),
    "equal-inline": ("helpers=inline", ""),
    "equal-long": ("index=64", ""),
    "equal-dynamic": ("piece-index=dynamic", "--ignore-missing-features"),
}


def tool(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if result.returncode != 0:
        sys.exit("segments.py: %s failed:\n%s" % (" ".join(shlex.quote(part) for part in command), result.stdout))
    return result.stdout


def is_good(sizes):
    """A range under 4 bytes counts as none, so no piece in use is so short."""
    return all(size == 0 or size >= 4 for size in sizes)


def cuts(size, multiple, pieces, chance, everything):
    """Lists of the sizes of all pieces."""
    places = list(range(0, size + 1, multiple))
    found = []
    if pieces == 2:
        found = [[place, size - place] for place in places]
    else:
        for place in places:
            for middle in (0, multiple, 2 * multiple):
                sizes = [place] + [middle] * (pieces - 2)
                found.append(sizes + [size - sum(sizes)])
            # The last piece is not in use: then the others hold all, in multiples.
            if size % multiple == 0:
                found.append([place, size - place] + [0] * (pieces - 2))
            found.append([0] * (pieces - 2) + [place, size - place])
            sizes = sorted(chance.choice(places) for _ in range(pieces - 1))
            found.append([b - a for a, b in zip([0] + sizes, sizes + [size])])
    found = [sizes for sizes in found if min(sizes) >= 0 and is_good(sizes)]
    if pieces > 2 and not everything:
        found = chance.sample(found, min(len(found), 4))
    return found


class Batch:
    """Command lines for lacuna-run, and what each is about."""

    def __init__(self, folder, name, on):
        self.folder, self.name, self.on = folder, name, on
        self.lines, self.about = [], []

    def add(self, about, options, module):
        self.lines.append(" ".join(shlex.quote(part) for part in options + [module]))
        self.about.append(about)

    def run(self):
        path = os.path.join(self.folder, self.name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n")
        command = ["lacuna-run", "--null=native"] + (["--on=" + self.on] if self.on else []) + ["--batch=" + path]
        # lavapipe compiles for most of the time. One module runs many times, so its cache is of use here, and holds
        # nothing that an earlier run has left.
        environment = dict(os.environ, MESA_SHADER_CACHE_DISABLE="false",
                           MESA_SHADER_CACHE_DIR=tempfile.mkdtemp(dir=self.folder))
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
                                env=environment)
        status, messages = {}, {}
        current = None
        for line in result.stdout.splitlines():
            if line.startswith("line "):
                number, _, rest = line[5:].partition(": exit status ")
                current = int(number) - 1
                status[current] = int(rest)
            elif current is not None:
                messages.setdefault(current, []).append(line.strip())
        failures = 0
        for i, about in enumerate(self.about):
            if status.get(i) == 0:
                continue
            failures += 1
            print("FAILED %s" % about)
            for message in messages.get(i, [])[:4]:
                print("    " + message)
            print("    reproduce: lacuna-run --null=native %s" % self.lines[i])
        if failures:
            print(result.stderr[-2000:])
        return failures


def segmented(module, sizes):
    element = "size=%d,fill=random:%d" % (module.size, sum(module.name.encode()) % 1000)
    if module.name.startswith("atomic-cas") or module.name in ("control-flow", "index-extremes"):
        element = "size=%d,fill=count" % module.size
    if module.format:
        element += ",format=" + module.format
    elements = []
    for k in range(module.elements):
        # Every element of a table is cut, and filled, another way.
        rotated = sizes
        if sizes is not None and k and sizes[0] + sizes[1] > 0 and len(sizes) == 2:
            step = max(module.multiple, TEXEL_BYTES.get(module.format, 0))
            rotated = [sizes[1] - sizes[1] % step, module.size - sizes[1] + sizes[1] % step]
            rotated = rotated if is_good(rotated) else sizes
        part = element.replace("fill=random:", "fill=random:%d" % (k + 1)) if k else element
        if rotated is not None:
            part += ",pieces=" + "/".join(str(size) for size in rotated[:-1])
        elements.append(part)
    return "0.0=%s:%s 0.1=storage-buffer:size=%d" % (module.kind, ";".join(elements), module.results)


class Case:
    def __init__(self, folder, module):
        self.module = module
        self.base = os.path.join(folder, module.name)
        self.has_failed = False
        self.plain = self.base + ".spv"
        is_assembly = module.source.startswith("OpCapability")
        source = self.base + (".spvasm" if is_assembly else ".comp")
        compiler = ["spirv-as"] if is_assembly else ["glslangValidator", "-V"]
        with open(source, "w", encoding="utf-8") as file:
            file.write(module.source)
        tool(compiler + ["--target-env", "vulkan1.2", source, "-o", self.plain])

    def split(self, name, pieces, options):
        """The module split in one form."""
        text = "segments=0.0:%d" % pieces + ("," + options if options else "")
        path = "%s.%s.%d.spv" % (self.base, name, pieces)
        tool(["spirv-opt", "--split-segmented-buffers=" + text, self.plain, "-o", path,
              "--interface=" + self.base + ".json"])
        tool(["spirv-val", "--target-env", "vulkan1.2", "--scalar-block-layout", path])
        if pieces == 1:
            with open(path, "rb") as a, open(self.plain, "rb") as b:
                if a.read() != b.read():
                    sys.exit("segments.py: %s: one piece changes the module" % self.module.name)
            return path
        with open(self.base + ".json", encoding="utf-8") as file:
            segments = json.load(file)["segments"]
        expected = [{"set": 0, "binding": 0, "kind": self.module.kind, "count": self.module.elements,
                     "pieces": pieces}]
        for entry in segments:
            multiple = entry.pop("piece_multiple")
            entry.pop("piece_bytes", None)
        if segments != expected or (multiple != self.module.multiple and "equal" not in name):
            print("segments.py: %s: the interface map says %s and a multiple of %d, not %s and %d" %
                  (self.module.name, segments, multiple, expected, self.module.multiple))
            self.has_failed = True
        return path

    def plan(self, whole, batch, everything):
        module = self.module
        # A piece of a texel buffer is a whole number of texels.
        multiple = max(module.multiple, TEXEL_BYTES.get(module.format, 0))
        chance = random.Random(module.name)
        expected = self.base + ".txt"
        whole.add(module.name + " whole", ["--output=" + expected, "--resources=" + segmented(module, None)], self.plain)

        # A function that is given several elements indexes the table with a number that it is given, which not every
        # device may do to texel buffers; lavapipe does without offering it.
        always = "--ignore-missing-features" if module.name.startswith("texel-parameters") else ""

        def compare(name, path, sizes, extra):
            extra = extra or always
            options = ["--expect=" + expected, "--resources=" + segmented(module, sizes)] + ([extra] if extra else [])
            batch.add("%s %s cut %s" % (module.name, name, "/".join(map(str, sizes))), options, path)

        self.split("measured", 1, "")
        for pieces in (2, 3, 4, 7):
            path = self.split("measured", pieces, "")
            for sizes in cuts(module.size, multiple, pieces, chance, everything):
                compare("measured", path, sizes, "")
        for number, (name, (options, extra)) in enumerate(FORMS.items()):
            pieces = (2, 3, 4)[number % 3]
            path = self.split(name, pieces, options)
            found = cuts(module.size, multiple, pieces, chance, everything)
            for sizes in chance.sample(found, min(len(found), 2)):
                compare(name, path, sizes, extra)
        # Past the end these leave it to the device, and the interpreter faults.
        if module.format or batch.on:
            return
        for number, (name, (options, extra)) in enumerate(EQUAL_FORMS.items()):
            # A power of two, and another number.
            piece = (16, 24, 32, 40)[number] if module.multiple > 4 else (16, 12, 20, 28)[number]
            full, rest = divmod(module.size, piece)
            sizes = [piece] * full + ([rest] if rest else [])
            sizes += [0] * (2 + number % 2)
            if not is_good(sizes):
                continue
            path = self.split(name, len(sizes), options + (","if options else "") + "piece-bytes=%d" % piece)
            compare(name, path, sizes, extra)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work_dir")
    parser.add_argument("--at-least", type=int, default=1, help="fail if fewer comparisons were made")
    parser.add_argument("--only", default="*", help="names of modules")
    parser.add_argument("--on", default="", help="where lacuna-run executes")
    parser.add_argument("--all-cuts", action="store_true", help="no sampling")
    arguments = parser.parse_args()
    os.makedirs(arguments.work_dir, exist_ok=True)
    # The original is read past its end, which the device bears and the interpreter does not.
    whole, batch = Batch(arguments.work_dir, "whole.txt", ""), Batch(arguments.work_dir, "split.txt", arguments.on)
    failures = 0
    for module in MODULES:
        if fnmatch.fnmatch(module.name, arguments.only):
            case = Case(arguments.work_dir, module)
            case.plan(whole, batch, arguments.all_cuts)
            failures += case.has_failed
    if len(batch.lines) < arguments.at_least:
        sys.exit("segments.py: only %d runs, at least %d are expected" % (len(batch.lines), arguments.at_least))
    failures += whole.run() + batch.run()
    print("%d runs, %d failed" % (len(batch.lines), failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
