// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Driver/Arguments.h"

#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "Driver/Diagnostics.h"
#include "Driver/Help.h"
#include "Support/Text.h"

namespace lacuna {

namespace {

constexpr uint32_t kMinIdBound = 0x3FFFFF;

class ArgumentParser {
 public:
  explicit ArgumentParser(const Registry& registry) : registry_(registry) {}

  Arguments Parse(const std::vector<std::string>& words) {
    ReadWords(words, /*in_config=*/false);
    if (arguments_.action == Arguments::Action::kRun || arguments_.action == Arguments::Action::kPrintPipeline)
      Finish();
    return std::move(arguments_);
  }

 private:
  using Action = Arguments::Action;

  void Fail(const std::string& message) {
    PrintError(message);
    arguments_.action = Action::kFail;
  }

  bool Stopped() const { return arguments_.action != Action::kRun && arguments_.action != Action::kPrintPipeline; }

  // A config file's words are read as if by a command line of their own, whose
  // passes come first: that is what the stock tool does.
  void ReadWords(const std::vector<std::string>& words, bool in_config) {
    std::vector<std::string> flags;
    for (size_t i = 0; i < words.size() && !Stopped(); ++i) ReadWord(words, &i, in_config, &flags);
    if (in_config) {
      config_flags_.insert(config_flags_.end(), flags.begin(), flags.end());
    } else {
      command_flags_ = std::move(flags);
    }
  }

  void ReadWord(const std::vector<std::string>& words, size_t* i, bool in_config, std::vector<std::string>* flags) {
    const std::string& word = words[*i];
    if (word.empty()) return Fail("the name of an input file is empty");
    if (word[0] != '-' || word == "-") {
      if (has_input_) return Fail("more than one input file is given: '" + arguments_.input + "' and '" + word + "'");
      has_input_ = true;
      arguments_.input = word;
    } else if (word == "-o") {
      if (*i + 1 == words.size()) return Fail("-o needs the name of a file, or - for standard output");
      if (!arguments_.output.empty()) return Fail("-o is given twice");
      arguments_.output = words[++*i];
      if (arguments_.output.empty()) return Fail("the name after -o is empty");
    } else if (word.compare(0, 9, "-Oconfig=") == 0) {
      if (in_config) return Fail("a -Oconfig file cannot name another one");
      ReadConfig(word.substr(9));
    } else if (ReadSwitch(word) || ReadSetting(word)) {
      return;
    } else {
      flags->push_back(word);
      // These five may have their argument in a word of its own.
      for (const char* old : {"--set-spec-const-default-value", "--loop-fission", "--loop-fusion",
                              "--loop-unroll-partial", "--loop-peeling-threshold"}) {
        if (word == old && *i + 1 < words.size()) flags->back() += '=' + words[++*i];
      }
    }
  }

  void ReadConfig(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) return Fail("the -Oconfig file '" + file + "' cannot be opened");
    std::vector<std::string> words;
    for (std::string line; std::getline(stream, line);) {
      std::istringstream pieces(line);
      std::vector<std::string> line_words;
      for (std::string piece; pieces >> piece;) line_words.push_back(piece);
      if (!line_words.empty() && line_words[0][0] == '#') continue;
      words.insert(words.end(), line_words.begin(), line_words.end());
    }
    ReadWords(words, /*in_config=*/true);
  }

  // Words that are an option as they stand.
  bool ReadSwitch(const std::string& word) {
    RunOptions& options = arguments_.options;
    const struct {
      const char* word;
      bool* target;
      bool value;
    } switches[] = {
        {"--skip-validation", &options.validate, false},
        {"--validate-after-all", &options.validate_after_all, true},
        {"--preserve-bindings", &options.preserve_bindings, true},
        {"--preserve-interface", &options.preserve_interface, true},
        {"--preserve-spec-constants", &options.preserve_spec_constants, true},
        {"--before-hlsl-legalization", &options.before_hlsl_legalization, true},
        {"--relax-logical-pointer", &options.relax_logical_pointer, true},
        {"--relax-block-layout", &options.relax_block_layout, true},
        {"--scalar-block-layout", &options.scalar_block_layout, true},
        {"--workgroup-scalar-block-layout", &options.workgroup_scalar_block_layout, true},
        {"--skip-block-layout", &options.skip_block_layout, true},
        {"--relax-struct-store", &options.relax_struct_store, true},
        {"-S", &arguments_.text_output, true},
        {"--embed-interface", &arguments_.embed_interface, true},
        {"--stats", &arguments_.stats, true},
        {"--stats=json", &arguments_.stats_json, true},
    };
    for (const auto& entry : switches) {
      if (word == entry.word) {
        *entry.target = entry.value;
        return true;
      }
    }
    const struct {
      const char* word;
      Action action;
    } actions[] = {
        {"-h", Action::kPrintHelp},
        {"--help", Action::kPrintHelp},
        {"--version", Action::kPrintVersion},
        {"--print-passes", Action::kPrintPasses},
        {"--print-passes=json", Action::kPrintPassesJson},
        {"--print-pipeline", Action::kPrintPipeline},
    };
    for (const auto& entry : actions) {
      if (word == entry.word) {
        arguments_.action = entry.action;
        return true;
      }
    }
    if (word == "--print-all") {
      options.print_all = &std::cerr;
      return true;
    }
    if (word == "--time-report") {
      options.time_report = &std::cerr;
      return true;
    }
    return false;
  }

