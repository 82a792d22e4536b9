"""Finds assembler statements wherever they stand, and reads their templates: which text, from which bytes.

The template of a statement is what its string literals spell one after the other, with macros of the file that stand
for text put in. What cannot be known from the file alone (a macro's argument, a macro of another file) is a HOLE.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from hipify_py.syntax.preprocessor import Macro
from hipify_py.syntax.reading import Reading
from hipify_py.syntax.tokens import Name

KEYWORDS = frozenset((b"asm", b"__asm__", b"__asm"))
HOLE = "\N{REPLACEMENT CHARACTER}"

_OPENING = re.compile(rb"((?:\s|\\\r?\n|\b(?:volatile|__volatile__|__volatile|inline|__inline__|goto|const)\b)*)\(")
_STANDS_FOR = re.compile(rb"\s*(?:asm|__asm__|__asm)(?:\s|\bvolatile\b|\b__volatile__\b)*")
_LIKELY = re.compile(rb"(?:[A-Z]+_)*ASM(?:_[A-Z]+)*")
_PART = re.compile(rb'"[^"]*"|[A-Za-z_]\w*|::?|[(),]|\#')
_OPERAND_PART = re.compile(rb'"[^"]*"|[A-Za-z_]\w*|\[\s*\w+\s*\]|:+|[(,#]')
_CLOBBERS = 3  # the section behind the third colon
_RAW = re.compile(rb"([^ ()\\\s]{0,16})\(")
_ESCAPE = re.compile(r"\\(?:\r?\n|x[0-9a-fA-F]+|[0-7]{1,3}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b", "0": "\0"}
# Macros that stand for text may stand for each other; who nests them deeper than this means no harm to anyone.
_MAX_DEPTH = 8


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction of a template: its text without label and predicate, and the bytes that it comes from."""

    opcode: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Operand:
    """`[name] "constraint"(expression)`: which bytes the expression is."""

    name: str
    constraint: str
    start: int
    end: int
    is_output: bool

    @property
    def letter(self) -> str:
        """The register that is asked for; a HOLE where a macro of another file says it."""
        return self.constraint.lstrip("=+&%")


@dataclass(frozen=True)
class Statement:
    """`asm volatile("…" : … )`. `constraints` are the strings of its operands; `macro` is the one it is the body of."""

    keyword: Name
    end: int
    template: str
    offsets: list[int] = field(repr=False)
    operands: tuple[Operand, ...]
    clobbers: tuple[str, ...]
    macro: Macro | None
    is_volatile: bool = False
    is_goto: bool = False

    @property
    def constraints(self) -> tuple[str, ...]:
        return (*(operand.constraint for operand in self.operands), *self.clobbers)

    @property
    def start(self) -> int:
        return self.keyword.start

    @cached_property
    def instructions(self) -> list[Instruction]:
        return list(_instructions(self.template, self.offsets))


def statements(reading: Reading) -> list[Statement]:
    """The assembler statements of a file in order, in code and in macro bodies."""
    macros = {macro.name: macro for macro in reading.macros}
    found = (_statement(reading, macros, name) for name in reading.names(keywords(reading)))
    return [statement for statement in found if statement is not None]


def keywords(reading: Reading) -> frozenset[bytes]:
    """The words that begin assembler in a file: those of the language, macros that stand for them, and what macros of
    other files are called that do."""
    own = {macro.name for macro in reading.macros if _STANDS_FOR.fullmatch(reading.code, macro.body, macro.end)}
    likely = {word for word in reading.words if _LIKELY.fullmatch(word)}
    defined = {macro.name for macro in reading.macros}
    return KEYWORDS | own | (likely - defined)


def _statement(reading: Reading, macros: Mapping[bytes, Macro], name: Name) -> Statement | None:
    opening = _OPENING.match(reading.code, name.end)
    closing = reading.closers.get(opening.end() - 1) if opening else None
    if opening is None or closing is None:
        return None
    return _with_template(reading, macros, name, opening, closing, ())


