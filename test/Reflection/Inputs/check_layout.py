#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that a layout is an interface map but for "pipeline_layout", and that maps made with it agree with it.

    check_layout.py <source folder> <layout> [<interface map>...]
"""
import json
import os
import sys

import jsonschema


def bits(presence):
    return {(b["set"], b["binding"], b["kind"]): (b["first"], b["count"]) for b in presence["bits"]}


def main():
    with open(os.path.join(sys.argv[1], "docs", "interface-map.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        layout = json.load(file)
    whole = dict(layout)
    assert whole.pop("pipeline_layout")["bindings"], "there is no pipeline layout"
    jsonschema.Draft7Validator(schema).validate(whole)
    for name in sys.argv[3:]:
        with open(name, encoding="utf-8") as file:
            presence = json.load(file)["presence"]
        for key in ("source", "offset", "words"):
            assert presence[key] == layout["presence"][key], (name, key, presence[key])
        assert bits(presence) == bits(layout["presence"]), (name, bits(presence))


if __name__ == "__main__":
    main()
