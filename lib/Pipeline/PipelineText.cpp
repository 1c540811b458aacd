// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Pipelines from texts and flags, and back to text.

#include <algorithm>
#include <cstdlib>

#include "Pipeline/Flags.h"
#include "Pipeline/OptionText.h"
#include "Pipeline/Step.h"
#include "Support/Text.h"
#include "lacuna/Pipeline.h"

namespace lacuna {

namespace {

// What stands bare in the argument of a step: commas end the step.
constexpr std::string_view kPlainArgument = "_.:*+/%-";

std::vector<std::string> StepNames(const Registry& registry) {
  std::vector<std::string> names;
  for (const auto& pass : registry.passes()) names.push_back(pass->flag);
  for (const FlagInfo& flag : AllFlags()) {
    if (!flag.IsStep()) continue;
    names.emplace_back(flag.Name().size() <= 2 ? flag.spelling : flag.Name());
  }
  return names;
}

std::string UnknownPass(std::string_view name, const Registry& registry) {
  const std::vector<std::string> names = StepNames(registry);
  return "unknown pass '" + std::string(name) + "'" + DidYouMean(name, names) + "\nthe passes are " + Join(names, ", ");
}

std::string UnknownFlag(const std::string& flag, const Registry& registry) {
  std::vector<std::string> spellings;
  for (const auto& pass : registry.passes()) spellings.push_back("--" + pass->flag);
  for (const FlagInfo& known : AllFlags()) spellings.emplace_back(known.spelling);
  return "unknown flag '" + flag + "'" + DidYouMean(flag.substr(0, flag.find('=')), spellings) + "\nthe passes are " +
         Join(StepNames(registry), ", ") + "; --help lists all flags";
}

// Whether SPIRV-Tools takes the step's flag, with a message in *error if not:
// `unknown` where it has no such flag.
bool CheckStockStep(const PipelineStep& step, const std::string& unknown, std::string* error) {
  if (step.flag == kLoopPeelingThreshold) {
    // Asking SPIRV-Tools would change the threshold of this process.
    if (std::strtol(step.argument.c_str(), nullptr, 10) > 0) return true;
    *error = "'loop-peeling-threshold' takes a number from 1, not '" + step.argument + "'";
    return false;
  }
  std::string reason;
  spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
  optimizer.SetMessageConsumer(
      [&reason](spv_message_level_t, const char*, const spv_position_t&, const char* message) { reason = message; });
  if (optimizer.RegisterPassFromFlag(step.StockFlag())) return true;
  const FlagInfo* known = FindFlag(step.flag);
  if (known && known->IsStep()) {
    *error = "'" + step.flag + "' was given a wrong argument '" + step.argument + "': " + reason;
  } else if (known) {
    *error = "'" + std::string(known->spelling) + "' is not a pass but an option of spirv-opt, written " +
             std::string(known->spelling) + std::string(known->argument);
  } else {
    *error = unknown;
  }
  return false;
}

// Reads one step of a pipeline text from the start of *text and takes it off.
bool ParseStep(std::string_view* text, const Registry& registry, PipelineStep* step, std::string* error) {
  const size_t name_end = std::min(text->find_first_of("<=,"), text->size());
  std::string_view name = Trim(text->substr(0, name_end));
  const char delimiter = name_end < text->size() ? (*text)[name_end] : ',';
  text->remove_prefix(name_end);
  if (name.empty()) {
    *error = "a pass is missing before or after a comma";
    return false;
  }
  const std::string_view written = name;
  if (name.substr(0, 2) == "--") {
    name.remove_prefix(2);
  } else if (name == "-O" || name == "-Os") {
    name.remove_prefix(1);
  }
  step->pass = registry.Find(name);

  std::string options;
  if (delimiter == '<') {
    text->remove_prefix(1);
    const size_t end = FindUnquoted(*text, ">");
    if (end >= text->size()) {
      *error = "the options of '" + std::string(name) + "' are not closed by '>'";
      return false;
    }
    options = text->substr(0, end);
    text->remove_prefix(end + 1);
    const size_t rest = std::min(text->find(','), text->size());
    if (!Trim(text->substr(0, rest)).empty()) {
      *error = "after '" + std::string(name) + "<...>' a comma or the end is expected, not '" +
               std::string(Trim(text->substr(0, rest))) + "'";
      return false;
    }
    text->remove_prefix(rest);
  } else if (delimiter == '=') {
    text->remove_prefix(1);
    const size_t end = FindUnquoted(*text, ",");
    if (end == std::string_view::npos) {
      *error = "a double quote is not closed in the argument of '" + std::string(name) + "'";
      return false;
    }
    if (!Unquote(Trim(text->substr(0, end)), &step->argument, error)) return false;
    text->remove_prefix(end);
  }

  if (step->pass) {
    if (delimiter == '=') {
      *error = "the options of '" + std::string(name) + "' go between '<' and '>', separated by ';'";
      return false;
    }
    return ParseOptions(*step->pass, options, OptionSurface::kAngleBrackets, &step->values, error);
  }
  // A name such as -ccp is told apart from ccp only by how it was written.
  step->flag = name;
  if (name.find_first_of("-") == 0) {
    *error = UnknownPass(written, registry);
    return false;
  }
  if (!CheckStockStep(*step, UnknownPass(written, registry), error)) return false;
  if (delimiter == '<') {
    *error = "'" + step->flag + "' is a pass of SPIRV-Tools: its argument, if it takes one, is written after '='";
    return false;
  }
  return true;
}

bool ParseFlag(const std::string& flag, const Registry& registry, PipelineStep* step, std::string* error) {
  const bool macro = flag == "-O" || flag == "-Os";
  if (!macro && (flag.size() < 3 || flag.compare(0, 2, "--") != 0)) {
    *error = UnknownFlag(flag, registry);
    return false;
  }
  const size_t equals = std::min(flag.find('='), flag.size());
  const size_t begin = macro ? 1 : 2;
  const std::string name = flag.substr(begin, equals - begin);
  const std::string argument = equals < flag.size() ? flag.substr(equals + 1) : std::string();
  step->pass = registry.Find(name);
  if (step->pass) return ParseOptions(*step->pass, argument, OptionSurface::kFlag, &step->values, error);
  step->flag = name;
  step->argument = argument;
  return CheckStockStep(*step, UnknownFlag(flag, registry), error);
}

}  // namespace

bool Pipeline::Parse(std::string_view text, const Registry& registry, Pipeline* pipeline, std::string* error) {
  auto steps = std::make_shared<std::vector<PipelineStep>>();
  // An empty text is an empty pipeline; elsewhere a step must stand.
  for (bool more = !Trim(text).empty(); more;) {
    steps->emplace_back();
    if (!ParseStep(&text, registry, &steps->back(), error)) return false;
    more = !text.empty();
    if (more) text.remove_prefix(1);  // the comma
  }
  pipeline->steps_ = std::move(steps);
  return true;
}

bool Pipeline::FromFlags(const std::vector<std::string>& flags, const Registry& registry, Pipeline* pipeline,
                         std::string* error) {
  auto steps = std::make_shared<std::vector<PipelineStep>>();
  for (const std::string& flag : flags) {
    steps->emplace_back();
    if (!ParseFlag(flag, registry, &steps->back(), error)) return false;
  }
  pipeline->steps_ = std::move(steps);
  return true;
}

std::string Pipeline::ToString() const {
  std::string text;
  if (!steps_) return text;
  for (const PipelineStep& step : *steps_) {
    if (!text.empty()) text += ',';
    if (step.pass) {
      text += step.pass->flag;
      const std::string options = PrintOptions(*step.pass, step.values);
      if (!options.empty()) text += '<' + options + '>';
    } else {
      text += step.flag == "O" || step.flag == "Os" ? "-" + step.flag : step.flag;
      if (!step.argument.empty()) text += '=' + QuoteIfNeeded(step.argument, kPlainArgument);
    }
  }
  return text;
}

bool Pipeline::empty() const { return !steps_ || steps_->empty(); }

bool Pipeline::HasRegistryPass() const {
  if (!steps_) return false;
  for (const PipelineStep& step : *steps_) {
    if (step.pass) return true;
  }
  return false;
}

}  // namespace lacuna
