// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TOOLS_RUN_VULKANCONTEXT_H_
#define LACUNA_TOOLS_RUN_VULKANCONTEXT_H_

#include <vulkan/vulkan.h>

#include <memory>
#include <string>
#include <vector>

#include "Failure.h"

namespace lacuna::run {

// "VK_ERROR_DEVICE_LOST (-4)" and the like.
std::string ResultText(VkResult result);

// Returns whether `result` is VK_SUCCESS; else the failure names the call.
bool CheckVulkan(VkResult result, const char* call, Failure* failure);

// An instance and the physical device that was chosen in it.
class VulkanContext {
 public:
  // Chooses the first device whose name contains `device_name`; with an empty
  // name, the first CPU device, or else the first one. `validate` turns the
  // Khronos validation layer on. Returns null on failure.
  static std::unique_ptr<VulkanContext> Create(const std::string& device_name, bool validate, Failure* failure);

  VulkanContext(const VulkanContext&) = delete;
  VulkanContext& operator=(const VulkanContext&) = delete;
  ~VulkanContext();

  VkPhysicalDevice physical_device() const { return physical_device_; }
  const VkPhysicalDeviceProperties& properties() const { return properties_; }
  bool HasExtension(const char* name) const;

  // What the validation layer has reported so far.
  const std::vector<std::string>& validation_messages() const { return validation_messages_; }

 private:
  VulkanContext() = default;
  bool CreateInstance(bool validate, Failure* failure);
  bool ChooseDevice(const std::string& device_name, Failure* failure);

  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device_ = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties_ = {};
  std::vector<VkExtensionProperties> extensions_;
  std::vector<std::string> validation_messages_;
};

}  // namespace lacuna::run

#endif  // LACUNA_TOOLS_RUN_VULKANCONTEXT_H_
