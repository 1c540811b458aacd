# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""The deliberate faults that utils/mutants.py plants: one module for each pass."""
from . import emulate_null_descriptors, legalize_msl_array_pointers, split_segmented_buffers
from .fault import Pass

PASSES = [Pass(module.NAME, module.FOLDER, module.TESTS, module.MUTANTS)
          for module in (emulate_null_descriptors, split_segmented_buffers, legalize_msl_array_pointers)]
