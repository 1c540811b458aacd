// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The transform is MD5's (RFC 1321). What differs from MD5 is the end of the
// message: the length in bits stands at the start of the last block, and the
// word after all zeros is twice the length in bytes, with the lowest bit set
// ((bits >> 2) | 1), where MD5 has the upper half of the length.

#include <algorithm>
#include <array>
#include <cstring>

#include "Reflection/D3D/ByteView.h"
#include "lacuna/Reflection/D3D/Container.h"

namespace lacuna::reflection::d3d {
namespace {

constexpr uint64_t kSkippedBytes = 20;  // the name DXBC and the checksum itself
constexpr uint32_t kBlockBytes = 64;

// floor(2^32 * |sin(i + 1)|), as RFC 1321 defines it.
constexpr uint32_t kSines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr uint32_t kRotations[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

uint32_t RotateLeft(uint32_t value, uint32_t by) { return value << by | value >> (32 - by); }

void Transform(const ByteView& block, std::array<uint32_t, 4>* state) {
  auto [a, b, c, d] = *state;
  for (uint32_t i = 0; i < 64; ++i) {
    uint32_t mixed = 0, word = 0;
    switch (i / 16) {
      case 0:
        mixed = (b & c) | (~b & d);
        word = i;
        break;
      case 1:
        mixed = (b & d) | (c & ~d);
        word = (5 * i + 1) % 16;
        break;
      case 2:
        mixed = b ^ c ^ d;
        word = (3 * i + 5) % 16;
        break;
      default:
        mixed = c ^ (b | ~d);
        word = 7 * i % 16;
        break;
    }
    const uint32_t sum = a + mixed + kSines[i] + block.U32(4 * uint64_t{word});
    a = d;
    d = c;
    c = b;
    b += RotateLeft(sum, kRotations[i / 16][i % 4]);
  }
  (*state)[0] += a;
  (*state)[1] += b;
  (*state)[2] += c;
  (*state)[3] += d;
}

void PutWord(uint32_t word, uint8_t* bytes) {
  for (uint32_t i = 0; i < 4; ++i) bytes[i] = static_cast<uint8_t>(word >> 8 * i);
}

}  // namespace

std::array<uint32_t, 4> ContainerChecksum(Bytes bytes) {
  std::array<uint32_t, 4> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const uint64_t skipped = std::min<uint64_t>(kSkippedBytes, bytes.size);
  const ByteView message(bytes.data + skipped, bytes.size - skipped);
  const uint64_t whole = message.size() / kBlockBytes * kBlockBytes;
  for (uint64_t offset = 0; offset < whole; offset += kBlockBytes) {
    Transform(message.Part(offset, kBlockBytes), &state);
  }

  // The rest and the padding take one block, or two when the rest leaves no
  // room for the two words and the byte 0x80.
  const size_t rest = static_cast<size_t>(message.size() - whole);
  const uint32_t bits = static_cast<uint32_t>(message.size() * 8);
  uint8_t tail[2 * kBlockBytes] = {};
  const bool two = rest >= kBlockBytes - 8;
  uint8_t* last = tail + (two ? kBlockBytes : 0);
  uint8_t* text = two ? tail : tail + 4;  // in one block the length comes first
  if (rest != 0) std::memcpy(text, bytes.data + skipped + whole, rest);
  text[rest] = 0x80;
  PutWord(bits, last);
  PutWord(bits >> 2 | 1, last + kBlockBytes - 4);
  if (two) Transform(ByteView(tail, kBlockBytes), &state);
  Transform(ByteView(last, kBlockBytes), &state);
  return state;
}

}  // namespace lacuna::reflection::d3d
