// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interface/EmbeddedMap.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "Support/ModuleBuilder.h"
#include "Support/SpirvToolsCompat.h"

namespace lacuna {

namespace {

constexpr char kSetName[] = "NonSemantic.Lacuna.Interface.1";
constexpr uint32_t kMapInstruction = 1;
// A literal string has at most 65,535 bytes (SPIR-V specification, "Universal
// Limits").
constexpr size_t kMostBytes = 65535;

// The first bytes of `text` that one OpString may have: whole characters.
std::string_view FirstPiece(std::string_view text) {
  if (text.size() <= kMostBytes) return text;
  size_t size = kMostBytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
  return text.substr(0, size == 0 ? kMostBytes : size);
}

}  // namespace

bool EmbedInterfaceMap(const std::string& json, spv_target_env target_env, uint32_t max_id_bound,
                       std::vector<uint32_t>* words, std::string* error) {
  const std::unique_ptr<IRContext> context = spvtools::BuildModule(target_env, nullptr, words->data(), words->size());
  if (context == nullptr) {
    *error = "the result cannot be read back to embed its interface map";
    return false;
  }
  context->set_max_id_bound(max_id_bound);
  if (context->module()->GetExtInstImportId(kSetName) != 0) {
    *error =
        "the module has an embedded interface map already; run all passes at once, or remove the map with "
        "--strip-nonsemantic first";
    return false;
  }

  ModuleBuilder builder(context.get());
  const uint32_t set = builder.TakeId();
  const uint32_t type = builder.VoidType();
  std::vector<opt::Operand> operands = {IdOperand(set),
                                        {SPV_OPERAND_TYPE_EXTENSION_INSTRUCTION_NUMBER, {kMapInstruction}}};
  std::vector<std::pair<uint32_t, std::string_view>> strings;
  for (std::string_view left = json; !left.empty(); left.remove_prefix(strings.back().second.size())) {
    strings.emplace_back(builder.TakeId(), FirstPiece(left));
    operands.push_back(IdOperand(strings.back().first));
  }
  const uint32_t result = builder.TakeId();
  if (builder.failed()) {
    *error = "there are no ids left for the embedded interface map; --compact-ids may free some";
    return false;
  }

  const auto literal = [](std::string_view text) {
    return opt::Operand(SPV_OPERAND_TYPE_LITERAL_STRING, spvtools::utils::MakeVector(std::string(text)));
  };
  // Part of SPIR-V from version 1.6 on.
  constexpr char kExtension[] = "SPV_KHR_non_semantic_info";
  const auto extensions = context->module()->extensions();
  const bool has_extension = std::any_of(extensions.begin(), extensions.end(), [&](const Instruction& inst) {
    return inst.GetInOperand(0).AsString() == kExtension;
  });
  if (!has_extension && context->module()->version() < 0x00010600) context->AddExtension(kExtension);
  context->AddExtInstImport(std::make_unique<Instruction>(context.get(), spv::Op::OpExtInstImport, 0, set,
                                                          std::vector<opt::Operand>{literal(kSetName)}));
  for (const auto& [id, text] : strings) {
    context->AddDebug1Inst(std::make_unique<Instruction>(context.get(), spv::Op::OpString, 0, id,
                                                         std::vector<opt::Operand>{literal(text)}));
  }
  context->AddGlobalValue(std::make_unique<Instruction>(context.get(), spv::Op::OpExtInst, type, result, operands));

  std::vector<uint32_t> embedded;
  context->module()->ToBinary(&embedded, /*skip_nop=*/false);
  *words = std::move(embedded);
  return true;
}

}  // namespace lacuna
