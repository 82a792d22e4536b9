"""Reads statements of PTX: those of modules, and with `templates.py` those of assembler templates.

Statements as compilers print them are read by one regular expression, and what operands say is read once. What is not
taken that way is read token by token; of what both take they make the same.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache

from hipify_py.patterns import pattern
from hipify_py.reading.numbers import whole
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import (
    Address,
    AddressOfParts,
    Block,
    Call,
    Declaration,
    Displaced,
    Instruction,
    Item,
    Label,
    Location,
    Not,
    NotUnderstood,
    Nowhere,
    Operand,
    Pair,
    Parameter,
    Part,
    Predicate,
    Register,
    Vector,
)
from hipify_py.subjects.ptx.tokens import MAX_DEPTH, OF_PRODUCTS, ConstantParser, skipped

_OPCODE = pattern(r"[A-Za-z_][\w.:]*")
_PART_OF_REGISTER = pattern(r"([^.]+)\.(h[01]|b[0-3])")
_LANES = {"v2": 2, "v4": 4}
_REGISTERS = pattern(r"(%?%?[\w$]+)<(\d+)>")
_NAME = pattern(r"[%$\w]+")


class OperandParser(ConstantParser):
    def _word(self) -> str:
        if self._token() is None:
            raise self._error("a name is missing")
        if self._kind() != "word" or "%%" in self._spelled():
            raise self._error(f"unexpected '{self._spelled()}'")
        return self._taken()

    def _name(self) -> str:
        name = self._word()
        if not _NAME.fullmatch(name):
            raise self._error(f"'{name}' is no name")
        return name

    def operand(self) -> Operand:
        """The text is that of one operand."""
        found = self._operands()
        self.finished()
        if len(found) != 1:
            raise self._error("an operand is missing")
        return found[0]

    def _operands(self) -> tuple[Operand, ...]:
        found: list[Operand] = []
        while self._token() is not None and self._sign() not in (";", "}"):
            if found and not self._take(","):
                raise self._error("',' or ';' is missing")
            first = self._operand()
            found.append(Pair(first, self._operand()) if self._take("|") else first)
        return tuple(found)

    def _operand(self) -> Operand:
        found = self._plain_operand()
        if not isinstance(found, Register) or self._sign() not in ("+", "-"):
            return found
        return Displaced(found, self._offsets())

    def _offsets(self) -> int:
        """`+8`, `-4+1`, or nothing."""
        found = 0
        while self._sign() in ("+", "-"):
            sign = -1 if self._taken() == "-" else 1
            found += sign * self._integer(OF_PRODUCTS)
        return found

    def _plain_operand(self) -> Operand:
        self._deeper()
        found = self._any_operand()
        self._depth -= 1
        return found

    def _any_operand(self) -> Operand:
        if self._take("{"):
            return self._vector()
        if self._take("["):
            return self._address()
        if self._begins_number():
            return self.constant()
        if self._take("!"):
            return Not(self._operand())
        if self._kind() == "parameter":
            return self._parameter()
        word = self._word()
        if part := _PART_OF_REGISTER.fullmatch(word):
            return Part(Register(part[1]), part[2])
        return Nowhere() if word == "_" else Register(word)

    def _parameter(self) -> Operand:
        raise self._error(f"'{self._taken()}' stands for no operand")

    def _vector(self) -> Operand:
        parts = [self._operand()]
        while self._take(","):
            parts.append(self._operand())
        self._expect("}")
        return Vector(tuple(parts)) if len(parts) > 1 else parts[0]

    def _address(self) -> Operand:
        base, offset, constant = self._plain_operand(), 0, None
        while self._sign() in ("+", "-"):
            sign = -1 if self._taken() == "-" else 1
            if self._take("-"):
                sign = -sign
            number = self.constant(OF_PRODUCTS) if self._begins_number() else self._plain_operand()
            if isinstance(number, Parameter) and sign > 0 and constant is None:
                constant = number
            elif isinstance(number, Number) and isinstance(number.value, int):
                offset += sign * number.value
            else:
                raise self._error("an address has an offset that is not a number")
        found = Address(base, offset, constant)
        parts: list[Operand] = [found if offset or constant else base]
        while self._take(","):
            parts.append(self._operand())
        self._expect("]")
        return AddressOfParts(tuple(parts)) if len(parts) > 1 else found


class StatementParser(OperandParser):
    """Of one statement; `most_registers` is how many may still be declared."""

    def __init__(self, text: str, start: int = 0, end: int | None = None, *, most_registers: int = 0) -> None:
        super().__init__(text, start, end)
        self._most_registers = most_registers

    def statements(self) -> Sequence[Item]:
        """The next statement, or what is declared together."""
        found = self._statement()
        return () if found is None else (found,)

    def _statement(self) -> Item | None:
        if self._kind() == "word" and self._sign(1) == ":":
            label = self._label()
            self._expect(":")
            return Label(label)
        start = self.position
        predicate = self._predicate() if self._take("@") else None
        word = self._word()
        if word in ("call", "call.uni"):
            return self._call(word, predicate, start)
        if not word.startswith("."):
            return self._instruction(word, predicate, start)
        if predicate:
            raise self._error("a predicate has no instruction behind it")
        return self._directive(word)

    def _label(self) -> str:
        return self._name()

    def _predicate(self) -> Predicate:
        negated = self._take("!")
        return Predicate(self._operand(), negated)

    def _instruction(self, word: str, predicate: Predicate | None, start: int) -> Instruction:
        if not _OPCODE.fullmatch(word):
            raise self._error(f"'{word}' is no instruction")
        if word.partition(".")[0] == "call":
            raise self._error(f"'{word}' calls a function by its name in PTX")
        while self._is_dotted():
            word += self._word()  # `xor .b32`
        operands = self._operands()
        text = self._text[start : self.position]
        self._end_statement()
        return Instruction(word, operands, predicate, " ".join(text.split()), start)

    def _end_statement(self) -> None:
        self._expect(";")

    def _call(self, word: str, predicate: Predicate | None, start: int) -> Call:  # noqa: ARG002
        returns: tuple[Operand, ...] = ()
        if self._take("("):
            returns = self._arguments()
            self._expect(",")
        target, prototype = self._operand(), ""
        arguments: tuple[Operand, ...] = ()
        if not isinstance(target, Register):
            raise self._error("what is called is no function")
        is_more = self._take(",")
        if is_more and self._take("("):
            arguments = self._arguments()
            is_more = self._take(",")
        if is_more:
            prototype = self._name()
        text = " ".join(self._text[start : self.position].split())
        self._expect(";")
        return Call(returns, target, arguments, prototype, predicate, text, start)

    def _arguments(self) -> tuple[Operand, ...]:
        if self._take(")"):
            return ()
        found = [self._operand()]
        while self._take(","):
            found.append(self._operand())
        self._expect(")")
        return tuple(found)

    def _directive(self, word: str) -> Item | None:
        """Registers, or something that statements stand beside."""
        name, *modifiers = word[1:].split(".")
        if name != "reg":
            raise self._error(f"{self._whole} contains {word}")
        while not modifiers or self._is_dotted():
            modifiers += self._word().strip(".").split(".")
        lanes = _LANES.get(modifiers[0], 0)
        if len(modifiers) != 1 + (lanes > 0):
            raise self._error(f"{self._whole} declares registers of an unknown type")
        names = [*self._declared()]
        while self._take(","):
            names += self._declared()
        self._expect(";")
        return Declaration(modifiers[-1], tuple(names), lanes)

    def _declared(self) -> list[str]:
        name = self._word()
        match = _REGISTERS.fullmatch(name)
        self._most_registers -= whole(match[2]) if match is not None else 1
        if self._most_registers < 0:
            raise self._error(f"{self._whole} declares too many registers")
        return [name] if match is None else [f"{match[1]}{number}" for number in range(int(match[2]))]


# The number of the group says what it is: of an instruction the guard, the opcode, and the operands.
_STATEMENT = pattern(
    r"\s*(?:([A-Za-z_$%][\w$]*)\s*:(?!:)"
    r"|(?:@(!?[\w$%]+)\s+)?([A-Za-z_][\w.:]*)(?:\s([^;\"/@():?]*))?;"
    r"|(\{)|(\})|(;)"
    r"|\.loc\s+(\d{1,9})\s+(\d{1,9})(?:[^\S\n]+(\d{1,9}))?"
    r"((?:\s*,\s*function_name\s+[\w$.]+(?:\s*\+\s*\d+)?|\s*,\s*inlined_at\s+\d+\s+\d+\s+\d+)*)"
    r"|//[^\n]*)",
    re.ASCII,
)
_LABEL, _GUARD, _OPCODES, _OPERANDS, _OPENING, _CLOSING, _NOTHING, _FILE, _LINE, _COLUMN, _LOCATION = range(1, 12)
_PLAIN_OPCODE = pattern(r"[A-Za-z_]\w*(?:(?:\.|::)\w+)*", re.ASCII)
_REGISTER = pattern(r"%[A-Za-z_$][\w$]*", re.ASCII)
_ADDRESS = pattern(r"\[(%[A-Za-z_$][\w$]*)(?:\+([1-9][0-9]{0,9}))?\]", re.ASCII)
_VECTOR = pattern(r"\{(\s*%[A-Za-z_$][\w$]*\s*(?:,\s*%[A-Za-z_$][\w$]*\s*)+)\}", re.ASCII)
_MOST_CACHED = 1 << 15
_Parser = Callable[[str], StatementParser]


class StatementReader:
    """The statements of a text, and of the blocks in it, while they are read."""

    _parser: type[StatementParser] = StatementParser

    def __init__(self, text: str, start: int, end: int, most_registers: int) -> None:
        self._text = text
        self._position = start
        self._end = end
        self._blocks: list[list[Item]] = [[]]
        self._most_registers = most_registers

    def items(self) -> tuple[Item, ...]:
        match, text, end = _STATEMENT.match, self._text, self._end
        read, position, add = self._printed, self._position, self._blocks[-1].append
        while position < end:
            found = match(text, position, end)
            kind = found.lastindex if found else None
            if found and kind in (_OPCODES, _OPERANDS):
                instruction = read(found)
                if instruction:
                    add(instruction)
                    position = found.end()
                    continue
                found = None
            self._position = position
            self._other(found)
            position, add = self._position, self._blocks[-1].append
        if len(self._blocks) > 1:
            raise NotUnderstood("a '{' has no matching '}'", end - 1)
        return tuple(self._blocks[0])

    def _printed(self, found: re.Match[str]) -> Instruction | None:
        """The instruction that _STATEMENT has found; None if it is to be read token by token."""
        guard, opcode, operands = found.group(_GUARD, _OPCODES, _OPERANDS)
        parser: _Parser = self._parser
        try:
            known = _opcode(opcode)
            if not operands:
                read: tuple[Operand, ...] = ()
            elif "{" in operands:
                read = tuple([_operand(parser, each) for each in _pieces(operands)])
            else:
                read = tuple([_operand(parser, each) for each in operands.split(",")])
            predicate = _predicate(parser, guard) if guard else None
        except NotUnderstood:
            return None
        start = found.start(_GUARD) - 1 if guard else found.start(_OPCODES)
        return Instruction(known, read, predicate, " ".join(self._text[start : found.end() - 1].split()), start)

    def _other(self, found: re.Match[str] | None) -> None:
        if found is None:
            start, self._position = self._position, skipped(self._text, self._position, self._end)
            if start == self._position:
                self._statement()
            return
        self._position = found.end()
        if found.lastindex == _LABEL:
            self._blocks[-1].append(Label(sys.intern(found[_LABEL])))
        elif found.lastindex == _OPENING:
            self._blocks.append([])
            if len(self._blocks) > MAX_DEPTH:
                raise NotUnderstood("braces are nested too deeply", found.end() - 1)
        elif found.lastindex == _CLOSING:
            if len(self._blocks) == 1:
                raise NotUnderstood("a '}' has no matching '{'", found.end() - 1)
            block = Block(tuple(self._blocks.pop()))
            self._blocks[-1].append(block)
        elif found[_FILE]:
            file, line, column = found.group(_FILE, _LINE, _COLUMN)
            self._blocks[-1].append(Location(int(file), int(line), int(column or 0)))

    def _statement(self) -> None:
        """Reads a statement token by token."""
        parser = self._parser(self._text, self._position, self._end, most_registers=self._most_registers)
        items = parser.statements()
        self._position = parser.position
        for item in items:
            if isinstance(item, Declaration):
                self._most_registers -= len(item.names)
            self._add(item)

    def _add(self, item: Item) -> None:
        self._blocks[-1].append(item)


def _pieces(operands: str) -> list[str]:
    """The operands, whose brackets have commas in them."""
    found: list[str] = []
    inside: list[str] = []
    depth = 0
    for piece in operands.split(","):
        depth += piece.count("{") + piece.count("[") - piece.count("}") - piece.count("]")
        inside.append(piece)
        if not depth:
            found.append(",".join(inside) if len(inside) > 1 else piece)
            inside = []
    if inside:
        raise NotUnderstood("a bracket is missing")
    return found


@lru_cache(_MOST_CACHED)
def _opcode(text: str) -> str:
    if not _PLAIN_OPCODE.fullmatch(text) or text.partition(".")[0] == "call":
        raise NotUnderstood("it is no common instruction")
    return sys.intern(text)


@lru_cache(_MOST_CACHED)
def _predicate(parser: _Parser, guard: str) -> Predicate:
    is_negated = guard.startswith("!")
    return Predicate(_operand(parser, guard[is_negated:]), is_negated)


@lru_cache(_MOST_CACHED)
def _operand(parser: _Parser, text: str) -> Operand:
    text = text.strip()
    if _REGISTER.fullmatch(text):
        return Register(sys.intern(text))
    if address := _ADDRESS.fullmatch(text):
        return Address(_operand(parser, address[1]), int(address[2] or 0))
    if vector := _VECTOR.fullmatch(text):
        return Vector(tuple([_operand(parser, each) for each in vector[1].split(",")]))
    if text.startswith("."):
        raise NotUnderstood("it is a part of the opcode")
    return parser(text).operand()
