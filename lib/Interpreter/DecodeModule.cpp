// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstring>
#include <iterator>

#include "Interpreter/Decoder.h"
#include "Interpreter/Lane.h"
#include "Interpreter/Machine.h"

namespace lacuna::interpreter {
namespace {

// Structures in registers and constants larger than this are refused.
constexpr uint64_t kMaxValueLanes = uint64_t{1} << 20;

const char* StageName(spv::ExecutionModel model) {
  if (model == spv::ExecutionModel::Vertex) return "vertex";
  return model == spv::ExecutionModel::Fragment ? "fragment" : "compute";
}

}  // namespace

bool ModuleDecoder::Decode() {
  if (!CheckCapabilities() || !FindEntryPoint() || !ReadGlobals() || !ReadInterface() || !ReadLocalSize() ||
      !CollectFunctions()) {
    return false;
  }
  // Every function has its place in the frame known before calls are decoded.
  std::vector<FunctionDecoder> decoders;
  std::vector<FunctionRange> ranges;
  for (Function& function : program_.functions) {
    decoders.emplace_back(this, &function);
    ranges.push_back(module_.functions[module_.function_of.at(function.id)]);
  }
  for (size_t i = 0; i < decoders.size(); ++i) {
    if (!decoders[i].Declare(ranges[i])) return false;
    for (const Value& parameter : decoders[i].parameters()) {
      program_.functions[i].parameters.push_back({parameter.type, parameter.lane});
    }
  }
  for (size_t i = 0; i < decoders.size(); ++i) {
    if (!decoders[i].Decode(ranges[i])) return false;
  }
  if (!types_.FinishLayouts(error_)) return false;
  program_.layouts = types_.layouts();
  return true;
}

bool ModuleDecoder::FindEntryPoint() {
  const std::string stage = StageName(options_.model);
  std::string candidates;
  bool several = false;
  for (const EntryPoint& entry : module_.entry_points) {
    if (entry.model != options_.model) continue;
    candidates += (candidates.empty() ? "'" : ", '") + entry.name + "'";
    if (!options_.entry_point.empty() && entry.name != options_.entry_point) continue;
    several |= entry_ != nullptr;
    entry_ = &entry;
  }
  if (candidates.empty()) {
    if (options_.model != spv::ExecutionModel::GLCompute) {
      return error_->Bad("the module has no " + stage + " entry point");
    }
    return error_->Unsupported("the module has no compute entry point, and other stages are not supported");
  }
  if (!entry_) {
    return error_->Bad("the module has no " + stage + " entry point '" + options_.entry_point + "'; it has " +
                       candidates);
  }
  if (several) return error_->Bad("the module has several " + stage + " entry points (" + candidates + "); name one");
  program_.entry_point = entry_->name;
  program_.model = entry_->model;
  return true;
}

bool ModuleDecoder::ReadGlobals() {
  for (const Instruction& instruction : module_.instructions) {
    switch (instruction.opcode) {
      case spv::Op::OpFunction:
        return true;
      case spv::Op::OpTypeArray: {
        const auto length = constants_.find(module_.Operand(instruction, 1));
        const bool good = length != constants_.end() && length->second.type->kind == Type::Kind::kInt;
        if (!good) return Bad(instruction, "its length is no integer constant");
        if (!types_.Add(instruction, length->second.lanes[0], error_)) return false;
        break;
      }
      case spv::Op::OpConstantTrue:
      case spv::Op::OpConstantFalse:
      case spv::Op::OpConstant:
      case spv::Op::OpConstantComposite:
      case spv::Op::OpConstantNull:
      case spv::Op::OpSpecConstantTrue:
      case spv::Op::OpSpecConstantFalse:
      case spv::Op::OpSpecConstant:
      case spv::Op::OpSpecConstantComposite:
      case spv::Op::OpSpecConstantOp:
      case spv::Op::OpUndef:
        if (!ReadConstant(instruction)) return false;
        break;
      case spv::Op::OpVariable:
        if (!ReadVariable(instruction)) return false;
        break;
      default: {
        // Types; what else stands here does not run.
        const std::string name = Module::OpName(instruction.opcode);
        if (name.rfind("OpType", 0) == 0) {
          if (!types_.Add(instruction, 0, error_)) return false;
        }
        break;
      }
    }
  }
  return true;
}

bool ModuleDecoder::ReadConstant(const Instruction& instruction) {
  Constant constant;
  constant.type = types_.Find(instruction.type);
  if (!constant.type || !constant.type->IsSized()) return Bad(instruction, "its type has no values");
  if (constant.type->lanes > kMaxValueLanes) return Unsupported(instruction, "is too large");
  if (constants_.count(instruction.result)) return Bad(instruction, "its id is defined twice");
  const size_t lanes = static_cast<size_t>(constant.type->lanes);
  constant.lanes.assign(lanes, 0);
  constant.poison.assign(lanes, 0);
  switch (instruction.opcode) {
    case spv::Op::OpConstantNull:
      break;
    case spv::Op::OpUndef:
      constant.poison.assign(lanes, 1);
      break;
    case spv::Op::OpConstantComposite:
    case spv::Op::OpSpecConstantComposite:
      if (!ReadComposite(instruction, &constant)) return false;
      break;
    case spv::Op::OpSpecConstantOp:
      if (!Evaluate(instruction, &constant)) return false;
      break;
    default:
      if (!ReadScalar(instruction, &constant)) return false;
      break;
  }
  constants_[instruction.result] = std::move(constant);
  return true;
}

bool ModuleDecoder::ReadScalar(const Instruction& instruction, Constant* constant) {
  if (!constant->type->IsScalar()) return Bad(instruction, "its type is no scalar");
  const bool is_bool = constant->type->kind == Type::Kind::kBool;
  const bool truth = instruction.opcode == spv::Op::OpConstantTrue || instruction.opcode == spv::Op::OpSpecConstantTrue;
  uint64_t value = truth;
  if (instruction.opcode == spv::Op::OpConstant || instruction.opcode == spv::Op::OpSpecConstant) {
    value = module_.Operand(instruction, 0) | uint64_t{module_.Operand(instruction, 1)} << 32;
  }
  const Decorations& decorations = module_.DecorationsOf(instruction.result);
  const auto spec_id = decorations.find(spv::Decoration::SpecId);
  if (spec_id != decorations.end()) {
    for (const auto& given : options_.spec_constants) {
      if (given.first != spec_id->second) continue;
      value = 0;
      for (size_t i = 0; i < std::min<size_t>(given.second.size(), 8); ++i) value |= uint64_t{given.second[i]} << 8 * i;
      if (is_bool) value = value != 0;
    }
  }
  constant->lanes[0] = value & LaneMask(constant->type->bits);
  return true;
}

bool ModuleDecoder::ReadComposite(const Instruction& instruction, Constant* constant) {
  size_t at = 0;
  for (uint32_t i = 0; i < instruction.count; ++i) {
    const auto part = constants_.find(module_.Operand(instruction, i));
    if (part == constants_.end()) return Bad(instruction, "a constituent is no constant");
    const Constant& inner = part->second;
    if (inner.lanes.size() > constant->lanes.size() - at) return Bad(instruction, "its constituents do not fit");
    std::copy(inner.lanes.begin(), inner.lanes.end(), constant->lanes.begin() + static_cast<ptrdiff_t>(at));
    std::copy(inner.poison.begin(), inner.poison.end(), constant->poison.begin() + static_cast<ptrdiff_t>(at));
    at += inner.lanes.size();
  }
  return at == constant->lanes.size() || Bad(instruction, "its constituents do not fit");
}

// The operation, run alone on a frame of its own.
bool ModuleDecoder::Evaluate(const Instruction& instruction, Constant* constant) {
  Instruction inner = instruction;
  inner.opcode = static_cast<spv::Op>(module_.Operand(instruction, 0));
  inner.first = instruction.first + 1;
  inner.count = instruction.count - 1;
  Function function;
  FunctionDecoder decoder(this, &function);
  uint32_t lane = 0;
  if (!decoder.DecodeAlone(inner, &lane)) return false;
  std::vector<uint64_t> lanes(function.frame_lanes, 0);
  std::vector<uint8_t> poison(function.frame_lanes, 1);
  std::copy(function.constants.begin(), function.constants.end(), lanes.begin());
  std::copy(function.constant_poison.begin(), function.constant_poison.end(), poison.begin());
  Context context;
  context.r = lanes.data();
  context.p = poison.data();
  for (const Op& op : function.code) op.handler(&op, context);
  std::copy_n(lanes.begin() + lane, constant->lanes.size(), constant->lanes.begin());
  std::copy_n(poison.begin() + lane, constant->poison.size(), constant->poison.begin());
  return true;
}

bool ModuleDecoder::ReadVariable(const Instruction& instruction) {
  const Type* pointer = types_.Find(instruction.type);
  if (!pointer || pointer->kind != Type::Kind::kPointer) return Bad(instruction, "its type is no pointer");
  const Type* type = types_.Pointee(*pointer);
  if (!type) return Bad(instruction, "its pointer points at no type");
  if (constants_.count(instruction.result)) return Bad(instruction, "its id is defined twice");
  switch (pointer->storage) {
    case spv::StorageClass::UniformConstant:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::PushConstant:
      return AddResource(instruction, *type);
    case spv::StorageClass::Private:
    case spv::StorageClass::Input:
    case spv::StorageClass::Output:
    case spv::StorageClass::Workgroup:
      break;
    default:
      // It is named when the entry point uses it.
      return true;
  }
  const bool shared = pointer->storage == spv::StorageClass::Workgroup;
  if (!type->IsSized()) return Bad(instruction, "its type has no size");
  GlobalVariable variable;
  variable.id = instruction.result;
  variable.layout = types_.NaturalLayout(*type);
  uint32_t& total = shared ? program_.workgroup_lanes : program_.invocation_lanes;
  if (type->lanes > kMaxLanes || total + type->lanes > kMaxLanes) {
    return Unsupported(instruction, "is too large, or all variables together are");
  }
  variable.lanes_at = total;
  variable.lanes = static_cast<uint32_t>(type->lanes);
  total += variable.lanes;
  const Decorations& decorations = module_.DecorationsOf(instruction.result);
  const auto builtin = decorations.find(spv::Decoration::BuiltIn);
  if (builtin != decorations.end()) variable.builtin = static_cast<int32_t>(builtin->second);
  if (instruction.count > 1) {
    const auto initial = constants_.find(module_.Operand(instruction, 1));
    if (initial == constants_.end() || initial->second.type != type)
      return Bad(instruction, "its initializer does not fit");
    const auto place = variables_.find(module_.Operand(instruction, 1));
    if (place != variables_.end() && place->second.kind == VariablePlace::Kind::kResource) {
      program_.resources[place->second.index].used = true;
    }
    variable.initial = initial->second.lanes;
    variable.initial_poison = initial->second.poison;
  }
  std::vector<GlobalVariable>& variables = shared ? program_.workgroup_variables : program_.invocation_variables;
  const uint32_t index = static_cast<uint32_t>(variables.size());
  variables_[instruction.result] = {shared ? VariablePlace::Kind::kWorkgroup : VariablePlace::Kind::kInvocation, index};
  constants_[instruction.result] = {pointer, {PointerLane(index + 1, variable.layout), 0}, {0, 0}};
  variables.push_back(std::move(variable));
  return true;
}

namespace {

DescriptorKind KindOf(const Module& module, spv::StorageClass storage, const Type& type) {
  if (storage == spv::StorageClass::StorageBuffer) return DescriptorKind::kStorageBuffer;
  if (storage == spv::StorageClass::Uniform) {
    return module.DecorationsOf(type.id).count(spv::Decoration::BufferBlock) ? DescriptorKind::kStorageBuffer
                                                                             : DescriptorKind::kUniformBuffer;
  }
  if (type.kind == Type::Kind::kSampler) return DescriptorKind::kSampler;
  const bool combined = type.kind == Type::Kind::kSampledImage;
  const Type& image = combined ? *type.element : type;
  if (image.kind != Type::Kind::kImage) return DescriptorKind::kAccelerationStructure;
  const auto dim = static_cast<spv::Dim>(module.Operand(*image.declaration, 1));
  const bool storage_image = module.Operand(*image.declaration, 5) == 2;
  if (dim == spv::Dim::SubpassData) return DescriptorKind::kInputAttachment;
  if (dim == spv::Dim::Buffer) {
    return storage_image ? DescriptorKind::kStorageTexelBuffer : DescriptorKind::kUniformTexelBuffer;
  }
  if (combined) return DescriptorKind::kCombinedImageSampler;
  return storage_image ? DescriptorKind::kStorageImage : DescriptorKind::kSampledImage;
}

}  // namespace

bool ModuleDecoder::AddResource(const Instruction& instruction, const Type& outer) {
  const Type& pointer = *types_.Find(instruction.type);
  const bool buffer = pointer.storage != spv::StorageClass::UniformConstant;
  ResourceVariable resource;
  resource.id = instruction.result;
  if (pointer.storage == spv::StorageClass::PushConstant) {
    // All of them are one object, which comes after the resources.
    constants_[instruction.result] = {&pointer, {PointerLane(0, types_.ExplicitLayout(outer)), 0}, {0, 0}};
    program_.push_constant_variables.push_back(instruction.result);
    return true;
  }
  const Type* type = &outer;
  while (type->kind == Type::Kind::kArray || type->kind == Type::Kind::kRuntimeArray) {
    if (type->kind == Type::Kind::kRuntimeArray) resource.runtime_sized = true;
    resource.count = std::min<uint64_t>(resource.count * std::min<uint64_t>(type->count, kMaxElements), kMaxElements);
    if (type->kind == Type::Kind::kRuntimeArray) resource.count = 1;
    type = type->element;
  }
  resource.kind = KindOf(module_, pointer.storage, *type);
  resource.layout = types_.ResourceLayout(outer, buffer);
  const Decorations& decorations = module_.DecorationsOf(instruction.result);
  const auto set = decorations.find(spv::Decoration::DescriptorSet);
  const auto binding = decorations.find(spv::Decoration::Binding);
  if (set == decorations.end() || binding == decorations.end()) return true;  // named when it is used
  resource.set = set->second;
  resource.binding = binding->second;
  const uint32_t index = static_cast<uint32_t>(program_.resources.size());
  if (index + 2 >= kMaxElements) return Unsupported(instruction, "is one variable too many");
  variables_[instruction.result] = {VariablePlace::Kind::kResource, index};
  constants_[instruction.result] = {&pointer, {PointerLane(ResourceObject(index, 0), resource.layout), 0}, {0, 0}};
  program_.resources.push_back(resource);
  return true;
}

bool ModuleDecoder::ReadLocalSize() {
  for (uint32_t id : program_.push_constant_variables) {
    uint64_t& lane = constants_[id].lanes[0];
    lane = PointerLane(ResourceObject(static_cast<uint32_t>(program_.resources.size()), 0),
                       static_cast<uint32_t>(lane >> 32));
  }
  for (const Instruction& instruction : module_.instructions) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    const bool by_id = instruction.opcode == spv::Op::OpExecutionModeId;
    if (!by_id && instruction.opcode != spv::Op::OpExecutionMode) continue;
    if (module_.Operand(instruction, 0) != entry_->function) continue;
    const auto mode = static_cast<spv::ExecutionMode>(module_.Operand(instruction, 1));
    if (mode != (by_id ? spv::ExecutionMode::LocalSizeId : spv::ExecutionMode::LocalSize)) continue;
    for (uint32_t i = 0; i < 3; ++i) {
      uint32_t size = module_.Operand(instruction, 2 + i);
      if (by_id) {
        const auto constant = constants_.find(size);
        const bool good = constant != constants_.end() && constant->second.type->kind == Type::Kind::kInt;
        if (!good) return Bad(instruction, "a size is no integer constant");
        size = static_cast<uint32_t>(constant->second.lanes[0]);
      }
      program_.local_size[i] = size;
    }
  }
  // A constant that is decorated so goes before the execution mode.
  for (const auto& constant : constants_) {
    const Decorations& decorations = module_.DecorationsOf(constant.first);
    const auto builtin = decorations.find(spv::Decoration::BuiltIn);
    if (builtin == decorations.end() || builtin->second != static_cast<uint32_t>(spv::BuiltIn::WorkgroupSize)) continue;
    if (constant.second.lanes.size() != 3 || constant.second.type->kind != Type::Kind::kVector) continue;
    for (uint32_t i = 0; i < 3; ++i) program_.local_size[i] = static_cast<uint32_t>(constant.second.lanes[i]);
  }
  uint64_t size = 1;
  for (uint32_t n : program_.local_size) size *= std::min<uint32_t>(n, 65536);
  if (size == 0 || size > 65536) {
    return error_->Bad("a workgroup has " + std::to_string(program_.local_size[0]) + " x " +
                       std::to_string(program_.local_size[1]) + " x " + std::to_string(program_.local_size[2]) +
                       " invocations; 1 to 65536 are possible");
  }
  return true;
}

