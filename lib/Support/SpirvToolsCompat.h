// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_SUPPORT_SPIRVTOOLSCOMPAT_H_
#define LACUNA_SUPPORT_SPIRVTOOLSCOMPAT_H_

// The only place that includes SPIRV-Tools' internal headers. They change
// between releases; what differs from the pinned 2025.1 is smoothed over here.

#include "source/name_mapper.h"
#include "source/opt/build_module.h"
#include "source/opt/constants.h"
#include "source/opt/decoration_manager.h"
#include "source/opt/def_use_manager.h"
#include "source/opt/dominator_analysis.h"
#include "source/opt/eliminate_dead_functions_util.h"
#include "source/opt/ir_builder.h"
#include "source/opt/ir_context.h"
#include "source/opt/pass.h"
#include "source/opt/type_manager.h"
#include "source/opt/types.h"
#include "source/util/string_utils.h"

namespace lacuna {

namespace opt = spvtools::opt;
using opt::BasicBlock;
using opt::Function;
using opt::Instruction;
using opt::IRContext;

}  // namespace lacuna

#endif  // LACUNA_SUPPORT_SPIRVTOOLSCOMPAT_H_
