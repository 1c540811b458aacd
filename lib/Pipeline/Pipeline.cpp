// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Runs a pipeline: parse, validate, optimize, and say what the result needs.

#include "lacuna/Pipeline.h"

#include <algorithm>
#include <iterator>
#include <mutex>

#include "Interface/ModuleSummary.h"
#include "Pipeline/Fingerprint.h"
#include "Pipeline/Step.h"
#include "lacuna/Version.h"
#include "spirv-tools/optimizer.hpp"
#include "spirv/unified1/spirv.hpp11"

namespace lacuna {

namespace {

using Words = std::vector<uint32_t>;

void SetValidatorOptions(const RunOptions& options, bool before_legalization, spvtools::ValidatorOptions* validator) {
  // Only ever switched on: the first option implies the second, and setting the
  // second to false would take that back.
  if (options.before_hlsl_legalization || before_legalization) validator->SetBeforeHlslLegalization(true);
  if (options.relax_logical_pointer) validator->SetRelaxLogicalPointer(true);
  if (options.relax_block_layout) validator->SetRelaxBlockLayout(true);
  if (options.scalar_block_layout) validator->SetScalarBlockLayout(true);
  if (options.workgroup_scalar_block_layout) validator->SetWorkgroupScalarBlockLayout(true);
  if (options.skip_block_layout) validator->SetSkipBlockLayout(true);
  if (options.relax_struct_store) validator->SetRelaxStructStore(true);
  validator->SetUniversalLimit(spv_validator_limit_max_id_bound, options.max_id_bound);
}

Diagnostic::Severity SeverityOf(spv_message_level_t level) {
  if (level == SPV_MSG_WARNING) return Diagnostic::Severity::kWarning;
  return level == SPV_MSG_INFO || level == SPV_MSG_DEBUG ? Diagnostic::Severity::kInfo : Diagnostic::Severity::kError;
}

// Where instruction `index` of a module that parses begins, in words.
std::optional<size_t> WordOfInstruction(const uint32_t* words, size_t count, size_t index) {
  constexpr uint32_t kSwappedMagic = 0x03022307;
  constexpr size_t kHeaderWords = 5;
  const bool swapped = words[0] == kSwappedMagic;
  size_t word = kHeaderWords;
  for (size_t i = 0; word < count; ++i) {
    if (i == index) return word;
    const uint32_t first = words[word];
    const size_t length = swapped ? (first >> 8 & 0xFF) | (first & 0xFF) << 8 : first >> 16;
    if (length == 0) break;
    word += length;
  }
  return std::nullopt;
}

Diagnostic At(std::optional<size_t> instruction, const uint32_t* words, size_t count, Diagnostic::Severity severity,
              std::string message) {
  std::optional<size_t> word;
  if (instruction) word = WordOfInstruction(words, count, *instruction);
  return {severity, std::move(message), word, instruction};
}

bool Validate(const uint32_t* words, size_t count, const RunOptions& options,
              const spvtools::ValidatorOptions& validator, std::vector<Diagnostic>* diagnostics) {
  spvtools::SpirvTools tools(options.target_env);
  tools.SetMessageConsumer(
      [&](spv_message_level_t level, const char*, const spv_position_t& position, const char* message) {
        // The validator numbers instructions from 1.
        std::optional<size_t> instruction;
        if (position.index > 0) instruction = position.index - 1;
        diagnostics->push_back(At(instruction, words, count, SeverityOf(level), message));
      });
  return tools.Validate(words, count, validator);
}

// Keeps what was declined for the result, and passes everything on.
class DeclinedCollector : public RemarkSink {
 public:
  DeclinedCollector(RemarkSink* next, std::vector<Remark>* declined) : next_(next), declined_(declined) {}

  void Emit(const Remark& remark) override {
    if (remark.kind == RemarkKind::kDeclined) declined_->push_back(remark);
    if (next_) next_->Emit(remark);
  }
  bool Wants(RemarkKind kind) const override {
    return kind == RemarkKind::kDeclined || (next_ && next_->Wants(kind));
  }

