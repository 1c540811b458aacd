// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Commands.h"

#include <cstdint>
#include <cstdio>
#include <string_view>

#include "Annotations.h"
#include "lacuna/Reflection/CombinedSamplers.h"
#include "lacuna/Reflection/D3D/Readers.h"
#include "lacuna/Reflection/Effect.h"
#include "lacuna/Reflection/Json.h"
#include "lacuna/Reflection/PipelineLayout.h"
#include "lacuna/Reflection/Reader.h"
#include "lacuna/Reflection/StructWriter.h"
#include "lacuna/Reflection/Verifier.h"
#include "lacuna/Reflection/VertexInputs.h"

namespace lacuna::reflect {

namespace {

using reflection::Module;

// Text with an instruction in it: what the other tools take, too.
bool LooksLikeAssembly(const std::vector<uint8_t>& bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.find('\0') == std::string_view::npos && text.find("OpMemoryModel") != std::string_view::npos;
}

constexpr char kAssembleIt[] = "; assembly text becomes a module by spirv-as, or by spirv-opt <text> -o <module>";

class Command {
 public:
  Command(const Options& options, Output* output) : options_(options), output_(*output) {}

  bool Run() {
    for (const std::string& file : options_.files) {
      if (!ReadModule(file)) return false;
    }
    switch (options_.action) {
      case Action::kTable:
        output_.text = options_.json ? reflection::ToJson(modules_[0]) : reflection::ToText(modules_[0]);
        return true;
      case Action::kEffect:
        return Effect();
      case Action::kPairs:
        return Pairs();
      case Action::kVertexInputs:
        return Inputs();
      case Action::kVerify:
        return Verify();
      case Action::kCheck:
        return Check();
      case Action::kStages:
        return Stages();
      case Action::kLayout:
        return Layout();
      case Action::kCHeader:
        return Header(reflection::HeaderLanguage::kC);
      case Action::kCppHeader:
        return Header(reflection::HeaderLanguage::kCpp);
      case Action::kInterface:
        return Interface();
      case Action::kDiff:
        output_.text = reflection::DiffModules(modules_[0], modules_[1]);
        if (!output_.text.empty()) output_.status = Output::kMismatch;
        return true;
      case Action::kHelp:
      case Action::kVersion:
        return true;
    }
    return true;
  }

 private:
  bool ReadFile(const std::string& name, std::vector<uint8_t>* bytes) {
    std::FILE* file = name == "-" ? stdin : std::fopen(name.c_str(), "rb");
    if (file == nullptr) return output_.Fail("'" + name + "' cannot be opened");
    uint8_t buffer[65536];
    size_t count = 0;
    while ((count = std::fread(buffer, 1, sizeof(buffer), file)) != 0) {
      bytes->insert(bytes->end(), buffer, buffer + count);
    }
    const bool ok = std::ferror(file) == 0;
    if (file != stdin) std::fclose(file);
    return ok || output_.Fail("'" + name + "' cannot be read");
  }

  bool FailWith(reflection::Error error, const std::string& file, const std::string& advice = {}) {
    error.file = file;
    return output_.Fail(error.ToText() + advice);
  }

  bool ReadModule(const std::string& file) {
    bytes_.emplace_back();
    if (!ReadFile(file, &bytes_.back())) return false;
    const reflection::Bytes bytes = {bytes_.back().data(), bytes_.back().size()};
    reflection::d3d::DxbcOptions dxbc;
    dxbc.keep_empty_buffers = options_.empty_buffers;
    auto module = reflection::DxbcReader().Recognizes(bytes) ? reflection::d3d::ReadDxbc(bytes, dxbc)
                                                             : reflection::ReadShader(bytes);
    if (!module) return FailWith(module.error(), file, LooksLikeAssembly(bytes_.back()) ? kAssembleIt : "");
    modules_.push_back(std::move(*module));
    return true;
  }

  // For an optional text file; "" stays empty.
  bool ReadText(const std::string& file, std::string* text) {
    std::vector<uint8_t> bytes;
    if (!file.empty() && !ReadFile(file, &bytes)) return false;
    text->assign(bytes.begin(), bytes.end());
    return true;
  }

  bool Effect() {
    reflection::EffectOptions effect_options;
    effect_options.entry_point = options_.entry_point;
    effect_options.stage = options_.stage;
    effect_options.only_used = options_.only_used;
    effect_options.sampler_parameters = options_.sampler_parameters;
    std::string text, why;
    if (!ReadText(options_.annotations, &text)) return false;
    if (!options_.annotations.empty() && !ParseAnnotations(text, &effect_options.annotations, &why)) {
      return output_.Fail("'" + options_.annotations + "': " + why);
    }
    // Where the pairs cannot be told, samplers have no texture's name.
    if (modules_[0].format == reflection::SourceFormat::kSpirv) {
      auto pairs = FindPairs();
      if (pairs) effect_options.pairs = *pairs;
    }
    auto effect = reflection::ReflectEffect(modules_[0], effect_options);
    if (!effect) return FailWith(effect.error(), options_.files[0]);
    output_.text = reflection::ToJson(*effect);
    return true;
  }

  reflection::Result<std::vector<reflection::CombinedSamplerPair>> FindPairs() {
    return reflection::CombinedSamplerPairs({bytes_[0].data(), bytes_[0].size()}, options_.entry_point, options_.stage);
  }

