// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/EmulateNullDescriptors/GuardConditions.h"

#include <memory>

#include "Analysis/ConstantValue.h"

namespace lacuna {

namespace {

// What a cached value is; the first word of its key.
enum KeyKind : uint64_t { kConditionKey, kElementKey, kLengthKey, kCountKey, kAvailableKey, kPresentKey, kWordKey };

bool IsFunctionVariable(const Instruction& inst) {
  return inst.opcode() == spv::Op::OpVariable || inst.opcode() == spv::Op::OpUntypedVariableKHR;
}

constexpr uint64_t kFourGiB = uint64_t{1} << 32;

}  // namespace

GuardConditions::GuardConditions(Shared* shared, Function* function)
    : shared_(shared),
      module_(shared->module),
      decorations_(shared->decorations),
      wide_(module_),
      function_(function),
      dominators_(module_->context()->GetDominatorAnalysis(function)) {
  // Variables come first in a function; a marker behind them keeps the place.
  BasicBlock* entry = function->entry().get();
  auto first = entry->begin();
  while (IsFunctionVariable(*first)) ++first;
  auto marker = std::make_unique<Instruction>(module_->context(), spv::Op::OpNop);
  start_ = first->InsertBefore(std::move(marker));
  module_->context()->set_instr_block(start_, entry);
}

void GuardConditions::LeaveFunction() {
  module_->context()->KillInst(start_);
  start_ = nullptr;
}

CodeBuilder GuardConditions::AtFunctionStart() {
  return CodeBuilder(module_, module_->context()->get_instr_block(start_), start_);
}

uint32_t GuardConditions::Lookup(const Key& key, uint32_t block_id) const {
  auto found = cache_.find(key);
  if (found == cache_.end()) return 0;
  for (const Cached& cached : found->second) {
    if (cached.block_id == 0) return cached.value;
    if (cached.block_id == block_id || dominators_->Dominates(cached.block_id, block_id)) return cached.value;
  }
  return 0;
}

void GuardConditions::Remember(const Key& key, uint32_t block_id, uint32_t value) {
  if (!only_start_ || block_id == 0) cache_[key].push_back({block_id, value});
}

GuardConditions::Key GuardConditions::KeyOf(const AccessSite& site) const {
  const AccessPath& path = site.path;
  const bool is_length = site.kind == AccessSite::Kind::kArrayLength;
  Key key{kConditionKey, is_length, path.root, path.element.size()};
  key.insert(key.end(), path.element.begin(), path.element.end());
  if (!shared_->For(*site.roots.front()).by_length) return key;
  key.push_back(path.outside);
  // Without negative parts only where the access ends matters, not where it
  // begins.
  key.push_back(path.is_signed);
  key.push_back(path.is_signed ? path.offset.constant : 0);
  key.push_back(path.is_signed ? site.extent.constant : path.offset.constant + site.extent.constant);
  for (const auto* terms : {&path.offset.terms, &site.extent.terms}) {
    key.push_back(terms->size());
    for (const auto& term : *terms) {
      key.push_back(term.id);
      key.push_back(term.stride);
    }
  }
  return key;
}

uint32_t GuardConditions::ConditionFor(const AccessSite& site, uint32_t block_id, CodeBuilder* at, bool* is_new) {
  const Key key = KeyOf(site);
  if (const uint32_t known = Lookup(key, block_id)) {
    *is_new = false;
    return known;
  }
  *is_new = true;
  const Sources sources = shared_->For(*site.roots.front());
  if (site.path.descriptor == nullptr) {
    const Shadow& shadow = shared_->shadows.at(site.path.root);
    const uint32_t condition = sources.by_length
                                   ? WideInRange(site, shadow, at)
                                   : at->Compare(spv::Op::OpINotEqual, shadow.length, module_->Uint(0));
    Remember(key, block_id, condition);
    return condition;
  }
  const Element element = CheckElement(site.path, block_id, at);
  uint32_t condition = element.in_range;
  if (sources.by_presence) condition = at->And(condition, IsPresent(site.path, element, block_id, at));
  if (sources.by_length) condition = at->And(condition, InRange(site, element, block_id, at));
  Remember(key, block_id, condition);
  return condition;
}

std::vector<uint32_t> GuardConditions::InRangeElement(const AccessPath& path, uint32_t block_id, CodeBuilder* at) {
  return CheckElement(path, block_id, at).indices;
}

uint32_t GuardConditions::InRangePointer(const AccessPath& path, uint32_t pointer, uint32_t block_id,
                                         CodeBuilder* at) {
  if (path.descriptor == nullptr) return pointer;
  const std::vector<uint32_t> element = InRangeElement(path, block_id, at);
  if (element == path.element) return pointer;
  std::vector<uint32_t> operands{path.descriptor->id()};
  operands.insert(operands.end(), element.begin(), element.end());
  const uint32_t type = module_->context()->get_def_use_mgr()->GetDef(pointer)->type_id();
  const uint32_t result = at->EmitIds(spv::Op::OpAccessChain, type, operands);
  module_->CopyDecorations(pointer, result);
  return result;
}

uint32_t GuardConditions::Compare(spv::Op op, uint32_t* index, uint32_t bound, CodeBuilder* at) {
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  const Instruction* type = defs->GetDef(defs->GetDef(*index)->type_id());
  const uint32_t width = type->GetSingleWordInOperand(0);
  if (width < 32) {
    // Indices are signed, whatever their type.
    *index = at->EmitIds(spv::Op::OpSConvert, module_->UintType(), {*index});
    return at->Compare(op, *index, bound);
  }
  if (width == 64) {
    const uint32_t wide_bound = at->EmitIds(spv::Op::OpUConvert, module_->UintType(64), {bound});
    const uint32_t result = at->Compare(op, *index, wide_bound);
    *index = at->EmitIds(spv::Op::OpUConvert, module_->UintType(), {*index});
    return result;
  }
  return at->Compare(op, *index, bound);
}

uint32_t GuardConditions::IsAtMost(uint32_t* index, uint32_t limit, CodeBuilder* at) {
  return Compare(spv::Op::OpULessThanEqual, index, limit, at);
}

uint32_t GuardConditions::IsBelow(uint32_t* index, uint32_t count, CodeBuilder* at) {
  return Compare(spv::Op::OpULessThan, index, count, at);
}

GuardConditions::Element GuardConditions::CheckElement(const AccessPath& path, uint32_t block_id, CodeBuilder* at) {
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  Element result;
  result.is_constant = true;
  for (const Instruction* link : path.chain) {
    if (decorations_.Has(link->result_id(), spv::Decoration::NonUniform)) result.non_uniform = true;
  }
  for (size_t d = 0; d < path.element.size(); ++d) {
    const ArrayDimension& dimension = path.descriptor->dimensions[d];
    uint32_t index = path.element[d];
    if (decorations_.Has(index, spv::Decoration::NonUniform)) result.non_uniform = true;
    const ConstantValue value = EvaluateConstant(defs, index, true);
    // Presence bits are numbered for a fixed length, which may be configured.
    const auto numbered = shared_->bits->LengthOf(*path.descriptor, d);
    const bool fixed = numbered.has_value();
    const bool is_below = fixed ? static_cast<uint64_t>(value.value) < *numbered
                                : dimension.is_runtime || static_cast<uint64_t>(value.value) < dimension.length;
    if (value.is_plain && value.value >= 0 && is_below) {
      // A specialization constant may shrink the array under the index, but
      // then the module itself is at fault for its constant index.
      result.indices.push_back(index);
      continue;
    }
    if (value.is_plain && (fixed || value.value < 0)) {
      result.in_range = module_->Bool(false);
      result.indices.push_back(module_->Uint(0));
      continue;
    }
    result.is_constant = false;
    if (dimension.is_runtime && !fixed) {
      result.indices.push_back(index);
      continue;
    }
    Key key{kElementKey, index, dimension.length_id, numbered.value_or(0)};
    Key below_key = key;
    below_key.push_back(1);
    uint32_t clamped = Lookup(key, block_id), below = Lookup(below_key, block_id);
    if (clamped == 0) {
      uint32_t length = dimension.length_id;
      if (fixed) {
        length = module_->Uint(static_cast<uint32_t>(*numbered));
      } else if (defs->GetDef(defs->GetDef(length)->type_id())->GetSingleWordInOperand(0) != 32) {
        length = at->EmitIds(spv::Op::OpUConvert, module_->UintType(), {length});
      }
      uint32_t low = index;
      below = IsBelow(&low, length, at);
      // OpSelect wants one type.
      const Instruction* low_def = defs->GetDef(low);
      if (low_def != nullptr && low_def->type_id() != module_->UintType()) {
        low = at->EmitIds(spv::Op::OpBitcast, module_->UintType(), {low});
      }
      clamped = at->Select(module_->UintType(), below, low, module_->Uint(0));
      if (result.non_uniform) module_->Decorate(clamped, spv::Decoration::NonUniform);
      Remember(key, block_id, clamped);
      Remember(below_key, block_id, below);
    }
    result.indices.push_back(clamped);
    result.in_range = at->And(result.in_range, below);
  }
  return result;
}

uint32_t GuardConditions::Length(const AccessPath& path, const Element& element, uint32_t block_id, CodeBuilder* at) {
  Key key{kLengthKey, path.descriptor->id()};
  key.insert(key.end(), element.indices.begin(), element.indices.end());
  if (const uint32_t known = Lookup(key, block_id)) return known;
  CodeBuilder start = AtFunctionStart();
  const uint32_t length = shared_->lengths->Measure(*path.descriptor, element.indices, element.non_uniform,
                                            element.is_constant ? &start : at);
  Remember(key, element.is_constant ? 0 : block_id, length);
  return length;
}

// The index of the last element of an array whose length is a specialization
// constant. A length is at least 1.
uint32_t GuardConditions::ExtentIndex(uint32_t length_id) {
  auto [entry, is_new] = shared_->extent_index.emplace(length_id, 0);
  if (is_new) {
    opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
    const Instruction* type = defs->GetDef(defs->GetDef(length_id)->type_id());
    std::vector<uint32_t> one{1};
    if (type->GetSingleWordInOperand(0) == 64) one.push_back(0);
    const uint32_t one_id = module_->Constant(type->result_id(), one);
    entry->second = module_->AddSpecConstantOp(spv::Op::OpISub, type->result_id(), {length_id, one_id});
  }
  return entry->second;
}

uint32_t GuardConditions::InRange(const AccessSite& site, const Element& element, uint32_t block_id,
                                  CodeBuilder* at) {
  const AccessPath& path = site.path;
  if (site.kind == AccessSite::Kind::kArrayLength) {
    // The length counts whatever stands behind the array's offset; a range that
    // ends before it holds no element. The stand-in for null measures 0.
    const uint32_t length = Length(path, element, block_id, at);
    return at->Compare(spv::Op::OpUGreaterThan, length, module_->Uint(static_cast<uint32_t>(path.offset.constant)));
  }
  if (path.outside) return module_->Bool(false);
  if (path.is_signed) {
    const Wide zero = wide_.Constant(0);
    return WideInRange(site, {Length(path, element, block_id, at), zero.low, zero.high}, at);
  }

  std::vector<ByteCount::Term> terms = path.offset.terms;
  uint64_t needed = path.offset.constant + site.extent.constant;
  for (const ByteCount::Term& term : site.extent.terms) {
    // (n - 1) strides and the last element: the constant part had one stride
    // taken off for it.
    uint32_t last = ExtentIndex(term.id);
    const Instruction* type = module_->context()->get_def_use_mgr()->GetDef(
        module_->context()->get_def_use_mgr()->GetDef(term.id)->type_id());
    // A narrow length is not signed, as a narrow index is.
    if (type->GetSingleWordInOperand(0) < 32) last = at->EmitIds(spv::Op::OpUConvert, module_->UintType(), {last});
    terms.push_back({last, term.stride});
    needed += term.stride;
  }
  if (needed >= kFourGiB) return module_->Bool(false);
  for (const ByteCount::Term& term : terms) {
    // A step of 4 GiB leaves room for index 0 only; no real layout has one.
    if (term.stride >= kFourGiB) return module_->Bool(false);
  }

  const uint32_t length = Length(path, element, block_id, at);
  CodeBuilder start = AtFunctionStart();
  CodeBuilder* early = element.is_constant ? &start : at;
  const uint32_t early_block = element.is_constant ? 0 : block_id;
  const uint32_t needed_id = module_->Uint(static_cast<uint32_t>(needed));

  if (terms.empty()) {
    const Key key{kCountKey, length, needed, 0};
    if (const uint32_t known = Lookup(key, block_id)) return known;
    const uint32_t fits = early->Compare(spv::Op::OpUGreaterThanEqual, length, needed_id);
    Remember(key, early_block, fits);
    return fits;
  }

  // How far index 0 may go, and what is left behind the constant part.
  const uint64_t stride = terms[0].stride;
  const Key count_key{kCountKey, length, needed, stride};
  const Key available_key{kAvailableKey, length, needed};
  uint32_t available = Lookup(available_key, block_id);
  uint32_t count = Lookup(count_key, block_id);
  if (available == 0) {
    available = early->Binary(spv::Op::OpISub, length, needed_id);
    Remember(available_key, early_block, available);
  }
  if (count == 0) {
    const uint32_t fits = early->Compare(spv::Op::OpUGreaterThanEqual, length, needed_id);
    const uint32_t last = early->Binary(spv::Op::OpUDiv, available, module_->Uint(static_cast<uint32_t>(stride)));
    const uint32_t all = early->Binary(spv::Op::OpIAdd, last, module_->Uint(1));
    count = early->Select(module_->UintType(), fits, all, module_->Uint(0));
    if (stride == 1) {
      // Past 2 GiB a 32-bit index would be negative.
      const uint32_t limit = module_->Uint(0x80000000u);
      const uint32_t is_small = early->Compare(spv::Op::OpULessThan, count, limit);
      count = early->Select(module_->UintType(), is_small, count, limit);
    }
    Remember(count_key, early_block, count);
  }
  uint32_t index = terms[0].id;
  uint32_t condition = IsBelow(&index, count, at);
  for (size_t k = 1; k < terms.size(); ++k) {
    const uint32_t step = at->Binary(spv::Op::OpIMul, index, module_->Uint(static_cast<uint32_t>(terms[k - 1].stride)));
    available = at->Binary(spv::Op::OpISub, available, step);
    uint32_t limit = at->Binary(spv::Op::OpUDiv, available, module_->Uint(static_cast<uint32_t>(terms[k].stride)));
    if (terms[k].stride == 1) {
      const uint32_t most = module_->Uint(0x7fffffffu);
      const uint32_t is_small = at->Compare(spv::Op::OpULessThan, limit, most);
      limit = at->Select(module_->UintType(), is_small, limit, most);
    }
    index = terms[k].id;
    condition = at->And(condition, IsAtMost(&index, limit, at));
  }
  return condition;
}

uint32_t GuardConditions::WideInRange(const AccessSite& site, const Shadow& base, CodeBuilder* at) {
  // No buffer has room for such an access, and no such stride moves to another
  // place in one.
  if (site.extent.constant >= kFourGiB) return module_->Bool(false);
  for (const ByteCount::Term& term : site.path.offset.terms) {
    if (term.stride >= kFourGiB / 2) return module_->Bool(false);
  }
  const Wide offset = wide_.Offset({base.low, base.high}, site.path.offset, at);
  const uint32_t is_near =
      at->And(offset.is_exact, at->Compare(spv::Op::OpIEqual, offset.high, module_->Uint(0)));
  if (site.kind == AccessSite::Kind::kArrayLength) {
    return at->And(is_near, at->Compare(spv::Op::OpUGreaterThan, base.length, offset.low));
  }
  const uint32_t bytes = module_->Uint(static_cast<uint32_t>(site.extent.constant));
  const uint32_t fits = at->Compare(spv::Op::OpUGreaterThanEqual, base.length, bytes);
  const uint32_t last = at->Binary(spv::Op::OpISub, base.length, bytes);
  const uint32_t is_inside = at->Compare(spv::Op::OpULessThanEqual, offset.low, last);
  return at->And(at->And(is_near, fits), is_inside);
}

GuardConditions::Shadow GuardConditions::ShadowOf(const AccessPath& path, bool is_rewritten, Sources sources,
                                                  CodeBuilder* at) {
  only_start_ = true;
  // No block has this id: only what is at the function's start is found.
  const uint32_t no_block = ~0u;
  const uint32_t uint_type = module_->UintType(), everything = module_->Uint(~0u), nothing = module_->Uint(0);
  Shadow shadow;
  shadow.length = everything;
  if (is_rewritten) {
    const Element element = CheckElement(path, no_block, at);
    if (sources.by_length) shadow.length = Length(path, element, no_block, at);
    uint32_t condition = element.in_range;
    if (sources.by_presence) condition = at->And(condition, IsPresent(path, element, no_block, at));
    if (path.outside) condition = module_->Bool(false);
    if (condition != 0) shadow.length = at->Select(uint_type, condition, shadow.length, nothing);
  }
  if (sources.by_length) {
    SetOffset(&shadow, wide_.Offset(wide_.Constant(0), path.offset, at), at);
  }
  only_start_ = false;
  return shadow;
}

GuardConditions::Shadow GuardConditions::ShadowAtStart(const AccessPath& path, bool is_rewritten, Sources sources) {
  CodeBuilder start = AtFunctionStart();
  return ShadowOf(path, is_rewritten, sources, &start);
}

GuardConditions::Shadow GuardConditions::MovedShadow(const Shadow& base, const AccessPath& path, Sources sources,
                                                     CodeBuilder* at) {
  if (!sources.by_length) return base;
  Shadow shadow = base;
  SetOffset(&shadow, wide_.Offset({base.low, base.high}, path.offset, at), at);
  return shadow;
}

void GuardConditions::SetOffset(Shadow* shadow, const Wide& offset, CodeBuilder* at) {
  shadow->low = offset.low;
  shadow->high = offset.high;
  if (offset.is_exact == 0) return;
  // So far away that no further step leads back.
  shadow->high = at->Select(module_->UintType(), offset.is_exact, offset.high, module_->Uint(0x40000000u));
}

uint32_t GuardConditions::Word(uint32_t index) {
  const Key key{kWordKey, index};
  if (const uint32_t known = Lookup(key, 0)) return known;
  CodeBuilder start = AtFunctionStart();
  const uint32_t word = shared_->words->Load(function_->result_id(), index, &start);
  Remember(key, 0, word);
  return word;
}

uint32_t GuardConditions::IsPresent(const AccessPath& path, const Element& element, uint32_t block_id,
                                    CodeBuilder* at) {
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  const PresenceBits::Range& range = shared_->bits->RangeOf(*path.descriptor);
  // The element's number: the constant indices fold, the others are summed up.
  uint64_t number = range.first, step = 1;
  std::vector<std::pair<uint32_t, uint64_t>> dynamic;
  for (size_t d = element.indices.size(); d-- > 0;) {
    const ConstantValue value = EvaluateConstant(defs, element.indices[d], true);
    if (value.is_plain) {
      number += static_cast<uint64_t>(value.value) * step;
    } else {
      dynamic.push_back({element.indices[d], step});
    }
    step *= shared_->bits->LengthOf(*path.descriptor, d).value_or(1);
  }
  Key key{kPresentKey, number};
  for (const auto& part : dynamic) key.insert(key.end(), {part.first, part.second});
  if (const uint32_t known = Lookup(key, block_id)) return known;
  if (dynamic.empty()) {
    // An index that is out of range has been made 0, so the number is one of
    // the range's.
    CodeBuilder start = AtFunctionStart();
    const uint32_t word = Word(static_cast<uint32_t>(number / 32));
    const uint32_t bit = start.Binary(spv::Op::OpBitwiseAnd, word, module_->Uint(1u << (number % 32)));
    const uint32_t present = start.Compare(spv::Op::OpINotEqual, bit, module_->Uint(0));
    Remember(key, 0, present);
    return present;
  }
  uint32_t bit_number = module_->Uint(static_cast<uint32_t>(number));
  for (const auto& [index, index_step] : dynamic) {
    uint32_t part = index;
    if (index_step != 1) part = at->Binary(spv::Op::OpIMul, part, module_->Uint(static_cast<uint32_t>(index_step)));
    bit_number = at->Binary(spv::Op::OpIAdd, part, bit_number);
  }
  const uint32_t first_word = range.first / 32, last_word = (range.first + range.count - 1) / 32;
  uint32_t word = Word(first_word);
  if (last_word != first_word) {
    const uint32_t word_number = at->Binary(spv::Op::OpShiftRightLogical, bit_number, module_->Uint(5));
    for (uint32_t w = first_word + 1; w <= last_word; ++w) {
      const uint32_t is_it = at->Compare(spv::Op::OpIEqual, word_number, module_->Uint(w));
      word = at->Select(module_->UintType(), is_it, Word(w), word);
    }
  }
  const uint32_t shift = at->Binary(spv::Op::OpBitwiseAnd, bit_number, module_->Uint(31));
  const uint32_t shifted = at->Binary(spv::Op::OpShiftRightLogical, word, shift);
  const uint32_t bit = at->Binary(spv::Op::OpBitwiseAnd, shifted, module_->Uint(1));
  const uint32_t present = at->Compare(spv::Op::OpINotEqual, bit, module_->Uint(0));
  Remember(key, block_id, present);
  return present;
}

}  // namespace lacuna
