// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "lacuna/OptMain.h"

int main(int argc, char** argv) {
  lacuna::Registry registry;
  lacuna::RegisterBuiltinPasses(registry);
  return lacuna::OptMain(argc, argv, registry);
}
