// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

#include "Reflection/JsonFields.h"
#include "Reflection/Verify/CompareRegisters.h"
#include "Reflection/Verify/FlatInterface.h"
#include "Reflection/Verify/Partners.h"
#include "lacuna/Reflection/Verifier.h"

namespace lacuna::reflection {

namespace {

template <typename T>
std::string Text(const std::optional<T>& value) {
  return value ? std::to_string(*value) : kAbsent;
}

std::string LengthText(const std::optional<uint64_t>& length) {
  if (!length) return "one descriptor";
  return *length == 0 ? "an open array" : "an array of " + std::to_string(*length);
}

std::string ImageText(const Image& image) {
  std::string text(Name(image.dimension));
  if (image.arrayed) text += " array";
  if (image.multisampled) text += " multisampled";
  return text;
}

std::string SampledText(const Image& image) {
  return std::string(Name(image.sampled_kind)) + std::to_string(image.sampled_bits);
}

std::string Subject(const Resource& resource) { return std::string(Name(resource.kind)) + " '" + resource.name + "'"; }

// The partner of what is compared in another way.
constexpr size_t kElsewhere = kFree - 1;

class Comparer {
 public:
  Comparer(const Module& first, const Module& second)
      : first_(first), second_(second), same_format_(first.format == second.format) {}

  Findings Run() {
    CompareResources();
    CompareEntryPoints();
    CompareSpecConstants();
    return std::move(findings_);
  }

 private:
  template <typename T>
  void Same(const std::string& subject, const char* what, const T& a, const T& b) {
    if (!(a == b)) findings_.Error(subject, what, std::to_string(a), std::to_string(b));
  }
  void SameText(const std::string& subject, const char* what, const std::string& a, const std::string& b) {
    if (a != b) findings_.Error(subject, what, a, b);
  }

  static std::vector<bool> Used(const Module& module) {
    std::vector<bool> used(module.resources.size());
    for (const EntryPoint& entry_point : module.entry_points) {
      for (const ResourceUse& use : entry_point.uses) used[use.resource] = true;
    }
    return used;
  }

  // Pairs up resources that have the same key and no partner yet.
  template <typename KeyOf>
  void Match(KeyOf key_of) {
    using Key = decltype(key_of(first_.resources[0]));
    std::map<Key, std::vector<size_t>> free;
    for (size_t i = second_.resources.size(); i-- > 0;) {
      if (partner_of_second_[i] == kFree) free[key_of(second_.resources[i])].push_back(i);
    }
    for (size_t i = 0; i < first_.resources.size(); ++i) {
      if (partner_of_first_[i] != kFree) continue;
      const Key key = key_of(first_.resources[i]);
      auto found = free.find(key);
      if (!key || found == free.end() || found->second.empty()) continue;
      partner_of_first_[i] = found->second.back();
      partner_of_second_[found->second.back()] = i;
      found->second.pop_back();
    }
  }

