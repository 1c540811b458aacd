# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""convert.py FORM MODULE OUTPUT: writes a little-endian module in another form."""

import struct
import sys

form, source, target = sys.argv[1:]
with open(source, "rb") as file:
    data = file.read()
words = struct.unpack("<%dI" % (len(data) // 4), data)
big = struct.pack(">%dI" % len(words), *words)

FORMS = {
    "big-endian": lambda: big,
    "hex-words": lambda: ", ".join("0x%x" % word for word in words).encode(),
    "hex-words-x": lambda: "\n".join("X%08X" % word for word in words).encode() + b"\n",
    "hex-bytes": lambda: " ".join("0x%x" % byte for byte in data).encode(),
    "hex-bytes-big": lambda: ",".join("0x%02X" % byte for byte in big).encode(),
    "hex-stream": lambda: "\n".join(data[i:i + 16].hex() for i in range(0, len(data), 16)).encode(),
    "hex-stream-big": lambda: b"  " + " ".join("%02x" % byte for byte in big).encode() + b"\n\n",
    "cut-in-word": lambda: data[:-3],
    "cut-in-instruction": lambda: data[:-8] + data[-4:],
    "cut-before-end": lambda: data[:-4],
    "no-magic": lambda: b"\x04" + data[1:],
    "zero-length": lambda: data[:20] + b"\0\0\0\0" + data[24:],
    "hex-cut": lambda: ", ".join("0x%x" % byte for byte in data[:-1]).encode(),
    "hex-bad": lambda: b"0x07230203,\n0x0001g000\n",
    "hex-other": lambda: b"0x12345678\n",
}
with open(target, "wb") as file:
    file.write(FORMS[form]())
