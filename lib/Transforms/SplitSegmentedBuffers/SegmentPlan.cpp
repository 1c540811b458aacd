// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/SegmentPlan.h"

#include <algorithm>

#include "Analysis/ConstantValue.h"
#include "Analysis/ImageCollector.h"
#include "Analysis/ImageOps.h"
#include "Interpreter/TexelFormat.h"
#include "Support/FunctionBuilder.h"

namespace lacuna {

namespace {

// A value is taken apart scalar by scalar.
constexpr uint32_t kMostScalars = 4096;

}  // namespace

const Instruction* ConversionOf(IRContext* context, uint32_t value) {
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  const Instruction* inst = defs->GetDef(value);
  while (inst->opcode() == spv::Op::OpCopyObject) inst = defs->GetDef(inst->GetSingleWordInOperand(0));
  switch (inst->opcode()) {
    case spv::Op::OpFConvert:
    case spv::Op::OpSConvert:
    case spv::Op::OpUConvert:
      return IsPassable(context, defs->GetDef(inst->GetSingleWordInOperand(0))->type_id()) ? inst : nullptr;
    default:
      return nullptr;
  }
}

void SegmentPlan::Decline(const Instruction* inst, const Segment& segment, const std::string& why) {
  declined_.push_back({inst, segment.descriptors.front(), why});
}

SearchRule SegmentPlan::RuleFor(const Segment& segment, uint32_t unit) const {
  SearchRule rule;
  rule.piece_bytes = options_.piece_bytes;
  rule.is_dynamic = options_.piece_index == PieceIndex::kDynamic;
  switch (options_.index) {
    case IndexWidth::k32:
      return rule;
    case IndexWidth::k64:
      rule.form = UnitArithmetic::Form::kLong;
      return rule;
    case IndexWidth::kAuto:
      break;
  }
  // A bound range is at most 2^32 - 1 bytes long.
  const uint64_t most = options_.piece_bytes != 0 ? options_.piece_bytes : UINT32_MAX;
  if (most / unit * segment.pieces <= UINT32_MAX) return rule;
  rule.form = context_->get_feature_mgr()->HasCapability(spv::Capability::Int64) ? UnitArithmetic::Form::kLong
                                                                                 : UnitArithmetic::Form::kPair;
  return rule;
}

void SegmentPlan::Make(const DescriptorTable& descriptors, const std::set<std::pair<uint32_t, uint32_t>>& excluded) {
  for (const auto& [place, pieces] : options_.segments.numbers()) {
    if (pieces == 1 || excluded.count(place) != 0) continue;
    Segment segment;
    segment.set = place.first;
    segment.binding = place.second;
    segment.pieces = pieces;
    for (const Descriptor& descriptor : descriptors.descriptors()) {
      if (descriptor.has_binding && descriptor.set == place.first && descriptor.binding == place.second) {
        segment.descriptors.push_back(&descriptor);
      }
    }
    if (segment.descriptors.empty()) continue;
    segment.kind = segment.descriptors.front()->kind;
    if (CheckBinding(segment)) segments_.push_back(std::move(segment));
  }

  for (Segment& segment : segments_) {
    if (segment.kind == DescriptorKind::kStorageBuffer) {
      AccessCollector collector(context_, paths_, AccessCollector::Opaque::kDeclined);
      for (const Descriptor* descriptor : segment.descriptors) collector.Collect(*descriptor);
      // What is declined may be a way that a pointer takes.
      is_indirect_ |= !collector.functions_with_escapes().empty() || !collector.declined().empty();
      Take(&segment, collector.sites(), collector.declined());
      for (const AccessSite& site : segment.sites) CheckBufferSite(segment, site);
    } else {
      ImageCollector collector(context_, paths_);
      for (const Descriptor* descriptor : segment.descriptors) {
        collector.Collect(*descriptor);
        segment.multiple = std::max(segment.multiple, TexelMultiple(*descriptor));
      }
      is_indirect_ |= !collector.functions_with_escapes().empty();
      Take(&segment, collector.sites(), collector.declined());
      for (const AccessSite& site : segment.sites) CheckTexelSite(segment, site);
    }
  }
}

// Puts the sites into module order.
void SegmentPlan::Take(Segment* segment, const std::vector<AccessSite>& sites,
                       const std::vector<DeclinedUse>& declined) {
  declined_.insert(declined_.end(), declined.begin(), declined.end());
  std::map<const Instruction*, std::vector<const AccessSite*>> by_inst;
  for (const AccessSite& site : sites) by_inst[site.inst].push_back(&site);
  for (Function& function : *context_->module()) {
    function.ForEachInst([&](Instruction* inst) {
      auto found = by_inst.find(inst);
      if (found == by_inst.end()) return;
      for (const AccessSite* site : found->second) segment->sites.push_back(*site);
    });
  }
}

// In bytes: whole texels and whole words, where the module says what a texel is.
uint32_t SegmentPlan::TexelMultiple(const Descriptor& descriptor) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* type = defs->GetDef(descriptor.element_type);
  if (type->opcode() == spv::Op::OpTypeSampledImage) type = defs->GetDef(type->GetSingleWordInOperand(0));
  const auto format = FormatOfSpirv(type->GetSingleWordInOperand(6));
  // Sizes are powers of two; formats that have no name there have 4 bytes.
  return format ? std::max(GetFormat(*format).texel_bytes(), 4u) : 4u;
}

