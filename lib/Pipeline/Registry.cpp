// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Registry.h"

#include <algorithm>

#include "Pipeline/Flags.h"
#include "Support/Text.h"

namespace lacuna {

namespace {

bool IsName(std::string_view name) {
  return !name.empty() && name.front() != '-' &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

bool ParseBool(std::string_view text, bool* value) {
  if (text != "true" && text != "false") return false;
  *value = text == "true";
  return true;
}

bool CheckOption(const OptionInfo& option, std::string* error) {
  if (!IsName(option.key)) {
    *error = "'" + option.key + "' cannot be an option's name";
    return false;
  }
  if (option.key.rfind("no-", 0) == 0) {
    *error = "option '" + option.key + "' begins with no-, which stands for switching an option off";
    return false;
  }
  OptionValue value;
  std::string reason;
  if (!ParseOptionValue(option, option.default_text, &value, &reason)) {
    *error = "the default of option '" + option.key + "' is wrong: " + reason;
    return false;
  }
  return true;
}

}  // namespace

std::string_view OptionTypeName(OptionType type) {
  switch (type) {
    case OptionType::kBool:
      return "bool";
    case OptionType::kUint:
      return "uint";
    case OptionType::kAutoUint:
      return "auto-uint";
    case OptionType::kEnum:
      return "enum";
    case OptionType::kBindings:
      return "bindings";
    case OptionType::kText:
      break;
  }
  return "text";
}

std::string_view RemarkKindName(RemarkKind kind) {
  switch (kind) {
    case RemarkKind::kPassed:
      return "passed";
    case RemarkKind::kMissed:
      return "missed";
    case RemarkKind::kDeclined:
      break;
  }
  return "declined";
}

bool ParseOptionValue(const OptionInfo& option, std::string_view text, OptionValue* value, std::string* error) {
  OptionValue parsed;
  const auto fail = [&option, text, error](const std::string& expected) {
    *error = "option '" + option.key + "' takes " + expected + ", not '" + std::string(text) + "'";
    return false;
  };
  switch (option.type) {
    case OptionType::kBool: {
      bool on = false;
      if (!ParseBool(text, &on)) return fail("true or false");
      parsed.number = on;
      parsed.text = text;
      break;
    }
    case OptionType::kAutoUint:
      if (text == "auto") {
        parsed.automatic = true;
        parsed.text = text;
        break;
      }
      [[fallthrough]];
    case OptionType::kUint:
      if (!ParseUint32(text, &parsed.number)) {
        const std::string number = "a number from 0 to 4294967295 (decimal or 0x hexadecimal)";
        return fail(option.type == OptionType::kUint ? number : number + " or auto");
      }
      parsed.text = std::to_string(parsed.number);
      break;
    case OptionType::kEnum: {
      const auto choice = std::find(option.choices.begin(), option.choices.end(), text);
      if (choice == option.choices.end()) {
        fail("one of " + Join(option.choices, ", "));
        *error += DidYouMean(text, option.choices);
        return false;
      }
      parsed.number = static_cast<uint32_t>(choice - option.choices.begin());
      parsed.text = text;
      break;
    }
    case OptionType::kBindings: {
      std::string reason;
      if (!BindingSet::Parse(text, &parsed.bindings, &reason)) {
        *error = "option '" + option.key + "': " + reason;
        return false;
      }
      parsed.text = parsed.bindings.ToString();
      break;
    }
    case OptionType::kText: {
      parsed.text = text;
      std::string reason;
      if (option.check && !option.check(text, &parsed.text, &reason)) {
        *error = "option '" + option.key + "': " + reason;
        return false;
      }
      break;
    }
  }
  *value = std::move(parsed);
  return true;
}

bool Registry::Add(PassInfo pass, std::string* error) {
  const auto fail = [&pass, error](const std::string& reason) {
    *error = "pass '" + pass.flag + "' cannot be registered: " + reason;
    return false;
  };
  if (!IsName(pass.flag)) return fail("a name is made of lower-case letters, digits and inner dashes");
  if (Find(pass.flag)) return fail("there is a pass of this name");
  if (FindFlag(pass.flag)) return fail("spirv-opt has a flag of this name");
  if (!pass.create) return fail("it has no create function");
  for (size_t i = 0; i < pass.options.size(); ++i) {
    std::string reason;
    if (!CheckOption(pass.options[i], &reason)) return fail(reason);
    for (size_t j = 0; j < i; ++j) {
      if (pass.options[i].key == pass.options[j].key) return fail("it has two options '" + pass.options[i].key + "'");
    }
  }
  // A newer SPIRV-Tools may have passes that Flags.def does not know.
  spvtools::Optimizer stock(SPV_ENV_UNIVERSAL_1_6);
  stock.SetMessageConsumer([](spv_message_level_t, const char*, const spv_position_t&, const char*) {});
  if (stock.RegisterPassFromFlag("--" + pass.flag)) return fail("SPIRV-Tools has a pass of this name");
  passes_.push_back(std::make_shared<const PassInfo>(std::move(pass)));
  return true;
}

std::shared_ptr<const PassInfo> Registry::Find(std::string_view flag) const {
  for (const auto& pass : passes_) {
    if (pass->flag == flag) return pass;
  }
  return nullptr;
}

}  // namespace lacuna
