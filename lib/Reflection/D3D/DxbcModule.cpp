// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// From the records of a DXBC container to the common model.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "Reflection/D3D/ByteView.h"
#include "Reflection/D3D/DxbcVariables.h"
#include "Reflection/D3D/SignatureVariables.h"
#include "lacuna/Reflection/D3D/Enumerations.h"
#include "lacuna/Reflection/D3D/Program.h"
#include "lacuna/Reflection/D3D/Rdef.h"
#include "lacuna/Reflection/D3D/Readers.h"
#include "lacuna/Reflection/D3D/ResourceArrays.h"
#include "lacuna/Reflection/D3D/Signature.h"

namespace lacuna::reflection::d3d {
namespace {

// D3D_CBUFFER_TYPE.
enum BufferType : uint32_t { kCbufferRecord = 0, kTbufferRecord = 1, kInterfacePointers = 2, kElementRecord = 3 };

constexpr uint32_t kNotApplicable = 0xffffffff;

class DxbcModule {
 public:
  DxbcModule(const RdefTable& rdef, const DxbcOptions& options, Module* module)
      : rdef_(rdef), options_(options), module_(module) {}

  std::optional<Error> AddResources();

 private:
  void AddNote(std::string text, uint64_t offset) { module_->notes.push_back({std::move(text), offset}); }

  std::optional<Error> AddBuffers();
  std::optional<Error> AddBuffer(const RdefConstantBuffer& record);
  // The binding of a constant or texture buffer: the last of that name.
  const RdefBinding* FindBinding(const std::string& name, uint32_t input_type);
  std::optional<Error> AddBound(const BoundResource& bound);
  std::optional<Error> FillStorageBuffer(const BoundResource& bound, Resource* resource);
  void FillView(const RdefBinding& binding, Resource* resource);
  void FillPlace(const RdefBinding& binding, std::optional<uint64_t> array_length, Resource* resource);
  void Push(Resource resource);

