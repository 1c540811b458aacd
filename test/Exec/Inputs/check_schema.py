# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""check_schema.py SCHEMA FILE...: checks JSON files against a JSON Schema."""
import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    validator = validator_class(schema)
    status = 0
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            for error in validator.iter_errors(json.load(file)):
                print("%s: %s: %s" % (path, "/".join(str(step) for step in error.path), error.message))
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
