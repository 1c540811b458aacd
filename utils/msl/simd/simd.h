// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <metal_stdlib>
