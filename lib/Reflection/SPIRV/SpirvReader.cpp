// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The reader for SPIR-V: what stands in the module itself, and the order in
// which the parts that know more are asked.

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "Reflection/SPIRV/BlockLayout.h"
#include "Reflection/SPIRV/CallGraph.h"
#include "Reflection/SPIRV/Context.h"
#include "Reflection/SPIRV/EntryPoints.h"
#include "Reflection/SPIRV/ResourceUses.h"
#include "Reflection/SPIRV/Resources.h"
#include "Reflection/SPIRV/Slots.h"

namespace lacuna::reflection {

namespace spirv {

using spv::Op;

namespace {

// Tools registered with Khronos, by the upper half of the generator word.
std::string GeneratorName(uint32_t generator) {
  struct Tool {
    uint32_t number;
    const char* name;
  };
  constexpr Tool kTools[] = {{6, "LLVM/SPIR-V Translator"},
                             {7, "SPIR-V Tools Assembler"},
                             {8, "Glslang"},
                             {13, "Shaderc"},
                             {14, "DXC"},
                             {15, "rspirv"},
                             {16, "Mesa"},
                             {17, "SPIR-V Tools Linker"},
                             {18, "vkd3d"},
                             {21, "clspv"},
                             {22, "MLIR"},
                             {23, "Tint"},
                             {24, "ANGLE"},
                             {27, "Rust GPU"},
                             {28, "Naga"}};
  const uint32_t number = generator >> 16;
  std::string name = "tool " + std::to_string(number);
  for (const Tool& tool : kTools) {
    if (tool.number == number) name = tool.name;
  }
  return name + ", version " + std::to_string(generator & 0xffff);
}

// The text of NonSemantic.Lacuna.Interface.1's instruction: the concatenation of
// its strings.
void ReadEmbeddedInterface(const Inst& inst, Context* context) {
  std::string text;
  for (uint32_t word = 5; word < inst.length; ++word) {
    const Inst* string = context->table.Def(context->table.Word(inst, word));
    if (string == nullptr || string->opcode != Op::OpString) continue;
    if (!context->progress.TakeText(string->length * uint64_t{4})) return;
    text += context->table.Text(*string, 2);
  }
  context->module.interface_map += text;
}

void ReadSpecConstant(const Inst& inst, Context* context) {
  const Value value = context->constants.Find(inst.result_id);
  SpecConstant result;
  result.id = inst.result_id;
  result.spec_id = context->decorations.Value(inst.result_id, spv::Decoration::SpecId);
  // Without a SpecId nothing can be set; compilers write such for constants of
  // their own.
  if (!result.spec_id || !value.known) return;
  result.name = context->decorations.Name(inst.result_id);
  if (result.name.empty()) result.name = "spec" + std::to_string(*result.spec_id);
  if (!context->progress.TakeRecord(result.name)) return;
  const Type* type = context->types.Find(inst.type_id);
  ParameterType unused = ParameterType::kVoid;
  if (type != nullptr) DescribeScalar(*type, &result.scalar, &result.scalar_bits, &unused);
  result.default_bits = value.bits;
  context->module.spec_constants.push_back(std::move(result));
}

// What stands before the functions and needs no more than a look.
void ReadHeader(Context* context) {
  const ModuleTable& table = context->table;
  Module& module = context->module;
  module.format = SourceFormat::kSpirv;
  module.version_major = table.version() >> 16 & 0xff;
  module.version_minor = table.version() >> 8 & 0xff;
  module.generator = GeneratorName(table.generator());
  module.byte_swapped = table.byte_swapped();
  uint32_t interface_set = 0;
  for (const Inst& inst : table.instructions()) {
    if (inst.opcode == Op::OpFunction) break;
    switch (inst.opcode) {
      case Op::OpCapability: {
        module.capabilities.emplace_back(spv::CapabilityToString(static_cast<spv::Capability>(table.Word(inst, 1))));
        break;
      }
      case Op::OpExtension:
        module.extensions.push_back(table.Text(inst, 1));
        break;
      case Op::OpSource:
        if (module.source_language.empty()) {
          module.source_language = spv::SourceLanguageToString(static_cast<spv::SourceLanguage>(table.Word(inst, 1)));
          if (table.Word(inst, 2) != 0) module.source_language += " " + std::to_string(table.Word(inst, 2));
        }
        break;
      case Op::OpExtInstImport:
        if (table.Text(inst, 2) == "NonSemantic.Lacuna.Interface.1") interface_set = inst.result_id;
        break;
      case Op::OpExtInst:
        if (interface_set != 0 && table.Word(inst, 3) == interface_set) ReadEmbeddedInterface(inst, context);
        break;
      case Op::OpSpecConstant:
      case Op::OpSpecConstantTrue:
      case Op::OpSpecConstantFalse:
        ReadSpecConstant(inst, context);
        break;
      default:
        break;
    }
  }
  for (uint32_t number : table.unknown_capabilities()) module.capabilities.push_back(std::to_string(number));
}

void NoteWrongMembers(Context* context) {
  const Inst* inst = context->decorations.FirstWithoutMember([&](uint32_t target) -> std::optional<uint32_t> {
    const Type* type = context->types.Find(target);
    return type == nullptr ? std::nullopt : std::optional<uint32_t>(type->member_count());
  });
  if (inst != nullptr) {
    context->AddNote(*inst, "a name or decoration is for a member that the structure does not have; it is ignored");
  }
}

// Says at each specialization constant what it sizes.
void ReportSizes(Context* context) {
  std::sort(context->sized.begin(), context->sized.end());
  context->sized.erase(std::unique(context->sized.begin(), context->sized.end()), context->sized.end());
  std::unordered_map<uint32_t, SpecConstant*> constants;
  for (SpecConstant& constant : context->module.spec_constants) constants.emplace(*constant.spec_id, &constant);
  for (auto& [spec_id, what] : context->sized) {
    auto found = constants.find(spec_id);
    if (found != constants.end()) found->second->sizes.push_back(what);
  }
}

class Reader : public ShaderReader {
 public:
  SourceFormat format() const override { return SourceFormat::kSpirv; }
  std::string_view description() const override { return "SPIR-V"; }

  bool Recognizes(Bytes bytes) const override {
    if (bytes.size < 4) return false;
    const uint8_t* data = bytes.data;
    return (data[0] == 0x03 && data[1] == 0x02 && data[2] == 0x23 && data[3] == 0x07) ||
           (data[3] == 0x03 && data[2] == 0x02 && data[1] == 0x23 && data[0] == 0x07);
  }

  Result<Module> Read(Bytes bytes) const override {
    Result<ModuleTable> table = ModuleTable::Parse(bytes);
    if (!table) return table.error();
    Context context(*table);
    CallGraph calls;
    if (!context.progress.failed()) {
      ReadHeader(&context);
      NoteWrongMembers(&context);
    }
    if (!context.progress.failed() && ReadResources(&context) && calls.Build(&context)) {
      ResourceUses uses(&context);
      if (uses.Build() && ReadEntryPoints(calls, &uses, &context)) ReportSizes(&context);
      AssignSlots(&context.module);
    }
    if (context.progress.failed()) return context.progress.error();
    return std::move(context.module);
  }
};

}  // namespace

}  // namespace spirv

const ShaderReader& SpirvReader() {
  static const spirv::Reader reader;
  return reader;
}

}  // namespace lacuna::reflection
