// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "ModuleScan.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "DrefUses.h"
#include "spirv-tools/libspirv.hpp"
#include "spirv/unified1/spirv.hpp11"

namespace lacuna::run {
namespace {

struct Instruction {
  spv::Op opcode = spv::Op::OpNop;
  uint32_t type = 0, result = 0;
  std::vector<uint32_t> operands;  // words after the type and result ids

  // 0, which is no id, past the end: a damaged module may name an instruction
  // of another kind than its place asks for.
  uint32_t At(size_t i) const { return i < operands.size() ? operands[i] : 0; }
};

struct EntryPoint {
  spv::ExecutionModel model;
  uint32_t function;
  std::string name;
};

struct Function {
  std::vector<uint32_t> ids;  // every id that its body mentions
  std::vector<uint32_t> callees;
};

// In the order of Stage.
constexpr spv::ExecutionModel kModels[kStageCount] = {spv::ExecutionModel::Vertex,
                                                      spv::ExecutionModel::TessellationControl,
                                                      spv::ExecutionModel::TessellationEvaluation,
                                                      spv::ExecutionModel::Geometry,
                                                      spv::ExecutionModel::Fragment,
                                                      spv::ExecutionModel::GLCompute};
constexpr const char* kStageNames[kStageCount] = {
    "vertex", "tessellation-control", "tessellation-evaluation", "geometry", "fragment", "compute"};

std::string TextOf(const uint32_t* words, size_t count) {
  std::string text;
  for (size_t i = 0; i < count * 4; ++i) {
    const char c = static_cast<char>(words[i / 4] >> (8 * (i % 4)));
    if (!c) break;
    text += c;
  }
  return text;
}

bool IsIdOperand(spv_operand_type_t type) {
  return type == SPV_OPERAND_TYPE_ID || type == SPV_OPERAND_TYPE_SCOPE_ID ||
         type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID;
}

class Scanner {
 public:
  void Add(const spv_parsed_instruction_t& parsed) {
    Instruction instruction;
    instruction.opcode = static_cast<spv::Op>(parsed.opcode);
    instruction.type = parsed.type_id;
    instruction.result = parsed.result_id;
    const uint32_t skip = 1 + (parsed.type_id ? 1 : 0) + (parsed.result_id ? 1 : 0);
    instruction.operands.assign(parsed.words + skip, parsed.words + parsed.num_words);
    const std::vector<uint32_t>& operands = instruction.operands;
    switch (instruction.opcode) {
      case spv::Op::OpCapability:
        info_->capabilities.push_back(operands[0]);
        return;
      case spv::Op::OpEntryPoint:
        entry_points_.push_back(
            {static_cast<spv::ExecutionModel>(operands[0]), operands[1], TextOf(&operands[2], operands.size() - 2)});
        return;
      case spv::Op::OpName:
        names_[operands[0]] = TextOf(&operands[1], operands.size() - 1);
        return;
      case spv::Op::OpDecorate:
        decorations_[operands[0]][static_cast<spv::Decoration>(operands[1])] = operands.size() > 2 ? operands[2] : 0;
        return;
      case spv::Op::OpMemberDecorate:
        members_[operands[0]][operands[1]][static_cast<spv::Decoration>(operands[2])] =
            operands.size() > 3 ? operands[3] : 0;
        return;
      case spv::Op::OpGroupDecorate:
        for (size_t i = 1; i < operands.size(); ++i) {
          const auto group = decorations_[operands[0]];
          decorations_[operands[i]].insert(group.begin(), group.end());
        }
        return;
      case spv::Op::OpGroupMemberDecorate:
        for (size_t i = 1; i + 1 < operands.size(); i += 2) {
          const auto group = decorations_[operands[0]];
          members_[operands[i]][operands[i + 1]].insert(group.begin(), group.end());
        }
        return;
      case spv::Op::OpFunction:
        function_ = &functions_[instruction.result];
        dref_uses_.Add(parsed);
        return;
      case spv::Op::OpFunctionEnd:
        function_ = nullptr;
        return;
      default:
        break;
    }
    dref_uses_.Add(parsed);
    if (function_) {
      for (uint16_t i = 0; i < parsed.num_operands; ++i) {
        if (IsIdOperand(parsed.operands[i].type)) function_->ids.push_back(parsed.words[parsed.operands[i].offset]);
      }
      if (instruction.opcode == spv::Op::OpFunctionCall) function_->callees.push_back(operands[0]);
      return;
    }
    if (instruction.result) {
      places_[instruction.result] = order_.size();
      order_.push_back(instruction.result);
      globals_[instruction.result] = std::move(instruction);
    }
  }

