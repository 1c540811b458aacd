// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The table for people.

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "Reflection/JsonFields.h"
#include "lacuna/Reflection/Json.h"

namespace lacuna::reflection {

namespace {

// Rows of cells, each column as wide as its widest cell.
class Table {
 public:
  explicit Table(size_t indent) : indent_(indent) {}

  void Row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  void Print(std::string* text) const {
    std::vector<size_t> widths;
    for (const std::vector<std::string>& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (size_t i = 0; i < row.size(); ++i) widths[i] = std::min<size_t>(40, std::max(widths[i], row[i].size()));
    }
    for (const std::vector<std::string>& row : rows_) {
      std::string line(indent_, ' ');
      for (size_t i = 0; i < row.size(); ++i) {
        line += row[i];
        if (row[i].size() < widths[i]) line.append(widths[i] - row[i].size(), ' ');
        line += "  ";
      }
      line.erase(line.find_last_not_of(' ') + 1);
      *text += line + "\n";
    }
  }

 private:
  size_t indent_;
  std::vector<std::vector<std::string>> rows_;
};

// Control characters would spoil the terminal.
std::string Shown(const std::string& name) {
  std::string result = ToUtf8(name);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  constexpr size_t kMax = 200;
  if (result.size() > kMax) result = result.substr(0, kMax) + "...";
  return result;
}

std::string DimensionsText(const std::vector<ArrayDimension>& dimensions) {
  std::string text;
  for (const ArrayDimension& dimension : dimensions) {
    text += '[';
    if (!dimension.known) {
      text += '?';
    } else if (dimension.length != 0) {
      text += std::to_string(dimension.length);
    }
    for (size_t i = 0; i < dimension.spec_ids.size(); ++i) {
      text += (i == 0 ? " spec " : ",") + std::to_string(dimension.spec_ids[i]);
    }
    text += ']';
  }
  return text;
}

std::string ScalarText(ScalarKind kind, uint32_t bits) {
  switch (kind) {
    case ScalarKind::kBool:
      return "bool";
    case ScalarKind::kSint:
      return bits == 32 ? "int" : "int" + std::to_string(bits) + "_t";
    case ScalarKind::kUint:
      return bits == 32 ? "uint" : "uint" + std::to_string(bits) + "_t";
    case ScalarKind::kFloat:
      return bits == 64 ? "double" : (bits == 16 ? "half" : "float");
    default:
      return std::string(Name(kind));
  }
}

// "c5-c8": the registers of a D3D9 variable.
std::string RegistersText(const Variable& variable) {
  constexpr std::string_view kLetters[] = {"b", "i", "c", "s"};
  const std::string letter(kLetters[static_cast<size_t>(variable.register_set.value_or(CtabRegisterSet::kFloat4)) % 4]);
  const uint32_t first = *variable.register_index, count = variable.register_count.value_or(1);
  return letter + std::to_string(first) + (count > 1 ? "-" + letter + std::to_string(first + count - 1) : "");
}

void AddVariables(const std::vector<Variable>& variables, const std::string& indent, Table* table) {
  for (const Variable& variable : variables) {
    std::string remark;
    if (variable.register_index) remark += " " + RegistersText(variable);
    if (!variable.used) remark += " unused";
    if (variable.overlaps) remark += " overlaps";
    if (variable.offset_missing) remark += " no offset";
    if (variable.majority != MatrixMajority::kNone)
      remark += variable.majority == MatrixMajority::kRow ? " row-major" : " column-major";
    if (!remark.empty()) remark.erase(0, 1);
    table->Row({indent + Shown(variable.name), Shown(TypeText(variable)), "offset " + std::to_string(variable.offset),
                "size " + std::to_string(variable.size), remark});
    AddVariables(variable.members, indent + "  ", table);
  }
}

std::string ImageText(const Image& image) {
  std::string text(Name(image.dimension));
  if (image.arrayed) text += " array";
  if (image.multisampled) text += " multisampled";
  if (image.depth == ImageDepth::kYes) text += " depth";
  if (image.sampled_kind != ScalarKind::kVoid) text += " " + ScalarText(image.sampled_kind, image.sampled_bits);
  if (!image.format.empty()) text += " " + image.format;
  if (image.input_attachment_index) text += " attachment " + std::to_string(*image.input_attachment_index);
  return text;
}

std::string PlaceText(const Resource& resource) {
  if (resource.slot && resource.id == 0) {  // D3D
    return "slot " + std::to_string(*resource.slot) +
           (resource.set ? ", space " + std::to_string(*resource.set) : std::string());
  }
  if (resource.set || resource.binding) {
    return (resource.set ? std::to_string(*resource.set) : "?") + "." +
           (resource.binding ? std::to_string(*resource.binding) : "?");
  }
  return resource.slot ? "slot " + std::to_string(*resource.slot) : "-";
}

std::string UseText(const ResourceUse& use) {
  std::string text;
  if (use.read) text += " read";
  if (use.written) text += " write";
  if (use.atomic) text += " atomic";
  if (use.sampled) text += " sample";
  if (use.fetched) text += " fetch";
  if (use.queried) text += " query";
  return text.empty() ? "named" : text.substr(1);
}

void AddInterface(const InterfaceVariable& variable, const std::string& indent, bool shows_use, Table* table) {
  std::string place = indent.empty() ? "-" : "";
  if (!variable.built_in.empty()) place = variable.built_in;
  if (variable.location) place = "location " + std::to_string(*variable.location);
  if (variable.component) place += "." + std::to_string(*variable.component);
  if (variable.index) place += " index " + std::to_string(*variable.index);
  if (variable.register_index) place = "register " + std::to_string(*variable.register_index);
  std::string semantic = variable.semantic;
  if (!semantic.empty() && variable.semantic_index) semantic += std::to_string(*variable.semantic_index);
  std::string remark = RateText(variable);
  if (variable.per_vertex) remark += remark.empty() ? "per vertex" : " per vertex";
  if (shows_use && !variable.used) remark += remark.empty() ? "unused" : ", unused";
  table->Row({indent + Shown(variable.name), place, Shown(TypeText(variable)), Shown(semantic), remark});
  for (const InterfaceVariable& member : variable.members) AddInterface(member, indent + "  ", false, table);
}

void PrintInterface(const char* title, const std::vector<InterfaceVariable>& variables, std::string* text) {
  if (variables.empty()) return;
  *text += std::string("  ") + title + ":\n";
  Table table(4);
  for (const InterfaceVariable& variable : variables) AddInterface(variable, "", true, &table);
  table.Print(text);
}

void PrintEntryPoint(const Module& module, const EntryPoint& entry_point, std::string* text) {
  *text += "\nentry point " + Shown(entry_point.name) + " (" + std::string(Name(entry_point.stage)) + ")\n";
  if (!entry_point.workgroup.empty()) {
    *text += "  workgroup:";
    for (const WorkgroupDimension& dimension : entry_point.workgroup) {
      *text += " " + std::to_string(dimension.value);
      for (uint32_t spec_id : dimension.spec_ids) *text += " (spec " + std::to_string(spec_id) + ")";
    }
    *text += "\n";
  }
  if (!entry_point.execution_modes.empty()) {
    *text += "  execution modes:";
    for (const ExecutionMode& mode : entry_point.execution_modes) {
      *text += " " + mode.name;
      for (uint64_t operand : mode.operands) *text += " " + std::to_string(operand);
      *text += mode.name == entry_point.execution_modes.back().name ? "" : ",";
    }
    *text += "\n";
  }
  PrintInterface("inputs", entry_point.inputs, text);
  PrintInterface("outputs", entry_point.outputs, text);
  for (const RayVariable& ray : entry_point.ray_variables) {
    PrintInterface(ray.storage.c_str(), {ray.variable}, text);
  }
  if (!entry_point.uses.empty()) {
    *text += "  uses:\n";
    Table table(4);
    for (const ResourceUse& use : entry_point.uses) {
      const Resource& resource = module.resources[use.resource];
      table.Row({Shown(resource.name), PlaceText(resource), UseText(use)});
    }
    table.Print(text);
  }
  if (entry_point.push_constants) {
    const PushConstantUse& push = *entry_point.push_constants;
    *text += "  push constants: bytes " + std::to_string(push.offset) + " to " + std::to_string(push.end) + ", used " +
             std::to_string(push.used_offset) + " to " + std::to_string(push.used_end) + "\n";
  }
}

}  // namespace

std::string SpecConstantText(const SpecConstant& constant) {
  const uint64_t bits = constant.default_bits;
  switch (constant.scalar) {
    case ScalarKind::kBool:
      return bits != 0 ? "true" : "false";
    case ScalarKind::kSint: {
      const uint64_t sign = constant.scalar_bits == 0 ? 0 : uint64_t{1} << (constant.scalar_bits - 1);
      return std::to_string(static_cast<int64_t>((bits ^ sign) - sign));
    }
    case ScalarKind::kFloat: {
      char buffer[40];
      if (constant.scalar_bits == 32) {
        const auto word = static_cast<uint32_t>(bits);
        float value = 0;
        std::memcpy(&value, &word, sizeof(value));
        std::snprintf(buffer, sizeof(buffer), "%.9g", static_cast<double>(value));
        return buffer;
      }
      if (constant.scalar_bits == 64) {
        double value = 0;
        std::memcpy(&value, &bits, sizeof(value));
        std::snprintf(buffer, sizeof(buffer), "%.17g", value);
        return buffer;
      }
      std::snprintf(buffer, sizeof(buffer), "0x%04llx", static_cast<unsigned long long>(bits));  // NOLINT
      return buffer;
    }
    default:
      return std::to_string(bits);
  }
}

std::string TypeText(const Variable& variable) {
  std::string text = variable.scalar == ScalarKind::kStruct || variable.scalar == ScalarKind::kPointer
                         ? variable.type_name + (variable.scalar == ScalarKind::kPointer ? "*" : "")
                         : ScalarText(variable.scalar, variable.scalar_bits);
  if (text.empty()) text = "struct";
  if (variable.parameter_class == ParameterClass::kVector) text += std::to_string(variable.columns);
  if (variable.parameter_class == ParameterClass::kMatrix) {
    text += std::to_string(variable.rows) + "x" + std::to_string(variable.columns);
  }
  return text + DimensionsText(variable.dimensions);
}

std::string RateText(const InterfaceVariable& variable) {
  std::string text;
  if (variable.patch) text += " patch";
  if (variable.per_primitive) text += " per primitive";
  if (variable.flat) text += " flat";
  if (variable.no_perspective) text += " without perspective";
  if (variable.centroid) text += " centroid";
  if (variable.sample) text += " per sample";
  return text.empty() ? text : text.substr(1);
}

std::string TypeText(const InterfaceVariable& variable) {
  std::string text = ScalarText(variable.scalar, variable.scalar_bits);
  if (variable.columns > 1) {
    text += std::to_string(variable.columns) + "x" + std::to_string(variable.components);
  } else if (variable.components > 1) {
    text += std::to_string(variable.components);
  }
  return text + DimensionsText(variable.dimensions);
}

std::string ToText(const Module& module) {
  std::string text = std::string(Name(module.format)) + " " + std::to_string(module.version_major) + "." +
                     std::to_string(module.version_minor);
  if (!module.target.empty()) text += " " + Shown(module.target);
  if (!module.generator.empty()) text += ", " + Shown(module.generator);
  if (!module.source_language.empty()) text += ", " + module.source_language;
  if (module.byte_swapped) text += ", byte-swapped";
  text += "\n";
  for (const EntryPoint& entry_point : module.entry_points) PrintEntryPoint(module, entry_point, &text);
  for (const Resource& resource : module.resources) {
    text += "\n" + std::string(Name(resource.kind)) + " " + Shown(resource.name) + DimensionsText(resource.dimensions) +
            " at " + PlaceText(resource);
    if (resource.image) text += ": " + ImageText(*resource.image);
    if (resource.block) {
      text += ": " + std::to_string(resource.block->size) + " bytes";
      if (resource.block->runtime_stride != 0)
        text += " and " + std::to_string(resource.block->runtime_stride) + " an element";
    }
    text += "\n";
    if (resource.block) {
      Table table(2);
      AddVariables(resource.block->members, "", &table);
      table.Print(&text);
    }
  }
  for (const BufferReference& reference : module.buffer_references) {
    text += "\nbuffer reference " + Shown(reference.name) + ": " + std::to_string(reference.block.size) + " bytes\n";
    Table table(2);
    AddVariables(reference.block.members, "", &table);
    table.Print(&text);
  }
  if (!module.spec_constants.empty()) {
    text += "\nspecialization constants\n";
    Table table(2);
    for (const SpecConstant& constant : module.spec_constants) {
      std::string sizes;
      for (const std::string& what : constant.sizes) sizes += (sizes.empty() ? "sizes " : ", ") + Shown(what);
      table.Row({constant.spec_id ? std::to_string(*constant.spec_id) : "-", Shown(constant.name),
                 ScalarText(constant.scalar, constant.scalar_bits), SpecConstantText(constant), sizes});
    }
    table.Print(&text);
  }
  for (const Note& note : module.notes) {
    text += "\nnote: " + (note.offset ? "byte " + std::to_string(*note.offset) + ": " : "") + Shown(note.text);
  }
  if (!module.notes.empty()) text += "\n";
  return text;
}

}  // namespace lacuna::reflection
