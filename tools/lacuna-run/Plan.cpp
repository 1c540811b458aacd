// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Plan.h"

#include <algorithm>

#include "Numbers.h"
#include "PresenceWords.h"
#include "SpecConstants.h"
#include "StandIns.h"

namespace lacuna::run {
namespace {

class Planner {
 public:
  Planner(const RunDescription& description, const std::vector<ModuleInfo>& modules, const PlanOptions& options,
          Plan* plan, Failure* failure)
      : description_(description), modules_(modules), options_(options), plan_(plan), failure_(failure) {}

  bool Run() {
    *plan_ = Plan();
    plan_->groups = description_.groups;
    plan_->graphics = description_.graphics;
    plan_->push_constants = description_.push_constants;
    for (const ModuleInfo& module : modules_) plan_->stages.push_back({module.stage, module.entry_point, {}});
    for (const Resource& resource : description_.resources) {
      if (!AddResource(resource)) return false;
    }
    if (!AddPresenceWords(description_, options_.maps, plan_, failure_)) return false;
    for (const ModuleInfo& module : modules_) {
      for (const UsedDescriptor& used : module.descriptors) {
        if (!CheckDescriptor(used)) return false;
      }
    }
    return FinishPushConstants() && AddSpecConstants();
  }

 private:
  bool AddResource(const Resource& resource) {
    PlannedBinding binding;
    binding.set = resource.set;
    binding.binding = resource.binding;
    binding.kind = resource.kind;
    const std::vector<ImageType> declared = DeclaredTypes(resource.set, resource.binding);
    for (const Element& element : resource.elements) {
      PlannedDescriptor descriptor;
      descriptor.sampler = element.sampler;
      if (!element.null) {
        descriptor.shape = element.shape;
        descriptor.offset = element.offset;
        descriptor.range = element.range;
        const bool has_texels = element.shape.format != TexelFormat::kNone;
        descriptor.contents = has_texels ? MakeTexels(element.fill, GetFormat(element.shape.format), element.size)
                                         : MakeContents(element.fill, element.size);
      } else if (options_.null_mode == NullMode::kNative) {
        descriptor.null = true;
        plan_->uses_null_descriptors = true;
      } else if (!MakeStandIn(resource, declared, options_, &descriptor, failure_)) {
        return false;
      }
      // A border colour is one of floats or of integers, as the image is.
      const TexelFormat format = descriptor.shape.format;
      if (resource.kind == DescriptorKind::kCombinedImageSampler && format != TexelFormat::kNone) {
        descriptor.sampler.integer_border = GetFormat(format).format_class() != FormatClass::kFloat;
      }
      binding.descriptors.push_back(std::move(descriptor));
    }
    plan_->bindings.push_back(std::move(binding));
    return true;
  }

  std::vector<ImageType> DeclaredTypes(uint32_t set, uint32_t binding) const {
    std::vector<ImageType> types;
    for (const ModuleInfo& module : modules_) {
      for (const UsedDescriptor& used : module.descriptors) {
        if (used.set == set && used.binding == binding && used.image) types.push_back(*used.image);
      }
    }
    return types;
  }

  bool CheckDescriptor(const UsedDescriptor& used) {
    std::string name = BindingName(used.set, used.binding);
    if (!used.name.empty()) name += " ('" + used.name + "')";
    const auto found = std::find_if(plan_->bindings.begin(), plan_->bindings.end(), [&](const PlannedBinding& binding) {
      return binding.set == used.set && binding.binding == used.binding;
    });
    if (found == plan_->bindings.end()) {
      return failure_->Error("the module uses the " + std::string(DescriptorKindName(used.kind)) + " " + name +
                             ", which is not described; add it to --resources or to the description file");
    }
    if (found->kind != used.kind) {
      return failure_->Error(name + " is a " + std::string(DescriptorKindName(used.kind)) +
                             " in the module, but described as a " + std::string(DescriptorKindName(found->kind)));
    }
    if (used.count && *used.count > found->descriptors.size()) {
      return failure_->Error(name + " has " + std::to_string(*used.count) + " elements in the module, but " +
                             std::to_string(found->descriptors.size()) + " in the description");
    }
    return !used.image || CheckImages(name, *found);
  }