  bool Pairs() {
    auto pairs = FindPairs();
    if (!pairs) return FailWith(pairs.error(), options_.files[0]);
    if (options_.json) {
      output_.text = reflection::ToJson(*pairs);
      return true;
    }
    for (const auto& pair : *pairs) {
      output_.text +=
          pair.texture_name + " " + pair.sampler_name + " " + std::to_string(pair.texture_declaration_index) + "\n";
    }
    return true;
  }

  bool Inputs() {
    auto selected = reflection::SelectEntryPoint(modules_[0], options_.entry_point, options_.stage);
    if (!selected) return FailWith(selected.error(), options_.files[0]);
    auto table = reflection::VertexInputs(modules_[0].entry_points[*selected]);
    if (!table) return FailWith(table.error(), options_.files[0]);
    for (const std::string& warning : table->warnings) output_.messages.push_back("warning: " + warning);
    if (options_.json) {
      output_.text = reflection::ToJson(*table);
      return true;
    }
    for (const auto& input : table->inputs) {
      output_.text += std::to_string(input.location) + " usage " + std::to_string(static_cast<int>(input.usage)) +
                      " index " + std::to_string(input.index) + " " + input.name + "\n";
    }
    return true;
  }

  bool Report(const reflection::Findings& findings) {
    if (options_.json) {
      output_.text += reflection::ToJson(findings);
    } else {
      for (const auto& finding : findings.list) output_.text += finding.ToText() + "\n";
      output_.text +=
          std::to_string(findings.errors()) + " errors, " + std::to_string(findings.warnings()) + " warnings\n";
    }
    if (findings.errors() != 0) output_.status = Output::kMismatch;
    return true;
  }

  bool Verify() {
    reflection::Findings findings;
    if (modules_.size() == 2) findings = reflection::CompareModules(modules_[0], modules_[1]);
    return CheckAgainst(modules_.back(), options_.files.back(), &findings) && Report(findings);
  }

  bool Check() {
    reflection::Findings findings = reflection::CheckModule(modules_[0]);
    return CheckAgainst(modules_[0], options_.files[0], &findings) && Report(findings);
  }

  // Against the layout and the slots that are given, if any are.
  bool CheckAgainst(const Module& module, const std::string& file, reflection::Findings* findings) {
    const auto append = [&](reflection::Findings more) {
      findings->list.insert(findings->list.end(), more.list.begin(), more.list.end());
    };
    std::string text;
    if (!options_.layout.empty()) {
      if (module.format != reflection::SourceFormat::kSpirv) {
        return output_.Fail("'" + file + "' is no SPIR-V, so it has no place in a pipeline layout; --against-slots= " +
                            "takes slots by name");
      }
      if (!ReadText(options_.layout, &text)) return false;
      auto layout = reflection::ParsePipelineLayout(text);
      if (!layout) return FailWith(layout.error(), options_.layout);
      append(reflection::CheckPipelineLayout(module, *layout));
    }
    if (!options_.slots.empty()) {
      if (!ReadText(options_.slots, &text)) return false;
      auto slots = reflection::ParseBindingSlotMap(text);
      if (!slots) return FailWith(slots.error(), options_.slots);
      append(reflection::CheckBindingSlotMap(module, *slots));
    }
    return true;
  }

  bool Stages() {
    if (modules_[0].format != modules_[1].format || modules_[0].format == reflection::SourceFormat::kD3d9) {
      return output_.Fail(
          "--stages takes two SPIR-V modules or two DXBC containers, since their stages go by locations and " +
          std::string("by registers, and D3D9 constant tables do not tell inputs"));
    }
    const reflection::EntryPoint* stages[2] = {};
    for (size_t i = 0; i < 2; ++i) {
      auto selected = reflection::SelectEntryPoint(modules_[i], options_.entry_point, reflection::Stage::kUnknown);
      if (!selected) return FailWith(selected.error(), options_.files[i]);
      stages[i] = &modules_[i].entry_points[*selected];
    }
    return Report(reflection::CheckStages(*stages[0], *stages[1]));
  }

  bool Layout() {
    std::vector<std::pair<std::string, const Module*>> modules;
    for (size_t i = 0; i < modules_.size(); ++i) modules.emplace_back(options_.files[i], &modules_[i]);
    auto layout = reflection::MergeLayouts(modules);
    if (!layout) return output_.Fail(layout.error().ToText());
    std::vector<std::string> open;
    output_.text = reflection::ToJson(*layout, options_.numbering, &open);
    for (const std::string& place : open) {
      output_.messages.push_back("warning: binding " + place +
                                 " has no presence bits, because its number of descriptors is open or too large; "
                                 "--runtime-counts=" +
                                 place + ":<count> says it");
    }
    return true;
  }

  bool Header(reflection::HeaderLanguage language) {
    auto header = reflection::WriteStructs(modules_[0], language, options_.scope);
    for (const std::string& member : header.left_out) {
      output_.messages.push_back("warning: " + member +
                                 " cannot be a member, because it shares its bytes with another or "
                                 "has no size; the header has its offset only");
    }
    output_.text = header.text;
    return true;
  }

  bool Interface() {
    if (modules_[0].interface_map.empty()) {
      return output_.Fail("'" + options_.files[0] + "' has no interface map; spirv-opt --embed-interface puts one in");
    }
    output_.text = modules_[0].interface_map;
    if (output_.text.back() != '\n') output_.text += '\n';
    return true;
  }

  const Options& options_;
  Output& output_;
  std::vector<std::vector<uint8_t>> bytes_;
  std::vector<Module> modules_;
};

}  // namespace

void RunCommand(const Options& options, Output* output) { Command(options, output).Run(); }

}  // namespace lacuna::reflect
