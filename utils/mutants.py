#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Shows that the passes' tests notice deliberate faults.

    utils/mutants.py [--pass=NAME ...] [--mutant=NAME ...] [--kind=KIND]
                     [--list] [--check] [--keep] [--scratch=DIR] [--jobs=N]

Copies the tree to a scratch folder, builds it there, and checks that the tests
which are to notice the faults pass: all that show what the pass emits, and
those that execute it which a fault names. Then it plants one fault after the
other (utils/mutants_lib/ holds them, by pass), rebuilds spirv-opt and runs each
kind of test until one fails. Stdout gets one line per fault, with the
test of each kind that caught it and the command in it that failed, and at last
"N of N mutants caught". The exit status is 0 only if every fault was caught by
a test of at least one kind. The checkout itself is never changed.

  --pass=NAME    only the faults of this pass; may be given several times
  --mutant=NAME  only this one; may be given several times
  --kind=KIND    only tests of one kind: structure or execution
  --list         print the faults and what each does wrong, and end
  --check        only check that each fault's text is in the source, and end
  --keep         leave the scratch folder, and print where it is
  --scratch=DIR  use this folder, which is made if need be, and leave it: the
                 next run with it builds only what changed
  --jobs=N       how many compilers or tests run at once (default 1)
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True  # so that the checkout stays as it is
from mutants_lib import PASSES

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KINDS = ("structure", "execution")
# Tests that run no pass and so can notice nothing.
NOT_OF_THE_PASS = ":: Exec/runner/"
# A fault can make a test hang. Seconds for all tests of a kind.
TEST_LIMIT = 1800


class MutantError(Exception):
    """Something that keeps the script from telling what the tests notice."""


def progress(text):
    print("mutants: " + text, file=sys.stderr, flush=True)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def place_of(folder, name):
    """The file of an edit, relative to the tree's root."""
    return name if name.startswith("lib/") else folder + name


def mutated(folder, mutant, root):
    """Returns {path: (text, text with the fault)} of the files that change."""
    changes = {}
    for name, old, new in mutant.edits:
        name = place_of(folder, name)
        path = os.path.join(root, name)
        if not os.path.isfile(path):
            raise MutantError("mutant %s: there is no file %s" % (mutant.name, name))
        original, text = changes.get(path) or (read(path),) * 2
        count = text.count(old)
        if count != 1:
            raise MutantError(
                "mutant %s: its text is in %s %d times, not once; change the mutant with the source. The text:\n%s"
                % (mutant.name, name, count, old))
        changes[path] = (original, text.replace(old, new))
    return changes


def check_texts(chosen, root):
    """Raises an error that names every mutant whose text does not fit the source in root."""
    errors = []
    for each in chosen:
        for mutant in each.mutants:
            try:
                mutated(each.folder, mutant, root)
            except MutantError as error:
                errors.append(str(error))
    if errors:
        raise MutantError("\n".join(errors))


def choose(passes, names):
    """The passes with the mutants that are asked for."""
    known = [each.name for each in PASSES]
    unknown = [name for name in passes if name not in known]
    if unknown:
        raise MutantError("there is no pass %s with mutants; there are %s" % (", ".join(unknown), ", ".join(known)))
    chosen = [each for each in PASSES if not passes or each.name in passes]
    here = {mutant.name for each in chosen for mutant in each.mutants}
    unknown = [name for name in names if name not in here]
    if unknown:
        raise MutantError("there is no mutant %s; --list prints all" % ", ".join(unknown))
    if names:
        chosen = [each._replace(mutants=[mutant for mutant in each.mutants if mutant.name in names])
                  for each in chosen]
    return [each for each in chosen if each.mutants]