  bool Finish(const std::string& wanted, Failure* failure) {
    const EntryPoint* entry = FindEntryPoint(wanted, failure);
    if (!entry) return false;
    info_->entry_point = entry->name;
    const std::set<uint32_t> used = UsedIds(entry->function);
    dref_ids_ = dref_uses_.Ids();
    for (uint32_t id : order_) {
      const Instruction& global = globals_[id];
      if (global.opcode == spv::Op::OpVariable && used.count(id)) AddVariable(global);
      if (decorations_[id].count(spv::Decoration::SpecId)) AddSpecConstant(global);
    }
    std::sort(info_->descriptors.begin(), info_->descriptors.end(),
              [](const UsedDescriptor& a, const UsedDescriptor& b) {
                return a.set != b.set ? a.set < b.set : a.binding < b.binding;
              });
    return true;
  }

  explicit Scanner(ModuleInfo* info) : info_(info) {}

 private:
  const EntryPoint* FindEntryPoint(const std::string& wanted, Failure* failure) {
    const std::string stage = StageName(info_->stage);
    const EntryPoint* found = nullptr;
    std::string candidates;
    bool several = false;
    for (const EntryPoint& entry : entry_points_) {
      if (entry.model != kModels[static_cast<size_t>(info_->stage)]) continue;
      candidates += (candidates.empty() ? "'" : ", '") + entry.name + "'";
      if (!wanted.empty() && entry.name != wanted) continue;
      several |= found != nullptr;
      found = &entry;
    }
    if (candidates.empty()) {
      failure->Unsupported("the module has no " + stage + " entry point" +
                           (info_->stage == Stage::kCompute
                                ? "; modules of a graphics pipeline are given as --vertex=<file> and so on"
                                : ""));
      return nullptr;
    }
    if (!found) {
      failure->Error("the module has no " + stage + " entry point '" + wanted + "'; it has " + candidates);
      return nullptr;
    }
    if (several) {
      failure->Error("the module has several " + stage + " entry points (" + candidates +
                     "); choose one with --entry=");
      return nullptr;
    }
    return found;
  }

  std::set<uint32_t> UsedIds(uint32_t entry_function) {
    std::set<uint32_t> used, seen = {entry_function};
    std::vector<uint32_t> work = {entry_function};
    while (!work.empty()) {
      const Function& function = functions_[work.back()];
      work.pop_back();
      used.insert(function.ids.begin(), function.ids.end());
      for (uint32_t callee : function.callees) {
        if (seen.insert(callee).second) work.push_back(callee);
      }
    }
    // Constants and initializers may name variables on a function's behalf.
    for (auto id = order_.rbegin(); id != order_.rend(); ++id) {
      const Instruction& global = globals_[*id];
      if (!used.count(*id) || global.opcode != spv::Op::OpVariable) continue;
      if (global.operands.size() > 1) used.insert(global.operands[1]);
    }
    return used;
  }

  // The literal value of an OpConstant; spec constants have none here.
  std::optional<uint32_t> ConstantValue(uint32_t id) {
    const Instruction& constant = globals_[id];
    if (constant.opcode != spv::Op::OpConstant || constant.operands.empty()) return std::nullopt;
    return constant.At(0);
  }

  // The value of an array's length as the module has it, spec constants not
  // specialized; absent for computed ones. Constants of fewer than 32 bits have
  // their sign in the other bits of the word.
  std::optional<uint32_t> DefaultLength(uint32_t id) {
    const Instruction& constant = globals_[id];
    const bool is_plain = constant.opcode == spv::Op::OpConstant || constant.opcode == spv::Op::OpSpecConstant;
    if (!is_plain || constant.operands.empty()) return std::nullopt;
    const uint32_t width = globals_[constant.type].At(0);
    return width < 32 ? constant.At(0) & ((1u << width) - 1) : constant.At(0);
  }

