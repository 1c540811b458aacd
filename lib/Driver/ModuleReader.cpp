// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Driver/ModuleReader.h"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "Driver/Diagnostics.h"
#include "Driver/HexText.h"
#include "Support/Text.h"
#include "spirv-tools/libspirv.hpp"

namespace lacuna {

namespace {

constexpr std::string_view kMagicLittle("\x03\x02\x23\x07", 4);
constexpr std::string_view kMagicBig("\x07\x23\x02\x03", 4);

bool ReadBytes(const std::string& file, std::string* bytes) {
  std::FILE* stream = file == "-" ? stdin : std::fopen(file.c_str(), "rb");
  if (!stream) {
    PrintError(file, {}, std::string("cannot be opened: ") + std::strerror(errno));
    return false;
  }
  char buffer[65536];
  while (size_t length = std::fread(buffer, 1, sizeof(buffer), stream)) bytes->append(buffer, length);
  const bool ok = !std::ferror(stream);
  if (!ok) PrintError(InputName(file), {}, std::string("cannot be read: ") + std::strerror(errno));
  if (stream != stdin) std::fclose(stream);
  return ok;
}

// Assembly has no control characters but those that end lines and tabs.
bool LooksLikeText(std::string_view bytes) {
  for (char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && !(byte >= '\t' && byte <= '\r')) || byte == 0x7F) return false;
  }
  return true;
}

// The line of each instruction. Outside of strings and comments a word that
// begins with Op and a capital is an instruction's name and nothing else.
std::vector<size_t> InstructionLines(std::string_view text) {
  std::vector<size_t> lines;
  size_t line = 1;
  bool at_word_start = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      ++line;
      at_word_start = true;
    } else if (c == ';') {
      while (i + 1 < text.size() && text[i + 1] != '\n') ++i;
    } else if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
        if (i < text.size() && text[i] == '\n') ++line;
      }
      at_word_start = false;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      at_word_start = true;
    } else {
      if (at_word_start && text.substr(i, 2) == "Op" && i + 2 < text.size() &&
          std::isupper(static_cast<unsigned char>(text[i + 2]))) {
        lines.push_back(line);
      }
      at_word_start = false;
    }
  }
  return lines;
}

size_t CountInstructions(const std::vector<uint32_t>& words) {
  size_t count = 0;
  for (size_t word = 5; word < words.size() && words[word] >> 16; word += words[word] >> 16) ++count;
  return count;
}

// The environment to assemble for: what disassemblers write above a module,
// "; Version: 1.3", is the module's version and goes before `env`.
spv_target_env AssemblyEnvironment(std::string_view text, spv_target_env env) {
  constexpr std::string_view kVersion = "; Version: ";
  for (std::string_view line : Split(text, '\n')) {
    line = Trim(line);
    if (line.empty()) continue;
    if (line[0] != ';') break;
    if (line.substr(0, kVersion.size()) != kVersion) continue;
    const std::string name = "spv" + std::string(line.substr(kVersion.size()));
    spv_target_env named;
    if (spvParseTargetEnv(name.c_str(), &named)) return named;
  }
  return env;
}

bool Assemble(std::string_view text, spv_target_env env, ModuleInput* input) {
  bool printed = false;
  spvtools::SpirvTools tools(AssemblyEnvironment(text, env));
  tools.SetMessageConsumer(
      [input, &printed](spv_message_level_t level, const char*, const spv_position_t& position, const char* message) {
        if (level > SPV_MSG_ERROR) return;
        const std::string place =
            "line " + std::to_string(position.line + 1) + ", column " + std::to_string(position.column + 1);
        PrintError(InputName(input->file), place, message);
        printed = true;
      });
  if (!tools.Assemble(text.data(), text.size(), &input->words)) {
    if (!printed) PrintError(InputName(input->file), {}, "the assembly text could not be assembled");
    return false;
  }
  input->instruction_lines = InstructionLines(text);
  if (input->instruction_lines.size() != CountInstructions(input->words)) input->instruction_lines.clear();
  return true;
}

}  // namespace

bool ReadModule(const std::string& file, spv_target_env env, ModuleInput* input) {
  input->file = file;
  std::string bytes;
  if (!ReadBytes(file, &bytes)) return false;
  const std::string name = InputName(file);
  if (bytes.empty()) {
    PrintError(name, {}, "is empty; a SPIR-V module is expected");
    return false;
  }

  const std::string_view head = std::string_view(bytes).substr(0, 4);
  if (head == kMagicLittle || head == kMagicBig) {
    input->form = ModuleInput::Form::kBinary;
    if (bytes.size() % 4 != 0) {
      PrintError(name,
                 "word " + std::to_string(bytes.size() / 4) + " (byte " + std::to_string(bytes.size() / 4 * 4) + ')',
                 "the module ends in the middle of a word");
      return false;
    }
    input->words.resize(bytes.size() / 4);
    std::memcpy(input->words.data(), bytes.data(), bytes.size());
    return true;
  }
  if (LooksLikeHex(bytes)) {
    input->form = ModuleInput::Form::kHex;
    size_t line = 0;
    std::string error;
    if (ParseHex(bytes, &input->words, &line, &error)) return true;
    PrintError(name, "line " + std::to_string(line), error);
    return false;
  }
  if (LooksLikeText(bytes)) {
    input->form = ModuleInput::Form::kAssembly;
    return Assemble(bytes, env, input);
  }
  PrintError(name, "word 0 (byte 0)",
             "this is neither a SPIR-V module, which begins with the number 0x07230203, nor text");
  return false;
}

}  // namespace lacuna
