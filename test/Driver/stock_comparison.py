#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares our spirv-opt with the stock one of the same SPIRV-Tools.

    stock_comparison.py [--ours spirv-opt] [--stock stock-spirv-opt] [--stride N] SCRATCH-FOLDER

Runs every flag that the stock tool lists, those that it accepts without listing
them, and combinations, over the modules in ../Inputs. Both tools must end with
the same status and, on success, write the same bytes; where the stock tool
fails, ours must write nothing. A flag that the stock tool lists and that CASES
does not name is a failure too.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

INPUTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Inputs")
MIN_MODULES = 40
WORKERS = 2

# Flags that print something and stop: only the status can be compared.
PRINTING = ["--help", "-h", "--version"]

# flag -> the argument lists to run it with.
CASES = {flag: [[flag]] for flag in """
    -O -Os --legalize-hlsl
    --amd-ext-to-khr --ccp --cfg-cleanup --combine-access-chains --compact-ids --convert-local-access-chains
    --convert-relaxed-to-half --copy-propagate-arrays --descriptor-array-scalar-replacement
    --descriptor-composite-scalar-replacement --descriptor-scalar-replacement --eliminate-dead-branches
    --eliminate-dead-code-aggressive --eliminate-dead-const --eliminate-dead-functions
    --eliminate-dead-input-components --eliminate-dead-inserts --eliminate-dead-variables
    --eliminate-insert-extract --eliminate-local-multi-store --eliminate-local-single-block
    --eliminate-local-single-store --fix-func-call-param --flatten-decorations --fold-spec-const-op-composite
    --freeze-spec-const --graphics-robust-access --if-conversion --inline-entry-points-exhaustive
    --local-redundancy-elimination --loop-invariant-code-motion --loop-peeling --loop-unroll --loop-unswitch
    --merge-blocks --merge-return --private-to-local --redundancy-elimination --relax-float-ops
    --remove-duplicates --remove-unused-interface-variables --replace-desc-array-access-using-var-index
    --replace-invalid-opcode --simplify-instructions --spread-volatile-semantics --ssa-rewrite
    --strength-reduction --strip-debug --strip-nonsemantic --strip-reflect --trim-capabilities --unify-const
    --upgrade-memory-model --vector-dce --workaround-1209 --wrap-opkill
    --skip-validation --print-all --time-report --validate-after-all
    --relax-block-layout --relax-logical-pointer --relax-struct-store --scalar-block-layout
    --skip-block-layout --workgroup-scalar-block-layout --before-hlsl-legalization
    --code-sink --eliminate-dead-members --fix-opextinst-opcodes --fix-storage-class
    --inline-entry-points-opaque --interpolate-fixup --remove-dont-inline --O --Os
    """.split()}

# Some passes find nothing in what a front end writes, but do after others.
SSA = ["--inline-entry-points-exhaustive", "--eliminate-local-multi-store", "--simplify-instructions"]
CASES["--code-sink"].append(SSA + ["--code-sink"])
CASES["--if-conversion"].append(SSA + ["--if-conversion"])
CASES["--loop-peeling"].append(SSA + ["--loop-peeling"])
CASES["--loop-unswitch"].append(SSA + ["--loop-unswitch"])
CASES["--loop-unroll"].append(SSA + ["--loop-unroll"])
CASES["--vector-dce"].append(SSA + ["--vector-dce"])
CASES["--eliminate-dead-inserts"].append(SSA + ["--eliminate-dead-inserts"])
CASES["--strength-reduction"].append(SSA + ["--strength-reduction"])
CASES["--local-redundancy-elimination"].append(SSA + ["--local-redundancy-elimination"])
CASES["--loop-invariant-code-motion"].append(SSA + ["--loop-invariant-code-motion"])
# Passes for what a front end may write before it is valid.
for flag in ["--fix-opextinst-opcodes", "--fix-storage-class", "--fix-func-call-param", "--interpolate-fixup",
             "--replace-invalid-opcode", "--legalize-hlsl"]:
    CASES[flag].append(["--skip-validation", flag])
CASES["--fix-storage-class"].append(["--skip-validation"] + SSA + ["--fix-storage-class"])
# Rules that only hold for Vulkan.
for option in ["--relax-block-layout", "--scalar-block-layout", "--skip-block-layout",
               "--workgroup-scalar-block-layout"]:
    CASES[option].append([option, "--target-env=vulkan1.0"])
