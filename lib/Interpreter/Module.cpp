// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/Module.h"

#include <memory>

#include "spirv-tools/libspirv.hpp"
#include "spirv/unified1/NonSemanticShaderDebugInfo100.h"

namespace lacuna::interpreter {
namespace {

constexpr char kShaderDebugInfo[] = "NonSemantic.Shader.DebugInfo.100";

}  // namespace

bool IsBlockEnd(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpBranch:
    case spv::Op::OpBranchConditional:
    case spv::Op::OpSwitch:
    case spv::Op::OpReturn:
    case spv::Op::OpReturnValue:
    case spv::Op::OpKill:
    case spv::Op::OpTerminateInvocation:
    case spv::Op::OpUnreachable:
      return true;
    default:
      return false;
  }
}

// Adds one instruction after the other to a module.
class ModuleReader {
 public:
  explicit ModuleReader(Module* module) : module_(*module) { module_.lines.emplace_back(); }

  void Add(const spv_parsed_instruction_t& parsed) {
    Instruction instruction;
    instruction.opcode = static_cast<spv::Op>(parsed.opcode);
    instruction.type = parsed.type_id;
    instruction.result = parsed.result_id;
    const uint32_t skip = 1 + (parsed.type_id ? 1 : 0) + (parsed.result_id ? 1 : 0);
    instruction.first = static_cast<uint32_t>(module_.words.size());
    instruction.count = parsed.num_words - skip;
    module_.words.insert(module_.words.end(), parsed.words + skip, parsed.words + parsed.num_words);
    if (ReadLine(instruction)) return;
    instruction.line = line_;
    const uint32_t index = static_cast<uint32_t>(module_.instructions.size());
    if (instruction.result) module_.definitions[instruction.result] = index;
    module_.instructions.push_back(instruction);
    Note(instruction, index);
  }

 private:
  uint32_t At(const Instruction& instruction, uint32_t i) const { return module_.Operand(instruction, i); }

  void SetLine(const std::string& file, uint32_t line, uint32_t column) {
    const SourceLine& last = module_.lines.back();
    if (last.file != file || last.line != line || last.column != column) module_.lines.push_back({file, line, column});
    line_ = static_cast<uint32_t>(module_.lines.size()) - 1;
  }

  // Whether the instruction only says where the next ones come from.
  bool ReadLine(const Instruction& instruction) {
    if (instruction.opcode == spv::Op::OpLine) {
      const auto file = strings_.find(At(instruction, 0));
      SetLine(file == strings_.end() ? "" : file->second, At(instruction, 1), At(instruction, 2));
      return true;
    }
    if (instruction.opcode == spv::Op::OpNoLine) {
      line_ = 0;
      return true;
    }
    if (instruction.opcode != spv::Op::OpExtInst || !IsDebugSet(At(instruction, 0))) return false;
    switch (At(instruction, 1)) {
      case NonSemanticShaderDebugInfo100DebugSource: {
        const auto file = strings_.find(At(instruction, 2));
        if (file != strings_.end()) sources_[instruction.result] = file->second;
        return false;
      }
      case NonSemanticShaderDebugInfo100DebugLine: {
        const auto source = sources_.find(At(instruction, 2));
        SetLine(source == sources_.end() ? "" : source->second, ConstantOf(At(instruction, 3)),
                ConstantOf(At(instruction, 5)));
        return true;
      }
      case NonSemanticShaderDebugInfo100DebugNoLine:
        line_ = 0;
        return true;
      default:
        return false;
    }
  }

  bool IsDebugSet(uint32_t id) const {
    const auto found = module_.instruction_sets.find(id);
    return found != module_.instruction_sets.end() && found->second == kShaderDebugInfo;
  }

  uint32_t ConstantOf(uint32_t id) const {
    const Instruction* constant = module_.Definition(id);
    return constant && constant->opcode == spv::Op::OpConstant ? At(*constant, 0) : 0;
  }

