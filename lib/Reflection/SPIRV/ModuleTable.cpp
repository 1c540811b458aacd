// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Reflection/SPIRV/ModuleTable.h"

#include <cstring>

#include "spirv-tools/libspirv.h"

namespace lacuna::reflection::spirv {

namespace {

constexpr uint32_t kMagic = 0x07230203;
constexpr size_t kHeaderWords = 5;

uint32_t Swap(uint32_t word) { return word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | word << 24; }

Error MakeError(uint64_t offset, std::string message, std::string expected = "") {
  Error error;
  error.offset = offset;
  error.message = std::move(message);
  error.expected = std::move(expected);
  return error;
}

// SPV_EXT_descriptor_heap.
constexpr uint32_t kCapabilityDescriptorHeap = 5128;

}  // namespace

// Takes what the parser calls back with.
class TableBuilder {
 public:
  explicit TableBuilder(ModuleTable* table) : table_(table) {}

  static spv_result_t Visit(void* self, const spv_parsed_instruction_t* parsed) {
    return static_cast<TableBuilder*>(self)->Add(*parsed);
  }

  bool failed() const { return failed_; }
  const Error& error() const { return error_; }
  // Where the instruction begins that was not taken.
  uint64_t next_byte() const { return uint64_t{next_word_} * 4; }

  bool Finish() {
    if (in_function_) return Fail("the module ends inside a function", "OpFunctionEnd");
    return true;
  }

 private:
  bool Fail(std::string message, std::string expected = "") {
    failed_ = true;
    error_ = MakeError(uint64_t{next_word_} * 4, std::move(message), std::move(expected));
    return false;
  }

  spv_result_t Add(const spv_parsed_instruction_t& parsed) {
    Inst inst;
    inst.first = next_word_;
    inst.length = parsed.num_words;
    inst.opcode = static_cast<spv::Op>(parsed.opcode);
    inst.type_id = parsed.type_id;
    inst.result_id = parsed.result_id;
    inst.first_id = static_cast<uint32_t>(table_->id_operands_.size());
    if (parsed.num_words == 0 || inst.first + size_t{inst.length} > table_->words_.size()) {
      Fail("the instruction does not end inside the module");
      return SPV_ERROR_INVALID_BINARY;
    }
    for (uint16_t i = 0; i < parsed.num_operands; ++i) {
      const spv_parsed_operand_t& operand = parsed.operands[i];
      const bool is_id = operand.type == SPV_OPERAND_TYPE_ID || operand.type == SPV_OPERAND_TYPE_SCOPE_ID ||
                         operand.type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID;
      if (!is_id || operand.offset >= parsed.num_words) continue;
      table_->id_operands_.push_back(operand.offset);
    }
    inst.id_count = static_cast<uint32_t>(table_->id_operands_.size()) - inst.first_id;
    if (!AddToFunction(inst) || !Define(inst)) return SPV_ERROR_INVALID_BINARY;
    table_->instructions_.push_back(inst);
    next_word_ += parsed.num_words;
    return SPV_SUCCESS;
  }

  bool AddToFunction(const Inst& inst) {
    const auto index = static_cast<uint32_t>(table_->instructions_.size());
    if (inst.opcode == spv::Op::OpFunction) {
      if (in_function_) return Fail("a function begins inside another", "OpFunctionEnd");
      in_function_ = true;
      FunctionRange function;
      function.id = inst.result_id;
      function.begin = index;
      table_->function_index_.emplace(inst.result_id, static_cast<uint32_t>(table_->functions_.size()));
      table_->functions_.push_back(std::move(function));
    } else if (inst.opcode == spv::Op::OpFunctionParameter) {
      if (!in_function_) return Fail("a function parameter stands outside a function");
      table_->functions_.back().parameters.push_back(inst.result_id);
    } else if (inst.opcode == spv::Op::OpFunctionEnd) {
      if (!in_function_) return Fail("OpFunctionEnd stands outside a function");
      in_function_ = false;
      table_->functions_.back().end = index + 1;
    }
    return true;
  }

  bool Define(const Inst& inst) {
    if (inst.result_id == 0) return true;
    const auto index = static_cast<uint32_t>(table_->instructions_.size()) + 1;
    if (!table_->dense_.empty()) {
      if (inst.result_id >= table_->dense_.size()) return Fail("the id is not below the module's bound");
      uint32_t& entry = table_->dense_[inst.result_id];
      if (entry != 0) return Fail("id %" + std::to_string(inst.result_id) + " is defined twice");
      entry = index;
      return true;
    }
    if (!table_->sparse_.emplace(inst.result_id, index).second) {
      return Fail("id %" + std::to_string(inst.result_id) + " is defined twice");
    }
    return true;
  }

