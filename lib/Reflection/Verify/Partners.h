// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_VERIFY_PARTNERS_H_
#define LACUNA_REFLECTION_VERIFY_PARTNERS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace lacuna::reflection {

// In a finding, the value of the side that has none.
inline constexpr const char* kAbsent = "-";

// The partner of what has none.
inline constexpr size_t kFree = SIZE_MAX;

// For each item of `first` the index of the one in `second` with the same key,
// or kFree. Items with one key pair up in order.
template <typename T, typename KeyOf>
std::vector<size_t> Partners(const std::vector<T>& first, const std::vector<T>& second, KeyOf key_of) {
  std::map<decltype(key_of(first[0])), std::vector<size_t>> free;
  for (size_t i = second.size(); i-- > 0;) free[key_of(second[i])].push_back(i);
  std::vector<size_t> partners(first.size(), kFree);
  for (size_t i = 0; i < first.size(); ++i) {
    auto found = free.find(key_of(first[i]));
    if (found == free.end() || found->second.empty()) continue;
    partners[i] = found->second.back();
    found->second.pop_back();
  }
  return partners;
}

// Those of `second` that are nobody's partner.
template <typename T>
std::vector<const T*> WithoutPartner(const std::vector<T>& second, const std::vector<size_t>& partners) {
  std::vector<bool> taken(second.size());
  for (size_t partner : partners) {
    if (partner != kFree) taken[partner] = true;
  }
  std::vector<const T*> rest;
  for (size_t i = 0; i < second.size(); ++i) {
    if (!taken[i]) rest.push_back(&second[i]);
  }
  return rest;
}

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_VERIFY_PARTNERS_H_