void SegmentPlan::CheckTexelSite(const Segment& segment, const AccessSite& site) {
  const auto op = ClassifyImageOp(site.inst->opcode());
  if (site.path.descriptor == nullptr) {
    Decline(site.inst, segment, "the image is a function's parameter");
  } else if (op && op->is_sparse) {
    Decline(site.inst, segment, "a sparse read has a residency code that no piece can give");
  } else if (site.kind == AccessSite::Kind::kImageQuery && site.inst->opcode() != spv::Op::OpImageQuerySize) {
    Decline(site.inst, segment, std::string("the image is used by Op") + spvOpcodeString(site.inst->opcode()));
  }
}

bool SegmentPlan::CheckBinding(const Segment& segment) {
  const size_t before = declined_.size();
  for (const Descriptor* descriptor : segment.descriptors) {
    const DescriptorKind kind = descriptor->kind;
    if (kind != DescriptorKind::kStorageBuffer && kind != DescriptorKind::kUniformTexelBuffer &&
        kind != DescriptorKind::kStorageTexelBuffer) {
      Decline(descriptor->variable, segment,
              "only storage buffers and texel buffers can be split, and this is a " +
                  std::string(DescriptorKindName(kind)));
    } else if (kind != segment.kind) {
      Decline(descriptor->variable, segment, "the binding has descriptors of two kinds");
    }
    for (const ArrayDimension& dimension : descriptor->dimensions) {
      if (dimension.length * segment.pieces > UINT32_MAX) {
        Decline(descriptor->variable, segment, "the array of descriptors has too many elements to be split");
      }
    }
  }
  const uint64_t bytes = options_.piece_bytes;
  if (bytes % 4 != 0) {
    Decline(segment.descriptors.front()->variable, segment,
            "piece-bytes=" + std::to_string(bytes) + " is no multiple of 4");
  } else if (options_.index == IndexWidth::k32 && bytes / 4 * segment.pieces > UINT32_MAX) {
    Decline(segment.descriptors.front()->variable, segment,
            std::to_string(segment.pieces) + " pieces of " + std::to_string(bytes) +
                " bytes have places that need more than 32 bits: use index=64 or index=auto");
  }
  return declined_.size() == before;
}

// Is every place that is counted in `unit` bytes a whole number of them?
bool SegmentPlan::CheckPlace(const AccessSite& site, uint64_t offset, uint32_t unit, std::string* why) const {
  bool is_multiple = (site.path.offset.constant + offset) % unit == 0;
  for (const ByteCount::Term& term : site.path.offset.terms) is_multiple &= term.stride % unit == 0;
  if (!is_multiple) {
    *why = "a value of " + std::to_string(unit) + " bytes or more is at an offset that is no multiple of " +
           std::to_string(unit);
  }
  return is_multiple;
}

