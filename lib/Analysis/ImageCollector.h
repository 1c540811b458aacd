// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_IMAGECOLLECTOR_H_
#define LACUNA_ANALYSIS_IMAGECOLLECTOR_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "Analysis/AccessCollector.h"

namespace lacuna {

// Finds every use of images, combined image samplers and texel buffers. A
// descriptor is followed through access chains, copies, loads, OpSampledImage,
// OpImage and function parameters, as a pointer or as a value; whatever else
// takes it is declined by name.
class ImageCollector {
 public:
  ImageCollector(IRContext* context, const AccessPaths& paths)
      : context_(context), paths_(paths), parameters_(context) {}

  void Collect(const Descriptor& descriptor);

  // As in AccessCollector.
  const std::vector<AccessSite>& sites() const { return sites_; }
  const std::vector<DeclinedUse>& declined() const { return declined_; }
  const std::set<uint32_t>& functions_with_escapes() const { return functions_with_escapes_; }

 private:
  bool IsTooDeep(const Descriptor& descriptor, const Instruction& inst);
  void FollowPointer(const Descriptor& descriptor, const Instruction& pointer);
  void FollowValue(const Descriptor& descriptor, const Instruction& value);
  void UsePointer(const Descriptor& descriptor, Instruction* user, uint32_t in_operand);
  void UseValue(const Descriptor& descriptor, Instruction* user, uint32_t in_operand);
  void UseTexelPointer(const Descriptor& descriptor, Instruction* texel_pointer);
  // Passes `descriptor` on to a function: follows the parameter that takes in
  // operand `in_operand` of the call, if everything that other calls pass for it
  // is of a kind that a shadow can be made for.
  void EnterFunction(const Descriptor& descriptor, Instruction* call, uint32_t in_operand, bool is_pointer);
  bool OriginsAreKnown(const Instruction& image, std::set<uint32_t>* seen, std::string* why);
  // Adds a site whose image comes from `source`, a pointer or an image value.
  void AddSite(const Descriptor& descriptor, AccessSite::Kind kind, Instruction* inst, uint32_t source,
               uint32_t coordinate, Instruction* texel_pointer);
  void Decline(const Instruction* inst, const Descriptor& descriptor, const std::string& reason) {
    AddDeclinedUse({inst, &descriptor, reason}, &declined_);
  }

  IRContext* context_;
  const AccessPaths& paths_;
  ParameterTable parameters_;
  std::vector<AccessSite> sites_;
  std::map<const Instruction*, size_t> site_index_;
  std::vector<DeclinedUse> declined_;
  std::set<std::pair<uint32_t, uint32_t>> followed_;  // (descriptor, id)
  std::set<uint32_t> functions_with_escapes_;
  std::set<uint32_t> known_origins_;  // for which OriginsAreKnown holds
  int depth_ = 0;                     // of FollowPointer and FollowValue
};

// The pointer or parameter that an image value comes from, through copies,
// OpSampledImage, OpImage and OpLoad.
uint32_t ImageOrigin(opt::analysis::DefUseManager* defs, uint32_t value);

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_IMAGECOLLECTOR_H_