  void CompareResources() {
    partner_of_first_.assign(first_.resources.size(), kFree);
    partner_of_second_.assign(second_.resources.size(), kFree);
    if ((first_.format == SourceFormat::kD3d9) != (second_.format == SourceFormat::kD3d9)) {
      // Constants lie in registers on one side and in buffers on the other.
      CompareRegisters(first_, second_, &findings_);
      SetConstantsAside(first_, &partner_of_first_);
      SetConstantsAside(second_, &partner_of_second_);
    }
    // A made-up name says nothing.
    using Full = std::optional<std::tuple<std::string, ResourceKind, uint32_t, uint32_t>>;
    Match([](const Resource& r) {
      return r.name_made_up ? Full() : Full({r.name, r.kind, r.set.value_or(~0u), r.binding.value_or(~0u)});
    });
    using NameAndKind = std::optional<std::pair<std::string, ResourceKind>>;
    Match([](const Resource& r) { return r.name_made_up ? NameAndKind() : NameAndKind({r.name, r.kind}); });
    Match([](const Resource& r) { return r.name_made_up ? std::nullopt : std::optional<std::string>(r.name); });
    using Place = std::optional<std::tuple<uint32_t, uint32_t, ResourceKind>>;
    Match([](const Resource& r) { return r.set && r.binding ? Place({*r.set, *r.binding, r.kind}) : Place(); });
    // What has neither a name nor a place is told apart by the block's name, and
    // push constants, of which a stage has one block, by their kind.
    Match([](const Resource& r) { return NameAndKind({r.name, r.kind}); });
    Match([](const Resource& r) {
      return r.kind == ResourceKind::kPushConstants ? std::optional<bool>(true) : std::nullopt;
    });

    const std::vector<bool> used_first = Used(first_), used_second = Used(second_);
    for (size_t i = 0; i < first_.resources.size(); ++i) {
      const Resource& resource = first_.resources[i];
      if (partner_of_first_[i] == kFree) {
        Missing(Subject(resource), used_first[i], true);
        continue;
      }
      const size_t partner = partner_of_first_[i];
      if (partner == kElsewhere) continue;
      CompareResource(resource, second_.resources[partner]);
      if (used_first[i] != used_second[partner]) {
        findings_.Warning(Subject(resource), "use", used_first[i] ? "used" : "unused",
                          used_second[partner] ? "used" : "unused");
      }
    }
    for (size_t i = 0; i < second_.resources.size(); ++i) {
      if (partner_of_second_[i] == kFree) Missing(Subject(second_.resources[i]), used_second[i], false);
    }
  }

  static void SetConstantsAside(const Module& module, std::vector<size_t>* partners) {
    for (size_t i = 0; i < module.resources.size(); ++i) {
      const ResourceKind kind = module.resources[i].kind;
      if (kind == ResourceKind::kRegisters || kind == ResourceKind::kConstantBuffer) (*partners)[i] = kElsewhere;
    }
  }

  void Missing(const std::string& subject, bool used, bool in_first) {
    const std::string there = used ? "there and used" : "there, but unused";
    const std::string a = in_first ? there : kAbsent, b = in_first ? kAbsent : there;
    if (used) {
      findings_.Error(subject, "the resource", a, b);
    } else {
      findings_.Warning(subject, "the resource", a, b);
    }
  }

  void CompareResource(const Resource& a, const Resource& b) {
    const std::string subject = Subject(a);
    SameText(subject, "kind", std::string(Name(a.kind)), std::string(Name(b.kind)));
    if (same_format_) {
      SameText(subject, "set", Text(a.set), Text(b.set));
      SameText(subject, "binding", Text(a.binding), Text(b.binding));
    } else {
      ComparePlaces(subject, a, b);
    }
    SameText(subject, "length", LengthText(a.array_length), LengthText(b.array_length));
    if (a.image && b.image) {
      SameText(subject, "dimension", ImageText(*a.image), ImageText(*b.image));
      if (a.image->sampled_kind != ScalarKind::kVoid && b.image->sampled_kind != ScalarKind::kVoid) {
        SameText(subject, "sampled type", SampledText(*a.image), SampledText(*b.image));
      }
      // D3D has no formats.
      if (same_format_) SameText(subject, "format", a.image->format, b.image->format);
    }
    if (!a.block || !b.block) return;
    // In SPIR-V these are buffers of words; D3D tells nothing of what is in them.
    if (a.byte_address || b.byte_address) return;
    Same(subject, "size", a.block->size, b.block->size);
    Same(subject, "stride of the open array", a.block->runtime_stride, b.block->runtime_stride);
    CompareMembers(subject, a.block->members, b.block->members);
  }

  // D3D has registers of a class, where SPIR-V has one number for all classes.
  // Compilers give resources the register as binding, or engines count them by
  // class; the register is to be one of both.
  void ComparePlaces(const std::string& subject, const Resource& a, const Resource& b) {
    if (a.set && b.set) Same(subject, "set", *a.set, *b.set);
    const auto same = [](const std::optional<uint32_t>& x, const std::optional<uint32_t>& y) {
      return x && y && *x == *y;
    };
    if (!a.slot || !b.slot || same(a.slot, b.slot) || same(a.slot, b.binding) || same(a.binding, b.slot)) return;
    findings_.Error(subject, "slot", SlotText(a), SlotText(b));
  }

