// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Plan.h"

#include <algorithm>

#include "Numbers.h"
#include "SpecConstants.h"

namespace lacuna::run {
namespace {

// The range of a stand-in when no map bounds it: enough for an access to the
// first elements of most buffers, so that an unguarded module shows itself.
constexpr uint64_t kDefaultStandInRange = 256;

// Poison past the range that belongs to the stand-in too.
constexpr uint64_t kStandInMargin = 256;

class Planner {
 public:
  Planner(const RunDescription& description, const ModuleInfo& module, const PlanOptions& options, Plan* plan,
          Failure* failure)
      : description_(description), module_(module), options_(options), plan_(plan), failure_(failure) {}

  bool Run() {
    *plan_ = Plan();
    plan_->entry_point = module_.entry_point;
    plan_->groups = description_.groups;
    plan_->push_constants = description_.push_constants;
    for (const Resource& resource : description_.resources) {
      if (!AddResource(resource)) return false;
    }
    return (!Presence() || AddPresence()) && CheckDescriptors() && FinishPushConstants() && AddSpecConstants();
  }

 private:
  const InterfaceMap::Presence* Presence() const {
    return options_.map && options_.map->presence ? &*options_.map->presence : nullptr;
  }

  bool AddResource(const Resource& resource) {
    PlannedBinding binding;
    binding.set = resource.set;
    binding.binding = resource.binding;
    binding.kind = resource.kind;
    for (size_t i = 0; i < resource.elements.size(); ++i) {
      const Element& element = resource.elements[i];
      PlannedDescriptor descriptor;
      if (!element.null) {
        descriptor.contents = MakeContents(element.fill, element.size);
        descriptor.offset = element.offset;
        descriptor.range = element.range;
      } else if (options_.null_mode == NullMode::kNative) {
        descriptor.null = true;
        plan_->uses_null_descriptors = true;
      } else if (!MakeStandIn(resource, &descriptor)) {
        return false;
      }
      binding.descriptors.push_back(std::move(descriptor));
    }
    plan_->bindings.push_back(std::move(binding));
    return true;
  }

  const InterfaceMap::StandIn* FindStandIn(const Resource& resource) const {
    if (!options_.map) return nullptr;
    for (const InterfaceMap::StandIn& stand_in : options_.map->stand_ins) {
      if (stand_in.set == resource.set && stand_in.binding == resource.binding && stand_in.kind == resource.kind) {
        return &stand_in;
      }
    }
    return nullptr;
  }

  bool MakeStandIn(const Resource& resource, PlannedDescriptor* descriptor) {
    const std::string name = BindingName(resource.set, resource.binding);
    const InterfaceMap::StandIn* rule = FindStandIn(resource);
    uint64_t range = options_.stand_in_range.value_or(kDefaultStandInRange), memory = 0;
    uint8_t fill = kPoison;
    if (rule && rule->max_range) {
      range = options_.stand_in_range.value_or(1);
      if (range > *rule->max_range) {
        return failure_->Error("the interface map lets the stand-in of " + name + " have a range of at most " +
                               std::to_string(*rule->max_range) + " bytes, not " + std::to_string(range));
      }
    }
    if (rule && rule->min_bytes) range = std::max(range, *rule->min_bytes);
    if (rule && rule->zero_filled) fill = 0;
    if (rule && rule->readable_bytes) memory = *rule->readable_bytes;
    if (range == 0) return failure_->Error("a stand-in's range is at least 1 byte");
    memory = std::max(memory, range);
    if (memory > RunDescription::kMaxBufferSize) {
      return failure_->Error("the stand-in of " + name + " would need " + std::to_string(memory) + " bytes");
    }
    descriptor->stand_in = true;
    descriptor->range = range;
    descriptor->contents.assign(memory + kStandInMargin, fill);
    return true;
  }

  // Whether the element is declared and not null.
  bool IsPresent(uint32_t set, uint32_t binding, uint32_t element) const {
    for (const Resource& resource : description_.resources) {
      if (resource.set != set || resource.binding != binding) continue;
      return element < resource.elements.size() && !resource.elements[element].null;
    }
    return false;
  }

  bool AddPresence() {
    const InterfaceMap::Presence& presence = *Presence();
    const uint64_t size = uint64_t{presence.offset} + uint64_t{presence.words} * 4;
    if (size > RunDescription::kMaxBufferSize) {
      return failure_->Error("the interface map's presence words end at byte " + std::to_string(size) +
                             ", which is out of bounds");
    }
    std::vector<uint8_t> words(size_t{presence.words} * 4, 0);
    for (const InterfaceMap::PresenceBits& bits : presence.bits) {
      if (uint64_t{bits.first} + bits.count > uint64_t{presence.words} * 32) {
        return failure_->Error("the interface map gives " + BindingName(bits.set, bits.binding) +
                               " presence bits past its last presence word");
      }
      for (uint32_t i = 0; i < bits.count; ++i) {
        const uint32_t bit = bits.first + i;
        if (IsPresent(bits.set, bits.binding, i)) words[bit / 8] = static_cast<uint8_t>(words[bit / 8] | 1u << bit % 8);
      }
    }
    if (presence.source == InterfaceMap::Presence::Source::kPushConstant) {
      Overwrite(words, presence.offset, &plan_->push_constants);
      return true;
    }
    return AddPresenceBuffer(presence, words);
  }

