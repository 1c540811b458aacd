// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_RESULT_H_
#define LACUNA_REFLECTION_RESULT_H_

// How the reflection library says that it could not: a value or an error, never
// an exception, whatever the bytes are.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace lacuna::reflection {

// Codes that people search for. They never change their meaning.
namespace error_code {
inline constexpr const char* kModule = "SD0101";         // SPIR-V or DXBC that cannot be reflected
inline constexpr const char* kDxil = "SD0102";           // a DXIL container, which has no such reflection
inline constexpr const char* kPairs = "SD0217";          // the order of combined samplers cannot be told
inline constexpr const char* kConstantTable = "SD0301";  // D3D9 bytecode that cannot be reflected
inline constexpr const char* kUsage = "SD0400";          // a wrong request: no such entry point, no such format
}  // namespace error_code

// What is wrong with an input.
struct Error {
  std::string code = error_code::kModule;
  // Where, in bytes from the start of the input; absent when it is about the
  // input as a whole.
  std::optional<uint64_t> offset;
  std::string message;   // what was found, one sentence without a full stop
  std::string expected;  // what should have been there; may be empty
  std::string file;      // set by whoever read the file; may be empty

  // "file: byte 24: SD0101: message (expected: ...)", without what is absent.
  std::string ToText() const;
};

// A value of type T, or an Error.
template <typename T>
class Result {
 public:
  Result(T value) : value_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  // Only when ok().
  const T& value() const& { return *value_; }
  T& value() & { return *value_; }
  T&& value() && { return std::move(*value_); }
  const T& operator*() const& { return *value_; }
  T& operator*() & { return *value_; }
  const T* operator->() const { return &*value_; }
  T* operator->() { return &*value_; }

  // Only when not ok().
  const Error& error() const { return error_; }
  Error& error() { return error_; }

 private:
  std::optional<T> value_;
  Error error_;
};

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_RESULT_H_
