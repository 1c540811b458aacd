// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_MODEL_H_
#define LACUNA_REFLECTION_MODEL_H_

// What a reader tells about a shader module. All readers (SPIR-V, DXBC, D3D9
// bytecode) fill the same records; what a format has no notion of stays empty.
//
// Sizes and offsets are in bytes and 64 bits wide: a SPIR-V block can be larger
// than 4 GiB. Lists are in the order of the module unless said otherwise.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lacuna/Reflection/Types.h"

namespace lacuna::reflection {

// One dimension of an array.
struct ArrayDimension {
  uint64_t length = 0;  // elements; 0 when the array has no fixed length
  uint64_t stride = 0;  // bytes between elements; 0 when the format has none
  // SPIR-V: the specialization constants whose values go into the length, by
  // SpecId; `length` is then what their defaults give.
  std::vector<uint32_t> spec_ids;
  // False when the length is an expression that is not understood; `length` is
  // then 0 and sizes that depend on it do not count it.
  bool known = true;
};

// A variable of a constant buffer, a member of a block, or a member of one of
// those.
struct Variable {
  std::string name;
  uint64_t offset = 0;           // from the start of the enclosing structure
  uint64_t absolute_offset = 0;  // from the start of the block
  uint64_t size = 0;             // exact: the last array element has no padding
  // What a host allocates for it: arrays and structures are rounded up to 16
  // bytes in constant buffers, to a whole number of strides elsewhere. May reach
  // into the next variable, which some compilers place inside the padding.
  uint64_t padded_size = 0;
  bool size_known = true;  // false when an unknown array length is in it

  ParameterClass parameter_class = ParameterClass::kScalar;
  ParameterType parameter_type = ParameterType::kVoid;
  // D3D's view: a scalar is 1x1, a vector 1xN, a structure 1 x (all its scalar
  // components). An HLSL floatRxC has R rows and C columns.
  uint32_t rows = 0, columns = 0;
  // All array elements, the dimensions multiplied; 0 when it is no array (or one
  // without a length: see `dimensions`).
  uint64_t elements = 0;

  ScalarKind scalar = ScalarKind::kVoid;  // of a component
  uint32_t scalar_bits = 0;
  std::vector<ArrayDimension> dimensions;  // outermost first
  MatrixMajority majority = MatrixMajority::kNone;
  uint64_t matrix_stride = 0;      // bytes between the vectors of a matrix
  bool spirv_row_major = false;    // SPIR-V: the decoration as it stands
  std::string type_name;           // of a structure or a pointer's target
  std::vector<Variable> members;   // of a structure, or of an array of structures
  uint32_t pointee_alignment = 0;  // buffer references: bytes, 0 when not stated

  bool used = true;                                        // by any entry point, as far as the format tells
  bool offset_missing = false;                             // no offset was given; 0 was taken
  bool overlaps = false;                                   // shares bytes with an earlier member
  std::vector<float> default_value;                        // as stored; empty without one
  std::optional<uint32_t> register_index, register_count;  // D3D9
  std::optional<CtabRegisterSet> register_set;             // D3D9
};

// The memory behind a buffer resource.
struct Block {
  std::string type_name;
  // End of the member that reaches furthest, a trailing runtime array counted
  // with no elements.
  uint64_t size = 0;
  uint64_t padded_size = 0;  // `size` rounded up to 16
  bool size_known = true;
  // Of a trailing array without length: bytes per element; 0 without one.
  uint64_t runtime_stride = 0;
  std::vector<Variable> members;
};

// The view of an image resource.
struct Image {
  ImageDimension dimension = ImageDimension::kUnknown;
  bool arrayed = false;
  bool multisampled = false;
  bool sampled_unknown = false;  // SPIR-V: Sampled 0, sampled or storage is not said
  ImageDepth depth = ImageDepth::kNo;
  ScalarKind sampled_kind = ScalarKind::kVoid;
  uint32_t sampled_bits = 0;
  std::string format;  // SPIR-V's name, e.g. "Rgba8"; empty when unknown
  std::optional<uint32_t> input_attachment_index;
  std::optional<uint32_t> sample_count;  // D3D, when it is stated
};

// How an entry point touches a resource.
struct ResourceUse {
  uint32_t resource = 0;  // index into Module::resources
  bool read = false, written = false, atomic = false;
  bool sampled = false;  // an image used with a sampler
  bool fetched = false;  // an image read by texel
  bool queried = false;  // its size, levels, samples or length
};

// A descriptor, a push constant block or the like.
struct Resource {
  std::string name;  // never empty: a fallback is made where the module has none
  bool name_made_up = false;
  ResourceKind kind = ResourceKind::kOther;
  uint32_t id = 0;  // SPIR-V: the variable's id; 0 elsewhere

  std::optional<uint32_t> set, binding;  // Vulkan; D3D: register space and none
  // The slot within the kind's class as effects count them (constant buffers,
  // textures, samplers: see Effect.h). D3D: the register number, of b, t, s, u.
  std::optional<uint32_t> slot, sampler_slot;
  // Rank among the module-scope variables of its kind, in the order of the module.
  uint32_t declaration_index = 0;

  // Of an array of descriptors, outermost first. `array_length` is absent for a
  // single descriptor, 0 for an array without length, else all elements.
  std::vector<ArrayDimension> dimensions;
  std::optional<uint64_t> array_length;

