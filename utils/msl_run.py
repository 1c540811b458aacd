#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Computes with what SPIRV-Cross prints of a module for Metal, and compares.

    utils/msl_run.py --resources=TEXT [--groups=X,Y,Z] [--on=cpu|vulkan] [--expect=same|different|hang]
                     reference.spv printed.spv

`lacuna-run` executes the reference on the resources (docs/Running.md). The other module is printed by spirv-cross, with
discrete bindings and the --msl-version given; clang compiles the text for this machine's CPU, and it runs on equal
contents, one invocation after the other, for at most --timeout seconds. Then every storage buffer must hold the same
bytes. --expect=different and --expect=hang say that the text is known to be wrong, which shows that this would be
seen.

Modules have storage and uniform buffers with names, fills that are zero, u32:, count, hex: or repeat:, and a workgroup
size of one where they have barriers.
"""

import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile

import msl_check

BUILTINS = {
    "thread_position_in_grid": "in_grid",
    "thread_position_in_threadgroup": "in_group",
    "threadgroup_position_in_grid": "group_in_grid",
    "threadgroups_per_grid": "group_counts",
}
SIZES = "spvBufferSizeConstants"
# Where threadgroup variables are: 4096 bytes for each.
SHARED_MEMORY = "__global __attribute__((aligned(64))) unsigned char lacuna_shared[32 * 4096];\n"


class Problem(Exception):
    """What keeps the comparison from being made."""


def fill_bytes(fill, size):
    """The contents that docs/Running.md gives a fill pattern."""
    kind, _, value = fill.partition(":")
    words = size // 4 + 1
    if kind == "zero":
        data = bytes(size)
    elif kind == "u32":
        data = int(value, 0).to_bytes(4, "little") * words
    elif kind == "count":
        first = int(value or "0", 0)
        data = b"".join(((first + i) & 0xFFFFFFFF).to_bytes(4, "little") for i in range(words))
    elif kind in ("hex", "repeat"):
        given = bytes.fromhex(value.replace("_", ""))
        data = given + bytes(size) if kind == "hex" else given * (size // len(given) + 1)
    else:
        raise Problem("the fill '%s' is not supported here" % fill)
    return data[:size]


def read_resources(text):
    """{(set, binding): [bytes, ...]} of a --resources text."""
    resources = {}
    for item in text.split():
        place, _, description = item.partition("=")
        kind, _, elements = description.partition(":")
        if kind not in ("storage-buffer", "uniform-buffer"):
            raise Problem("'%s' is not supported here, only buffers" % kind)
        contents = []
        for element in elements.split(";"):
            element, _, repeat = element.partition("*")
            parts = dict(part.split("=", 1) for part in element.split(","))
            if "size" not in parts or set(parts) - {"size", "fill"}:
                raise Problem("the element '%s' has more or less than size= and fill=" % element)
            size = int(parts["size"], 0)
            contents += [fill_bytes(parts.get("fill", "zero"), size)] * int(repeat or "1", 0)
        resources[tuple(int(n, 0) for n in place.split("."))] = contents
    return resources


def run_reference(module, arguments):
    """{(set, binding): [bytes, ...]}: what lacuna-run says the storage buffers hold."""
    command = ["lacuna-run", "--resources=" + arguments.resources, "--groups=" + arguments.groups]
    if arguments.on:
        command.append("--on=" + arguments.on)
    run = subprocess.run(command + [module], capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        raise Problem("lacuna-run: " + run.stderr.strip())
    results, current = {}, None
    for line in run.stdout.splitlines():
        head = re.match(r"(\d+)\.(\d+)\[(\d+)\] size=(\d+)", line)
        if head:
            place, current = (int(head[1]), int(head[2])), bytearray()
            results.setdefault(place, []).append(current)
            continue
        row = re.match(r"\s+[0-9a-f]+: (.*)", line)
        if row and current is not None:
            # Words are printed as numbers; a rest of under four bytes byte by byte.
            for word in row[1].split():
                current += bytes.fromhex(word)[::-1]
    return results


def places_of(module):
    """{name: (set, binding)} of the module's variables."""
    text = subprocess.run(["spirv-dis", "--raw-id", module], capture_output=True, text=True, check=True).stdout
    names = dict(re.findall(r'OpName (%\d+) "(\w+)"', text))
    sets = dict(re.findall(r"OpDecorate (%\d+) DescriptorSet (\d+)", text))
    bindings = dict(re.findall(r"OpDecorate (%\d+) Binding (\d+)", text))
    size = re.search(r"OpExecutionMode %\d+ LocalSize (\d+) (\d+) (\d+)", text)
    places = {names[i]: (int(sets[i]), int(bindings[i])) for i in bindings if i in names and i in sets}
    return places, [int(n) for n in size.groups()] if size else [1, 1, 1]


