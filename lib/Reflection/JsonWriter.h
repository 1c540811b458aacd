// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_JSONWRITER_H_
#define LACUNA_REFLECTION_JSONWRITER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna::reflection {

// Writes JSON text from beginning to end, indented by two blanks. Values follow
// keys inside objects and stand alone inside arrays; nothing checks that.
class JsonWriter {
 public:
  void BeginObject() { Begin('{'); }
  void EndObject() { End('}'); }
  void BeginArray() { Begin('['); }
  void EndArray() { End(']'); }

  void Key(std::string_view key);
  void String(std::string_view value);
  void Number(uint64_t value);
  void SignedNumber(int64_t value);
  // As short as gives the same float again; null when it is not finite.
  void Float(float value);
  void Bool(bool value);
  void Null();

  // A key with its value.
  void Field(std::string_view key, std::string_view value) { Key(key), String(value); }
  void Field(std::string_view key, const char* value) { Key(key), String(value); }
  void Field(std::string_view key, bool value) { Key(key), Bool(value); }
  void Field(std::string_view key, uint64_t value) { Key(key), Number(value); }
  void Field(std::string_view key, uint32_t value) { Key(key), Number(value); }
  void Field(std::string_view key, int32_t value) { Key(key), SignedNumber(value); }

  // The text, with a newline at its end.
  std::string Take();

 private:
  void Begin(char bracket);
  void End(char bracket);
  void BeforeValue();
  void NewLine();

  std::string text_;
  std::vector<bool> has_items_;
  bool after_key_ = false;
};

// The text as UTF-8: bytes that are none become the four characters \xNN.
std::string ToUtf8(std::string_view text);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_JSONWRITER_H_