def variant(reading: Reading, statement: Statement, left_out: Sequence[tuple[int, int]]) -> Statement:
    """A statement as it is where some branches of `#if` in it are not read."""
    macros = {macro.name: macro for macro in reading.macros}
    opening = _OPENING.match(reading.code, statement.keyword.end)
    assert opening is not None
    return _with_template(reading, macros, statement.keyword, opening, statement.end - 1, left_out)


def _with_template(
    reading: Reading,
    macros: Mapping[bytes, Macro],
    name: Name,
    opening: re.Match[bytes],
    closing: int,
    left_out: Sequence[tuple[int, int]],
) -> Statement:
    template = _Template(reading, macros, left_out)
    colon = template.read(opening.end(), closing)
    operands, clobbers = _Operands(reading, macros, left_out).read(colon, closing)
    words = opening[1] + _head_of_macro(reading, macros, name)
    return Statement(
        name,
        closing + 1,
        "".join(template.text),
        template.offsets,
        operands,
        clobbers,
        reading.macro_at(name.start),
        b"volatile" in words,
        b"goto" in words,
    )


def _head_of_macro(reading: Reading, macros: Mapping[bytes, Macro], name: Name) -> bytes:
    macro = macros.get(name.text)
    if macro is None:
        return b"" if name.text in KEYWORDS else b"volatile"  # what a macro of another file says is not known
    return reading.code[macro.body : macro.end]


class _Operands:
    """What stands behind the colons. Commas between operands may be missing: nvcc does not mind."""

    def __init__(self, reading: Reading, macros: Mapping[bytes, Macro], left_out: Sequence[tuple[int, int]]) -> None:
        self._reading = reading
        self._macros = macros
        self._left_out = left_out
        self._operands: list[Operand] = []
        self._clobbers: list[str] = []

    def read(self, start: int, end: int) -> tuple[tuple[Operand, ...], tuple[str, ...]]:
        position, section, name, constraint = start, 0, "", None
        while (part := _OPERAND_PART.search(self._reading.code, position, end)) is not None:
            position = part.end()
            sign = part[0]
            if (skipped := _behind(self._left_out, part.start())) or sign == b"#":
                directive = self._reading.directive_at(part.start())
                position = skipped or (directive.end if directive else position)
            elif sign[:1] == b":":
                section += len(sign)
                constraint = None
            elif sign == b"(":
                position = self._reading.closers.get(part.start(), end) + 1
                if constraint is not None:
                    operand = Operand(name, constraint, part.end(), position - 1, section == 1)
                    self._operands.append(operand)
                name, constraint = "", None
            elif sign[:1] == b"[":
                name = sign.strip(b"[] \t").decode("latin-1")
            elif sign != b",":
                text = self._spelled(part)
                if section >= _CLOBBERS:
                    self._clobbers.append(text)
                constraint = (constraint or "") + text
        return tuple(self._operands), tuple(self._clobbers)

    def _spelled(self, part: re.Match[bytes]) -> str:
        template = _Template(self._reading, self._macros)
        template.read(part.start(), part.end())
        return "".join(template.text)


def _behind(spans: Sequence[tuple[int, int]], offset: int) -> int:
    """The end of the span that a place lies in; 0 if it lies in none."""
    return next((end for start, end in spans if start <= offset < end), 0)


