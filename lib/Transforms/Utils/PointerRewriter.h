// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TRANSFORMS_UTILS_POINTERREWRITER_H_
#define LACUNA_TRANSFORMS_UTILS_POINTERREWRITER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "Analysis/PointerFlow.h"
#include "Support/CodeBuilder.h"

namespace lacuna {

// What is left of a pointer that is no longer one: which of its origin's shapes
// it has, and the values of its indices. A shape with fewer indices has the last
// ones.
struct PointerParts {
  uint32_t tag = 0;  // a uint, the shape's number; 0 where there is one shape
  std::vector<uint32_t> slots;
};

// Rewrites one function so that every pointer that is used is an access chain
// from its variable, and what calls, phis, selects and variables hand on are
// indices.
class PointerRewriter {
 public:
  // What the functions of a module share.
  struct Shared {
    ModuleBuilder* module = nullptr;
    PointerFlow* flow = nullptr;
    std::map<const Instance*, Function*> functions;             // where each instance is now
    std::map<uint32_t, PointerParts> privates;                  // variables in place of Private ones
    std::map<uint32_t, uint32_t> structs;                       // of so many indices
    std::map<uint32_t, std::vector<uint32_t>> slot_parameters;  // of a function, in order
    // Called, if set, for every access before it is rewritten, with a variable
    // that it may go to.
    std::function<void(const Instruction& access, uint32_t variable)> on_access;
    uint32_t rewritten = 0;  // accesses
    bool lost = false;       // a call has no instance: the analysis and this class disagree
  };

  // `to_original` and `from_original` are those of the instance's copy, or empty
  // where the instance is the function itself.
  PointerRewriter(Shared* shared, Instance* instance, const std::map<uint32_t, uint32_t>& to_original,
                  const std::map<uint32_t, uint32_t>& from_original);

  void Rewrite();

 private:
  // One of the things that a pointer may be to.
  struct Choice {
    uint32_t tag;    // the origin's shape
    uint32_t shape;  // the pointer's own
    bool non_uniform;
  };
  struct PendingPhi {
    Instruction* phi;  // of pointers
    Instruction* tag;  // of tags, or null
    std::vector<Instruction*> slots;
  };

  uint32_t OriginalOf(uint32_t id) const;
  bool IsTracked(uint32_t id) const;
  bool IsReplaced(const Instruction& origin) const;
  bool NeedsWork(uint32_t pointer) const;
  std::vector<Choice> ChoicesOf(uint32_t pointer, bool with_null = false) const;
  ShapeSet SetOf(uint32_t pointer) const;

  // PointerParts.
  PointerParts PartsOf(uint32_t pointer);
  uint32_t TagOf(uint32_t pointer, CodeBuilder* at);
  uint32_t AsSlot(uint32_t id, CodeBuilder* at);
  std::vector<uint32_t> SlotsFor(const PointerParts& parts, uint32_t shape) const;
  uint32_t SlotOrZero(const PointerParts& parts, size_t index, size_t count, CodeBuilder* at);
  uint32_t IndexType() const;

  // Pointers.
  uint32_t EmitPointer(CodeBuilder* at, uint32_t type, const Choice& choice, const std::vector<uint32_t>& slots);
  uint32_t Materialize(uint32_t pointer);
  CodeBuilder After(Instruction* inst);
  void MarkNonUniform(uint32_t id);

  // Instructions.
  void MakeParameters();
  uint32_t AddParameter(Instruction* parameter, uint32_t type, const std::string& name);
  void MakePhis();
  void MakeVariable(Instruction* variable);
  void MarkDead(Instruction* inst);
  void FinishPhis();
  void FoldPhi(Instruction* phi);
  void RewriteInstruction(Instruction* inst);
  void RewriteSelect(Instruction* inst);
  void RewritePointerLoad(Instruction* inst);
  void RewritePointerStore(Instruction* inst, uint32_t pointer, uint32_t value);
  void RewriteReturn(Instruction* inst);
  void RewriteComparison(Instruction* inst);
  bool MatchIndices(uint32_t shape_a, const std::vector<uint32_t>& slots_a, uint32_t shape_b,
                    const std::vector<uint32_t>& slots_b, CodeBuilder* at,
                    std::vector<std::pair<uint32_t, uint32_t>>* indices);
  void RewriteUse(Instruction* inst);
  void FinishCall(Instruction* call);
  bool HandsOnTags(const Instruction& call) const;
  ShapeSet SetOrNull(uint32_t pointer) const;
  std::vector<uint32_t> SlotTypes(const ShapeSet& set) const;
  void Dispatch(Instruction* inst, uint32_t operand, const std::vector<Choice>& choices);
  void RemoveAccess(Instruction* inst);
  void MakeVolatile(Instruction* inst);
  void UpdateType();
  bool IsChainToCell(const Instruction& inst) const;
  void Sweep();

  const PointerParts& CellsOf(uint32_t variable);
  uint32_t CellPointer(uint32_t cell, uint32_t pointer, CodeBuilder* at);
  uint32_t PartsType(size_t count);

  Shared* shared_;
  ModuleBuilder* module_;
  IRContext* context_;
  PointerFlow* flow_;
  PointerShapes* shapes_;
  Instance* instance_;
  Function* function_;
  const std::map<uint32_t, uint32_t>& to_original_;
  const std::map<uint32_t, uint32_t>& from_original_;
  std::map<uint32_t, PointerParts> parts_;
  std::map<uint32_t, ShapeSet> sets_;  // of results made here
  std::map<uint32_t, PointerParts> cells_;
  std::map<uint32_t, uint32_t> materialized_;
  std::set<uint32_t> bound_;
  std::set<uint32_t> volatile_;
  std::vector<PendingPhi> phis_;
  std::vector<Instruction*> dead_;
};

}  // namespace lacuna

#endif  // LACUNA_TRANSFORMS_UTILS_POINTERREWRITER_H_