CASES["--time-report"] = [["--time-report", "--ccp", "--merge-blocks"]]
CASES["--print-all"] = [["--print-all", "--strip-debug"]]
CASES["--validate-after-all"] = [["--validate-after-all", "--merge-return", "--eliminate-dead-functions"]]
CASES["--skip-validation"].append(["--skip-validation", "--eliminate-dead-code-aggressive"])
for option in ["--preserve-bindings", "--preserve-spec-constants", "--preserve-interface"]:
    CASES[option] = [["-Os", option], [option, "--eliminate-dead-code-aggressive", "--eliminate-dead-variables",
                                       "--eliminate-dead-const"]]
CASES["--convert-to-sampled-image"] = [["--convert-to-sampled-image=0:2 0:3"], ["--convert-to-sampled-image=0:1"]]
CASES["--set-spec-const-default-value"] = [["--set-spec-const-default-value", "1:9 3:2 4:true 7:3"],
                                           ["--set-spec-const-default-value=3:1"]]
CASES["--loop-fission"] = [["--loop-fission", "3"], SSA + ["--loop-fission=1"]]
CASES["--loop-fusion"] = [["--loop-fusion", "20"], SSA + ["--loop-fusion=100"]]
CASES["--loop-unroll-partial"] = [["--loop-unroll-partial", "2"], SSA + ["--loop-unroll-partial=3"]]
CASES["--loop-peeling-threshold"] = [SSA + ["--loop-peeling-threshold", "5", "--loop-peeling"],
                                     SSA + ["--loop-peeling", "--loop-peeling-threshold=1"]]
CASES["--max-id-bound"] = [["--max-id-bound=4194303", "-O"], ["--max-id-bound=5000000"]]
CASES["--modify-maximal-reconvergence"] = [["--modify-maximal-reconvergence=add"],
                                           ["--modify-maximal-reconvergence=remove"]]
CASES["--reduce-load-size"] = [["--reduce-load-size"], ["--reduce-load-size=1.5"]]
CASES["--scalar-replacement"] = [["--scalar-replacement"], ["--scalar-replacement=0"], ["--scalar-replacement=2"]]
CASES["--struct-packing"] = [["--struct-packing=Lights:std430"], ["--struct-packing=Data:scalar"]]
CASES["--switch-descriptorset"] = [["--switch-descriptorset=0:7"], ["--switch-descriptorset=2:0"]]
CASES["--target-env"] = [["--target-env=" + env, "-O"] for env in
                         ["vulkan1.0", "vulkan1.1", "vulkan1.1spv1.4", "vulkan1.2", "vulkan1.3", "spv1.0", "spv1.3",
                          "spv1.6", "opencl2.2", "opengl4.5"]]
CASES["-Oconfig"] = [["-Oconfig={passes}"], ["--strip-debug", "-Oconfig={options}", "--compact-ids"]]

# What is in the files that {name} stands for.
CONFIG_FILES = {
    "passes": "# comment\n\n--inline-entry-points-exhaustive --eliminate-dead-functions\n"
              "--scalar-replacement=10\t--ssa-rewrite\n-Os\n",
    "options": "--target-env=vulkan1.3\n--preserve-bindings\n--loop-unroll-partial 2\n--ccp\n",
}

# Order matters, and flags may stand anywhere between the file names.
COMBINATIONS = [
    [],
    ["--ccp", "-O"],
    ["-O", "--ccp"],
    ["-O", "-Os"],
    ["--merge-return", "--inline-entry-points-exhaustive", "--eliminate-dead-functions", "--strip-debug"],
    ["--strip-debug", "--eliminate-dead-functions", "--inline-entry-points-exhaustive", "--merge-return"],
    ["--freeze-spec-const", "--fold-spec-const-op-composite", "--unify-const", "--eliminate-dead-const"],
    ["--legalize-hlsl", "-O", "--compact-ids", "--strip-nonsemantic"],
    ["--graphics-robust-access", "-Os", "--skip-validation"],
    ["--ccp=ignored", "--merge-blocks="],
]