bool SegmentPlan::CheckValue(const AccessSite& site, const LaidOutType& type, uint64_t offset, uint32_t* scalars,
                             std::string* why) const {
  const TypeLayout& layout = paths_.layout();
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  if (const uint32_t bytes = layout.ScalarBytes(type.type)) {
    if (++*scalars > kMostScalars) {
      *why = "a value of more than " + std::to_string(kMostScalars) + " scalars is accessed at once";
      return false;
    }
    return CheckPlace(site, offset, std::min(bytes, 4u), why);
  }
  const Instruction* inst = defs->GetDef(type.type);
  uint64_t parts = 0;
  switch (inst->opcode()) {
    case spv::Op::OpTypeStruct:
      parts = inst->NumInOperands();
      break;
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeMatrix:
      parts = inst->GetSingleWordInOperand(1);
      break;
    case spv::Op::OpTypeArray: {
      const ConstantValue length = EvaluateConstant(defs, inst->GetSingleWordInOperand(1));
      if (!length.is_plain) {
        *why = "an array sized by a specialization constant is accessed at once";
        return false;
      }
      parts = static_cast<uint64_t>(length.value);
      break;
    }
    default:
      *why = "a type has no size in memory";
      return false;
  }
  if (parts > kMostScalars) {
    *why = "a value of more than " + std::to_string(kMostScalars) + " parts is accessed at once";
    return false;
  }
  for (uint64_t i = 0; i < parts; ++i) {
    LaidOutType part;
    uint64_t part_offset = 0, stride = 0;
    if (!layout.Part(type, i, &part, &part_offset, &stride, why)) return false;
    if (inst->opcode() != spv::Op::OpTypeStruct) part_offset = i * stride;
    if (!CheckValue(site, part, offset + part_offset, scalars, why)) return false;
  }
  return true;
}

bool SegmentPlan::CheckAtomic(const AccessSite& site, std::string* why) const {
  opt::analysis::DefUseManager* defs = context_->get_def_use_mgr();
  const Instruction* type = defs->GetDef(site.path.pointee.type);
  const spv::Op op = site.inst->opcode();
  if (op == spv::Op::OpAtomicFlagTestAndSet || op == spv::Op::OpAtomicFlagClear) {
    *why = std::string("Op") + spvOpcodeString(op) + " is not supported";
    return false;
  }
  if (type->opcode() != spv::Op::OpTypeInt && type->opcode() != spv::Op::OpTypeFloat) {
    *why = "an atomic on a value that is no number is not supported";
    return false;
  }
  const uint32_t bytes = paths_.layout().ScalarBytes(type->result_id());
  if (bytes < 4 && type->opcode() == spv::Op::OpTypeInt) {
    *why = "an atomic on an 8- or 16-bit integer is not supported";
    return false;
  }
  if (!CheckPlace(site, 0, bytes, why)) {
    *why = "a " + std::to_string(bytes * 8) + "-bit atomic may straddle two pieces: its offset is no multiple of " +
           std::to_string(bytes) + " bytes";
    return false;
  }
  if (options_.piece_bytes % bytes != 0) {
    *why = "a " + std::to_string(bytes * 8) + "-bit atomic may straddle two pieces of " +
           std::to_string(options_.piece_bytes) + " bytes";
    return false;
  }
  return true;
}

void SegmentPlan::CheckBufferSite(const Segment& segment, const AccessSite& site) {
  std::string why;
  uint32_t scalars = 0;
  if (site.path.descriptor == nullptr) {
    Decline(site.inst, segment, "the pointer's origin is not one variable");
    return;
  }
  if (site.kind == AccessSite::Kind::kArrayLength) return;
  if (site.kind == AccessSite::Kind::kAtomic) {
    if (!CheckAtomic(site, &why)) Decline(site.inst, segment, why);
    return;
  }
  if (site.kind == AccessSite::Kind::kStore && !IsPassable(context_, site.value_type)) {
    const spv::Op type = context_->get_def_use_mgr()->GetDef(site.value_type)->opcode();
    const bool is_vector = type == spv::Op::OpTypeVector;
    // Nothing may be taken out of such a value; a vector that is the result of a
    // conversion can be converted part by part.
    if ((is_vector && ConversionOf(context_, site.inst->GetSingleWordInOperand(1)) == nullptr) ||
        (!is_vector && paths_.layout().ScalarBytes(site.value_type) == 0)) {
      Decline(site.inst, segment,
              "a composite with 8- or 16-bit parts is stored without the capability to compute with them");
      return;
    }
  }
  if (!CheckValue(site, site.path.pointee, 0, &scalars, &why)) Decline(site.inst, segment, why);
}

}  // namespace lacuna
