// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Whether what one stage writes is what the next one reads.

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "Reflection/JsonFields.h"
#include "Reflection/Verify/FlatInterface.h"
#include "Reflection/Verify/Partners.h"
#include "lacuna/Reflection/Verifier.h"

namespace lacuna::reflection {

namespace {

void CheckLocations(const EntryPoint& producer, const EntryPoint& consumer, Findings* findings) {
  std::map<std::pair<uint32_t, uint32_t>, const InterfaceVariable*> outputs;
  for (const InterfaceVariable* output : Located(producer.outputs)) {
    for (uint32_t i = 0; i < std::min(output->location_count, kLastLocation); ++i) {
      outputs.emplace(std::make_pair(*output->location + i, output->component.value_or(0)), output);
    }
  }
  std::set<const InterfaceVariable*> read;
  for (const InterfaceVariable* input : Located(consumer.inputs)) {
    const std::string subject = "location " + std::to_string(*input->location) + "." +
                                std::to_string(input->component.value_or(0)) + " ('" + producer.name + "' to '" +
                                consumer.name + "')";
    auto found = outputs.find({*input->location, input->component.value_or(0)});
    if (found == outputs.end()) {
      if (input->used) {
        findings->Error(subject, "the variable", kAbsent, input->name);
      } else {
        findings->Warning(subject, "the variable", kAbsent, input->name);
      }
      continue;
    }
    const InterfaceVariable& output = *found->second;
    read.insert(&output);
    const bool same_scalar = output.scalar == input->scalar && output.scalar_bits == input->scalar_bits;
    // A consumer may read fewer components than are written.
    const bool fits = same_scalar && output.components >= input->components && output.columns == input->columns &&
                      output.location_count >= input->location_count;
    if (!fits) findings->Error(subject, "type", TypeText(output), TypeText(*input));
    if (output.patch != input->patch) {
      findings->Error(subject, "rate", output.patch ? "patch" : "vertex", input->patch ? "patch" : "vertex");
    }
  }
  for (const InterfaceVariable* output : Located(producer.outputs)) {
    if (read.count(output) == 0) {
      findings->Warning(
          "location " + std::to_string(*output->location) + " ('" + producer.name + "' to '" + consumer.name + "')",
          "the variable", output->name, kAbsent);
    }
  }
}

// What a D3D stage hands on to the next; the hardware makes other system values,
// or takes them.
bool IsHandedOn(const InterfaceVariable& element) {
  constexpr std::string_view kHandedOn[] = {
      "Undefined", "Position", "ClipDistance", "CullDistance", "RenderTargetArrayIndex", "ViewportArrayIndex"};
  return std::find(std::begin(kHandedOn), std::end(kHandedOn), element.system_value) != std::end(kHandedOn);
}

// D3D stages fit when semantics and registers are the same and all components
// that are read are written.
void CheckSignatures(const EntryPoint& producer, const EntryPoint& consumer, Findings* findings) {
  std::map<std::pair<bool, std::string>, const InterfaceVariable*> outputs;
  for (const InterfaceVariable& output : producer.outputs) {
    outputs.emplace(std::make_pair(output.patch, SemanticKey(output)), &output);
  }
  std::set<const InterfaceVariable*> read;
  const std::string between =
      " ('" + std::string(Name(producer.stage)) + "' to '" + std::string(Name(consumer.stage)) + "')";
  for (const InterfaceVariable& input : consumer.inputs) {
    const std::string subject = SemanticKey(input) + between;
    auto found = outputs.find({input.patch, SemanticKey(input)});
    if (found == outputs.end()) {
      if (!IsHandedOn(input)) continue;
      if (input.used) {
        findings->Error(subject, "the variable", kAbsent, input.name);
      } else {
        findings->Warning(subject, "the variable", kAbsent, input.name);
      }
      continue;
    }
    const InterfaceVariable& output = *found->second;
    read.insert(&output);
    if (output.component_type != input.component_type) {
      findings->Error(subject, "type", output.component_type, input.component_type);
    }
    const bool same_register = output.register_index == input.register_index;
    if (!same_register || (input.mask & ~output.mask) != 0) {
      findings->Error(subject, "register", RegisterText(output), RegisterText(input));
    }
  }
  for (const InterfaceVariable& output : producer.outputs) {
    if (read.count(&output) != 0 || output.system_value != "Undefined") continue;
    findings->Warning(SemanticKey(output) + between, "the variable", output.name, kAbsent);
  }
}

bool HasRegisters(const std::vector<InterfaceVariable>& variables) {
  return std::any_of(variables.begin(), variables.end(),
                     [](const InterfaceVariable& variable) { return variable.register_index.has_value(); });
}

}  // namespace

Findings CheckStages(const EntryPoint& producer, const EntryPoint& consumer) {
  Findings findings;
  if (HasRegisters(producer.outputs) || HasRegisters(consumer.inputs)) {
    CheckSignatures(producer, consumer, &findings);
  } else {
    CheckLocations(producer, consumer, &findings);
  }
  return findings;
}

}  // namespace lacuna::reflection
