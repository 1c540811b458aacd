// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The files of command lines that lacuna-run reads.

#include "Batch.h"

#include <gtest/gtest.h>

namespace lacuna::run {
namespace {

using Words = std::vector<std::string>;

Words Split(const std::string& line) {
  Words words;
  std::string error;
  EXPECT_TRUE(SplitWords(line, &words, &error)) << error;
  return words;
}

TEST(BatchTest, WordsAsInAShell) {
  EXPECT_EQ(Split(""), Words());
  EXPECT_EQ(Split("  a\tb\r"), (Words{"a", "b"}));
  EXPECT_EQ(Split("--resources='0.0=a:null 0.1=b:null' x"), (Words{"--resources=0.0=a:null 0.1=b:null", "x"}));
  EXPECT_EQ(Split("a\\ b \"c 'd'\" 'e \"f\"'"), (Words{"a b", "c 'd'", "e \"f\""}));
  EXPECT_EQ(Split("'' a''b \"\""), (Words{"", "ab", ""}));
  EXPECT_EQ(Split("'\\' \"\\\"\\n\\\\\""), (Words{"\\", "\"\\n\\"}));
  // As Python's shlex.quote writes an apostrophe.
  EXPECT_EQ(Split("'it'\"'\"'s'"), (Words{"it's"}));
}

TEST(BatchTest, OpenQuotesAreErrors) {
  Words words;
  std::string error;
  for (const char* bad : {"'a", "\"a", "a\\", "\"a\\\""}) EXPECT_FALSE(SplitWords(bad, &words, &error)) << bad;
}

TEST(BatchTest, LinesKeepTheirNumbers) {
  std::vector<BatchLine> lines;
  Failure failure;
  ASSERT_TRUE(
      ParseBatch("# comment\n\nlacuna-run a\n  \n/some/lacuna-run --x b\nlacuna-running\n#x", &lines, &failure));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].number, 3u);
  EXPECT_EQ(lines[0].arguments, (Words{"a"}));
  EXPECT_EQ(lines[1].number, 5u);
  EXPECT_EQ(lines[1].arguments, (Words{"--x", "b"}));
  EXPECT_EQ(lines[2].arguments, (Words{"lacuna-running"}));
  EXPECT_FALSE(ParseBatch("a\n'b\n", &lines, &failure));
  EXPECT_NE(failure.message.find("line 2"), std::string::npos) << failure.message;
}

}  // namespace
}  // namespace lacuna::run
