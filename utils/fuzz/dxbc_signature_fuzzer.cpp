// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Reads any bytes as what a signature chunk holds. The first byte chooses the
// form; the container around it is made here, so that every mutation reaches
// the signature.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "lacuna/Reflection/D3D/Signature.h"

namespace {

constexpr std::array<const char*, 7> kForms = {"ISGN", "ISG1", "OSGN", "OSG5", "OSG1", "PCSG", "PSG1"};

void PutWord(size_t word, std::vector<uint8_t>* bytes) {
  for (int shift = 0; shift < 32; shift += 8) bytes->push_back(static_cast<uint8_t>(word >> shift));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kHeaderBytes = 32 + 4 + 8;
  constexpr size_t kMaxBytes = 1 << 20;
  if (size == 0 || size > kMaxBytes) return 0;
  const char* form = kForms[data[0] % kForms.size()];
  const size_t payload = size - 1;

  std::vector<uint8_t> file = {'D', 'X', 'B', 'C'};
  file.resize(20);
  PutWord(1, &file);
  PutWord(kHeaderBytes + payload, &file);
  PutWord(1, &file);
  PutWord(36, &file);
  file.insert(file.end(), form, form + 4);
  PutWord(payload, &file);
  file.insert(file.end(), data + 1, data + size);

  namespace d3d = lacuna::reflection::d3d;
  const lacuna::reflection::Bytes bytes = {file.data(), file.size()};
  const auto container = d3d::ReadContainer(bytes);
  if (!container.ok()) std::abort();
  const auto signatures = d3d::ReadSignatures(bytes, *container);
  if (!signatures.ok() && signatures.error().message.empty()) std::abort();
  return 0;
}