  std::optional<Block> block;  // buffers
  std::optional<Image> image;  // images and texel buffers

  bool non_writable = false, non_readable = false, coherent = false, volatile_ = false, restrict_ = false;
  bool aliased = false;                    // declared so
  bool untyped = false;                    // SPIR-V: an untyped pointer
  bool byte_address = false;               // D3D: ByteAddressBuffer; `block` then has no members
  std::optional<uint32_t> element_stride;  // D3D structured buffers
};

// What an entry point uses of a push constant block.
struct PushConstantUse {
  uint32_t resource = 0;                   // index into Module::resources
  uint64_t offset = 0;                     // lowest offset of a member of the block
  uint64_t end = 0;                        // highest end of one
  uint64_t used_offset = 0, used_end = 0;  // the same over the members used
  std::vector<std::string> members;        // used, in the block's order, "lights.color" for a nested one
  bool whole_block = false;                // used in a way that cannot be told apart by member
};

// An input or output of an entry point.
struct InterfaceVariable {
  std::string name;
  uint32_t id = 0;
  std::optional<uint32_t> location, component, index;
  uint32_t location_count = 0;  // locations that it takes; 0 without a location
  std::string built_in;         // SPIR-V's name, "Position"; D3D's "SV_Position" as system_value
  std::string semantic;         // e.g. "TEXCOORD"; empty when unknown
  std::optional<uint32_t> semantic_index;
  ScalarKind scalar = ScalarKind::kVoid;
  uint32_t scalar_bits = 0;
  uint32_t components = 1, columns = 1;    // of a vector; vectors of a matrix
  std::vector<ArrayDimension> dimensions;  // without the per-vertex dimension
  bool per_vertex = false;                 // had a dimension for the primitive's vertices
  bool used = true;
  bool patch = false, flat = false, no_perspective = false, centroid = false, sample = false, invariant = false,
       per_primitive = false;
  std::vector<InterfaceVariable> members;  // of a block or structure

  // D3D signatures.
  std::optional<int32_t> register_index;   // -1 for outputs outside registers
  uint32_t mask = 0, read_write_mask = 0;  // component bits, x lowest
  uint32_t stream = 0, min_precision = 0;
  std::string system_value;    // "Undefined", "Position", ...; other numbers in decimal
  std::string component_type;  // "Float32", ...
};

// What ray tracing stages hand to each other: payloads, data of callable shaders,
// attributes of hits.
struct RayVariable {
  // "ray-payload", "incoming-ray-payload", "callable-data",
  // "incoming-callable-data" or "hit-attribute".
  std::string storage;
  // Traces and calls name the variable itself; a location, where the module has
  // one, is a number only, and `location_count` is 0.
  InterfaceVariable variable;
};

// An execution mode with its operands; ids are resolved to values where they
// are constants.
struct ExecutionMode {
  std::string name;
  std::vector<uint64_t> operands;
};

// A dimension of the workgroup.
struct WorkgroupDimension {
  uint64_t value = 1;              // by the defaults of specialization constants
  std::vector<uint32_t> spec_ids;  // that go into it
};

struct EntryPoint {
  std::string name;
  Stage stage = Stage::kUnknown;
  uint32_t stage_number = 0;  // SPIR-V: ExecutionModel
  uint32_t id = 0;            // SPIR-V: the function
  std::vector<ExecutionMode> execution_modes;
  std::vector<WorkgroupDimension> workgroup;  // three, or none
  std::vector<InterfaceVariable> inputs, outputs;
  std::vector<RayVariable> ray_variables;
  std::vector<ResourceUse> uses;  // resources that it uses, by index
  std::optional<PushConstantUse> push_constants;
  std::vector<uint32_t> spec_ids;  // of the specialization constants that its code uses
};

struct SpecConstant {
  std::optional<uint32_t> spec_id;
  uint32_t id = 0;
  std::string name;
  ScalarKind scalar = ScalarKind::kVoid;
  uint32_t scalar_bits = 0;
  uint64_t default_bits = 0;       // the value's bits, zero-extended
  std::vector<std::string> sizes;  // what its value sizes: "Lights.items", "workgroup x"
};

// A structure that is reached through an address.
struct BufferReference {
  std::string name;  // of the structure
  uint32_t id = 0;
  Block block;
};

// Something that a reader wants people to see: an odd but readable input.
struct Note {
  std::string text;
  std::optional<uint64_t> offset;  // bytes from the start of the input
};

struct Module {
  SourceFormat format = SourceFormat::kSpirv;
  uint32_t version_major = 0, version_minor = 0;  // of SPIR-V, or the shader model
  std::string generator;                          // the compiler, as far as the input says
  std::string target;                             // D3D: "ps_5_0"
  std::string source_language;
  bool byte_swapped = false;  // SPIR-V in the other byte order
  std::vector<std::string> capabilities, extensions;
  std::vector<EntryPoint> entry_points;  // D3D: one, named "main"
  std::vector<Resource> resources;
  std::vector<SpecConstant> spec_constants;
  std::vector<BufferReference> buffer_references;
  // JSON of the interface map that is embedded in the module (docs/InterfaceMap.md), or empty.
  std::string interface_map;
  std::vector<Note> notes;
};

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_MODEL_H_