def split_arguments(text):
    """The arguments of a function, from the text between its parentheses."""
    arguments, depth, current = [], 0, ""
    for character in text:
        depth += character in "(<[{"
        depth -= character in ")>]}"
        if character == "," and depth == 0:
            arguments.append(current.strip())
            current = ""
        else:
            current += character
    return arguments + [current.strip()] if current.strip() else arguments


def wrap(text, places):
    """Appends a C function that calls the entry point. Returns the text and what its pointers are to: the name "sizes"
    or (place, element), with each one's buffer index."""
    entry = re.search(r"^kernel void (\w+)\((.*)\)$", text, flags=re.M)
    if not entry:
        raise Problem("the text has no kernel")
    pointers, call = [], []
    for argument in split_arguments(entry[2]):
        builtin = re.match(r"(\w+) \w+ \[\[(\w+)\]\]$", argument)
        if builtin and builtin[2] in BUILTINS:
            vector = BUILTINS[builtin[2]]
            count = {"uint": 1, "uint2": 2, "uint3": 3}[builtin[1]]
            values = ", ".join("%s[%d]" % (vector, i) for i in range(count))
            call.append(values if count == 1 else "(%s)(%s)" % (builtin[1], values))
            continue
        buffer = re.match(r"(.*?)([&*])((?: __restrict)?) (\w+) \[\[buffer\((\d+)\)\]\]$", argument)
        if not buffer:
            raise Problem("the argument '%s' is not supported here" % argument)
        name, number = buffer[4], int(buffer[5])
        element = re.match(r"(\w+)_(\d+)$", name)
        alias = re.match(r"spvBufferAliasSet(\d+)Binding(\d+)$", name)
        if name == SIZES:
            pointers.append(("sizes", number))
        elif alias:
            pointers.append((((int(alias[1]), int(alias[2])), 0), number))
        elif name in places:
            pointers.append(((places[name], 0), number))
        elif element and element[1] in places:
            pointers.append(((places[element[1]], int(element[2])), number))
        else:
            raise Problem("no variable is called '%s'" % name)
        value = "(%s*)pointers[%d]" % (buffer[1], len(pointers) - 1)
        call.append("*" + value if buffer[2] == "&" else value)
    text += "\nextern \"C\" void lacuna_invoke(__global const ulong* pointers, __global const uint* in_grid, " \
            "__global const uint* in_group, __global const uint* group_in_grid, __global const uint* group_counts)\n{\n    %s(%s);\n}\n" \
            % (entry[1], ", ".join(call))
    return text, pointers


def invoke():
    """Runs a compiled text: reads what to do as JSON from standard input and writes the buffers' bytes as JSON."""
    job = json.load(sys.stdin)
    buffers = []
    for content in job["buffers"]:
        data = bytes.fromhex(content)
        room = (ctypes.c_ubyte * (len(data) + 4160))()
        start = (-ctypes.addressof(room)) % 64
        ctypes.memmove(ctypes.addressof(room) + start, data, len(data))
        buffers.append((room, ctypes.addressof(room) + start, len(data)))
    pointers = (ctypes.c_uint64 * len(buffers))(*[address for _, address, _ in buffers])
    function = ctypes.CDLL(job["library"]).lacuna_invoke
    vector = ctypes.c_uint32 * 3
    groups, size = job["groups"], job["local_size"]

    def positions(counts):
        return [(x, y, z) for z in range(counts[2]) for y in range(counts[1]) for x in range(counts[0])]

    for group in positions(groups):
        for local in positions(size):
            grid = [group[i] * size[i] + local[i] for i in range(3)]
            function(pointers, vector(*grid), vector(*local), vector(*group), vector(*groups))
    json.dump([ctypes.string_at(address, length).hex() for _, address, length in buffers], sys.stdout)