class _Template:
    """The characters of a template, and for each the byte that it comes from."""

    def __init__(
        self, reading: Reading, macros: Mapping[bytes, Macro], left_out: Sequence[tuple[int, int]] = ()
    ) -> None:
        self._reading = reading
        self._macros = macros
        self._left_out = left_out
        self.text: list[str] = []
        self.offsets: list[int] = []

    def read(self, start: int, end: int) -> int:
        """Take in what stands up to the first `:`; returns where that is."""
        position = start
        while (part := _PART.search(self._reading.code, position, end)) is not None:
            position = part.end()
            if part[0] in (b":", b"::"):
                return part.start()
            if skipped := _behind(self._left_out, part.start()):
                position = skipped
                continue
            directive = self._reading.directive_at(part.start())
            if directive is not None and self._reading.directive_at(start) is not directive:
                position = directive.end  # `#if` between two strings: every branch is read
            else:
                self._part(part, part.start(), 0)
        return end

    def _part(self, part: re.Match[bytes], offset: int, depth: int, at: int | None = None) -> None:
        if part[0][:1] == b'"':
            self._literal(part.start(), part.end(), at)
        elif part[0][:1].isalpha() or part[0][:1] == b"_":
            self._word(part, offset, depth, at)

    def _word(self, part: re.Match[bytes], offset: int, depth: int, at: int | None) -> None:
        if self._reading.code[part.end() : part.end() + 1] == b'"' and part[0] in (b"R", b"u8R", b"LR", b"uR", b"UR"):
            return  # the prefix of a raw string
        macro = self._macros.get(part[0])
        if macro is None or depth >= _MAX_DEPTH:
            self._add(HOLE, offset if at is None else at)
            return
        for inner in _PART.finditer(self._reading.code, macro.body, macro.end):
            self._part(inner, offset, depth + 1, offset if at is None else at)

    def _literal(self, start: int, end: int, at: int | None) -> None:
        text = self._reading.source.text
        if text[start - 1 : start] == b"R" and (raw := _RAW.match(text, start + 1)):
            begin, stop = raw.end(), end - 2 - len(raw[1])
            for offset in range(begin, stop):
                self._add(chr(text[offset]), offset if at is None else at)
            return
        body, done = text[start + 1 : end - 1].decode("latin-1"), 0
        for escape in _ESCAPE.finditer(body):
            self._plain(body[done : escape.start()], start + 1 + done, at)
            self._add(_unescaped(escape[0]), start + 1 + escape.start() if at is None else at)
            done = escape.end()
        self._plain(body[done:], start + 1 + done, at)

    def _plain(self, text: str, offset: int, at: int | None) -> None:
        self.text.append(text)
        self.offsets += [at] * len(text) if at is not None else range(offset, offset + len(text))

    def _add(self, sign: str, offset: int) -> None:
        self.text.append(sign)
        self.offsets += [offset] * len(sign)


def _unescaped(escape: str) -> str:
    """What an escape sequence stands for; nothing for a line splice."""
    body = escape[1:]
    if body in ("\n", "\r\n"):
        return ""
    if len(body) > 1:
        return chr(int(body[1:], 16) & 0xFF) if body[0] == "x" else chr(int(body, 8) & 0xFF)
    return _ESCAPED.get(body, body)


_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_LABEL = re.compile(r"\s*(?:[\w$%" + HOLE + r"]+:(?!:)\s*)*(?:@!?\s*[%\w" + HOLE + r"\[\]]+\s+)?")
_OPCODE = re.compile(r"\.?[A-Za-z_" + HOLE + r"][\w" + HOLE + r"]*(?:(?:\.|::)[\w" + HOLE + r"]+)*")
_END = re.compile(r"[;{}]")


def _instructions(template: str, offsets: list[int]) -> Iterator[Instruction]:
    """What stands between semicolons; braces around instructions are no part of them, those of operands are."""
    text = _COMMENT.sub(lambda comment: " " * len(comment[0]), template)
    start = depth = 0
    for sign in (*_END.finditer(text), None):
        end = sign.start() if sign else len(text)
        is_operand = bool(depth or (sign and sign[0] == "{" and _has_opcode(text, start, end)))
        if is_operand and sign and sign[0] != ";":
            depth += 1 if sign[0] == "{" else -1
            continue
        depth = 0
        if (found := _instruction(text, start, end, offsets)) is not None:
            yield found
        start = end + 1


def _has_opcode(text: str, start: int, end: int) -> bool:
    label = _LABEL.match(text, start, end)
    return bool(text[label.end() if label else start : end].strip())


def _instruction(text: str, start: int, end: int, offsets: list[int]) -> Instruction | None:
    label = _LABEL.match(text, start, end)
    begin = label.end() if label else start
    opcode = _OPCODE.match(text, begin, end)
    if opcode is None or begin >= len(offsets):
        return None
    stop = begin + len(text[begin:end].rstrip())
    return Instruction(opcode[0], text[begin:stop], offsets[begin], offsets[min(stop, len(offsets)) - 1] + 1)
