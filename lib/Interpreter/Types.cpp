// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/Types.h"

#include <algorithm>

namespace lacuna::interpreter {
namespace {

// SPIR-V's universal limit on the nesting of structures, for all types.
constexpr uint32_t kMaxDepth = 255;

uint64_t Times(uint64_t a, uint64_t b) {
  if (a == Type::kUnsized || b == Type::kUnsized) return Type::kUnsized;
  return a && b > kMaxLanes / a ? kMaxLanes + 1 : a * b;
}

}  // namespace

bool TypeTable::Add(const Instruction& declaration, uint64_t length, LoadError* error) {
  if (types_.count(declaration.result)) {
    return error->Bad(module_.NameOf(declaration.result) + " is defined twice");
  }
  Type type;
  type.id = declaration.result;
  type.declaration = &declaration;
  const auto operand = [&](uint32_t i) { return module_.Operand(declaration, i); };
  const auto inner = [&](uint32_t i) -> const Type* {
    const Type* found = Find(operand(i));
    if (found) type.depth = std::max(type.depth, found->depth + 1);
    return found;
  };
  const auto bad = [&] {
    return error->Bad(module_.Describe(declaration) + " is made of something that is no type for it");
  };
  switch (declaration.opcode) {
    case spv::Op::OpTypeVoid:
      type.kind = Type::Kind::kVoid;
      break;
    case spv::Op::OpTypeBool:
      type.kind = type.scalar = Type::Kind::kBool;
      type.bits = 1;
      type.lanes = 1;
      break;
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat: {
      const bool is_int = declaration.opcode == spv::Op::OpTypeInt;
      type.kind = type.scalar = is_int ? Type::Kind::kInt : Type::Kind::kFloat;
      type.bits = operand(0);
      type.is_signed = is_int && operand(1);
      type.lanes = 1;
      const bool known = type.bits == 16 || type.bits == 32 || type.bits == 64 || (is_int && type.bits == 8);
      if (!known || (!is_int && declaration.count > 1)) {
        return error->Unsupported(module_.Describe(declaration) + " of " + std::to_string(type.bits) +
                                  " bits in this encoding is not supported");
      }
      break;
    }
    case spv::Op::OpTypeVector:
      type.kind = Type::Kind::kVector;
      type.element = inner(0);
      type.count = operand(1);
      if (!type.element || !type.element->IsScalar() || type.count < 2 || type.count > 4) return bad();
      type.scalar = type.element->kind;
      type.bits = type.element->bits;
      type.is_signed = type.element->is_signed;
      type.lanes = type.count;
      break;
    case spv::Op::OpTypeMatrix:
      type.kind = Type::Kind::kMatrix;
      type.element = inner(0);
      type.count = operand(1);
      if (!type.element || type.element->kind != Type::Kind::kVector || type.element->scalar != Type::Kind::kFloat ||
          type.count < 2 || type.count > 4) {
        return bad();
      }
      type.scalar = Type::Kind::kFloat;
      type.bits = type.element->bits;
      type.lanes = type.count * type.element->lanes;
      break;
    case spv::Op::OpTypeArray:
      type.kind = Type::Kind::kArray;
      type.element = inner(0);
      type.count = length;
      if (!type.element || length == 0) return bad();
      type.lanes = Times(type.element->lanes, length);
      break;
    case spv::Op::OpTypeRuntimeArray:
      type.kind = Type::Kind::kRuntimeArray;
      type.element = inner(0);
      if (!type.element) return bad();
      type.lanes = Type::kUnsized;
      break;
    case spv::Op::OpTypeStruct:
      type.kind = Type::Kind::kStruct;
      for (uint32_t i = 0; i < declaration.count; ++i) {
        const Type* member = inner(i);
        if (!member) return bad();
        type.members.push_back(member);
        const bool unsized = member->lanes == Type::kUnsized || type.lanes == Type::kUnsized;
        type.lanes = unsized ? Type::kUnsized : std::min(type.lanes + member->lanes, kMaxLanes + 1);
      }
      break;
    case spv::Op::OpTypePointer:
      type.kind = Type::Kind::kPointer;
      type.storage = static_cast<spv::StorageClass>(operand(0));
      type.pointee = operand(1);
      type.lanes = kPointerLanes;
      break;
    case spv::Op::OpTypeImage:
      type.kind = Type::Kind::kImage;
      type.element = inner(0);
      type.lanes = 1;
      if (!type.element || declaration.count < 7) return bad();
      break;
    case spv::Op::OpTypeSampler:
      type.kind = Type::Kind::kSampler;
      type.lanes = 1;
      break;
    case spv::Op::OpTypeSampledImage:
      type.kind = Type::Kind::kSampledImage;
      type.element = inner(0);
      type.lanes = 2;
      if (!type.element || type.element->kind != Type::Kind::kImage) return bad();
      break;
    case spv::Op::OpTypeFunction:
      type.kind = Type::Kind::kFunction;
      type.element = inner(0);
      for (uint32_t i = 1; i < declaration.count; ++i) {
        type.members.push_back(inner(i));
        if (!type.members.back()) return bad();
      }
      if (!type.element) return bad();
      break;
    case spv::Op::OpTypeForwardPointer:
      return true;
    default:
      return error->Unsupported(Module::OpName(declaration.opcode) + " is not supported");
  }
  if (type.depth > kMaxDepth) {
    return error->Bad(module_.Describe(declaration) + " is nested deeper than " + std::to_string(kMaxDepth));
  }
  if (type.lanes != Type::kUnsized && type.lanes > kMaxLanes && type.kind != Type::Kind::kArray &&
      type.kind != Type::Kind::kStruct) {
    return bad();
  }
  types_[type.id] = std::move(type);
  return true;
}

uint32_t TypeTable::ResourceLayout(const Type& type, bool buffer) {
  if (type.kind != Type::Kind::kArray && type.kind != Type::Kind::kRuntimeArray) {
    return buffer ? ExplicitLayout(type) : NaturalLayout(type);
  }
  const auto known = resource_nodes_[buffer].find(type.id);
  if (known != resource_nodes_[buffer].end()) return known->second;
  Layout layout;
  layout.kind = Layout::Kind::kArray;
  layout.type = &type;
  layout.descriptors = true;
  layout.child = ResourceLayout(*type.element, buffer);
  layout.count = type.kind == Type::Kind::kArray ? type.count : UINT64_MAX;
  const Layout& child = layouts_[layout.child];
  layout.stride = child.descriptors ? Times(child.stride, child.count) : 1;
  layouts_.push_back(layout);
  return resource_nodes_[buffer][type.id] = static_cast<uint32_t>(layouts_.size()) - 1;
}

uint32_t TypeTable::Node(const Type& type, const Mode& mode) {
  for (const auto& known : nodes_[type.id]) {
    if (known.first == mode) return known.second;
  }
  Layout layout;
  layout.type = &type;
  layout.bytes = mode.bytes;
  FillNode(type, mode, &layout);
  layout.extent = ExtentOf(layout);
  layouts_.push_back(std::move(layout));
  const uint32_t node = static_cast<uint32_t>(layouts_.size()) - 1;
  nodes_[type.id].emplace_back(mode, node);
  return node;
}

void TypeTable::FillNode(const Type& type, const Mode& mode, Layout* layout) {
  const uint32_t scalar_bytes = std::max(type.bits / 8, 1u);
  switch (type.kind) {
    case Type::Kind::kVector:
      layout->kind = Layout::Kind::kVector;
      layout->child = Node(*type.element, Mode{mode.bytes, 0, false, 0});
      layout->count = type.count;
      layout->scalar_bytes = scalar_bytes;
      layout->stride = !mode.bytes ? 1 : mode.component_stride ? mode.component_stride : scalar_bytes;
      break;
    case Type::Kind::kMatrix: {
      layout->kind = Layout::Kind::kMatrix;
      const uint64_t rows = type.element->count;
      const uint32_t tight = static_cast<uint32_t>(scalar_bytes * (mode.row_major ? type.count : rows));
      const uint32_t stride = mode.matrix_stride ? mode.matrix_stride : tight;
      layout->child = Node(*type.element, Mode{mode.bytes, 0, false, mode.bytes && mode.row_major ? stride : 0});
      layout->count = type.count;
      layout->stride = !mode.bytes ? rows : mode.row_major ? scalar_bytes : stride;
      break;
    }
    case Type::Kind::kArray:
    case Type::Kind::kRuntimeArray: {
      layout->kind = Layout::Kind::kArray;
      layout->child = Node(*type.element, Mode{mode.bytes, mode.matrix_stride, mode.row_major, 0});
      layout->count = type.kind == Type::Kind::kArray ? type.count : UINT64_MAX;
      layout->stride = type.element->lanes;
      if (!mode.bytes) break;
      const Decorations& decorations = module_.DecorationsOf(type.id);
      const auto stride = decorations.find(spv::Decoration::ArrayStride);
      layout->stride = stride != decorations.end() ? stride->second : Extent(layout->child);
      break;
    }
    case Type::Kind::kStruct: {
      layout->kind = Layout::Kind::kStruct;
      uint64_t end = 0;
      for (uint32_t i = 0; i < type.members.size(); ++i) {
        const Decorations& decorations = module_.MemberDecorationsOf(type.id, i);
        const auto value = [&](spv::Decoration decoration, uint64_t otherwise) {
          const auto found = decorations.find(decoration);
          return found == decorations.end() ? otherwise : found->second;
        };
        const Mode inner = {mode.bytes, static_cast<uint32_t>(value(spv::Decoration::MatrixStride, 0)),
                            decorations.count(spv::Decoration::RowMajor) != 0, 0};
        const uint32_t child = Node(*type.members[i], mode.bytes ? inner : mode);
        layout->members.push_back({child, mode.bytes ? value(spv::Decoration::Offset, end) : end});
        end = std::min(layout->members.back().offset + Extent(child), uint64_t{1} << 62);
      }
      break;
    }
    default:
      layout->kind = Layout::Kind::kScalar;
      layout->scalar_bytes = scalar_bytes;
      break;
  }
}

uint64_t TypeTable::ExtentOf(const Layout& layout) const {
  constexpr uint64_t kMost = uint64_t{1} << 62;
  switch (layout.kind) {
    case Layout::Kind::kScalar:
      return layout.bytes ? layout.scalar_bytes : layout.type->lanes;
    case Layout::Kind::kVector:
      return (layout.count - 1) * layout.stride + (layout.bytes ? layout.scalar_bytes : 1);
    case Layout::Kind::kMatrix:
    case Layout::Kind::kArray: {
      if (layout.count == UINT64_MAX) return 0;
      if (layout.stride && layout.count - 1 > kMost / layout.stride) return kMost;
      return std::min((layout.count - 1) * layout.stride + Extent(layout.child), kMost);
    }
    case Layout::Kind::kStruct: {
      uint64_t end = 0;
      for (const Layout::Member& member : layout.members) end = std::max(end, member.offset + Extent(member.child));
      return std::min(end, kMost);
    }
  }
  return 0;
}

bool TypeTable::FinishLayouts(LoadError* error) {
  for (uint32_t i = 1; i < layouts_.size(); ++i) {
    Layout& layout = layouts_[i];
    const bool composite = layout.kind != Layout::Kind::kScalar && layout.kind != Layout::Kind::kVector;
    if (!layout.bytes || !composite || !layout.type->IsSized() || !copied_.count(layout.type->id)) continue;
    std::vector<Layout::Leaf> leaves;
    if (!AddLeaves(i, 0, &leaves, error)) return false;
    layouts_[i].leaves = std::move(leaves);
  }
  return true;
}

bool TypeTable::AddLeaves(uint32_t node, uint64_t offset, std::vector<Layout::Leaf>* leaves, LoadError* error) const {
  constexpr size_t kMostLeaves = size_t{1} << 20;
  if (leaves->size() > kMostLeaves) {
    return error->Unsupported("a value with more than " + std::to_string(kMostLeaves) +
                              " scalars is loaded or stored whole, which is not supported");
  }
  const Layout& layout = layouts_[node];
  if (layout.type->lanes == 0) return true;  // also of as many elements as there can be
  switch (layout.kind) {
    case Layout::Kind::kScalar:
      leaves->push_back({offset, layout.scalar_bytes});
      return true;
    case Layout::Kind::kStruct:
      for (const Layout::Member& member : layout.members) {
        if (!AddLeaves(member.child, offset + member.offset, leaves, error)) return false;
      }
      return true;
    default:
      for (uint64_t i = 0; i < layout.count; ++i) {
        if (!AddLeaves(layout.child, offset + i * layout.stride, leaves, error)) return false;
      }
      return true;
  }
}

}  // namespace lacuna::interpreter
