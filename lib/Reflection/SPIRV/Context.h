// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_CONTEXT_H_
#define LACUNA_REFLECTION_SPIRV_CONTEXT_H_

#include <string>
#include <utility>
#include <vector>

#include "Reflection/SPIRV/Constants.h"
#include "Reflection/SPIRV/Decorations.h"
#include "Reflection/SPIRV/Limits.h"
#include "Reflection/SPIRV/Types.h"
#include "lacuna/Reflection/Model.h"

namespace lacuna::reflection::spirv {

// What every part of the reader looks things up in, and where results go.
// Owns all of it, so that it cannot be taken apart; the table comes from outside.
struct Context {
  explicit Context(const ModuleTable& module_table)
      : table(module_table), decorations(table), types(table, &progress), constants(table, types, decorations) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const ModuleTable& table;
  Progress progress;
  Decorations decorations;
  TypeTable types;
  ConstantTable constants;
  Module module;
  // What the specialization constants size, by SpecId.
  std::vector<std::pair<uint32_t, std::string>> sized;

  bool Fail(const Inst& inst, std::string message, std::string expected = "") {
    return progress.Fail(table.ByteOffset(inst), std::move(message), std::move(expected));
  }

  // Notes beyond the first hundred would hide what matters.
  void AddNote(const Inst& inst, std::string text) {
    if (module.notes.size() < 100) module.notes.push_back({std::move(text), table.ByteOffset(inst)});
  }
};

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_CONTEXT_H_
