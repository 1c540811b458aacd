// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanFeatures.h"

#include "spirv/unified1/spirv.hpp11"

namespace lacuna::run {
namespace {

constexpr char kPortabilitySubset[] = "VK_KHR_portability_subset";

struct Requirement {
  spv::Capability capability;
  const char* capability_name;
  VkBool32 offered;
  const char* feature;
};

std::string VersionText(uint32_t major, uint32_t minor) { return std::to_string(major) + "." + std::to_string(minor); }

}  // namespace

bool VulkanFeatures::Query(const VulkanContext& context, bool null_descriptor, bool robust, Failure* failure) {
  void** next = &core_.pNext;
  const auto chain = [&next](auto* features) {
    *next = features;
    next = &features->pNext;
  };
  const auto chain_extension = [&](const char* name, auto* features) {
    if (!context.HasExtension(name)) return;
    extensions_.push_back(name);
    chain(features);
  };
  chain(&vulkan11_);
  chain(&vulkan12_);
  if (context.properties().apiVersion >= VK_API_VERSION_1_3) chain(&vulkan13_);
  chain_extension(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME, &atomic_float_);
  chain_extension(VK_EXT_SHADER_ATOMIC_FLOAT_2_EXTENSION_NAME, &atomic_float2_);
  chain_extension(VK_EXT_SHADER_IMAGE_ATOMIC_INT64_EXTENSION_NAME, &image_int64_);
  if (null_descriptor || robust) chain_extension(VK_EXT_ROBUSTNESS_2_EXTENSION_NAME, &robustness2_);
  // A device that has this extension must have it enabled.
  if (context.HasExtension(kPortabilitySubset)) extensions_.push_back(kPortabilitySubset);
  vkGetPhysicalDeviceFeatures2(context.physical_device(), &core_);

  const std::string device = context.properties().deviceName;
  if (null_descriptor && !robustness2_.nullDescriptor) {
    return failure->Unsupported("'" + device + "' has no nullDescriptor (VK_EXT_robustness2); use --null=stand-in");
  }
  if (robust && !core_.features.robustBufferAccess) {
    return failure->Unsupported("'" + device + "' has no robustBufferAccess");
  }
  if (!null_descriptor) robustness2_.nullDescriptor = VK_FALSE;
  if (!robust) {
    core_.features.robustBufferAccess = VK_FALSE;
    robustness2_.robustBufferAccess2 = VK_FALSE;
    robustness2_.robustImageAccess2 = VK_FALSE;
    vulkan13_.robustImageAccess = VK_FALSE;
  }
  // Of no use here, and not free on every driver.
  core_.features.sparseBinding = VK_FALSE;
  vulkan11_.protectedMemory = VK_FALSE;
  vulkan12_.bufferDeviceAddressCaptureReplay = VK_FALSE;
  vulkan12_.bufferDeviceAddressMultiDevice = VK_FALSE;
  return true;
}

bool VulkanFeatures::CheckModule(const VulkanContext& context, const ModuleInfo& module, Failure* failure) const {
  const VkPhysicalDeviceFeatures& core = core_.features;
  const VkBool32 atomic_float_add = atomic_float_.shaderBufferFloat32AtomicAdd |
                                    atomic_float_.shaderSharedFloat32AtomicAdd |
                                    atomic_float_.shaderImageFloat32AtomicAdd;
  const VkBool32 atomic_double_add =
      atomic_float_.shaderBufferFloat64AtomicAdd | atomic_float_.shaderSharedFloat64AtomicAdd;
  const VkBool32 atomic_float_minmax = atomic_float2_.shaderBufferFloat32AtomicMinMax |
                                       atomic_float2_.shaderSharedFloat32AtomicMinMax |
                                       atomic_float2_.shaderImageFloat32AtomicMinMax;
  const Requirement requirements[] = {
      {spv::Capability::Float64, "Float64", core.shaderFloat64, "shaderFloat64"},
      {spv::Capability::Int64, "Int64", core.shaderInt64, "shaderInt64"},
      {spv::Capability::Int16, "Int16", core.shaderInt16, "shaderInt16"},
      {spv::Capability::Float16, "Float16", vulkan12_.shaderFloat16, "shaderFloat16"},
      {spv::Capability::Int8, "Int8", vulkan12_.shaderInt8, "shaderInt8"},
      {spv::Capability::Int64Atomics, "Int64Atomics",
       vulkan12_.shaderBufferInt64Atomics | vulkan12_.shaderSharedInt64Atomics, "shaderBufferInt64Atomics"},
      {spv::Capability::StorageBuffer16BitAccess, "StorageBuffer16BitAccess", vulkan11_.storageBuffer16BitAccess,
       "storageBuffer16BitAccess"},
      {spv::Capability::UniformAndStorageBuffer16BitAccess, "UniformAndStorageBuffer16BitAccess",
       vulkan11_.uniformAndStorageBuffer16BitAccess, "uniformAndStorageBuffer16BitAccess"},
      {spv::Capability::StoragePushConstant16, "StoragePushConstant16", vulkan11_.storagePushConstant16,
       "storagePushConstant16"},
      {spv::Capability::StorageBuffer8BitAccess, "StorageBuffer8BitAccess", vulkan12_.storageBuffer8BitAccess,
       "storageBuffer8BitAccess"},
      {spv::Capability::UniformAndStorageBuffer8BitAccess, "UniformAndStorageBuffer8BitAccess",
       vulkan12_.uniformAndStorageBuffer8BitAccess, "uniformAndStorageBuffer8BitAccess"},
      {spv::Capability::StoragePushConstant8, "StoragePushConstant8", vulkan12_.storagePushConstant8,
       "storagePushConstant8"},
      {spv::Capability::VariablePointersStorageBuffer, "VariablePointersStorageBuffer",
       vulkan11_.variablePointersStorageBuffer, "variablePointersStorageBuffer"},
      {spv::Capability::VariablePointers, "VariablePointers", vulkan11_.variablePointers, "variablePointers"},
      {spv::Capability::StorageBufferArrayDynamicIndexing, "StorageBufferArrayDynamicIndexing",
       core.shaderStorageBufferArrayDynamicIndexing, "shaderStorageBufferArrayDynamicIndexing"},
      {spv::Capability::UniformBufferArrayDynamicIndexing, "UniformBufferArrayDynamicIndexing",
       core.shaderUniformBufferArrayDynamicIndexing, "shaderUniformBufferArrayDynamicIndexing"},
      {spv::Capability::StorageBufferArrayNonUniformIndexing, "StorageBufferArrayNonUniformIndexing",
       vulkan12_.shaderStorageBufferArrayNonUniformIndexing, "shaderStorageBufferArrayNonUniformIndexing"},
      {spv::Capability::UniformBufferArrayNonUniformIndexing, "UniformBufferArrayNonUniformIndexing",
       vulkan12_.shaderUniformBufferArrayNonUniformIndexing, "shaderUniformBufferArrayNonUniformIndexing"},
      {spv::Capability::SampledImageArrayDynamicIndexing, "SampledImageArrayDynamicIndexing",
       core.shaderSampledImageArrayDynamicIndexing, "shaderSampledImageArrayDynamicIndexing"},
      {spv::Capability::StorageImageArrayDynamicIndexing, "StorageImageArrayDynamicIndexing",
       core.shaderStorageImageArrayDynamicIndexing, "shaderStorageImageArrayDynamicIndexing"},
      {spv::Capability::UniformTexelBufferArrayDynamicIndexing, "UniformTexelBufferArrayDynamicIndexing",
       vulkan12_.shaderUniformTexelBufferArrayDynamicIndexing, "shaderUniformTexelBufferArrayDynamicIndexing"},
      {spv::Capability::StorageTexelBufferArrayDynamicIndexing, "StorageTexelBufferArrayDynamicIndexing",
       vulkan12_.shaderStorageTexelBufferArrayDynamicIndexing, "shaderStorageTexelBufferArrayDynamicIndexing"},
      {spv::Capability::SampledImageArrayNonUniformIndexing, "SampledImageArrayNonUniformIndexing",
       vulkan12_.shaderSampledImageArrayNonUniformIndexing, "shaderSampledImageArrayNonUniformIndexing"},
      {spv::Capability::StorageImageArrayNonUniformIndexing, "StorageImageArrayNonUniformIndexing",
       vulkan12_.shaderStorageImageArrayNonUniformIndexing, "shaderStorageImageArrayNonUniformIndexing"},
      {spv::Capability::UniformTexelBufferArrayNonUniformIndexing, "UniformTexelBufferArrayNonUniformIndexing",
       vulkan12_.shaderUniformTexelBufferArrayNonUniformIndexing, "shaderUniformTexelBufferArrayNonUniformIndexing"},
      {spv::Capability::StorageTexelBufferArrayNonUniformIndexing, "StorageTexelBufferArrayNonUniformIndexing",
       vulkan12_.shaderStorageTexelBufferArrayNonUniformIndexing, "shaderStorageTexelBufferArrayNonUniformIndexing"},
      {spv::Capability::RuntimeDescriptorArray, "RuntimeDescriptorArray", vulkan12_.runtimeDescriptorArray,
       "runtimeDescriptorArray"},
      {spv::Capability::StorageImageMultisample, "StorageImageMultisample", core.shaderStorageImageMultisample,
       "shaderStorageImageMultisample"},
      {spv::Capability::StorageImageReadWithoutFormat, "StorageImageReadWithoutFormat",
       core.shaderStorageImageReadWithoutFormat, "shaderStorageImageReadWithoutFormat"},
      {spv::Capability::StorageImageWriteWithoutFormat, "StorageImageWriteWithoutFormat",
       core.shaderStorageImageWriteWithoutFormat, "shaderStorageImageWriteWithoutFormat"},
      {spv::Capability::StorageImageExtendedFormats, "StorageImageExtendedFormats",
       core.shaderStorageImageExtendedFormats, "shaderStorageImageExtendedFormats"},
      {spv::Capability::ImageGatherExtended, "ImageGatherExtended", core.shaderImageGatherExtended,
       "shaderImageGatherExtended"},
      {spv::Capability::ImageCubeArray, "ImageCubeArray", core.imageCubeArray, "imageCubeArray"},
      {spv::Capability::SampledCubeArray, "SampledCubeArray", core.imageCubeArray, "imageCubeArray"},
      {spv::Capability::SparseResidency, "SparseResidency", core.shaderResourceResidency, "shaderResourceResidency"},
      {spv::Capability::MinLod, "MinLod", core.shaderResourceMinLod, "shaderResourceMinLod"},
      {spv::Capability::Int64ImageEXT, "Int64ImageEXT", image_int64_.shaderImageInt64Atomics,
       "shaderImageInt64Atomics (VK_EXT_shader_image_atomic_int64)"},
      {spv::Capability::Geometry, "Geometry", core.geometryShader, "geometryShader"},
      {spv::Capability::Tessellation, "Tessellation", core.tessellationShader, "tessellationShader"},
      {spv::Capability::SampleRateShading, "SampleRateShading", core.sampleRateShading, "sampleRateShading"},
      {spv::Capability::VulkanMemoryModel, "VulkanMemoryModel", vulkan12_.vulkanMemoryModel, "vulkanMemoryModel"},
      {spv::Capability::PhysicalStorageBufferAddresses, "PhysicalStorageBufferAddresses", vulkan12_.bufferDeviceAddress,
       "bufferDeviceAddress"},
      {spv::Capability::AtomicFloat32AddEXT, "AtomicFloat32AddEXT", atomic_float_add, "shaderBufferFloat32AtomicAdd"},
      {spv::Capability::AtomicFloat64AddEXT, "AtomicFloat64AddEXT", atomic_double_add, "shaderBufferFloat64AtomicAdd"},
      {spv::Capability::AtomicFloat32MinMaxEXT, "AtomicFloat32MinMaxEXT", atomic_float_minmax,
       "shaderBufferFloat32AtomicMinMax"},
  };
  const std::string device = context.properties().deviceName;
  for (const Requirement& requirement : requirements) {
    if (requirement.offered) continue;
    for (uint32_t capability : module.capabilities) {
      if (capability != static_cast<uint32_t>(requirement.capability)) continue;
      return failure->Unsupported("the module declares the capability " + std::string(requirement.capability_name) +
                                  ", but '" + device + "' has no " + requirement.feature);
    }
  }
  const uint32_t spirv_minor = context.properties().apiVersion >= VK_API_VERSION_1_3 ? 6 : 5;
  const uint32_t major = module.version >> 16 & 0xff, minor = module.version >> 8 & 0xff;
  if (major > 1 || minor > spirv_minor) {
    return failure->Unsupported("the module is SPIR-V " + VersionText(major, minor) + ", but '" + device +
                                "' takes 1." + std::to_string(spirv_minor) + " at most");
  }
  return true;
}

}  // namespace lacuna::run
