// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/Resources.h"

#include <map>
#include <set>
#include <string_view>

#include "Reflection/SPIRV/BlockLayout.h"

namespace lacuna::reflection::spirv {

using spv::BuiltIn;
using spv::Decoration;
using spv::Dim;
using spv::Op;
using spv::StorageClass;
using Kind = Type::Kind;

namespace {

// SPV_EXT_descriptor_heap, which the headers do not know yet.
constexpr uint32_t kBuiltInSamplerHeap = 5122, kBuiltInResourceHeap = 5123;

bool IsResourceClass(StorageClass storage) {
  switch (storage) {
    case StorageClass::UniformConstant:
    case StorageClass::Uniform:
    case StorageClass::StorageBuffer:
    case StorageClass::PushConstant:
    case StorageClass::ShaderRecordBufferKHR:
    case StorageClass::AtomicCounter:
    case StorageClass::TileImageEXT:
      return true;
    default:
      return false;
  }
}

ImageDimension ToDimension(uint32_t dim) {
  switch (static_cast<Dim>(dim)) {
    case Dim::Dim1D:
      return ImageDimension::k1D;
    case Dim::Dim2D:
      return ImageDimension::k2D;
    case Dim::Dim3D:
      return ImageDimension::k3D;
    case Dim::Cube:
      return ImageDimension::kCube;
    case Dim::Rect:
      return ImageDimension::kRect;
    case Dim::Buffer:
      return ImageDimension::kBuffer;
    case Dim::SubpassData:
      return ImageDimension::kSubpassData;
    case Dim::TileImageDataEXT:
      return ImageDimension::kTileImage;
    default:
      return ImageDimension::kUnknown;
  }
}

class ResourceReader {
 public:
  explicit ResourceReader(Context* context) : context_(*context), layout_(context) {}

  bool Run() {
    for (const Inst& inst : context_.table.instructions()) {
      if (inst.opcode == Op::OpFunction) break;
      if (inst.opcode == Op::OpVariable || inst.opcode == Op::OpUntypedVariableKHR) {
        if (!ReadVariable(inst)) return false;
      } else if (inst.opcode == Op::OpTypePointer) {
        if (!ReadBufferReference(inst)) return false;
      }
    }
    return true;
  }

 private:
  bool ReadVariable(const Inst& inst) {
    const auto storage = static_cast<StorageClass>(context_.table.Word(inst, 3));
    if (!IsResourceClass(storage)) return ReadSizes(inst);
    Resource resource;
    resource.id = inst.result_id;
    resource.untyped = inst.opcode == Op::OpUntypedVariableKHR;
    const Type* type = nullptr;
    if (resource.untyped) {
      type = context_.types.Find(context_.table.Word(inst, 4));
    } else {
      const Type* pointer = context_.types.Find(inst.type_id);
      if (pointer == nullptr || pointer->kind != Kind::kPointer) {
        return context_.Fail(inst, "variable %" + std::to_string(inst.result_id) + " has no pointer type");
      }
      type = context_.types.Component(*pointer);
      if (type == nullptr) {
        return context_.Fail(inst, "variable %" + std::to_string(inst.result_id) + " points to no type");
      }
    }
    ReadDecorations(&resource);
    const Type* element = context_.types.WithoutArrays(type);
    NameResource(element, &resource);
    if (!context_.progress.TakeRecord(resource.name)) return false;
    std::vector<ArrayDimension> dimensions;
    if (!layout_.Dimensions(type, resource.name, &dimensions, &element)) return false;
    SetArray(std::move(dimensions), &resource);
    Classify(inst, storage, element, &resource);
    if (element != nullptr && element->kind == Kind::kStruct && resource.kind != ResourceKind::kDescriptorHeap) {
      resource.block.emplace();
      const bool constant_buffer =
          resource.kind == ResourceKind::kConstantBuffer || resource.kind == ResourceKind::kOther;
      if (!layout_.Describe(*element, constant_buffer, resource.name, &*resource.block)) return false;
      ReadMemberAccess(*element, &resource);
    }
    resource.declaration_index = next_of_kind_[resource.kind]++;
    context_.module.resources.push_back(std::move(resource));
    return true;
  }

