// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_SEGMENTPLAN_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_SEGMENTPLAN_H_

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "Analysis/AccessCollector.h"
#include "Transforms/SplitSegmentedBuffers/AccessEmitter.h"
#include "lacuna/Passes.h"

namespace lacuna {

// The buffers at one binding that is to be split.
struct Segment {
  uint32_t set = 0, binding = 0, pieces = 0;
  DescriptorKind kind = DescriptorKind::kStorageBuffer;
  std::vector<const Descriptor*> descriptors;
  std::vector<AccessSite> sites;  // in module order
  // In bytes: what all pieces but the last must be a multiple of.
  uint32_t multiple = 4;
};

// The conversion that gives a value of 8- or 16-bit parts, if it is one of what
// the module may compute with; else null.
const Instruction* ConversionOf(IRContext* context, uint32_t value);

// Decides what can be split, before anything is changed.
class SegmentPlan {
 public:
  SegmentPlan(IRContext* context, const AccessPaths& paths, const SplitSegmentedBuffersOptions& options)
      : context_(context), paths_(paths), options_(options) {}

  // Looks at every binding that the options name, those in `excluded` aside.
  void Make(const DescriptorTable& descriptors, const std::set<std::pair<uint32_t, uint32_t>>& excluded);

  std::deque<Segment>& segments() { return segments_; }
  const std::deque<Segment>& segments() const { return segments_; }
  const std::vector<DeclinedUse>& declined() const { return declined_; }

  // Does any access go through a pointer or an image whose origin is not one
  // variable? Such accesses are declined here.
  bool is_indirect() const { return is_indirect_; }

  // How accesses in units of so many bytes find their piece.
  SearchRule RuleFor(const Segment& segment, uint32_t unit) const;

 private:
  bool CheckBinding(const Segment& segment);
  void Take(Segment* segment, const std::vector<AccessSite>& sites, const std::vector<DeclinedUse>& declined);
  uint32_t TexelMultiple(const Descriptor& descriptor) const;
  void CheckTexelSite(const Segment& segment, const AccessSite& site);
  void CheckBufferSite(const Segment& segment, const AccessSite& site);
  bool CheckValue(const AccessSite& site, const LaidOutType& type, uint64_t offset, uint32_t* scalars,
                  std::string* why) const;
  bool CheckAtomic(const AccessSite& site, std::string* why) const;
  bool CheckPlace(const AccessSite& site, uint64_t offset, uint32_t unit, std::string* why) const;
  void Decline(const Instruction* inst, const Segment& segment, const std::string& why);

  IRContext* context_;
  const AccessPaths& paths_;
  const SplitSegmentedBuffersOptions& options_;
  std::deque<Segment> segments_;
  std::vector<DeclinedUse> declined_;
  bool is_indirect_ = false;
};

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_SEGMENTPLAN_H_
