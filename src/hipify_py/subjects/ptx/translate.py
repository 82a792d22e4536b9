"""Lifts the instructions of a statement to C++ that computes the same.

Inputs are evaluated once and before any result is written, registers become typed locals, predicates `if`, labels
labels. Where one expression says it all, one expression it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hipify_py.file.assembler import Statement
from hipify_py.helpers import NAMESPACE
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.grammar import (
    Address,
    Not,
    NotUnderstood,
    Nowhere,
    Operand,
    expected,
)
from hipify_py.subjects.ptx.literals import literal
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.operations import Guard, Op
from hipify_py.subjects.ptx.program import ANY_ADDRESS, FreshNames, Jump, NotWanted, Program, Target, Wishes, resolve
from hipify_py.subjects.ptx.propagation import Propagation
from hipify_py.subjects.ptx.registers import BoundRegister, Reg, SpecialRegister
from hipify_py.subjects.ptx.result import Class, Refusal, Slot, Translation, slot, split
from hipify_py.subjects.ptx.types import PREDICATE, UNTYPED, Held, held
from hipify_py.subjects.ptx.variables import Variable

# What a line may have, with the expressions of operands in it, and how deep registers may be folded into others.
_LONG = 100
_LONGEST_FOLDED = 100
_DEEPEST = 3
_NO_VARIABLES: Mapping[bytes, Variable] = MappingProxyType({})
_ATOM = pattern(r"[-\w.:]+")
_CALL = pattern(r"[\w:]+(?:<[^()<>]*(?:<[^()<>]*>[^()<>]*)?>)?\(")
_LOAD = pattern(r"ld<(u?int32_t|uint64_t|float|double)(?:, hipify_ptx::space::global)?>")
_SIZES = {"int32_t": 4, "uint32_t": 4, "uint64_t": 8, "float": 4, "double": 8}
_NVIDIAS = frozenset("rlfdh")
_REGISTERS = _NVIDIAS | frozenset("0123456789")
_HINT = "A hint to the assembler for NVIDIA GPUs, which is dropped."


def translate(
    statement: Statement, texts: Sequence[bytes], wishes: Wishes, variables: Mapping[bytes, Variable] = _NO_VARIABLES
) -> Translation | Refusal:
    """The statement in C++, or why not. `texts` are the expressions of its operands, `variables` what is known of the
    names among them."""
    names = FreshNames(wishes.taken)
    parameters = (statement.macro.parameters if statement.macro is not None else None) or ()
    expressions = [Expression(text, parameters, wishes.acting, variables.get(text.strip())) for text in texts]
    try:
        program = resolve(statement, expressions, wishes, names)
        if not program.steps:
            return Translation(("(void)0;",), Class.EQUIVALENT, (_HINT,))
        lines = _Lifter(statement, expressions, program, names).lines()
    except NotUnderstood as problem:
        kind = Class.APPROXIMATE if isinstance(problem, NotWanted) else Class.MANUAL
        return Refusal(problem.reason, _place(statement, problem.offset), kind)
    forms_said = [step.found.form for step in program.instructions]
    return Translation(
        tuple(lines),
        program.kind,
        tuple(dict.fromkeys(program.notes)),
        waits=any(form.waits for form in forms_said),
        begun=any(form.begun for form in forms_said),
    )


def kept_in_registers(statement: Statement) -> Translation | None:
    """An empty template keeps the compiler from seeing through its operands; on AMD, with the letter of its vector
    registers. None where it says nothing of registers."""
    letters = [operand.constraint.lstrip("=+&%") for operand in statement.operands]
    if statement.is_goto or not _REGISTERS.issuperset(letters) or not _NVIDIAS.intersection(letters):
        return None
    parts = [f'"{_in_vector(item.constraint)}"({slot(index)})' for index, item in enumerate(statement.operands)]
    outputs = sum(item.is_output for item in statement.operands)
    sections = [", ".join(parts[:outputs]), ", ".join(parts[outputs:])]
    sections.append(", ".join(f'"{clobber}"' for clobber in statement.clobbers))
    text = " : ".join(sections).rstrip(" :").replace(":  :", "::")
    return Translation((f'asm{" volatile" * statement.is_volatile}("" : {text});',), Class.EXACT)


def _in_vector(constraint: str) -> str:
    return constraint[:-1] + "v" if constraint[-1] in _NVIDIAS else constraint


def _place(statement: Statement, offset: int) -> int:
    return statement.offsets[min(offset, len(statement.offsets) - 1)] if statement.offsets else statement.start


def reads_carry(statement: Statement) -> bool:
    """Whether a statement begins with a carry that another one must have left."""
    carries = [found.opcode for found in statement.instructions]
    reads = (index for index, opcode in enumerate(carries) if re.match(r"(?:addc|subc|madc)\b", opcode))
    first = next(reads, None)
    return first is not None and not any(".cc" in opcode for opcode in carries[:first])


class _Folded(NamedTuple):
    """What stands for a register that is read once: of exactly its type."""

    text: str
    depth: int


class _Lifter:
    def __init__(
        self, statement: Statement, expressions: Sequence[Expression], program: Program, names: FreshNames
    ) -> None:
        self._statement = statement
        self._expressions = expressions
        self._steps = program.steps
        self._instructions = program.instructions
        self._operands = program.operands
        self._registers: tuple[Reg, ...] = (*dict.fromkeys(program.operands), *program.locals)
        self._jumps = program.jumps
        self._fresh = names.fresh
        self._top: list[str] = []
        self._body: list[str] = []
        self._carry_name = ""
        self._in_place = False
        self._references: dict[int, str] = {}
        self._program = program
        self._folded: dict[Reg, _Folded] = {}
        self._used: list[Reg] = []  # those of them that the expression at hand has
        self._declared: set[Reg] = set()

    @cached_property
    def _propagation(self) -> Propagation:
        return Propagation(self._program, self._expressions)

    def lines(self) -> list[str]:
        return self._one_expression() or self._block()

    # One expression

    def _one_expression(self) -> list[str]:
        """The statement in one line, if one will do."""
        if len(self._steps) != 1 or not isinstance(self._steps[0], Op) or self._needs_order:
            return []
        step = self._steps[0]
        form = step.found.form
        outputs = [register for register in self._operands if register.is_output]
        if step.guard or form.carry or step.found.pair or any(output.count for output in form.outputs):
            return []
        if len(outputs) > 1 or any(register.reads > 1 for register in self._operands) or not self._is_calm(step):
            return []
        if outputs and outputs[0].initial is not None and not self._expression_of(outputs[0]).is_path:
            return []
        if not form.outputs:
            return [f"{self._expression(step)};"]
        self._in_place = True
        return self._stored(step, self._expression(step))

    def _is_calm(self, op: Op) -> bool:
        """Whether expressions may be evaluated where they are used: nothing tells in which order, or how often."""
        registers = [register for register in self._operands if not register.is_constant]
        acting = [register for register in registers if self._expression_of(register).acts]
        evaluated = [
            register for register in registers if not (register.is_output and self._expression_of(register).is_name)
        ]
        if not acting:
            return True
        return (
            len(evaluated) == 1
            and "?" not in op.code
            and all(register.reads or register.is_output for register in acting)
        )

    @property
    def _needs_order(self) -> bool:
        """Whether "memory" says more than the instructions do by themselves."""
        keep = all(step.found.form.ordered and not step.guard for step in self._instructions)
        return "memory" in self._statement.clobbers and not (keep and not self._jumps)

    def _expression_of(self, register: BoundRegister) -> Expression:
        return self._expressions[register.index]

    # Several lines

    def _block(self) -> list[str]:
        self._begin()
        for step in self._steps:
            if isinstance(step, Target):
                self._body.append(f"{step.label}:;")
            elif isinstance(step, Jump):
                self._body += self._guarded(step.guard, [f"goto {step.label};"])
            else:
                self._body += self._guarded(step.guard, self._statements(step))
        body = ["[&] {", *_indented(self._body), "}();"] if self._jumps else self._body
        if self._needs_order:
            body = [f"{NAMESPACE}keep_order();", *body, f"{NAMESPACE}keep_order();"]
        lines = [*self._top, *body, *self._end()]
        # An `else` may follow, which is no part of the statement.
        is_alone = len(lines) == 1 and not lines[0].startswith("if (")
        return lines if is_alone else ["{", *_indented(lines), "}"]

    def _begin(self) -> None:
        """The values that there are at the beginning."""
        for register in dict.fromkeys(self._operands):
            if register.is_output and self._needs_reference(register):
                reference = self._fresh(f"at{register.index}")
                self._top.append(f"auto& {reference} = {self._slot(register.index)};")
                self._references[register.index] = reference
            if register.initial is not None and not self._stays_in_place(register):
                self._declare_input(register, register.initial)
        if any(step.found.form.carry for step in self._instructions):
            self._carry_name = self._fresh("carry")
            self._top.append(f"bool {self._carry_name} = false;")
        for each in self._registers:
            if each not in self._declared and self._must_be_declared_first(each):
                self._top.append(f"{each.held.name} {each.name}{{}};")
                self._declared.add(each)

    def _declare_input(self, register: BoundRegister, index: int) -> None:
        self._declared.add(register)
        if register.is_constant:
            return
        if not register.reads and not register.is_output:
            if self._expressions[index].acts:
                self._top.append(f"(void)({slot(index)});")
            return
        constant = "" if register.writes else "const "
        value = self._at(index)
        is_known = (
            register.held.width < 64 or register.held.is_float or self._expressions[index].is_of(register.held.name)
        )
        text = value if is_known else f"uint64_t({value})"
        self._top.append(f"{constant}{register.held.name} {register.name} = {text};")

    def _at(self, index: int) -> str:
        return self._references.get(index) or self._slot(index)

    def _slot(self, index: int) -> str:
        expression, operands = self._expressions[index], self._statement.operands
        is_assigned_to = operands[index].is_output and expression.binds_like_assignment
        return f"({slot(index)})" if expression.has_comma or is_assigned_to else slot(index)

    @cached_property
    def _is_one_call(self) -> bool:
        """Whether the statement is one call of a function that returns several registers: it has read all its arguments
        when these are put where they belong."""
        step = self._steps[0] if len(self._steps) == 1 else None
        if not isinstance(step, Op) or step.guard or step.found.pair or step.found.form.carry:
            return False
        if not any(output.count for output in step.found.form.outputs):
            return False
        outputs = [register for register in self._operands if register.is_output]
        return not any(each.acts for each in self._expressions) and not any(map(self._needs_reference, outputs))

    def _stays_in_place(self, register: BoundRegister) -> bool:
        """Whether the expression itself can stand where the register is read."""
        if register.is_constant or self._is_one_call or register in self._propagation.in_place:
            return True
        if register.is_output or self._jumps or len(self._steps) > 1 or register.reads > 1:
            return False
        return self._is_calm(self._instructions[0])

    def _must_be_declared_first(self, register: Reg) -> bool:
        if not register.reads and not register.writes:
            return False
        if isinstance(register, BoundRegister) and (not register.is_output or self._is_direct(register)):
            return False
        return self._jumps or register.is_guarded or register in self._program.read_first or self._is_passed(register)

    def _is_passed(self, register: Reg) -> bool:
        """Whether a function writes to it by reference."""
        return any(step.found.pair is register for step in self._instructions)

    def _is_direct(self, register: Reg) -> bool:
        """Whether the one result that it gets can go to the user's variable at once."""
        if not isinstance(register, BoundRegister) or not register.is_output:
            return False
        if self._is_one_call:
            return register.writes == 1
        if register in self._propagation.in_place:
            return True
        return register.initial is None and register.is_single and not register.reads and not self._jumps

    def _needs_reference(self, register: BoundRegister) -> bool:
        """Whether the place must be fixed before anything else happens: that might change where it is."""
        own = self._expression_of(register)
        if own.is_name:
            return False
        if any(expression.acts for expression in self._expressions):
            return True
        others = {each for each in self._operands if each.is_output and each is not register}
        if not others:
            return not own.is_path and register.initial is not None
        names = {self._expression_of(other).text.strip() for other in others}
        return not own.is_fixed or not own.names.isdisjoint(names)

    def _end(self) -> list[str]:
        return [
            _assigned(self._at(register.index), register.name, register.held)
            for register in dict.fromkeys(self._operands)
            if register.is_output and register.writes and not self._is_direct(register)
        ]

    def _guarded(self, guard: Guard | None, lines: list[str]) -> list[str]:
        if guard is None or not lines:
            return lines
        condition = self._value(guard.register, PREDICATE, explicit=guard.is_negated)
        head = f"if ({'!' if guard.is_negated else ''}{condition})"
        is_short = len(lines) == 1 and self._length(f"{head} {lines[0]}") <= _LONG
        return [f"{head} {lines[0]}"] if is_short else [f"{head} {{", *_indented(lines), "}"]

    def _statements(self, op: Op) -> list[str]:
        form = op.found.form
        text, before = self._readable(op)
        if not form.outputs:
            return [*before, f"{text};"]
        if form.outputs[0].count:
            return [*before, *self._vector_stored(op, text)]
        target = op.found.outputs[0]
        if not isinstance(target, Nowhere) and _register(target) in self._propagation.folded:
            return [*before, *self._folded_in(op, _register(target), text)]
        return [*before, *self._stored(op, text)]

    def _readable(self, op: Op) -> tuple[str, list[str]]:
        """The expression of an instruction; what is folded into it gets a line of its own where that is too much."""
        self._used = []
        text = self._expression(op)
        if not self._used or (self._depth <= _DEEPEST and self._length(text) <= _LONGEST_FOLDED):
            return text, []
        before = [self._unfolded(register) for register in dict.fromkeys(self._used)]
        self._used = []
        return self._expression(op), before

    @property
    def _depth(self) -> int:
        """How deep the expression is that was made last."""
        return 1 + max((self._folded[register].depth for register in self._used), default=0)

    def _length(self, text: str) -> int:
        pieces = split(text)
        return sum(
            len(self._expressions[piece.index].text) if isinstance(piece, Slot) else len(piece) for piece in pieces
        )

    def _folded_in(self, op: Op, register: Reg, text: str) -> list[str]:
        """Keep an expression for the one place that reads its register."""
        kind = held(op.found.form.outputs[0].type)
        assert kind is not None
        if register.held.is_float != kind.is_float:
            text = f"{NAMESPACE}bits<{register.held.name}>({text})"
        elif register.held != kind:
            text = f"{register.held.name}({text})"
        self._folded[register] = _Folded(text, self._depth)
        return [self._unfolded(register)] if self._length(text) > _LONGEST_FOLDED else []

    def _unfolded(self, register: Reg) -> str:
        self._declared.add(register)
        return f"const {register.held.name} {register.name} = {self._folded.pop(register).text};"

    def _vector_stored(self, op: Op, text: str) -> list[str]:
        target, wanted = op.found.outputs[0], op.found.form.outputs[0]
        name = self._fresh("v")
        lines = [f"const auto {name} = {text};"]
        if ">(" in lines[0] and len(lines[0]) > _LONG:
            lines = _broken(lines[0])
        kind = held(wanted.type)
        for position, part in enumerate(registers_of(target)):
            if kind is not None and not isinstance(part, Nowhere):
                lines.append(self._assign(op, _register(part), f"{name}[{position}]", kind))
        # No jump may pass by the beginning of a variable.
        return ["{", *_indented(lines), "}"] if self._jumps else lines

    def _stored(self, op: Op, text: str) -> list[str]:
        target, wanted = op.found.outputs[0], op.found.form.outputs[0]
        kind = held(wanted.type)
        if isinstance(target, Nowhere) or kind is None:
            return [f"{text};"]
        register = _register(target)
        if (source := self._copied(op)) is not None and register.held == source.held:
            return [self._assign(op, register, self._name_in(source), source.held)]
        return [self._assign(op, register, text, kind)]

    def _copied(self, op: Op) -> Reg | None:
        """The register that is merely copied."""
        source = op.found.inputs[0] if op.code == "{a}" else None
        return source if isinstance(source, Reg) else None

    def _may_be_pointer(self, op: Op) -> bool:
        """Whether it copies an operand of 64 bits that may be a pointer, which C++ assigns to no integer."""
        source = self._copied(op)
        if not isinstance(source, BoundRegister) or source.held.is_float:
            return False
        return source.held.width == 64 and not self._expressions[source.index].is_of(source.held.name)

    def _assign(self, op: Op, register: Reg, text: str, kind: Held) -> str:
        if register.held.is_float != kind.is_float:
            text = f"{NAMESPACE}bits<{register.held.name}>({text})"
        if isinstance(register, BoundRegister) and (self._in_place or self._is_direct(register)):
            extended = register.held.width == 64 and kind.width != 64
            value = f"uint64_t({text})" if extended else text
            if self._expressions[register.index].is_of(register.held.name) and not self._may_be_pointer(op):
                return f"{self._at(register.index)} = {value};"
            return _assigned(self._at(register.index), value, register.held)
        if self._may_be_pointer(op) and not text.startswith("uint64_t("):
            text = f"uint64_t({text})"
        if register in self._declared or op.guard is not None:
            return f"{register.name} = {text};"
        self._declared.add(register)
        return f"{'const ' if register.writes == 1 else ''}{register.held.name} {register.name} = {text};"

    # Expressions

    def _expression(self, op: Op) -> str:
        form, found = op.found.form, op.found
        if element := self._element(op):
            return element
        given = {
            wanted.name: self._input(wanted, operand, explicit=bool(op.code))
            for wanted, operand in zip(form.inputs, found.inputs, strict=False)
            if wanted.literal is None and (not op.code or f"{{{wanted.name}}}" in op.code)
        }
        by_reference = [found.pair.name] if isinstance(found.pair, Reg) else []
        return form.said(given, [*by_reference, self._carry_name] if form.carry else by_reference, op.code)

    def _element(self, op: Op) -> str:
        """`*p` for a plain load through a pointer to what is loaded, which the compiler may move as it likes."""
        load = _LOAD.fullmatch(op.found.form.call) if not self._keeps_its_place else None
        source = op.found.inputs[0] if load is not None else None
        if load is None or not isinstance(source, Address) or isinstance(source.base, Number) or source.constant:
            return ""
        register = source.base
        if not isinstance(register, BoundRegister) or register in self._declared:
            return ""
        variable, size = self._expression_of(register).variable, _SIZES[load[1]]
        if variable is None or (variable.type, variable.stars) != (load[1], 1) or source.offset % size:
            return ""
        name = self._name_in(register)
        return f"{name}[{source.offset // size}]" if source.offset else f"*{name}"

    @property
    def _keeps_its_place(self) -> bool:
        return self._statement.is_volatile or bool(self._statement.clobbers)

    def _input(self, wanted: forms.FormOperand, operand: Operand, *, explicit: bool) -> str:
        if isinstance(operand, Address):
            return self._address(operand)
        if wanted.type == "imm":
            return _constant(operand) if isinstance(operand, Number) else self._name_in(_register(operand))
        kind = held(wanted.type)
        assert kind is not None  # `match` has looked at it
        if wanted.count:
            parts = ", ".join(self._value(part, kind, explicit=False) for part in registers_of(operand))
            return f"{NAMESPACE}pack<{kind.name}>({parts})"
        return self._value(operand, kind, explicit=explicit)

    def _address(self, operand: Address) -> str:
        if isinstance(operand.base, Number):
            text = f"{NAMESPACE}address({int(operand.base.value) & (1 << 64) - 1}ull)"
            is_address = True
        else:
            register = _register(operand.base)
            if register.held not in (UNTYPED, ANY_ADDRESS) and register.held.width not in (32, 64):
                raise NotUnderstood("an address is not 32 or 64 bits wide")
            text, is_address = self._name_in(register), False
        if operand.constant is not None:
            constant = _register(operand.constant)
            if constant.held is not UNTYPED:
                raise NotUnderstood("an address has an offset that is not a constant")
            text = f"{NAMESPACE}address({text}) + ({self._name_in(constant)})"
            is_address = True
        if not operand.offset:
            return text
        base = text if is_address else f"{NAMESPACE}address({text})"
        return f"{base} + {operand.offset}"

    def _name_in(self, register: Reg) -> str:
        """A register where it is read: a local, or the user's expression itself."""
        if register in self._folded:
            self._used.append(register)
            return self._folded[register].text
        if isinstance(register, BoundRegister) and register not in self._declared:
            return self._slot(register.index)
        return register.name

    def _value(self, operand: Operand, kind: Held, *, explicit: bool) -> str:
        """What an operand is worth as a C++ type; `explicit` where the type matters to what is around it."""
        if isinstance(operand, Not):
            return f"!{self._value(operand.operand, kind, explicit=True)}"
        if isinstance(operand, Number):
            return literal(operand, kind)
        if isinstance(operand, Nowhere):
            raise NotUnderstood("a value is missing")
        if isinstance(operand, SpecialRegister):
            return operand.code
        register = _register(operand)
        text = self._name_in(register)
        if register in self._folded and explicit and register.held == kind and not self._is_operand(text):
            text = f"({text})"
        is_own = register in self._declared or register in self._folded
        if not is_own and isinstance(register, BoundRegister) and self._expressions[register.index].is_of(kind.name):
            return text
        if register.held is UNTYPED:
            return f"{kind.name}({text})"
        if register.held == kind:
            is_typed = is_own or (not explicit and (kind.is_float or kind.width < 64))
            return text if is_typed else f"{kind.name}({text})"
        if register.held.is_float != kind.is_float:
            return f"{NAMESPACE}bits<{kind.name}>({text})"
        if not explicit and register.held.width == kind.width and (is_own or kind.width != 64):
            return text
        return f"{kind.name}({text})"

    def _is_operand(self, text: str) -> bool:
        """Whether no operator beside it takes a part of it."""
        slots = [piece for piece in split(text) if isinstance(piece, Slot)]
        if slots and len(text) == 1:
            return self._expressions[slots[0].index].is_path
        call = _CALL.match(text)
        if call is None:
            return _ATOM.fullmatch(text) is not None
        depth = 0
        for position in range(call.end() - 1, len(text)):
            depth += (text[position] == "(") - (text[position] == ")")
            if not depth:
                return position == len(text) - 1
        return False


def _register(operand: Operand) -> Reg:
    return expected(Reg, operand, "an operand has an unknown form")


def _broken(line: str) -> list[str]:
    """A call with packs of registers for arguments, each on a line of its own."""
    opening = line.index("(", line.index("<") if "<" in line else 0) + 1
    first, *others = re.split(rf", (?={NAMESPACE}pack<)", line[opening:])
    inside = [f"    {each}," for each in (first, *others)]
    return [line[:opening], *inside[:-1], inside[-1].removesuffix(",")]


def _constant(number: Number) -> str:
    """As the source writes it, where it writes bits."""
    return f"{int(number.value):#x}" if number.text[:2].lower() == "0x" else str(number.value)


def _assigned(place: str, text: str, kind: Held) -> str:
    """A result put into a variable of the user's: 64 bits may be a pointer's."""
    if kind.width == 64 and not kind.is_float:
        return f"{NAMESPACE}assign({place}, {text});"
    return f"{place} = {text};"


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]