class Scratch:
    """A copy of the tree with a build of its own."""

    def __init__(self, folder, jobs):
        self.source = os.path.join(folder, "source")
        self.build = os.path.join(folder, "build")
        self.jobs = jobs
        self.environment = dict(os.environ, CCACHE_BASEDIR=folder)
        home = self.environment.get("HOME", "")
        if not self.environment.get("LACUNA_CACHE_DIR") and not (home and os.access(home, os.W_OK)):
            # As utils/environment.sh does: what was built once is used again.
            self.environment["LACUNA_CACHE_DIR"] = os.path.join(ROOT, ".cache", "lacuna")
        self.lit = self.python = ""

    def copy(self):
        """Brings the copy up to date with the checkout, without touching equal files."""
        listing = self.call(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            "the files of the checkout could not be listed")
        wanted = {name for name in listing.split("\0") if name and os.path.isfile(os.path.join(ROOT, name))}
        for name in wanted:
            source, target = os.path.join(ROOT, name), os.path.join(self.source, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(source, "rb") as file:
                data = file.read()
            if os.path.isfile(target):
                with open(target, "rb") as file:
                    if file.read() == data:
                        continue
            shutil.copy(source, target)
        for folder, _, names in os.walk(self.source):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.relpath(path, self.source) not in wanted:
                    os.remove(path)

    def call(self, command, what_failed):
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                                errors="replace", env=self.environment, stdin=subprocess.DEVNULL, check=False)
        if result.returncode != 0:
            raise MutantError("%s; the last of %s says:\n%s" % (
                what_failed, command[0], "\n".join(result.stdout.splitlines()[-20:])))
        return result.stdout

    def configure(self):
        # Builds are to be quick, and the interpreter not slow. A fault may leave a variable unused.
        self.call(["cmake", "-G", "Ninja", "-S", self.source, "-B", self.build, "-DCMAKE_BUILD_TYPE=Release",
                   "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DLACUNA_WERROR=OFF"], "the copy could not be configured")
        cache = read(os.path.join(self.build, "CMakeCache.txt"))
        self.lit = re.search(r"^LACUNA_LIT:\w+=(.*)$", cache, re.MULTILINE).group(1)
        python = re.search(r"config\.python = r\"(.*)\"", read(os.path.join(self.build, "test", "lit.site.cfg.py")))
        self.python = python.group(1)

    def make(self, *targets):
        self.call(["ninja", "-C", self.build, "-j%d" % self.jobs, *targets], "the copy does not build")

    def run_tests(self, folders, extra, first_only=True):
        """Runs tests in folders below test/ until one fails, or all; returns (failed tests, how many ran).

        A failed test is (its path below test/, the program in it that failed).
        """
        report = os.path.join(self.build, "mutants.xml")
        if os.path.exists(report):
            os.remove(report)
        command = [self.python, self.lit, "-v", "--no-progress-bar", "--order=lexical", "--allow-empty-runs",
                   "-j%d" % self.jobs, "--xunit-xml-output=" + report]
        command += ["--max-failures=1"] if first_only else []
        command += extra + [os.path.join(self.build, "test", folder) for folder in folders]
        try:
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                                    errors="replace", env=self.environment, stdin=subprocess.DEVNULL,
                                    timeout=TEST_LIMIT, check=False)
        except subprocess.TimeoutExpired:
            raise MutantError("the tests in %s were not done after %d seconds" % (", ".join(folders), TEST_LIMIT))
        failed = []
        ran = 0
        if os.path.exists(report):
            for case in ElementTree.parse(report).getroot().iter("testcase"):
                if case.find("skipped") is not None:
                    continue
                ran += 1
                failure = case.find("failure")
                if failure is not None:
                    # lit writes the suite's name, a dot, and the folders.
                    folders = case.get("classname", "").split(".", 1)[-1]
                    path = folders + "/" + case.get("name", "")
                    failed.append((path, failed_program(failure.text or "")))
        if result.returncode != 0 and not failed:
            raise MutantError("lit ended without a failing test:\n" + "\n".join(result.stdout.splitlines()[-20:]))
        return failed, ran


def failed_program(log):
    """The program whose failure ended a test, from what lit's shell printed."""
    # Each command is a line like: $ "program" "argument" ..., and each RUN line begins with the command ":".
    commands = re.findall(r'^\$ "([^"]+)"(?: "([^"]+)")?', log.split("error: command failed")[0], re.MULTILINE)
    commands = [command for command in commands if command[0] != ":"]
    if not commands:
        return "unknown"
    program, argument = map(os.path.basename, commands[-1])
    return argument if program.startswith("python") and argument else program


def check_clean(scratch, each, kinds):
    """Checks that the tests which are to catch a pass's mutants pass without one."""
    for kind in kinds:
        start = time.time()
        extra = ["--filter-out=" + NOT_OF_THE_PASS]
        if kind == "execution":
            named = [mutant.execution for mutant in each.mutants if not mutant.unseen]
            if not named:
                continue
            extra.append("--filter=:: .*(%s)" % "|".join(named))
        failed, ran = scratch.run_tests(each.tests[kind], extra, first_only=False)
        if failed:
            raise MutantError("without a fault, these %s tests fail, so that nothing could be told from them:\n  %s"
                              % (kind, "\n  ".join("%s (%s)" % test for test in failed)))
        if ran == 0:
            progress("there are no %s tests of %s here" % (kind, each.name))
        else:
            progress("without a fault, %d %s tests of %s pass (%.0f s)" % (ran, kind, each.name, time.time() - start))


def look_for_failure(scratch, each, mutant, kind):
    """Returns the first failing test of one kind, (path, program), or None, and how many tests ran."""
    likely = ":: .*(%s)" % getattr(mutant, kind)
    failed, ran = scratch.run_tests(each.tests[kind], ["--filter=" + likely, "--filter-out=" + NOT_OF_THE_PASS])
    if not failed and kind == "structure":
        # These are quick, so all others follow.
        failed, others = scratch.run_tests(each.tests[kind], ["--filter-out=%s|%s" % (NOT_OF_THE_PASS, likely)])
        ran += others
    return failed[0] if failed else None, ran


