// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_TEST_UNIT_MODULEFIXTURE_H_
#define LACUNA_TEST_UNIT_MODULEFIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "Analysis/AccessPath.h"

namespace lacuna {

// A module given as assembly text, with the analyses that passes stand on. Ids
// are found by their OpName.
class ModuleFixture : public ::testing::Test {
 protected:
  void Load(const std::string& text, spv_target_env env = SPV_ENV_VULKAN_1_2) {
    context_ = spvtools::BuildModule(
        env, [](spv_message_level_t, const char*, const spv_position_t&, const char* message) { ADD_FAILURE() << message; },
        text);
    ASSERT_NE(context_, nullptr);
    decorations_ = std::make_unique<DecorationTable>(context_.get());
    calls_ = std::make_unique<CallGraph>(context_.get());
    descriptors_ = std::make_unique<DescriptorTable>(context_.get(), *decorations_, *calls_);
    paths_ = std::make_unique<AccessPaths>(context_.get(), *decorations_, *descriptors_);
  }

  uint32_t Id(const std::string& name) const {
    for (const Instruction& inst : context_->debugs2()) {
      if (inst.opcode() == spv::Op::OpName && inst.GetInOperand(1).AsString() == name) {
        return inst.GetSingleWordInOperand(0);
      }
    }
    ADD_FAILURE() << "no id is named " << name;
    return 0;
  }

  const Descriptor& DescriptorOf(const std::string& name) const {
    const Descriptor* descriptor = descriptors_->Find(Id(name));
    EXPECT_NE(descriptor, nullptr) << name;
    return *descriptor;
  }

  AccessPath PathOf(const std::string& name) const {
    AccessPath path;
    std::string why;
    EXPECT_TRUE(paths_->Trace(Id(name), &path, &why)) << name << ": " << why;
    return path;
  }

  std::string WhyNoPath(const std::string& name) const {
    AccessPath path;
    std::string why;
    EXPECT_FALSE(paths_->Trace(Id(name), &path, &why)) << name;
    return why;
  }

  ByteCount ExtentOf(const LaidOutType& type) const {
    ByteCount extent;
    std::string why;
    EXPECT_TRUE(paths_->layout().Extent(type, &extent, &why)) << why;
    return extent;
  }

  std::unique_ptr<IRContext> context_;
  std::unique_ptr<DecorationTable> decorations_;
  std::unique_ptr<CallGraph> calls_;
  std::unique_ptr<DescriptorTable> descriptors_;
  std::unique_ptr<AccessPaths> paths_;
};

}  // namespace lacuna

#endif  // LACUNA_TEST_UNIT_MODULEFIXTURE_H_
