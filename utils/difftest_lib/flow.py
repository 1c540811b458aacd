# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Statements that hold others: branches, switches, loops, functions."""
from . import layout
from .buffers import Statement, load, pick_buffer
from .places import random_place
from .scope import NoWay, Number, opaque


class Condition:
    """A bool: of an opaque number, of the invocation, of a loop's counter, or of a
    word that is loaded from a buffer."""

    def __init__(self, case, scope):
        random = case.random
        self.place = None
        self.bit = random.randint(0, 1)
        if random.random() < 0.35:
            try:
                resource = pick_buffer(case, ("storage-buffer", "uniform-buffer"))
                self.place = random_place(case, scope, resource, wanted=lambda kind: kind == layout.WORD)
                return
            except NoWay:
                pass
        if scope.counters and random.random() < 0.6:
            self.number = Number("counter", random.randint(0, 1), random.choice(scope.counters)[0])
        elif case.invocations > 1 and random.random() < 0.6:
            self.number = Number("gid", 0)
        else:
            self.number = opaque(case, random.randint(0, 3))

    def emit(self, e):
        module = e.module
        word = load(e, self.place, self.place.pointer(e)) if self.place else self.number.emit(e)
        bit = module.value("OpBitwiseAnd", module.int_type(), word, module.uint(1))
        return module.value("OpIEqual", module.bool_type(), bit, module.uint(self.bit))


def emit_all(e, statements):
    for statement in statements:
        statement.emit(e)


class If(Statement):
    def __init__(self, case, scope):
        self.condition = Condition(case, scope)
        self.then = case.statements_for(scope.inner(), 1, 2)
        self.otherwise = case.statements_for(scope.inner(), 1, 2) if case.random.random() < 0.5 else []

    def blocks(self):
        return [self.then, self.otherwise]

    def emit(self, e):
        module = e.module
        condition = self.condition.emit(e)
        then, merge = module.fresh("then"), module.fresh("merge")
        otherwise = module.fresh("else") if self.otherwise else merge
        module.emit("OpSelectionMerge %s None" % merge)
        module.emit("OpBranchConditional %s %s %s" % (condition, then, otherwise))
        module.label(then)
        emit_all(e, self.then)
        module.branch(merge)
        if self.otherwise:
            module.label(otherwise)
            emit_all(e, self.otherwise)
            module.branch(merge)
        module.label(merge)


class Switch(Statement):
    """Cases with and without fall-through, and a default."""

    def __init__(self, case, scope):
        random = case.random
        self.selector = (Number("counter", 0, random.choice(scope.counters)[0])
                         if scope.counters and random.random() < 0.5 else opaque(case, random.randint(0, 4)))
        count = random.randint(1, 3)
        self.cases = [case.statements_for(scope.inner(), 1, 1) for _ in range(count)]
        self.falls = [random.random() < 0.3 for _ in range(count)]
        self.default = case.statements_for(scope.inner(), 1, 2) if random.random() < 0.5 else []

    def blocks(self):
        return self.cases + [self.default]

    def emit(self, e):
        module = e.module
        selector = self.selector.emit(e)
        merge = module.fresh("merge")
        labels = [module.fresh("case") for _ in self.cases]
        default = module.fresh("default") if self.default else merge
        module.emit("OpSelectionMerge %s None" % merge)
        targets = " ".join("%d %s" % pair for pair in enumerate(labels))
        module.emit("OpSwitch %s %s %s" % (selector, default, targets))
        for number, (label, statements) in enumerate(zip(labels, self.cases)):
            module.label(label)
            emit_all(e, statements)
            falls = self.falls[number] and number + 1 < len(labels)
            module.branch(labels[number + 1] if falls else merge)
        if self.default:
            module.label(default)
            emit_all(e, self.default)
            module.branch(merge)
        module.label(merge)


