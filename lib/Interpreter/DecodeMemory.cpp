// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Pointers, loads and stores.

#include "Interpreter/Decoder.h"
#include "Interpreter/Lane.h"

namespace lacuna::interpreter {
namespace {

bool IsBytes(spv::StorageClass storage) {
  return storage == spv::StorageClass::StorageBuffer || storage == spv::StorageClass::Uniform ||
         storage == spv::StorageClass::PushConstant;
}

bool IsStack(spv::StorageClass storage) {
  return storage == spv::StorageClass::Function || storage == spv::StorageClass::Private ||
         storage == spv::StorageClass::Input || storage == spv::StorageClass::Output;
}

}  // namespace

bool FunctionDecoder::UsePointer(const Instruction& instruction, uint32_t i, Value* pointer, const Type** pointee) {
  if (!UseOperand(instruction, i, pointer)) return false;
  if (pointer->type->kind != Type::Kind::kPointer) return Bad(instruction, "an operand is no pointer");
  *pointee = types_.Pointee(*pointer->type);
  return *pointee || Bad(instruction, "a pointer points at no type");
}

bool FunctionDecoder::DecodeMemory(const Instruction& instruction, bool* known) {
  *known = true;
  Value pointer, result, value;
  const Type* pointee = nullptr;
  switch (instruction.opcode) {
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
      return DecodeAccessChain(instruction);
    case spv::Op::OpLoad:
      if (!Result(instruction, &result) || !UsePointer(instruction, 0, &pointer, &pointee)) return false;
      if (result.type != pointee) return Bad(instruction, "its type is not what the pointer points at");
      return EmitLoad(instruction, module_.Operand(instruction, 0), pointer, *pointee, result.lane);
    case spv::Op::OpStore:
      if (!UsePointer(instruction, 0, &pointer, &pointee) || !UseOperand(instruction, 1, &value)) return false;
      if (value.type != pointee) return Bad(instruction, "its object is not what the pointer points at");
      return EmitStore(instruction, module_.Operand(instruction, 0), pointer, *pointee, value.lane);
    case spv::Op::OpCopyMemory: {
      Value source;
      const Type* source_type = nullptr;
      if (!UsePointer(instruction, 0, &pointer, &pointee) || !UsePointer(instruction, 1, &source, &source_type)) {
        return false;
      }
      uint32_t between = 0;
      if (pointee != source_type || !pointee->IsSized()) return Bad(instruction, "its pointers do not fit");
      return Allocate(pointee->lanes, &between, instruction) &&
             EmitLoad(instruction, module_.Operand(instruction, 1), source, *pointee, between) &&
             EmitStore(instruction, module_.Operand(instruction, 0), pointer, *pointee, between);
    }
    case spv::Op::OpVariable: {
      if (instruction.count < 2) return true;
      if (!UseOperand(instruction, 1, &value) || !Result(instruction, &pointer)) return false;
      pointee = types_.Pointee(*pointer.type);
      if (value.type != pointee) return Bad(instruction, "its initializer does not fit");
      return EmitStore(instruction, instruction.result, pointer, *pointee, value.lane);
    }
    case spv::Op::OpArrayLength: {
      if (!Result(instruction, &result) || !UsePointer(instruction, 0, &pointer, &pointee)) return false;
      const uint32_t member = module_.Operand(instruction, 1);
      if (pointee->kind != Type::Kind::kStruct || member >= pointee->members.size() ||
          pointee->members[member]->kind != Type::Kind::kRuntimeArray || !IsBytes(pointer.type->storage) ||
          result.type->kind != Type::Kind::kInt) {
        return Bad(instruction, "it asks for no runtime array of a block");
      }
      Op& op = Emit(ArrayLength);
      op.d = result.lane;
      op.a = pointer.lane;
      op.x = member;
      return true;
    }
    case spv::Op::OpPtrEqual:
    case spv::Op::OpPtrNotEqual:
    case spv::Op::OpPtrDiff: {
      Value other;
      const Type* other_type = nullptr;
      if (!Result(instruction, &result) || !UsePointer(instruction, 0, &pointer, &pointee) ||
          !UsePointer(instruction, 1, &other, &other_type)) {
        return false;
      }
      const bool difference = instruction.opcode == spv::Op::OpPtrDiff;
      if (result.type->kind != (difference ? Type::Kind::kInt : Type::Kind::kBool) || other_type != pointee) {
        return Bad(instruction, "its operands do not fit");
      }
      uint64_t size = pointee->lanes;
      if (IsBytes(pointer.type->storage)) {
        const Decorations& decorations = module_.DecorationsOf(pointer.type->id);
        const auto stride = decorations.find(spv::Decoration::ArrayStride);
        size = stride != decorations.end() ? stride->second : types_.Extent(types_.ExplicitLayout(*pointee));
      }
      Op& op = Emit(difference ? PointerDifference : PointerEqual);
      op.d = result.lane;
      op.a = pointer.lane;
      op.b = other.lane;
      op.c = result.type->bits;
      op.x = difference ? static_cast<uint32_t>(size) : instruction.opcode == spv::Op::OpPtrNotEqual;
      return true;
    }
    default:
      *known = false;
      return true;
  }
}

bool FunctionDecoder::DecodeAccessChain(const Instruction& instruction) {
  Value base, result;
  const Type* type = nullptr;
  if (!Result(instruction, &result) || !UsePointer(instruction, 0, &base, &type)) return false;
  Chain chain;
  chain.has_element =
      instruction.opcode == spv::Op::OpPtrAccessChain || instruction.opcode == spv::Op::OpInBoundsPtrAccessChain;
  if (chain.has_element && IsBytes(base.type->storage)) {
    const Decorations& decorations = module_.DecorationsOf(base.type->id);
    const auto stride = decorations.find(spv::Decoration::ArrayStride);
    if (stride == decorations.end()) return Bad(instruction, "its base's type has no ArrayStride");
    chain.element_stride = stride->second;
  }
  for (uint32_t i = 1; i < instruction.count; ++i) {
    Value value;
    if (!UseOperand(instruction, i, &value)) return false;
    if (value.type->kind != Type::Kind::kInt) return Bad(instruction, "an index is no integer");
    ChainIndex index;
    index.bits = value.type->bits;
    index.lane = value.lane;
    const Constant* constant = ConstantOf(module_.Operand(instruction, i));
    if (constant && !constant->poison[0]) {
      index.constant = true;
      index.value = SignedLane(constant->lanes[0], index.bits);
    }
    chain.indices.push_back(index);
    if (chain.has_element && i == 1) continue;
    if (type->kind == Type::Kind::kStruct) {
      if (!index.constant || static_cast<uint64_t>(index.value) >= type->members.size()) {
        return Bad(instruction, "the index of a member is no constant, or there is no such member");
      }
      type = type->members[static_cast<size_t>(index.value)];
    } else if (type->element && (type->kind == Type::Kind::kVector || type->kind == Type::Kind::kMatrix ||
                                 type->kind == Type::Kind::kArray || type->kind == Type::Kind::kRuntimeArray)) {
      type = type->element;
    } else {
      return Bad(instruction, "it has more indices than there is to index");
    }
  }
  if (result.type->kind != Type::Kind::kPointer || types_.Pointee(*result.type) != type ||
      result.type->storage != base.type->storage) {
    return Bad(instruction, "its type is not a pointer to what it reaches");
  }
  Op& op = Emit(AccessChain);
  op.d = result.lane;
  op.a = base.lane;
  op.x = static_cast<uint32_t>(function_.chains.size());
  function_.chains.push_back(std::move(chain));
  return true;
}

bool FunctionDecoder::EmitLoad(const Instruction& instruction, uint32_t pointer_id, const Value& pointer,
                               const Type& pointee, uint32_t to) {
  const spv::StorageClass storage = pointer.type->storage;
  if (!pointee.IsSized() || pointee.lanes > kMaxLanes) return Bad(instruction, "it loads something without a size");
  const uint32_t lanes = static_cast<uint32_t>(pointee.lanes);
  // Variables that are loaded whole are moved.
  const auto local = local_variables_.find(pointer_id);
  if (local != local_variables_.end()) return EmitCopy(function_.variables[local->second].lanes_at, to, lanes);
  const auto global = owner_.variables_.find(pointer_id);
  if (global != owner_.variables_.end() && global->second.kind == VariablePlace::Kind::kInvocation) {
    Op& op = Emit(LoadGlobal);
    op.a = program_.invocation_variables[global->second.index].lanes_at;
    op.d = to;
    op.n = lanes;
    return true;
  }
  Handler handler = nullptr;
  if (IsBytes(storage)) {
    handler = LoadBytes;
    types_.WillBeCopied(pointee);
  } else if (IsStack(storage)) {
    handler = LoadStack;
  } else if (storage == spv::StorageClass::Workgroup) {
    handler = LoadShared;
  } else if (storage == spv::StorageClass::UniformConstant &&
             (pointee.kind == Type::Kind::kImage || pointee.kind == Type::Kind::kSampler ||
              pointee.kind == Type::Kind::kSampledImage)) {
    handler = LoadHandle;
  }
  if (!handler) return Unsupported(instruction, "loads from a storage class that is not supported");
  Op& op = Emit(handler);
  op.d = to;
  op.a = pointer.lane;
  op.n = lanes;
  return true;
}

bool FunctionDecoder::EmitStore(const Instruction& instruction, uint32_t pointer_id, const Value& pointer,
                                const Type& pointee, uint32_t from) {
  const spv::StorageClass storage = pointer.type->storage;
  if (!pointee.IsSized() || pointee.lanes > kMaxLanes) return Bad(instruction, "it stores something without a size");
  const uint32_t lanes = static_cast<uint32_t>(pointee.lanes);
  const auto local = local_variables_.find(pointer_id);
  if (local != local_variables_.end()) return EmitCopy(from, function_.variables[local->second].lanes_at, lanes);
  const auto global = owner_.variables_.find(pointer_id);
  if (global != owner_.variables_.end() && global->second.kind == VariablePlace::Kind::kInvocation) {
    Op& op = Emit(StoreGlobal);
    op.d = program_.invocation_variables[global->second.index].lanes_at;
    op.a = from;
    op.n = lanes;
    return true;
  }
  Handler handler = nullptr;
  if (storage == spv::StorageClass::StorageBuffer || storage == spv::StorageClass::Uniform) {
    handler = StoreBytes;
    types_.WillBeCopied(pointee);
  } else if (IsStack(storage)) {
    handler = StoreStack;
  } else if (storage == spv::StorageClass::Workgroup) {
    handler = StoreShared;
  }
  if (!handler) return Unsupported(instruction, "stores to a storage class that is not supported");
  Op& op = Emit(handler);
  op.a = pointer.lane;
  op.b = from;
  op.n = lanes;
  return true;
}

}  // namespace lacuna::interpreter