  // Words of the form --option=value.
  bool ReadSetting(const std::string& word) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos) return false;
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    if (name == "--target-env") {
      if (!spvParseTargetEnv(value.c_str(), &arguments_.options.target_env)) {
        Fail("--target-env takes no '" + value + "'" + DidYouMean(value, TargetEnvironments()) +
             "\nthe environments are " + Join(TargetEnvironments(), ", "));
      }
    } else if (name == "--max-id-bound") {
      uint32_t bound = 0;
      if (!ParseUint32(value, &bound) || bound < kMinIdBound) {
        Fail("--max-id-bound takes a number from 0x3FFFFF (4194303) to 0xFFFFFFFF, not '" + value + "'");
      }
      arguments_.options.max_id_bound = bound;
    } else if (name == "--passes") {
      if (pipeline_text_) Fail("--passes is given twice");
      pipeline_text_ = value;
    } else if (name == "--interface") {
      ReadFileName(name, value, &arguments_.interface);
    } else if (name == "--remarks") {
      ReadFileName(name, value, &arguments_.remarks);
    } else if (name == "--help") {
      arguments_.action = Action::kPrintPassHelp;
      arguments_.help_pass = value;
    } else if (name == "--stats") {
      Fail("--stats takes no '" + value + "', only json");
    } else if (name == "--print-passes") {
      Fail("--print-passes takes no '" + value + "', only json");
    } else {
      return false;
    }
    return true;
  }

  void ReadFileName(const std::string& option, const std::string& name, std::string* target) {
    if (name.empty()) return Fail(option + " needs the name of a file, or - for standard output");
    if (!target->empty()) return Fail(option + " is given twice");
    *target = name;
  }

  void Finish() {
    std::vector<std::string> flags = std::move(config_flags_);
    flags.insert(flags.end(), command_flags_.begin(), command_flags_.end());
    if (pipeline_text_ && !flags.empty()) {
      return Fail("--passes already says what to run, so '" + flags.front() + "' cannot be given as well");
    }
    std::string error;
    const bool ok = pipeline_text_ ? Pipeline::Parse(*pipeline_text_, registry_, &arguments_.pipeline, &error)
                                   : Pipeline::FromFlags(flags, registry_, &arguments_.pipeline, &error);
    if (!ok) return Fail(error);
    if (arguments_.action != Action::kRun) return;
    if (arguments_.output.empty()) {
      if (!arguments_.text_output) return Fail("-o is missing: name the file for the result, or - for standard output");
      arguments_.output = "-";
    }
    const std::string* outputs[] = {&arguments_.output, &arguments_.interface, &arguments_.remarks};
    for (size_t a = 0; a < 3; ++a) {
      for (size_t b = 0; b < a; ++b) {
        if (outputs[a]->empty() || *outputs[a] != *outputs[b]) continue;
        return Fail("two outputs cannot both go to '" + *outputs[a] + "'");
      }
    }
  }

  const Registry& registry_;
  Arguments arguments_;
  bool has_input_ = false;
  std::vector<std::string> config_flags_, command_flags_;
  std::optional<std::string> pipeline_text_;
};

}  // namespace

Arguments ParseArguments(int argc, const char* const* argv, const Registry& registry) {
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) words.emplace_back(argv[i]);
  return ArgumentParser(registry).Parse(words);
}

}  // namespace lacuna
