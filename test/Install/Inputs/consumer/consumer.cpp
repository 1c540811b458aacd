// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Runs the pass on a module file as part of a spvtools::Optimizer and prints how
// many stand-ins the host must bind: consumer INPUT OUTPUT

#include <cstdint>
#include <fstream>
#include <iostream>
#include <vector>

#include "lacuna/Passes.h"
#include "spirv-tools/optimizer.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: consumer INPUT OUTPUT\n";
    return 1;
  }
  std::vector<uint32_t> words;
  std::ifstream input(argv[1], std::ios::binary);
  for (uint32_t word; input.read(reinterpret_cast<char*>(&word), sizeof(word));) words.push_back(word);

  lacuna::InterfaceMap map;
  lacuna::PassContext context;
  context.interface_map = &map;
  spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
  optimizer.SetMessageConsumer([](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    std::cerr << message << "\n";
  });
  optimizer.RegisterPass(lacuna::CreateEmulateNullDescriptorsPass({}, &context));
  if (!optimizer.Run(words.data(), words.size(), &words)) return 1;

  std::ofstream output(argv[2], std::ios::binary);
  output.write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(words.size() * sizeof(uint32_t)));
  std::cout << "stand-ins: " << map.stand_ins.size() << "\n";
  return output.good() ? 0 : 1;
}