 private:
  RemarkSink* next_;
  std::vector<Remark>* declined_;
};

// A pass's message may come with a line of the shader's source, from its debug
// information.
std::string MessageOfPass(const char* source, const spv_position_t& position, const char* message) {
  if (!source || !*source || position.line == 0) return message;
  return std::string(source) + ':' + std::to_string(position.line) + ": " + message;
}

// The words that SPIRV-Tools writes for a module that no pass touches. They
// differ from the input's: OpNop is dropped, lines are repeated, the byte
// order is the machine's.
bool Rewrite(const uint32_t* words, size_t count, spv_target_env env, Words* result) {
  spvtools::Optimizer optimizer(env);
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  return optimizer.Run(words, count, result, options);
}

void AddDifference(const ModuleSummary& before, const ModuleSummary& after, InterfaceMap* map) {
  for (uint32_t capability : after.capabilities) {
    if (!before.capabilities.count(capability)) map->added_capabilities.push_back(CapabilityName(capability));
  }
  std::set_difference(after.extensions.begin(), after.extensions.end(), before.extensions.begin(),
                      before.extensions.end(), std::back_inserter(map->added_extensions));
}

}  // namespace

RunResult Pipeline::Run(const uint32_t* words, size_t count, const RunOptions& options) const {
  RunResult result;
  bool legalizes = false, peels = false;
  for (size_t i = 0; steps_ && i < steps_->size(); ++i) {
    const PipelineStep& step = (*steps_)[i];
    legalizes = legalizes || (step.flag == "legalize-hlsl" && step.argument.empty());
    peels = peels || step.flag == kLoopPeeling || step.flag == kLoopPeelingThreshold;
  }

  ModuleSummary before;
  ParseFailure failure;
  if (!SummarizeModule(words, count, options.target_env, &before, &failure)) {
    result.status = RunStatus::kInvalidInput;
    result.diagnostics.push_back(At(failure.instruction, words, count, Diagnostic::Severity::kError, failure.message));
    if (!failure.instruction) result.diagnostics.back().word = 0;  // the header
    return result;
  }
  spvtools::ValidatorOptions validator;
  SetValidatorOptions(options, legalizes, &validator);
  if (options.validate && !Validate(words, count, options, validator, &result.diagnostics)) {
    result.status = RunStatus::kInvalidInput;
    return result;
  }

  DeclinedCollector remarks(options.remarks, &result.declined);
  PassContext context{&result.interface_map, &remarks, &result.statistics};
  spvtools::Optimizer optimizer(options.target_env);
  optimizer.SetMessageConsumer(
      [&result](spv_message_level_t level, const char* source, const spv_position_t& position, const char* message) {
        result.diagnostics.push_back({SeverityOf(level), MessageOfPass(source, position, message), {}, {}});
      });
  optimizer.SetPrintAll(options.print_all);
  optimizer.SetTimeReport(options.time_report);
  optimizer.SetValidateAfterAll(options.validate_after_all);
  spvtools::OptimizerOptions optimizer_options;
  optimizer_options.set_run_validator(false);  // done above
  optimizer_options.set_validator_options(validator);
  optimizer_options.set_max_id_bound(options.max_id_bound);
  optimizer_options.set_preserve_bindings(options.preserve_bindings);
  optimizer_options.set_preserve_spec_constants(options.preserve_spec_constants);

  // The threshold of loop peeling belongs to the process: pipelines that use it
  // take turns, and none sees another's.
  static std::mutex peeling;
  std::unique_lock<std::mutex> turn(peeling, std::defer_lock);
  const std::string default_threshold = std::string("--") + kLoopPeelingThreshold + "=1000";
  if (peels) {
    turn.lock();
    optimizer.RegisterPassFromFlag(default_threshold);
  }
  bool registered = true;
  for (size_t i = 0; steps_ && i < steps_->size(); ++i) {
    const PipelineStep& step = (*steps_)[i];
    if (step.pass) {
      optimizer.RegisterPass(step.pass->create(step.values, &context));
    } else {
      registered = registered && optimizer.RegisterPassFromFlag(step.StockFlag(), options.preserve_interface);
    }
  }
  const bool ok = registered && optimizer.Run(words, count, &result.words, optimizer_options);
  if (peels) {
    optimizer.RegisterPassFromFlag(default_threshold);
    turn.unlock();
  }

  ModuleSummary after;
  if (!ok || !SummarizeModule(result.words.data(), result.words.size(), options.target_env, &after, &failure)) {
    result.status = RunStatus::kFailed;
    // SPIRV-Tools' own words for this name an opcode only.
    if (!ok && before.capabilities.count(uint32_t(spv::Capability::UntypedPointersKHR)) != 0) {
      result.diagnostics.insert(result.diagnostics.begin(),
                                {Diagnostic::Severity::kError,
                                 "the module uses untyped pointers (SPV_KHR_untyped_pointers), which the optimizer of "
                                 "this version of SPIRV-Tools does not support",
                                 {},
                                 {}});
    }
    if (ok)
      result.diagnostics.push_back(
          {Diagnostic::Severity::kError, "a pass broke the module: " + failure.message, {}, {}});
    result.words.clear();
    result.interface_map = {};
    return result;
  }

  const auto is_input = [&](const Words& other) {
    return std::equal(other.begin(), other.end(), words, words + count);
  };
  result.status = is_input(result.words) ? RunStatus::kUnchanged : RunStatus::kChanged;
  if (result.status == RunStatus::kChanged && HasRegistryPass()) {
    Words untouched;
    if (Rewrite(words, count, options.target_env, &untouched) && untouched == result.words) {
      result.status = RunStatus::kUnchanged;
      result.words.assign(words, words + count);
    }
  }

  InterfaceMap& map = result.interface_map;
  const std::string text = ToString();
  map.generator = {"lacuna", VersionString(), SpirvToolsVersionString(), text, Fingerprint(text, options)};
  map.entry_points = after.entry_points;
  map.push_constants = after.push_constants;
  AddDifference(before, after, &map);
  return result;
}

}  // namespace lacuna