  const RdefTable& rdef_;
  const DxbcOptions& options_;
  Module* module_;
  std::map<ResourceKind, uint32_t> ranks_;
  // By type and name: the bindings of constant and texture buffers.
  std::map<std::pair<uint32_t, std::string>, std::vector<const RdefBinding*>> buffer_bindings_;
  std::map<std::string, const RdefConstantBuffer*> element_records_;
  uint64_t copied_members_ = 0;
};

uint64_t CountMembers(const RdefType& type) {
  uint64_t count = 1;
  for (const RdefMember& member : type.members) count += CountMembers(member.type);
  return count;
}

uint64_t CountMembers(const RdefConstantBuffer& record) {
  uint64_t count = 1;
  for (const RdefVariable& variable : record.variables) count += CountMembers(variable.type);
  return count;
}

bool IsBufferBinding(const RdefBinding& binding) {
  return binding.input_type == static_cast<uint32_t>(InputType::kCbuffer) ||
         binding.input_type == static_cast<uint32_t>(InputType::kTbuffer);
}

std::optional<Error> DxbcModule::AddResources() {
  std::vector<RdefBinding> others;
  for (const RdefBinding& binding : rdef_.bindings) {
    if (IsBufferBinding(binding)) {
      buffer_bindings_[{binding.input_type, binding.name}].push_back(&binding);
    } else {
      others.push_back(binding);
    }
  }
  if (std::optional<Error> error = AddBuffers()) return error;
  for (const BoundResource& bound : CollapseArrays(others, &module_->notes)) {
    if (std::optional<Error> error = AddBound(bound)) return error;
  }
  return std::nullopt;
}

std::optional<Error> DxbcModule::AddBuffers() {
  std::set<std::pair<uint32_t, std::string>> has_record;
  for (const RdefConstantBuffer& record : rdef_.constant_buffers) {
    has_record.insert({record.type, record.name});
    if (record.type == kInterfacePointers) {
      AddNote("the interface pointers '" + record.name + "' are left out", record.offset);
    } else if (record.type == kElementRecord) {
      element_records_[record.name] = &record;
    } else if (std::optional<Error> error = AddBuffer(record)) {
      return error;
    }
  }
  for (const RdefBinding& binding : rdef_.bindings) {
    if (!IsBufferBinding(binding) || FindBinding(binding.name, binding.input_type) != &binding) continue;
    if (has_record.count({binding.input_type, binding.name}) != 0) continue;
    AddNote("the " + std::string(InputTypeName(binding.input_type)) + " '" + binding.name +
                "' has no record of its variables",
            binding.offset);
    Resource resource;
    resource.name = binding.name;
    resource.kind = binding.input_type == static_cast<uint32_t>(InputType::kCbuffer) ? ResourceKind::kConstantBuffer
                                                                                     : ResourceKind::kTextureBuffer;
    FillPlace(binding, std::nullopt, &resource);
    Push(std::move(resource));
  }
  return std::nullopt;
}

const RdefBinding* DxbcModule::FindBinding(const std::string& name, uint32_t input_type) {
  const auto found = buffer_bindings_.find({input_type, name});
  return found == buffer_bindings_.end() ? nullptr : found->second.back();
}

std::optional<Error> DxbcModule::AddBuffer(const RdefConstantBuffer& record) {
  if (record.variables.empty()) {
    AddNote("the constant buffer '" + record.name + "' is empty" + (options_.keep_empty_buffers ? "" : "; left out"),
            record.offset);
    if (!options_.keep_empty_buffers) return std::nullopt;
  }
  Resource resource;
  resource.name = record.name;
  resource.kind = record.type == kCbufferRecord ? ResourceKind::kConstantBuffer : ResourceKind::kTextureBuffer;
  resource.non_writable = true;
  Result<Block> block = BlockFromRecord(record, &module_->notes);
  if (!block) return std::move(block.error());
  resource.block = std::move(*block);

  // The numbers of D3D_CBUFFER_TYPE and D3D_SHADER_INPUT_TYPE agree here.
  const auto found = buffer_bindings_.find({record.type, record.name});
  if (found == buffer_bindings_.end()) {
    AddNote("the constant buffer '" + record.name + "' is bound to no register", record.offset);
    FillPlace(RdefBinding(), std::nullopt, &resource);
    resource.slot.reset();
  } else {
    const RdefBinding& binding = *found->second.back();
    if (found->second.size() > 1) {
      AddNote("more than one " + std::string(InputTypeName(record.type)) + " is bound as '" + record.name +
                  "'; the last of them, register " + std::to_string(binding.bind_point) + ", counts",
              binding.offset);
    }
    std::optional<uint64_t> array_length;
    if (binding.bind_count != 1) array_length = binding.bind_count;
    FillPlace(binding, array_length, &resource);
  }
  Push(std::move(resource));
  return std::nullopt;
}

void DxbcModule::FillPlace(const RdefBinding& binding, std::optional<uint64_t> array_length, Resource* resource) {
  resource->slot = binding.bind_point;
  resource->set = binding.space;
  resource->array_length = array_length;
  if (array_length) {
    ArrayDimension dimension;
    dimension.length = *array_length;
    resource->dimensions.push_back(dimension);
    if (*array_length == 0 && !binding.space) {
      AddNote("'" + resource->name + "' is an array without length, which only shader model 5.1 has", binding.offset);
    }
  }
  if (resource->name.empty()) {
    resource->name = RegisterClassOf(binding.input_type) + std::to_string(binding.bind_point);
    resource->name_made_up = true;
  }
}

void DxbcModule::FillView(const RdefBinding& binding, Resource* resource) {
  Image image;
  const std::optional<ViewDimension> view = ViewDimensionFromD3d(binding.dimension);
  if (view) {
    image.dimension = view->dimension;
    image.arrayed = view->arrayed;
    image.multisampled = view->multisampled;
  } else {
    AddNote("'" + resource->name + "' is a view of dimension " + std::to_string(binding.dimension) +
                ", which is none that is known",
            binding.offset + 12);
  }
  if (const std::optional<ScalarType> sampled = ReturnTypeFromD3d(binding.return_type)) {
    image.sampled_kind = sampled->kind;
    image.sampled_bits = sampled->bits;
  } else {
    AddNote("'" + resource->name + "' returns type " + std::to_string(binding.return_type) +
                ", which is none that is known",
            binding.offset + 8);
  }
  if (image.multisampled && binding.sample_count != kNotApplicable) image.sample_count = binding.sample_count;

  const bool is_buffer = image.dimension == ImageDimension::kBuffer;
  if (binding.input_type == static_cast<uint32_t>(InputType::kUavTyped)) {
    resource->kind = is_buffer ? ResourceKind::kStorageTexelBuffer : ResourceKind::kStorageImage;
  } else {
    resource->kind = is_buffer ? ResourceKind::kUniformTexelBuffer : ResourceKind::kTexture;
    resource->non_writable = true;
  }
  resource->image = std::move(image);
}

std::optional<Error> DxbcModule::FillStorageBuffer(const BoundResource& bound, Resource* resource) {
  resource->kind = ResourceKind::kStorageBuffer;
  resource->non_writable = RegisterClassOf(bound.binding.input_type) == 't';
  const InputType type = static_cast<InputType>(bound.binding.input_type);
  if (type == InputType::kByteAddress || type == InputType::kUavByteAddress) {
    resource->byte_address = true;
    resource->block.emplace();
    return std::nullopt;
  }
  // For structured buffers this field is the size of an element.
  const uint32_t stride = bound.binding.sample_count;
  resource->element_stride = stride;
  Block block;
  const auto found = element_records_.find(bound.record_name);
  if (found != element_records_.end()) {
    // Any number of bindings may name one record, whose members each gets.
    copied_members_ += CountMembers(*found->second);
    if (copied_members_ > OutputBudget::kMaxRecords) {
      return Error{error_code::kModule, found->second->offset,
                   "the structured buffers' elements have more members than are read", OutputBudget::Text(), ""};
    }
    Result<Block> element = BlockFromRecord(*found->second, &module_->notes);
    if (!element) return std::move(element.error());
    block.members = std::move(element->members);
  }
  // The buffer is an array without length of the record's only variable, as a
  // storage buffer is in SPIR-V.
  for (Variable& member : block.members) {
    ArrayDimension dimension;
    dimension.stride = stride;
    member.dimensions.insert(member.dimensions.begin(), dimension);
    member.elements = 0;
    member.size = member.padded_size = 0;
  }
  block.runtime_stride = stride;
  resource->block = std::move(block);
  return std::nullopt;
}

std::optional<Error> DxbcModule::AddBound(const BoundResource& bound) {
  const RdefBinding& binding = bound.binding;
  Resource resource;
  resource.name = binding.name;
  FillPlace(binding, bound.array_length, &resource);
  switch (static_cast<InputType>(binding.input_type)) {
    case InputType::kTexture:
    case InputType::kUavTyped:
      FillView(binding, &resource);
      break;
    case InputType::kSampler:
      resource.kind = ResourceKind::kSampler;
      break;
    case InputType::kStructured:
    case InputType::kUavStructured:
    case InputType::kByteAddress:
    case InputType::kUavByteAddress:
    case InputType::kUavAppend:
    case InputType::kUavConsume:
    case InputType::kUavStructuredWithCounter:
      if (std::optional<Error> error = FillStorageBuffer(bound, &resource)) return error;
      break;
    case InputType::kAccelerationStructure:
      resource.kind = ResourceKind::kAccelerationStructure;
      break;
    case InputType::kCbuffer:
    case InputType::kTbuffer:
    case InputType::kUavFeedbackTexture:
      resource.kind = ResourceKind::kOther;
      break;
  }
  Push(std::move(resource));
  return std::nullopt;
}

void DxbcModule::Push(Resource resource) {
  resource.declaration_index = ranks_[resource.kind]++;
  ResourceUse use;
  use.resource = static_cast<uint32_t>(module_->resources.size());
  use.sampled = resource.kind == ResourceKind::kSampler;
  use.read = !use.sampled;
  // The records do not tell reads from writes.
  use.written = use.read && !resource.non_writable;
  module_->entry_points[0].uses.push_back(use);
  module_->resources.push_back(std::move(resource));
}

// What the container holds instead of a shader with RDEF, if that can be told.
std::optional<Error> NameOtherContents(const Container& container) {
  constexpr uint32_t kDxil = FourCc('D', 'X', 'I', 'L'), kDebugDxil = FourCc('I', 'L', 'D', 'B');
  constexpr uint32_t kEffect = FourCc('F', 'X', '1', '0');
  for (const Chunk& chunk : container.chunks) {
    if (chunk.code == kDxil || chunk.code == kDebugDxil) {
      return Error{error_code::kDxil, chunk.offset - 8,
                   "the container holds DXIL (shader model 6), which carries no resource definitions",
                   "DXBC of shader model 4 or 5, or SPIR-V from the same source", ""};
    }
    if (chunk.code == kEffect) {
      return Error{error_code::kModule, chunk.offset - 8,
                   "the container holds a Direct3D 10 or 11 effect file, a collection of shaders",
                   "one shader; compile the passes of the effect each by itself", ""};
    }
  }
  return std::nullopt;
}

// What the code tells beyond the resource definitions.
void AddProgram(const Program& program, Module* module) {
  EntryPoint& entry_point = module->entry_points[0];
  if (program.stage != entry_point.stage || program.major != module->version_major ||
      program.minor != module->version_minor) {
    module->notes.push_back({"the code is for stage " + std::string(Name(program.stage)) + " and shader model " +
                                 std::to_string(program.major) + "." + std::to_string(program.minor) + ", RDEF is not",
                             program.offset});
  }
  if (!program.thread_group) return;
  for (const uint32_t threads : *program.thread_group) {
    WorkgroupDimension dimension;
    dimension.value = threads;
    entry_point.workgroup.push_back(dimension);
  }
}

class DxbcShaderReader : public ShaderReader {
 public:
  SourceFormat format() const override { return SourceFormat::kDxbc; }
  std::string_view description() const override { return "DXBC container (shader models 4 and 5)"; }
  bool Recognizes(Bytes bytes) const override {
    const ByteView view(bytes.data, bytes.size);
    return view.Has(0, 4) && view.U32(0) == FourCc('D', 'X', 'B', 'C');
  }
  Result<Module> Read(Bytes bytes) const override { return ReadDxbc(bytes); }
};

}  // namespace

Result<Module> ReadDxbc(Bytes bytes, const DxbcOptions& options) {
  Result<Container> container = ReadContainer(bytes);
  if (!container) return std::move(container.error());
  if (std::optional<Error> error = NameOtherContents(*container)) return std::move(*error);
  Result<RdefTable> rdef = ReadRdef(bytes, *container);
  if (!rdef) return std::move(rdef.error());
  Result<Signatures> signatures = ReadSignatures(bytes, *container);
  if (!signatures) return std::move(signatures.error());

  Module module;
  module.format = SourceFormat::kDxbc;
  module.version_major = rdef->major();
  module.version_minor = rdef->minor();
  module.generator = rdef->creator;
  module.source_language = "HLSL";
  for (std::vector<Note>* notes : {&container->notes, &rdef->notes, &signatures->notes}) {
    std::move(notes->begin(), notes->end(), std::back_inserter(module.notes));
  }

  EntryPoint entry_point;
  entry_point.name = "main";
  entry_point.stage = StageFromTarget(rdef->kind());
  const std::string_view prefix = ProfilePrefix(entry_point.stage);
  if (!prefix.empty()) {
    module.target =
        std::string(prefix) + "_" + std::to_string(module.version_major) + "_" + std::to_string(module.version_minor);
  }
  entry_point.inputs = VariablesFromSignature(signatures->inputs, SignatureUse::kInput);
  entry_point.outputs = VariablesFromSignature(signatures->outputs, SignatureUse::kOutput);
  // Patch constants leave the hull shader and enter the domain shader.
  const bool into = entry_point.stage == Stage::kTessellationEvaluation;
  std::vector<InterfaceVariable> patch =
      VariablesFromSignature(signatures->patch_constants, into ? SignatureUse::kInput : SignatureUse::kOutput);
  for (InterfaceVariable& variable : patch) {
    variable.patch = true;
    (into ? entry_point.inputs : entry_point.outputs).push_back(std::move(variable));
  }
  module.entry_points.push_back(std::move(entry_point));
  if (const std::optional<Program> program = ReadProgram(bytes, *container, &module.notes)) {
    AddProgram(*program, &module);
  }

  if (std::optional<Error> error = DxbcModule(*rdef, options, &module).AddResources()) return std::move(*error);
  return module;
}

}  // namespace lacuna::reflection::d3d

namespace lacuna::reflection {

const ShaderReader& DxbcReader() {
  static const d3d::DxbcShaderReader reader;
  return reader;
}

}  // namespace lacuna::reflection
