// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/Reflection/StructWriter.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "Reflection/JsonFields.h"

namespace lacuna::reflection {

namespace {

// Words that C (to C23) or C++ keep for themselves, names of the header's own types,
// and macros that compilers and the Windows headers make of plain words: shaders
// do call a member `near`.
constexpr std::string_view kReserved[] = {"CONST",
                                          "DELETE",
                                          "ERROR",
                                          "FALSE",
                                          "IN",
                                          "NULL",
                                          "OPTIONAL",
                                          "OUT",
                                          "TRUE",
                                          "VOID",
                                          "alignas",
                                          "alignof",
                                          "and",
                                          "and_eq",
                                          "asm",
                                          "auto",
                                          "bitand",
                                          "bitor",
                                          "bool",
                                          "break",
                                          "case",
                                          "catch",
                                          "cdecl",
                                          "char",
                                          "char16_t",
                                          "char32_t",
                                          "char8_t",
                                          "class",
                                          "co_await",
                                          "co_return",
                                          "co_yield",
                                          "compl",
                                          "concept",
                                          "const",
                                          "const_cast",
                                          "consteval",
                                          "constexpr",
                                          "constinit",
                                          "continue",
                                          "decltype",
                                          "default",
                                          "delete",
                                          "do",
                                          "double",
                                          "dynamic_cast",
                                          "else",
                                          "enum",
                                          "explicit",
                                          "export",
                                          "extern",
                                          "false",
                                          "far",
                                          "float",
                                          "for",
                                          "friend",
                                          "goto",
                                          "hyper",
                                          "i386",
                                          "if",
                                          "inline",
                                          "int",
                                          "int16_t",
                                          "int32_t",
                                          "int64_t",
                                          "int8_t",
                                          "interface",
                                          "linux",
                                          "long",
                                          "mips",
                                          "mutable",
                                          "namespace",
                                          "near",
                                          "new",
                                          "noexcept",
                                          "not",
                                          "not_eq",
                                          "nullptr",
                                          "offsetof",
                                          "operator",
                                          "or",
                                          "or_eq",
                                          "pascal",
                                          "private",
                                          "protected",
                                          "public",
                                          "register",
                                          "reinterpret_cast",
                                          "requires",
                                          "restrict",
                                          "return",
                                          "short",
                                          "signed",
                                          "size_t",
                                          "sizeof",
                                          "small",
                                          "static",
                                          "static_assert",
                                          "static_cast",
                                          "struct",
                                          "switch",
                                          "template",
                                          "this",
                                          "thread_local",
                                          "throw",
                                          "true",
                                          "try",
                                          "typedef",
                                          "typeid",
                                          "typename",
                                          "typeof",
                                          "typeof_unqual",
                                          "uint16_t",
                                          "uint32_t",
                                          "uint64_t",
                                          "uint8_t",
                                          "union",
                                          "unix",
                                          "unreachable",
                                          "unsigned",
                                          "using",
                                          "virtual",
                                          "void",
                                          "volatile",
                                          "wchar_t",
                                          "while",
                                          "xor",
                                          "xor_eq"};

// The limits and constants of <stdint.h> and <limits.h>.
bool IsLimitMacro(std::string_view name) {
  constexpr std::string_view kTypes[] = {"INT",   "UINT",  "SIZE", "PTRDIFF", "WCHAR", "WINT",  "SIG_ATOMIC", "CHAR",
                                         "SCHAR", "UCHAR", "SHRT", "USHRT",   "LONG",  "ULONG", "LLONG",      "ULLONG"};
  constexpr std::string_view kEnds[] = {"_MAX", "_MIN", "_C", "_WIDTH", "_BIT"};
  const auto begins = [&](std::string_view start) { return name.substr(0, start.size()) == start; };
  const auto ends = [&](std::string_view end) {
    return name.size() > end.size() && name.substr(name.size() - end.size()) == end;
  };
  return std::any_of(std::begin(kTypes), std::end(kTypes), begins) &&
         std::any_of(std::begin(kEnds), std::end(kEnds), ends);
}

// A name that C and C++ take: no leading digit or underscore, no two underscores
// in a row, no word of the languages.
std::string Identifier(std::string_view text) {
  std::string name;
  for (char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (digit && name.empty()) name = "n";
    if (letter || digit) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
    if (name.size() >= 200) break;  // compilers need not take more
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) name = "unnamed";
  const bool reserved = std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
  if (reserved || IsLimitMacro(name)) name += "_";
  return name;
}

// Gives out names, each once.
class Names {
 public:
  // A name that `avoid`, where there is one, has not given out either.
  std::string Take(std::string_view wish, const Names* avoid = nullptr) {
    const std::string base = Identifier(wish);
    std::string name = base;
    for (uint32_t i = 2; (avoid != nullptr && avoid->Has(name)) || !taken_.insert(name).second; ++i) {
      name = base + "_" + std::to_string(i);
    }
    return name;
  }
  bool Has(const std::string& name) const { return taken_.count(name) != 0; }

