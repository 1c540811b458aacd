// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_RUNDESCRIPTION_H_
#define LACUNA_TOOLS_RUN_RUNDESCRIPTION_H_

// What is bound while a module runs. The description knows no back end: it says
// which descriptors exist, which of them are null and what the others hold.
// docs/Running.md documents both text forms.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "FillPattern.h"
#include "Interpreter/ImageShape.h"
#include "lacuna/Descriptor.h"

namespace lacuna::run {

// One descriptor. All sizes are bytes.
struct Element {
  bool null = false;
  uint64_t size = 0;          // of the buffer, or of all texels of the image
  uint64_t offset = 0;        // where the descriptor begins in the buffer
  uint64_t range = 0;         // how much of it the descriptor covers
  FillPattern fill;           // of the whole buffer or image, from its first byte
  ImageShape shape;           // of images; texel buffers have the format only
  SamplerParameters sampler;  // of samplers and combined image samplers, null ones too
  // Of a segmented buffer: how many bytes of the range each piece has, together
  // all of it. An empty piece stands for a descriptor that is not used. No pieces:
  // the buffer is bound whole.
  std::vector<uint64_t> pieces;
};

// One binding: an array of descriptors, most often of one.
struct Resource {
  uint32_t set = 0, binding = 0;
  DescriptorKind kind = DescriptorKind::kStorageBuffer;
  std::vector<Element> elements;

  // How many descriptors each element is when it is bound in pieces: 1 when no
  // element has pieces, else the number that all elements with pieces have.
  size_t PieceCount() const;
};

// What a graphics pipeline draws, and where.
struct GraphicsState {
  enum class Topology : uint8_t { kPoints, kTriangles, kPatches };
  Topology topology = Topology::kTriangles;
  uint32_t patch_points = 3;  // of kPatches
  uint32_t vertices = 3;
  TexelFormat target = TexelFormat::kRgba32F;
  uint32_t width = 8, height = 8;
  // What the target holds where nothing is drawn, in every component: neither the
  // zeros of a null descriptor nor the poison of a stand-in.
  static constexpr float kClearNumber = 0.5f;
  static constexpr uint32_t kClearInteger = 85;
};

struct RunDescription {
  // Bounds that keep a mistaken description from exhausting the machine.
  static constexpr uint32_t kMaxSet = 31, kMaxBinding = 65535, kMaxElements = 2048;
  static constexpr uint32_t kMaxExtent = 16384, kMaxLayers = 2046;  // 341 cubes
  static constexpr uint64_t kMaxBufferSize = uint64_t{1} << 30;
  static constexpr uint64_t kMaxTotalSize = uint64_t{1} << 32;

  std::vector<Resource> resources;  // sorted by (set, binding) once checked
  std::vector<uint8_t> push_constants;
  std::array<uint32_t, 3> groups = {1, 1, 1};
  std::string entry_point;                         // empty: the only one of its stage
  std::map<uint32_t, std::string> spec_constants;  // by SpecId; text, as its type is the module's
  std::vector<std::string> map_files;              // paths of interface maps
  GraphicsState graphics;                          // of use when there is a vertex shader
};

// "0.3" or "0.3[2]", as messages and dumps name a descriptor.
std::string BindingName(uint32_t set, uint32_t binding);

// The names of all kinds of descriptors, for messages.
std::string DescriptorKindList();
std::string ElementName(uint32_t set, uint32_t binding, size_t element);

// Reads `set.binding=kind:element;element ...` (several separated by blanks) and
// adds it to the description's resources. Returns false and says what is wrong
// and where in *error.
bool ParseResources(std::string_view text, RunDescription* description, std::string* error);

// The same text form again, canonical; parses back to equal resources.
std::string FormatResources(const std::vector<Resource>& resources);

// Reads the JSON form (docs/run-description.schema.json). A key that the form
// does not have is an error. Returns false and says what is wrong and where in
// *error.
bool ParseRunDescription(std::string_view json, RunDescription* description, std::string* error);

// Reads `x`, `x,y` or `x,y,z` workgroups, and `id:value` spec constants.
bool ParseGroups(std::string_view text, std::array<uint32_t, 3>* groups, std::string* error);
bool ParseSpecConstant(std::string_view text, RunDescription* description, std::string* error);

// Reads `points`, `triangles` or `patches:<points>`; and `<format>:<w>x<h>`.
bool ParseTopology(std::string_view text, GraphicsState* graphics, std::string* error);
bool ParseTarget(std::string_view text, GraphicsState* graphics, std::string* error);

// Sorts the resources and refuses a binding that is described twice or exceeds
// the bounds above.
bool CheckRunDescription(RunDescription* description, std::string* error);

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_RUNDESCRIPTION_H_
