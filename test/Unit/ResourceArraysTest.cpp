// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Reflection/D3D/ResourceArrays.h"

#include <string>
#include <tuple>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace lacuna::reflection::d3d {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int kSingle = -1;
using Expected = std::tuple<std::string, uint32_t, int>;  // name, register, length

RdefBinding Texture(const std::string& name, uint32_t bind_point, uint32_t count = 1) {
  RdefBinding binding;
  binding.name = name;
  binding.input_type = 2;
  binding.dimension = 4;
  binding.bind_point = bind_point;
  binding.bind_count = count;
  return binding;
}

std::vector<Expected> Collapse(const std::vector<RdefBinding>& bindings, std::vector<Note>* notes) {
  std::vector<Expected> result;
  for (const BoundResource& resource : CollapseArrays(bindings, notes)) {
    result.push_back({resource.binding.name, resource.binding.bind_point,
                      resource.array_length ? static_cast<int>(*resource.array_length) : kSingle});
  }
  return result;
}

std::vector<Expected> Collapse(const std::vector<RdefBinding>& bindings) {
  std::vector<Note> notes;
  std::vector<Expected> result = Collapse(bindings, &notes);
  EXPECT_THAT(notes, IsEmpty());
  return result;
}

TEST(ResourceArrays, ElementsBecomeOneArrayWhereTheFirstStood) {
  EXPECT_THAT(Collapse({Texture("a", 0), Texture("t[0]", 4), Texture("b", 9), Texture("t[2]", 6)}),
              ElementsAre(Expected("a", 0, kSingle), Expected("t", 4, 3), Expected("b", 9, kSingle)));
}

TEST(ResourceArrays, TheBaseIsThatOfElementZero) {
  EXPECT_THAT(Collapse({Texture("t[3]", 8)}), ElementsAre(Expected("t", 5, 4)));
  EXPECT_THAT(Collapse({Texture("t[2]", 7), Texture("t[1]", 6)}), ElementsAre(Expected("t", 5, 3)));
}

TEST(ResourceArrays, ABaseBelowZero) {
  std::vector<Note> notes;
  EXPECT_THAT(Collapse({Texture("t[5]", 2), Texture("t[4]", 3)}, &notes), ElementsAre(Expected("t", 2, 6)));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0].text, HasSubstr("'t[4]' is in register 3, which is not where"));
}

TEST(ResourceArrays, OfSeveralBasesTheLowestCounts) {
  std::vector<Note> notes;
  EXPECT_THAT(Collapse({Texture("t[1]", 6), Texture("t[0]", 3)}, &notes), ElementsAre(Expected("t", 3, 2)));
  EXPECT_EQ(notes.size(), 1u);
}

TEST(ResourceArrays, CountsAreLengths) {
  EXPECT_THAT(Collapse({Texture("t", 4, 3), Texture("u", 8, 0), Texture("v", 9, 1)}),
              ElementsAre(Expected("t", 4, 3), Expected("u", 8, 0), Expected("v", 9, kSingle)));
  EXPECT_THAT(Collapse({Texture("t[1]", 4, 2)}), ElementsAre(Expected("t[1]", 4, 2)));
}

TEST(ResourceArrays, KindsStayApart) {
  std::vector<RdefBinding> bindings = {Texture("x[0]", 0), Texture("x[0]", 5)};
  bindings[1].input_type = 3;
  EXPECT_THAT(Collapse(bindings), ElementsAre(Expected("x", 0, 1), Expected("x", 5, 1)));
}

TEST(ResourceArrays, ElementsOfAnotherTypeStayApart) {
  std::vector<RdefBinding> bindings = {Texture("x[0]", 0), Texture("x[1]", 1)};
  bindings[1].dimension = 8;
  std::vector<Note> notes;
  EXPECT_THAT(Collapse(bindings, &notes), ElementsAre(Expected("x", 0, 1), Expected("x[1]", 1, kSingle)));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0].text, HasSubstr("'x[1]' is of another type"));
}

TEST(ResourceArrays, NamesThatAreNoElements) {
  for (const char* name : {"[0]", "t[]", "t[x]", "t[1", "t1]", "t[-1]", "t[1]x", "t[12345678]", "", "]", "t[ 1]"}) {
    EXPECT_THAT(Collapse({Texture(name, 3)}), ElementsAre(Expected(name, 3, kSingle))) << name;
  }
  EXPECT_THAT(Collapse({Texture("t[0][1]", 3)}), ElementsAre(Expected("t[0]", 2, 2)));
}

}  // namespace
}  // namespace lacuna::reflection::d3d
