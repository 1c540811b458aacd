// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_PIPELINE_H_
#define LACUNA_PIPELINE_H_

// A sequence of passes, Lacuna's and SPIRV-Tools' own, as a value: parsed once,
// run on any number of modules, from any thread. (spvtools::Optimizer can run
// only once.)
//
//   lacuna::Registry registry;
//   lacuna::RegisterBuiltinPasses(registry);
//   lacuna::Pipeline pipeline;
//   std::string error;
//   if (!lacuna::Pipeline::Parse("emulate-null-descriptors<push-offset=16>,-O", registry, &pipeline, &error)) ...
//   lacuna::RunResult result = pipeline.Run(words.data(), words.size(), {});
//   if (result.ok()) Use(result.words, result.interface_map);

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lacuna/InterfaceMap.h"
#include "lacuna/Registry.h"
#include "lacuna/Remark.h"
#include "spirv-tools/libspirv.hpp"

namespace lacuna {

struct RunOptions {
  spv_target_env target_env = SPV_ENV_UNIVERSAL_1_6;

  // Validate the module first. Without it an invalid module may be mistreated.
  bool validate = true;
  // Validate after every pass; the run fails at the first invalid result.
  bool validate_after_all = false;

  // What SPIRV-Tools' own passes must keep though nothing uses it: descriptors,
  // inputs and outputs, specialization constants. The interface is kept by
  // default, as `spirv-opt` of SPIRV-Tools 2025.1 always does.
  bool preserve_bindings = false;
  bool preserve_interface = true;
  bool preserve_spec_constants = false;

  uint32_t max_id_bound = 0x3FFFFF;  // ids at or past it are refused

  // Rules that the validator does not enforce (see `spirv-val --help`). A
  // pipeline with `legalize-hlsl` implies before_hlsl_legalization.
  bool before_hlsl_legalization = false;
  bool relax_logical_pointer = false;
  bool relax_block_layout = false;
  bool scalar_block_layout = false;
  bool workgroup_scalar_block_layout = false;
  bool skip_block_layout = false;
  bool relax_struct_store = false;

  // Where to print the module before each pass and after the last, and what
  // time each pass took. Null: not at all.
  std::ostream* print_all = nullptr;
  std::ostream* time_report = nullptr;

  // Receives what Lacuna's passes report, besides RunResult::declined.
  RemarkSink* remarks = nullptr;
};

struct Diagnostic {
  enum class Severity { kError, kWarning, kInfo };
  Severity severity = Severity::kError;
  std::string message;
  // Where in the input module, if known: the offset of a word, and the number
  // of the instruction that begins there or holds it (the first one is 0).
  std::optional<size_t> word;
  std::optional<size_t> instruction;
};

enum class RunStatus {
  kUnchanged,  // `words` are the input's words
  kChanged,
  kInvalidInput,  // not a SPIR-V module, or not a valid one
  kFailed,        // a pass could not do its work; `diagnostics` and `declined` say why
};

struct RunResult {
  RunStatus status = RunStatus::kFailed;
  bool ok() const { return status == RunStatus::kUnchanged || status == RunStatus::kChanged; }

  std::vector<uint32_t> words;   // the rewritten module; empty unless ok()
  InterfaceMap interface_map;    // empty unless ok()
  std::vector<Remark> declined;  // the shapes that passes would not rewrite
  std::vector<Statistic> statistics;  // of Lacuna's passes, in the order they ran
  std::vector<Diagnostic> diagnostics;
};

struct PipelineStep;

class Pipeline {
 public:
  // Parses a pipeline text: steps separated by commas, each `pass`,
  // `pass<key=value;key=value>` (a Lacuna pass) or a flag of spirv-opt with or
  // without its dashes and with `=argument` if it takes one (`-O`, `ccp`,
  // `scalar-replacement=50`). Values and arguments with characters that mean
  // something here are written in double quotes, with a backslash before each
  // quote and backslash. On failure returns false, leaves *pipeline as it was
  // and puts a message for the user into *error; a second line, if there is
  // one, lists what would have been valid.
  static bool Parse(std::string_view text, const Registry& registry, Pipeline* pipeline, std::string* error);

  // The same from command-line flags: `--pass`, `--pass=key=value,key=value`
  // (separated by `,` or `;`), `-O`, `-Os`, `--flag` and `--flag=argument`.
  static bool FromFlags(const std::vector<std::string>& flags, const Registry& registry, Pipeline* pipeline,
                        std::string* error);

  // The canonical text, which parses back to an equal pipeline: options with
  // their default value left out, the others in order of declaration.
  std::string ToString() const;

  bool empty() const;

  // Whether a step is a pass of the registry rather than SPIRV-Tools' own.
  bool HasRegistryPass() const;

  // Runs the passes on a module of `count` words, in either byte order. Never
  // prints, and returns words only when every pass succeeded. The words are
  // those that SPIRV-Tools' own optimizer would return, but for this: when a
  // pipeline with a registry pass changed nothing, they are the input's.
  RunResult Run(const uint32_t* words, size_t count, const RunOptions& options) const;

 private:
  std::shared_ptr<const std::vector<PipelineStep>> steps_;  // null: none
};

}  // namespace lacuna

#endif  // LACUNA_PIPELINE_H_