  // What is bound must be as one of the module's variables there declares it.
  bool CheckImages(const std::string& name, const PlannedBinding& binding) {
    const std::vector<ImageType> declared = DeclaredTypes(binding.set, binding.binding);
    for (size_t e = 0; e < binding.descriptors.size(); ++e) {
      const PlannedDescriptor& descriptor = binding.descriptors[e];
      if (descriptor.shape.format == TexelFormat::kNone) continue;
      const ImageShape& shape = descriptor.shape;
      const TexelFormatInfo& format = GetFormat(shape.format);
      std::string wanted;
      const bool fits = std::any_of(declared.begin(), declared.end(), [&](const ImageType& type) {
        const bool exact = type.format != TexelFormat::kNone && IsWritable(binding.kind);
        const std::string texels = std::string(FormatClassName(type.format_class)) + " texels";
        wanted += (wanted.empty() ? "a " : " or a ") + type.DimText() +
                  (type.depth ? " depth image of " : " image of ") + (exact ? GetFormat(type.format).name : texels);
        return type.dim == shape.dim && type.arrayed == shape.arrayed && type.multisampled == shape.multisampled &&
               type.format_class == format.format_class() && (!exact || type.format == shape.format) &&
               (!type.depth || format.depth);
      });
      if (fits) continue;
      ImageType bound;
      bound.dim = shape.dim;
      bound.arrayed = shape.arrayed;
      bound.multisampled = shape.multisampled;
      return failure_->Error(name + " is " + wanted + " in the module, but element " + std::to_string(e) + " is " +
                             (descriptor.stand_in ? "a stand-in of dimension " : "described as ") + bound.DimText() +
                             " and format " + format.name);
    }
    return true;
  }

  bool FinishPushConstants() {
    std::vector<uint8_t>& push = plan_->push_constants;
    push.resize((push.size() + 3) / 4 * 4, 0);
    for (const ModuleInfo& module : modules_) {
      if (module.push_constant_bytes <= push.size()) continue;
      return failure_->Error("the module's push constants reach to byte " + std::to_string(module.push_constant_bytes) +
                             ", but only " + std::to_string(push.size()) +
                             " bytes are given; set them with --push=<hex>");
    }
    return true;
  }

  // Every stage that has the constant gets the value.
  bool AddSpecConstants() {
    for (const auto& given : description_.spec_constants) {
      bool found = false;
      for (size_t m = 0; m < modules_.size(); ++m) {
        for (const SpecConstant& constant : modules_[m].spec_constants) {
          if (constant.spec_id != given.first) continue;
          std::vector<uint8_t> bytes;
          std::string error;
          if (!ParseSpecValue(constant, given.second, &bytes, &error)) return failure_->Error(error);
          plan_->stages[m].spec_constants.emplace_back(given.first, std::move(bytes));
          found = true;
          break;
        }
      }
      if (!found) return failure_->Error("the module has no spec constant with id " + std::to_string(given.first));
    }
    return true;
  }

  const RunDescription& description_;
  const std::vector<ModuleInfo>& modules_;
  const PlanOptions& options_;
  Plan* plan_;
  Failure* failure_;
};

}  // namespace

bool IsWritable(DescriptorKind kind) {
  return kind == DescriptorKind::kStorageBuffer || kind == DescriptorKind::kStorageTexelBuffer ||
         kind == DescriptorKind::kStorageImage;
}

bool MakePlan(const RunDescription& description, const std::vector<ModuleInfo>& modules, const PlanOptions& options,
              Plan* plan, Failure* failure) {
  return Planner(description, modules, options, plan, failure).Run();
}

std::vector<std::string> FindTouchedStandIns(const Plan& plan, const RunOutput& output) {
  std::vector<std::string> lines;
  for (size_t b = 0; b < plan.bindings.size(); ++b) {
    const PlannedBinding& binding = plan.bindings[b];
    for (size_t e = 0; e < binding.descriptors.size(); ++e) {
      const PlannedDescriptor& descriptor = binding.descriptors[e];
      const std::vector<uint8_t>& after = output.descriptors[b][e];
      if (!descriptor.stand_in || after.empty()) continue;
      const auto at = std::mismatch(descriptor.contents.begin(), descriptor.contents.end(), after.begin());
      if (at.first == descriptor.contents.end()) continue;
      const uint8_t byte = *at.second;
      lines.push_back("the stand-in for the null descriptor " + ElementName(binding.set, binding.binding, e) +
                      " was written: byte " + std::to_string(at.first - descriptor.contents.begin()) + " is 0x" +
                      FormatHexBytes(&byte, 1) + " now");
    }
  }
  return lines;
}

}  // namespace lacuna::run