  void Note(const Instruction& instruction, uint32_t index) {
    switch (instruction.opcode) {
      case spv::Op::OpCapability:
        module_.capabilities.push_back(static_cast<spv::Capability>(At(instruction, 0)));
        break;
      case spv::Op::OpExtInstImport:
        module_.instruction_sets[instruction.result] = module_.Text(instruction, 0);
        break;
      case spv::Op::OpString:
        strings_[instruction.result] = module_.Text(instruction, 0);
        break;
      case spv::Op::OpName:
        module_.names[At(instruction, 0)] = module_.Text(instruction, 1);
        break;
      case spv::Op::OpEntryPoint:
        module_.entry_points.push_back(
            {static_cast<spv::ExecutionModel>(At(instruction, 0)), At(instruction, 1), module_.Text(instruction, 2)});
        break;
      case spv::Op::OpDecorate:
      case spv::Op::OpDecorateId:
        module_.decorations_[At(instruction, 0)][static_cast<spv::Decoration>(At(instruction, 1))] = At(instruction, 2);
        break;
      case spv::Op::OpMemberDecorate:
        module_.member_decorations_[{At(instruction, 0), At(instruction, 1)}]
                                   [static_cast<spv::Decoration>(At(instruction, 2))] = At(instruction, 3);
        break;
      case spv::Op::OpGroupDecorate:
        for (uint32_t i = 1; i < instruction.count; ++i) {
          const Decorations group = module_.DecorationsOf(At(instruction, 0));
          module_.decorations_[At(instruction, i)].insert(group.begin(), group.end());
        }
        break;
      case spv::Op::OpGroupMemberDecorate:
        for (uint32_t i = 1; i + 1 < instruction.count; i += 2) {
          const Decorations group = module_.DecorationsOf(At(instruction, 0));
          module_.member_decorations_[{At(instruction, i), At(instruction, i + 1)}].insert(group.begin(), group.end());
        }
        break;
      case spv::Op::OpFunction:
        module_.function_of[instruction.result] = static_cast<uint32_t>(module_.functions.size());
        module_.functions.push_back({index, index});
        break;
      case spv::Op::OpFunctionEnd:
        if (!module_.functions.empty()) module_.functions.back().end = index + 1;
        line_ = 0;
        break;
      default:
        break;
    }
    // A line holds to the end of its block.
    if (IsBlockEnd(instruction.opcode)) line_ = 0;
  }

  Module& module_;
  uint32_t line_ = 0;
  std::unordered_map<uint32_t, std::string> strings_, sources_;
};

namespace {

spv_result_t OnInstruction(void* reader, const spv_parsed_instruction_t* instruction) {
  static_cast<ModuleReader*>(reader)->Add(*instruction);
  return SPV_SUCCESS;
}

const Decorations& NoDecorations() {
  static const Decorations none;
  return none;
}

}  // namespace

bool Module::Parse(const std::vector<uint32_t>& module_words, LoadError* error) {
  ModuleReader reader(this);
  spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
  context.SetMessageConsumer(nullptr);
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result = spvBinaryParse(context.CContext(), &reader, module_words.data(), module_words.size(),
                                             nullptr, OnInstruction, &diagnostic);
  const std::string reason = diagnostic && diagnostic->error ? diagnostic->error : "unknown reason";
  spvDiagnosticDestroy(diagnostic);
  return result == SPV_SUCCESS || error->Bad("the module cannot be parsed: " + reason);
}

std::string Module::Text(const Instruction& instruction, uint32_t i) const {
  std::string text;
  for (; i < instruction.count; ++i) {
    for (uint32_t b = 0; b < 4; ++b) {
      const char c = static_cast<char>(Operand(instruction, i) >> (8 * b));
      if (!c) return text;
      text += c;
    }
  }
  return text;
}

uint32_t Module::TextWords(const Instruction& instruction, uint32_t i) const {
  return static_cast<uint32_t>(Text(instruction, i).size() / 4) + 1;
}

const Decorations& Module::DecorationsOf(uint32_t id) const {
  const auto found = decorations_.find(id);
  return found == decorations_.end() ? NoDecorations() : found->second;
}

const Decorations& Module::MemberDecorationsOf(uint32_t id, uint32_t member) const {
  const auto found = member_decorations_.find({id, member});
  return found == member_decorations_.end() ? NoDecorations() : found->second;
}

std::string Module::NameOf(uint32_t id) const {
  const auto found = names.find(id);
  std::string text = "%" + std::to_string(id);
  if (found != names.end() && !found->second.empty()) text += " '" + found->second + "'";
  return text;
}

std::string Module::Describe(const Instruction& instruction) const {
  std::string text = instruction.result ? NameOf(instruction.result) + " = " : "";
  return text + OpName(instruction.opcode);
}

std::string Module::OpName(spv::Op opcode) {
  return std::string("Op") + spvOpcodeString(static_cast<uint32_t>(opcode));
}

}  // namespace lacuna::interpreter
