// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanRun.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "VulkanBuffers.h"
#include "VulkanFeatures.h"

namespace lacuna::run {
namespace {

// Ends the process when it is not destroyed in time. A fence with a timeout is
// not enough: some drivers compile or execute inside the submitting call.
class Watchdog {
 public:
  explicit Watchdog(uint32_t seconds)
      : thread_([this, seconds] {
          std::unique_lock<std::mutex> lock(mutex_);
          if (done_.wait_for(lock, std::chrono::seconds(seconds), [this] { return finished_; })) return;
          std::fprintf(
              stderr,
              "lacuna-run: error: the shader did not end within %u seconds; it may never end (--timeout=<seconds> "
              "allows more)\n",
              seconds);
          std::_Exit(kExitError);
        }) {}
  ~Watchdog() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      finished_ = true;
    }
    done_.notify_all();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread thread_;  // last, so that it starts when the others exist
};

// The device and every object of one run, destroyed together.
class Runner {
 public:
  Runner(const VulkanContext& context, const Plan& plan) : context_(context), plan_(plan) {}
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  ~Runner() {
    if (!device_) return;
    buffers_.reset();
    vkDestroyFence(device_, fence_, nullptr);
    vkDestroyCommandPool(device_, command_pool_, nullptr);
    vkDestroyPipeline(device_, pipeline_, nullptr);
    vkDestroyShaderModule(device_, shader_, nullptr);
    vkDestroyPipelineLayout(device_, pipeline_layout_, nullptr);
    vkDestroyDescriptorPool(device_, descriptor_pool_, nullptr);
    for (VkDescriptorSetLayout layout : set_layouts_) vkDestroyDescriptorSetLayout(device_, layout, nullptr);
    vkDestroyDevice(device_, nullptr);
  }

  bool Run(const std::vector<uint32_t>& words, const ModuleInfo& module, const VulkanRunOptions& options,
           RunOutput* output, Failure* failure) {
    if (!CheckLimits(failure) || !CreateDevice(module, options, failure)) return false;
    buffers_ = std::make_unique<VulkanBuffers>(context_, device_);
    if (!buffers_->Create(plan_, failure) || !CreateLayouts(failure) || !CreateSets(failure)) return false;
    WriteDescriptors();
    Watchdog watchdog(options.timeout_s);
    if (!CreatePipeline(words, failure) || !Dispatch(failure)) return false;
    buffers_->Read(output);
    return true;
  }

 private:
  bool CheckLimits(Failure* failure) {
    const VkPhysicalDeviceLimits& limits = context_.properties().limits;
    if (plan_.push_constants.size() > limits.maxPushConstantsSize) {
      return failure->Unsupported("the run has " + std::to_string(plan_.push_constants.size()) +
                                  " bytes of push constants; the device takes " +
                                  std::to_string(limits.maxPushConstantsSize));
    }
    for (int i = 0; i < 3; ++i) {
      if (plan_.groups[i] > limits.maxComputeWorkGroupCount[i]) {
        return failure->Unsupported(std::to_string(plan_.groups[i]) + " workgroups are over the device's limit of " +
                                    std::to_string(limits.maxComputeWorkGroupCount[i]));
      }
    }
    if (!plan_.bindings.empty() && plan_.bindings.back().set >= limits.maxBoundDescriptorSets) {
      return failure->Unsupported("set " + std::to_string(plan_.bindings.back().set) +
                                  " is over the device's limit of " + std::to_string(limits.maxBoundDescriptorSets) +
                                  " descriptor sets");
    }
    return true;
  }

