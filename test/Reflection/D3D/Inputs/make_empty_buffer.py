# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a ps_4_0 container whose only constant buffer has no variables: make_empty_buffer.py FILE"""
import struct
import sys

name = 28 + 32 + 24
rdef = struct.pack("<7I", 1, 28 + 32, 1, 28, 0xFFFF0400, 0, 0)
rdef += struct.pack("<8I", name, 0, 0, 0, 0, 0, 1, 0)
rdef += struct.pack("<6I", name, 0, 0, 0, 0, 0)
rdef += b"$Globals\0\0\0\0"
header = b"DXBC" + bytes(16) + struct.pack("<IIII", 1, 36 + 8 + len(rdef), 1, 36)
with open(sys.argv[1], "wb") as file:
    file.write(header + b"RDEF" + struct.pack("<I", len(rdef)) + rdef)
