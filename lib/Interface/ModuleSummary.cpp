// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interface/ModuleSummary.h"

#include "Interface/PushConstantExtent.h"
#include "spirv-tools/libspirv.hpp"
#include "spirv/unified1/spirv.hpp11"

namespace lacuna {

namespace {

// A literal string: bytes from the lowest of each word on, up to a zero byte.
std::string ReadString(const uint32_t* words, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    for (int shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>(words[i] >> shift & 0xFF);
      if (c == 0) return text;
      text += c;
    }
  }
  return text;
}

std::string StageName(uint32_t model) {
  switch (static_cast<spv::ExecutionModel>(model)) {
    case spv::ExecutionModel::Vertex:
      return "vertex";
    case spv::ExecutionModel::TessellationControl:
      return "tessellation-control";
    case spv::ExecutionModel::TessellationEvaluation:
      return "tessellation-evaluation";
    case spv::ExecutionModel::Geometry:
      return "geometry";
    case spv::ExecutionModel::Fragment:
      return "fragment";
    case spv::ExecutionModel::GLCompute:
      return "compute";
    case spv::ExecutionModel::Kernel:
      return "kernel";
    case spv::ExecutionModel::TaskNV:
    case spv::ExecutionModel::TaskEXT:
      return "task";
    case spv::ExecutionModel::MeshNV:
    case spv::ExecutionModel::MeshEXT:
      return "mesh";
    case spv::ExecutionModel::RayGenerationKHR:
      return "ray-generation";
    case spv::ExecutionModel::IntersectionKHR:
      return "intersection";
    case spv::ExecutionModel::AnyHitKHR:
      return "any-hit";
    case spv::ExecutionModel::ClosestHitKHR:
      return "closest-hit";
    case spv::ExecutionModel::MissKHR:
      return "miss";
    case spv::ExecutionModel::CallableKHR:
      return "callable";
    default:
      return "model-" + std::to_string(model);
  }
}

struct Visitor {
  ModuleSummary* summary;
  PushConstantExtent push_constants;
};

spv_result_t VisitInstruction(void* data, const spv_parsed_instruction_t* instruction) {
  auto* visitor = static_cast<Visitor*>(data);
  const uint32_t* words = instruction->words;
  switch (static_cast<spv::Op>(instruction->opcode)) {
    case spv::Op::OpCapability:
      visitor->summary->capabilities.insert(words[1]);
      break;
    case spv::Op::OpExtension:
      visitor->summary->extensions.insert(ReadString(words + 1, instruction->num_words - 1u));
      break;
    case spv::Op::OpEntryPoint:
      visitor->summary->entry_points.push_back(
          {ReadString(words + 3, instruction->num_words - 3u), StageName(words[1])});
      break;
    default:
      visitor->push_constants.Visit(*instruction);
      break;
  }
  return SPV_SUCCESS;
}

}  // namespace

bool SummarizeModule(const uint32_t* words, size_t count, spv_target_env env, ModuleSummary* summary,
                     ParseFailure* failure) {
  Visitor visitor{summary, {}};
  spv_context context = spvContextCreate(env);
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result =
      spvBinaryParse(context, &visitor, words, count, nullptr, summary ? VisitInstruction : nullptr, &diagnostic);
  if (result != SPV_SUCCESS) {
    // The position counts the instructions begun, so the header's is 0.
    if (diagnostic && diagnostic->position.index > 0) failure->instruction = diagnostic->position.index - 1;
    failure->message = diagnostic && diagnostic->error ? diagnostic->error : "the module could not be parsed";
  } else if (summary) {
    summary->push_constants = visitor.push_constants.Range();
  }
  spvDiagnosticDestroy(diagnostic);
  spvContextDestroy(context);
  return result == SPV_SUCCESS;
}

std::string CapabilityName(uint32_t capability) {
  // The names are in no public table, but the disassembler has them.
  const std::vector<uint32_t> module = {static_cast<uint32_t>(spv::MagicNumber),
                                        0x00010000,
                                        0,
                                        1,
                                        0,
                                        2u << 16 | static_cast<uint32_t>(spv::Op::OpCapability),
                                        capability};
  std::string text;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  if (!tools.Disassemble(module, &text, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER)) return std::to_string(capability);
  const size_t begin = text.find(' ') + 1;
  return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

}  // namespace lacuna
