// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SPLITSEGMENTEDBUFFERS_TEXELREWRITER_H_
#define LACUNA_SPLITSEGMENTEDBUFFERS_TEXELREWRITER_H_

#include <map>
#include <vector>

#include "Transforms/SplitSegmentedBuffers/HelperTable.h"
#include "Transforms/SplitSegmentedBuffers/SegmentPlan.h"

namespace lacuna {

// Rewrites the accesses to segmented texel buffers. The pieces of a variable are
// an array of its images; a texel's piece is found by the images' sizes, in
// texels, also where pieces have one size in bytes: how long a texel is, is
// nothing that a module says. Each access loads the image that it needs.
class TexelRewriter {
 public:
  TexelRewriter(ModuleBuilder* module, const DecorationTable& decorations, const SplitSegmentedBuffersOptions& options,
                HelperTable* helpers)
      : module_(module), decorations_(decorations), options_(options), helpers_(helpers) {}

  void Rewrite(const Segment& segment, const AccessSite& site);

  // The variable for a descriptor's pieces, or 0 if nothing uses it.
  uint32_t VariableFor(const Descriptor& descriptor) const;

 private:
  struct Pieces {
    uint32_t variable = 0;
    uint32_t image_type = 0;
    bool is_sampled = false;  // of OpTypeSampledImage
    uint32_t pieces = 0;
    const Descriptor* shape = nullptr;
  };
  const Pieces& PiecesOf(const Descriptor& descriptor, uint32_t pieces);
  uint32_t Pointer(const Pieces& pieces, const DescriptorElement& element, uint32_t piece, CodeBuilder* at);
  uint32_t Image(const Pieces& pieces, const DescriptorElement& element, uint32_t piece, CodeBuilder* at);
  uint32_t Size(const Pieces& pieces, const DescriptorElement& element, uint32_t piece, CodeBuilder* at);
  // Emits the access `site` at `place`; ids that only its function has are taken
  // from `values`, in the order of LocalOperands.
  uint32_t Emit(const Pieces& pieces, const AccessSite& site, const DescriptorElement& element, uint32_t place,
                const std::vector<uint32_t>& values, CodeRegion* region);
  uint32_t EmitInPiece(const Pieces& pieces, const AccessSite& site, const DescriptorElement& element, uint32_t piece,
                       uint32_t index, const std::vector<uint32_t>& values, CodeRegion* region);
  uint32_t EmitSize(const Pieces& pieces, const DescriptorElement& element, uint32_t type, CodeBuilder* at);
  uint32_t ConvertSize(uint32_t sum, uint32_t sum_type, uint32_t type, CodeBuilder* at);
  std::vector<uint32_t> LocalOperands(const AccessSite& site) const;
  bool IsLocal(uint32_t id) const;
  std::string NameOf(const Pieces& pieces, const AccessSite& site) const;

  ModuleBuilder* module_;
  const DecorationTable& decorations_;
  const SplitSegmentedBuffersOptions& options_;
  HelperTable* helpers_;
  std::map<uint32_t, Pieces> pieces_;  // by the original variable
};

}  // namespace lacuna

#endif  // LACUNA_SPLITSEGMENTEDBUFFERS_TEXELREWRITER_H_
