// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Damages shaders in the same way every time and reflects what comes out:
//
//   reflection-mutants --count=20000 --seed=1 --limit-ms=2000 <file or folder>...
//
// A crash or a sanitizer's report ends it. It fails when a module takes longer
// than the limit of processor time, and leaves that module (or the one that is being read when it
// crashes) in the file given with --keep=.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "reflection_exercise.h"

namespace {

using Words = std::vector<uint32_t>;

constexpr size_t kHeaderWords = 5;

class Mutator {
 public:
  Mutator(const std::vector<Words>& seeds, uint64_t seed) : seeds_(seeds), random_(seed) {}

  // The next damaged module, as bytes.
  std::vector<uint8_t> Next() {
    Words words = seeds_[Below(seeds_.size())];
    const size_t changes = 1 + Below(4);
    for (size_t i = 0; i < changes && words.size() > kHeaderWords; ++i) Change(&words);
    std::vector<uint8_t> bytes(words.size() * 4);
    if (!bytes.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
    const size_t last = Below(20);
    if (last == 0) bytes.resize(Below(bytes.size() + 1));
    if (last == 1 && !bytes.empty()) bytes[Below(bytes.size())] ^= static_cast<uint8_t>(1u << Below(8));
    return bytes;
  }

 private:
  // std::uniform_int_distribution gives other numbers with other libraries.
  size_t Below(size_t bound) { return bound == 0 ? 0 : static_cast<size_t>(random_() % bound); }

  // Where the instructions of a module begin, as far as their lengths lead.
  static std::vector<size_t> Starts(const Words& words) {
    std::vector<size_t> starts;
    for (size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) {
      starts.push_back(at);
      if (words[at] >> 16 == 0) break;
    }
    return starts;
  }

  uint32_t Interesting(const Words& words) {
    static constexpr uint32_t kValues[] = {0, 1, 2, 3, 4, 16, 64, 255, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    switch (Below(4)) {
      case 0:
        return kValues[Below(std::size(kValues))];
      case 1:
        return static_cast<uint32_t>(Below(words[3] + size_t{1}));  // an id
      case 2:
        return words[kHeaderWords + Below(words.size() - kHeaderWords)];
      default:
        return static_cast<uint32_t>(random_());
    }
  }

  void Change(Words* words) {
    const std::vector<size_t> starts = Starts(*words);
    const size_t start = starts[Below(starts.size())];
    const size_t length = std::min<size_t>(std::max<uint32_t>(1, (*words)[start] >> 16), words->size() - start);
    const auto begin = words->begin() + static_cast<std::ptrdiff_t>(start);
    const Words copy(begin, begin + static_cast<std::ptrdiff_t>(length));
    switch (Below(12)) {
      case 0:  // remove an instruction
        words->erase(begin, begin + static_cast<std::ptrdiff_t>(length));
        break;
      case 1:  // repeat it
        words->insert(begin, copy.begin(), copy.end());
        break;
      case 2: {  // move it
        words->erase(begin, begin + static_cast<std::ptrdiff_t>(length));
        const std::vector<size_t> others = Starts(*words);
        if (others.empty()) break;
        words->insert(words->begin() + static_cast<std::ptrdiff_t>(others[Below(others.size())]), copy.begin(),
                      copy.end());
        break;
      }
      case 3:  // another opcode or length
        (*words)[start] = Below(2) == 0 ? ((*words)[start] & 0xffff0000) | static_cast<uint32_t>(Below(400))
                                        : ((*words)[start] & 0xffff) | static_cast<uint32_t>(Below(40)) << 16;
        break;
      case 4:  // cut
        words->resize(kHeaderWords + Below(words->size() - kHeaderWords + 1));
        break;
      case 5: {  // an instruction of another module
        const Words& other = seeds_[Below(seeds_.size())];
        const std::vector<size_t> others = Starts(other);
        if (others.empty()) break;
        const size_t from = others[Below(others.size())];
        const size_t count = std::min<size_t>(std::max<uint32_t>(1, other[from] >> 16), other.size() - from);
        words->insert(begin, other.begin() + static_cast<std::ptrdiff_t>(from),
                      other.begin() + static_cast<std::ptrdiff_t>(from + count));
        break;
      }
      case 6:  // a word of the header
        (*words)[1 + Below(4)] = Interesting(*words);
        break;
      case 7:  // a bit anywhere
        (*words)[Below(words->size())] ^= 1u << Below(32);
        break;
      default:  // an operand, which most often stays well-formed
        if (length > 1) (*words)[start + 1 + Below(length - 1)] = Interesting(*words);
        break;
    }
  }

  const std::vector<Words>& seeds_;
  std::mt19937_64 random_;
};

bool ReadSeed(const std::filesystem::path& path, std::vector<Words>* seeds) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.is_open() || bytes.size() < kHeaderWords * 4) return false;
  Words words((bytes.size() + 3) / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  seeds->push_back(std::move(words));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t count = 1000, seed = 1, limit_ms = 2000;
  std::string keep;
  std::vector<Words> seeds;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    auto value = [&](const char* key) {
      const size_t length = std::strlen(key);
      return argument.compare(0, length, key) == 0 ? argument.c_str() + length : nullptr;
    };
    if (const char* text = value("--count=")) {
      count = std::strtoull(text, nullptr, 10);
    } else if (const char* number = value("--seed=")) {
      seed = std::strtoull(number, nullptr, 10);
    } else if (const char* limit = value("--limit-ms=")) {
      limit_ms = std::strtoull(limit, nullptr, 10);
    } else if (const char* file = value("--keep=")) {
      keep = file;
    } else if (std::filesystem::is_directory(argument)) {
      std::vector<std::filesystem::path> files;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(argument)) {
        if (entry.path().extension() == ".spv" && entry.file_size() <= 65536) files.push_back(entry.path());
      }
      std::sort(files.begin(), files.end());  // folders are in no order
      for (const auto& path : files) ReadSeed(path, &seeds);
    } else if (!ReadSeed(argument, &seeds)) {
      std::fprintf(stderr, "reflection-mutants: '%s' is no shader\n", argument.c_str());
      return 1;
    }
  }
  if (seeds.empty()) {
    std::fprintf(stderr, "reflection-mutants: no shader is given\n");
    return 1;
  }
  Mutator mutator(seeds, seed);
  uint64_t read = 0, slow = 0;
  double slowest = 0;
  for (uint64_t i = 0; i < count; ++i) {
    // An exact copy on the heap: the sanitizer sees a read past its end.
    const std::vector<uint8_t> bytes = mutator.Next();
    auto write = [&] {
      std::ofstream(keep, std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    };
    if (!keep.empty()) write();
    // Processor time: what else the machine does is not the module's fault.
    const std::clock_t start = std::clock();
    read += lacuna::reflection::ExerciseReflection(bytes.data(), bytes.size());
    const double ms = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    slowest = std::max(slowest, ms);
    if (ms > static_cast<double>(limit_ms)) {
      ++slow;
      std::fprintf(stderr, "reflection-mutants: mutant %llu took %.0f ms\n", static_cast<unsigned long long>(i), ms);
      if (!keep.empty()) return 1;
    }
  }
  std::printf("%llu mutants of %zu modules: %llu read, %llu refused, %llu over the limit, slowest %.0f ms\n",
              static_cast<unsigned long long>(count), seeds.size(), static_cast<unsigned long long>(read),
              static_cast<unsigned long long>(count - read), static_cast<unsigned long long>(slow), slowest);
  return slow == 0 ? 0 : 1;
}
