// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Analysis/ImageOps.h"

namespace lacuna {

std::optional<ImageOp> ClassifyImageOp(spv::Op op) {
  using Effect = ImageOp::Effect;
  switch (op) {
    case spv::Op::OpImageFetch:
    case spv::Op::OpImageRead:
      return ImageOp{Effect::kTexels, false, 2};
    case spv::Op::OpImageSparseFetch:
    case spv::Op::OpImageSparseRead:
      return ImageOp{Effect::kTexels, true, 2};
    case spv::Op::OpImageSampleExplicitLod:
    case spv::Op::OpImageSampleProjExplicitLod:
      return ImageOp{Effect::kSample, false, 2};
    case spv::Op::OpImageSparseSampleExplicitLod:
    case spv::Op::OpImageSparseSampleProjExplicitLod:
      return ImageOp{Effect::kSample, true, 2};
    case spv::Op::OpImageSampleDrefExplicitLod:
    case spv::Op::OpImageSampleProjDrefExplicitLod:
    case spv::Op::OpImageGather:
    case spv::Op::OpImageDrefGather:
      return ImageOp{Effect::kSample, false, 3};
    case spv::Op::OpImageSparseSampleDrefExplicitLod:
    case spv::Op::OpImageSparseSampleProjDrefExplicitLod:
    case spv::Op::OpImageSparseGather:
    case spv::Op::OpImageSparseDrefGather:
      return ImageOp{Effect::kSample, true, 3};
    case spv::Op::OpImageSampleImplicitLod:
    case spv::Op::OpImageSampleProjImplicitLod:
      return ImageOp{Effect::kImplicit, false, 2};
    case spv::Op::OpImageSparseSampleImplicitLod:
    case spv::Op::OpImageSparseSampleProjImplicitLod:
      return ImageOp{Effect::kImplicit, true, 2};
    case spv::Op::OpImageSampleDrefImplicitLod:
    case spv::Op::OpImageSampleProjDrefImplicitLod:
      return ImageOp{Effect::kImplicit, false, 3};
    case spv::Op::OpImageSparseSampleDrefImplicitLod:
    case spv::Op::OpImageSparseSampleProjDrefImplicitLod:
      return ImageOp{Effect::kImplicit, true, 3};
    case spv::Op::OpImageQueryLod:
      return ImageOp{Effect::kImplicit, false, 0};
    case spv::Op::OpImageWrite:
      return ImageOp{Effect::kWrite, false, 3};
    case spv::Op::OpImageQuerySize:
    case spv::Op::OpImageQuerySizeLod:
    case spv::Op::OpImageQueryLevels:
    case spv::Op::OpImageQuerySamples:
      return ImageOp{Effect::kQuery, false, 0};
    default:
      return std::nullopt;
  }
}

}  // namespace lacuna
