// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Driver/Help.h"

#include <algorithm>
#include <string_view>

#include "Pipeline/Flags.h"
#include "Support/Text.h"
#include "lacuna/Version.h"
#include "spirv-tools/libspirv.h"

namespace lacuna {

namespace {

constexpr size_t kWidth = 100;
constexpr size_t kHelpColumn = 30;

// Appends `help` from kHelpColumn on, broken between words; `left` stands before it.
void AppendEntry(const std::string& left, std::string_view help, std::string* text) {
  std::string line = "  " + left;
  if (line.size() + 2 > kHelpColumn) {
    *text += line + '\n';
    line.clear();
  }
  line.resize(kHelpColumn, ' ');
  for (std::string_view word : Split(help, ' ')) {
    if (line.size() + word.size() > kWidth && line.size() > kHelpColumn) {
      *text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
      line.assign(kHelpColumn, ' ');
    }
    line += word;
    line += ' ';
  }
  *text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

std::string ValueSyntax(const OptionInfo& option) {
  switch (option.type) {
    case OptionType::kBool:
      return {};
    case OptionType::kUint:
      return "=<number>";
    case OptionType::kAutoUint:
      return "=<number>|auto";
    case OptionType::kEnum:
      return "=" + Join(option.choices, "|");
    case OptionType::kBindings:
      return "=<bindings>";
    case OptionType::kText:
      break;
  }
  return "=" + (option.syntax.empty() ? "<text>" : option.syntax);
}

void AppendOptions(const PassInfo& pass, const std::string& indent, std::string* text) {
  for (const OptionInfo& option : pass.options) {
    std::string help = option.help;
    if (option.type == OptionType::kBool) {
      help += option.default_text == "true" ? " (on; no-" + option.key + " switches it off)" : " (off)";
    } else if (!option.default_text.empty()) {
      help += " (default: " + option.default_text + ")";
    }
    AppendEntry(indent + option.key + ValueSyntax(option), help, text);
  }
}

void AppendFlags(FlagInfo::Kind kind, std::string* text) {
  for (const FlagInfo& flag : AllFlags()) {
    if (flag.kind == kind) AppendEntry(std::string(flag.spelling) + std::string(flag.argument), flag.help, text);
  }
}

}  // namespace

std::vector<std::string> TargetEnvironments() {
  std::vector<std::string> names;
  for (const char* name : {"vulkan1.0",
                           "vulkan1.1",
                           "vulkan1.1spv1.4",
                           "vulkan1.2",
                           "vulkan1.3",
                           "vulkan1.4",
                           "spv1.0",
                           "spv1.1",
                           "spv1.2",
                           "spv1.3",
                           "spv1.4",
                           "spv1.5",
                           "spv1.6",
                           "opencl1.2",
                           "opencl1.2embedded",
                           "opencl2.0",
                           "opencl2.0embedded",
                           "opencl2.1",
                           "opencl2.1embedded",
                           "opencl2.2",
                           "opencl2.2embedded",
                           "opengl4.0",
                           "opengl4.1",
                           "opengl4.2",
                           "opengl4.3",
                           "opengl4.5"}) {
    spv_target_env env;
    if (spvParseTargetEnv(name, &env)) names.push_back(name);
  }
  return names;
}

std::string HelpText(const Registry& registry) {
  std::string text =
      "spirv-opt - rewrites and optimizes a SPIR-V module, with Lacuna's passes and SPIRV-Tools' own\n"
      "\n"
      "usage: spirv-opt [flags] [<input>] -o <output>\n"
      "\n"
      "The input is a module in words of either byte order, in hexadecimal text or in assembly text;\n"
      "without one, or with -, standard input is read. Passes run in the order of their flags, Lacuna's\n"
      "and SPIRV-Tools' mixed as you like. When anything fails, nothing is written and the status is 1.\n"
      "\n"
      "Lacuna's passes (--help=<pass> says more):\n";
  for (const auto& pass : registry.passes()) {
    AppendEntry("--" + pass->flag + (pass->options.empty() ? "" : "[=<key>=<value>,...]"), pass->summary, &text);
    AppendOptions(*pass, "    ", &text);
  }
  text += "\nLacuna's options:\n";
  AppendFlags(FlagInfo::Kind::kDriver, &text);
  text +=
      "\nA pipeline for --passes is a list such as\n"
      "  emulate-null-descriptors<push-offset=16;bindings=0.1,0.2>,-O,scalar-replacement=50\n"
      "\nSPIRV-Tools' options:\n";
  AppendFlags(FlagInfo::Kind::kStockOption, &text);
  text += "\nThe environments for --target-env:\n";
  AppendEntry("", Join(TargetEnvironments(), ", "), &text);
  text += "\nSPIRV-Tools' sequences of passes:\n";
  AppendFlags(FlagInfo::Kind::kStockMacro, &text);
  text += "\nSPIRV-Tools' passes:\n";
  AppendFlags(FlagInfo::Kind::kStockPass, &text);
  return text;
}

std::string PassHelpText(const PassInfo& pass) {
  std::string text = pass.flag + ": " + pass.summary + "\n\n  --" + pass.flag;
  if (!pass.options.empty()) {
    text += "[=<key>=<value>,...]\n  --passes='" + pass.flag + "<<key>=<value>;...>'\n\nOptions:\n";
    AppendOptions(pass, "", &text);
  } else {
    text += "\n\nIt has no options.\n";
  }
  const auto uses = [&pass](OptionType type) {
    return std::any_of(pass.options.begin(), pass.options.end(),
                       [type](const OptionInfo& option) { return option.type == type; });
  };
  if (uses(OptionType::kBindings)) {
    text += "\n<bindings> is a list of set.binding, set.first-last, set.* or *, separated by commas.\n";
  }
  if (!pass.remarks.empty()) {
    text += "\nRemarks:\n";
    for (const RemarkInfo& remark : pass.remarks) {
      AppendEntry(remark.name + " (" + std::string(RemarkKindName(remark.kind)) + ")", remark.text, &text);
    }
  }
  return text;
}

std::string PassListText(const Registry& registry) {
  std::string text;
  for (const auto& pass : registry.passes()) {
    AppendEntry(pass->flag, pass->summary, &text);
    AppendOptions(*pass, "  ", &text);
  }
  return text;
}

std::string VersionText() { return "Lacuna " + VersionString() + "\n" + spvSoftwareVersionDetailsString() + "\n"; }

}  // namespace lacuna
