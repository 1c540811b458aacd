// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERFACEMAP_H_
#define LACUNA_INTERFACEMAP_H_

// The interface map: what the run time must do for a rewritten module. See
// docs/InterfaceMap.md for the JSON form and for what a host does with it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lacuna/Descriptor.h"

namespace lacuna {

struct InterfaceMap {
  // The version of the format written: readers refuse another major version.
  static constexpr uint32_t kMajorVersion = 1, kMinorVersion = 0;

  struct Generator {
    std::string name, version;  // "lacuna" and the library's version
    std::string spirv_tools;    // version of SPIRV-Tools, e.g. "v2025.1"
    std::string pipeline;       // canonical pipeline text
    std::string fingerprint;    // hex; changes whenever the output can change
  };

  struct EntryPoint {
    std::string name;
    std::string stage;  // "vertex", "fragment", "compute", ... (InterfaceMap.md)
  };

  // Element e of the descriptor has bit first + e.
  struct PresenceBits {
    uint32_t set = 0, binding = 0;
    DescriptorKind kind = DescriptorKind::kStorageBuffer;
    uint32_t first = 0, count = 0;
    std::vector<std::string> entry_points;  // those that read the bits
  };

  // Bit b is bit b % 32 (lowest first) of word b / 32; 1 means present.
  struct Presence {
    enum class Source { kPushConstant, kUniformBuffer, kStorageBuffer };
    Source source = Source::kPushConstant;
    uint32_t set = 0, binding = 0;  // of the buffer sources
    uint32_t offset = 0;            // of word 0, in bytes
    uint32_t words = 0;
    std::vector<PresenceBits> bits;
  };

  // What the host binds in place of a null descriptor.
  struct StandIn {
    uint32_t set = 0, binding = 0;
    DescriptorKind kind = DescriptorKind::kStorageBuffer;
    // Storage buffers: the largest range, in bytes, that counts as null (absent
    // when a presence bit decides alone), and how many bytes from the range's
    // start must be readable memory whatever the range is.
    std::optional<uint64_t> max_range;
    std::optional<uint64_t> readable_bytes;
    // Uniform buffers: bytes of a stand-in at least. Zero-filled: these, and images whose null has no bit.
    bool zero_filled = false;
    std::optional<uint64_t> min_bytes;
    // Images and texel buffers: what the shader declares. The class is "float",
    // "sint" or "uint", the dimension "1d", "2d", "3d", "cube" or "buffer"; both
    // are empty elsewhere. `depth` asks for a depth format.
    std::string format_class;
    std::string dim;
    bool arrayed = false, multisampled = false, depth = false;
  };

  // A buffer that the host binds in pieces: element k's piece j is element
  // k * pieces + j of the descriptor array at the binding.
  struct Segments {
    uint32_t set = 0, binding = 0;
    DescriptorKind kind = DescriptorKind::kStorageBuffer;
    uint32_t count = 0;           // elements of the descriptor before the rewrite; 0: the module leaves it open
    uint32_t pieces = 0;          // per element
    uint32_t piece_multiple = 0;  // bytes; every piece but the last is a multiple of it
    // Bytes: every piece before the last one in use has exactly so many. Absent
    // where the module measures pieces.
    std::optional<uint32_t> piece_bytes;
  };

  // Something a pass left as it was.
  struct Declined {
    std::string pass;
    std::optional<uint32_t> set, binding;
    std::string instruction, reason;
  };

  struct PushConstantRange {
    uint32_t offset = 0, size = 0;  // bytes
  };

  Generator generator;
  std::vector<EntryPoint> entry_points;
  std::optional<Presence> presence;
  std::vector<StandIn> stand_ins;
  std::vector<Segments> segments;
  std::optional<PushConstantRange> push_constants;  // of the rewritten module
  std::vector<std::string> added_capabilities, added_extensions;
  std::vector<Declined> declined;

  // Byte-stable JSON text, ending in a newline. Lists are sorted by
  // (set, binding), names by their bytes; keys have one fixed order.
  std::string ToJson() const;

  // Reads what ToJson writes; unknown keys are ignored. On failure (not JSON, a
  // wrong type, another schema or major version) returns false, leaves *map as
  // it was and puts one sentence without a full stop into *error.
  static bool FromJson(std::string_view text, InterfaceMap* map, std::string* error);
};

}  // namespace lacuna

#endif  // LACUNA_INTERFACEMAP_H_