bool ModuleDecoder::IsKnownBuiltIn(const GlobalVariable& variable) {
  switch (static_cast<spv::BuiltIn>(variable.builtin)) {
    case spv::BuiltIn::GlobalInvocationId:
    case spv::BuiltIn::LocalInvocationId:
    case spv::BuiltIn::LocalInvocationIndex:
    case spv::BuiltIn::WorkgroupId:
    case spv::BuiltIn::WorkgroupSize:
    case spv::BuiltIn::NumWorkgroups:
    case spv::BuiltIn::NumSubgroups:
    case spv::BuiltIn::SubgroupId:
    case spv::BuiltIn::SubgroupSize:
    case spv::BuiltIn::SubgroupLocalInvocationId:
    case spv::BuiltIn::SubgroupEqMask:
    case spv::BuiltIn::SubgroupGeMask:
    case spv::BuiltIn::SubgroupGtMask:
    case spv::BuiltIn::SubgroupLeMask:
    case spv::BuiltIn::SubgroupLtMask:
    case spv::BuiltIn::DeviceIndex:
      return variable.lanes <= 4;
    default:
      return false;
  }
}

bool ModuleDecoder::CollectFunctions() {
  std::vector<uint32_t> work = {entry_->function};
  function_indices_[entry_->function] = 0;
  for (size_t i = 0; i < work.size(); ++i) {
    const auto found = module_.function_of.find(work[i]);
    if (found == module_.function_of.end()) {
      return error_->Bad(module_.NameOf(work[i]) + " is called or is the entry point, but is no function");
    }
    const FunctionRange& range = module_.functions[found->second];
    for (uint32_t at = range.begin; at < range.end; ++at) {
      const Instruction& instruction = module_.instructions[at];
      if (instruction.opcode != spv::Op::OpFunctionCall) continue;
      const uint32_t callee = module_.Operand(instruction, 0);
      if (function_indices_.emplace(callee, static_cast<uint32_t>(work.size())).second) work.push_back(callee);
    }
  }
  for (uint32_t id : work) {
    Function function;
    function.id = id;
    program_.functions.push_back(std::move(function));
  }
  return true;
}

ProgramPtr LoadProgram(const std::vector<uint32_t>& words, const LoadOptions& options, LoadError* error) {
  ProgramPtr program(new Program());
  if (!program->module.Parse(words, error)) return nullptr;
  program->types = std::make_unique<TypeTable>(program->module);
  if (!ModuleDecoder(program.get(), options, error).Decode()) return nullptr;
  return program;
}

}  // namespace lacuna::interpreter