  void AddVariable(const Instruction& variable) {
    const auto storage = static_cast<spv::StorageClass>(variable.At(0));
    uint32_t type = globals_[variable.type].At(1);
    if (storage == spv::StorageClass::PushConstant) {
      info_->push_constant_bytes = std::max(info_->push_constant_bytes, SizeOf(type, variable.result));
      return;
    }
    auto& decorations = decorations_[variable.result];
    if (!decorations.count(spv::Decoration::DescriptorSet) || !decorations.count(spv::Decoration::Binding)) return;
    UsedDescriptor descriptor;
    descriptor.set = decorations[spv::Decoration::DescriptorSet];
    descriptor.binding = decorations[spv::Decoration::Binding];
    descriptor.name = names_[variable.result];
    uint64_t count = 1, default_count = 1;
    bool known = true, has_default = true;
    for (uint32_t outer = variable.result; IsEarlier(type, outer);) {
      const Instruction& array = globals_[type];
      if (array.opcode == spv::Op::OpTypeArray) {
        const std::optional<uint32_t> length = ConstantValue(array.At(1));
        known &= length.has_value();
        count = std::min<uint64_t>(count * length.value_or(1), UINT32_MAX);
        const std::optional<uint32_t> default_length = DefaultLength(array.At(1));
        has_default &= default_length.has_value();
        default_count = std::min<uint64_t>(default_count * default_length.value_or(1), UINT32_MAX);
      } else if (array.opcode == spv::Op::OpTypeRuntimeArray) {
        known = has_default = false;
      } else {
        break;
      }
      outer = type;
      type = array.At(0);
    }
    if (known) descriptor.count = static_cast<uint32_t>(count);
    if (has_default) descriptor.default_count = static_cast<uint32_t>(default_count);
    descriptor.kind = KindOf(storage, type);
    descriptor.image = ImageOf(type);
    if (descriptor.image) descriptor.image->depth |= dref_ids_.count(variable.result) != 0;
    info_->descriptors.push_back(descriptor);
  }

  DescriptorKind KindOf(spv::StorageClass storage, uint32_t type) {
    if (storage == spv::StorageClass::StorageBuffer) return DescriptorKind::kStorageBuffer;
    if (storage == spv::StorageClass::Uniform) {
      return decorations_[type].count(spv::Decoration::BufferBlock) ? DescriptorKind::kStorageBuffer
                                                                    : DescriptorKind::kUniformBuffer;
    }
    const Instruction& opaque = globals_[type];
    if (opaque.opcode == spv::Op::OpTypeSampler) return DescriptorKind::kSampler;
    if (opaque.opcode == spv::Op::OpTypeAccelerationStructureKHR) return DescriptorKind::kAccelerationStructure;
    const bool combined = opaque.opcode == spv::Op::OpTypeSampledImage;
    const Instruction& image = combined ? globals_[opaque.At(0)] : opaque;
    const auto dim = static_cast<spv::Dim>(image.At(1));
    const bool storage_image = image.At(5) == 2;
    if (dim == spv::Dim::SubpassData) return DescriptorKind::kInputAttachment;
    if (dim == spv::Dim::Buffer) {
      return storage_image ? DescriptorKind::kStorageTexelBuffer : DescriptorKind::kUniformTexelBuffer;
    }
    if (combined) return DescriptorKind::kCombinedImageSampler;
    return storage_image ? DescriptorKind::kStorageImage : DescriptorKind::kSampledImage;
  }

  std::optional<ImageType> ImageOf(uint32_t type) {
    const Instruction& opaque = globals_[type];
    const Instruction& image = opaque.opcode == spv::Op::OpTypeSampledImage ? globals_[opaque.At(0)] : opaque;
    if (image.opcode != spv::Op::OpTypeImage) return std::nullopt;
    ImageType result;
    switch (static_cast<spv::Dim>(image.At(1))) {
      case spv::Dim::Dim1D:
        result.dim = ImageDim::k1D;
        break;
      case spv::Dim::Dim3D:
        result.dim = ImageDim::k3D;
        break;
      case spv::Dim::Cube:
        result.dim = ImageDim::kCube;
        break;
      case spv::Dim::Buffer:
        result.dim = ImageDim::kBuffer;
        break;
      default:
        break;
    }
    result.depth = image.At(2) == 1;
    result.arrayed = image.At(3) != 0;
    result.multisampled = image.At(4) != 0;
    const Instruction& sampled = globals_[image.At(0)];
    if (sampled.opcode == spv::Op::OpTypeInt) {
      result.format_class = sampled.At(1) ? FormatClass::kSint : FormatClass::kUint;
      result.wide = sampled.At(0) == 64;
    }
    result.format = FormatOfSpirv(image.At(6)).value_or(TexelFormat::kNone);
    return result;
  }

  // Whether an id is declared before another one, as the parts of a type are. So
  // walks over types end in damaged modules too.
  bool IsEarlier(uint32_t id, uint32_t other) const {
    const auto place = places_.find(id), other_place = places_.find(other);
    return place != places_.end() && other_place != places_.end() && place->second < other_place->second;
  }

  // The bytes from a type's start to the end of its last member, by the explicit
  // layout of push constants. `outer` is what the type is a part of.
  uint32_t SizeOf(uint32_t id, uint32_t outer) {
    // The address of a physical storage buffer; such a type may come later.
    if (globals_[id].opcode == spv::Op::OpTypePointer) return 8;
    if (!IsEarlier(id, outer)) return 0;
    const auto known = sizes_.find(id);
    if (known != sizes_.end()) return known->second;
    const uint32_t size = ComputeSize(id);
    sizes_[id] = size;
    return size;
  }

