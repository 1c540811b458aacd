// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "VulkanRun.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "VulkanDescriptors.h"
#include "VulkanGraphics.h"
#include "VulkanPipeline.h"

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

// The objects of one run, destroyed together.
class Runner {
 public:
  Runner(const VulkanDevice& device, const Plan& plan)
      : device_(device),
        plan_(plan),
        buffers_(device),
        images_(device),
        descriptors_(device, plan),
        stages_(device),
        graphics_(device) {}
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  ~Runner() {
    vkDestroyFence(device_.handle(), fence_, nullptr);
    vkDestroyCommandPool(device_.handle(), command_pool_, nullptr);
  }

  bool Run(const std::vector<Shader>& shaders, const VulkanRunOptions& options, RunOutput* output, Failure* failure) {
    for (const Shader& shader : shaders) {
      if (options.ignore_missing_features) break;
      if (!device_.features().CheckModule(device_.context(), shader.info, failure)) return false;
    }
    if (!buffers_.Create(plan_, failure) || !images_.Create(plan_, failure) ||
        !descriptors_.Create(buffers_, images_, failure)) {
      return false;
    }
    Watchdog watchdog(options.timeout_s);
    VkCommandBuffer commands = VK_NULL_HANDLE;
    if (!CreatePipeline(shaders, failure) || !Begin(&commands, failure) || !Record(commands, failure) ||
        !Submit(commands, failure)) {
      return false;
    }
    output->descriptors.clear();
    for (const PlannedBinding& binding : plan_.bindings) output->descriptors.emplace_back(binding.descriptors.size());
    buffers_.Read(plan_, output);
    images_.Read(plan_, output);
    if (plan_.is_graphics()) graphics_.Read(output);
    return true;
  }

 private:
  bool CreatePipeline(const std::vector<Shader>& shaders, Failure* failure) {
    if (plan_.is_graphics()) {
      return stages_.Create(plan_, shaders, failure) &&
             graphics_.Create(plan_, stages_, descriptors_.layout(), failure);
    }
    compute_ = GetComputePipeline(device_, plan_, shaders, descriptors_.layout(), failure);
    return compute_ != VK_NULL_HANDLE;
  }

  bool Begin(VkCommandBuffer* commands, Failure* failure) {
    const VkDevice device = device_.handle();
    VkCommandPoolCreateInfo pool = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = device_.queue_family();
    if (!CheckVulkan(vkCreateCommandPool(device, &pool, nullptr, &command_pool_), "vkCreateCommandPool", failure))
      return false;
    VkCommandBufferAllocateInfo allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = command_pool_;
    allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocate.commandBufferCount = 1;
    if (!CheckVulkan(vkAllocateCommandBuffers(device, &allocate, commands), "vkAllocateCommandBuffers", failure))
      return false;
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    return CheckVulkan(vkBeginCommandBuffer(*commands, &begin), "vkBeginCommandBuffer", failure);
  }

  static void RecordBarrier(VkCommandBuffer commands, VkAccessFlags to, VkPipelineStageFlags stage) {
    VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = to;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, stage, 0, 1, &barrier, 0, nullptr, 0, nullptr);
  }

  bool Record(VkCommandBuffer commands, Failure* failure) {
    images_.RecordUploads(commands);
    if (plan_.is_graphics()) {
      vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, graphics_.handle());
      descriptors_.Record(commands, VK_PIPELINE_BIND_POINT_GRAPHICS);
      graphics_.RecordDraw(commands);
    } else {
      vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, compute_);
      descriptors_.Record(commands, VK_PIPELINE_BIND_POINT_COMPUTE);
      vkCmdDispatch(commands, plan_.groups[0], plan_.groups[1], plan_.groups[2]);
    }
    RecordBarrier(commands, VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    if (!images_.RecordReadbacks(commands, failure)) return false;
    if (plan_.is_graphics()) graphics_.RecordReadback(commands);
    RecordBarrier(commands, VK_ACCESS_HOST_READ_BIT, VK_PIPELINE_STAGE_HOST_BIT);
    return CheckVulkan(vkEndCommandBuffer(commands), "vkEndCommandBuffer", failure);
  }

  bool Submit(VkCommandBuffer commands, Failure* failure) {
    VkFenceCreateInfo fence = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    return CheckVulkan(vkCreateFence(device_.handle(), &fence, nullptr, &fence_), "vkCreateFence", failure) &&
           CheckVulkan(vkQueueSubmit(device_.queue(), 1, &submit, fence_), "vkQueueSubmit", failure) &&
           // The watchdog ends a wait that takes too long.
           CheckVulkan(vkWaitForFences(device_.handle(), 1, &fence_, VK_TRUE, UINT64_MAX), "vkWaitForFences", failure);
  }

  const VulkanDevice& device_;
  const Plan& plan_;
  VulkanBuffers buffers_;
  VulkanImages images_;
  VulkanDescriptors descriptors_;
  ShaderStages stages_;
  VkPipeline compute_ = VK_NULL_HANDLE;  // the device's
  GraphicsPipeline graphics_;
  VkCommandPool command_pool_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
};

}  // namespace

bool RunOnVulkan(VulkanDevices* devices, const std::vector<Shader>& shaders, const Plan& plan,
                 const VulkanRunOptions& options, RunOutput* output, Failure* failure) {
  const VulkanDevice* device = devices->Get(plan.uses_null_descriptors, options.robust, failure);
  return device && Runner(*device, plan).Run(shaders, options, output, failure);
}

}  // namespace lacuna::run
