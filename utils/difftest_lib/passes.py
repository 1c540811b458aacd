# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""What difftest must know of a pass: one function each.

It takes a case and a random generator, and says how the case is rewritten and
how the result runs (Rewriting). PASSES lists them by the pass's flag."""
import dataclasses


@dataclasses.dataclass
class Rewriting:
    """`flags` are spirv-opt's. The rewritten module runs with native null
    descriptors or, with the interface map, on stand-ins.
    `pieces` takes the interface map, as Python objects, and says how buffers are cut:
    {(set, binding): for each element the bytes of its pieces but the last}."""
    flags: list
    null: str = "native"  # or "stand-in"
    pieces: object = lambda interface: {}


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


def split_segmented_buffers(case, random):
    buffers = [buffer for kind in ("storage-buffer", "uniform-texel-buffer", "storage-texel-buffer")
               for buffer in case.buffers(kind)]
    chosen = [buffer for buffer in buffers if random.random() < 0.7] or buffers[:1]
    counts = {(buffer.set, buffer.binding): random.randint(2, 4) for buffer in chosen}
    options = []
    if chosen:
        options.append("segments=" + ",".join("%d.%d:%d" % (key + (count,)) for key, count in counts.items()))
    # With equal pieces, the last one is no longer than the others.
    equal = 0
    if random.random() < 0.4:
        shares = [-(-element.range // counts[buffer.set, buffer.binding]) for buffer in chosen
                  for element in buffer.elements]
        equal = max(-(-max(shares, default=0) // 48) * 48, 48)
        options.append("piece-bytes=%d" % equal)
    # What cannot be split stays whole, and the map does not list it.
    for key, value in (("on-unsupported", "keep"), ("piece-index", "dynamic" if random.random() < 0.1 else ""),
                       ("index", random.choice(("", "32", "64"))), ("helpers", random.choice(("", "inline")))):
        if value:
            options.append("%s=%s" % (key, value))
    places = {key: [random.random() for _ in range(count - 1)] for key, count in counts.items()}

    def pieces(interface):
        split = {(entry["set"], entry["binding"]): entry["piece_multiple"] for entry in interface["segments"]}
        cut = {}
        for buffer in chosen:
            key = (buffer.set, buffer.binding)
            if key in split:
                # A piece of a texel buffer holds whole texels; their sizes are powers of two.
                multiple = max(split[key], buffer.unit)
                cut[key] = [pieces_of(element, multiple, places[key], equal) for element in buffer.elements]
        return cut
    return Rewriting(flag("split-segmented-buffers", options), pieces=pieces)


def pieces_of(element, multiple, places, equal):
    """The bytes of an element's pieces but the last: of equal size, or cut at these
    places, which are shares of the whole. A last piece of 1 to 3 bytes would count
    as none, and is not made."""
    length = element.range
    if equal:
        cuts = [min(equal * (number + 1), length) for number in range(len(places))]
    else:
        cuts = sorted(int(place * (length + multiple)) // multiple * multiple for place in places)
        cuts = [min(cut, length // multiple * multiple) for cut in cuts]
        if 0 < length - cuts[-1] < 4:
            cuts = [min(cut, max(cuts[-1] - multiple, 0)) for cut in cuts]
    return [end - start for start, end in zip([0] + cuts, cuts)]


def legalize_msl_array_pointers(case, random):
    options = []
    whole = random.choice(("auto", "keep", "specialise"))
    if whole != "auto":
        options.append("whole=" + whole)
    options.append("msl-version=3.1")
    return Rewriting(flag("legalize-msl-array-pointers", options))


def together(case, random):
    """All three in the order in which they compose. Descriptors of Metal's limits
    are no matter here, so what it cannot do is kept."""
    split = split_segmented_buffers(case, random)
    emulate = emulate_null_descriptors(case, random)
    legalize = flag("legalize-msl-array-pointers", ["msl-version=3.1", "on-unsupported=keep"])
    return Rewriting(split.flags + emulate.flags + legalize, null="stand-in", pieces=split.pieces)


PASSES = {
    "emulate-null-descriptors": emulate_null_descriptors,
    "split-segmented-buffers": split_segmented_buffers,
    "legalize-msl-array-pointers": legalize_msl_array_pointers,
    "together": together,
}
