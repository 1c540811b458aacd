// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Support/PassMarker.h"

#include <memory>

namespace lacuna {

namespace {

bool IsMarker(const Instruction& inst, const std::string& text) {
  return (inst.opcode() == spv::Op::OpModuleProcessed || inst.opcode() == spv::Op::OpSourceExtension) &&
         inst.GetInOperand(0).AsString() == text;
}

}  // namespace

bool HasPassMarker(IRContext* context, const std::string& text) {
  for (const Instruction& inst : context->debugs1()) {
    if (IsMarker(inst, text)) return true;
  }
  for (const Instruction& inst : context->debugs3()) {
    if (IsMarker(inst, text)) return true;
  }
  return false;
}

void AddPassMarker(IRContext* context, const std::string& text) {
  const opt::Instruction::OperandList operands{{SPV_OPERAND_TYPE_LITERAL_STRING, spvtools::utils::MakeVector(text)}};
  if (context->module()->version() >= 0x00010100) {
    context->AddDebug3Inst(std::make_unique<Instruction>(context, spv::Op::OpModuleProcessed, 0, 0, operands));
  } else {
    context->AddDebug1Inst(std::make_unique<Instruction>(context, spv::Op::OpSourceExtension, 0, 0, operands));
  }
}

namespace {

template <typename Value>
std::string ValueText(const char* key, const Value& value) {
  return " " + std::string(key) + "=" + value.ToString();
}

std::string ValueText(const char*, const LayoutFile&) { return {}; }

}  // namespace

#define LACUNA_PASS_BEGIN(ID, FLAG, SUMMARY) \
  std::string MarkerText(const ID##Options& options) { std::string text = "lacuna " FLAG;
#define LACUNA_OPTION_ENUM(ID, FIELD, KEY, TYPE, DEFAULT, CHOICES, HELP) \
  text += " " KEY "=" + std::to_string(static_cast<int>(options.FIELD));
#define LACUNA_OPTION_UINT(ID, FIELD, KEY, DEFAULT, HELP) text += " " KEY "=" + std::to_string(options.FIELD);
#define LACUNA_OPTION_AUTO_UINT(ID, FIELD, KEY, HELP) \
  text += " " KEY "=" + (options.FIELD ? std::to_string(*options.FIELD) : std::string("auto"));
#define LACUNA_OPTION_BINDINGS(ID, FIELD, KEY, HELP) text += ValueText(KEY, options.FIELD);
#define LACUNA_OPTION_VALUE(ID, FIELD, KEY, TYPE, DEFAULT, SYNTAX, HELP) text += ValueText(KEY, options.FIELD);
#define LACUNA_PASS_END(ID) \
  return text;              \
  }
#include "lacuna/Passes.def"

}  // namespace lacuna
