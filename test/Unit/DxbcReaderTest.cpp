// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Containers and signatures with one thing wrong, or odd, each.

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "D3dBuilder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lacuna/Reflection/D3D/Container.h"
#include "lacuna/Reflection/D3D/Signature.h"

namespace lacuna::reflection::d3d {
namespace {

using testing::HasSubstr;

template <typename T>
void ExpectError(const Result<T>& result, uint64_t offset, const std::string& message) {
  ASSERT_FALSE(result.ok()) << "expected: " << message;
  EXPECT_EQ(result.error().code, "SD0101");
  EXPECT_EQ(result.error().offset, offset) << result.error().message;
  EXPECT_THAT(result.error().message, HasSubstr(message));
  EXPECT_NE(result.error().expected, "");
}

ContainerBuilder TwoChunks() {
  ContainerBuilder builder;
  ByteBuilder words;
  words.Zeros(16);
  builder.Add("AAAA", words);
  builder.Add("BBBB", words);
  return builder;
}

void ExpectNote(const std::vector<Note>& notes, const std::string& text) {
  for (const Note& note : notes) {
    if (note.text.find(text) != std::string::npos) return;
  }
  ADD_FAILURE() << "no note: " << text;
}

// The container with a right checksum after a field was changed.
ByteBuilder Signed(ByteBuilder file) {
  const auto checksum = ContainerChecksum(file.view());
  for (size_t i = 0; i < 4; ++i) file.Put32(ContainerBuilder::kChecksum + 4 * i, checksum[i]);
  return file;
}

TEST(ContainerReader, WhatIsBuiltIsRead) {
  ContainerBuilder builder = TwoChunks();
  const ByteBuilder file = builder.Build();
  const Result<Container> container = ReadContainer(file.view());
  ASSERT_TRUE(container.ok()) << container.error().message;
  EXPECT_TRUE(container->notes.empty());
  ASSERT_EQ(container->chunks.size(), 2u);
  EXPECT_EQ(container->chunks[1].Name(), "BBBB");
  EXPECT_EQ(container->chunks[1].offset, builder.chunk_headers[1] + 8);
  EXPECT_EQ(container->chunks[1].size, 16u);
}

TEST(ContainerReader, ShortInputs) {
  for (size_t size : {0, 3, 4, 31}) {
    ByteBuilder file = TwoChunks().Build();
    file.bytes().resize(size);
    ExpectError(ReadContainer(file.view()), size, "the input has " + std::to_string(size) + " byte");
  }
  ByteBuilder file = TwoChunks().Build();
  file.Put8(0, 1);
  ExpectError(ReadContainer(file.view()), 0, "the input begins with '\\x01XBC'");
}

TEST(ContainerReader, TotalSize) {
  ByteBuilder file = TwoChunks().Build();
  const uint32_t size = static_cast<uint32_t>(file.size());
  for (uint32_t wrong : {size + 1, 0xffffffffu, 31u, 0u}) {
    file.Put32(ContainerBuilder::kTotalSize, wrong);
    ExpectError(ReadContainer(file.view()), 24, "gives its size as " + std::to_string(wrong));
  }
  // An input may go on behind the container.
  file = TwoChunks().Build();
  file.Zeros(100);
  Result<Container> container = ReadContainer(file.view());
  ASSERT_TRUE(container.ok());
  EXPECT_TRUE(container->notes.empty());
  // A size that cuts off the last chunk is told, not enforced.
  file = TwoChunks().Build();
  file.Put32(ContainerBuilder::kTotalSize, size - 8);
  container = ReadContainer(Signed(file).view());
  ASSERT_TRUE(container.ok());
  ExpectNote(container->notes, "the chunk BBBB passes the container's end");
}

TEST(ContainerReader, ChecksumsAreToldNotEnforced) {
  ByteBuilder file = TwoChunks().Build();
  file.Put8(ContainerBuilder::kChecksum, 0x55);
  file.Put8(ContainerBuilder::kChecksum + 1, 0xaa);
  Result<Container> container = ReadContainer(file.view());
  ASSERT_TRUE(container.ok());
  EXPECT_EQ(container->checksum_state, Container::Checksum::kDiffers);
  ExpectNote(container->notes, "the checksum does not match");
  for (size_t i = 0; i < 4; ++i) file.Put32(ContainerBuilder::kChecksum + 4 * i, 0);
  container = ReadContainer(file.view());
  ASSERT_TRUE(container.ok());
  EXPECT_EQ(container->checksum_state, Container::Checksum::kZero);
  ExpectNote(container->notes, "the container is not signed");
}

TEST(ContainerReader, ChecksumsOfEveryLengthOfTheLastBlock) {
  // The last bytes take one block or two; each length has another checksum.
  std::vector<std::array<uint32_t, 4>> seen;
  ByteBuilder file;
  file.Zeros(20);
  for (int i = 0; i < 130; ++i) {
    seen.push_back(ContainerChecksum(file.view()));
    file.U8(7);
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

TEST(ContainerReader, ChunkCounts) {
  ByteBuilder file = TwoChunks().Build();
  for (uint32_t count : {1025u, 0xffffffffu}) {
    file.Put32(ContainerBuilder::kChunkCount, count);
    ExpectError(ReadContainer(file.view()), 28, "number of its chunks as " + std::to_string(count));
  }
  file.Put32(ContainerBuilder::kChunkCount, 1024);
  ExpectError(ReadContainer(file.view()), 28, "the offsets of 1024 chunks pass the end");
  file.Put32(ContainerBuilder::kChunkCount, 0);
  const Result<Container> container = ReadContainer(file.view());
  ASSERT_TRUE(container.ok());
  EXPECT_TRUE(container->chunks.empty());
}

TEST(ContainerReader, ChunkOffsets) {
  ContainerBuilder builder = TwoChunks();
  ByteBuilder file = builder.Build();
  const uint32_t size = static_cast<uint32_t>(file.size());
  // Inside the header, at the end, and where offset + 8 wraps in 32 bits.
  for (uint32_t offset : {0u, 36u, size - 7, size, 0xfffffffcu}) {
    file.Put32(36, offset);
    ExpectError(ReadContainer(file.view()), 36, "chunk 1 is at offset " + std::to_string(offset));
  }
  file = builder.Build();
  file.Put32(36, static_cast<uint32_t>(builder.chunk_headers[0]));
  Result<Container> container = ReadContainer(Signed(file).view());
  ASSERT_TRUE(container.ok());
  ExpectNote(container->notes, "the chunk AAAA overlaps the chunk AAAA");
  ExpectNote(container->notes, "another chunk AAAA; the last one counts");

  file = builder.Build();
  // An odd offset: the header is read from there, whatever it then is.
  file.Put8(builder.chunk_headers[1] - 1, 'B');
  file.Put32(builder.chunk_headers[1] + 3, 16);
  file.Put32(36, static_cast<uint32_t>(builder.chunk_headers[1] - 1));
  container = ReadContainer(Signed(file).view());
  ASSERT_TRUE(container.ok()) << container.error().message;
  ExpectNote(container->notes, "is not aligned to 4 bytes");
}

TEST(ContainerReader, ChunkSizes) {
  ContainerBuilder builder = TwoChunks();
  ByteBuilder file = builder.Build();
  for (uint32_t size : {17u, 0xffffffffu}) {
    file.Put32(builder.chunk_headers[1] + 4, size);
    ExpectError(ReadContainer(file.view()), builder.chunk_headers[1] + 4,
                "the chunk BBBB gives its size as " + std::to_string(size));
  }
}

// Signatures.

ByteBuilder ContainerWith(const std::vector<std::pair<std::string, ByteBuilder>>& chunks) {
  ContainerBuilder builder;
  for (const auto& [name, chunk] : chunks) builder.Add(name, chunk);
  return builder.Build();
}

Result<Signatures> SignaturesOf(const ByteBuilder& file) {
  const Result<Container> container = ReadContainer(file.view());
  EXPECT_TRUE(container.ok()) << container.error().message;
  return ReadSignatures(file.view(), *container);
}

// The chunk's contents begin here when it is the only one.
constexpr uint64_t kOnlyChunk = 44;

TEST(SignatureReader, EveryFormIsReadByItsOwnElements) {
  for (const char* name : {"ISGN", "ISG1", "OSGN", "OSG5", "OSG1", "PCSG", "PSG1"}) {
    const Result<Signatures> signatures =
        SignaturesOf(ContainerWith({{name, BuildSignature(name, {{"TEXCOORD", 3, 0, 3, 2, 7, 1, 5, 2},
                                                                 {"SV_Position", 0, 1, 3, 1, 15, 15, 5, 2}})}}));
    ASSERT_TRUE(signatures.ok()) << name << ": " << signatures.error().message;
    const std::vector<SignatureElement>& list = name[0] == 'I'   ? signatures->inputs
                                                : name[0] == 'O' ? signatures->outputs
                                                                 : signatures->patch_constants;
    ASSERT_EQ(list.size(), 2u) << name;
    EXPECT_EQ(list[0].semantic, "TEXCOORD");
    EXPECT_EQ(list[0].semantic_index, 3u);
    EXPECT_EQ(list[0].component_type, 3u);
    EXPECT_EQ(list[0].register_index, 2);
    EXPECT_EQ(list[0].mask, 7);
    EXPECT_EQ(list[0].read_write_mask, 1);
    EXPECT_EQ(list[1].semantic, "SV_Position");
    EXPECT_EQ(list[1].system_value, 1u);
    EXPECT_EQ(list[1].stream, std::string(name).find('N') == std::string::npos && name[1] != 'C' ? 5u : 0u) << name;
    EXPECT_EQ(list[1].min_precision, name[3] == '1' ? 2u : 0u);
  }
}

TEST(SignatureReader, AbsentSignaturesAreEmpty) {
  const Result<Signatures> signatures = SignaturesOf(TwoChunks().Build());
  ASSERT_TRUE(signatures.ok());
  EXPECT_TRUE(signatures->inputs.empty() && signatures->outputs.empty() && signatures->patch_constants.empty());
}

TEST(SignatureReader, Headers) {
  ByteBuilder chunk;
  chunk.Zeros(7);
  ExpectError(SignaturesOf(ContainerWith({{"ISGN", chunk}})), kOnlyChunk, "the chunk ISGN has 7 bytes");
  chunk = BuildSignature("ISGN", {{"A"}});
  chunk.Put32(0, 4097);
  ExpectError(SignaturesOf(ContainerWith({{"ISGN", chunk}})), kOnlyChunk, "4097 elements");
  chunk.Put32(0, 4096);
  ExpectError(SignaturesOf(ContainerWith({{"ISGN", chunk}})), kOnlyChunk + 4, "4096 elements of 24 bytes");
  chunk.Put32(0, 0);
  chunk.Put32(4, 0xffffffff);
  EXPECT_TRUE(SignaturesOf(ContainerWith({{"ISGN", chunk}})).ok());
  chunk.Put32(0, 1);
  ExpectError(SignaturesOf(ContainerWith({{"ISGN", chunk}})), kOnlyChunk + 4, "offset 4294967295");
  chunk.Put32(4, 4);
  ExpectError(SignaturesOf(ContainerWith({{"ISGN", chunk}})), kOnlyChunk + 4, "begin at offset 4");
}

TEST(SignatureReader, TheOffsetOfTheElementsCounts) {
  ByteBuilder chunk = BuildSignature("ISGN", {{"NORMAL", 2}});
  ByteBuilder moved;
  moved.U32(1);
  moved.U32(16);
  moved.Zeros(8);
  moved.Append({chunk.bytes().begin() + 8, chunk.bytes().end()});
  moved.Put32(16, 16 + 24);
  const Result<Signatures> signatures = SignaturesOf(ContainerWith({{"ISGN", moved}}));
  ASSERT_TRUE(signatures.ok()) << signatures.error().message;
  EXPECT_EQ(signatures->inputs.at(0).semantic, "NORMAL");
  EXPECT_EQ(signatures->inputs.at(0).semantic_index, 2u);
}

TEST(SignatureReader, ElementsPastTheEnd) {
  // 28 and 32 bytes an element are too many where 24 fit.
  for (const char* name : {"OSG5", "OSG1"}) {
    ByteBuilder chunk;
    chunk.U32(1);
    chunk.U32(8);
    chunk.Zeros(24);
    ExpectError(SignaturesOf(ContainerWith({{name, chunk}})), kOnlyChunk + 4, "1 element of ");
  }
}

TEST(SignatureReader, NamesOutsideTheChunk) {
  ByteBuilder chunk = BuildSignature("OSG5", {{"COLOR"}});
  for (uint32_t offset : {static_cast<uint32_t>(chunk.size()), 0xffffffffu}) {
    chunk.Put32(12, offset);
    ExpectError(SignaturesOf(ContainerWith({{"OSG5", chunk}})), kOnlyChunk + 12,
                "the offset of a semantic is " + std::to_string(offset));
  }
}

TEST(SignatureReader, SystemValuesFromNames) {
  const auto system_value = [](const std::string& semantic, uint32_t stored) {
    const Result<Signatures> signatures =
        SignaturesOf(ContainerWith({{"OSGN", BuildSignature("OSGN", {{semantic, 3, stored}})}}));
    EXPECT_TRUE(signatures.ok());
    EXPECT_EQ(signatures->outputs.at(0).stored_system_value, stored);
    return signatures->outputs.at(0).system_value;
  };
  EXPECT_EQ(system_value("SV_Target", 0), 64u);
  EXPECT_EQ(system_value("sV_DePtH", 0), 65u);
  EXPECT_EQ(system_value("SV_COVERAGE", 0), 66u);
  EXPECT_EQ(system_value("SV_DepthGreaterEqual", 0), 67u);
  EXPECT_EQ(system_value("sv_depthlessequal", 0), 68u);
  EXPECT_EQ(system_value("SV_StencilRef", 0), 69u);
  EXPECT_EQ(system_value("SV_Targe", 0), 0u);
  EXPECT_EQ(system_value("SV_Targets", 0), 0u);
  EXPECT_EQ(system_value("SV_Target", 3), 3u);  // what the file says stands
}

TEST(SignatureReader, RegistersAndMasksAreKept) {
  const Result<Signatures> signatures =
      SignaturesOf(ContainerWith({{"OSGN", BuildSignature("OSGN", {{"SV_Depth", 0, 0, 3, 0xffffffff, 0xf1, 0x0e}})}}));
  ASSERT_TRUE(signatures.ok());
  EXPECT_EQ(signatures->outputs[0].register_index, -1);
  EXPECT_EQ(signatures->outputs[0].mask, 0xf1);
  ASSERT_EQ(signatures->notes.size(), 1u);
  EXPECT_THAT(signatures->notes[0].text, HasSubstr("the mask of 'SV_Depth' is 241"));
}

TEST(SignatureReader, TheLastSignatureOfAKindCounts) {
  const Result<Signatures> signatures = SignaturesOf(ContainerWith(
      {{"OSGN", BuildSignature("OSGN", {{"OLD"}, {"OLDER"}})}, {"OSG5", BuildSignature("OSG5", {{"NEW"}})}}));
  ASSERT_TRUE(signatures.ok());
  ASSERT_EQ(signatures->outputs.size(), 1u);
  EXPECT_EQ(signatures->outputs[0].semantic, "NEW");
  ASSERT_EQ(signatures->notes.size(), 1u);
  EXPECT_THAT(signatures->notes[0].text, HasSubstr("the signature OSG5 replaces the signature OSGN"));
}

}  // namespace
}  // namespace lacuna::reflection::d3d