  static std::string SlotText(const Resource& resource) {
    return Text(resource.slot) + (resource.binding ? " (binding " + Text(resource.binding) + ")" : "");
  }

  void CompareMembers(const std::string& subject, const std::vector<Variable>& first,
                      const std::vector<Variable>& second) {
    std::vector<size_t> partners = Partners(first, second, [](const Variable& member) { return member.name; });
    // Names are stripped easily; the place in memory is what counts.
    std::map<std::pair<uint64_t, uint64_t>, size_t> by_place;
    for (const Variable* member : WithoutPartner(second, partners)) {
      by_place.emplace(std::make_pair(member->offset, member->size), static_cast<size_t>(member - second.data()));
    }
    for (size_t i = 0; i < first.size(); ++i) {
      const Variable& member = first[i];
      const std::string name = subject + ", member '" + member.name + "'";
      auto placed = by_place.find({member.offset, member.size});
      if (partners[i] == kFree && placed != by_place.end()) {
        partners[i] = placed->second;
        by_place.erase(placed);
      }
      if (partners[i] != kFree) {
        CompareMember(name, member, second[partners[i]]);
      } else if (member.used) {
        findings_.Error(name, "the member", "at " + std::to_string(member.offset), kAbsent);
      } else {
        findings_.Warning(name, "the member", "at " + std::to_string(member.offset), kAbsent);
      }
    }
    for (const Variable* member : WithoutPartner(second, partners)) {
      findings_.Error(subject + ", member '" + member->name + "'", "the member", kAbsent,
                      "at " + std::to_string(member->offset));
    }
  }

  void CompareMember(const std::string& subject, const Variable& a, const Variable& b) {
    Same(subject, "offset", a.offset, b.offset);
    Same(subject, "size", a.size, b.size);
    if (same_format_) {
      if (a.parameter_class != ParameterClass::kStruct && a.scalar != ScalarKind::kPointer) {
        SameText(subject, "type", TypeText(a), TypeText(b));
      }
    } else {
      // Effects know the class and shape only, and SPIR-V has no boolean in memory.
      SameText(subject, "class", std::string(Name(a.parameter_class)), std::string(Name(b.parameter_class)));
      Same(subject, "rows", a.rows, b.rows);
      Same(subject, "columns", a.columns, b.columns);
      Same(subject, "elements", a.elements, b.elements);
    }
    for (size_t i = 0; i < a.dimensions.size() && i < b.dimensions.size(); ++i) {
      if (a.dimensions[i].stride == 0 || b.dimensions[i].stride == 0) continue;
      Same(subject, "array stride", a.dimensions[i].stride, b.dimensions[i].stride);
    }
    if (a.parameter_class == ParameterClass::kMatrix && b.parameter_class == ParameterClass::kMatrix) {
      SameText(subject, "majority", std::string(Name(a.majority)), std::string(Name(b.majority)));
      if (a.matrix_stride != 0 && b.matrix_stride != 0) {
        Same(subject, "matrix stride", a.matrix_stride, b.matrix_stride);
      }
    }
    CompareMembers(subject, a.members, b.members);
  }

  void CompareEntryPoints() {
    if (!same_format_) {
      CompareStages();
      return;
    }
    const std::vector<size_t> partners =
        Partners(first_.entry_points, second_.entry_points,
                 [](const EntryPoint& entry_point) { return std::make_pair(entry_point.name, entry_point.stage); });
    for (size_t i = 0; i < partners.size(); ++i) {
      const EntryPoint& a = first_.entry_points[i];
      const std::string subject = "entry point '" + a.name + "'";
      if (partners[i] == kFree) {
        findings_.Error(subject, "the entry point", std::string(Name(a.stage)), kAbsent);
        continue;
      }
      const EntryPoint& b = second_.entry_points[partners[i]];
      for (size_t d = 0; d < 3 && a.workgroup.size() == 3 && b.workgroup.size() == 3; ++d) {
        Same(subject, "workgroup size", a.workgroup[d].value, b.workgroup[d].value);
      }
      ComparePushConstants(subject, a, b);
      CompareInterfaces(subject + ", input", a.inputs, b.inputs, &findings_);
      CompareInterfaces(subject + ", output", a.outputs, b.outputs, &findings_);
      CompareRayVariables(subject, a, b);
    }
    for (const EntryPoint* entry_point : WithoutPartner(second_.entry_points, partners)) {
      findings_.Error("entry point '" + entry_point->name + "'", "the entry point", kAbsent,
                      std::string(Name(entry_point->stage)));
    }
  }

