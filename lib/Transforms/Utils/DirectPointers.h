// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TRANSFORMS_UTILS_DIRECTPOINTERS_H_
#define LACUNA_TRANSFORMS_UTILS_DIRECTPOINTERS_H_

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "Analysis/KeptParameters.h"
#include "Analysis/PointerFlow.h"
#include "Transforms/Utils/FunctionCloner.h"
#include "Transforms/Utils/PointerRewriter.h"

namespace lacuna {

// Makes every access through a pointer that is followed begin at the
// variable: functions are copied for what they are given, and
// phis, selects, variables and results of pointers become ones of indices.
class DirectPointers {
 public:
  // `whole` says which functions may go on taking pointers, `also` which pointers
  // are followed beside those into buffers and to storage images.
  DirectPointers(IRContext* context, const DecorationTable& decorations, WholeDescriptors whole,
                 PointerShapes::AlsoTracked also)
      : context_(context), shapes_(context, decorations, also), kept_(context, &shapes_, decorations, whole) {}

  // Finds what every pointer may be to; changes nothing. Returns false if some
  // pointers cannot be rewritten, after `report` was called for them. With
  // `keep` they, and those that they flow together with, are left as they are,
  // and join `left_alone`, the ids of instructions that are not to be rewritten.
  bool Find(bool keep, std::set<uint32_t>* left_alone, const std::function<void(const PointerFlow&)>& report);

  // Nothing is known of the module, so that there is nothing to rewrite.
  bool failed() const { return flow_->failed(); }
  bool HasWork() const;

  // After Find. Returns false if ids ran out. `on_function` and `on_access` are
  // called, if set, for every function that gets a copy and every access that is
  // rewritten, before that, with a variable that it is for.
  using Observer = std::function<void(const Instruction& inst, uint32_t variable)>;
  bool Rewrite(ModuleBuilder* module, const Observer& on_function = {}, const Observer& on_access = {});

  size_t copies() const { return copies_.size(); }
  uint32_t rewritten() const { return rewritten_; }

 private:
  // A copy of a function for an instance of it.
  struct Copy {
    Instance* instance;
    ClonedFunction function;
  };
  bool MakeCopies(ModuleBuilder* module, PointerRewriter::Shared* shared);
  std::string NameOf(const Instance& instance, std::set<std::string>* taken) const;
  std::string OpNameOf(uint32_t id) const;

  IRContext* context_;
  PointerShapes shapes_;
  KeptParameters kept_;
  std::unique_ptr<PointerWebs> webs_;
  std::unique_ptr<PointerFlow> flow_;
  std::vector<Copy> copies_;
  uint32_t rewritten_ = 0;
};

}  // namespace lacuna

#endif  // LACUNA_TRANSFORMS_UTILS_DIRECTPOINTERS_H_
