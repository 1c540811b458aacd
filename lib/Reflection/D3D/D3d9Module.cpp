// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// From the records of a D3D9 constant table to the common model.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "Reflection/D3D/ByteView.h"
#include "Reflection/D3D/VariableLayout.h"
#include "lacuna/Reflection/D3D/Ctab.h"
#include "lacuna/Reflection/D3D/Enumerations.h"
#include "lacuna/Reflection/D3D/Readers.h"

namespace lacuna::reflection::d3d {
namespace {

// Values of D3DXREGISTER_SET.
enum RegisterSet : uint16_t { kBool = 0, kInt4 = 1, kFloat4 = 2, kSampler = 3 };
constexpr std::string_view kRegisterNames[] = {"b", "i", "c"};

uint64_t BytesOfRegister(uint16_t set) { return set == kBool ? 4 : kRegisterBytes; }

class D3d9Module {
 public:
  D3d9Module(const CtabTable& table, Module* module) : table_(table), module_(module) {}

  std::optional<Error> AddResources();

 private:
  void AddNote(std::string text, uint64_t offset) { module_->notes.push_back({std::move(text), offset}); }

  void AddSampler(const CtabConstant& constant);
  std::optional<Error> AddConstant(const CtabConstant& constant, Block* block);
  std::optional<Error> Describe(const CtabType& type, uint16_t set, Variable* variable);
  void AddDefault(const CtabConstant& constant, Variable* variable);
  void Push(Resource resource);

