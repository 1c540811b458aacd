# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""What difftest must know of a pass: one function each.

It takes a case and a random generator, and says how the case is rewritten and
how the result runs (Rewriting). PASSES lists them by the pass's flag."""
import dataclasses


@dataclasses.dataclass
class Rewriting:
    """`flags` are spirv-opt's. The rewritten module runs with native null
    descriptors or, with the interface map, on stand-ins. `pieces` cuts buffers: {(set,
    binding): bytes of the pieces but the last}."""
    flags: list
    null: str = "native"  # or "stand-in"
    pieces: dict = dataclasses.field(default_factory=dict)


def flag(name, options):
    return ["--%s%s" % (name, "=" + ",".join(options) if options else "")]


def emulate_null_descriptors(case, random):
    options = []
    for key, values in (("storage-buffers", ("length", "presence", "both")),
                        ("uniform-buffers", ("stand-in", "presence")),
                        ("loads", ("branch", "select")),
                        ("helpers", ("inline", "call"))):
        value = random.choice(values)
        if value != values[0]:
            options.append("%s=%s" % (key, value))
    if random.random() < 0.25:
        options.append("presence=%s:2.0" % random.choice(("uniform-buffer", "storage-buffer")))
    return Rewriting(flag("emulate-null-descriptors", options), null="stand-in")


PASSES = {
    "emulate-null-descriptors": emulate_null_descriptors,
}
