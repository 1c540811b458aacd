// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_D3D_BYTEVIEW_H_
#define LACUNA_REFLECTION_D3D_BYTEVIEW_H_

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lacuna::reflection::d3d {

// A stretch of the input that knows where in it it lies. Offsets are in bytes
// from its start and 64 bits wide, so sums of fields of a file do not wrap.
// Nothing in these formats promises alignment: numbers are put together from
// bytes, lowest first.
class ByteView {
 public:
  ByteView(const uint8_t* bytes, uint64_t size, uint64_t place = 0) : bytes_(bytes), size_(size), place_(place) {}

  uint64_t size() const { return size_; }
  // Where `offset` is in the whole input.
  uint64_t PlaceOf(uint64_t offset) const { return place_ + offset; }

  bool Has(uint64_t offset, uint64_t count) const { return offset <= size_ && count <= size_ - offset; }

  // The caller has asked Has() for what these read.
  uint8_t U8(uint64_t offset) const {
    assert(Has(offset, 1));
    return bytes_[offset];
  }
  uint16_t U16(uint64_t offset) const { return static_cast<uint16_t>(U8(offset) | U8(offset + 1) << 8); }
  uint32_t U32(uint64_t offset) const { return U16(offset) | static_cast<uint32_t>(U16(offset + 2)) << 16; }
  ByteView Part(uint64_t offset, uint64_t count) const {
    assert(Has(offset, count));
    return ByteView(bytes_ + offset, count, place_ + offset);
  }
  ByteView From(uint64_t offset) const { return Part(offset, size_ - offset); }

  // The characters from `offset` up to a zero byte; nothing when there is none
  // before the end.
  std::optional<std::string_view> Text(uint64_t offset) const;

 private:
  const uint8_t* bytes_;
  uint64_t size_;
  uint64_t place_;
};

// Records and characters that a reader may still make. Files share strings and
// type records, so a small one can describe an exponential number of members.
class OutputBudget {
 public:
  static constexpr uint64_t kMaxRecords = 1 << 18;
  static constexpr uint64_t kMaxCharacters = 1 << 24;

  bool TakeRecord() { return records_ > 0 && records_-- > 0; }
  bool TakeCharacters(uint64_t count) {
    if (count > characters_) return false;
    characters_ -= count;
    return true;
  }

  // The limit, for errors.
  static std::string Text();

 private:
  uint64_t records_ = kMaxRecords;
  uint64_t characters_ = kMaxCharacters;
};

// How deep structs may lie in structs.
inline constexpr uint32_t kMaxStructDepth = 16;

// 0x and eight digits.
std::string Hex(uint32_t number);

// "1 byte", "2 bytes".
std::string Count(uint64_t count, const char* what);

// The four characters, those that cannot be printed as \xNN.
std::string FourCcText(uint32_t code);

constexpr uint32_t FourCc(char a, char b, char c, char d) {
  return static_cast<uint8_t>(a) | static_cast<uint32_t>(static_cast<uint8_t>(b)) << 8 |
         static_cast<uint32_t>(static_cast<uint8_t>(c)) << 16 | static_cast<uint32_t>(static_cast<uint8_t>(d)) << 24;
}

}  // namespace lacuna::reflection::d3d

#endif  // LACUNA_REFLECTION_D3D_BYTEVIEW_H_