def try_mutant(scratch, each, mutant, kinds):
    """Returns {kind: text for the report} and which kinds of test failed."""
    changes = mutated(each.folder, mutant, scratch.source)
    verdicts = {}
    caught = set()
    try:
        for path, (_, text) in changes.items():
            write(path, text)
        try:
            scratch.make("spirv-opt")
        except MutantError as error:
            raise MutantError("mutant %s: %s" % (mutant.name, error))
        for kind in kinds:
            if kind == "execution" and mutant.unseen:
                verdicts[kind] = "cannot be seen (%s)" % mutant.unseen
                continue
            test, ran = look_for_failure(scratch, each, mutant, kind)
            if test:
                verdicts[kind] = "%s (%s)" % test
                caught.add(kind)
            else:
                verdicts[kind] = "NOT CAUGHT by %d tests" % ran if ran else "no test"
    finally:
        for path, (text, _) in changes.items():
            write(path, text)
    return verdicts, caught


def own_folder(folder):
    """Makes the folder, or checks that this script made it: what is in it may be deleted."""
    stamp = os.path.join(folder, "made-by-mutants.py")
    if os.path.isdir(folder) and os.listdir(folder) and not os.path.exists(stamp):
        raise MutantError("--scratch=%s is a folder with other files in it; name a new one" % folder)
    os.makedirs(folder, exist_ok=True)
    write(stamp, "")
    return folder


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage=argparse.SUPPRESS, add_help=True)
    parser.add_argument("--pass", action="append", default=[], dest="passes", help=argparse.SUPPRESS)
    parser.add_argument("--mutant", action="append", default=[], help=argparse.SUPPRESS)
    parser.add_argument("--kind", choices=KINDS, help=argparse.SUPPRESS)
    parser.add_argument("--list", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--keep", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--scratch", help=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=int, default=1, help=argparse.SUPPRESS)
    return parser.parse_args()


def run(options, folder):
    chosen = choose(options.passes, options.mutant)
    kinds = (options.kind,) if options.kind else KINDS
    scratch = Scratch(folder, options.jobs)
    progress("copying the tree to " + folder)
    scratch.copy()
    check_texts(chosen, scratch.source)
    progress("configuring and building")
    scratch.configure()
    # Beside spirv-opt, what lit asks for; only spirv-opt changes from then on.
    scratch.make("spirv-opt", "lacuna-run", "lacuna-reflect", "reflection-mutants")
    total = sum(len(each.mutants) for each in chosen)
    done = count = 0
    summaries = []
    for each in chosen:
        check_clean(scratch, each, kinds)
        by_kind = dict.fromkeys(kinds, 0)
        any_kind = 0
        for mutant in each.mutants:
            start = time.time()
            verdicts, caught = try_mutant(scratch, each, mutant, kinds)
            any_kind += bool(caught)
            for kind in caught:
                by_kind[kind] += 1
            done += 1
            print("%s: %s; %s" % (mutant.name, "caught" if caught else "NOT CAUGHT",
                                  "; ".join("%s: %s" % item for item in verdicts.items())), flush=True)
            progress("%d of %d done (%.0f s)" % (done, total, time.time() - start))
        count += any_kind
        line = "%s: %d of %d caught" % (each.name, any_kind, len(each.mutants))
        line += "".join(", %d by %s" % (by_kind[kind], kind) for kind in kinds)
        if "execution" in kinds:
            line += ", which cannot see %d" % sum(bool(mutant.unseen) for mutant in each.mutants)
        summaries.append(line)
    for line in summaries:
        print(line)
    print("%d of %d mutants caught" % (count, total))
    return 0 if count == total else 1


def main():
    options = parse_arguments()
    folder = None
    try:
        if options.list or options.check:
            chosen = choose(options.passes, options.mutant)
            if options.check:
                check_texts(chosen, ROOT)
            for each in chosen if options.list else []:
                for mutant in each.mutants:
                    print("%s: %s (%s)" % (mutant.name, mutant.why, ", ".join(edit[0] for edit in mutant.edits)))
            return 0
        if options.scratch:
            folder = own_folder(os.path.abspath(options.scratch))
        else:
            folder = tempfile.mkdtemp(prefix="lacuna-mutants-")
        return run(options, folder)
    except MutantError as error:
        print("mutants: " + str(error), file=sys.stderr)
        return 1
    finally:
        if folder and not options.scratch:
            if options.keep:
                progress("kept " + folder)
            else:
                shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
