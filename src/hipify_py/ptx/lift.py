"""Lifts the instructions of a statement to C++ that computes the same.

Inputs are evaluated once and before any result is written, registers become typed locals, predicates `if`, labels
labels. Where one expression says it all, one expression it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from hipify_py.ptx import registers
from hipify_py.ptx.forms import Class
from hipify_py.ptx.grammar import (
    Address,
    Declaration,
    Instruction,
    Label,
    Not,
    NotUnderstood,
    Nowhere,
    Number,
    Operand,
    Parameter,
    Predicate,
    Register,
    Scope,
    Vector,
    parse,
)
from hipify_py.ptx.match import Match, match
from hipify_py.ptx.scan import HOLE, Statement
from hipify_py.ptx.types import PREDICATE, Held, held

NAMESPACE = "hipify_ptx::"
_PREFIX = "ptx_"
_LETTERS = {
    "h": Held("uint16_t", 16),
    "r": Held("uint32_t", 32),
    "l": Held("uint64_t", 64),
    "f": Held("float", 32, True),
    "d": Held("double", 64, True),
}
_CONSTANT = "n"
_UNSIGNED = {16: "u", 32: "u", 64: "ull", 8: "u"}
# What a template argument names by its type: `order::acquire`.
_QUALIFIED = re.compile(r"(?<=[<, ])(?=[a-z_]+::)")
_IN_CODE = re.compile(r"\{(\w+)\}")
_PLAIN = re.compile(rb"\s*[A-Za-z_]\w*\s*")
_PATH = re.compile(rb"\s*(?:this->)?[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[\s*\w+\s*\])*\s*")
_ACTS = re.compile(rb"\(|\+\+|--|=")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_NO_NAME = re.compile(r"\W")
# What a template that touches memory is in, so that a "memory" clobber says nothing new about it.
_KEEPS_ORDER = ("memory", "none")


@dataclass(frozen=True)
class Slot:
    """Where the expression of an operand goes: its index in the statement."""

    index: int


@dataclass(frozen=True)
class Translation:
    """C++ lines in which `slot(n)` stands for the expression of operand n."""

    lines: tuple[str, ...]
    kind: Class
    notes: tuple[str, ...] = ()

    @property
    def is_block(self) -> bool:
        return self.lines[:1] == ("{",)

    @property
    def needs_header(self) -> bool:
        return any(NAMESPACE in line for line in self.lines)


@dataclass(frozen=True)
class Refusal:
    """Why a statement is left to a human, and which bytes say so."""

    reason: str
    offset: int = 0
    kind: Class = Class.MANUAL


Outcome = Translation | Refusal
_SLOTS = 0xE000  # letters that no source text has: a private area of Unicode


def slot(index: int) -> str:
    """What stands for the expression of an operand in a line."""
    return chr(_SLOTS + index)


def split(line: str) -> Iterator[str | Slot]:
    """The pieces of a line: text and the operands between."""
    start = 0
    for position, sign in enumerate(line):
        if _SLOTS <= ord(sign) < _SLOTS + _MAX_OPERANDS:
            yield line[start:position]
            yield Slot(ord(sign) - _SLOTS)
            start = position + 1
    yield line[start:]


_MAX_OPERANDS = 1000


@dataclass(eq=False)
class _Cell:
    """A register of the template: one that it declares, or an operand of the statement."""

    name: str
    held: Held | None
    index: int | None = None  # of the operand
    is_output: bool = False
    initial: int | None = None  # the operand whose value it has at the beginning
    reads: int = 0
    writes: int = 0
    guarded: bool = False  # whether anything is written to it under a condition
    first: str = ""  # whether it is read or written first
    declared: bool = False

    @property
    def is_operand(self) -> bool:
        return self.index is not None


@dataclass(frozen=True)
class _Step:
    """An instruction whose registers are known."""

    found: Match
    cells: dict[str, _Cell]
    predicate: Predicate | None


@dataclass(frozen=True)
class _Jump:
    label: str
    cells: dict[str, _Cell]
    predicate: Predicate | None


@dataclass(frozen=True)
class _Target:
    label: str


@dataclass(frozen=True)
class Wishes:
    """What the user wants, and what is known of the file: names that are taken, whether a carry is passed on."""

    approximate: bool = False
    taken: Collection[bytes] = frozenset()
    passes_carry: bool = False


def translate(statement: Statement, expressions: Sequence[bytes], wishes: Wishes) -> Translation | Refusal:
    """The statement in C++, or why not."""
    try:
        return _Lifter(statement, expressions, wishes).translation()
    except NotUnderstood as problem:
        return Refusal(problem.reason, _place(statement, problem.offset))
    except _NotWanted as problem:
        return Refusal(problem.reason, _place(statement, problem.offset), Class.APPROXIMATE)


def _place(statement: Statement, offset: int) -> int:
    return statement.offsets[min(offset, len(statement.offsets) - 1)] if statement.offsets else statement.start


def reads_carry(statement: Statement) -> bool:
    """Whether a statement begins with a carry that another one must have left."""
    carries = [found.opcode for found in statement.instructions]
    reads = (index for index, opcode in enumerate(carries) if re.match(r"(?:addc|subc|madc)\b", opcode))
    first = next(reads, None)
    return first is not None and not any(".cc" in opcode for opcode in carries[:first])


class _NotWanted(NotUnderstood):
    """It could be translated, but only nearly."""


class _Lifter:
    def __init__(self, statement: Statement, expressions: Sequence[bytes], wishes: Wishes) -> None:
        self._statement = statement
        self._expressions = expressions
        self._wishes = wishes
        self._names: set[str] = set()
        self._kind = Class.EXACT
        self._notes: list[str] = []
        self._carry = False
        self._top: list[str] = []
        self._body: list[str] = []
        self._steps: list[_Step | _Jump | _Target] = []
        self._locals: list[_Cell] = []
        self._vectors = 0
        self._carry_name = ""
        self._in_place = False
        self._references: dict[int, str] = {}

    def translation(self) -> Translation:
        if self._statement.is_goto:
            raise NotUnderstood("'asm goto' has no counterpart")
        if len(self._statement.operands) > _MAX_OPERANDS:
            raise NotUnderstood("the statement has too many operands")
        self._operands = self._cells_of_operands()
        self._resolve(parse(self._statement.template), {}, {})
        if not self._steps:
            raise NotUnderstood("the template has no instruction")
        self._jumps = any(isinstance(step, (_Jump, _Target)) for step in self._steps)
        lines = self._one_expression() or self._block()
        return Translation(tuple(lines), self._kind, tuple(dict.fromkeys(self._notes)))

    # Operands

    def _cells_of_operands(self) -> list[_Cell]:
        cells: list[_Cell] = []
        for index, operand in enumerate(self._statement.operands):
            letter = operand.letter
            if letter.isdigit() and int(letter) < len(cells):
                cells[int(letter)].initial = index
                cells.append(cells[int(letter)])
                continue
            kind = _LETTERS.get(letter)
            if kind is None and letter != _CONSTANT and (operand.is_output or HOLE not in letter):
                raise NotUnderstood(f'the constraint "{operand.constraint}" is not known')
            cell = _Cell(self._name_of(index), kind, index, operand.is_output)
            if not operand.is_output or "+" in operand.constraint:
                cell.initial = index
            cells.append(cell)
        return cells

    def _name_of(self, index: int) -> str:
        text = self._expressions[index]
        operand = self._statement.operands[index]
        hint = (
            text.strip().decode("latin-1")
            if _PLAIN.fullmatch(text)
            else f"{'out' if operand.is_output else 'in'}{index}"
        )
        return self._fresh(hint)

    def _fresh(self, hint: str) -> str:
        name = base = _PREFIX + (_NO_NAME.sub("_", hint.lstrip("%$")) or "r")
        count = 1
        while name in self._names or name.encode("latin-1") in self._wishes.taken:
            count += 1
            name = f"{base}_{count}"
        self._names.add(name)
        return name

    # Names of the template

    def _resolve(self, scope: Scope, around: dict[str, _Cell], labels: dict[str, str]) -> None:
        cells = dict(around)
        labels = labels | {item.name: self._fresh(item.name) for item in scope.items if isinstance(item, Label)}
        for item in scope.items:
            if isinstance(item, Declaration):
                for name in item.names:
                    kind = held(item.type)
                    if kind is None:
                        raise NotUnderstood(f"registers of type .{item.type} have no counterpart")
                    cells[name] = _Cell(self._fresh(name), kind)
                    self._locals.append(cells[name])
            elif isinstance(item, Label):
                self._steps.append(_Target(labels[item.name]))
            elif isinstance(item, Scope):
                self._resolve(item, cells, labels)
            else:
                self._steps.append(self._step(item, dict(cells), labels))

    def _step(self, found: Instruction, cells: dict[str, _Cell], labels: dict[str, str]) -> _Step | _Jump:
        if found.predicate is not None and self._held(cells, found.predicate.operand) != PREDICATE:
            raise NotUnderstood("what is asked for is no predicate", found.offset)
        if found.predicate is not None:
            self._read(cells, found.predicate.operand)
        if found.opcode in ("bra", "bra.uni"):
            target = found.operands[0] if len(found.operands) == 1 else None
            if not isinstance(target, Register) or target.name not in labels:
                raise NotUnderstood("it jumps out of the statement", found.offset)
            return _Jump(labels[target.name], cells, found.predicate)
        step = _Step(match(found, lambda operand: self._held(cells, operand)), cells, found.predicate)
        self._account(step)
        return step

    def _held(self, cells: dict[str, _Cell], operand: Operand) -> Held | None:
        if isinstance(operand, Register) and operand.name not in cells:
            special = registers.find(operand.name.lstrip("%"))
            if special is None:
                raise NotUnderstood(f"'{operand.name}' has no counterpart")
            return held(special.type)
        return self._cell(cells, operand).held

    def _cell(self, cells: dict[str, _Cell], operand: Operand) -> _Cell:
        if isinstance(operand, Register) and operand.name in cells:
            return cells[operand.name]
        if isinstance(operand, Parameter):
            return self._operand_named(operand.name)
        raise NotUnderstood("an operand has a shape that is not known here")

    def _operand_named(self, name: str) -> _Cell:
        if name.isdigit():
            if int(name) >= len(self._operands):
                raise NotUnderstood(f"there is no operand %{name}")
            return self._operands[int(name)]
        for cell, operand in zip(self._operands, self._statement.operands, strict=True):
            if operand.name == name:
                return cell
        raise NotUnderstood(f"there is no operand %[{name}]")

    # Who reads and who writes

    def _account(self, step: _Step) -> None:
        form = step.found.form
        self._kind = self._kind.worse(form.kind)
        if form.kind is Class.APPROXIMATE and not self._wishes.approximate:
            raise _NotWanted(f"'{form.opcode}' has no exact counterpart", step.found.instruction.offset)
        if form.note:
            self._notes.append(form.note)
        for operand in step.found.inputs:
            self._read(step.cells, operand)
        for operand in (*step.found.outputs, *([step.found.pair] if step.found.pair else [])):
            self._write(step.cells, operand, guarded=step.predicate is not None)
        self._account_for_carry(form.carry, step)

    def _account_for_carry(self, carry: str, step: _Step) -> None:
        if carry in ("in", "inout") and not self._carry:
            raise NotUnderstood("it takes a carry that another statement leaves", step.found.instruction.offset)
        if carry in ("out", "inout"):
            if self._wishes.passes_carry:
                raise NotUnderstood("it may leave a carry to another statement", step.found.instruction.offset)
            self._carry = True

    def _read(self, cells: dict[str, _Cell], operand: Operand) -> None:
        for part in _leaves(operand):
            if isinstance(part, Register) and part.name not in cells:
                self._note_special(part)
                continue
            cell = self._cell(cells, part)
            cell.reads += 1
            cell.first = cell.first or "read"

    def _note_special(self, register: Register) -> None:
        special = registers.find(register.name.lstrip("%"))
        if special is None:
            raise NotUnderstood(f"'{register.name}' has no counterpart")
        self._kind = self._kind.worse(special.kind)
        if special.note:
            self._notes.append(special.note)

    def _write(self, cells: dict[str, _Cell], operand: Operand, *, guarded: bool) -> None:
        for part in _leaves(operand):
            cell = self._cell(cells, part)
            if cell.is_operand and not cell.is_output:
                raise NotUnderstood("it writes to an operand that is no output")
            cell.writes += 1
            cell.guarded |= guarded
            cell.first = cell.first or "write"

    # One expression

    def _one_expression(self) -> list[str]:
        """The statement in one line, if one will do."""
        if len(self._steps) != 1 or not isinstance(self._steps[0], _Step) or self._needs_order:
            return []
        step = self._steps[0]
        form = step.found.form
        outputs = [cell for cell in self._operands if cell.is_output]
        if step.predicate or form.carry or step.found.pair or any(output.count for output in form.outputs):
            return []
        if len(outputs) > 1 or any(cell.reads > 1 for cell in self._operands) or self._drops_something():
            return []
        if outputs and outputs[0].initial is not None and not self._is_path(outputs[0]):
            return []
        if not form.outputs:
            return [f"{self._expression(step)};"]
        self._in_place = True
        return self._stored(step, 0, self._expression(step))

    @property
    def _needs_order(self) -> bool:
        """Whether "memory" says more than the instructions do by themselves."""
        tests = {step.found.form.test for step in self._steps if isinstance(step, _Step)}
        return "memory" in self._statement.clobbers and tests.isdisjoint(_KEEPS_ORDER)

    def _drops_something(self) -> bool:
        """Whether an input that no instruction reads does something by being evaluated."""
        unread = [cell for cell in self._operands if not cell.is_output and not cell.reads and cell.index is not None]
        return any(_ACTS.search(self._expressions[cell.index or 0]) for cell in unread)

    def _is_path(self, cell: _Cell) -> bool:
        return cell.index is not None and _PATH.fullmatch(self._expressions[cell.index]) is not None

    # Several lines

    def _block(self) -> list[str]:
        self._begin()
        for step in self._steps:
            if isinstance(step, _Target):
                self._body.append(f"{step.label}:;")
            elif isinstance(step, _Jump):
                self._body.append(self._guarded(step.cells, step.predicate, [f"goto {step.label};"])[0])
            else:
                self._body += self._guarded(step.cells, step.predicate, self._statements(step))
        body = ["[&] {", *_indented(self._body), "}();"] if self._jumps else self._body
        if self._needs_order:
            body = [f"{NAMESPACE}keep_order();", *body, f"{NAMESPACE}keep_order();"]
        lines = [*self._top, *body, *self._end()]
        return lines if len(lines) == 1 else ["{", *_indented(lines), "}"]

    def _begin(self) -> None:
        """The values that there are at the beginning."""
        for cell in dict.fromkeys(self._operands):
            index = cell.index or 0
            if cell.is_output and self._needs_reference(cell):
                reference = self._fresh(f"at{index}")
                self._top.append(f"auto& {reference} = {slot(index)};")
                self._references[index] = reference
            if cell.initial is not None and not self._stays_in_place(cell):
                self._declare_input(cell, cell.initial)
        if any(isinstance(step, _Step) and step.found.form.carry for step in self._steps):
            self._carry_name = self._fresh("carry")
            self._top.append(f"bool {self._carry_name} = false;")
        for cell in (*dict.fromkeys(self._operands), *self._locals):
            if not cell.declared and self._must_be_declared_first(cell) and cell.held:
                self._top.append(f"{cell.held.name} {cell.name}{{}};")
                cell.declared = True

    def _declare_input(self, cell: _Cell, index: int) -> None:
        if cell.held is None:
            cell.declared = True
            return
        if not cell.reads and not cell.is_output:
            if _ACTS.search(self._expressions[index]):
                self._top.append(f"(void)({slot(index)});")
            cell.declared = True
            return
        constant = "" if cell.writes else "const "
        value = self._at(index)
        text = f"uint64_t({value})" if cell.held.width == 64 and not cell.held.is_float else value
        self._top.append(f"{constant}{cell.held.name} {cell.name} = {text};")
        cell.declared = True

    def _at(self, index: int) -> str:
        return self._references.get(index, slot(index))

    def _stays_in_place(self, cell: _Cell) -> bool:
        """Whether the expression itself can stand where the register is read: a name that nothing changes."""
        if cell.is_output or cell.index is None or self._jumps:
            return False
        if cell.held is None:
            return True
        text = self._expressions[cell.index]
        names = {self._expressions[other.index or 0].strip() for other in self._operands if other.is_output}
        return cell.reads <= 1 and _PLAIN.fullmatch(text) is not None and text.strip() not in names and not cell.writes

    def _must_be_declared_first(self, cell: _Cell) -> bool:
        if not cell.reads and not cell.writes:
            return False
        if cell.is_operand and (not cell.is_output or self._is_direct(cell)):
            return False
        return self._jumps or cell.guarded or cell.first == "read" or self._is_passed(cell)

    def _is_passed(self, cell: _Cell) -> bool:
        """Whether a function writes to it by reference."""
        steps = (step for step in self._steps if isinstance(step, _Step) and step.found.pair is not None)
        return any(step.found.pair and self._cell(step.cells, step.found.pair) is cell for step in steps)

    def _is_direct(self, cell: _Cell) -> bool:
        """Whether the one result that it gets can go to the user's variable at once."""
        return (
            cell.is_output
            and cell.initial is None
            and cell.writes == 1
            and not cell.reads
            and not cell.guarded
            and not self._jumps
        )

    def _needs_reference(self, cell: _Cell) -> bool:
        """Whether the place must be fixed before anything is written: other results might change where it is."""
        own = self._expressions[cell.index or 0]
        if _PATH.fullmatch(own) is None:
            return cell.initial is not None or sum(other.is_output for other in self._operands) > 1
        others = [
            self._expressions[other.index or 0] for other in self._operands if other.is_output and other is not cell
        ]
        plain = {text.strip() for text in others if _PLAIN.fullmatch(text)}
        return not _PLAIN.fullmatch(own) and not plain.isdisjoint(_WORD.findall(own))

    def _end(self) -> list[str]:
        return [
            _assigned(self._at(cell.index or 0), cell.name, cell.held)
            for cell in dict.fromkeys(self._operands)
            if cell.is_output and cell.writes and not self._is_direct(cell) and cell.held
        ]

    def _guarded(self, cells: dict[str, _Cell], predicate: Predicate | None, lines: list[str]) -> list[str]:
        if predicate is None or not lines:
            return lines
        condition = self._value(cells, predicate.operand, PREDICATE, explicit=False)
        head = f"if ({'!' if predicate.negated else ''}{condition})"
        return [f"{head} {lines[0]}"] if len(lines) == 1 else [f"{head} {{", *_indented(lines), "}"]

    def _statements(self, step: _Step) -> list[str]:
        form = step.found.form
        if not form.outputs:
            return [f"{self._expression(step)};"]
        if form.outputs[0].count:
            return self._vector_stored(step)
        return self._stored(step, 0, self._expression(step))

    def _vector_stored(self, step: _Step) -> list[str]:
        target, wanted = step.found.outputs[0], step.found.form.outputs[0]
        name = self._fresh(f"v{self._vectors}")
        self._vectors += 1
        lines = [f"const auto {name} = {self._expression(step)};"]
        kind = held(wanted.type)
        for position, part in enumerate(target.parts if isinstance(target, Vector) else ()):
            if kind is not None and not isinstance(part, Nowhere):
                lines.append(self._assign(step, self._cell(step.cells, part), f"{name}[{position}]", kind))
        return lines

    def _stored(self, step: _Step, which: int, text: str) -> list[str]:
        target, wanted = step.found.outputs[which], step.found.form.outputs[which]
        kind = held(wanted.type)
        if isinstance(target, Nowhere) or kind is None:
            return [f"{text};"]
        cell = self._cell(step.cells, target)
        if (source := self._copied(step)) is not None and cell.held == source.held and source.held is not None:
            return [self._assign(step, cell, self._name_in(source), source.held)]
        return [self._assign(step, cell, text, kind)]

    def _copied(self, step: _Step) -> _Cell | None:
        """The register that is merely copied."""
        source = step.found.inputs[0] if step.found.form.code == "{a}" else None
        if not isinstance(source, (Register, Parameter)):
            return None
        return (
            None if isinstance(source, Register) and source.name not in step.cells else self._cell(step.cells, source)
        )

    def _assign(self, step: _Step, cell: _Cell, text: str, kind: Held) -> str:
        assert cell.held is not None
        if cell.held.is_float != kind.is_float:
            text = f"{NAMESPACE}bits<{cell.held.name}>({text})"
        if (self._in_place or self._is_direct(cell)) and cell.index is not None:
            extended = cell.held.width == 64 and kind.width != 64
            return _assigned(self._at(cell.index), f"uint64_t({text})" if extended else text, cell.held)
        if cell.declared or step.predicate is not None:
            return f"{cell.name} = {text};"
        cell.declared = True
        return f"{'const ' if cell.writes == 1 else ''}{cell.held.name} {cell.name} = {text};"

    # Expressions

    def _expression(self, step: _Step) -> str:
        form, found = step.found.form, step.found
        pairs = list(zip(form.inputs, found.inputs, strict=False))
        if form.code:
            values = {wanted.name: self._input(step, wanted.type, wanted.count, given, True) for wanted, given in pairs}
            return _IN_CODE.sub(lambda name: values[name[1]], form.code)
        arguments = [
            self._input(step, wanted.type, wanted.count, given, False)
            for wanted, given in pairs
            if wanted.literal is None
        ]
        if found.pair is not None:
            arguments.append(self._cell(step.cells, found.pair).name)
        if form.carry:
            arguments.append(self._carry_name)
        return f"{NAMESPACE}{_QUALIFIED.sub(NAMESPACE, form.call)}({', '.join(arguments)})"

    def _input(self, step: _Step, type_: str, count: int, operand: Operand, explicit: bool) -> str:
        cells = step.cells
        if isinstance(operand, Address):
            return self._address(cells, operand)
        if type_ == "imm":
            return str(operand.value) if isinstance(operand, Number) else self._name_in(self._cell(cells, operand))
        kind = held(type_)
        assert kind is not None
        if count and isinstance(operand, Vector):
            parts = ", ".join(self._value(cells, part, kind, explicit=True) for part in operand.parts)
            return f"{NAMESPACE}vec<{kind.name}, {count}>{{{{{parts}}}}}"
        return self._value(cells, operand, kind, explicit=explicit)

    def _address(self, cells: dict[str, _Cell], operand: Address) -> str:
        if isinstance(operand.base, Number):
            text = f"{NAMESPACE}address({int(operand.base.value) & (1 << 64) - 1}ull)"
        else:
            cell = self._cell(cells, operand.base)
            if cell.held is not None and cell.held.width not in (32, 64):
                raise NotUnderstood("an address has the size of no address")
            text = self._name_in(cell)
        if not operand.offset:
            return text
        base = text if text.startswith(NAMESPACE) else f"{NAMESPACE}address({text})"
        return f"{base} {'-' if operand.offset < 0 else '+'} {abs(operand.offset)}".replace("- ", "+ -")

    def _name_in(self, cell: _Cell) -> str:
        """A register where it is read: a local, or the user's expression itself."""
        return slot(cell.index) if cell.index is not None and not cell.declared else cell.name

    def _value(self, cells: dict[str, _Cell], operand: Operand, kind: Held, *, explicit: bool) -> str:
        """What an operand is worth as a C++ type; `explicit` where the type matters to what is around it."""
        if isinstance(operand, Not):
            return f"!{self._value(cells, operand.operand, kind, explicit=True)}"
        if isinstance(operand, Number):
            return _literal(operand, kind)
        if isinstance(operand, Nowhere):
            raise NotUnderstood("a value is missing")
        if isinstance(operand, Register) and operand.name not in cells:
            special = registers.find(operand.name.lstrip("%"))
            assert special is not None
            return special.code
        cell = self._cell(cells, operand)
        text = self._name_in(cell)
        is_own = cell.declared
        if cell.held is None:
            return f"{kind.name}({text})"
        if cell.held == kind:
            is_typed = is_own or (not explicit and (kind.is_float or kind.width < 64))
            return text if is_typed else f"{kind.name}({text})"
        if cell.held.is_float != kind.is_float:
            return f"{NAMESPACE}bits<{kind.name}>({text})"
        if not explicit and cell.held.width == kind.width and (is_own or kind.width != 64):
            return text
        return f"{kind.name}({text})"