class Loop(Statement):
    """A counted loop. Its shapes: the condition in the header or at the end; one
    block that is header and continue target at once; a break or a continue in
    the middle; a statement in the continue construct."""

    def __init__(self, case, scope):
        random = case.random
        self.turns = random.randint(1, 4)
        inside = scope.inner(counters=scope.counters + ((self, self.turns),))
        # The header runs once more than the body.
        in_header = scope.inner(counters=scope.counters + ((self, self.turns + 1),))
        self.header = case.simple_statements(in_header, 1) if random.random() < 0.25 else []
        self.single_block = random.random() < 0.25
        if self.single_block:
            self.body = case.simple_statements(inside, random.randint(1, 3))
        else:
            self.body = case.statements_for(inside, 1, 2)
        self.tail = case.simple_statements(inside, 1) if random.random() < 0.3 else []
        self.leave = Condition(case, inside) if not self.single_block and random.random() < 0.3 else None
        self.leave_by_continue = random.random() < 0.5

    def blocks(self):
        return [self.header, self.body, self.tail]

    def emit(self, e):
        module = e.module
        uint = module.int_type()
        header, merge = module.fresh("loop"), module.fresh("merge")
        counter, following = module.fresh("counter"), module.fresh("next")
        before = module.block
        turns = module.uint(self.turns)
        single = self.single_block and not any(list(s.blocks()) for s in self.body)
        continuing = header if single else module.fresh("continue")
        module.branch(header)
        module.label(header)
        module.emit("%s = OpPhi %s %s %s %s %s" % (counter, uint, module.uint(0), before, following, continuing))
        e.counters[self] = counter
        emit_all(e, self.header)
        if single:
            emit_all(e, self.body)
            emit_all(e, self.tail)
            self._close(module, counter, following, turns, header, merge)
        else:
            body = module.fresh("body")
            more = module.value("OpULessThan", module.bool_type(), counter, turns)
            module.emit("OpLoopMerge %s %s None" % (merge, continuing))
            module.emit("OpBranchConditional %s %s %s" % (more, body, merge))
            module.label(body)
            emit_all(e, self.body)
            if self.leave:
                stay = module.fresh("stay")
                leave = self.leave.emit(e)
                # Out of the loop or on to its next turn, past the rest of the body.
                target = continuing if self.leave_by_continue else merge
                selection = module.fresh("merge")
                module.emit("OpSelectionMerge %s None" % selection)
                module.emit("OpBranchConditional %s %s %s" % (leave, stay, selection))
                module.label(stay)
                module.branch(target)
                module.label(selection)
            module.branch(continuing)
            module.label(continuing)
            emit_all(e, self.tail)
            module.emit("%s = OpIAdd %s %s %s" % (following, uint, counter, module.uint(1)))
            module.branch(header)
        del e.counters[self]
        module.label(merge)

    @staticmethod
    def _close(module, counter, following, turns, header, merge):
        """The end of a loop of one block."""
        module.emit("%s = OpIAdd %s %s %s" % (following, module.int_type(), counter, module.uint(1)))
        more = module.value("OpULessThan", module.bool_type(), following, turns)
        module.emit("OpLoopMerge %s %s None" % (merge, header))
        module.emit("OpBranchConditional %s %s %s" % (more, header, merge))


class Call(Statement):
    """A function without parameters, called once or twice, that may return early."""

    def __init__(self, case, scope):
        random = case.random
        inside = scope.inner(counters=(), in_function=True)
        self.before = case.statements_for(inside, 0, 2)
        self.leave = Condition(case, inside) if random.random() < 0.6 else None
        self.after = case.statements_for(inside, 1, 2)
        self.calls = random.choice((1, 1, 2))
        self.returns_value = random.random() < 0.3

    def blocks(self):
        return [self.before, self.after]

    def emit(self, e):
        module = e.module
        result_type = module.int_type() if self.returns_value else module.void_type()
        # The counters of loops around belong to another function.
        counters, e.counters = e.counters, {}
        name, _ = module.begin_function(result_type, [])
        emit_all(e, self.before)
        if self.leave:
            early, rest = module.fresh("early"), module.fresh("rest")
            condition = self.leave.emit(e)
            module.emit("OpSelectionMerge %s None" % rest)
            module.emit("OpBranchConditional %s %s %s" % (condition, early, rest))
            module.label(early)
            self._return(module, 1)
            module.label(rest)
        emit_all(e, self.after)
        self._return(module, 2)
        module.end_function()
        e.counters = counters
        for _ in range(self.calls):
            result = module.value("OpFunctionCall", result_type, name)
            if self.returns_value:
                e.record_word(result)

    def _return(self, module, value):
        module.emit("OpReturnValue " + module.uint(value) if self.returns_value else "OpReturn")


class PhiValue(Statement):
    """A value that a branch loads, and another that the other branch has."""

    def __init__(self, case, scope):
        resource = pick_buffer(case, ("storage-buffer", "storage-buffer", "uniform-buffer"))
        self.condition = Condition(case, scope)
        self.place = random_place(case, scope, resource, wanted=lambda kind: kind == layout.WORD)
        self.other = case.random.getrandbits(32)
        self.inner = case.statements_for(scope.inner(), 0, 1)

    def blocks(self):
        return [self.inner]

    def emit(self, e):
        module = e.module
        condition = self.condition.emit(e)
        then, otherwise, merge = module.fresh("then"), module.fresh("else"), module.fresh("merge")
        module.emit("OpSelectionMerge %s None" % merge)
        module.emit("OpBranchConditional %s %s %s" % (condition, then, otherwise))
        module.label(then)
        loaded = load(e, self.place, self.place.pointer(e))
        emit_all(e, self.inner)
        then_end = module.block
        module.branch(merge)
        module.label(otherwise)
        module.branch(merge)
        module.label(merge)
        phi = module.value("OpPhi", module.int_type(), loaded, then_end, module.uint(self.other), otherwise)
        e.record_word(phi)
