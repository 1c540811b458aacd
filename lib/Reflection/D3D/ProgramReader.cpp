// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Tokens of shader models 4 and 5 are 4 bytes each. An instruction's first has
// the opcode in bits 0 to 10 and the instruction's length, in tokens, in bits 24
// to 30; custom data has its length in the token that follows instead.

#include <iterator>

#include "Reflection/D3D/ByteView.h"
#include "lacuna/Reflection/D3D/Program.h"

namespace lacuna::reflection::d3d {
namespace {

constexpr uint32_t kCustomData = 53, kDclThreadGroup = 155;
constexpr uint64_t kTokenBytes = 4;

Stage StageOfProgram(uint32_t type) {
  constexpr Stage kStages[] = {
      Stage::kFragment, Stage::kVertex, Stage::kGeometry, Stage::kTessellationControl, Stage::kTessellationEvaluation,
      Stage::kCompute};
  return type < std::size(kStages) ? kStages[type] : Stage::kUnknown;
}

}  // namespace

std::optional<Program> ReadProgram(Bytes bytes, const Container& container, std::vector<Note>* notes) {
  const Chunk* chunk = container.Find(FourCc('S', 'H', 'E', 'X'));
  if (chunk == nullptr) chunk = container.Find(FourCc('S', 'H', 'D', 'R'));
  if (chunk == nullptr) return std::nullopt;
  const ByteView code = ByteView(bytes.data, bytes.size).Part(chunk->offset, chunk->size);
  Program program;
  program.offset = chunk->offset;
  if (!code.Has(0, 2 * kTokenBytes)) {
    notes->push_back({"the code in " + chunk->Name() + " has no version and length", chunk->offset});
    return std::nullopt;
  }
  const uint32_t version = code.U32(0);
  program.stage = StageOfProgram(version >> 16);
  program.major = version >> 4 & 15;
  program.minor = version & 15;

  uint64_t end = code.U32(kTokenBytes) * kTokenBytes;
  if (end > code.size()) {
    notes->push_back({"the code gives its length as " + Count(code.U32(kTokenBytes), "token") + ", more than " +
                          chunk->Name() + " holds",
                      code.PlaceOf(kTokenBytes)});
    end = code.size() / kTokenBytes * kTokenBytes;
  }
  for (uint64_t offset = 2 * kTokenBytes; offset < end;) {
    const uint32_t opcode = code.U32(offset) & 0x7ff;
    uint64_t tokens = code.U32(offset) >> 24 & 0x7f;
    if (opcode == kCustomData) tokens = offset + kTokenBytes < end ? code.U32(offset + kTokenBytes) : 0;
    if (tokens == 0 || tokens > (end - offset) / kTokenBytes) {
      notes->push_back(
          {"an instruction of the code gives its length as " + Count(tokens, "token"), code.PlaceOf(offset)});
      break;
    }
    if (opcode == kDclThreadGroup && tokens == 4) {
      program.thread_group = {code.U32(offset + 4), code.U32(offset + 8), code.U32(offset + 12)};
    }
    offset += tokens * kTokenBytes;
  }
  return program;
}

}  // namespace lacuna::reflection::d3d