  // Shared memory, private variables, inputs and outputs are no resources, but
  // specialization constants may size them.
  bool ReadSizes(const Inst& inst) {
    const Type* pointer = context_.types.Find(inst.type_id);
    const Type* type = pointer == nullptr ? nullptr : context_.types.Component(*pointer);
    std::string name = context_.decorations.Name(inst.result_id);
    if (name.empty()) name = "variable" + std::to_string(inst.result_id);
    for (; type != nullptr && type->is_array(); type = context_.types.Component(*type)) {
      std::vector<uint32_t> spec_ids;
      if (type->kind != Kind::kArray) continue;
      if (!context_.constants.SpecIdsOf(type->length_id, &context_.progress, &spec_ids)) return false;
      for (uint32_t spec_id : spec_ids) {
        if (!context_.progress.TakeText(name.size())) return false;
        context_.sized.emplace_back(spec_id, name);
      }
    }
    return true;
  }

  void ReadDecorations(Resource* resource) {
    const Decorations& decorations = context_.decorations;
    resource->set = decorations.Value(resource->id, Decoration::DescriptorSet);
    resource->binding = decorations.Value(resource->id, Decoration::Binding);
    resource->non_writable = decorations.Has(resource->id, Decoration::NonWritable);
    resource->non_readable = decorations.Has(resource->id, Decoration::NonReadable);
    resource->coherent = decorations.Has(resource->id, Decoration::Coherent);
    resource->volatile_ = decorations.Has(resource->id, Decoration::Volatile);
    resource->restrict_ = decorations.Has(resource->id, Decoration::Restrict);
    resource->aliased = decorations.Has(resource->id, Decoration::Aliased);
  }

  // Front ends decorate each member of a buffer instead of the buffer.
  void ReadMemberAccess(const Type& structure, Resource* resource) {
    const uint32_t count = structure.member_count();
    auto all = [&](Decoration decoration) {
      for (uint32_t i = 0; i < count; ++i) {
        if (!context_.decorations.HasMember(structure.id, i, decoration)) return false;
      }
      return count != 0;
    };
    resource->non_writable = resource->non_writable || all(Decoration::NonWritable);
    resource->non_readable = resource->non_readable || all(Decoration::NonReadable);
    resource->coherent = resource->coherent || all(Decoration::Coherent);
    resource->volatile_ = resource->volatile_ || all(Decoration::Volatile);
    resource->restrict_ = resource->restrict_ || all(Decoration::Restrict);
  }

  void NameResource(const Type* element, Resource* resource) {
    resource->name = context_.decorations.Name(resource->id);
    if (!resource->name.empty()) return;
    resource->name_made_up = true;
    if (element != nullptr && element->kind == Kind::kStruct) {
      // DXC calls the structure of a cbuffer "type.Name" and that of a
      // ConstantBuffer<T> "type.ConstantBuffer.T".
      std::string name = context_.decorations.Name(element->id);
      for (std::string_view prefix : {"type.ConstantBuffer.", "type."}) {
        if (std::string_view(name).substr(0, prefix.size()) == prefix) {
          name.erase(0, prefix.size());
          break;
        }
      }
      if (!name.empty()) {
        resource->name = std::move(name);
        return;
      }
      if (context_.decorations.Has(element->id, Decoration::Block)) {
        resource->name = "$Globals";
        return;
      }
    }
    resource->name = "resource" + std::to_string(resource->id);
  }

  void SetArray(std::vector<ArrayDimension> dimensions, Resource* resource) {
    if (dimensions.empty()) return;
    // Descriptors have no stride; lengths of several dimensions multiply.
    uint64_t length = 1;
    for (ArrayDimension& dimension : dimensions) {
      dimension.stride = 0;
      const bool fits = dimension.length == 0 || length <= UINT64_MAX / dimension.length;
      length = fits ? length * dimension.length : 0;
    }
    resource->array_length = length;
    resource->dimensions = std::move(dimensions);
  }