  uint32_t ComputeSize(uint32_t id) {
    const Instruction& type = globals_[id];
    switch (type.opcode) {
      case spv::Op::OpTypeInt:
      case spv::Op::OpTypeFloat:
        return type.At(0) / 8;
      case spv::Op::OpTypeVector:
        return SizeOf(type.At(0), id) * type.At(1);
      case spv::Op::OpTypeArray: {
        const uint32_t length = ConstantValue(type.At(1)).value_or(1);
        return length ? (length - 1) * decorations_[id][spv::Decoration::ArrayStride] + SizeOf(type.At(0), id) : 0;
      }
      case spv::Op::OpTypeStruct: {
        uint32_t size = 0;
        for (uint32_t i = 0; i < type.operands.size(); ++i) {
          auto& member = members_[id][i];
          size = std::max(size, member[spv::Decoration::Offset] + MemberSize(type.At(i), id, member));
        }
        return size;
      }
      default:
        return 0;
    }
  }

  // A matrix, or an array of them, has its stride on the member.
  uint32_t MemberSize(uint32_t id, uint32_t outer, std::map<spv::Decoration, uint32_t>& member) {
    if (!IsEarlier(id, outer)) return 0;
    const Instruction& type = globals_[id];
    if (type.opcode == spv::Op::OpTypeMatrix) {
      const Instruction& column = globals_[type.At(0)];
      const bool row_major = member.count(spv::Decoration::RowMajor) != 0;
      const uint32_t vectors = row_major ? column.At(1) : type.At(1);
      const uint32_t length = row_major ? type.At(1) : column.At(1);
      return (vectors - 1) * member[spv::Decoration::MatrixStride] + length * SizeOf(column.At(0), id);
    }
    if (type.opcode == spv::Op::OpTypeArray) {
      const uint32_t length = ConstantValue(type.At(1)).value_or(1);
      return length ? (length - 1) * decorations_[id][spv::Decoration::ArrayStride] + MemberSize(type.At(0), id, member)
                    : 0;
    }
    return SizeOf(id, outer);
  }

  void AddSpecConstant(const Instruction& constant) {
    SpecConstant spec;
    spec.spec_id = decorations_[constant.result][spv::Decoration::SpecId];
    const Instruction& type = globals_[constant.type];
    if (type.opcode == spv::Op::OpTypeBool) {
      spec.type = SpecConstant::Type::kBool;
    } else {
      spec.width = type.At(0);
      spec.type = type.opcode == spv::Op::OpTypeFloat ? SpecConstant::Type::kFloat
                  : type.At(1)                        ? SpecConstant::Type::kSigned
                                                      : SpecConstant::Type::kUnsigned;
    }
    info_->spec_constants.push_back(spec);
  }

  ModuleInfo* info_;
  std::vector<EntryPoint> entry_points_;
  std::unordered_map<uint32_t, std::string> names_;
  std::map<uint32_t, std::map<spv::Decoration, uint32_t>> decorations_;
  std::map<uint32_t, std::map<uint32_t, std::map<spv::Decoration, uint32_t>>> members_;
  std::vector<uint32_t> order_;                  // of globals_, as they stand in the module
  std::unordered_map<uint32_t, size_t> places_;  // in order_
  std::unordered_map<uint32_t, Instruction> globals_;
  std::unordered_map<uint32_t, uint32_t> sizes_;  // of types, once computed
  std::unordered_map<uint32_t, Function> functions_;
  Function* function_ = nullptr;
  DrefUses dref_uses_;
  std::set<uint32_t> dref_ids_;
};

spv_result_t OnInstruction(void* scanner, const spv_parsed_instruction_t* instruction) {
  static_cast<Scanner*>(scanner)->Add(*instruction);
  return SPV_SUCCESS;
}

}  // namespace

const char* StageName(Stage stage) { return kStageNames[static_cast<size_t>(stage)]; }

bool ScanModule(const std::vector<uint32_t>& words, Stage stage, const std::string& entry_point, ModuleInfo* info,
                Failure* failure) {
  *info = ModuleInfo();
  info->stage = stage;
  if (words.size() > 1) info->version = words[1];
  Scanner scanner(info);
  spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result =
      spvBinaryParse(context.CContext(), &scanner, words.data(), words.size(), nullptr, OnInstruction, &diagnostic);
  if (result != SPV_SUCCESS) {
    const std::string reason = diagnostic && diagnostic->error ? diagnostic->error : "unknown reason";
    spvDiagnosticDestroy(diagnostic);
    return failure->Error("the module cannot be parsed: " + reason);
  }
  spvDiagnosticDestroy(diagnostic);
  return scanner.Finish(entry_point, failure);
}

}  // namespace lacuna::run
