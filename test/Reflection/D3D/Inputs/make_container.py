# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a container with empty chunks of the given names: make_container.py FILE NAME..."""
import struct
import sys

names = sys.argv[2:]
first = 32 + 4 * len(names)
chunks = b"".join(name.encode() + struct.pack("<II", 4, 0) for name in names)
offsets = [first + 12 * i for i in range(len(names))]
header = b"DXBC" + bytes(16) + struct.pack("<III", 1, first + len(chunks), len(names))
with open(sys.argv[1], "wb") as file:
    file.write(header + struct.pack("<%dI" % len(offsets), *offsets) + chunks)
