#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks every JSON that lacuna-reflect writes of each module against the JSON Schemas, and that it writes it twice.

    check_reflection.py <folder of the schemas> <module>...

--json has to succeed; what derives from it may be refused, but on every list of modules each kind succeeds for some.
"""
import collections
import json
import os
import subprocess
import sys

import jsonschema

VIEWS = (("effect", ["--effect", "--sampler-parameters"]), ("pairs", ["--pairs", "--json"]),
         ("vertex_inputs", ["--vertex-inputs", "--json"]), ("findings", ["--check", "--json"]))


def validators(folder):
    """For each kind of output the arguments of the tool and the check."""
    schemas = {}
    for name in ("reflection.schema.json", "reflection-views.schema.json"):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            schemas[name] = json.load(file)
        jsonschema.Draft7Validator.check_schema(schemas[name])
    resolver = jsonschema.RefResolver("reflection-views.schema.json", schemas["reflection-views.schema.json"],
                                      store=schemas)
    yield "reflection", ["--json"], jsonschema.Draft7Validator(schemas["reflection.schema.json"])
    for name, arguments in VIEWS:
        schema = {"$ref": "reflection-views.schema.json#/definitions/" + name}
        yield name, arguments, jsonschema.Draft7Validator(schema, resolver=resolver)


def main():
    checks, failed, seen = list(validators(sys.argv[1])), 0, collections.Counter()
    for module in sys.argv[2:]:
        problems = []
        for name, arguments, validator in checks:
            first, second = (subprocess.run(["lacuna-reflect"] + arguments + [module], capture_output=True, check=False)
                             for _ in range(2))
            if first.stdout != second.stdout:
                problems.append("%s: the second run writes other bytes" % name)
            if first.returncode not in (0, 2):
                if name == "reflection" or first.returncode < 0:
                    problems.append("%s: %s" % (name, first.stderr.decode(errors="replace").strip()))
                continue
            seen[name] += 1
            problems += ["%s: %s at %s" % (name, e.message[:200], "/".join(str(p) for p in e.absolute_path))
                         for e in validator.iter_errors(json.loads(first.stdout))]
        for problem in problems:
            print("%s: %s" % (module, problem))
        failed += bool(problems)
    never = [name for name, _, _ in checks if seen[name] == 0]
    if never:
        print("never written: " + ", ".join(never))
    print("%d modules, %d with problems" % (len(sys.argv) - 2, failed))
    return 1 if failed or never else 0


if __name__ == "__main__":
    sys.exit(main())
