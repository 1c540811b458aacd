// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_EMULATENULLDESCRIPTORS_WORDSOURCE_H_
#define LACUNA_EMULATENULLDESCRIPTORS_WORDSOURCE_H_

#include <cstdint>
#include <set>
#include <string>

#include "Support/CodeBuilder.h"

namespace lacuna {

// Where the presence words come from.
class WordSource {
 public:
  virtual ~WordSource() = default;

  // Decides where the words go; changes nothing. `functions` are the functions
  // that will load words. Returns false and a reason if there is no place.
  virtual bool Plan(const std::set<uint32_t>& functions, uint32_t words, std::string* why) = 0;

  // Does what Plan decided.
  virtual void Apply() = 0;

  // The byte offset of word 0 in its buffer or in the push constants.
  virtual uint32_t offset() const = 0;

  // Emits a load of word `index` in the given function.
  virtual uint32_t Load(uint32_t function_id, uint32_t index, CodeBuilder* at) = 0;
};

}  // namespace lacuna

#endif  // LACUNA_EMULATENULLDESCRIPTORS_WORDSOURCE_H_
