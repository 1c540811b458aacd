// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_ACCESSCOLLECTOR_H_
#define LACUNA_ANALYSIS_ACCESSCOLLECTOR_H_

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "Analysis/AccessPath.h"
#include "Analysis/Parameters.h"

namespace lacuna {

// One instruction that touches the memory of a descriptor.
struct AccessSite {
  enum class Kind {
    kLoad,
    kStore,
    kAtomic,
    kArrayLength,
    kCopyFrom,
    kCopyTo,
    kImageLoad,  // of an image value, from an array of descriptors
    kImageRead,  // of texels, samples included; an OpImageQueryLod, too
    kImageWrite,
    kImageQuery,
    kTexelAtomic,  // on an OpImageTexelPointer
  };

  Kind kind = Kind::kLoad;
  Instruction* inst = nullptr;
  AccessPath path;
  // The descriptors that the path may lead to: its own, or where it begins at a
  // pointer of another origin, all that can be behind that pointer. In order.
  std::vector<const Descriptor*> roots;
  // The bytes touched: from path.offset, this many. Not set for kArrayLength.
  ByteCount extent;
  // The type of the value that moves, or for kArrayLength of what is counted.
  uint32_t value_type = 0;
  // A load whose 8- or 16-bit result the module may only convert or store,
  // because it lacks the arithmetic capability.
  bool storage_only = false;
  // Of image accesses: the coordinate's id (0 for none), and of kTexelAtomic the
  // OpImageTexelPointer.
  uint32_t coordinate = 0;
  Instruction* texel_pointer = nullptr;

  bool is_image() const { return kind >= Kind::kImageLoad; }
};

// Names, decorations, interface lists and debug info say something about an id
// without using it.
bool IsAnnotation(const Instruction& inst);

// The users of a result, annotations aside, each with the in operand that it is.
std::vector<std::pair<Instruction*, uint32_t>> UsesOf(IRContext* context, const Instruction& inst);

// A use of a descriptor that cannot be rewritten.
struct DeclinedUse {
  const Instruction* inst;
  const Descriptor* descriptor;
  std::string reason;
};

// Adds the use, unless one of the same instruction and descriptor is there: a
// pointer may reach one instruction in two operands, and one report is enough.
void AddDeclinedUse(const DeclinedUse& use, std::vector<DeclinedUse>* declined);

// Finds every use of storage buffers. A pointer is followed through access
// chains, copies, phis, selects, function parameters and the variables that
// hold it; whatever else takes it is declined by name.
class AccessCollector {
 public:
  // What becomes of uses that no rule for null or out of bounds is about, but
  // that need the buffer to be one: pointer comparisons, cooperative matrices.
  enum class Opaque { kIgnored, kDeclined };

  AccessCollector(IRContext* context, const AccessPaths& paths, Opaque opaque = Opaque::kIgnored)
      : context_(context), paths_(paths), parameters_(context), opaque_(opaque) {}

  // Adds the uses of `descriptor`. OpCopyMemory gives a kCopyFrom or a kCopyTo
  // for the side that is in the descriptor.
  void Collect(const Descriptor& descriptor);

  // In no order.
  const std::vector<AccessSite>& sites() const { return sites_; }
  const std::vector<DeclinedUse>& declined() const { return declined_; }

  // The functions in which a pointer goes where its origin is lost: there its
  // buffer's length or presence must be known, too.
  const std::set<uint32_t>& functions_with_escapes() const { return functions_with_escapes_; }

 private:
  void Follow(const Descriptor& descriptor, const Instruction& pointer);
  void Use(const Descriptor& descriptor, Instruction* user, uint32_t in_operand);
  void Escape(const Descriptor& descriptor, Instruction* user, uint32_t pointer_id, const Instruction& target);
  bool OriginsAreKnown(const Instruction& pointer, std::set<uint32_t>* seen, std::string* why);
  void FollowVariable(const Descriptor& descriptor, Instruction* store);
  void AddSite(const Descriptor& descriptor, AccessSite::Kind kind, Instruction* user, uint32_t pointer_id,
               uint32_t value_type);
  bool CheckValue(const AccessSite& site, std::string* why) const;
  bool HasPointerPart(uint32_t type) const;
  bool IsStorageOnly(uint32_t type, bool* is_float, bool* is_composite) const;
  bool CheckStorageOnlyLoad(const AccessSite& site, std::string* why) const;
  void Decline(const Instruction* inst, const Descriptor& descriptor, const std::string& reason) {
    AddDeclinedUse({inst, &descriptor, reason}, &declined_);
  }

  IRContext* context_;
  const AccessPaths& paths_;
  ParameterTable parameters_;
  Opaque opaque_;
  std::vector<AccessSite> sites_;
  std::map<std::pair<const Instruction*, AccessSite::Kind>, size_t> site_index_;
  std::vector<DeclinedUse> declined_;
  std::set<std::pair<uint32_t, uint32_t>> followed_;  // (descriptor, pointer)
  std::set<uint32_t> functions_with_escapes_;
  std::set<uint32_t> known_origins_;  // for which OriginsAreKnown holds
  int depth_ = 0;                     // of Follow
};

// How many instructions a pointer may go through: what follows it calls itself.
constexpr int kMaxPointerSteps = 2000;

// The smallest scalar inside `type`, in bytes; 4 for none.
uint32_t SmallestScalarBytes(IRContext* context, const TypeLayout& layout, uint32_t type);

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_ACCESSCOLLECTOR_H_
