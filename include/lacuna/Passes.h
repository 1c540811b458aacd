// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_PASSES_H_
#define LACUNA_PASSES_H_

// The passes as library calls. Every pass is a spvtools::Optimizer::PassToken,
// so it can be registered into any Optimizer between any other passes:
//
//   spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
//   optimizer.RegisterPass(lacuna::CreateEmulateNullDescriptorsPass({}));

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lacuna/BindingSet.h"
#include "lacuna/InterfaceMap.h"
#include "lacuna/MslVersion.h"
#include "lacuna/PresenceOptions.h"
#include "lacuna/Remark.h"
#include "lacuna/SegmentCounts.h"
#include "lacuna/Statistic.h"
#include "spirv-tools/optimizer.hpp"

namespace lacuna {

// What passes report to, owned by the caller and outliving the Optimizer run.
// Each pointer may be null: then that kind of report is dropped. One context
// serves all passes of one run; it is not for concurrent runs.
struct PassContext {
  // Each pass adds what the run time must know of the rewritten module.
  InterfaceMap* interface_map = nullptr;
  RemarkSink* remarks = nullptr;
  // Each pass that has statistics appends them once.
  std::vector<Statistic>* statistics = nullptr;
};

// How a null storage buffer is recognized.
enum class StorageBufferGuard {
  kLength,    // the bytes bound, measured through OpArrayLength
  kPresence,  // a presence bit
  kBoth,      // both
  kOff,       // storage buffers are left alone
};

// How a load is kept from an absent descriptor: by a branch, or by reading element 0 of the stand-in and a select.
enum class LoadGuard { kBranch, kSelect };

// How a null uniform buffer is made to read 0.
enum class UniformBufferGuard {
  kStandIn,   // the host binds a block of zeros; nothing is rewritten
  kPresence,  // a presence bit
};

// Whether images and texel buffers are rewritten, to go by presence bits.
enum class ImageGuard { kPresence, kOff };

// What becomes of image descriptors in arrays whose length is not known.
enum class UnsizedArrays {
  kPresent,  // every element counts as present; the map and a warning say so
  kError,
};

// What a dropped compare-exchange gives: 0, or its comparator, as if it had succeeded.
enum class AtomicResult { kZero, kComparator };

// Where guards or searches are put: at the access, or into functions marked DontInline.
enum class HelperForm { kInline, kCall };

// How wide the place of an access in a segmented buffer is computed, in bits; kAuto: as wide as the pieces may need.
enum class IndexWidth { kAuto, k32, k64 };

// How a piece of a segmented buffer is picked.
enum class PieceIndex {
  kConstant,  // by branches on constant numbers
  kDynamic,   // by a computed index, which is NonUniform
};

// Which functions go on taking pointers into descriptors that are no arrays.
enum class WholeDescriptors {
  kAuto,        // those that read such memory again to no effect
  kKeep,        // all whose pointers have a type in Metal
  kSpecialise,  // none
};

// A shape that a pass cannot rewrite soundly makes the pass fail, or stays as it is and is listed as declined.
enum class UnsupportedAction { kError, kKeep };

// One options struct per pass, with the fields and defaults of Passes.def.
#define LACUNA_PASS_BEGIN(ID, FLAG, SUMMARY) struct ID##Options {
#define LACUNA_OPTION_ENUM(ID, FIELD, KEY, TYPE, DEFAULT, CHOICES, HELP) TYPE FIELD = TYPE::DEFAULT;
#define LACUNA_OPTION_UINT(ID, FIELD, KEY, DEFAULT, HELP) uint32_t FIELD = DEFAULT;
#define LACUNA_OPTION_AUTO_UINT(ID, FIELD, KEY, HELP) std::optional<uint32_t> FIELD;
#define LACUNA_OPTION_BINDINGS(ID, FIELD, KEY, HELP) BindingSet FIELD = BindingSet::All();
#define LACUNA_OPTION_VALUE(ID, FIELD, KEY, TYPE, DEFAULT, SYNTAX, HELP) TYPE FIELD;
#define LACUNA_PASS_END(ID) };
#include "lacuna/Passes.def"

// One factory per pass. `context` may be null; else it outlives the Optimizer run.
#define LACUNA_PASS_BEGIN(ID, FLAG, SUMMARY) \
  spvtools::Optimizer::PassToken Create##ID##Pass(const ID##Options& options, PassContext* context = nullptr);
#include "lacuna/Passes.def"

}  // namespace lacuna

#endif  // LACUNA_PASSES_H_
