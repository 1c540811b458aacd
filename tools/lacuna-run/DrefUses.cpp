// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "DrefUses.h"

#include "spirv/unified1/spirv.hpp11"

namespace lacuna::run {

void DrefUses::Add(const spv_parsed_instruction_t& instruction) {
  const uint32_t* words = instruction.words;
  const uint32_t count = instruction.num_words;
  switch (static_cast<spv::Op>(instruction.opcode)) {
    case spv::Op::OpFunction:
      function_ = instruction.result_id;
      return;
    case spv::Op::OpFunctionParameter:
      parameters_[function_].push_back(instruction.result_id);
      return;
    case spv::Op::OpFunctionCall:
      calls_.push_back({words[3], {words + 4, words + count}});
      return;
    case spv::Op::OpLoad:
    case spv::Op::OpCopyObject:
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpImage:
    case spv::Op::OpSampledImage:
      sources_[instruction.result_id].push_back(words[3]);
      return;
    case spv::Op::OpPhi:
      for (uint32_t i = 3; i + 1 < count; i += 2) sources_[instruction.result_id].push_back(words[i]);
      return;
    case spv::Op::OpSelect:
      sources_[instruction.result_id] = {words[4], words[5]};
      return;
    case spv::Op::OpImageSampleDrefImplicitLod:
    case spv::Op::OpImageSampleDrefExplicitLod:
    case spv::Op::OpImageSampleProjDrefImplicitLod:
    case spv::Op::OpImageSampleProjDrefExplicitLod:
    case spv::Op::OpImageDrefGather:
    case spv::Op::OpImageSparseSampleDrefImplicitLod:
    case spv::Op::OpImageSparseSampleDrefExplicitLod:
    case spv::Op::OpImageSparseDrefGather:
      sampled_.push_back(words[3]);
      return;
    default:
      return;
  }
}

std::set<uint32_t> DrefUses::Ids() const {
  std::unordered_map<uint32_t, std::vector<uint32_t>> sources = sources_;
  for (const Call& call : calls_) {
    const auto parameters = parameters_.find(call.function);
    if (parameters == parameters_.end()) continue;
    for (size_t i = 0; i < call.arguments.size() && i < parameters->second.size(); ++i) {
      sources[parameters->second[i]].push_back(call.arguments[i]);
    }
  }
  std::set<uint32_t> ids(sampled_.begin(), sampled_.end());
  std::vector<uint32_t> work(ids.begin(), ids.end());
  while (!work.empty()) {
    const auto found = sources.find(work.back());
    work.pop_back();
    if (found == sources.end()) continue;
    for (uint32_t source : found->second) {
      if (ids.insert(source).second) work.push_back(source);
    }
  }
  return ids;
}

}  // namespace lacuna::run