def run_printed(module, arguments, resources):
    """{(set, binding): [bytes, ...]} after the printed text has run, or None if it did not end."""
    text, message = msl_check.to_metal(module, ["--msl-version", arguments.msl_version, msl_check.NATIVE])
    if text is None:
        raise Problem("spirv-cross: " + message)
    places, local_size = places_of(module)
    text, pointers = wrap(text, places)
    with tempfile.TemporaryDirectory() as folder:
        source, library = os.path.join(folder, "printed.cl"), os.path.join(folder, "printed.so")
        with open(source, "w") as file:
            file.write(SHARED_MEMORY + msl_check.for_clang(text, "(ulong)(lacuna_shared + # * 4096)"))
        compiled = subprocess.run(["clang", *msl_check.CLANG_FLAGS, "-DLACUNA_MSL_VALUES", "-O0", "-fPIC", "-shared",
                                   "-o", library, source], capture_output=True, text=True, timeout=120)
        if compiled.returncode != 0:
            raise Problem("the text does not compile: " + compiled.stderr.strip().splitlines()[0])
        sizes = [0] * 32
        contents = []
        for what, number in pointers:
            if what == "sizes":
                contents.append(None)
                continue
            place, element = what
            contents.append(resources[place][element])
            sizes[number] = len(contents[-1])
        size_bytes = b"".join(size.to_bytes(4, "little") for size in sizes)
        job = {"library": library, "groups": [int(n) for n in arguments.groups.split(",")], "local_size": local_size,
               "buffers": [(size_bytes if content is None else content).hex() for content in contents]}
        try:
            run = subprocess.run([sys.executable, os.path.abspath(__file__), "--invoke"], input=json.dumps(job),
                                 capture_output=True, text=True, timeout=arguments.timeout)
        except subprocess.TimeoutExpired:
            return None
        if run.returncode != 0:
            raise Problem("the compiled text ended with status %d: %s" % (run.returncode, run.stderr.strip()[-300:]))
        results = {place: list(elements) for place, elements in resources.items()}
        for (what, _), data in zip(pointers, json.loads(run.stdout)):
            if what != "sizes":
                results[what[0]][what[1]] = bytes.fromhex(data)
        return results


def first_difference(expected, got):
    for place, elements in expected.items():
        for i, content in enumerate(elements):
            other = got[place][i]
            if bytes(content) == other:
                continue
            at = next(k for k in range(len(content)) if content[k] != other[k]) // 4 * 4
            return "%d.%d[%d]: byte %d: %s, and printed for Metal %s" % (
                *place, i, at, content[at:at + 4][::-1].hex(), other[at:at + 4][::-1].hex())
    return ""


def main():
    if sys.argv[1:] == ["--invoke"]:
        return invoke()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference")
    parser.add_argument("printed")
    parser.add_argument("--resources", required=True)
    parser.add_argument("--groups", default="1,1,1")
    parser.add_argument("--on", help="passed on to lacuna-run")
    parser.add_argument("--msl-version", default="20100")
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--expect", choices=["same", "different", "hang"], default="same")
    arguments = parser.parse_args()
    try:
        resources = read_resources(arguments.resources)
        expected = run_reference(arguments.reference, arguments)
        got = run_printed(arguments.printed, arguments, resources)
    except Problem as problem:
        print("msl_run: " + str(problem), file=sys.stderr)
        return 2
    difference = "" if got is None else first_difference(expected, got)
    outcome = "hang" if got is None else "different" if difference else "same"
    if outcome == arguments.expect:
        return 0
    print("msl_run: expected %s, found %s%s" % (arguments.expect, outcome, ": " + difference if difference else ""),
          file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
