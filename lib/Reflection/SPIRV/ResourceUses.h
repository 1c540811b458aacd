// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_SPIRV_RESOURCEUSES_H_
#define LACUNA_REFLECTION_SPIRV_RESOURCEUSES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "Reflection/SPIRV/BlockPaths.h"
#include "Reflection/SPIRV/CallGraph.h"
#include "Reflection/SPIRV/Context.h"

namespace lacuna::reflection::spirv {

// What each entry point does with the module's variables. A variable is used
// when an instruction in a function that the entry point can call names it
// (static use, as the Vulkan specification has it); how it is used follows
// pointers, images and samplers through chains, copies, phis, selects, local
// variables and calls.
class ResourceUses {
 public:
  enum Flag : uint8_t { kRead = 1, kWritten = 2, kAtomic = 4, kSampled = 8, kFetched = 16, kQueried = 32 };

  explicit ResourceUses(Context* context) : context_(*context), paths_(context) {}

  // Looks at all functions once.
  bool Build();

  // Fills the uses, push constants and spec_ids of an entry point whose
  // function has the given index. `variables` receives the ids of all
  // module-scope variables that it uses.
  bool Fill(const CallGraph& calls, uint32_t function, EntryPoint* entry_point,
            std::unordered_set<uint32_t>* variables);

 private:
  // A part of a push constant block by its bytes and name.
  struct PushRange {
    uint32_t resource;
    uint64_t offset, end;
    std::string name;
    bool operator<(const PushRange& other) const {
      return std::tie(resource, offset, end, name) < std::tie(other.resource, other.offset, other.end, other.name);
    }
  };
  struct FunctionUses {
    std::map<uint32_t, uint8_t> variables;  // flags by variable
    std::vector<uint32_t> constants;        // specialization constants and the like
    std::map<PushRange, bool> push_ranges;
  };
  // What is done with `derived` is done with `base`.
  struct Edge {
    uint32_t derived, base;
    uint32_t function;
  };

  bool IsVariable(uint32_t id) const { return variables_.count(id) != 0; }
  bool IsHandle(uint32_t type_id) const;
  bool Visit(uint32_t function, const Inst& inst);
  void Derive(uint32_t function, uint32_t derived, uint32_t base);
  void Use(uint32_t function, uint32_t id, uint8_t flags);
  bool UseAll(uint32_t function, const Inst& inst, uint8_t flags);
  bool VisitPaths(uint32_t function, const Inst& inst);
  bool UsePath(uint32_t function, const BlockPath& path);
  void Propagate();

  Context& context_;
  BlockPaths paths_;
  std::unordered_set<uint32_t> variables_;  // at module scope
  std::unordered_set<uint32_t> specialized_;
  std::unordered_set<uint32_t> silent_sets_;  // extended instruction sets for debuggers
  // Module-scope ids that an initializer or constant refers to.
  std::unordered_map<uint32_t, std::vector<uint32_t>> references_;
  std::vector<FunctionUses> functions_;
  std::unordered_map<uint32_t, uint8_t> flags_;  // of ids within functions
  std::vector<Edge> edges_, variable_edges_;
  std::unordered_map<uint32_t, BlockPath> pointers_;  // within the current function
  // Entry points may share a function.
  struct Result {
    std::vector<ResourceUse> uses;
    std::optional<PushConstantUse> push_constants;
    std::vector<uint32_t> spec_ids;
    std::unordered_set<uint32_t> variables;
  };
  bool Collect(const CallGraph& calls, uint32_t function, Result* result);
  bool CollectPushConstants(const std::map<PushRange, bool>& ranges, Result* result);
  std::unordered_map<uint32_t, Result> results_;
};

}  // namespace lacuna::reflection::spirv

#endif  // LACUNA_REFLECTION_SPIRV_RESOURCEUSES_H_