 private:
  std::set<std::string> taken_;
};

struct ScalarType {
  const char* name = nullptr;  // null: no such type
  uint32_t bytes = 0;
};

ScalarType CType(const Variable& variable) {
  const uint32_t bytes = (variable.scalar_bits + 7) / 8;
  switch (variable.scalar) {
    case ScalarKind::kBool:
      return {"uint32_t", 4};
    case ScalarKind::kPointer:
      return {"uint64_t", 8};
    case ScalarKind::kSint:
      return {bytes == 1 ? "int8_t" : bytes == 2 ? "int16_t" : bytes == 8 ? "int64_t" : "int32_t", bytes};
    case ScalarKind::kFloat:
      if (bytes == 4) return {"float", 4};
      if (bytes == 8) return {"double", 8};
      [[fallthrough]];
    case ScalarKind::kUint:
    case ScalarKind::kBfloat:
    case ScalarKind::kFloat8:
      // Formats that C has no type for are their bits.
      return {bytes == 1 ? "uint8_t" : bytes == 2 ? "uint16_t" : bytes == 8 ? "uint64_t" : "uint32_t", bytes};
    default:
      return {};
  }
}

class Writer {
 public:
  Writer(HeaderLanguage language, const std::string& scope)
      : cpp_(language == HeaderLanguage::kCpp), scope_(Identifier(scope.empty() ? "shader" : scope)) {}

  StructHeader Run(const Module& module) {
    for (const Resource& resource : module.resources) {
      if (!resource.block) continue;
      std::string comment = std::string(Name(resource.kind));
      if (resource.set && resource.binding) {
        comment += " at set " + std::to_string(*resource.set) + ", binding " + std::to_string(*resource.binding);
      }
      WriteBlock(resource.name, comment, *resource.block);
    }
    for (const BufferReference& reference : module.buffer_references) {
      WriteBlock(reference.name, "buffer reference", reference.block);
    }
    std::string guard = "LACUNA_GENERATED_" + scope_ + "_H_";
    for (char& c : guard) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    header_.text = "// Generated by lacuna-reflect. Do not edit.\n#ifndef " + guard + "\n#define " + guard + "\n\n";
    header_.text += cpp_ ? "#include <cstddef>\n#include <cstdint>\n\nnamespace " + scope_ + " {\n\n"
                         : "#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\n\n";
    // Padding is explicit, and alignment is the application's business.
    header_.text += "#pragma pack(push, 1)\n\n" + body_ + "#pragma pack(pop)\n\n";
    // Last, so that no macro can change a structure.
    if (!constants_.empty()) header_.text += constants_ + "\n";
    if (cpp_) header_.text += "}  // namespace " + scope_ + "\n\n";
    header_.text += "#endif  // " + guard + "\n";
    return std::move(header_);
  }

