# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""check_stages.py SCHEMA SHADERS SCRATCH: every stage's map is right and fits the schema."""

import json
import os
import subprocess
import sys

import jsonschema

STAGES = {
    "vert": "vertex", "tesc": "tessellation-control", "tese": "tessellation-evaluation", "geom": "geometry",
    "frag": "fragment", "comp": "compute", "task": "task", "mesh": "mesh", "rgen": "ray-generation",
    "rint": "intersection", "rahit": "any-hit", "rchit": "closest-hit", "rmiss": "miss", "rcall": "callable",
}
schema_path, shaders, scratch = sys.argv[1:]
with open(schema_path) as file:
    schema = json.load(file)
seen = set()
for name in sorted(os.listdir(shaders)):
    shader = os.path.join(shaders, name)
    subprocess.run(["glslangValidator", "-V", "--target-env", "vulkan1.3", "-o", scratch, shader],
                   stdout=subprocess.PIPE, check=True)
    command = ["spirv-opt", scratch, "-o", "/dev/null", "--interface=-"]
    result = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    interface = json.loads(result.stdout)
    jsonschema.validate(interface, schema)
    stage = STAGES[name.rsplit(".", 1)[1]]
    seen.add(stage)
    if interface["entry_points"] != [{"name": "main", "stage": stage}]:
        sys.exit("%s: %s" % (name, interface["entry_points"]))
if seen != set(STAGES.values()):
    sys.exit("no shader for " + " ".join(sorted(set(STAGES.values()) - seen)))
