// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_HELPERTABLE_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_HELPERTABLE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "Transforms/SplitSegmentedBuffers/AccessEmitter.h"

namespace lacuna {

// The functions that accesses call. Each takes values only: the element of the
// array of descriptors where that is no constant, the place, and what is
// stored. One serves all accesses that differ in nothing else.
class HelperTable {
 public:
  HelperTable(ModuleBuilder* module, AccessEmitter* emitter) : module_(module), emitter_(emitter) {}

  // Emits a call that performs the access. Gives its result, or 0.
  uint32_t CallAccess(const UnitAccess& access, const DescriptorElement& element, const UnitArithmetic::Place& place,
                      const std::vector<uint32_t>& values, CodeBuilder* at);
  // The same for AccessEmitter::EmitLength.
  uint32_t CallLength(const PieceView& view, const SearchRule& rule, uint64_t offset, uint64_t stride,
                      const DescriptorElement& element, CodeBuilder* at);

  using Key = std::vector<uint64_t>;
  // Emits a helper's body from its element and parameters; gives its result.
  using Body = std::function<uint32_t(const DescriptorElement&, const std::vector<uint32_t>&, CodeRegion*)>;
  // Calls the helper with this key and the arguments `values`, besides those
  // that `element` needs; makes it with `body` if it is new. Keys begin with the
  // id of the pieces' variable.
  uint32_t Call(Key key, const std::string& name, uint32_t return_type, const std::vector<uint32_t>& value_types,
                const DescriptorElement& element, const std::vector<uint32_t>& values, CodeBuilder* at,
                const Body& body);

  uint32_t helper_count() const { return static_cast<uint32_t>(helpers_.size()); }

 private:
  std::string NameOf(const UnitAccess& access) const;

  ModuleBuilder* module_;
  AccessEmitter* emitter_;
  std::map<Key, uint32_t> helpers_;
};

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_HELPERTABLE_H_
