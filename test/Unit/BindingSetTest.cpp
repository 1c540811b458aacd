// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/BindingSet.h"

#include <gtest/gtest.h>

#include <random>

namespace lacuna {
namespace {

std::string Canonical(const std::string& text) {
  BindingSet set;
  std::string error;
  return BindingSet::Parse(text, &set, &error) ? set.ToString() : "error: " + error;
}

TEST(BindingSet, CanonicalText) {
  EXPECT_EQ(Canonical("*"), "*");
  EXPECT_EQ(Canonical("0.1"), "0.1");
  EXPECT_EQ(Canonical("1.2,0.7,0.3-5"), "0.3-5,0.7,1.2");
  EXPECT_EQ(Canonical("0.1,0.2,0.3"), "0.1-3");
  EXPECT_EQ(Canonical("0.1-9,0.3-4"), "0.1-9");
  EXPECT_EQ(Canonical("2.*,2.5,0.0"), "0.0,2.*");
  EXPECT_EQ(Canonical("0.1,*"), "*");
  EXPECT_EQ(Canonical("0x1.0x10-0x12"), "1.16-18");
  EXPECT_EQ(Canonical(" 0.1 , 0.2 "), "0.1-2");
  EXPECT_EQ(Canonical("0.4294967295,0.0-4294967294"), "0.*");
  EXPECT_EQ(Canonical("4294967295.4294967295"), "4294967295.4294967295");
  // Neighbours in binding, but not in set.
  EXPECT_EQ(Canonical("0.4294967295,1.0"), "0.4294967295,1.0");
}

TEST(BindingSet, Contains) {
  BindingSet set;
  std::string error;
  ASSERT_TRUE(BindingSet::Parse("0.1-3,2.*", &set, &error));
  EXPECT_FALSE(set.Contains(0, 0));
  EXPECT_TRUE(set.Contains(0, 1));
  EXPECT_TRUE(set.Contains(0, 3));
  EXPECT_FALSE(set.Contains(0, 4));
  EXPECT_FALSE(set.Contains(1, 2));
  EXPECT_TRUE(set.Contains(2, 0));
  EXPECT_TRUE(set.Contains(2, 0xFFFFFFFF));
  EXPECT_TRUE(BindingSet::All().Contains(7, 9));
  EXPECT_FALSE(BindingSet().Contains(0, 0));
}

TEST(BindingSet, ErrorsNameThePieceAndKeepTheResult) {
  for (const char* text : {"", ",", "0", "0.", ".1", "a.b", "0.1-", "0.-1", "0.1-2-3", "0.4294967296", "-1.0", "0:1",
                           "0.1,,0.2", "0.1 0.2", "**", "*.1", "0.**", "0x.1", "0.1.2"}) {
    BindingSet set = BindingSet::All();
    std::string error;
    EXPECT_FALSE(BindingSet::Parse(text, &set, &error)) << text;
    EXPECT_NE(error, "") << text;
    EXPECT_EQ(set, BindingSet::All()) << text;
  }
  EXPECT_EQ(Canonical("0.5-3"), "error: '0.5-3' is a range whose end is before its start");
  EXPECT_EQ(Canonical("0.1,x"),
            "error: 'x' is no binding: write set.binding, set.first-last, set.* or *, with numbers below 2^32");
}

TEST(BindingSet, RandomSetsAgreeWithTheirTexts) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    bool expected[3][12] = {};
    const unsigned pieces = 1 + random() % 6;
    for (unsigned i = 0; i < pieces; ++i) {
      const unsigned set = random() % 3, a = random() % 12, b = a + random() % (12 - a);
      text += (i ? "," : "") + std::to_string(set) + '.' + std::to_string(a) + '-' + std::to_string(b);
      for (unsigned binding = a; binding <= b; ++binding) expected[set][binding] = true;
    }
    BindingSet parsed, again;
    std::string error;
    ASSERT_TRUE(BindingSet::Parse(text, &parsed, &error)) << text << error;
    ASSERT_TRUE(BindingSet::Parse(parsed.ToString(), &again, &error)) << error;
    EXPECT_EQ(parsed, again);
    EXPECT_EQ(parsed.ToString(), again.ToString());
    for (unsigned set = 0; set < 3; ++set) {
      for (unsigned binding = 0; binding < 12; ++binding) {
        EXPECT_EQ(parsed.Contains(set, binding), expected[set][binding]) << text << ' ' << set << '.' << binding;
      }
    }
  }
}

}  // namespace
}  // namespace lacuna
