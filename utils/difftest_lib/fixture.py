# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Saves a failing trial as a lit test: the module with the commands on top."""
import os
import shlex
import textwrap


def save(trial, folder):
    """Writes the test; returns its path."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "%s-seed-%s.spvasm" % (trial.pass_name, trial.case.seed))
    head = textwrap.wrap("Seed %s of utils/difftest with %s: %s: %s"
                         % (trial.case.seed, trial.pass_name, trial.verdict, " ".join(trial.reason.split())), 116)
    opt = ["spirv-opt"] + trial.rewriting.flags + ["--interface=%t.json", "%s", "-o", "%t.spv"]
    head.append("RUN: " + quoted(opt))
    _, slots = trial.case.emit()
    common = ["--resources=" + trial.case.describe(slots, trial.pieces)]
    if trial.case.push_words:
        common.append("--push=" + trial.case.push_constants())
    for back_end in trial.tools.back_ends:
        command = ["lacuna-run"] + (["--on=cpu", "--order=reverse"] if back_end == "cpu" else []) + ["--compare"]
        if trial.rewriting.null == "native":
            command.append("--null=native")
        head.append("RUN: " + quoted(command + ["--map=%t.json"] + common + ["%s", "%t.spv"]))
    text, _ = trial.case.emit(head)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def quoted(words):
    return " ".join(word if word.startswith("%") else shlex.quote(word).replace("'--interface=%t.json'",
                                                                               "--interface=%t.json")
                    for word in words)
