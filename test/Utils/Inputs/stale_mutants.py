# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs mutants.py --check with faults whose text does not fit the source.

    stale_mutants.py UTILS_FOLDER NAME
"""
import sys

sys.path.insert(0, sys.argv[1])
import mutants  # noqa: E402
from mutants_lib import Pass  # noqa: E402
from mutants_lib.fault import mutant  # noqa: E402

mutants.PASSES[:] = [Pass("stale", "lib/Transforms/EmulateNullDescriptors/", {}, [
    mutant("gone", "", ("PresenceBits.cpp", "no such text in the file", ""), structure=""),
    mutant("often", "", ("PresenceBits.cpp", "return", ""), structure=""),
    mutant("moved", "", ("Gone.cpp", "return", ""), structure=""),
    mutant("elsewhere", "", ("lib/Support/Gone.cpp", "return", ""), structure=""),
])]
sys.argv[1:] = ["--check", "--mutant=" + sys.argv[2]]
sys.exit(mutants.main())