# Command lines that fail or go unusual ways; "IN" and "OUT" are file names.
COMMAND_LINES = [
    ["OUT-OPTION", "IN", "--ccp"],
    ["--ccp", "OUT-OPTION", "--strip-debug", "IN", "-O"],
    ["IN", "OUT-OPTION", "--no-such-pass"],
    ["IN", "OUT-OPTION", "-ccp"],
    ["IN", "OUT-OPTION", "-O3"],
    ["IN", "IN", "OUT-OPTION"],
    ["IN", "OUT-OPTION", "OUT-OPTION"],
    ["IN"],
    ["IN", "-o"],
    ["/nonexistent/module.spv", "OUT-OPTION"],
    ["IN", "OUT-OPTION", "--target-env=vulkan9"],
    ["IN", "OUT-OPTION", "--target-env"],
    ["IN", "OUT-OPTION", "--max-id-bound=1000"],
    ["IN", "OUT-OPTION", "--loop-fission"],
    ["IN", "OUT-OPTION", "--loop-fission", "0"],
    ["IN", "OUT-OPTION", "--loop-fusion=-1"],
    ["IN", "OUT-OPTION", "--loop-unroll-partial=x"],
    ["IN", "OUT-OPTION", "--loop-peeling-threshold=0"],
    ["IN", "OUT-OPTION", "--scalar-replacement=-3"],
    ["IN", "OUT-OPTION", "--reduce-load-size=-3"],
    ["IN", "OUT-OPTION", "--set-spec-const-default-value", "nonsense"],
    ["IN", "OUT-OPTION", "--convert-to-sampled-image"],
    ["IN", "OUT-OPTION", "--struct-packing=:std140"],
    ["IN", "OUT-OPTION", "--switch-descriptorset=1"],
    ["IN", "OUT-OPTION", "--modify-maximal-reconvergence=maybe"],
    ["IN", "OUT-OPTION", "-Oconfig=/nonexistent"],
    ["IN", "OUT-OPTION", "-Oconfig"],
    ["IN", "OUT-OPTION", "--target-env=vulkan1.0"],
]


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if result.returncode != 0:
        sys.exit("%s failed:\n%s" % (shlex.join(command), result.stdout))


def build_modules(folder):
    """Compiles and assembles the inputs. Returns the paths of the modules."""
    os.makedirs(folder)
    modules, commands = [], []
    stages = os.path.join(INPUTS, "stages")
    for name in sorted(os.listdir(stages)):
        ray_or_mesh = name.rsplit(".", 1)[1] in ("task", "mesh") or name.rsplit(".", 1)[1].startswith("r")
        variants = {"": ["--target-env", "vulkan1.3" if ray_or_mesh or name == "pointers.comp" else "vulkan1.1"]}
        if not ray_or_mesh:
            variants[".g"] = ["-g", "--target-env", "vulkan1.3"]
        if name in ("reduce.comp", "lit.frag", "functions.comp"):
            variants[".debug"] = ["-gVS", "--target-env", "vulkan1.3"]
            variants[".10"] = ["--target-env", "vulkan1.0"]
        for suffix, flags in variants.items():
            modules.append(os.path.join(folder, name + suffix + ".spv"))
            commands.append(["glslangValidator", "-V"] + flags + ["-o", modules[-1], os.path.join(stages, name)])
    assembly = os.path.join(INPUTS, "assembly")
    for name in sorted(os.listdir(assembly)):
        path = os.path.join(assembly, name)
        with open(path) as source:
            version = re.search(r"^; Version: (1\.\d)", source.read(), re.MULTILINE).group(1)
        modules.append(os.path.join(folder, name + ".spv"))
        commands.append(["spirv-as", "--target-env", "spv" + version, "-o", modules[-1], path])
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(run, commands))
    return modules


