// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_POINTERSHADOWS_H_
#define LACUNA_EMULATENULLDESCRIPTORS_POINTERSHADOWS_H_

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "Transforms/EmulateNullDescriptors/GuardConditions.h"

namespace lacuna {

// Makes the shadows of pointers and images whose origin is not one variable, so that an
// access through such a pointer is checked against the buffer that is really
// behind it:
//
// - a phi or select of pointers has phis or selects of their shadows;
// - a function takes three more parameters for each such pointer parameter, and
//   every call passes them;
// - a variable that holds a pointer has three variables beside it, which are
//   stored and loaded with it;
// - an image value has the shadow of the descriptor that it was loaded from;
// - a null or undefined pointer has nothing bound behind it.
class PointerShadows {
 public:
  // `is_rewritten` tells for which descriptors null is emulated, `never_runs`
  // which functions nobody calls: they have no presence words. `conditions` gives
  // those of a function.
  PointerShadows(GuardConditions::Shared* shared, const AccessPaths& paths,
                 std::function<bool(const Descriptor&)> is_rewritten, std::function<bool(const Function&)> never_runs,
                 std::function<GuardConditions*(Function*)> conditions)
      : shared_(shared),
        module_(shared->module),
        paths_(paths),
        is_rewritten_(std::move(is_rewritten)),
        never_runs_(std::move(never_runs)),
        conditions_(std::move(conditions)) {}

  // Makes the shadow of the pointer that `site` begins at, if it has no
  // descriptor, and of everything that flows into it. Before any block is split.
  void MakeFor(const AccessSite& site);

 private:
  using Shadow = GuardConditions::Shadow;
  // The shadow of any pointer; made at its definition.
  Shadow Of(uint32_t pointer);
  // The shadow of a pointer, a variable perhaps, as `user` takes it.
  Shadow OfOperand(uint32_t pointer, Instruction* user);
  Shadow Make(Instruction* pointer);
  Shadow MakePhi(Instruction* phi);
  Shadow MakeParameter(Instruction* parameter);
  Shadow MakeLoad(Instruction* load);
  Shadow MakeMoved(Instruction* pointer);
  Shadow MakeImage(Instruction* value);
  // The parts of a shadow that exist: one without lengths, else three.
  static constexpr uint32_t Shadow::*kParts[] = {&Shadow::length, &Shadow::low, &Shadow::high};
  uint32_t PartCount() const { return sources_.by_length ? 3 : 1; }
  Shadow Nothing();
  void PassToCalls(Function* callee, uint32_t argument);
  CodeBuilder After(Instruction* inst);

  GuardConditions::Shared* shared_;
  ModuleBuilder* module_;
  const AccessPaths& paths_;
  std::function<bool(const Descriptor&)> is_rewritten_;
  std::function<bool(const Function&)> never_runs_;
  std::function<GuardConditions*(Function*)> conditions_;
  GuardConditions::Sources sources_;      // of what is being made
  std::map<uint32_t, Shadow> variables_;  // by pointer variable: ids of its shadow variables
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_POINTERSHADOWS_H_
