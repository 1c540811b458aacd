#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares `lacuna-reflect --json` with `spirv-cross --reflect` on modules.

    utils/compare_reflection.py --tool build/release/bin/lacuna-reflect <module or folder>...

Entry points, workgroup sizes, kinds, sets, bindings, array lengths, block sizes, members' offsets and strides,
specialization constants and locations have to agree. Where spirv-cross is known to be wrong or to mean something else
(docs/Reflection.md has the table, each with the smallest input), a rule about the input says so, and the difference is
counted under that rule's name. Any other difference is a failure.
"""
import argparse
import collections
import json
import subprocess
import sys

import module_files

STAGES = {"vert": "vertex", "tesc": "tessellation-control", "tese": "tessellation-evaluation", "geom": "geometry",
          "frag": "fragment", "comp": "compute", "rgen": "ray-generation", "rint": "intersection", "rahit": "any-hit",
          "rchit": "closest-hit", "rmiss": "miss", "rcall": "callable", "task": "task", "mesh": "mesh"}
# spirv-cross's lists, and the kinds that go into them.
KINDS = [(["textures", "separate_images"], ["combined-sampler", "texture", "uniform-texel-buffer"]),
         (["separate_samplers"], ["sampler"]), (["images"], ["storage-image", "storage-texel-buffer"]),
         (["subpass_inputs"], ["input-attachment"]), (["ssbos"], ["storage-buffer"]), (["ubos"], ["constant-buffer"]),
         (["push_constants"], ["push-constants"]), (["acceleration_structures"], ["acceleration-structure"])]


class Comparison:
    """One module."""

    def __init__(self, ours, theirs):
        self.ours, self.theirs = ours, theirs
        self.failures, self.known, self.checks = [], collections.Counter(), 0

    def same(self, what, mine, other):
        self.checks += 1
        if mine != other:
            self.failures.append("%s: lacuna-reflect says %r, spirv-cross %r" % (what, mine, other))

    def run(self):
        self.entry_points()
        for keys, kinds in KINDS:
            self.resources(keys, kinds)
        self.spec_constants()
        self.locations()

    def entry_points(self):
        mine = {(e["name"], e["stage"]): e for e in self.ours["entry_points"]}
        others = {}
        for entry in self.theirs.get("entryPoints", []):
            stage = STAGES.get(entry["mode"])
            if stage is None:
                self.known["stages that spirv-cross has no name for"] += 1
                return
            others[(entry["name"], stage)] = entry
        ids = collections.Counter(e["id"] for e in self.ours["entry_points"])
        if any(count > 1 for count in ids.values()):
            self.known["entry points of one function are one"] += 1
        else:
            self.same("entry points", sorted(mine), sorted(others))
        for key, other in others.items():
            if key not in mine or "workgroup_size" not in other:
                continue
            modes = [mode["name"] for mode in mine[key]["execution_modes"]]
            if "LocalSizeId" in modes or (not modes and other["workgroup_size"] == [0, 0, 0]):
                self.known["a workgroup size that LocalSizeId gives, or nothing, is 0"] += 1
                continue
            for i, size in enumerate(other["workgroup_size"]):
                if other["workgroup_size_is_spec_constant_id"][i]:
                    self.known["a workgroup size is given as the id of a constant"] += 1
                elif len(mine[key].get("workgroup", [])) == 3:
                    self.same("workgroup size", mine[key]["workgroup"][i]["value"], size)
                else:
                    self.same("workgroup size", None, size)

    def used_by_first(self, index):
        return any(use["resource"] == index for use in self.ours["entry_points"][0]["uses"]) \
            if self.ours["entry_points"] else True

    def resources(self, keys, kinds):
        mine = [(i, r) for i, r in enumerate(self.ours["resources"]) if r["kind"] in kinds]
        others = [other for key in keys for other in self.theirs.get(key, [])]
        place = lambda r: (r.get("set", 0), r.get("binding", 0))
        free = collections.defaultdict(list)
        for other in others:
            free[place(other)].append(other)
        for index, resource in mine:
            # Of aliases at one place, the first that fits; both lists are in the module's order.
            candidates = free[place(resource)]
            if not candidates:
                # Since SPIR-V 1.4 spirv-cross lists what the first entry point's interface names.
                if self.ours["format_version"] >= [1, 4] and not self.used_by_first(index):
                    self.known["resources of other entry points are left out"] += 1
                elif resource.get("image", {}).get("sampled_unknown"):
                    self.known["images with Sampled 0 are left out"] += 1
                else:
                    self.failures.append("%s '%s' at %s is not in spirv-cross's list" %
                                         (resource["kind"], resource["name"], place(resource)))
                continue
            self.resource(resource, candidates.pop(0))
        for left in free.values():
            for other in left:
                self.failures.append("%s '%s' is not in lacuna-reflect's list" % ("/".join(keys), other["name"]))

    def lengths(self, what, dimensions, other):
        """Lengths of arrays; spirv-cross lists the innermost first."""
        literal = other.get("array_size_is_literal", [])
        lengths = list(reversed(other.get("array", [])))
        mine = [d["length"] for d in dimensions]
        self.same(what + " dimensions", len(mine), len(lengths))
        for i, length in enumerate(lengths[:len(mine)]):
            if not literal[len(literal) - 1 - i]:
                self.known["an array length is given as the id of a constant"] += 1
            else:
                self.same(what + " length", mine[i], length)

    def resource(self, resource, other):
        what = "%s '%s'" % (resource["kind"], resource["name"])
        self.lengths(what, resource.get("dimensions", []), other)
        block = resource.get("block")
        if block is None:
            return
        if "block_size" in other:
            size, spec = self.strided_size(block["members"])
            if spec:
                self.known["a block's size depends on a constant"] += 1
            elif size >= 1 << 32:
                self.known["a size past 32 bits is cut"] += 1
            else:
                self.same(what + " size", size, other["block_size"])
        if other["type"] in self.theirs.get("types", {}):
            self.members(what, block["members"], other["type"])

    def strided_size(self, members):
        """The end of the member with the highest offset, its last element and vector padded: what block_size means."""
        if not members:
            return 0, False
        last = max(enumerate(members), key=lambda m: (m[1]["offset"], m[0]))[1]
        dimensions = last.get("dimensions", [])
        spec = any("spec_ids" in d for d in dimensions)
        if dimensions:
            return last["offset"] + dimensions[0]["length"] * dimensions[0]["stride"], spec
        if last["class"] == "matrix":
            vectors = last["columns"] if last["spirv_row_major"] else last["rows"]
            return last["offset"] + vectors * last["matrix_stride"], spec
        if last["class"] == "struct":
            inner, inner_spec = self.strided_size(last.get("members", []))
            return last["offset"] + inner, spec or inner_spec
        return last["offset"] + last["size"], spec

    def members(self, what, members, type_name):
        others = self.theirs["types"][type_name].get("members", [])
        self.same(what + " members", len(members), len(others))
        for member, other in zip(members, others):
            name = what + "." + member["name"]
            if "offset" in other:
                self.same(name + " offset", member["offset"], other["offset"])
            pointer = member["scalar"] == "pointer"
            if not pointer:
                self.lengths(name, member.get("dimensions", []), other)
            if member.get("dimensions") and "array_stride" in other:
                # spirv-cross gives the stride of the outermost dimension.
                self.same(name + " array stride", member["dimensions"][0]["stride"], other["array_stride"])
            if member["class"] == "matrix":
                if "matrix_stride" in other:
                    self.same(name + " matrix stride", member["matrix_stride"], other["matrix_stride"])
                self.same(name + " row-major", member["spirv_row_major"], other.get("row_major", False))
            if member["class"] == "struct" and other["type"] in self.theirs["types"]:
                self.members(name, member.get("members", []), other["type"])

    def spec_constants(self):
        mine = {c["spec_id"]: c for c in self.ours["spec_constants"]}
        others = {c["id"]: c for c in self.theirs.get("specialization_constants", [])}
        self.same("specialization constants", sorted(mine), sorted(others))
        for spec_id, other in others.items():
            constant = mine.get(spec_id)
            if constant is None:
                continue
            if constant["scalar"] == "bool":
                self.same("default of %d" % spec_id, constant["default"], str(other["default_value"]).lower())
            elif constant["scalar"] in ("sint", "uint"):
                if constant.get("bits", 32) != 32:
                    self.known["defaults of other widths are cut or left out"] += 1
                else:
                    self.same("default of %d" % spec_id, int(constant["default"]), other["default_value"])
            elif constant.get("bits") == 32:
                self.same("default of %d" % spec_id, abs(float(constant["default"]) - other["default_value"]) <=
                          1e-5 * abs(other["default_value"]) + 1e-12, True)

    def locations(self):
        if not self.ours["entry_points"]:
            return
        first = self.ours["entry_points"][0]
        for key in ("inputs", "outputs"):
            mine = collections.Counter()
            for variable in first[key]:
                if "location" in variable and "built_in" not in variable:
                    mine[variable["location"]] += 1
            others = collections.Counter(v["location"] for v in self.theirs.get(key, []) if "location" in v)
            if mine != others and self.ours["format_version"] < [1, 4] and len(self.ours["entry_points"]) > 1:
                self.known["variables of other entry points are listed"] += 1
                continue
            self.same(key + " locations", sorted(mine.elements()), sorted(others.elements()))


def run(command):
    return subprocess.run(command, capture_output=True, timeout=60)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="lacuna-reflect")
    parser.add_argument("--max-failures", type=int, default=40)
    module_files.add_arguments(parser)
    options = parser.parse_args()
    modules = module_files.list_modules(options)
    known, failures, refused, equal, checks = collections.Counter(), [], [], 0, 0
    for module in modules:
        ours = run([options.tool, "--json", module])
        theirs = run(["spirv-cross", module, "--reflect"])
        if ours.returncode != 0:
            refused.append(module)
            if ours.returncode == 1 and b"which SPIRV-Tools" in ours.stderr:
                known["instructions newer than SPIRV-Tools: refused by lacuna-reflect"] += 1
            elif ours.returncode < 0 or theirs.returncode == 0:
                failures.append("%s: refused: %s" % (module, ours.stderr.decode(errors="replace").strip()))
            continue
        if theirs.returncode != 0:
            known["spirv-cross %s" % ("refuses" if theirs.returncode > 0 else "crashes")] += 1
            continue
        try:
            other = json.loads(theirs.stdout.decode(errors="replace"))
        except ValueError:
            known["spirv-cross writes no JSON"] += 1
            continue
        comparison = Comparison(json.loads(ours.stdout), other)
        comparison.run()
        checks += comparison.checks
        known.update(comparison.known)
        failures += ["%s: %s" % (module, f) for f in comparison.failures]
        equal += not comparison.failures
    for failure in failures[:options.max_failures]:
        print(failure)
    for name, count in sorted(known.items()):
        print("known: %s: %d" % (name, count))
    print("%d modules: %d equal in %d checks, %d refused by lacuna-reflect, %d differences" %
          (len(modules), equal, checks, len(refused), len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
