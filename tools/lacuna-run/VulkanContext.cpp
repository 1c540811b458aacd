// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanContext.h"

#include <cstring>

namespace lacuna::run {
namespace {

constexpr char kValidationLayer[] = "VK_LAYER_KHRONOS_validation";
constexpr char kNoDriver[] =
    "no Vulkan driver was found; on Debian, 'apt-get install mesa-vulkan-drivers' brings one that needs no "
    "GPU, and --on=cpu runs without any";

VKAPI_ATTR VkBool32 VKAPI_CALL OnMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* messages) {
  static_cast<std::vector<std::string>*>(messages)->push_back(data->pMessage);
  return VK_FALSE;
}

bool HasLayer(const char* name) {
  uint32_t count = 0;
  vkEnumerateInstanceLayerProperties(&count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  vkEnumerateInstanceLayerProperties(&count, layers.data());
  for (const VkLayerProperties& layer : layers) {
    if (!std::strcmp(layer.layerName, name)) return true;
  }
  return false;
}

bool HasInstanceExtension(const char* name) {
  uint32_t count = 0;
  vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  vkEnumerateInstanceExtensionProperties(nullptr, &count, extensions.data());
  for (const VkExtensionProperties& extension : extensions) {
    if (!std::strcmp(extension.extensionName, name)) return true;
  }
  return false;
}

}  // namespace

std::string ResultText(VkResult result) {
  const char* name = "VkResult";
  switch (result) {
    case VK_TIMEOUT:
      name = "VK_TIMEOUT";
      break;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      name = "VK_ERROR_OUT_OF_HOST_MEMORY";
      break;
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      name = "VK_ERROR_OUT_OF_DEVICE_MEMORY";
      break;
    case VK_ERROR_INITIALIZATION_FAILED:
      name = "VK_ERROR_INITIALIZATION_FAILED";
      break;
    case VK_ERROR_DEVICE_LOST:
      name = "VK_ERROR_DEVICE_LOST";
      break;
    case VK_ERROR_LAYER_NOT_PRESENT:
      name = "VK_ERROR_LAYER_NOT_PRESENT";
      break;
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      name = "VK_ERROR_EXTENSION_NOT_PRESENT";
      break;
    case VK_ERROR_FEATURE_NOT_PRESENT:
      name = "VK_ERROR_FEATURE_NOT_PRESENT";
      break;
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      name = "VK_ERROR_INCOMPATIBLE_DRIVER";
      break;
    case VK_ERROR_OUT_OF_POOL_MEMORY:
      name = "VK_ERROR_OUT_OF_POOL_MEMORY";
      break;
    case VK_ERROR_INVALID_SHADER_NV:
      name = "VK_ERROR_INVALID_SHADER_NV";
      break;
    case VK_ERROR_UNKNOWN:
      name = "VK_ERROR_UNKNOWN";
      break;
    default:
      break;
  }
  return std::string(name) + " (" + std::to_string(static_cast<int>(result)) + ")";
}

bool CheckVulkan(VkResult result, const char* call, Failure* failure) {
  return result == VK_SUCCESS || failure->Error(std::string(call) + " failed with " + ResultText(result));
}

std::unique_ptr<VulkanContext> VulkanContext::Create(const std::string& device_name, bool validate, Failure* failure) {
  std::unique_ptr<VulkanContext> context(new VulkanContext());
  if (!context->CreateInstance(validate, failure) || !context->ChooseDevice(device_name, failure)) return nullptr;
  return context;
}

VulkanContext::~VulkanContext() {
  if (messenger_) {
    const auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance_, "vkDestroyDebugUtilsMessengerEXT"));
    if (destroy) destroy(instance_, messenger_, nullptr);
  }
  if (instance_) vkDestroyInstance(instance_, nullptr);
}

bool VulkanContext::HasExtension(const char* name) const {
  for (const VkExtensionProperties& extension : extensions_) {
    if (!std::strcmp(extension.extensionName, name)) return true;
  }
  return false;
}

bool VulkanContext::CreateInstance(bool validate, Failure* failure) {
  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pApplicationName = "lacuna-run";
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;
  std::vector<const char*> layers, extensions;
  if (validate) {
    if (!HasLayer(kValidationLayer)) {
      return failure->Unsupported(
          "--validate needs the Khronos validation layer; on Debian, 'apt-get install vulkan-validationlayers' brings "
          "it");
    }
    layers.push_back(kValidationLayer);
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  }
  // Drivers that stand on another API, as MoltenVK does, show only on request.
  if (HasInstanceExtension(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
    extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    info.flags |= VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
  }
  info.enabledLayerCount = static_cast<uint32_t>(layers.size());
  info.ppEnabledLayerNames = layers.data();
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  const VkResult result = vkCreateInstance(&info, nullptr, &instance_);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) return failure->Unsupported(kNoDriver);
  if (!CheckVulkan(result, "vkCreateInstance", failure)) return false;
  if (!validate) return true;
  const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      vkGetInstanceProcAddr(instance_, "vkCreateDebugUtilsMessengerEXT"));
  if (!create) return failure->Error("the validation layer offers no debug messenger");
  VkDebugUtilsMessengerCreateInfoEXT messenger = {VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  messenger.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  messenger.pfnUserCallback = OnMessage;
  messenger.pUserData = &validation_messages_;
  return CheckVulkan(create(instance_, &messenger, nullptr, &messenger_), "vkCreateDebugUtilsMessengerEXT", failure);
}

bool VulkanContext::ChooseDevice(const std::string& device_name, Failure* failure) {
  uint32_t count = 0;
  if (!CheckVulkan(vkEnumeratePhysicalDevices(instance_, &count, nullptr), "vkEnumeratePhysicalDevices", failure))
    return false;
  if (!count) return failure->Unsupported(kNoDriver);
  std::vector<VkPhysicalDevice> devices(count);
  if (!CheckVulkan(vkEnumeratePhysicalDevices(instance_, &count, devices.data()), "vkEnumeratePhysicalDevices",
                   failure)) {
    return false;
  }
  std::string names;
  for (VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties properties = {};
    vkGetPhysicalDeviceProperties(device, &properties);
    names += (names.empty() ? "'" : ", '") + std::string(properties.deviceName) + "'";
    if (!device_name.empty() && std::string(properties.deviceName).find(device_name) == std::string::npos) continue;
    const bool is_cpu = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const bool better = device_name.empty() && is_cpu && properties_.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (physical_device_ && !better) continue;
    physical_device_ = device;
    properties_ = properties;
  }
  if (!physical_device_)
    return failure->Unsupported("no Vulkan device has '" + device_name + "' in its name; there is " + names);
  if (properties_.apiVersion < VK_API_VERSION_1_2) {
    return failure->Unsupported("'" + std::string(properties_.deviceName) + "' offers a Vulkan version below 1.2");
  }
  uint32_t extensions = 0;
  if (!CheckVulkan(vkEnumerateDeviceExtensionProperties(physical_device_, nullptr, &extensions, nullptr),
                   "vkEnumerateDeviceExtensionProperties", failure)) {
    return false;
  }
  extensions_.resize(extensions);
  return CheckVulkan(vkEnumerateDeviceExtensionProperties(physical_device_, nullptr, &extensions, extensions_.data()),
                     "vkEnumerateDeviceExtensionProperties", failure);
}

}  // namespace lacuna::run
