// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The passes as JSON, for tools: the generated documentation is made from it.

#include <nlohmann/json.hpp>

#include "Driver/Help.h"

namespace lacuna {

namespace {

using Json = nlohmann::ordered_json;

Json OptionToJson(const OptionInfo& option) {
  Json json = {{"key", option.key}, {"type", OptionTypeName(option.type)}, {"default", option.default_text}};
  if (option.type == OptionType::kEnum) json["choices"] = option.choices;
  json["help"] = option.help;
  return json;
}

}  // namespace

std::string PassListJson(const Registry& registry) {
  Json passes = Json::array();
  for (const auto& pass : registry.passes()) {
    Json options = Json::array(), remarks = Json::array(), statistics = Json::array();
    for (const OptionInfo& option : pass->options) options.push_back(OptionToJson(option));
    for (const RemarkInfo& remark : pass->remarks) {
      remarks.push_back({{"name", remark.name}, {"kind", RemarkKindName(remark.kind)}, {"text", remark.text}});
    }
    for (const StatisticInfo& statistic : pass->statistics) {
      statistics.push_back({{"name", statistic.name}, {"text", statistic.text}});
    }
    passes.push_back({{"flag", pass->flag},
                      {"id", pass->id},
                      {"summary", pass->summary},
                      {"options", options},
                      {"remarks", remarks},
                      {"statistics", statistics}});
  }
  return Json({{"passes", passes}}).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string StatisticsText(const std::vector<Statistic>& statistics, const Registry& registry) {
  std::string text;
  for (const Statistic& statistic : statistics) {
    std::string number = std::to_string(statistic.value);
    if (number.size() < 8) number.insert(0, 8 - number.size(), ' ');
    text += number + " " + statistic.pass + ": " + statistic.name;
    if (const auto pass = registry.Find(statistic.pass)) {
      for (const StatisticInfo& info : pass->statistics) {
        if (info.name == statistic.name) text += " (" + info.text + ")";
      }
    }
    text += '\n';
  }
  return text;
}

std::string StatisticsJson(const std::vector<Statistic>& statistics) {
  Json list = Json::array();
  for (const Statistic& statistic : statistics) {
    list.push_back({{"pass", statistic.pass}, {"name", statistic.name}, {"value", statistic.value}});
  }
  return list.dump(2) + '\n';
}

}  // namespace lacuna