  // The entry point that D3D bytecode, which is one shader without a name, is
  // compared with: one of its stage, rather one of its name.
  static const EntryPoint* Counterpart(const Module& module, const EntryPoint& shader) {
    const EntryPoint* found = nullptr;
    for (const EntryPoint& entry_point : module.entry_points) {
      if (entry_point.stage != shader.stage) continue;
      if (found == nullptr || (entry_point.name == shader.name && found->name != shader.name)) found = &entry_point;
    }
    return found;
  }

  void CompareStages() {
    for (const bool swapped : {false, true}) {
      const Module& d3d = swapped ? second_ : first_;
      const Module& other = swapped ? first_ : second_;
      if (d3d.format == SourceFormat::kSpirv || d3d.entry_points.empty()) continue;
      const EntryPoint& shader = d3d.entry_points[0];
      const EntryPoint* counterpart = Counterpart(other, shader);
      if (counterpart == nullptr) {
        findings_.Error("a " + std::string(Name(shader.stage)) + " shader", "the entry point",
                        swapped ? kAbsent : "there", swapped ? "there" : kAbsent);
      } else if (d3d.format == SourceFormat::kDxbc && other.format == SourceFormat::kSpirv) {
        CompareWithSignatures(swapped ? *counterpart : shader, swapped ? shader : *counterpart, swapped, &findings_);
      }
    }
  }

  void ComparePushConstants(const std::string& subject, const EntryPoint& a, const EntryPoint& b) {
    auto range = [](const EntryPoint& entry_point) {
      if (!entry_point.push_constants) return std::string(kAbsent);
      return std::to_string(entry_point.push_constants->offset) + " to " +
             std::to_string(entry_point.push_constants->end);
    };
    if (a.push_constants && !b.push_constants) {
      findings_.Warning(subject, "push constants", range(a), kAbsent);
    } else {
      SameText(subject, "push constants", range(a), range(b));
    }
  }

  void CompareRayVariables(const std::string& subject, const EntryPoint& a, const EntryPoint& b) {
    std::map<std::string, std::array<std::vector<InterfaceVariable>, 2>> by_storage;
    for (const RayVariable& ray : a.ray_variables) by_storage[ray.storage][0].push_back(ray.variable);
    for (const RayVariable& ray : b.ray_variables) by_storage[ray.storage][1].push_back(ray.variable);
    for (const auto& [storage, variables] : by_storage) {
      CompareInterfaces(subject + ", " + storage, variables[0], variables[1], &findings_);
    }
  }

  void CompareSpecConstants() {
    const std::vector<size_t> partners =
        Partners(first_.spec_constants, second_.spec_constants,
                 [](const SpecConstant& constant) { return constant.spec_id.value_or(0); });
    auto subject = [](const SpecConstant& constant) {
      return "specialization constant " + std::to_string(constant.spec_id.value_or(0));
    };
    for (size_t i = 0; i < partners.size(); ++i) {
      const SpecConstant& constant = first_.spec_constants[i];
      if (partners[i] == kFree) {
        findings_.Warning(subject(constant), "the constant", SpecConstantText(constant), kAbsent);
      } else {
        SameText(subject(constant), "default", SpecConstantText(constant),
                 SpecConstantText(second_.spec_constants[partners[i]]));
      }
    }
    for (const SpecConstant* constant : WithoutPartner(second_.spec_constants, partners)) {
      findings_.Error(subject(*constant), "the constant", kAbsent, SpecConstantText(*constant));
    }
  }

  const Module& first_;
  const Module& second_;
  const bool same_format_;
  Findings findings_;
  std::vector<size_t> partner_of_first_, partner_of_second_;
};

}  // namespace

Findings CompareModules(const Module& first, const Module& second) { return Comparer(first, second).Run(); }

}  // namespace lacuna::reflection