 private:
  std::string TypeName(std::string_view wish) {
    return types_.Take(cpp_ ? std::string(wish) : scope_ + "_" + std::string(wish));
  }
  std::string Struct(const std::string& name) const { return cpp_ ? name : "struct " + name; }
  // A constant of the header; a macro in C.
  void AddConstant(const std::string& wish, uint64_t value) {
    const std::string name = types_.Take(wish), number = std::to_string(value) + "ull";
    constants_ +=
        cpp_ ? "inline constexpr uint64_t " + name + " = " + number + ";\n" : "#define " + name + " " + number + "\n";
  }
  std::string Assert(const std::string& condition) const {
    return std::string(cpp_ ? "static_assert(" : "_Static_assert(") + condition + ", \"" + condition + "\");\n";
  }

  void WriteBlock(const std::string& name, const std::string& comment, const Block& block) {
    std::string text;
    const std::string type = TypeName(name);
    text = "// " + comment + ", " + std::to_string(block.size) + " bytes" +
           (block.size_known ? "" : " (an array length is not known)") + ".\n";
    uint64_t bytes = 0;
    const std::string members = WriteStruct(type, block.members, block.size, UINT64_MAX, &bytes);
    body_ += text + members;
  }

  // One struct of at least `size` bytes; what it needs is written to body_ first.
  // It may be as long as `limit` where only so its last member is whole. *bytes
  // is how long it is.
  std::string WriteStruct(const std::string& type, const std::vector<Variable>& members, uint64_t size, uint64_t limit,
                          uint64_t* bytes) {
    std::vector<const Variable*> order;
    for (const Variable& member : members) order.push_back(&member);
    std::stable_sort(order.begin(), order.end(),
                     [](const Variable* a, const Variable* b) { return a->offset < b->offset; });
    Names names;
    std::vector<std::string> member_names;
    for (const Variable* member : order) member_names.push_back(names.Take(member->name));
    std::string fields, asserts;
    uint64_t at = 0;
    uint32_t pads = 0;
    auto pad_to = [&](uint64_t offset) {
      if (offset <= at) return;
      fields += "  uint8_t " + names.Take("pad" + std::to_string(pads++)) + "[" + std::to_string(offset - at) + "];\n";
      at = offset;
    };
    for (size_t i = 0; i < order.size(); ++i) {
      const Variable& member = *order[i];
      const std::string path = type + "_" + Identifier(member.name);
      const bool open = !member.dimensions.empty() && member.size == 0;
      uint64_t next = limit;
      for (size_t j = i + 1; j < order.size(); ++j) {
        if (order[j]->size != 0) {
          next = order[j]->offset;
          break;
        }
      }
      if (open || member.size == 0 || member.offset < at || member.offset > size ||
          member.size > size - member.offset) {
        AddConstant(path + "_offset", member.offset);
        if (!open) {
          header_.left_out.push_back(path);
          continue;
        }
        WriteOpenArray(path, member);
        continue;
      }
      pad_to(member.offset);
      const std::string& name = member_names[i];
      // The last array element may lack its padding, where the next member sits.
      const uint64_t room = next < member.offset ? 0 : next - member.offset;
      uint64_t field_bytes = 0;
      std::string field = Field(path, member, name, names, room, &field_bytes);
      if (field.empty()) {
        field = "uint8_t " + name + "[" + std::to_string(member.size) + "]";
        field_bytes = member.size;
      }
      fields += "  " + field + ";  // " + Comment(member) + "\n";
      asserts += Assert("offsetof(" + Struct(type) + ", " + name + ") == " + std::to_string(member.offset));
      at += field_bytes;
    }
    pad_to(size);
    *bytes = at;
    // Neither language has empty structures of no size.
    if (at == 0) return "// Nothing of fixed size.\n\n";
    return Struct(type).insert(0, cpp_ ? "struct " : "") + " {\n" + fields + "};\n" + asserts +
           Assert("sizeof(" + Struct(type) + ") == " + std::to_string(at)) + "\n";
  }

