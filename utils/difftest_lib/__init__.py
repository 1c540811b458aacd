# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Random compute modules, and what utils/difftest does with them."""