  static void Overwrite(const std::vector<uint8_t>& bytes, size_t offset, std::vector<uint8_t>* target) {
    target->resize(std::max(target->size(), offset + bytes.size()), 0);
    std::copy(bytes.begin(), bytes.end(), target->begin() + static_cast<ptrdiff_t>(offset));
  }

  // The words go into the buffer that the description gives at that binding, or
  // into one of their own.
  bool AddPresenceBuffer(const InterfaceMap::Presence& presence, const std::vector<uint8_t>& words) {
    const std::string name = BindingName(presence.set, presence.binding);
    for (PlannedBinding& binding : plan_->bindings) {
      if (binding.set != presence.set || binding.binding != presence.binding) continue;
      PlannedDescriptor& descriptor = binding.descriptors[0];
      if (descriptor.null || descriptor.stand_in || descriptor.range < presence.offset + words.size()) {
        return failure_->Error("the interface map wants presence words in " + name +
                               ", where the description has no buffer long enough; leave it out to have one made");
      }
      Overwrite(words, descriptor.offset + presence.offset, &descriptor.contents);
      return true;
    }
    PlannedBinding binding;
    binding.set = presence.set;
    binding.binding = presence.binding;
    binding.kind = presence.source == InterfaceMap::Presence::Source::kUniformBuffer ? DescriptorKind::kUniformBuffer
                                                                                     : DescriptorKind::kStorageBuffer;
    binding.described = false;
    PlannedDescriptor descriptor;
    Overwrite(words, presence.offset, &descriptor.contents);
    // A uniform buffer is read in blocks of 16 bytes by its layout rules.
    descriptor.contents.resize(std::max<size_t>((descriptor.contents.size() + 15) / 16 * 16, 16), 0);
    descriptor.range = descriptor.contents.size();
    binding.descriptors.push_back(std::move(descriptor));
    const auto at = std::find_if(plan_->bindings.begin(), plan_->bindings.end(), [&](const PlannedBinding& other) {
      return other.set != binding.set ? other.set > binding.set : other.binding > binding.binding;
    });
    plan_->bindings.insert(at, std::move(binding));
    return true;
  }

  bool CheckDescriptors() {
    for (const UsedDescriptor& used : module_.descriptors) {
      std::string name = BindingName(used.set, used.binding);
      if (!used.name.empty()) name += " ('" + used.name + "')";
      const auto found = std::find_if(
          plan_->bindings.begin(), plan_->bindings.end(),
          [&](const PlannedBinding& binding) { return binding.set == used.set && binding.binding == used.binding; });
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
    }
    return true;
  }

  bool FinishPushConstants() {
    std::vector<uint8_t>& push = plan_->push_constants;
    push.resize((push.size() + 3) / 4 * 4, 0);
    if (module_.push_constant_bytes > push.size()) {
      return failure_->Error("the module's push constants reach to byte " +
                             std::to_string(module_.push_constant_bytes) + ", but only " + std::to_string(push.size()) +
                             " bytes are given; set them with --push=<hex>");
    }
    return true;
  }

  bool AddSpecConstants() {
    for (const auto& given : description_.spec_constants) {
      const auto found = std::find_if(module_.spec_constants.begin(), module_.spec_constants.end(),
                                      [&](const SpecConstant& spec) { return spec.spec_id == given.first; });
      if (found == module_.spec_constants.end()) {
        return failure_->Error("the module has no spec constant with id " + std::to_string(given.first));
      }
      std::vector<uint8_t> bytes;
      std::string error;
      if (!ParseSpecValue(*found, given.second, &bytes, &error)) return failure_->Error(error);
      plan_->spec_constants.emplace_back(given.first, std::move(bytes));
    }
    return true;
  }

  const RunDescription& description_;
  const ModuleInfo& module_;
  const PlanOptions& options_;
  Plan* plan_;
  Failure* failure_;
};

}  // namespace

bool MakePlan(const RunDescription& description, const ModuleInfo& module, const PlanOptions& options, Plan* plan,
              Failure* failure) {
  return Planner(description, module, options, plan, failure).Run();
}

std::vector<std::string> FindTouchedStandIns(const Plan& plan, const RunOutput& output) {
  std::vector<std::string> lines;
  for (size_t b = 0; b < plan.bindings.size(); ++b) {
    const PlannedBinding& binding = plan.bindings[b];
    for (size_t e = 0; e < binding.descriptors.size(); ++e) {
      const PlannedDescriptor& descriptor = binding.descriptors[e];
      if (!descriptor.stand_in) continue;
      const std::vector<uint8_t>& after = output[b][e];
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
