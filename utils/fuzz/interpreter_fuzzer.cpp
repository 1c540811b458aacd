// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Runs any words on the interpreter and stops when a promise is broken:
//
//   - no crash and no undefined behaviour, whatever the module (the sanitizers' part);
//   - a module that cannot run is refused with a message;
//   - a run ends, within its limits, completed or with a fault or a message;
//   - the same module leaves the same bytes.
//
// The first byte chooses how it runs; the rest is the module, as words in this
// machine's byte order. Every resource that it asks for is there.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "Interpreter/Interpreter.h"
#include "Interpreter/Program.h"

namespace {

using namespace lacuna::interpreter;

constexpr size_t kMaxModuleBytes = 1 << 16;
constexpr uint32_t kBufferBytes = 64, kExtent = 4;
constexpr uint64_t kMaxDescriptors = 64;  // of one array

[[noreturn]] void Fail(const std::string& promise) {
  std::cerr << "broken promise: " << promise << "\n";
  std::abort();
}

lacuna::ImageShape ShapeFor(const Program& program, const ResourceVariable& variable) {
  lacuna::ImageShape shape;
  const Layout* layout = &program.layouts[variable.layout];
  while (layout->descriptors) layout = &program.layouts[layout->child];
  const Type* type = layout->type;
  if (type->kind == Type::Kind::kSampledImage) type = type->element;
  shape.format = lacuna::TexelFormat::kRgba32F;
  if (type->kind != Type::Kind::kImage) return shape;
  const Instruction& image = *type->declaration;
  const auto dim = static_cast<spv::Dim>(program.module.Operand(image, 1));
  shape.dim = dim == spv::Dim::Dim1D    ? lacuna::ImageDim::k1D
              : dim == spv::Dim::Dim3D  ? lacuna::ImageDim::k3D
              : dim == spv::Dim::Cube   ? lacuna::ImageDim::kCube
              : dim == spv::Dim::Buffer ? lacuna::ImageDim::kBuffer
                                        : lacuna::ImageDim::k2D;
  shape.arrayed = program.module.Operand(image, 3) != 0;
  for (uint32_t i = 0; i < shape.Dimensions(); ++i) shape.extent[i] = kExtent;
  shape.layers = (shape.arrayed ? 2 : 1) * (shape.dim == lacuna::ImageDim::kCube ? 6 : 1);
  if (type->element->kind == Type::Kind::kInt) shape.format = lacuna::TexelFormat::kRgba32Ui;
  return shape;
}

// The bytes of all resources after a run.
std::vector<std::vector<uint8_t>> Run(const Program& program, uint8_t control, RunResult* result) {
  std::vector<std::vector<uint8_t>> memory;
  RunOptions options;
  options.null_descriptors = control & 1;
  options.find_data_races = control & 2;
  options.max_faults = control & 4 ? 5 : 1;
  options.groups = {control & 8 ? 2u : 1u, 1, 1};
  options.max_steps = 20000;
  options.max_memory = 1 << 22;
  options.push_constants.assign(128, 1);
  for (const ResourceVariable& variable : program.resources) {
    if (!variable.used) continue;
    BoundResource resource;
    resource.set = variable.set;
    resource.binding = variable.binding;
    resource.kind = variable.kind;
    for (uint64_t i = 0; i < variable.count; ++i) {
      BoundDescriptor descriptor;
      descriptor.null = control & 16 && variable.kind != lacuna::DescriptorKind::kSampler;
      descriptor.shape = ShapeFor(program, variable);
      const uint64_t bytes = std::max<uint64_t>(kBufferBytes, descriptor.shape.TotalBytes());
      memory.emplace_back(bytes, uint8_t{1});
      descriptor.memory = memory.back().data();
      descriptor.range = variable.kind == lacuna::DescriptorKind::kStorageBuffer ||
                                 variable.kind == lacuna::DescriptorKind::kUniformBuffer
                             ? kBufferBytes - 2
                             : kBufferBytes;
      resource.descriptors.push_back(descriptor);
    }
    options.resources.push_back(std::move(resource));
  }
  *result = RunProgram(program, options);
  return memory;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1 + 5 * sizeof(uint32_t) || size > kMaxModuleBytes) return 0;
  std::vector<uint32_t> words((size - 1) / sizeof(uint32_t));
  std::memcpy(words.data(), data + 1, words.size() * sizeof(uint32_t));
  LoadError error;
  const ProgramPtr program = LoadProgram(words, LoadOptions(), &error);
  if (!program) {
    if (error.message.empty()) Fail("a module is refused with a message");
    return 0;
  }
  for (const ResourceVariable& variable : program->resources) {
    if (variable.count > kMaxDescriptors) return 0;
  }
  RunResult first, second;
  const std::vector<std::vector<uint8_t>> left = Run(*program, data[0], &first);
  if (!first.completed && first.faults.empty() && first.error.empty()) {
    Fail("a run that does not complete says why");
  }
  if (Run(*program, data[0], &second) != left || first.steps != second.steps) Fail("two runs leave the same bytes");
  return 0;
}
