// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <set>

#include "Reflection/D3D/ByteView.h"
#include "lacuna/Reflection/D3D/Container.h"

namespace lacuna::reflection::d3d {
namespace {

constexpr uint64_t kHeaderBytes = 32, kChunkHeaderBytes = 8;
constexpr uint64_t kVersionOffset = 20, kTotalSizeOffset = 24, kChunkCountOffset = 28;
constexpr uint32_t kMaxChunks = 1024;

Error Fail(uint64_t offset, std::string message, std::string expected) {
  return {error_code::kModule, offset, std::move(message), std::move(expected), ""};
}

// What holds of the whole table of chunks, none of which is an error.
void NoteOddChunks(Container* container) {
  std::vector<Chunk> by_offset = container->chunks;
  std::sort(by_offset.begin(), by_offset.end(), [](const Chunk& a, const Chunk& b) { return a.offset < b.offset; });
  for (size_t i = 1; i < by_offset.size(); ++i) {
    if (by_offset[i].offset - kChunkHeaderBytes < by_offset[i - 1].offset + by_offset[i - 1].size) {
      container->notes.push_back({"the chunk " + by_offset[i].Name() + " overlaps the chunk " + by_offset[i - 1].Name(),
                                  by_offset[i].offset - kChunkHeaderBytes});
    }
  }
  std::set<uint32_t> seen;
  for (const Chunk& chunk : container->chunks) {
    const uint64_t place = chunk.offset - kChunkHeaderBytes;
    if (chunk.offset % 4 != 0) {
      container->notes.push_back({"the chunk " + chunk.Name() + " is not aligned to 4 bytes", place});
    }
    if (!seen.insert(chunk.code).second) {
      container->notes.push_back({"another chunk " + chunk.Name() + "; the last one counts", place});
    }
  }
}

void CheckChecksum(Bytes bytes, Container* container) {
  if (std::all_of(container->checksum.begin(), container->checksum.end(), [](uint32_t word) { return word == 0; })) {
    container->checksum_state = Container::Checksum::kZero;
    container->notes.push_back({"the checksum is zero: the container is not signed", 4});
  } else if (ContainerChecksum({bytes.data, container->total_size}) != container->checksum) {
    container->checksum_state = Container::Checksum::kDiffers;
    container->notes.push_back({"the checksum does not match the container's bytes", 4});
  }
}

}  // namespace

std::string Chunk::Name() const { return FourCcText(code); }

const Chunk* Container::Find(uint32_t code) const {
  const auto found =
      std::find_if(chunks.rbegin(), chunks.rend(), [code](const Chunk& chunk) { return chunk.code == code; });
  return found == chunks.rend() ? nullptr : &*found;
}

Result<Container> ReadContainer(Bytes bytes) {
  const ByteView view(bytes.data, bytes.size);
  if (!view.Has(0, kHeaderBytes)) {
    return Fail(view.size(), "the input has " + Count(view.size(), "byte"),
                "at least the " + Count(kHeaderBytes, "byte") + " of a DXBC container's header");
  }
  if (view.U32(0) != FourCc('D', 'X', 'B', 'C')) {
    return Fail(0, "the input begins with '" + FourCcText(view.U32(0)) + "'", "'DXBC'");
  }
  Container container;
  for (uint32_t i = 0; i < 4; ++i) container.checksum[i] = view.U32(4 + 4 * i);
  container.version = view.U32(kVersionOffset);
  container.total_size = view.U32(kTotalSizeOffset);
  const uint32_t count = view.U32(kChunkCountOffset);
  if (container.total_size > view.size() || container.total_size < kHeaderBytes) {
    return Fail(kTotalSizeOffset, "the container gives its size as " + Count(container.total_size, "byte"),
                std::to_string(kHeaderBytes) + " to " + Count(view.size(), "byte") + ", which the input has");
  }
  if (count > kMaxChunks) {
    return Fail(kChunkCountOffset, "the container gives the number of its chunks as " + std::to_string(count),
                "at most " + std::to_string(kMaxChunks));
  }
  const uint64_t table_end = kHeaderBytes + 4 * uint64_t{count};
  if (!view.Has(kHeaderBytes, table_end - kHeaderBytes)) {
    return Fail(kChunkCountOffset, "the offsets of " + Count(count, "chunk") + " pass the end of the input",
                "an input of at least " + Count(table_end, "byte"));
  }
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t field = kHeaderBytes + 4 * uint64_t{i};
    const uint64_t offset = view.U32(field);
    if (offset < table_end || !view.Has(offset, kChunkHeaderBytes)) {
      return Fail(field, "chunk " + std::to_string(i) + " is at offset " + std::to_string(offset),
                  "an offset from " + std::to_string(table_end) + " on, with a header of " +
                      Count(kChunkHeaderBytes, "byte") + " inside the input of " + Count(view.size(), "byte"));
    }
    const Chunk chunk = {view.U32(offset), offset + kChunkHeaderBytes, view.U32(offset + 4)};
    if (!view.Has(chunk.offset, chunk.size)) {
      return Fail(offset + 4, "the chunk " + chunk.Name() + " gives its size as " + Count(chunk.size, "byte"),
                  "at most the " + Count(view.size() - chunk.offset, "byte") + " up to the end of the input");
    }
    if (chunk.offset + chunk.size > container.total_size) {
      container.notes.push_back({"the chunk " + chunk.Name() + " passes the container's end, not the input's", offset});
    }
    container.chunks.push_back(chunk);
  }
  NoteOddChunks(&container);
  CheckChecksum(bytes, &container);
  return container;
}

}  // namespace lacuna::reflection::d3d