def _assigned(place: str, text: str, kind: Held) -> str:
    """A result put into a variable of the user's: 64 bits may be a pointer's."""
    if kind.width == 64 and not kind.is_float:
        return f"{NAMESPACE}assign({place}, {text});"
    return f"{place} = {text};"


def _literal(number: Number, kind: Held) -> str:
    if kind.is_float:
        return _float_literal(number, kind)
    if isinstance(number.value, float):
        raise NotUnderstood(f"{number.text} is no integer")
    value = number.value & (1 << kind.width) - 1
    if kind.is_signed and value >> (kind.width - 1):
        return (
            f"{kind.name}({_hex(value)}{_UNSIGNED[kind.width]})"
            if value == 1 << (kind.width - 1)
            else str(value - (1 << kind.width))
        )
    suffix = "" if kind.is_signed else _UNSIGNED[kind.width]
    return (_hex(value) if number.text[:2].lower() == "0x" else str(value)) + suffix


def _hex(value: int) -> str:
    return f"0x{value:x}"


def _float_literal(number: Number, kind: Held) -> str:
    suffix = "f" if kind.width == 32 else ""
    if isinstance(number.value, float):
        return f"float({number.value!r})" if kind.width == 32 else repr(number.value)
    if number.width == kind.width:
        raw = "uint32_t(" if kind.width == 32 else "uint64_t("
        return f"{NAMESPACE}bits<{kind.name}>({raw}{_hex(number.value)}{_UNSIGNED[kind.width]}))"
    if number.width:
        raise NotUnderstood(f"{number.text} is of another size")
    return f"{number.value}.0{suffix}"


def _leaves(operand: Operand) -> Iterator[Operand]:
    """The registers in an operand."""
    if isinstance(operand, Vector):
        for part in operand.parts:
            yield from _leaves(part)
    elif isinstance(operand, Address):
        yield from _leaves(operand.base)
    elif isinstance(operand, Not):
        yield from _leaves(operand.operand)
    elif isinstance(operand, (Register, Parameter)):
        yield operand


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]
