// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_LENGTHVIEWS_H_
#define LACUNA_EMULATENULLDESCRIPTORS_LENGTHVIEWS_H_

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "Analysis/DescriptorTable.h"
#include "Support/CodeBuilder.h"
#include "Analysis/AccessCollector.h"

namespace lacuna {

// Measures how many bytes are bound to a storage buffer.
//
// OpArrayLength gives floor((range - offset) / stride) of a runtime array, so a
// runtime array at offset 0 whose stride is the unit of measure gives the whole
// range. Where the block has none, a second variable on the same binding, the
// length view, does: struct { uint units[]; }. The unit is 4 bytes, or 1 or 2
// where the module touches the binding in such units: then the last bytes of a
// range that is no multiple of 4 count, too. No view is ever loaded from or
// stored to, so it aliases nothing and is NonWritable.
class LengthViews {
 public:
  LengthViews(ModuleBuilder* module, const DecorationTable& decorations, const TypeLayout& layout)
      : module_(module), decorations_(decorations), layout_(layout) {}

  // Tells which units the binding is touched in; before the first Measure.
  void NoteAccess(const AccessSite& site);

  // Emits the number of bytes bound to the element and returns its id (uint).
  // Ranges under 4 bytes give 0: such is the stand-in for null.
  // `element` indexes the descriptor's dimensions; they must be in range.
  uint32_t Measure(const Descriptor& descriptor, const std::vector<uint32_t>& element, bool non_uniform,
                   CodeBuilder* at);

 private:
  struct View {
    uint32_t variable = 0;
    uint32_t struct_type = 0;
    uint32_t member = 0;
  };
  uint32_t UnitOf(const Descriptor& descriptor) const;
  View ViewFor(const Descriptor& descriptor);
  uint32_t ViewStruct(const Descriptor& descriptor, uint32_t unit);

  ModuleBuilder* module_;
  const DecorationTable& decorations_;
  const TypeLayout& layout_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> unit_;             // by (set, binding)
  std::map<std::pair<uint32_t, spv::StorageClass>, uint32_t> struct_;  // by (unit, class)
  std::map<std::vector<uint32_t>, View> view_;                         // by set, binding, class, array lengths
  std::map<uint32_t, View> chosen_;                                    // by variable
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_LENGTHVIEWS_H_
