// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "spirv-tools/libspirv.hpp"
#include "spirv/unified1/spirv.hpp11"

namespace lacuna::run {
namespace {

uint32_t SwapBytes(uint32_t word) { return word >> 24 | (word >> 8 & 0xff00u) | (word << 8 & 0xff0000u) | word << 24; }

// Keeps the first error that SPIRV-Tools reports.
spvtools::MessageConsumer KeepFirstError(std::string* text, bool is_text) {
  return [text, is_text](spv_message_level_t level, const char*, const spv_position_t& position, const char* message) {
    if (level > SPV_MSG_ERROR || !text->empty()) return;
    if (is_text) {
      *text = "line " + std::to_string(position.line + 1) + ", column " + std::to_string(position.column + 1) + ": ";
    }
    *text += message;
  };
}

spv_target_env EnvironmentOfText(const std::string& text) {
  static const std::string kComment = "; Version: 1.";
  // Comments before it, such as a test's commands, may be of any length.
  size_t at = 0;
  while (at < text.size() && (text[at] == ';' || text[at] == '\n') &&
         text.compare(at, kComment.size(), kComment) != 0) {
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  if (text.compare(at, kComment.size(), kComment) != 0 || at + kComment.size() >= text.size()) {
    return SPV_ENV_UNIVERSAL_1_6;
  }
  static const spv_target_env kEnvironments[] = {SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2,
                                                 SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
                                                 SPV_ENV_UNIVERSAL_1_6};
  const char minor = text[at + kComment.size()];
  return minor >= '0' && minor <= '6' ? kEnvironments[minor - '0'] : SPV_ENV_UNIVERSAL_1_6;
}

}  // namespace

bool ReadFile(const std::string& path, std::string* content, Failure* failure) {
  content->clear();
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (!file) return failure->Error("cannot open '" + path + "': " + std::strerror(errno));
  char buffer[65536];
  size_t got = 0;
  while ((got = std::fread(buffer, 1, sizeof(buffer), file)) > 0) content->append(buffer, got);
  const bool bad = std::ferror(file) != 0;
  const int reason = errno;
  if (file != stdin) std::fclose(file);
  if (bad) return failure->Error("cannot read '" + path + "': " + std::strerror(reason));
  return true;
}

bool ReadModule(const std::string& path, std::vector<uint32_t>* words, Failure* failure) {
  std::string content;
  if (!ReadFile(path, &content, failure)) return false;
  uint32_t magic = 0;
  if (content.size() >= 4) std::memcpy(&magic, content.data(), 4);
  const bool swapped = magic == SwapBytes(spv::MagicNumber);
  if (magic == spv::MagicNumber || swapped) {
    if (content.size() % 4) {
      return failure->Error("'" + path + "' is cut off: " + std::to_string(content.size()) +
                            " bytes are no whole number of SPIR-V words");
    }
    words->resize(content.size() / 4);
    std::memcpy(words->data(), content.data(), content.size());
    if (swapped) {
      for (uint32_t& word : *words) word = SwapBytes(word);
    }
    return true;
  }
  if (content.find('\0') != std::string::npos || content.empty()) {
    return failure->Error("'" + path + "' is neither a SPIR-V module (no magic number) nor assembly text");
  }
  std::string reason;
  spvtools::SpirvTools tools(EnvironmentOfText(content));
  tools.SetMessageConsumer(KeepFirstError(&reason, true));
  if (!tools.Assemble(content, words)) {
    return failure->Error("'" + path + "' is not a SPIR-V module and does not assemble: " + reason);
  }
  return true;
}

bool ValidateModule(const std::string& path, const std::vector<uint32_t>& words, Failure* failure) {
  std::string reason;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
  tools.SetMessageConsumer(KeepFirstError(&reason, false));
  spvtools::ValidatorOptions options;
  options.SetScalarBlockLayout(true);
  if (tools.Validate(words.data(), words.size(), options)) return true;
  return failure->Error("'" + path + "' is not a valid module for Vulkan 1.3: " + reason);
}

}  // namespace lacuna::run