  ModuleTable* table_;
  uint32_t next_word_ = kHeaderWords;
  bool in_function_ = false;
  bool failed_ = false;
  Error error_;
};

namespace {

// The parser stops at the first thing that it does not know; an extension newer
// than it deserves a clearer word than "invalid operand".
std::string UnknownExtension(const std::vector<uint32_t>& capabilities) {
  if (capabilities.empty()) return "";
  for (uint32_t number : capabilities) {
    if (number == kCapabilityDescriptorHeap) return "descriptor heaps (SPV_EXT_descriptor_heap)";
  }
  return "capability " + std::to_string(capabilities[0]);
}

}  // namespace

Result<ModuleTable> ModuleTable::Parse(Bytes bytes) {
  if (bytes.size < kHeaderWords * 4) {
    return MakeError(bytes.size, "the input ends after " + std::to_string(bytes.size) + " bytes, inside the header",
                     "a header of 20 bytes");
  }
  if (bytes.size % 4 != 0) {
    return MakeError(bytes.size / 4 * 4,
                     "the input's size, " + std::to_string(bytes.size) + " bytes, is not a multiple of 4",
                     "whole words");
  }
  // Offsets of words are 32 bits wide here.
  if (bytes.size / 4 > UINT32_MAX) return MakeError(0, "the input is larger than 16 GiB");
  ModuleTable table;
  table.words_.resize(bytes.size / 4);
  std::memcpy(table.words_.data(), bytes.data, bytes.size);
  if (table.words_[0] == Swap(kMagic)) {
    // Swapping the words swaps the strings as well: their characters are packed
    // into words, lowest byte first.
    table.byte_swapped_ = true;
    for (uint32_t& word : table.words_) word = Swap(word);
  }
  if (table.words_[0] != kMagic) {
    return MakeError(0, "the input does not begin with SPIR-V's magic number", "0x07230203 in either byte order");
  }
  const uint32_t bound = table.words_[3];
  if (bound == 0) return MakeError(12, "the bound of ids is 0", "a number above every id");
  if (bound <= table.words_.size() * 4) table.dense_.resize(bound);

  table.RemoveUnknownCapabilities();
  TableBuilder builder(&table);
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  if (context == nullptr) return MakeError(0, "SPIRV-Tools could not be started");
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result = spvBinaryParse(context, &builder, table.words_.data(), table.words_.size(), nullptr,
                                             TableBuilder::Visit, &diagnostic);
  Error error;
  if (result != SPV_SUCCESS && !builder.failed()) {
    const std::string unknown = UnknownExtension(table.unknown_capabilities_);
    if (!unknown.empty()) {
      const std::string version = spvSoftwareVersionString();
      error.message = "the module uses " + unknown + ", which SPIRV-Tools " + version.substr(0, version.find(' ')) +
                      " cannot parse: ";
    }
    error.message += diagnostic != nullptr && diagnostic->error != nullptr ? diagnostic->error : "it is not SPIR-V";
    // SPIRV-Tools' sentences end in a full stop, ours do not.
    while (!error.message.empty() && (error.message.back() == '.' || error.message.back() == '\n'))
      error.message.pop_back();
    // The diagnostic counts instructions, which is of no help in a binary.
    error.offset = builder.next_byte();
    error.expected = "SPIR-V as SPIRV-Tools parses it";
  }
  spvDiagnosticDestroy(diagnostic);
  spvContextDestroy(context);
  if (result == SPV_SUCCESS && !builder.failed()) builder.Finish();
  if (builder.failed()) return builder.error();
  if (result != SPV_SUCCESS) return error;
  return table;
}

// A capability changes nothing about how other instructions read, so one that
// the parser is too old for need not stop it. Whatever else a newer extension
// brings still does.
void ModuleTable::RemoveUnknownCapabilities() {
  constexpr uint32_t kCapability = 2u << 16 | static_cast<uint32_t>(spv::Op::OpCapability);
  constexpr uint32_t kNop = 1u << 16 | static_cast<uint32_t>(spv::Op::OpNop);
  for (size_t at = kHeaderWords; at + 1 < words_.size() && words_[at] == kCapability; at += 2) {
    const uint32_t number = words_[at + 1];
    if (std::strcmp(spv::CapabilityToString(static_cast<spv::Capability>(number)), "Unknown") != 0) continue;
    unknown_capabilities_.push_back(number);
    words_[at] = words_[at + 1] = kNop;
  }
}

std::string DecodeText(const uint32_t* words, uint32_t count, uint32_t* used) {
  std::string text;
  for (uint32_t i = 0; i < count; ++i) {
    for (int byte = 0; byte < 4; ++byte) {
      const char c = static_cast<char>(words[i] >> (8 * byte) & 0xff);
      if (c == '\0') {
        *used = i + 1;
        return text;
      }
      text += c;
    }
  }
  *used = count;
  return text;
}

std::string ModuleTable::Text(const Inst& inst, uint32_t index, uint32_t* next) const {
  uint32_t used = 0;
  std::string text;
  if (index < inst.length) text = DecodeText(words_.data() + inst.first + index, inst.length - index, &used);
  if (next != nullptr) *next = index + used;
  return text;
}

const Inst* ModuleTable::Def(uint32_t id) const {
  uint32_t entry = 0;
  if (!dense_.empty()) {
    if (id < dense_.size()) entry = dense_[id];
  } else {
    auto found = sparse_.find(id);
    if (found != sparse_.end()) entry = found->second;
  }
  return entry == 0 ? nullptr : &instructions_[entry - 1];
}

int64_t ModuleTable::FunctionIndex(uint32_t id) const {
  auto found = function_index_.find(id);
  return found == function_index_.end() ? -1 : int64_t{found->second};
}

}  // namespace lacuna::reflection::spirv
