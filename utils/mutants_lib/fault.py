# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""What a deliberate fault is."""
import collections

# name: the pass's flag.
# folder: where its code is.
# tests: {"structure": [...], "execution": [...]}, the folders below test/ with
#   the tests of each kind.
# mutants: list of Mutant.
Pass = collections.namedtuple("Pass", "name folder tests mutants")

# name: short, for --mutant; no two have the same.
# why: what is wrong with the result, in one sentence.
# edits: list of (file, text, replacement). The file is in the pass's folder, or
#   begins with lib/; the text must be in it exactly once.
# structure: a regular expression of structure tests to try first; when none of
#   them fails, all others follow.
# execution: one of the execution tests that are to notice the fault.
# unseen: why no execution on the CPU driver or the interpreter can tell, or "".
Mutant = collections.namedtuple("Mutant", "name why edits structure execution unseen")


def mutant(name, why, *edits, structure, execution="", unseen=""):
    return Mutant(name, why, edits, structure, execution, unseen)
