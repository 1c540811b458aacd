# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""check_map.py SCHEMA MAP...: checks interface maps against the JSON Schema."""

import json
import sys

import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for path in sys.argv[2:]:
    with open(path) as file:
        errors = ["%s: /%s: %s" % (path, "/".join(map(str, error.path)), error.message)
                  for error in validator.iter_errors(json.load(file))]
    if errors:
        sys.exit("\n".join(errors))
