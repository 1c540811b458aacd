// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Spoils blobs in many ways, always the same ones, and reads them: an error or a
// module comes out, in bounded time, whatever the bytes are. Under sanitizers
// this is a test for reads outside of the bytes, too. LACUNA_MUTATIONS=<number>
// in the environment makes more, or fewer, than the 20,000 files of every run.

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "D3dBuilder.h"
#include "gtest/gtest.h"
#include "lacuna/Reflection/D3D/Container.h"
#include "lacuna/Reflection/D3D/Readers.h"
#include "lacuna/Reflection/D3D/Signature.h"
#include "lacuna/Reflection/Json.h"

namespace lacuna::reflection::d3d {
namespace {

namespace fs = std::filesystem;
using Blob = std::vector<uint8_t>;

std::vector<Blob> Blobs() {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(LACUNA_TEST_DIR) / "Reflection/D3D/Inputs")) {
    if (entry.path().extension() == ".dxbc" || entry.path().extension() == ".bin") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Blob> blobs;
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    blobs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  // What the blobs lack: the other signatures, structured buffers, UAVs.
  RdefBuilder rdef;
  rdef.target = 0x44530501;
  for (uint32_t type = 0; type <= 13; ++type)
    rdef.bindings.push_back({"r" + std::to_string(type), type, 5, 4, 16, type});
  BuiltType element = {
      5, 0, 1, 5, 3, {{"a", {1, 3, 1, 4, 0, {}, "float4"}, 0}, {"b", {0, 3, 1, 1, 0, {}, "float"}, 16}}, "E"};
  rdef.buffers.push_back({"r0", {{"v", 0, 84, 2, element}}, 96});
  rdef.buffers.push_back({"r1", {{"w", 0, 4, 2, {0, 3, 1, 1, 0, {}, "float"}}}, 16, 0, 1});
  rdef.buffers.push_back({"r5", {{"$Element", 0, 16, 2, {1, 3, 1, 4, 0, {}, "float4"}}}, 16, 0, 3});
  ContainerBuilder container;
  container.Add("RDEF", rdef.Build());
  for (const char* name : {"ISG1", "OSG5", "OSG1", "PCSG", "PSG1"}) {
    container.Add(name, BuildSignature(name, {{"SV_Target", 1}, {"TEXCOORD", 2, 0, 3, 1, 3, 1}}));
  }
  blobs.push_back(container.Build().bytes());
  return blobs;
}

class Mutator {
 public:
  explicit Mutator(std::vector<Blob> blobs) : blobs_(std::move(blobs)), random_(20261130) {}

  Blob Next() {
    Blob blob = blobs_[Below(blobs_.size())];
    for (size_t edits = 1 + Below(4); edits > 0 && !blob.empty(); --edits) Edit(&blob);
    return blob;
  }

 private:
  size_t Below(size_t bound) { return std::uniform_int_distribution<size_t>(0, bound - 1)(random_); }

  void PutWord(Blob* blob, size_t offset, uint32_t value) {
    for (size_t i = 0; i < 4 && offset + i < blob->size(); ++i)
      (*blob)[offset + i] = static_cast<uint8_t>(value >> 8 * i);
  }

  void Edit(Blob* blob) {
    // The start of a blob is where tables are.
    const size_t place = Below(Below(2) == 0 ? blob->size() : std::min<size_t>(blob->size(), 512));
    switch (Below(8)) {
      case 0:
        blob->resize(place);
        break;
      case 1:
        (*blob)[place] ^= static_cast<uint8_t>(1u << Below(8));
        break;
      case 2:
        (*blob)[place] = static_cast<uint8_t>(Below(256));
        break;
      case 3:
      case 4: {
        constexpr uint32_t kWords[] = {0,          1,          4,          15,        28,      0x7f,
                                       0xff,       0x100,      0xffff,     0x10000,   0x10001, 0x7fffffff,
                                       0x80000000, 0xfffffff0, 0xfffffffc, 0xffffffff};
        PutWord(blob, place / 4 * 4, kWords[Below(std::size(kWords))]);
        break;
      }
      case 5:  // an offset into the blob
        PutWord(blob, place / 4 * 4, static_cast<uint32_t>(Below(blob->size() + 16)));
        break;
      case 6: {  // some bytes come to another place
        const size_t from = Below(blob->size()), count = std::min(Below(64), blob->size() - std::max(from, place));
        std::copy_n(Blob(*blob).begin() + static_cast<std::ptrdiff_t>(from), count,
                    blob->begin() + static_cast<std::ptrdiff_t>(place));
        break;
      }
      default: {  // bytes are put in or taken out
        const auto here = blob->begin() + static_cast<std::ptrdiff_t>(place);
        if (Below(2) == 0) {
          blob->insert(here, 1 + Below(8), static_cast<uint8_t>(Below(256)));
        } else {
          blob->erase(here, here + static_cast<std::ptrdiff_t>(std::min(1 + Below(8), blob->size() - place)));
        }
        break;
      }
    }
  }

  std::vector<Blob> blobs_;
  std::mt19937 random_;
};

size_t Mutations() {
  const char* number = std::getenv("LACUNA_MUTATIONS");
  return number == nullptr ? 20000 : static_cast<size_t>(std::strtoull(number, nullptr, 10));
}

// Reads the bytes through every reader; counts what came out.
struct Outcome {
  size_t modules = 0, errors = 0;

  void Count(const Result<Module>& module) {
    if (!module.ok()) {
      EXPECT_FALSE(module.error().code.empty() || module.error().message.empty());
      ++errors;
      return;
    }
    EXPECT_FALSE(ToText(*module).empty());
    EXPECT_FALSE(ToJson(*module).empty());
    ++modules;
  }
};

TEST(D3dMutations, NeverCrash) {
  Mutator mutator(Blobs());
  Outcome outcome;
  DxbcOptions options;
  options.keep_empty_buffers = true;
  for (size_t i = 0; i < Mutations(); ++i) {
    const Blob blob = mutator.Next();
    // A copy of exactly these bytes, so that a read past them is noticed.
    const std::unique_ptr<uint8_t[]> exact(new uint8_t[blob.size()]);
    std::copy(blob.begin(), blob.end(), exact.get());
    const Bytes bytes = {exact.get(), blob.size()};
    const std::clock_t start = std::clock();
    outcome.Count(ReadDxbc(bytes, options));
    outcome.Count(ReadD3d9(bytes));
    // Signatures are read without RDEF, too.
    if (const Result<Container> container = ReadContainer(bytes); container.ok()) {
      (void)ReadSignatures(bytes, *container).ok();
    }
    // Processor time: what else the machine does is no fault of the reader's.
    ASSERT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 2.0) << "mutation " << i;
  }
  // Both outcomes are common, so the mutations are neither too rough nor too tame.
  EXPECT_GT(outcome.modules, Mutations() / 10);
  EXPECT_GT(outcome.errors, Mutations() / 10);
}

}  // namespace
}  // namespace lacuna::reflection::d3d
