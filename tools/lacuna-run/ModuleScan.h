// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_MODULESCAN_H_
#define LACUNA_TOOLS_RUN_MODULESCAN_H_

// What must be known of a module before it can run: its entry point, the
// descriptors that this entry point statically uses, how far its push constants
// reach, and its spec constants.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "Failure.h"
#include "Interpreter/ImageShape.h"
#include "lacuna/Descriptor.h"

namespace lacuna::run {

enum class Stage : uint8_t { kVertex, kTessellationControl, kTessellationEvaluation, kGeometry, kFragment, kCompute };
constexpr size_t kStageCount = 6;

// "vertex", "tessellation-control" and so on, as in interface maps.
const char* StageName(Stage stage);

struct UsedDescriptor {
  uint32_t set = 0, binding = 0;
  DescriptorKind kind = DescriptorKind::kStorageBuffer;
  std::string name;                               // OpName of the variable, or empty
  std::optional<uint32_t> count;                  // elements; absent when runtime-sized or set by a spec constant
  std::optional<ImageType> image = std::nullopt;  // of images and texel buffers
  // Elements with the default values of the spec constants that are lengths; absent
  // when runtime-sized or computed.
  std::optional<uint32_t> default_count = std::nullopt;
};

struct SpecConstant {
  enum class Type { kBool, kSigned, kUnsigned, kFloat };
  uint32_t spec_id = 0;
  Type type = Type::kUnsigned;
  uint32_t width = 32;  // bits
};

struct ModuleInfo {
  uint32_t version = 0;                // the header's version word
  std::vector<uint32_t> capabilities;  // spv::Capability
  Stage stage = Stage::kCompute;
  std::string entry_point;
  std::vector<UsedDescriptor> descriptors;  // sorted by (set, binding)
  uint32_t push_constant_bytes = 0;         // end of the last member that is declared
  std::vector<SpecConstant> spec_constants;
};

// Scans a module (valid, in this machine's byte order) for the stage's entry
// point of that name; with an empty name, for its only one.
bool ScanModule(const std::vector<uint32_t>& words, Stage stage, const std::string& entry_point, ModuleInfo* info,
                Failure* failure);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_MODULESCAN_H_