  const CtabTable& table_;
  Module* module_;
  std::array<uint32_t, 2> ranks_ = {};  // of register sets, of samplers
};

// 0 where the model wants it: constant tables have 1 for what is no array.
uint64_t ElementsOf(const CtabType& type) { return type.elements > 1 ? type.elements : 0; }

// Exact bytes of a value in registers: the last register is not filled up.
uint64_t ExactBytes(const CtabType& type, uint16_t set) {
  const uint64_t registers = RegistersOf(type, set);
  if (set == kBool || registers == 0) return registers * BytesOfRegister(set);
  uint64_t last = kRegisterBytes;
  if (type.parameter_class == 5) {
    if (!type.members.empty()) last = ExactBytes(type.members.back().type, set);
    last = last == 0 ? kRegisterBytes : (last - 1) % kRegisterBytes + 1;
  } else {
    const uint64_t components = type.parameter_class == 3 ? type.rows : type.columns;
    if (components > 0 && components < 4) last = components * 4;
  }
  return (registers - 1) * kRegisterBytes + last;
}

ImageDimension DimensionOfSampler(uint16_t type) {
  switch (type) {
    case 11:
      return ImageDimension::k1D;
    case 12:
      return ImageDimension::k2D;
    case 13:
      return ImageDimension::k3D;
    case 14:
      return ImageDimension::kCube;
    default:
      return ImageDimension::kUnknown;  // 10 is a sampler of any dimension
  }
}

std::optional<Error> D3d9Module::AddResources() {
  std::array<Block, 3> blocks;
  for (const CtabConstant& constant : table_.constants) {
    if (constant.register_set == kSampler) continue;
    if (std::optional<Error> error = AddConstant(constant, &blocks[constant.register_set])) return error;
  }
  for (uint16_t set : {kFloat4, kInt4, kBool}) {
    Block& block = blocks[set];
    if (block.members.empty()) continue;
    MarkOverlaps(&block.members);
    for (const Variable& member : block.members) block.size = std::max(block.size, member.offset + member.size);
    block.padded_size = RoundUpToRegister(block.size);
    Resource resource;
    resource.name = std::string(kRegisterNames[set]);
    resource.kind = ResourceKind::kRegisters;
    resource.non_writable = true;
    resource.block = std::move(block);
    Push(std::move(resource));
  }
  for (const CtabConstant& constant : table_.constants) {
    if (constant.register_set == kSampler) AddSampler(constant);
  }
  return std::nullopt;
}

void D3d9Module::Push(Resource resource) {
  resource.declaration_index = ranks_[resource.kind == ResourceKind::kRegisters ? 0 : 1]++;
  ResourceUse use;
  use.resource = static_cast<uint32_t>(module_->resources.size());
  use.read = true;
  use.sampled = resource.kind == ResourceKind::kCombinedSampler;
  module_->entry_points[0].uses.push_back(use);
  module_->resources.push_back(std::move(resource));
}

void D3d9Module::AddSampler(const CtabConstant& constant) {
  Resource resource;
  resource.name = constant.name;
  resource.kind = ResourceKind::kCombinedSampler;
  resource.slot = resource.sampler_slot = constant.register_index;
  resource.non_writable = true;
  if (const uint64_t elements = ElementsOf(constant.type)) {
    resource.array_length = elements;
    ArrayDimension dimension;
    dimension.length = elements;
    resource.dimensions.push_back(dimension);
  }
  Image image;
  image.dimension = DimensionOfSampler(constant.type.type);
  image.sampled_kind = ScalarKind::kFloat;
  image.sampled_bits = 32;
  resource.image = std::move(image);
  if (constant.type.parameter_class != 4) {
    AddNote("the sampler '" + constant.name + "' has a type of class " +
                std::string(VariableClassName(constant.type.parameter_class)),
            constant.type.offset);
  }
  Push(std::move(resource));
}

std::optional<Error> D3d9Module::Describe(const CtabType& type, uint16_t set, Variable* variable) {
  CtabType element = type;
  element.elements = 1;
  const uint64_t element_bytes = RegistersOf(element, set) * BytesOfRegister(set);
  const TypeNumbers numbers = {type.offset, type.parameter_class, type.type, type.rows, type.columns, ElementsOf(type)};
  if (std::optional<Error> error =
          DescribeType(numbers, element_bytes, CtabTypeName(type.type), error_code::kConstantTable, variable)) {
    return error;
  }
  if (set == kBool) {
    // Each component is a register of 4 bytes.
    for (ArrayDimension& dimension : variable->dimensions) dimension.stride = element_bytes;
    variable->matrix_stride = 0;
  }
  variable->size = ExactBytes(type, set);
  variable->padded_size = RegistersOf(type, set) * BytesOfRegister(set);

  uint64_t place = 0;  // members follow one another, each in registers of its own
  for (const CtabMember& record : type.members) {
    Variable member;
    member.name = record.name;
    member.offset = place;
    member.absolute_offset = variable->absolute_offset + place;
    if (std::optional<Error> error = Describe(record.type, set, &member)) return error;
    place += member.padded_size;
    variable->members.push_back(std::move(member));
  }
  return std::nullopt;
}

std::optional<Error> D3d9Module::AddConstant(const CtabConstant& constant, Block* block) {
  const uint16_t set = constant.register_set;
  Variable variable;
  variable.name = constant.name;
  variable.offset = variable.absolute_offset = constant.register_index * BytesOfRegister(set);
  if (std::optional<Error> error = Describe(constant.type, set, &variable)) return error;
  // What the shader does not need of the end has no registers.
  const uint64_t registers = constant.register_count * BytesOfRegister(set);
  variable.size = std::min(variable.size, registers);
  variable.padded_size = registers;
  variable.register_index = constant.register_index;
  variable.register_count = constant.register_count;
  variable.register_set = static_cast<CtabRegisterSet>(set);
  AddDefault(constant, &variable);
  block->members.push_back(std::move(variable));
  return std::nullopt;
}

void D3d9Module::AddDefault(const CtabConstant& constant, Variable* variable) {
  if (constant.default_value.empty()) return;
  std::vector<uint32_t> words = constant.default_value;
  if (constant.type.parameter_class <= 1 && ElementsOf(constant.type) == 0) {
    words.resize(std::min<size_t>(words.size(), constant.type.columns));
  }
  // Float registers hold floats whatever the constant's type is.
  const ScalarKind kind = constant.register_set == kFloat4 ? ScalarKind::kFloat
                          : constant.register_set == kInt4 ? ScalarKind::kSint
                                                           : ScalarKind::kUint;
  if (std::optional<std::vector<float>> numbers = NumbersFromWords(words, kind)) {
    variable->default_value = std::move(*numbers);
  } else {
    AddNote("the default value of '" + constant.name + "' cannot be given as floats; left out", constant.offset + 16);
  }
}

// Files that begin with a token of their own and are no shader.
std::string_view NameOfEffect(uint32_t token) {
  switch (token) {
    case 0xfeff0901:
    case 0xbcf00bcf:
      return "a Direct3D 9 effect file (fx_2_0)";
    case 0xfeff1001:
    case 0xfeff1011:
    case 0xfeff2001:
      return "a Direct3D 10 or 11 effect file";
    case FourCc('M', 'G', 'F', 'X'):
      return "a MonoGame effect file";
    default:
      break;
  }
  if (token >> 16 == 0x5458) return "a Direct3D 9 texture shader";
  if (token >> 16 == 0x4658) return "a Direct3D 9 shader fragment";
  return {};
}

class D3d9ShaderReader : public ShaderReader {
 public:
  SourceFormat format() const override { return SourceFormat::kD3d9; }
  std::string_view description() const override { return "D3D9 bytecode (shader models 1 to 3)"; }
  bool Recognizes(Bytes bytes) const override {
    const ByteView view(bytes.data, bytes.size);
    if (!view.Has(0, 4)) return false;
    const uint32_t token = view.U32(0);
    return token >> 16 == 0xffff || token >> 16 == 0xfffe || !NameOfEffect(token).empty();
  }
  Result<Module> Read(Bytes bytes) const override { return ReadD3d9(bytes); }
};

}  // namespace

Result<Module> ReadD3d9(Bytes bytes) {
  const ByteView view(bytes.data, bytes.size);
  if (view.Has(0, 4)) {
    if (const std::string_view name = NameOfEffect(view.U32(0)); !name.empty()) {
      return Error{error_code::kConstantTable, 0, "the input is " + std::string(name),
                   "the bytecode of one vertex or pixel shader", ""};
    }
  }
  Result<CtabTable> table = ReadCtab(bytes);
  if (!table) return std::move(table.error());

  Module module;
  module.format = SourceFormat::kD3d9;
  module.version_major = table->version_token >> 8 & 0xff;
  module.version_minor = table->version_token & 0xff;
  module.generator = table->creator;
  module.source_language = "HLSL";
  module.notes = std::move(table->notes);
  EntryPoint entry_point;
  entry_point.name = "main";
  entry_point.stage = table->is_vertex_shader() ? Stage::kVertex : Stage::kFragment;
  module.target = table->target;
  if (module.target.empty()) {
    module.target = std::string(ProfilePrefix(entry_point.stage)) + "_" + std::to_string(module.version_major) + "_" +
                    std::to_string(module.version_minor);
  }
  module.entry_points.push_back(std::move(entry_point));
  if (std::optional<Error> error = D3d9Module(*table, &module).AddResources()) return std::move(*error);
  return module;
}

}  // namespace lacuna::reflection::d3d

namespace lacuna::reflection {

const ShaderReader& D3d9Reader() {
  static const d3d::D3d9ShaderReader reader;
  return reader;
}

}  // namespace lacuna::reflection