  void Classify(const Inst& inst, StorageClass storage, const Type* element, Resource* resource) {
    const auto built_in = context_.decorations.Value(resource->id, Decoration::BuiltIn);
    if (built_in == kBuiltInSamplerHeap || built_in == kBuiltInResourceHeap) {
      resource->kind = ResourceKind::kDescriptorHeap;
      return;
    }
    const bool block = element != nullptr && context_.decorations.Has(element->id, Decoration::Block);
    const bool buffer_block = element != nullptr && context_.decorations.Has(element->id, Decoration::BufferBlock);
    switch (storage) {
      case StorageClass::PushConstant:
        resource->kind = ResourceKind::kPushConstants;
        return;
      case StorageClass::StorageBuffer:
        resource->kind = ResourceKind::kStorageBuffer;
        return;
      case StorageClass::ShaderRecordBufferKHR:
        resource->kind = ResourceKind::kShaderRecord;
        return;
      case StorageClass::Uniform:
        // Before SPIR-V 1.3 storage buffers were in the class Uniform too.
        if (buffer_block) {
          resource->kind = ResourceKind::kStorageBuffer;
        } else if (block || resource->untyped) {
          resource->kind = ResourceKind::kConstantBuffer;
        } else {
          context_.AddNote(inst, "'" + resource->name + "' is in the storage class Uniform, but no Block");
        }
        return;
      default:
        break;
    }
    if (element == nullptr) return;
    switch (element->kind) {
      case Kind::kSampler:
        resource->kind = ResourceKind::kSampler;
        break;
      case Kind::kSampledImage:
        ReadImage(*context_.types.Component(*element), resource);
        resource->kind = resource->image->dimension == ImageDimension::kBuffer ? ResourceKind::kUniformTexelBuffer
                                                                               : ResourceKind::kCombinedSampler;
        break;
      case Kind::kImage:
        resource->kind = ReadImage(*element, resource);
        break;
      case Kind::kAccelerationStructure:
        resource->kind = ResourceKind::kAccelerationStructure;
        break;
      default:
        // A plain uniform of OpenGL, a structure with images in it, or a type of
        // an extension.
        context_.AddNote(inst, "'" + resource->name + "' is no resource that Vulkan has a descriptor for");
        break;
    }
  }

  ResourceKind ReadImage(const Type& type, Resource* resource) {
    const ModuleTable& table = context_.table;
    Image image;
    image.dimension = ToDimension(table.Word(*type.inst, 3));
    const uint32_t depth = table.Word(*type.inst, 4);
    image.depth = depth == 0 ? ImageDepth::kNo : (depth == 1 ? ImageDepth::kYes : ImageDepth::kUnknown);
    image.arrayed = table.Word(*type.inst, 5) != 0;
    image.multisampled = table.Word(*type.inst, 6) != 0;
    const bool storage = table.Word(*type.inst, 7) == 2;
    image.sampled_unknown = table.Word(*type.inst, 7) == 0;
    const auto format = static_cast<spv::ImageFormat>(table.Word(*type.inst, 8));
    if (format != spv::ImageFormat::Unknown) image.format = spv::ImageFormatToString(format);
    const Type* sampled = context_.types.Component(type);
    ParameterType unused = ParameterType::kVoid;
    if (sampled != nullptr) DescribeScalar(*sampled, &image.sampled_kind, &image.sampled_bits, &unused);
    image.input_attachment_index = context_.decorations.Value(resource->id, Decoration::InputAttachmentIndex);
    resource->image = image;
    switch (image.dimension) {
      case ImageDimension::kBuffer:
        return storage ? ResourceKind::kStorageTexelBuffer : ResourceKind::kUniformTexelBuffer;
      case ImageDimension::kSubpassData:
        return ResourceKind::kInputAttachment;
      case ImageDimension::kTileImage:
        return ResourceKind::kOther;
      default:
        return storage ? ResourceKind::kStorageImage : ResourceKind::kTexture;
    }
  }

  // A structure that addresses lead to. Pointers into it have no Block.
  bool ReadBufferReference(const Inst& inst) {
    if (static_cast<StorageClass>(context_.table.Word(inst, 2)) != StorageClass::PhysicalStorageBuffer) return true;
    // The pointee may be declared after the pointer.
    const Type* structure = context_.types.WithoutArrays(context_.types.Find(context_.table.Word(inst, 3)));
    if (structure == nullptr || structure->kind != Kind::kStruct ||
        !context_.decorations.Has(structure->id, Decoration::Block) || !referenced_.insert(structure->id).second) {
      return true;
    }
    BufferReference reference;
    reference.id = structure->id;
    reference.name = context_.decorations.Name(structure->id);
    if (reference.name.empty()) reference.name = "struct" + std::to_string(structure->id);
    if (!context_.progress.TakeRecord(reference.name)) return false;
    if (!layout_.Describe(*structure, false, reference.name, &reference.block)) return false;
    context_.module.buffer_references.push_back(std::move(reference));
    return true;
  }

  Context& context_;
  BlockLayout layout_;
  std::map<ResourceKind, uint32_t> next_of_kind_;
  std::set<uint32_t> referenced_;
};

}  // namespace

bool ReadResources(Context* context) { return ResourceReader(context).Run(); }

}  // namespace lacuna::reflection::spirv
