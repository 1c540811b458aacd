# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Takes statements out of a failing case for as long as it fails in the same way.
Any statement may go, since none needs another."""
import time

from .runner import Trial, run_all


def all_lists(statements):
    """Every list of statements, outer ones first."""
    yield statements
    for statement in statements:
        for block in statement.blocks():
            yield from all_lists(block)


def shrink(trial, seconds):
    """The last trial, on a smaller case, that fails in the same way. It changes
    the trial's case."""
    case, deadline = trial.case, time.monotonic() + seconds

    def still_fails():
        again = Trial(trial.tools, case, trial.pass_name, "shrink.%s" % case.seed)
        again.build()
        run_all(trial.tools, [again])
        return again.signature == trial.signature

    changed = True
    while changed and time.monotonic() < deadline:
        changed = False
        for statements in list(all_lists(case.statements)):
            position = len(statements)
            while position > 0 and time.monotonic() < deadline:
                position -= 1
                removed = statements[position]
                # The statement as a whole, else what is in it stands in its place.
                inner = [statement for block in removed.blocks() for statement in block]
                for replacement in ([], inner) if inner else ([],):
                    statements[position:position + 1] = replacement
                    if still_fails():
                        changed = True
                        break
                    statements[position:position + len(replacement)] = [removed]
    _drop_unused(case, still_fails)
    result = Trial(trial.tools, case, trial.pass_name, "shrink.%s" % case.seed)
    result.build()
    run_all(trial.tools, [result])
    return result


def _drop_unused(case, still_fails):
    """Resources that nothing uses any more need not be described."""
    for resource in list(case.resources):
        position = case.resources.index(resource)
        case.resources.remove(resource)
        if not still_fails():
            case.resources.insert(position, resource)