class Comparison:
    """Command lines to be run by both tools, each with an output of its own."""

    def __init__(self, tools, folder):
        self.tools, self.folder = tools, folder
        self.jobs = []  # per job: what to call it, the flag it is for, the input

    def add(self, description, flag, module, words):
        self.jobs.append((description, flag, module, words))

    def _path(self, side, index):
        return os.path.join(self.folder, "%s-%d" % (side, index))

    def run(self):
        """Starting a process from a shell is much cheaper than from here."""
        os.makedirs(self.folder)
        # Where SPIRV-Tools crashes, AddressSanitizer in our tool must not make
        # another exit status of it.
        environment = dict(os.environ)
        environment["ASAN_OPTIONS"] = ":".join(filter(None, [environment.get("ASAN_OPTIONS"), "handle_segv=0"]))
        scripts = []
        for worker in range(WORKERS):
            lines = []
            for index in range(worker, len(self.jobs), WORKERS):
                for side, tool in self.tools.items():
                    words = [tool] + [word.replace("OUT", self._path(side, index)) for word in self.jobs[index][3]]
                    lines.append("%s >/dev/null 2>&1 </dev/null; echo %s %d $?" % (shlex.join(words), side, index))
            script = os.path.join(self.folder, "run-%d.sh" % worker)
            with open(script, "w") as file:
                file.write("\n".join(lines) + "\n")
            scripts.append(script)
        with ThreadPoolExecutor(WORKERS) as pool:
            outputs = list(pool.map(lambda script: subprocess.run(
                ["sh", script], stdout=subprocess.PIPE, text=True, check=True, env=environment).stdout, scripts))
        status = {}
        for line in "".join(outputs).splitlines():
            side, index, code = line.split()
            status[side, int(index)] = int(code)
        return status

    def _written(self, side, index):
        try:
            with open(self._path(side, index), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def check(self):
        """Returns the differences, and for each flag on how many modules it did something."""
        status = self.run()
        differences, effects = [], {}
        untouched = {module: (status["stock", index], self._written("stock", index))
                     for index, (description, _, module, _) in enumerate(self.jobs)
                     if description.startswith("no flag on ")}
        for index, (description, flag, module, _) in enumerate(self.jobs):
            ours, stock = status["ours", index], status["stock", index]
            our_bytes, stock_bytes = self._written("ours", index), self._written("stock", index)
            if ours != stock:
                differences.append("%s: status %d, the stock tool's %d" % (description, ours, stock))
            elif stock != 0 and our_bytes is not None:
                differences.append("%s: failed, but wrote an output" % description)
            elif stock == 0 and our_bytes != stock_bytes:
                differences.append("%s: other bytes than the stock tool" % description)
            if flag is not None:
                effects[flag] = effects.get(flag, 0) + ((stock, stock_bytes) != untouched[module])
        return differences, effects


def listed_flags(stock):
    text = subprocess.run([stock, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    flags = set()
    for line in text.splitlines():
        if re.match(r"  -", line):
            flags.update(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", re.sub(r"[=\[<\"].*", "", line)))
    if len(flags) < 80:
        sys.exit("only %d flags were found in the stock tool's help: it has another form now" % len(flags))
    return flags


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", default="spirv-opt")
    parser.add_argument("--stock", default="stock-spirv-opt")
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("scratch", help="a folder that this script may empty")
    arguments = parser.parse_args()
    tools = {}
    for side in ("ours", "stock"):
        tools[side] = shutil.which(getattr(arguments, side))
        if tools[side] is None:
            sys.exit("%s is not in PATH" % getattr(arguments, side))
    shutil.rmtree(arguments.scratch, ignore_errors=True)
    os.makedirs(arguments.scratch)

    failures = ["%s: the stock tool lists this flag and no case tests it" % flag
                for flag in sorted(listed_flags(tools["stock"]) - set(CASES) - set(PRINTING))]

    configs = {}
    for name, text in CONFIG_FILES.items():
        configs[name] = os.path.join(arguments.scratch, name + ".cfg")
        with open(configs[name], "w") as file:
            file.write(text)
    modules = build_modules(os.path.join(arguments.scratch, "modules"))
    if len(modules) < MIN_MODULES:
        failures.append("only %d modules, at least %d are wanted" % (len(modules), MIN_MODULES))

    comparison = Comparison(tools, os.path.join(arguments.scratch, "outputs"))
    for number, module in enumerate(modules):
        case = 0
        for flag, variants in list(CASES.items()) + [(None, COMBINATIONS)]:
            for words in variants:
                case += 1
                # Without a flag always: what the others are measured by.
                if words and (number + case) % arguments.stride != 0:
                    continue
                words = [word.format(**configs) for word in words]
                comparison.add("%s on %s" % (shlex.join(words) or "no flag", os.path.basename(module)), flag, module,
                               words + [module, "-o", "OUT"])
    single_runs = len(comparison.jobs)
    sample = os.path.join(arguments.scratch, "modules", "functions.comp.spv")
    for words in COMMAND_LINES + [[flag] for flag in PRINTING]:
        spelled = []
        for word in words:
            spelled += ["-o", "OUT"] if word == "OUT-OPTION" else [sample if word == "IN" else word]
        comparison.add(shlex.join(words), None, sample, spelled)
    differences, effects = comparison.check()
    failures += differences

    for failure in failures[:40]:
        print(failure)
    if len(failures) > 40:
        print("and %d more" % (len(failures) - 40))
    effective = sum(1 for count in effects.values() if count)
    print("%d flags over %d modules: %d comparisons, %d more command lines; %d flags made a difference" %
          (len(CASES), len(modules), single_runs, len(comparison.jobs) - single_runs, effective))
    print("without one: " + " ".join(sorted(flag for flag, count in effects.items() if not count)))
    if failures:
        sys.stdout.flush()
        sys.exit("%d differences" % len(failures))
    shutil.rmtree(arguments.scratch)


if __name__ == "__main__":
    main()
