#!/usr/bin/env python3
# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the arithmetic on places far beyond what memory there is.

  far_places.py WORK_DIR [--on=cpu]

A split module's lengths are replaced by constants, and what it loads by the
number of the piece and, in a second module, by the index in it. So buffers of
many GiB are searched without any of their bytes. Expected is what Python's
integers say.
"""
import os
import random
import re
import subprocess
import sys

SHADER = """#version 450
#extension GL_EXT_scalar_block_layout : require
%s
layout(local_size_x = 1) in;
struct Element { uint w[%d]; };
layout(set = 0, binding = 0, scalar) buffer Segmented { uint header[%d]; Element a[]; };
layout(set = 0, binding = 1, std430) readonly buffer In { uint indices[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint found[]; };
void main() {
  found[0] = a.length();
  for (uint k = 0; k < indices.length(); ++k) found[k + 1] = a[%s(indices[k])].w[%d];
}
"""
LARGEST = 0xffffffff // 4
# Words of the pieces, and options of the pass. Where places are narrow, all words together are fewer than 2^32.
CASES = [
    ([LARGEST] * 4, "", False),
    ([LARGEST, 0, LARGEST - 7, 4], "", False),
    ([12, LARGEST, 0, LARGEST], "index=32", False),
    ([LARGEST] * 5, "", False),
    ([LARGEST] * 5, "index=64", False),
    ([LARGEST] * 5, "", True),
    ([LARGEST - 3 * j for j in range(64)], "", False),
    ([0, 4, LARGEST, 0, 0, LARGEST, 8, 0], "", False),
    ([0, 4, LARGEST, 0, 0, LARGEST, 8, 0], "helpers=inline", False),
    ([0, 4, LARGEST, 0, 0, LARGEST, 8, 0], "helpers=inline,index=64", True),
    ([LARGEST - 3] * 5, "piece-bytes=%d" % (4 * (LARGEST - 3)), False),
    ([1 << 29] * 7, "piece-bytes=%d" % (1 << 31), False),
    ([1 << 29] * 7, "index=64,piece-bytes=%d" % (1 << 31), False),
    ([3 << 20] * 64, "piece-bytes=%d" % (3 << 22), False),
    ([4, 8, 12, 16], "", False),
]
LAYOUTS = [(1, 1, 0), (2, 1, 1), (3, 2, 2), (4, 4, 1), (16, 3, 15), (25, 1, 7)]  # words, header, the word that is loaded


def run(command, text=None):
    result = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            universal_newlines=True)
    if result.returncode != 0:
        sys.exit("far_places.py: %s failed:\n%s" % (" ".join(command), result.stdout))
    return result.stdout


def fake(text, lengths, give_index):
    """The disassembled module with its lengths and loads replaced."""
    pointers = dict(re.findall(r"(%\S+) = OpAccessChain \S+ %pieces_0_0_u32 (%\S+)", text))
    words = dict(re.findall(r"(%\S+) = OpAccessChain \S+ %pieces_0_0_u32 %\S+ %\S+ (%\S+)", text))
    names = dict((name, int(value)) for name, value in re.findall(r"(%\S+) = OpConstant %uint (\d+)", text))
    counts = [0, 0]

    def length(match):
        counts[0] += 1
        return "%s = OpCopyObject %%uint %%fake_length_%d" % (match.group(1), names[pointers[match.group(2)]])

    def load(match):
        if match.group(2) not in words:
            return match.group(0)
        counts[1] += 1
        piece = names[pointers[match.group(2)]]
        return "%s = OpCopyObject %%uint %s" % (
            match.group(1), words[match.group(2)] if give_index else "%%fake_piece_%d" % (piece + 1))

    text = re.sub(r"(%\S+) = OpArrayLength %uint (%\S+) 0", lambda m: length(m) if m.group(2) in pointers else m.group(0),
                  text)
    text = re.sub(r"(%\S+) = OpLoad %uint (%\S+)", load, text)
    constants = "".join("%%fake_length_%d = OpConstant %%uint %d\n%%fake_piece_%d = OpConstant %%uint %d\n" %
                        (j, words_of, j + 1, j + 1) for j, words_of in enumerate(lengths))
    # Behind the types, where the first function begins.
    first = re.search(r"^\s*%\S+ = OpFunction ", text, re.M).start()
    return text[:first] + constants + text[first:], counts


def expected(lengths, place, is_narrow):
    if is_narrow and place > 0xffffffff:
        return 0, 0
    for j, words in enumerate(lengths):
        if place < words:
            return j + 1, place
        place -= words
    return 0, 0


def main():
    work_dir = sys.argv[1]
    on = [argument for argument in sys.argv[2:] if argument.startswith("--on=")]
    os.makedirs(work_dir, exist_ok=True)
    checked = 0
    for number, (lengths, options, with_int64) in enumerate(CASES):
        if len(lengths) > 16 and not on:
            continue  # more descriptors than lavapipe has in a stage
        for element, header, word in LAYOUTS if number < 8 else LAYOUTS[2:5]:
            chance = random.Random(number)
            base = os.path.join(work_dir, "%d-%d" % (number, element))
            is_signed = number % 2 == 1 and element != 1
            extension = "#extension GL_EXT_shader_explicit_arithmetic_types : require" if with_int64 else ""
            shader = SHADER % (extension, element, header, "int" if is_signed else "", word)
            if with_int64:
                # So the module has the capability.
                shader = shader.replace("found[0] = a.length();", "found[0] = uint(uint64_t(a.length()) | 0UL);")
            with open(base + ".comp", "w", encoding="utf-8") as file:
                file.write(shader)
            run(["glslangValidator", "-V", "--target-env", "vulkan1.2", base + ".comp", "-o", base + ".spv"])
            text = "segments=0.0:%d%s" % (len(lengths), "," + options if options else "")
            run(["spirv-opt", "--split-segmented-buffers=" + text, base + ".spv", "-o", base + ".split.spv"])
            is_narrow = "index=32" in options or (not with_int64 and "index=64" not in options and
                                                  len(lengths) * (lengths[0] if "piece" in options else LARGEST) <=
                                                  0xffffffff)
            # Around every boundary, and anywhere.
            indices, total = [0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff], 0
            for words in lengths:
                total += words
                near = (total - header - word) // element
                indices += [near + d for d in (-1, 0, 1, 2) if 0 <= near + d <= 0xffffffff]
            indices += [(((1 << 32) - header - word) // element + d) & 0xffffffff for d in (-1, 0, 1)]
            indices += [chance.randrange(1 << 32) for _ in range(20)]
            data = b"".join(index.to_bytes(4, "little") for index in indices).hex()
            for give_index in (False, True):
                module, counts = fake(run(["spirv-dis", "--no-header", base + ".split.spv"]), lengths, give_index)
                if counts[0] < len(lengths) or counts[1] == 0:
                    sys.exit("far_places.py: there is nothing to replace in %s" % base)
                with open(base + ".spvasm", "w", encoding="utf-8") as file:
                    file.write(module)
                run(["spirv-as", "--target-env", "spv1.5", base + ".spvasm", "-o", base + ".fake.spv"])
                dump = run(["lacuna-run", "--dump=json", "--no-spirv-val"] + on +
                           ["--resources=0.0=storage-buffer:size=16*%d 0.1=storage-buffer:fill=hex:%s "
                            "0.2=storage-buffer:size=%d" % (len(lengths), data, 4 * len(indices) + 4), base + ".fake.spv"])
                found = bytes.fromhex(re.search(r'"binding": 2,[^}]*"hex": "([0-9a-f]*)"', dump).group(1))
                values = [int.from_bytes(found[i:i + 4], "little") for i in range(0, len(found), 4)]
                length = max(0, sum(lengths) - header) // element & 0xffffffff
                if values[0] != length:
                    sys.exit("far_places.py: %s: the length is %d, not %d" % (base, values[0], length))
                for index, value in zip(indices, values[1:]):
                    signed = index - (1 << 32) if is_signed and index >> 31 else index
                    place = header + signed * element + word
                    wanted = (0, 0) if signed < 0 else expected(lengths, place, is_narrow)
                    checked += 1
                    if value != wanted[give_index]:
                        sys.exit("far_places.py: %s: index %d gives %s %d, not %d" %
                                 (base, index, "index" if give_index else "piece", value, wanted[give_index]))
    print("%d places are right" % checked)


if __name__ == "__main__":
    main()
