// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_BUFFERWORDS_H_
#define LACUNA_EMULATENULLDESCRIPTORS_BUFFERWORDS_H_

#include "Analysis/DescriptorTable.h"
#include "Transforms/EmulateNullDescriptors/WordSource.h"
#include "lacuna/PresenceOptions.h"

namespace lacuna {

// Presence words in a buffer of their own: a uniform buffer of uvec4, as its
// arrays have a stride of 16, or a read-only storage buffer of uint. Word k is
// at byte 4 k of either.
class BufferWords : public WordSource {
 public:
  BufferWords(ModuleBuilder* module, const DescriptorTable& descriptors, const PresenceSource& source)
      : module_(module), descriptors_(descriptors), source_(source) {}

  // Refuses a set and binding that the module uses already.
  bool Plan(const std::set<uint32_t>& functions, uint32_t words, std::string* why) override;
  void Apply() override;
  uint32_t offset() const override { return 0; }
  uint32_t Load(uint32_t function_id, uint32_t index, CodeBuilder* at) override;

 private:
  ModuleBuilder* module_;
  const DescriptorTable& descriptors_;
  PresenceSource source_;
  uint32_t words_ = 0;
  uint32_t variable_ = 0;
  spv::StorageClass storage_class_ = spv::StorageClass::Uniform;
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_BUFFERWORDS_H_
