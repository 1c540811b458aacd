// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANFEATURES_H_
#define LACUNA_TOOLS_RUN_VULKANFEATURES_H_

#include <vector>

#include "ModuleScan.h"
#include "VulkanContext.h"

namespace lacuna::run {

// The features of a device: all that a shader may need and the device offers. Robustness is off unless asked for, since
// it hides what a module does without it; nullDescriptor is on only where null descriptors are bound.
class VulkanFeatures {
 public:
  VulkanFeatures() = default;
  VulkanFeatures(const VulkanFeatures&) = delete;  // the chain points into the object
  VulkanFeatures& operator=(const VulkanFeatures&) = delete;

  // Asks the device and drops what is not wanted. Fails as unsupported when
  // nullDescriptor or robustness is wanted and not offered.
  bool Query(const VulkanContext& context, bool null_descriptor, bool robust, Failure* failure);

  // Fails as unsupported when the module declares a capability, or has a SPIR-V
  // version, that the device lacks. A capability that is not in the table here
  // is left for the driver to judge.
  bool CheckModule(const VulkanContext& context, const ModuleInfo& module, Failure* failure) const;

  // For VkDeviceCreateInfo.
  const VkPhysicalDeviceFeatures2* chain() const { return &core_; }
  const std::vector<const char*>& extensions() const { return extensions_; }

 private:
  VkPhysicalDeviceFeatures2 core_ = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  VkPhysicalDeviceVulkan11Features vulkan11_ = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
  VkPhysicalDeviceVulkan12Features vulkan12_ = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceVulkan13Features vulkan13_ = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomic_float_ = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT};
  VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT atomic_float2_ = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT};
  VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT image_int64_ = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT};
  VkPhysicalDeviceRobustness2FeaturesEXT robustness2_ = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT};
  std::vector<const char*> extensions_;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANFEATURES_H_
