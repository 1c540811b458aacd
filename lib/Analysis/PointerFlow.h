// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_POINTERFLOW_H_
#define LACUNA_ANALYSIS_POINTERFLOW_H_

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "Analysis/Convergence.h"
#include "Analysis/KeptParameters.h"
#include "Analysis/PointerShape.h"
#include "Analysis/PointerWebs.h"

namespace lacuna {

// What a function's parameter is bound to: one shape, or several with a tag that
// says which.
struct Binding {
  ShapeSet shapes;  // empty: it stays a parameter

  bool is_bound() const { return !shapes.empty(); }
  bool has_tag() const { return shapes.size() > 1; }
  // Those that stay parameters come last.
  bool operator<(const Binding& other) const {
    return is_bound() == other.is_bound() ? shapes < other.shapes : is_bound();
  }
};

// A function with what its parameters are bound to, and what its pointers are
// to then.
struct Instance {
  Function* function = nullptr;   // as it is in the module
  std::vector<Binding> bindings;  // one per parameter
  std::map<uint32_t, ShapeSet> origins;
  ShapeSet returned;

  bool is_bound() const {
    for (const Binding& binding : bindings) {
      if (binding.is_bound()) return true;
    }
    return false;
  }
};

// Finds what every pointer may be to, in every function that runs, for every
// way in which it is called.
class PointerFlow {
 public:
  struct Declined {
    const Instruction* inst;
    std::string reason;
    std::vector<uint32_t> pointers;  // whose webs cannot be rewritten
  };

  // What was declined before, when less was left alone: it is not declined again.
  using Seen = std::set<std::pair<const Instruction*, std::string>>;

  // Pointers of a web in `webs` that is marked are left as they are.
  PointerFlow(IRContext* context, PointerShapes* shapes, const KeptParameters* kept, PointerWebs* webs, Seen* seen);

  void Run();

  const std::vector<Declined>& declined() const { return declined_; }
  // Nothing is known of the module: the reason is the last in declined().
  bool failed() const { return failed_; }
  // Is there anything in the instance to rewrite?
  bool HasWork(const Instance& instance) const;
  std::deque<Instance>& instances() { return instances_; }

  // Of a tracked id of the instance's function.
  ShapeSet ShapesOf(const Instance& instance, uint32_t id) const;
  // Of an origin, which has the id `original_id` in the function as it was.
  ShapeSet ShapesOfOrigin(const Instance& instance, const Instruction& origin, uint32_t original_id) const;
  // The shape that comes of `shape` behind `links`; *non_uniform is set if one
  // of them says so.
  uint32_t Follow(uint32_t shape, const std::vector<Instruction*>& links, bool* non_uniform) const;

  // What the parameter `index` of `callee` is bound to when it is given a
  // pointer of this shape.
  Binding Bind(const Function& callee, uint32_t index, uint32_t shape, bool non_uniform) const;
  // The same for a pointer that may have several shapes, where the callee finds
  // out which. Without a binding, one of them cannot be told by a tag.
  Binding BindAny(const Function& callee, uint32_t index, const ShapeSet& shapes) const;
  // Does a call with arguments of these shapes hand on tags? Otherwise it is made
  // once for each combination, under a branch: not where the callee must run in
  // all invocations together, nor for too many.
  bool HandsOnTags(const Function& callee, const std::vector<ShapeSet>& arguments) const;
  // The instance with these bindings, or null.
  Instance* Find(uint32_t function_id, const std::vector<Binding>& bindings);

  // The function with this result id, or null. Whether it has a body is another
  // question.
  Function* FunctionOf(uint32_t id) const;
  // Do its calls give the parts of a pointer instead of a pointer?
  bool ReturnsParts(const Function& function) const;

  // Of a Private variable that holds pointers.
  const ShapeSet& OfPrivate(uint32_t variable) { return privates_[variable]; }

  PointerShapes& shapes() const { return *shapes_; }
  const PointerWebs& webs() const { return *webs_; }

 private:
  bool HasCycle() const;
  std::vector<Function*> Roots() const;
  Instance* Get(Function* function, const std::vector<Binding>& bindings);
  bool Scan(Instance* instance);
  bool ScanCall(Instance* instance, const Instruction& call);
  uint32_t FreeParameter(const Function& callee, uint32_t index) const;
  bool IsFromVariable(uint32_t shape) const;
  void Check(const Instance& instance);
  void CheckUse(const Instance& instance, const Instruction& inst);
  void CheckComparison(const Instance& instance, const Instruction& inst);
  bool Merge(ShapeSet* into, const ShapeSet& from, bool non_uniform);
  ShapeSet* PlaceOf(Instance* instance, const Instruction& variable);
  void Decline(const Instruction* inst, const std::string& reason, std::vector<uint32_t> pointers);

  IRContext* context_;
  PointerShapes* shapes_;
  const KeptParameters* kept_;
  PointerWebs* webs_;
  std::map<uint32_t, Function*> functions_;
  ConvergentFunctions convergent_;
  bool unknown_is_null_ = false;
  std::set<uint32_t> roots_;
  std::deque<Instance> instances_;
  std::map<std::pair<uint32_t, std::vector<Binding>>, Instance*> index_;
  std::map<uint32_t, ShapeSet> privates_;
  std::vector<Declined> declined_;
  bool failed_ = false;
  Seen* seen_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_POINTERFLOW_H_
