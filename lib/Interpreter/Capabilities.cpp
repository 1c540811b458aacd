// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Which capabilities a module may declare. Those of other stages are harmless:
// their instructions are refused where the compute entry point reaches them.

#include <set>

#include "Interpreter/Decoder.h"
#include "spirv-tools/libspirv.h"

namespace lacuna::interpreter {
namespace {

const std::set<spv::Capability>& Known() {
  static const std::set<spv::Capability> known = {
      spv::Capability::Matrix,
      spv::Capability::Shader,
      spv::Capability::Geometry,
      spv::Capability::Tessellation,
      spv::Capability::GeometryPointSize,
      spv::Capability::TessellationPointSize,
      spv::Capability::ClipDistance,
      spv::Capability::CullDistance,
      spv::Capability::SampleRateShading,
      spv::Capability::MultiViewport,
      spv::Capability::InterpolationFunction,
      spv::Capability::DerivativeControl,
      spv::Capability::TransformFeedback,
      spv::Capability::InputAttachment,
      spv::Capability::DrawParameters,
      spv::Capability::MultiView,
      spv::Capability::ShaderViewportIndex,
      spv::Capability::ShaderLayer,
      spv::Capability::ShaderViewportIndexLayerEXT,
      spv::Capability::DemoteToHelperInvocation,
      spv::Capability::Float16,
      spv::Capability::Float64,
      spv::Capability::Int8,
      spv::Capability::Int16,
      spv::Capability::Int64,
      spv::Capability::Int64Atomics,
      spv::Capability::Int64ImageEXT,
      spv::Capability::AtomicFloat16AddEXT,
      spv::Capability::AtomicFloat32AddEXT,
      spv::Capability::AtomicFloat64AddEXT,
      spv::Capability::AtomicFloat16MinMaxEXT,
      spv::Capability::AtomicFloat32MinMaxEXT,
      spv::Capability::AtomicFloat64MinMaxEXT,
      spv::Capability::ImageGatherExtended,
      spv::Capability::StorageImageMultisample,
      spv::Capability::UniformBufferArrayDynamicIndexing,
      spv::Capability::SampledImageArrayDynamicIndexing,
      spv::Capability::StorageBufferArrayDynamicIndexing,
      spv::Capability::StorageImageArrayDynamicIndexing,
      spv::Capability::ImageCubeArray,
      spv::Capability::SampledCubeArray,
      spv::Capability::ImageRect,
      spv::Capability::SampledRect,
      spv::Capability::Sampled1D,
      spv::Capability::Image1D,
      spv::Capability::SampledBuffer,
      spv::Capability::ImageBuffer,
      spv::Capability::ImageMSArray,
      spv::Capability::StorageImageExtendedFormats,
      spv::Capability::ImageQuery,
      spv::Capability::StorageImageReadWithoutFormat,
      spv::Capability::StorageImageWriteWithoutFormat,
      spv::Capability::GroupNonUniform,
      spv::Capability::GroupNonUniformVote,
      spv::Capability::GroupNonUniformArithmetic,
      spv::Capability::GroupNonUniformBallot,
      spv::Capability::GroupNonUniformShuffle,
      spv::Capability::GroupNonUniformShuffleRelative,
      spv::Capability::GroupNonUniformClustered,
      spv::Capability::SubgroupBallotKHR,
      spv::Capability::SubgroupVoteKHR,
      spv::Capability::StorageBuffer16BitAccess,
      spv::Capability::UniformAndStorageBuffer16BitAccess,
      spv::Capability::StoragePushConstant16,
      spv::Capability::StorageInputOutput16,
      spv::Capability::StorageBuffer8BitAccess,
      spv::Capability::UniformAndStorageBuffer8BitAccess,
      spv::Capability::StoragePushConstant8,
      spv::Capability::VariablePointers,
      spv::Capability::VariablePointersStorageBuffer,
      spv::Capability::ShaderNonUniform,
      spv::Capability::RuntimeDescriptorArray,
      spv::Capability::InputAttachmentArrayDynamicIndexing,
      spv::Capability::InputAttachmentArrayNonUniformIndexing,
      spv::Capability::UniformTexelBufferArrayDynamicIndexing,
      spv::Capability::StorageTexelBufferArrayDynamicIndexing,
      spv::Capability::UniformBufferArrayNonUniformIndexing,
      spv::Capability::SampledImageArrayNonUniformIndexing,
      spv::Capability::StorageBufferArrayNonUniformIndexing,
      spv::Capability::StorageImageArrayNonUniformIndexing,
      spv::Capability::UniformTexelBufferArrayNonUniformIndexing,
      spv::Capability::StorageTexelBufferArrayNonUniformIndexing,
      spv::Capability::VulkanMemoryModel,
      spv::Capability::VulkanMemoryModelDeviceScope,
      spv::Capability::DenormPreserve,
      spv::Capability::SignedZeroInfNanPreserve,
      spv::Capability::RoundingModeRTE,
      spv::Capability::DeviceGroup,
      spv::Capability::DotProduct,
      spv::Capability::DotProductInputAll,
      spv::Capability::DotProductInput4x8Bit,
      spv::Capability::DotProductInput4x8BitPacked,
  };
  return known;
}

// "Int64" of capability 11; its number when it has no name.
std::string NameOf(spv::Capability capability) {
  // The assembler's tables are reached by disassembling the instruction.
  const uint32_t words[] = {spv::MagicNumber, 0x00010600, 0, 1, 0, (2u << 16) | 17u, static_cast<uint32_t>(capability)};
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  spv_text text = nullptr;
  std::string name = "capability " + std::to_string(static_cast<uint32_t>(capability));
  if (spvBinaryToText(context, words, 7, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER, &text, nullptr) == SPV_SUCCESS && text) {
    const std::string line(text->str, text->length);
    const size_t begin = line.find("OpCapability "), end = line.find('\n');
    if (begin != std::string::npos) name = line.substr(begin + 13, end - begin - 13);
  }
  spvTextDestroy(text);
  spvContextDestroy(context);
  return name;
}

}  // namespace

bool ModuleDecoder::CheckCapabilities() {
  for (spv::Capability capability : module_.capabilities) {
    if (!Known().count(capability)) {
      return error_->Unsupported("the interpreter does not support the capability " + NameOf(capability) +
                                 ", which the module declares");
    }
  }
  return true;
}

}  // namespace lacuna::interpreter
