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
    plan_->null_mode = options_.null_mode;
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
    if (options_.piece_mode == PieceMode::kCut) binding.pieces = PieceCountOf(resource);
    const std::vector<ImageType> declared = DeclaredTypes(resource.set, resource.binding);
    for (const Element& element : resource.elements) {
      PlannedDescriptor whole;
      whole.sampler = element.sampler;
      if (!element.null) Fill(element, &whole);
      if (!element.null && binding.pieces == 1) {
        FinishSampler(resource.kind, &whole);
        binding.descriptors.push_back(std::move(whole));
        continue;
      }
      uint64_t begin = 0;  // of the piece, in the range
      for (size_t p = 0; p < binding.pieces; ++p) {
        PlannedDescriptor descriptor;
        descriptor.sampler = element.sampler;
        if (!element.null && element.pieces[p]) {
          Cut(element, whole, p, begin, &descriptor);
          begin += element.pieces[p];
        } else if (options_.null_mode != NullMode::kStandIn) {
          descriptor.null = true;
          plan_->uses_null_descriptors = true;
        } else if (!MakeStandIn(resource, declared, options_, &descriptor, failure_)) {
          return false;
        }
        FinishSampler(resource.kind, &descriptor);
        binding.descriptors.push_back(std::move(descriptor));
      }
    }
    plan_->bindings.push_back(std::move(binding));
    return CheckSegments(plan_->bindings.back());
  }

  // Where every element is null, only a map tells how many pieces there are.
  size_t PieceCountOf(const Resource& resource) const {
    const bool all_null = std::all_of(resource.elements.begin(), resource.elements.end(),
                                      [](const Element& element) { return element.null; });
    for (const InterfaceMap* map : options_.maps) {
      for (const InterfaceMap::Segments& segments : map->segments) {
        const bool same = segments.set == resource.set && segments.binding == resource.binding;
        if (all_null && same) return std::clamp<uint32_t>(segments.pieces, 1, RunDescription::kMaxElements);
      }
    }
    return resource.PieceCount();
  }

  static void Fill(const Element& element, PlannedDescriptor* descriptor) {
    descriptor->shape = element.shape;
    descriptor->offset = element.offset;
    descriptor->range = element.range;
    const bool has_texels = element.shape.format != TexelFormat::kNone;
    descriptor->contents = has_texels ? MakeTexels(element.fill, GetFormat(element.shape.format), element.size)
                                      : MakeContents(element.fill, element.size);
  }

  // Piece `p` as a buffer of its own. The first piece that is not empty keeps the
  // bytes before the range and the last one those behind it, so that all of the
  // pieces' buffers are the whole one.
  static void Cut(const Element& element, const PlannedDescriptor& whole, size_t p, uint64_t begin,
                  PlannedDescriptor* descriptor) {
    const uint64_t end = begin + element.pieces[p];
    const uint64_t from = begin ? element.offset + begin : 0;
    const uint64_t to = end == element.range ? element.size : element.offset + end;
    descriptor->shape = element.shape;
    descriptor->offset = begin ? 0 : element.offset;
    descriptor->range = element.pieces[p];
    descriptor->contents.assign(whole.contents.begin() + static_cast<ptrdiff_t>(from),
                                whole.contents.begin() + static_cast<ptrdiff_t>(to));
  }

  // A border colour is one of floats or of integers, as the image is.
  static void FinishSampler(DescriptorKind kind, PlannedDescriptor* descriptor) {
    const TexelFormat format = descriptor->shape.format;
    if (kind == DescriptorKind::kCombinedImageSampler && format != TexelFormat::kNone) {
      descriptor->sampler.integer_border = GetFormat(format).format_class() != FormatClass::kFloat;
    }
  }

  // A map that names the binding's pieces must name as many.
  bool CheckSegments(const PlannedBinding& binding) {
    for (const InterfaceMap* map : options_.maps) {
      for (const InterfaceMap::Segments& segments : map->segments) {
        if (segments.set != binding.set || segments.binding != binding.binding || segments.pieces == binding.pieces) {
          continue;
        }
        return failure_->Error("the interface map cuts " + BindingName(binding.set, binding.binding) + " into " +
                               std::to_string(segments.pieces) + " pieces, the run into " +
                               std::to_string(binding.pieces) + "; say pieces=<bytes>/... in its description");
      }
    }
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
                             ", which is not described; add it to --resources or to the description file "
                             "(--suggest-resources prints resources for the whole module)");
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