  std::string Comment(const Variable& member) const {
    std::string text = TypeText(member) + " at " + std::to_string(member.offset);
    if (member.parameter_class == ParameterClass::kMatrix) {
      text += member.majority == MatrixMajority::kRow ? ", row-major" : ", column-major";
    }
    // A backslash at the end would take the next line into the comment.
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < 0x20 || c == '\\' || c == 0x7f) c = '?';
    }
    return text;
  }

  void WriteOpenArray(const std::string& path, const Variable& member) {
    const uint64_t stride = member.dimensions[0].stride;
    AddConstant(path + "_stride", stride);
    if (member.parameter_class != ParameterClass::kStruct || member.dimensions.size() != 1 || stride == 0) return;
    uint64_t bytes = 0;
    body_ += WriteStruct(types_.Take(path + "_element"), member.members, stride, stride, &bytes);
  }

  // The declaration of a member without its semicolon, or "" where no C type has
  // the layout within `room` bytes. `names` are those of the structure's members:
  // in C++ a name may not mean a type first and then a member.
  std::string Field(const std::string& path, const Variable& member, const std::string& name, const Names& names,
                    uint64_t room, uint64_t* bytes) {
    const Names* avoid = cpp_ ? &names : nullptr;
    // From the innermost part outwards: what one element is, and how far apart.
    std::string type, suffix;
    uint64_t element = 0;
    if (member.parameter_class == ParameterClass::kStruct) {
      const uint64_t stride = member.dimensions.empty() ? member.size : member.dimensions.back().stride;
      if (stride == 0) return "";
      type = types_.Take(path, avoid);
      for (const Variable& inner : member.members) {
        // Elements that reach into the next one.
        if (inner.offset > stride || inner.size > stride - inner.offset) return "";
      }
      const uint64_t limit = member.dimensions.empty() ? room : stride;
      body_ += WriteStruct(type, member.members, stride, limit, &element);
      type = Struct(type);
    } else {
      const ScalarType scalar = CType(member);
      if (scalar.name == nullptr) return "";
      type = scalar.name;
      element = scalar.bytes;
      if (member.parameter_class == ParameterClass::kVector) {
        suffix = "[" + std::to_string(member.columns) + "]";
        element *= member.columns;
      } else if (member.parameter_class == ParameterClass::kMatrix) {
        const uint64_t vectors = member.majority == MatrixMajority::kRow ? member.rows : member.columns;
        if (member.matrix_stride % scalar.bytes != 0 || member.matrix_stride == 0) return "";
        suffix = "[" + std::to_string(vectors) + "][" + std::to_string(member.matrix_stride / scalar.bytes) + "]";
        element = vectors * member.matrix_stride;
      }
      // Elements further apart than they are large sit in a structure with padding.
      if (!member.dimensions.empty() && member.dimensions.back().stride != element) {
        const uint64_t stride = member.dimensions.back().stride;
        if (stride < element) return "";
        const std::string wrapper = types_.Take(path + "_element", avoid);
        body_ += (cpp_ ? "struct " : "") + Struct(wrapper) + " {\n  " + type + " value" + suffix + ";\n  uint8_t pad[" +
                 std::to_string(stride - element) + "];\n};\n" +
                 Assert("sizeof(" + Struct(wrapper) + ") == " + std::to_string(stride)) + "\n";
        type = Struct(wrapper);
        suffix.clear();
        element = stride;
      }
    }
    for (size_t i = member.dimensions.size(); i-- > 0;) {
      const ArrayDimension& dimension = member.dimensions[i];
      if (dimension.length == 0 || dimension.stride != element || dimension.length > UINT64_MAX / element) return "";
      suffix = "[" + std::to_string(dimension.length) + "]" + suffix;
      element *= dimension.length;
    }
    if (element > room) return "";
    *bytes = element;
    return type + " " + name + suffix;
  }

  const bool cpp_;
  const std::string scope_;
  Names types_;  // of structures and constants
  std::string body_, constants_;
  StructHeader header_;
};

}  // namespace

StructHeader WriteStructs(const Module& module, HeaderLanguage language, const std::string& scope) {
  return Writer(language, scope).Run(module);
}

}  // namespace lacuna::reflection