  bool CreateDevice(const ModuleInfo& module, const VulkanRunOptions& options, Failure* failure) {
    VulkanFeatures features;
    if (!features.Query(context_, plan_.uses_null_descriptors, options.robust, failure) ||
        !features.CheckModule(context_, module, failure)) {
      return false;
    }
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(context_.physical_device(), &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(context_.physical_device(), &count, families.data());
    while (queue_family_ < count && !(families[queue_family_].queueFlags & VK_QUEUE_COMPUTE_BIT)) ++queue_family_;
    if (queue_family_ == count) return failure->Unsupported("the device has no queue for compute shaders");
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = queue_family_;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = features.chain();
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<uint32_t>(features.extensions().size());
    info.ppEnabledExtensionNames = features.extensions().data();
    if (!CheckVulkan(vkCreateDevice(context_.physical_device(), &info, nullptr, &device_), "vkCreateDevice", failure)) {
      return false;
    }
    vkGetDeviceQueue(device_, queue_family_, 0, &queue_);
    return true;
  }

  // One layout for each set up to the highest; a set that nothing is in gets an
  // empty one.
  bool CreateLayouts(Failure* failure) {
    const uint32_t sets = plan_.bindings.empty() ? 0 : plan_.bindings.back().set + 1;
    for (uint32_t set = 0; set < sets; ++set) {
      std::vector<VkDescriptorSetLayoutBinding> bindings;
      for (const PlannedBinding& planned : plan_.bindings) {
        if (planned.set != set) continue;
        VkDescriptorSetLayoutBinding binding = {};
        binding.binding = planned.binding;
        DescriptorTypeOf(planned.kind, &binding.descriptorType);
        binding.descriptorCount = static_cast<uint32_t>(planned.descriptors.size());
        binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
        bindings.push_back(binding);
      }
      VkDescriptorSetLayoutCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
      info.bindingCount = static_cast<uint32_t>(bindings.size());
      info.pBindings = bindings.data();
      set_layouts_.push_back(VK_NULL_HANDLE);
      if (!CheckVulkan(vkCreateDescriptorSetLayout(device_, &info, nullptr, &set_layouts_.back()),
                       "vkCreateDescriptorSetLayout", failure)) {
        return false;
      }
    }
    VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, static_cast<uint32_t>(plan_.push_constants.size())};
    VkPipelineLayoutCreateInfo info = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = static_cast<uint32_t>(set_layouts_.size());
    info.pSetLayouts = set_layouts_.data();
    info.pushConstantRangeCount = push.size ? 1 : 0;
    info.pPushConstantRanges = &push;
    return CheckVulkan(vkCreatePipelineLayout(device_, &info, nullptr, &pipeline_layout_), "vkCreatePipelineLayout",
                       failure);
  }

