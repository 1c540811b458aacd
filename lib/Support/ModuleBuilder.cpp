// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/ModuleBuilder.h"

#include <memory>
#include <set>
#include <utility>

namespace lacuna {

opt::Operand IdOperand(uint32_t id) { return {SPV_OPERAND_TYPE_ID, {id}}; }
opt::Operand LiteralOperand(uint32_t word) { return {SPV_OPERAND_TYPE_LITERAL_INTEGER, {word}}; }

namespace {

// Only what is unique by its operands may be shared. Aggregates may not: their
// decorations are part of what they are.
bool IsShareable(spv::Op op) {
  switch (op) {
    case spv::Op::OpTypeVoid:
    case spv::Op::OpTypeBool:
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypePointer:
    case spv::Op::OpTypeFunction:
    case spv::Op::OpConstant:
    case spv::Op::OpConstantTrue:
    case spv::Op::OpConstantFalse:
    case spv::Op::OpConstantNull:
      return true;
    default:
      return false;
  }
}

}  // namespace

ModuleBuilder::ModuleBuilder(IRContext* context) : context_(context) {
  // A pointer type or constant with decorations (ArrayStride, NonUniform, ...)
  // is not the plain one that a caller asks for.
  std::map<uint32_t, bool> decorated;
  for (const Instruction& annotation : context_->annotations()) {
    if (annotation.NumInOperands() > 0) decorated[annotation.GetSingleWordInOperand(0)] = true;
    if (annotation.opcode() == spv::Op::OpGroupDecorate) {
      for (uint32_t i = 1; i < annotation.NumInOperands(); ++i) decorated[annotation.GetSingleWordInOperand(i)] = true;
    }
  }
  for (const Instruction& inst : context_->types_values()) {
    if (!IsShareable(inst.opcode()) || decorated.count(inst.result_id())) continue;
    Key key{static_cast<uint32_t>(inst.opcode()), inst.type_id()};
    for (uint32_t i = 0; i < inst.NumInOperands(); ++i) {
      const auto& words = inst.GetInOperand(i).words;
      key.insert(key.end(), words.begin(), words.end());
    }
    existing_.emplace(std::move(key), inst.result_id());
  }
}

uint32_t ModuleBuilder::TakeId() {
  if (failed_) return 0;
  const uint32_t id = context_->TakeNextId();
  if (id == 0) failed_ = true;
  return id;
}

uint32_t ModuleBuilder::Append(spv::Op op, uint32_t type, const std::vector<opt::Operand>& operands) {
  const uint32_t id = TakeId();
  if (failed_) return 0;
  auto inst = std::make_unique<Instruction>(context_, op, type, id, opt::Instruction::OperandList(operands.begin(), operands.end()));
  context_->AddGlobalValue(std::move(inst));
  return id;
}

uint32_t ModuleBuilder::FindOrAdd(spv::Op op, uint32_t type, const std::vector<opt::Operand>& operands) {
  Key key{static_cast<uint32_t>(op), type};
  for (const opt::Operand& operand : operands) key.insert(key.end(), operand.words.begin(), operand.words.end());
  auto found = existing_.find(key);
  if (found != existing_.end()) return found->second;
  const uint32_t id = Append(op, type, operands);
  if (id != 0) existing_.emplace(std::move(key), id);
  return id;
}

uint32_t ModuleBuilder::VoidType() { return FindOrAdd(spv::Op::OpTypeVoid, 0, {}); }
uint32_t ModuleBuilder::BoolType() { return FindOrAdd(spv::Op::OpTypeBool, 0, {}); }

uint32_t ModuleBuilder::UintType(uint32_t width) {
  return FindOrAdd(spv::Op::OpTypeInt, 0, {LiteralOperand(width), LiteralOperand(0)});
}

uint32_t ModuleBuilder::FloatType() { return FindOrAdd(spv::Op::OpTypeFloat, 0, {LiteralOperand(32)}); }

uint32_t ModuleBuilder::VectorType(uint32_t component_type, uint32_t count) {
  return FindOrAdd(spv::Op::OpTypeVector, 0, {IdOperand(component_type), LiteralOperand(count)});
}

uint32_t ModuleBuilder::PointerType(spv::StorageClass storage_class, uint32_t pointee_type) {
  return FindOrAdd(spv::Op::OpTypePointer, 0,
                   {{SPV_OPERAND_TYPE_STORAGE_CLASS, {static_cast<uint32_t>(storage_class)}}, IdOperand(pointee_type)});
}

uint32_t ModuleBuilder::UintPairType() {
  if (uint_pair_ == 0) uint_pair_ = AddType(spv::Op::OpTypeStruct, {UintType(), UintType()});
  return uint_pair_;
}

uint32_t ModuleBuilder::FunctionType(uint32_t return_type, const std::vector<uint32_t>& parameter_types) {
  std::vector<opt::Operand> operands{IdOperand(return_type)};
  for (uint32_t type : parameter_types) operands.push_back(IdOperand(type));
  return FindOrAdd(spv::Op::OpTypeFunction, 0, operands);
}

uint32_t ModuleBuilder::Uint(uint32_t value) { return Constant(UintType(), {value}); }

uint32_t ModuleBuilder::Bool(bool value) {
  return FindOrAdd(value ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse, BoolType(), {});
}

uint32_t ModuleBuilder::Null(uint32_t type) { return FindOrAdd(spv::Op::OpConstantNull, type, {}); }

uint32_t ModuleBuilder::Constant(uint32_t type, const std::vector<uint32_t>& words) {
  return FindOrAdd(spv::Op::OpConstant, type,
                   {{SPV_OPERAND_TYPE_TYPED_LITERAL_NUMBER, opt::Operand::OperandData(words.begin(), words.end())}});
}

uint32_t ModuleBuilder::AddType(spv::Op op, const std::vector<uint32_t>& operand_ids) {
  std::vector<opt::Operand> operands;
  for (uint32_t id : operand_ids) operands.push_back(IdOperand(id));
  return Append(op, 0, operands);
}

uint32_t ModuleBuilder::AddSpecConstantOp(spv::Op op, uint32_t type, const std::vector<uint32_t>& operand_ids) {
  std::vector<opt::Operand> operands{{SPV_OPERAND_TYPE_SPEC_CONSTANT_OP_NUMBER, {static_cast<uint32_t>(op)}}};
  for (uint32_t id : operand_ids) operands.push_back(IdOperand(id));
  return Append(spv::Op::OpSpecConstantOp, type, operands);
}

uint32_t ModuleBuilder::AddVariable(uint32_t pointer_type, spv::StorageClass storage_class) {
  return Append(spv::Op::OpVariable, pointer_type,
                {{SPV_OPERAND_TYPE_STORAGE_CLASS, {static_cast<uint32_t>(storage_class)}}});
}

uint32_t ModuleBuilder::AddPrivateVariable(uint32_t type, uint32_t initializer) {
  return Append(spv::Op::OpVariable, PointerType(spv::StorageClass::Private, type),
                {{SPV_OPERAND_TYPE_STORAGE_CLASS, {uint32_t(spv::StorageClass::Private)}}, IdOperand(initializer)});
}

void ModuleBuilder::Decorate(uint32_t id, spv::Decoration decoration, const std::vector<uint32_t>& literals) {
  if (failed_) return;
  opt::Instruction::OperandList operands{IdOperand(id),
                                         {SPV_OPERAND_TYPE_DECORATION, {static_cast<uint32_t>(decoration)}}};
  for (uint32_t word : literals) operands.push_back(LiteralOperand(word));
  context_->AddAnnotationInst(std::make_unique<Instruction>(context_, spv::Op::OpDecorate, 0, 0, operands));
}

void ModuleBuilder::DecorateMember(uint32_t id, uint32_t member, spv::Decoration decoration,
                                   const std::vector<uint32_t>& literals) {
  if (failed_) return;
  opt::Instruction::OperandList operands{IdOperand(id), LiteralOperand(member),
                                         {SPV_OPERAND_TYPE_DECORATION, {static_cast<uint32_t>(decoration)}}};
  for (uint32_t word : literals) operands.push_back(LiteralOperand(word));
  context_->AddAnnotationInst(std::make_unique<Instruction>(context_, spv::Op::OpMemberDecorate, 0, 0, operands));
}

void ModuleBuilder::CopyDecorations(uint32_t from, uint32_t to) {
  if (failed_) return;
  std::set<std::vector<uint32_t>> seen;
  std::vector<std::unique_ptr<Instruction>> copies;
  for (const Instruction* inst : context_->get_decoration_mgr()->GetDecorationsFor(from, false)) {
    if (inst->opcode() == spv::Op::OpMemberDecorate || inst->opcode() == spv::Op::OpMemberDecorateString) continue;
    std::vector<uint32_t> words;
    for (uint32_t i = 1; i < inst->NumInOperands(); ++i) {
      words.insert(words.end(), inst->GetInOperand(i).words.begin(), inst->GetInOperand(i).words.end());
    }
    if (!seen.insert(std::move(words)).second) continue;
    copies.emplace_back(inst->Clone(context_));
    copies.back()->SetInOperand(0, {to});
  }
  for (auto& copy : copies) context_->AddAnnotationInst(std::move(copy));
}

void ModuleBuilder::Name(uint32_t id, const std::string& name) {
  if (failed_) return;
  context_->AddDebug2Inst(std::make_unique<Instruction>(
      context_, spv::Op::OpName, 0, 0,
      opt::Instruction::OperandList{IdOperand(id), {SPV_OPERAND_TYPE_LITERAL_STRING, spvtools::utils::MakeVector(name)}}));
}

void ModuleBuilder::NameMember(uint32_t id, uint32_t member, const std::string& name) {
  if (failed_) return;
  context_->AddDebug2Inst(std::make_unique<Instruction>(
      context_, spv::Op::OpMemberName, 0, 0,
      opt::Instruction::OperandList{IdOperand(id), LiteralOperand(member),
                                    {SPV_OPERAND_TYPE_LITERAL_STRING, spvtools::utils::MakeVector(name)}}));
}

void ModuleBuilder::AddToInterface(Instruction* entry_point, uint32_t id) {
  // In operands: execution model, function, name, interface ids.
  for (uint32_t i = 3; i < entry_point->NumInOperands(); ++i) {
    if (entry_point->GetSingleWordInOperand(i) == id) return;
  }
  entry_point->AddOperand(IdOperand(id));
  context_->AnalyzeUses(entry_point);
}

}  // namespace lacuna
