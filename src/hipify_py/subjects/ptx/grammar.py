"""Reads the text of an assembler template as PTX: instructions, declarations, labels, and what they are applied to.

Modules have the same statements and more: `module/statements.py` reads them with a parser that is derived from the one
here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import TypeVar

from hipify_py.file.assembler import HOLE
from hipify_py.patterns import pattern
from hipify_py.reading.numbers import whole
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.constants import Number, calculated, cast, negated

_Kind = TypeVar("_Kind")


class Meaning:
    """What a name stands for: a register, a special one, memory, a function."""

    __slots__ = ()


@dataclass(frozen=True)
class Parameter:
    """`%0`, `%[name]`: an operand of the statement."""

    name: str


@dataclass(frozen=True)
class Register:
    """A name: a register that the template declares, or a special one."""

    name: str


@dataclass(frozen=True)
class Vector:
    parts: tuple[Operand, ...]


@dataclass(frozen=True)
class Address:
    base: Operand
    offset: int = 0
    constant: Operand | None = None  # what is added beside the offset


@dataclass(frozen=True)
class AddressOfParts:
    """`[tex, {%f1, %f2}]`: what is looked up, and where in it."""

    parts: tuple[Operand, ...]


@dataclass(frozen=True)
class Displaced:
    """`coef+4` without brackets: the address of a variable, and what is added."""

    base: Operand
    offset: int


@dataclass(frozen=True)
class Not:
    operand: Operand


@dataclass(frozen=True)
class Pair:
    first: Operand
    second: Operand


@dataclass(frozen=True)
class Part:
    """`%1.h0`, `%1.b3`: a half or a byte of a register, for video instructions."""

    operand: Operand
    which: str


@dataclass(frozen=True)
class Nowhere:
    """`_`: a result that nobody wants."""


# As a text says them; once names are resolved, meanings stand for them.
Operand = (
    Parameter
    | Register
    | Number
    | Vector
    | Address
    | Not
    | Pair
    | Part
    | Nowhere
    | AddressOfParts
    | Displaced
    | Meaning
)


@dataclass(frozen=True)
class Predicate:
    operand: Operand
    negated: bool


@dataclass(frozen=True)
class Instruction:
    opcode: str
    operands: tuple[Operand, ...]
    predicate: Predicate | None
    text: str
    offset: int  # in the template


@dataclass(frozen=True)
class Call:
    """`call (results), target, (arguments), prototype;`, in modules; the target is a name, be it that of a function or
    of a register that holds its address."""

    returns: tuple[Operand, ...]
    target: Operand
    arguments: tuple[Operand, ...]
    prototype: str  # or the label of a `.calltargets`
    predicate: Predicate | None
    text: str
    offset: int


@dataclass(frozen=True)
class Declaration:
    """Registers; `lanes` is the number of those that each name stands for, in a declaration of vectors."""

    type: str
    names: tuple[str, ...]
    lanes: int = 0


@dataclass(frozen=True)
class Label:
    name: str


@dataclass(frozen=True)
class Scope:
    """`{` … `}` around instructions."""

    items: list[Item] = field(default_factory=list)


Item = Instruction | Declaration | Label | Scope


@dataclass(frozen=True)
class Location:
    """`.loc`: the line of a source that what follows was made from."""

    file: int
    line: int
    column: int = 0


class NotUnderstood(Exception):  # noqa: N818
    """What is in the way, for people, and where in the template."""

    def __init__(self, reason: str, offset: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


def expected(kind: type[_Kind], value: object, reason: str = "an operand has an unexpected form") -> _Kind:
    """A value that is of this kind in all that compilers write; raises NotUnderstood for another one."""
    if not isinstance(value, kind):
        raise NotUnderstood(reason)
    return value


_BLANK = pattern(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_TOKEN = pattern(
    r"(?P<parameter>%(?:\d+|\[\s*\w+\s*\]))"
    r"|(?P<number>0[fF][0-9a-fA-F]{8}\b|0[dD][0-9a-fA-F]{16}\b|0[xX][0-9a-fA-F]+U?\b|0[bB][01]+U?\b"
    r"|\d+\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|\d+U?\b)"
    r"|(?P<word>(?:%%?|\.)?[A-Za-z_$][\w$]*(?:(?:\.|::)\w+)*(?:<\d+>)?)"
    r'|(?P<text>"[^"]*")'
    r"|(?P<sign>::|<<|>>|&&|\|\||[<>=!]=|%%|[-+@!{}\[\](),;:|%*/~&^<>?])"
)
# How strongly operators of constants bind; those that an address may have behind a sign.
_LEVELS = {
    sign: level
    for level, signs in enumerate(
        ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / % %%"),
    )
    for sign in signs.split()
}
OF_PRODUCTS = _LEVELS["*"]
_BEFORE_NUMBERS = ("-", "+", "~", "!", "(")
WARP_SIZE = "WARP_SZ"
# What ptxas casts constants to, and whether that is unsigned; to other types it does not.
_CASTS = {".u64": True, ".s64": False}
_OTHER_CASTS = pattern(r"\.[usbf]\d{1,3}")
_OF_CONSTANTS = pattern(r"[\da-fA-FxXuUlL&|^~()+*<>\s-]{1,200}")
_SUFFIX = pattern(r"(?<=[\da-fA-F])[uUlL]{1,3}\b")
_OPCODE = pattern(r"[A-Za-z_][\w.:]*")
_PART = pattern(r"\.(?:h[01]|b[0-3])")
_PART_OF_REGISTER = pattern(r"([^.]+)\.(h[01]|b[0-3])")
_SPACES = ("const", "param", "local", "shared", "global", "tex")
_LANES = {"v2": 2, "v4": 4}
_IGNORED = ("pragma", "loc", "file", "section")
_REGISTERS = pattern(r"(%?%?[\w$]+)<(\d+)>")
# A hand writes no more in one statement; a machine that does can be read by a machine.
_MAX_TOKENS = 20_000
_MAX_DEPTH = 50


def parse(template: str) -> Scope:
    """The template as a tree. Raises NotUnderstood for what is no PTX that we know how to read."""
    if HOLE in template:
        raise NotUnderstood("a part of its text is unknown in this file", template.index(HOLE))
    # `%=` is another number in every copy of the statement; nothing here is copied.
    return Parser(template.replace("%=", "__")).everything()


def constant(text: str) -> int | None:
    """The integer that a constant expression of C is worth, whose signs are those of PTX."""
    if not _OF_CONSTANTS.fullmatch(text):
        return None
    try:
        found = parse(f"mov.b64 r, {_SUFFIX.sub('', text)};").items
    except NotUnderstood:
        return None
    operand = found[0].operands[-1] if len(found) == 1 and isinstance(found[0], Instruction) else None
    return operand.value if isinstance(operand, Number) and isinstance(operand.value, int) else None


def literal(text: str) -> Number:
    """A number without a sign. Raises ValueError for what only looks like one."""
    head = text[:2].lower()
    if head in ("0f", "0d") and len(text) > 2:
        return Number(text, int(text[2:], 16), 32 if head == "0f" else 64)
    if set(text) & set(".eE") and head != "0x":
        return Number(text, float(text))
    digits = text.rstrip("U")
    base = 16 if head == "0x" else 2 if head == "0b" else 8 if len(digits) > 1 and digits[0] == "0" else 10
    try:
        value = int(digits[2:] if base in (16, 2) else digits, base)
    except ValueError:
        raise ValueError(f"{text} is not a number") from None
    return Number(text, value, is_unsigned=text.endswith("U") or value >= 1 << 63)


class Parser:
    """Of a template, or of a part of a text; offsets are those in the whole of it."""

    _whole = "the template"
    _most_registers = 1024

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        self._text = text
        self._end = len(text) if end is None else end
        self._tokens = list(_tokens(text, start, self._end))
        self._next = 0
        self._depth = 0

    def everything(self) -> Scope:
        scope = Scope()
        self._scope(scope, 0)
        if self._next < len(self._tokens):
            raise self._error("a '}' has no matching '{'")
        return scope

    def _scope(self, scope: Scope, depth: int) -> None:
        if depth > _MAX_DEPTH:
            raise self._error("braces are nested too deeply")
        while self._next < len(self._tokens) and self._sign() != "}":
            if self._take("{"):
                inner = Scope()
                self._scope(inner, depth + 1)
                self._expect("}")
                scope.items.append(inner)
            elif not self._take(";") and (item := self._item()) is not None:
                scope.items.append(item)

    def _item(self) -> Instruction | Declaration | Label | None:
        if self._kind() == "word" and self._sign(1) == ":":
            label = self._word()
            if "." in label:
                raise self._error(f"'{label}' is no label")
            self._expect(":")
            return Label(label)
        start = self._offset()
        predicate = self._predicate() if self._take("@") else None
        word = self._word()
        if word.startswith("."):
            return self._directive(word)
        return self._instruction(word, predicate, start)

    def _instruction(self, word: str, predicate: Predicate | None, start: int) -> Instruction:
        if not _OPCODE.fullmatch(word):
            raise self._error(f"'{word}' is no instruction")
        if word.partition(".")[0] == "call":
            raise self._error(f"'{word}' calls a function by its name in PTX")
        while self._kind() == "word" and self._tokens[self._next][0].startswith("."):
            word += self._word()  # `xor .b32`
        operands = self._operands()
        end = self._offset()
        if self._next < len(self._tokens) and self._sign() != "}":
            self._expect(";")
        return Instruction(word, operands, predicate, " ".join(self._text[start:end].split()), start)

    def _predicate(self) -> Predicate:
        negated = self._take("!")
        return Predicate(self._operand(), negated)

    def _directive(self, word: str) -> Declaration | None:
        name, *modifiers = word[1:].split(".")
        if name in _IGNORED:
            while self._next < len(self._tokens) and not self._take(";"):
                self._next += 1
            return None
        if name != "reg":
            what = f"declares its own variable (.{name})" if name in _SPACES else f"contains .{name}"
            raise self._error(f"{self._whole} {what}")
        return self._registers(modifiers)

    def _registers(self, modifiers: list[str]) -> Declaration:
        while not modifiers or self._text.startswith(".", self._offset()):
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
        if match is None:
            return [name]
        if whole(match[2]) > self._most_registers:
            raise self._error(f"{self._whole} declares too many registers")
        return [f"{match[1]}{number}" for number in range(int(match[2]))]

    def _operands(self) -> tuple[Operand, ...]:
        found: list[Operand] = []
        while self._next < len(self._tokens) and self._sign() not in (";", "}"):
            if found and not self._take(","):
                raise self._error("',' or ';' is missing")
            first = self._operand()
            found.append(Pair(first, self._operand()) if self._take("|") else first)
        return tuple(found)

    def _operand(self) -> Operand:
        self._deeper()
        operand = self._any_operand()
        self._depth -= 1
        return operand

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise self._error("an operand is nested too deeply")

    def _any_operand(self) -> Operand:
        if self._take("{"):
            return self._vector()
        if self._take("["):
            return self._address()
        if self._begins_number():
            return self._constant()
        if self._take("!"):
            return Not(self._operand())
        if self._kind() == "parameter":
            parameter = Parameter(self._taken().strip("%[] \t"))
            return Part(parameter, self._word()[1:]) if self._next_is_part() else parameter
        word = self._word()
        if part := _PART_OF_REGISTER.fullmatch(word):
            return Part(Register(part[1]), part[2])
        return Nowhere() if word == "_" else Register(word)

    def _next_is_part(self) -> bool:
        return self._kind() == "word" and _PART.fullmatch(self._tokens[self._next][0]) is not None

    def _vector(self) -> Operand:
        parts = [self._operand()]
        while self._take(","):
            parts.append(self._operand())
        self._expect("}")
        return Vector(tuple(parts)) if len(parts) > 1 else parts[0]

    def _address(self) -> Operand:
        base, offset, constant = self._base(), 0, None
        while self._sign() in ("+", "-"):
            sign = -1 if self._taken() == "-" else 1
            if self._take("-"):
                sign = -sign
            number = self._constant(OF_PRODUCTS) if self._begins_number() else self._operand()
            if isinstance(number, Parameter) and sign > 0 and constant is None:
                constant = number
            elif isinstance(number, Number) and isinstance(number.value, int):
                offset += sign * number.value
            else:
                raise self._error("an address has an offset that is not a number")
        if self._sign() == ",":
            return self._address_of_parts(Address(base, offset, constant))
        self._expect("]")
        return Address(base, offset, constant)

    def _base(self) -> Operand:
        return self._operand()

    def _address_of_parts(self, first: Address) -> Operand:  # noqa: ARG002
        raise self._error("an address with several parts has no counterpart")

    def _begins_number(self) -> bool:
        """Whether a constant comes next, and no predicate that is negated."""
        ahead = 0
        while self._sign(ahead) in _BEFORE_NUMBERS:
            ahead += 1
        if self._kind(ahead) == "number" or self._is_warp_size(ahead) or self._is_cast(ahead - 1):
            return True
        return ahead > 0 and self._sign(ahead - 1) in ("-", "+", "~")

    def _is_warp_size(self, ahead: int = 0) -> bool:
        return self._kind(ahead) == "word" and self._tokens[self._next + ahead][0] == WARP_SIZE

    def _is_cast(self, ahead: int = 0) -> bool:
        """`(.u64)`"""
        is_word = ahead >= 0 and self._sign(ahead) == "(" and self._kind(ahead + 1) == "word"
        if not is_word or self._sign(ahead + 2) != ")":
            return False
        return _OTHER_CASTS.fullmatch(self._tokens[self._next + ahead + 1][0]) is not None

    def _constant(self, least: int = 0) -> Number:
        """A number, or an expression of numbers; of operators, those that bind as strongly as said. Sums of 64 bits, as
        ptxas makes them."""
        start = self._next
        found = self._conditional(least)
        if self._next == start + 1:
            return found
        first, last = self._tokens[start], self._tokens[self._next - 1]
        return Number(self._text[first.start() : last.end()], found.value, found.width, found.is_unsigned)

    def _conditional(self, least: int = 0) -> Number:
        found = self._binary(least)
        if least or not self._take("?"):
            return found
        self._deeper()
        first = self._conditional()
        self._expect(":")
        second = self._conditional()
        self._depth -= 1
        return first if found.value else second

    def _binary(self, least: int) -> Number:
        left = self._unary()
        while (level := _LEVELS.get(self._sign(), -1)) >= least:
            sign = self._taken()
            try:
                left = calculated(sign, left, self._binary(level + 1))
            except ValueError as error:
                raise self._error(str(error)) from None
        return left

    def _unary(self) -> Number:
        self._deeper()
        try:
            return self._any_unary()
        finally:
            self._depth -= 1

    def _any_unary(self) -> Number:
        if self._is_cast():
            return self._cast()
        if self._take("("):
            found = self._conditional()
            self._expect(")")
            return found
        sign = self._taken() if self._sign() in ("-", "+", "~", "!") else ""
        if not sign:
            return self._number()
        found = self._unary()
        if found.width:
            raise self._error(f"{sign}{found.text} is not a number")
        try:
            return found if sign == "+" else negated(sign, found)
        except ValueError as error:
            raise self._error(str(error)) from None

    def _cast(self) -> Number:
        to = self._tokens[self._next + 1][0]
        if to not in _CASTS:
            raise self._error(f"constants are cast to .s64 and .u64 only, and not to {to}")
        self._next += 3
        try:
            return cast(self._unary(), is_unsigned=_CASTS[to])
        except ValueError as error:
            raise self._error(str(error)) from None

    def _number(self) -> Number:
        if self._is_warp_size():
            return Number(self._taken(), 32)
        if self._kind() != "number":
            raise self._error("a number is missing")
        try:
            return literal(self._taken())
        except ValueError as error:
            raise self._error(str(error)) from None

    def _kind(self, ahead: int = 0) -> str:
        index = self._next + ahead
        return str(self._tokens[index].lastgroup) if index < len(self._tokens) else ""

    def _sign(self, ahead: int = 0) -> str:
        return self._tokens[self._next + ahead][0] if self._kind(ahead) == "sign" else ""

    def _taken(self) -> str:
        self._next += 1
        return self._tokens[self._next - 1][0]

    def _take(self, sign: str) -> bool:
        found = self._next < len(self._tokens) and self._tokens[self._next][0] == sign
        self._next += found
        return found

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise self._error(f"'{sign}' is missing")

    def _word(self) -> str:
        if self._kind() != "word":
            raise self._error(f"{self._whole} cannot be parsed as an instruction")
        return self._taken().replace("%%", "%")

    def _offset(self) -> int:
        return self._tokens[self._next].start() if self._next < len(self._tokens) else self._end

    def _error(self, reason: str) -> NotUnderstood:
        return NotUnderstood(reason, min(self._offset(), max(self._end - 1, 0)))


def _tokens(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    position, count = skipped(text, start, end), 0
    while position < end:
        token = _TOKEN.match(text, position, end)
        if token is None:
            raise NotUnderstood(f"unexpected '{text[position]}'", position)
        count += 1
        if count > _MAX_TOKENS:
            raise NotUnderstood("the statement is too long", position)
        yield token
        position = skipped(text, token.end(), end)


def skipped(text: str, position: int, end: int) -> int:
    """Where blanks and comments end."""
    blank = _BLANK.match(text, position, end)
    return blank.end() if blank else position