  bool CreateSets(Failure* failure) {
    if (set_layouts_.empty()) return true;
    VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}};
    for (const PlannedBinding& planned : plan_.bindings) {
      sizes[planned.kind == DescriptorKind::kStorageBuffer ? 0 : 1].descriptorCount +=
          static_cast<uint32_t>(planned.descriptors.size());
    }
    VkDescriptorPoolCreateInfo pool = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool.maxSets = static_cast<uint32_t>(set_layouts_.size());
    pool.poolSizeCount = 2;
    pool.pPoolSizes = sizes;
    if (!CheckVulkan(vkCreateDescriptorPool(device_, &pool, nullptr, &descriptor_pool_), "vkCreateDescriptorPool",
                     failure)) {
      return false;
    }
    sets_.resize(set_layouts_.size());
    VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = descriptor_pool_;
    info.descriptorSetCount = static_cast<uint32_t>(sets_.size());
    info.pSetLayouts = set_layouts_.data();
    return CheckVulkan(vkAllocateDescriptorSets(device_, &info, sets_.data()), "vkAllocateDescriptorSets", failure);
  }

  void WriteDescriptors() {
    for (size_t b = 0; b < plan_.bindings.size(); ++b) {
      const PlannedBinding& planned = plan_.bindings[b];
      std::vector<VkDescriptorBufferInfo> infos;
      for (size_t e = 0; e < planned.descriptors.size(); ++e) {
        const PlannedDescriptor& descriptor = planned.descriptors[e];
        // The only offset and range that a null buffer may have.
        VkDescriptorBufferInfo info = {VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
        if (!descriptor.null) info = {buffers_->Get(b, e), descriptor.offset, descriptor.range};
        infos.push_back(info);
      }
      VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
      write.dstSet = sets_[planned.set];
      write.dstBinding = planned.binding;
      write.descriptorCount = static_cast<uint32_t>(infos.size());
      DescriptorTypeOf(planned.kind, &write.descriptorType);
      write.pBufferInfo = infos.data();
      vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
    }
  }

  bool CreatePipeline(const std::vector<uint32_t>& words, Failure* failure) {
    VkShaderModuleCreateInfo shader = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    shader.codeSize = words.size() * 4;
    shader.pCode = words.data();
    if (!CheckVulkan(vkCreateShaderModule(device_, &shader, nullptr, &shader_), "vkCreateShaderModule", failure))
      return false;
    std::vector<VkSpecializationMapEntry> entries;
    std::vector<uint8_t> data;
    for (const auto& constant : plan_.spec_constants) {
      entries.push_back({constant.first, static_cast<uint32_t>(data.size()), constant.second.size()});
      data.insert(data.end(), constant.second.begin(), constant.second.end());
    }
    VkSpecializationInfo specialization = {static_cast<uint32_t>(entries.size()), entries.data(), data.size(),
                                           data.data()};
    VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader_;
    info.stage.pName = plan_.entry_point.c_str();
    info.stage.pSpecializationInfo = &specialization;
    info.layout = pipeline_layout_;
    return CheckVulkan(vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_),
                       "vkCreateComputePipelines", failure);
  }

  bool Dispatch(Failure* failure) {
    VkCommandPoolCreateInfo pool = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = queue_family_;
    if (!CheckVulkan(vkCreateCommandPool(device_, &pool, nullptr, &command_pool_), "vkCreateCommandPool", failure))
      return false;
    VkCommandBufferAllocateInfo allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = command_pool_;
    allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    if (!CheckVulkan(vkAllocateCommandBuffers(device_, &allocate, &commands), "vkAllocateCommandBuffers", failure))
      return false;
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    if (!CheckVulkan(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer", failure)) return false;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
    if (!sets_.empty()) {
      vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_layout_, 0,
                              static_cast<uint32_t>(sets_.size()), sets_.data(), 0, nullptr);
    }
    if (!plan_.push_constants.empty()) {
      vkCmdPushConstants(commands, pipeline_layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                         static_cast<uint32_t>(plan_.push_constants.size()), plan_.push_constants.data());
    }
    vkCmdDispatch(commands, plan_.groups[0], plan_.groups[1], plan_.groups[2]);
    VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                         nullptr, 0, nullptr);
    VkFenceCreateInfo fence = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    return CheckVulkan(vkEndCommandBuffer(commands), "vkEndCommandBuffer", failure) &&
           CheckVulkan(vkCreateFence(device_, &fence, nullptr, &fence_), "vkCreateFence", failure) &&
           CheckVulkan(vkQueueSubmit(queue_, 1, &submit, fence_), "vkQueueSubmit", failure) &&
           // The watchdog ends a wait that takes too long.
           CheckVulkan(vkWaitForFences(device_, 1, &fence_, VK_TRUE, UINT64_MAX), "vkWaitForFences", failure);
  }

  const VulkanContext& context_;
  const Plan& plan_;
  VkDevice device_ = VK_NULL_HANDLE;
  uint32_t queue_family_ = 0;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::unique_ptr<VulkanBuffers> buffers_;
  std::vector<VkDescriptorSetLayout> set_layouts_;
  VkPipelineLayout pipeline_layout_ = VK_NULL_HANDLE;
  VkDescriptorPool descriptor_pool_ = VK_NULL_HANDLE;
  std::vector<VkDescriptorSet> sets_;
  VkShaderModule shader_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  VkCommandPool command_pool_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
};

}  // namespace

bool RunOnVulkan(const VulkanContext& context, const std::vector<uint32_t>& words, const ModuleInfo& module,
                 const Plan& plan, const VulkanRunOptions& options, RunOutput* output, Failure* failure) {
  return Runner(context, plan).Run(words, module, options, output, failure);
}

}  // namespace lacuna::run
