// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/BufferRewriter.h"

#include <algorithm>

#include "Analysis/ConstantValue.h"
#include "Analysis/WideArithmetic.h"
#include "Support/FunctionBuilder.h"
#include "Support/MemoryOrder.h"

namespace lacuna {

namespace {

// Units that one access may take are in one line of so many bytes.
constexpr uint32_t kLine = 16;

uint64_t LowestBit(uint64_t value) { return value & (~value + 1); }

uint32_t RoundedUpToPowerOfTwo(uint32_t value) {
  uint32_t power = 1;
  while (power < value) power *= 2;
  return power;
}

}  // namespace

void BufferRewriter::Rewrite(Segment* segment, const AccessSite& site) {
  segment_ = segment;
  site_ = &site;
  sums_.clear();
  qualifiers_ = QualifiersOf(site);
  const bool in_place =
      site.kind != AccessSite::Kind::kArrayLength && (options_.helpers == HelperForm::kInline || MustBeInline());
  SiteCode code(module_, site.inst, in_place);
  code_ = &code;
  element_ = code.ElementOf(site.path, decorations_);
  uint32_t result = 0;
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  switch (site.kind) {
    case AccessSite::Kind::kLoad:
      result = site.storage_only ? LoadCarried() : Load(site.path.pointee, 0);
      break;
    case AccessSite::Kind::kStore:
      if (MustBeInline() && defs->GetDef(site.value_type)->opcode() == spv::Op::OpTypeVector) {
        StoreConverted();
      } else {
        Store(site.path.pointee, 0, site.inst->GetSingleWordInOperand(1));
      }
      break;
    case AccessSite::Kind::kAtomic:
      result = Atomic();
      break;
    default:
      result = ArrayLength();
      break;
  }
  code.Finish(result);
  code_ = nullptr;
}

// Values that no function may take can only be stored in place. What is loaded
// can be converted first.
bool BufferRewriter::MustBeInline() const {
  return site_->kind == AccessSite::Kind::kStore && !IsPassable(module_->context(), site_->value_type);
}

// A vector whose parts may only be stored and converted is not taken apart, but
// what it was converted from is.
void BufferRewriter::StoreConverted() {
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  const Instruction* conversion = ConversionOf(module_->context(), site_->inst->GetSingleWordInOperand(1));
  const uint32_t source = conversion->GetSingleWordInOperand(0), converted = conversion->result_id();
  const spv::Op op = conversion->opcode();
  const uint32_t source_type = defs->GetDef(defs->GetDef(source)->type_id())->GetSingleWordInOperand(0);
  const Instruction* vector = defs->GetDef(site_->value_type);
  const uint32_t scalar = vector->GetSingleWordInOperand(0), count = vector->GetSingleWordInOperand(1);
  const uint32_t bytes = paths_.layout().ScalarBytes(scalar), stride = site_->path.pointee.component_stride;
  for (uint32_t c = 0; c < count && !module_->failed(); ++c) {
    const uint32_t part = At().Emit(spv::Op::OpCompositeExtract, source_type, {IdOperand(source), LiteralOperand(c)});
    const uint32_t value = At().EmitIds(op, scalar, {part});
    module_->CopyDecorations(converted, value);
    StoreUnits({scalar, bytes, 1, uint64_t{c} * (stride != 0 ? stride : bytes)}, {value});
  }
}

// A value of 8 or 16 bits that the module may only store and convert is loaded
// as one of 32 bits. Returns 0 if nothing is left of the load.
uint32_t BufferRewriter::LoadCarried() {
  IRContext* context = module_->context();
  opt::analysis::DefUseManager* defs = context->get_def_use_mgr();
  const uint32_t type = site_->path.pointee.type;
  const Instruction* inst = defs->GetDef(type);
  const bool is_vector = inst->opcode() == spv::Op::OpTypeVector;
  const Instruction* scalar = is_vector ? defs->GetDef(inst->GetSingleWordInOperand(0)) : inst;
  const bool is_float = scalar->opcode() == spv::Op::OpTypeFloat;
  const bool is_signed = !is_float && scalar->GetSingleWordInOperand(1) != 0;
  carrier_type_ = is_float ? module_->FloatType() : module_->UintType();
  std::vector<uint32_t> parts;
  const uint32_t count = is_vector ? inst->GetSingleWordInOperand(1) : 1;
  const uint32_t bytes = paths_.layout().ScalarBytes(scalar->result_id());
  const uint32_t stride = site_->path.pointee.component_stride;
  if (stride == 0) {
    const Run run{scalar->result_id(), bytes, count, 0};
    parts = LoadUnits(run);
  } else {
    for (uint32_t c = 0; c < count; ++c) {
      parts.push_back(LoadUnits({scalar->result_id(), bytes, 1, uint64_t{c} * stride})[0]);
    }
  }
  if (module_->failed()) return 0;
  uint32_t value = parts[0];
  if (parts.size() > 1) {
    value = At().EmitIds(spv::Op::OpCompositeConstruct, module_->VectorType(carrier_type_, count), parts);
  }
  const uint32_t carrier = count == 1 ? carrier_type_ : module_->VectorType(carrier_type_, count);
  carrier_type_ = 0;
  // Back and forth no integer changes. A float might, where small ones are
  // flushed; all that it is used by is conversions.
  if (!is_float) return At().EmitIds(is_signed ? spv::Op::OpSConvert : spv::Op::OpUConvert, type, {value});
  std::vector<Instruction*> users;
  defs->ForEachUser(site_->inst, [&users](Instruction* user) {
    if (!IsAnnotation(*user)) users.push_back(user);
  });
  for (Instruction* user : users) {
    context->ForgetUses(user);
    if (user->type_id() == carrier) user->SetOpcode(spv::Op::OpCopyObject);
    user->SetInOperand(0, {value});
    context->AnalyzeUses(user);
  }
  return 0;
}

MemoryQualifiers BufferRewriter::QualifiersOf(const AccessSite& site) const {
  MemoryQualifiers found;
  auto add = [&found, this](uint32_t id) {
    found.is_coherent |= decorations_.Has(id, spv::Decoration::Coherent);
    found.is_volatile |= decorations_.Has(id, spv::Decoration::Volatile);
  };
  // Members may say it of a part: what says it of the whole block includes that.
  for (const Descriptor* root : site.roots) {
    add(root->id());
    const Instruction* block = module_->context()->get_def_use_mgr()->GetDef(root->element_type);
    for (uint32_t member = 0; member < block->NumInOperands(); ++member) {
      found.is_coherent |= decorations_.HasMember(root->element_type, member, spv::Decoration::Coherent);
      found.is_volatile |= decorations_.HasMember(root->element_type, member, spv::Decoration::Volatile);
    }
  }
  return found;
}

std::vector<opt::Operand> BufferRewriter::MemoryOperands(uint32_t first, uint32_t unit) const {
  std::vector<opt::Operand> operands;
  for (uint32_t i = first; i < site_->inst->NumInOperands(); ++i) operands.push_back(site_->inst->GetInOperand(i));
  if (operands.empty()) return operands;
  const bool is_aligned = (operands[0].words[0] & uint32_t(spv::MemoryAccessMask::Aligned)) != 0;
  if (is_aligned && operands.size() > 1) operands[1].words[0] = std::min(operands[1].words[0], unit);
  return operands;
}

UnitArithmetic::Place BufferRewriter::PlaceOf(UnitArithmetic::Form form, uint32_t unit, uint64_t offset) {
  const AccessPath& path = site_->path;
  const UnitArithmetic arithmetic(module_, form);
  CodeBuilder at = At();
  if (path.outside) return arithmetic.At({}, UINT64_MAX, &at);
  if (path.is_signed) {
    const WideArithmetic wide(module_);
    const WideArithmetic::Number bytes = wide.Offset(wide.Constant(0), path.offset, &at);
    UnitArithmetic::Place place = arithmetic.FromBytes(bytes.low, bytes.high, unit, offset / unit, &at);
    if (bytes.is_exact == 0) return place;
    return arithmetic.Select(bytes.is_exact, place, arithmetic.At({}, UINT64_MAX, &at), &at);
  }
  auto [sum, is_new] = sums_.emplace(std::pair(form, unit), UnitArithmetic::Sum());
  if (is_new) sum->second = arithmetic.Scale(path.offset.terms, unit, &at);
  return arithmetic.At(sum->second, (path.offset.constant + offset) / unit, &at);
}

uint32_t BufferRewriter::Perform(const UnitAccess& access, uint64_t offset, const std::vector<uint32_t>& values) {
  const UnitArithmetic::Place place = PlaceOf(access.rule.form, access.view->unit, offset);
  if (module_->failed()) return 0;
  if (access.kind != UnitAccess::Kind::kLoad) access.view->is_written = true;
  if (code_->region() != nullptr) return emitter_->Emit(access, element_, place, values, code_->region());
  CodeBuilder at = At();
  return helpers_->CallAccess(access, element_, place, values, &at);
}

BufferRewriter::Run BufferRewriter::RunOf(uint32_t scalar_type, uint32_t count, uint64_t offset) {
  const uint32_t bytes = paths_.layout().ScalarBytes(scalar_type);
  if (bytes < 4) return {scalar_type, bytes, count, offset};
  return {module_->UintType(), 4, count * (bytes / 4), offset};
}

std::vector<uint32_t> BufferRewriter::Cut(const Run& run) {
  std::vector<uint32_t> counts;
  uint64_t strides = options_.piece_bytes != 0 ? LowestBit(options_.piece_bytes) : kLine;
  for (const ByteCount::Term& term : site_->path.offset.terms) strides |= term.stride;
  for (uint32_t done = 0; done < run.count;) {
    const uint64_t start = site_->path.offset.constant + run.offset + uint64_t{done} * run.unit;
    const uint64_t aligned = std::min<uint64_t>(LowestBit(start | strides | kLine), kLine);
    uint32_t count = std::max<uint32_t>(static_cast<uint32_t>(aligned) / run.unit, 1);
    count = std::min({count, run.count - done, 4u});
    counts.push_back(count);
    segment_->multiple = std::max(segment_->multiple, RoundedUpToPowerOfTwo(count * run.unit));
    done += count;
  }
  return counts;
}

UnitAccess BufferRewriter::MakeAccess(UnitAccess::Kind kind, const Run& run, uint32_t components) {
  UnitAccess access;
  access.kind = kind;
  access.view = views_->For(*site_->roots.front(), segment_->pieces, run.element_type, run.unit, qualifiers_);
  access.rule = plan_.RuleFor(*segment_, run.unit);
  access.components = components;
  if (kind == UnitAccess::Kind::kLoad) access.carrier_type = carrier_type_;
  access.operands = MemoryOperands(kind == UnitAccess::Kind::kLoad ? 1 : 2, run.unit);
  return access;
}

std::vector<uint32_t> BufferRewriter::LoadUnits(const Run& run) {
  std::vector<uint32_t> units;
  uint64_t offset = run.offset;
  for (uint32_t count : Cut(run)) {
    const uint32_t loaded = Perform(MakeAccess(UnitAccess::Kind::kLoad, run, count), offset, {});
    // A run that one access takes stays a vector.
    if (count == run.count || count == 1) {
      units.push_back(loaded);
    } else {
      const uint32_t type = carrier_type_ != 0 ? carrier_type_ : run.element_type;
      for (uint32_t c = 0; c < count; ++c) {
        units.push_back(At().Emit(spv::Op::OpCompositeExtract, type, {IdOperand(loaded), LiteralOperand(c)}));
      }
    }
    offset += uint64_t{count} * run.unit;
  }
  return units;
}

void BufferRewriter::StoreUnits(const Run& run, const std::vector<uint32_t>& units) {
  uint64_t offset = run.offset;
  uint32_t done = 0;
  for (uint32_t count : Cut(run)) {
    uint32_t value = units[done];
    if (units.size() != run.count) {
      // The run is one vector: all of it, or parts.
      value = units[0];
      if (count != run.count) {
        std::vector<uint32_t> parts;
        for (uint32_t c = 0; c < count; ++c) {
          parts.push_back(
              At().Emit(spv::Op::OpCompositeExtract, run.element_type, {IdOperand(value), LiteralOperand(done + c)}));
        }
        value = count == 1
                    ? parts[0]
                    : At().EmitIds(spv::Op::OpCompositeConstruct, module_->VectorType(run.element_type, count), parts);
      }
    } else if (count > 1) {
      value = At().EmitIds(spv::Op::OpCompositeConstruct, module_->VectorType(run.element_type, count),
                           {units.begin() + done, units.begin() + done + count});
    }
    Perform(MakeAccess(UnitAccess::Kind::kStore, run, count), offset, {value});
    offset += uint64_t{count} * run.unit;
    done += count;
  }
}

std::optional<BufferRewriter::Run> BufferRewriter::WholeRun(const LaidOutType& type, uint64_t offset) {
  const Instruction* inst = module_->context()->get_def_use_mgr()->GetDef(type.type);
  const bool is_vector = inst->opcode() == spv::Op::OpTypeVector;
  const uint32_t scalar = is_vector ? inst->GetSingleWordInOperand(0) : type.type;
  const uint32_t bytes = paths_.layout().ScalarBytes(scalar);
  const uint32_t count = is_vector ? inst->GetSingleWordInOperand(1) : 1;
  if (bytes == 0 || (is_vector && (type.component_stride != 0 || bytes * count > kLine))) return std::nullopt;
  return RunOf(scalar, count, offset);
}

std::vector<BufferRewriter::Part> BufferRewriter::PartsOf(const LaidOutType& type, uint64_t offset) const {
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  const Instruction* inst = defs->GetDef(type.type);
  const bool is_struct = inst->opcode() == spv::Op::OpTypeStruct;
  const uint64_t count = is_struct ? inst->NumInOperands()
                         : inst->opcode() == spv::Op::OpTypeArray
                             ? static_cast<uint64_t>(EvaluateConstant(defs, inst->GetSingleWordInOperand(1)).value)
                             : inst->GetSingleWordInOperand(1);
  std::vector<Part> parts;
  for (uint64_t i = 0; i < count; ++i) {
    Part part;
    uint64_t member_offset = 0, stride = 0;
    std::string why;
    paths_.layout().Part(type, i, &part.type, &member_offset, &stride, &why);
    part.offset = offset + (is_struct ? member_offset : i * stride);
    parts.push_back(part);
  }
  return parts;
}

uint32_t BufferRewriter::Load(const LaidOutType& type, uint64_t offset) {
  if (module_->failed()) return 0;
  if (const std::optional<Run> run = WholeRun(type, offset)) {
    std::vector<uint32_t> units = LoadUnits(*run);
    if (module_->failed()) return 0;
    uint32_t value = units[0];
    if (units.size() > 1) value = At().EmitIds(spv::Op::OpCompositeConstruct, ValueType(*run), units);
    return ValueType(*run) == type.type ? value : At().EmitIds(spv::Op::OpBitcast, type.type, {value});
  }
  std::vector<uint32_t> values;
  for (const Part& part : PartsOf(type, offset)) values.push_back(Load(part.type, part.offset));
  return At().EmitIds(spv::Op::OpCompositeConstruct, type.type, values);
}

void BufferRewriter::Store(const LaidOutType& type, uint64_t offset, uint32_t value) {
  if (module_->failed()) return;
  if (const std::optional<Run> run = WholeRun(type, offset)) {
    if (ValueType(*run) != type.type) value = At().EmitIds(spv::Op::OpBitcast, ValueType(*run), {value});
    StoreUnits(*run, {value});
    return;
  }
  uint32_t index = 0;
  for (const Part& part : PartsOf(type, offset)) {
    const uint32_t part_value =
        At().Emit(spv::Op::OpCompositeExtract, part.type.type, {IdOperand(value), LiteralOperand(index++)});
    Store(part.type, part.offset, part_value);
  }
}

uint32_t BufferRewriter::Atomic() {
  IRContext* context = module_->context();
  Instruction* inst = site_->inst;
  const uint32_t type = site_->path.pointee.type;
  const uint32_t bytes = paths_.layout().ScalarBytes(type);
  // Only what computes with floats needs them; the others move bits.
  const spv::Op op = inst->opcode();
  const bool computes_with_floats =
      op == spv::Op::OpAtomicFAddEXT || op == spv::Op::OpAtomicFMinEXT || op == spv::Op::OpAtomicFMaxEXT;
  const uint32_t element = bytes == 4 && !computes_with_floats ? module_->UintType() : type;

  Run run{element, bytes, 1, 0};
  UnitAccess access = MakeAccess(UnitAccess::Kind::kAtomic, run, 1);
  segment_->multiple = std::max(segment_->multiple, bytes);
  access.atomic = op;
  access.operands.clear();
  access.orders_memory = OrdersMemory(context, *inst);
  if (inst->result_id() != 0) access.atomic_type = element;
  std::vector<uint32_t> values;
  // In operands: pointer, scope, semantics (two for a compare-exchange), values.
  const bool has_two_semantics = op == spv::Op::OpAtomicCompareExchange || op == spv::Op::OpAtomicCompareExchangeWeak;
  const uint32_t first_value = has_two_semantics ? 4 : 3;
  for (uint32_t i = 1; i < inst->NumInOperands(); ++i) {
    opt::Operand operand = inst->GetInOperand(i);
    if (i >= first_value) {
      uint32_t value = operand.words[0];
      if (element != type) value = At().EmitIds(spv::Op::OpBitcast, element, {value});
      values.push_back(value);
      access.atomic_value_types.push_back(element);
      operand = IdOperand(0);
    }
    access.operands.push_back(operand);
  }
  const uint32_t result = Perform(access, 0, values);
  if (inst->result_id() == 0 || module_->failed() || element == type) return result;
  return At().EmitIds(spv::Op::OpBitcast, type, {result});
}

uint32_t BufferRewriter::ArrayLength() {
  Instruction* inst = site_->inst;
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  const Instruction* block = defs->GetDef(site_->roots.front()->element_type);
  LaidOutType array;
  uint64_t offset = 0, stride = 0, ignored = 0;
  std::string why;
  paths_.layout().Part({block->result_id()}, inst->GetSingleWordInOperand(1), &array, &offset, &ignored, &why);
  LaidOutType part;
  paths_.layout().Part(array, 0, &part, &ignored, &stride, &why);
  // The array's narrowest scalars are the unit: its stride is a multiple.
  uint32_t scalar = part.type;
  const uint32_t bytes = SmallestScalarBytes(module_->context(), paths_.layout(), part.type);
  if (bytes < 4) scalar = NarrowScalar(scalar, bytes);
  const Run run = bytes < 4 ? Run{scalar, bytes, 1, 0} : Run{module_->UintType(), 4, 1, 0};
  PieceView* view = views_->For(*site_->roots.front(), segment_->pieces, run.element_type, run.unit, qualifiers_);
  const SearchRule rule = plan_.RuleFor(*segment_, run.unit);
  CodeBuilder at = At();
  if (options_.helpers == HelperForm::kInline) {
    return emitter_->EmitLength(*view, rule, offset, stride, element_, &at);
  }
  return helpers_->CallLength(*view, rule, offset, stride, element_, &at);
}

// A scalar of `bytes` bytes inside of `type`.
uint32_t BufferRewriter::NarrowScalar(uint32_t type, uint32_t bytes) const {
  const Instruction* inst = module_->context()->get_def_use_mgr()->GetDef(type);
  switch (inst->opcode()) {
    case spv::Op::OpTypeStruct:
      for (uint32_t i = 0; i < inst->NumInOperands(); ++i) {
        const uint32_t found = NarrowScalar(inst->GetSingleWordInOperand(i), bytes);
        if (found != 0) return found;
      }
      return 0;
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeVector:
      return NarrowScalar(inst->GetSingleWordInOperand(0), bytes);
    default:
      return paths_.layout().ScalarBytes(type) == bytes ? type : 0;
  }
}

}  // namespace lacuna
