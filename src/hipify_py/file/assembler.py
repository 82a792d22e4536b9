"""Finds assembler statements wherever they stand, and reads their templates: which text, from which bytes.

The template of a statement is what its string literals spell one after the other, with macros of the file that stand
for text put in. What cannot be known from the file alone (a macro of another file) is a HOLE, and so is what arguments
of the macro around the statement say: a splice, which may be filled when these are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import field
from types import MappingProxyType
from typing import NamedTuple

from hipify_py.file.ownership import statement_before
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.expansion import Expansion, tokens
from hipify_py.reading.preprocessor import INCLUDES, Directive, Macro
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass

KEYWORDS = frozenset((b"asm", b"__asm__", b"__asm"))
HOLE = "\N{REPLACEMENT CHARACTER}"

_BLANK = rb"(?:\s|\\[ \t]*\r?\n)*"
_OPENING = pattern(
    _BLANK + rb"((?:\b(?:volatile|__volatile__|__volatile|inline|__inline__|goto|const)\b" + _BLANK + rb")*)\("
)
# Behind the keyword itself a macro may stand for a qualifier.
_OPENING_OF_KEYWORD = pattern(_BLANK + rb"((?:\b[A-Za-z_]\w*\b" + _BLANK + rb"){0,4})\(")
_BARE = pattern(rb"(?:\s|\\\r?\n|\w)*")
_WORDS = pattern(rb"[A-Za-z_]\w*")
_LONGEST_KEYWORD = 100
_CAPITALS = pattern(rb"[A-Z]+(?:_[A-Z]+)*")
_WORD = rb"(?:(?<!\#)\#(?:[ \t]|\\\r?\n)*)?[A-Za-z_]\w*"  # or the literal that is made of it
_PART = pattern(rb'"[^"]*"|' + _WORD + rb"|::?|[(),]|\#")
_OPERAND_PART = pattern(rb'"[^"]*"|' + _WORD + rb"|\[\s*\w+\s*\]|:+|[(,#]")
_CLOBBERS = 3  # the section behind the third colon
_RAW = pattern(rb"([^ ()\\\s]{0,16})\(")
_RAW_LITERAL = pattern(rb'\w*R"([^ ()\\\s]{0,16})\((.*)\)\1"', re.DOTALL)
_ESCAPE = pattern(r"\\(?:[ \t]*\r?\n|x[0-9a-fA-F]+|[0-7]{1,3}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b", "0": "\0"}
_RAW_PREFIXES = (b"R", b"u8R", b"LR", b"uR", b"UR")


class Instruction(NamedTuple):
    """One instruction of a template: its text without label and predicate, and the bytes that it comes from."""

    opcode: str
    text: str
    start: int
    end: int


class AsmOperand(NamedTuple):
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


class Unknown(NamedTuple):
    """A word of a template that stands for no text that the file tells: it has no definition there, or several."""

    name: str
    is_defined: bool


@dataclass(frozen=True)
class Statement:
    """`asm volatile("…" : … )`. `constraints` are the strings of its operands; `macro` is the one it is the body of;
    `splices` are the parts of its texts that depend on the arguments of that macro, as they stand there: `#type`."""

    keyword: Name
    end: int
    template: str
    offsets: list[int] = field(repr=False)
    operands: tuple[AsmOperand, ...]
    clobbers: tuple[str, ...]
    macro: Macro | None
    is_volatile: bool = False
    is_goto: bool = False
    splices: tuple[bytes, ...] = ()
    unknown: tuple[Unknown, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the template says nothing but comments."""
        return not _COMMENT.sub("", self.template).strip()

    @property
    def constraints(self) -> tuple[str, ...]:
        return (*(operand.constraint for operand in self.operands), *self.clobbers)

    @property
    def start(self) -> int:
        return self.keyword.start

    @cached_property
    def instructions(self) -> list[Instruction]:
        return list(_instructions(self.template, self.offsets))


def statements(reading: Reading, others: Set[bytes] = frozenset()) -> list[Statement]:
    """The assembler statements of a file in order, in code and in macro bodies. `others` are macros of other files that
    stand for the keyword."""
    expansion = Expansion(reading)
    own = own_keywords(reading, others)
    found = (_statement(reading, expansion, name, own) for name in reading.names(own | likely_keywords(reading)))
    return [statement for statement in found if statement is not None]


def keywords(reading: Reading, others: Set[bytes] = frozenset()) -> frozenset[bytes]:
    """The words that begin assembler in a file: those of the language, macros that stand for them, and what macros of
    other files are called that do."""
    return own_keywords(reading, others) | likely_keywords(reading)


def own_keywords(reading: Reading, others: Set[bytes]) -> frozenset[bytes]:
    """The words that surely begin assembler: those of the language, and macros in sight that stand for them."""
    if not others and KEYWORDS.isdisjoint(reading.words):
        return KEYWORDS
    bare = dict[bytes, list[bytes]]()
    for macro in reading.macros:
        if macro.end - macro.body < _LONGEST_KEYWORD and _BARE.fullmatch(reading.code, macro.body, macro.end):
            # In another branch the macro may be empty, for compilers that read no assembler.
            bare[macro.name] = _WORDS.findall(reading.code, macro.body, macro.end) or bare.get(macro.name, [])
    known = others - {macro.name for macro in reading.macros}
    return KEYWORDS | standing_for_assembler(bare, known) | known


def likely_keywords(reading: Reading) -> frozenset[bytes]:
    """What macros of files out of sight are called that stand for the keyword."""
    asm = [word for word in reading.words if b"ASM" in word]
    likely = {word for word in asm if b"ASM" in word.split(b"_") and _CAPITALS.fullmatch(word)}
    return frozenset(likely - {macro.name for macro in reading.macros}) if likely else frozenset()


def standing_for_assembler(
    bodies: Mapping[bytes, Sequence[bytes]], known: Set[bytes] = frozenset()
) -> frozenset[bytes]:
    """The macros whose words begin with the keyword, also through others. What stands behind it can only qualify it."""
    found = set[bytes]()
    while new := {
        name
        for name, body in bodies.items()
        if name not in found and body and (body[0] in KEYWORDS or body[0] in found or body[0] in known)
    }:
        found |= new
    return frozenset(found)


def _opening(reading: Reading, name: Name, own: Set[bytes]) -> re.Match[bytes] | None:
    return (_OPENING_OF_KEYWORD if name.text in own else _OPENING).match(reading.code, name.end)


def variant(
    reading: Reading,
    statement: Statement,
    left_out: Sequence[tuple[int, int]] = (),
    texts: Mapping[bytes, str] = MappingProxyType({}),
    expansion: Expansion | None = None,
) -> Statement:
    """A statement as it is where some branches of `#if` in it are not read, and where its splices are these texts.
    Who asks for many lends an expansion to read them with."""
    opening = _OPENING_OF_KEYWORD.match(reading.code, statement.keyword.end)
    assert opening is not None
    reader = _Reader(reading, expansion or Expansion(reading), statement.macro, left_out, texts)
    return _with_template(reader, statement.keyword, opening, statement.end - 1)


def _statement(reading: Reading, expansion: Expansion, name: Name, own: Set[bytes]) -> Statement | None:
    opening = _opening(reading, name, own)
    closing = reading.closers.get(opening.end() - 1) if opening else None
    if opening is None or closing is None:
        return None
    if reading.directive_at(name.start) is not reading.directive_at(closing):
        return None  # a macro that stands for the keyword, and something behind it
    if _names_a_symbol(reading.neighbours(name)):
        return None
    reader = _Reader(reading, expansion, reading.macro_at(name.start))
    return _with_template(reader, name, opening, closing)


def _names_a_symbol(around: Neighbours) -> bool:
    """`extern "C" char data[] asm("_binary_data");`: no assembler, but what the linker calls the variable."""
    if around.sign_before not in (b"]", b")"):
        return False
    return around.sign_before == b"]" or statement_before(around).lstrip(b"\\ \t\r\n").startswith(b"extern")


def _with_template(reader: _Reader, name: Name, opening: re.Match[bytes], closing: int) -> Statement:
    template = _Template(reader)
    colon = template.read(opening.end(), closing)
    template.include(reader.reading.directives_between(opening.end(), closing))
    operands = _Operands(reader)
    operands.read(colon, closing)
    words = opening[1] + _head_of_macro(reader, name)
    return Statement(
        name,
        closing + 1,
        "".join(template.text),
        template.offsets,
        tuple(operands.found),
        tuple(operands.clobbers),
        reader.macro,
        b"volatile" in words,
        b"goto" in words,
        tuple(dict.fromkeys((*template.splices, *operands.splices))),
        tuple(template.unknown),
    )


def _head_of_macro(reader: _Reader, name: Name) -> bytes:
    macros = reader.expansion.definitions.get(name.text)
    if not macros:
        return b"" if name.text in KEYWORDS else b"volatile"  # what a macro of another file says is not known
    return reader.reading.code[macros[-1].body : macros[-1].end]


def spelled(text: bytes) -> str:
    """What literals say one after the other; a HOLE for each name between them."""
    return "".join(_said(token) for token in tokens(text))


def _said(token: bytes) -> str:
    if raw := _RAW_LITERAL.fullmatch(token):
        return raw[2].decode("latin-1")
    if token[:1] == b'"':
        return _ESCAPE.sub(lambda escape: _unescaped(escape[0]), token[1:-1].decode("latin-1"))
    return HOLE if token[:1].isalpha() or token[:1] == b"_" else ""


@dataclass(frozen=True)
class _Reader:
    """What the parts of a statement are read with: what it stands in, and what is known of that."""

    reading: Reading
    expansion: Expansion
    macro: Macro | None
    left_out: Sequence[tuple[int, int]] = ()
    texts: Mapping[bytes, str] = field(default_factory=dict)

    def behind_skipped(self, start: int, offset: int) -> int:
        """Where to read on, if a place is not to be read: in a branch left out, or in a directive that stands in what
        begins at `start`."""
        directive = self.reading.directive_at(offset)
        if directive is not None and self.reading.directive_at(start) is directive:
            directive = None
        return _behind(self.left_out, offset) or (directive.end if directive is not None else 0)

    def word(self, part: re.Match[bytes]) -> tuple[bytes, int]:
        """What a word stands for as the file has it, with its arguments if it takes some; and where that ends."""
        end = part.end()
        opening = self.reading.skip_blank(end)
        is_call = self.expansion.takes_arguments(part[0]) and self.reading.code[opening : opening + 1] == b"("
        if is_call and opening in self.reading.closers:
            end = self.reading.closers[opening] + 1
        return self.expansion.text(part.start(), end), end

    def depends_on_arguments(self, text: bytes) -> bool:
        parameters = self.macro.parameters if self.macro is not None else None
        return bool(parameters) and text.isascii() and not set(parameters or ()).isdisjoint(tokens(text))

    def spelled(self, text: bytes, splices: list[bytes]) -> str:
        """What a word, or a call, says; what only arguments of the macro around it tell goes to the splices."""
        if not self.depends_on_arguments(text):
            return spelled(self.expansion.expand(text))
        splice = b" ".join(text.split()).replace(b"# ", b"#")
        splices.append(splice)
        return self.texts.get(splice, HOLE)


class _Operands:
    """What stands behind the colons. Commas between operands may be missing: nvcc does not mind."""

    def __init__(self, reader: _Reader) -> None:
        self._reader = reader
        self.found: list[AsmOperand] = []
        self.clobbers: list[str] = []
        self.splices: list[bytes] = []

    def read(self, start: int, end: int) -> None:
        reading = self._reader.reading
        position, section, name, constraint = start, 0, "", None
        while (part := _OPERAND_PART.search(reading.code, position, end)) is not None:
            position = part.end()
            sign = part[0]
            if skipped := self._reader.behind_skipped(start, part.start()):
                position = skipped
            elif sign[:1] == b":":
                section += len(sign)
                constraint = None
            elif sign == b"(":
                position = reading.closers.get(part.start(), end) + 1
                if constraint is not None:
                    operand = AsmOperand(name, constraint, part.end(), position - 1, section == 1)
                    self.found.append(operand)
                name, constraint = "", None
            elif sign[:1] == b"[":
                name = sign.strip(b"[] \t").decode("latin-1")
            elif sign not in (b",", b"#"):
                text, position = self._spelled(part)
                if section >= _CLOBBERS:
                    self.clobbers.append(text)
                constraint = (constraint or "") + text

    def _spelled(self, part: re.Match[bytes]) -> tuple[str, int]:
        if part[0][:1] == b'"':
            return spelled(self._reader.expansion.text(*part.span())), part.end()
        word, end = self._reader.word(part)
        return self._reader.spelled(word, self.splices), end


def _behind(spans: Sequence[tuple[int, int]], offset: int) -> int:
    """The end of the span that a place lies in; 0 if it lies in none."""
    return next((end for start, end in spans if start <= offset < end), 0)


class _Template:
    """The characters of a template, and for each the byte that it comes from."""

    def __init__(self, reader: _Reader) -> None:
        self._reader = reader
        self.text: list[str] = []
        self.offsets: list[int] = []
        self.splices: list[bytes] = []
        self.unknown: list[Unknown] = []

    def read(self, start: int, end: int) -> int:
        """Take in what stands up to the first `:`; returns where that is."""
        position = start
        while (part := _PART.search(self._reader.reading.code, position, end)) is not None:
            position = part.end()
            if part[0] in (b":", b"::"):
                return part.start()
            if skipped := self._reader.behind_skipped(start, part.start()):
                position = skipped  # of `#if` between two strings every branch is read that is not left out
            elif part[0][:1] == b'"':
                self._literal(*part.span())
            elif part[0] not in (b"(", b")", b",", b"#"):
                position = self._word(part)
        return end

    def include(self, lines: Sequence[Directive]) -> None:
        """What other files say of a template is not known."""
        for line in lines:
            if line.keyword in INCLUDES:
                text = self._reader.reading.source.text[line.start : line.end]
                self.unknown.append(Unknown(" ".join(text.decode("latin-1").split()), is_defined=False))
                self._add(HOLE, line.start)

    def _word(self, part: re.Match[bytes]) -> int:
        if self._reader.reading.code[part.end() : part.end() + 1] == b'"' and part[0] in _RAW_PREFIXES:
            return part.end()
        word, end = self._reader.word(part)
        text = self._reader.spelled(word, self.splices)
        if HOLE in text and not self._reader.depends_on_arguments(word):
            self.unknown.append(Unknown(part[0].decode("latin-1"), part[0] in self._reader.expansion.definitions))
        self._add(text, part.start())
        return end

    def _literal(self, start: int, end: int) -> None:
        text = self._reader.reading.source.text
        if text[start - 1 : start] == b"R" and (raw := _RAW.match(text, start + 1)):
            begin, stop = raw.end(), end - 2 - len(raw[1])
            self._plain(text[begin:stop].decode("latin-1"), begin)
            return
        body, done = text[start + 1 : end - 1].decode("latin-1"), 0
        for escape in _ESCAPE.finditer(body):
            self._plain(body[done : escape.start()], start + 1 + done)
            self._add(_unescaped(escape[0]), start + 1 + escape.start())
            done = escape.end()
        self._plain(body[done:], start + 1 + done)

    def _plain(self, text: str, offset: int) -> None:
        self.text.append(text)
        self.offsets += range(offset, offset + len(text))

    def _add(self, text: str, offset: int) -> None:
        self.text.append(text)
        self.offsets += [offset] * len(text)


def _unescaped(escape: str) -> str:
    """What an escape sequence stands for; nothing for a line splice."""
    body = escape[1:]
    if body.endswith("\n"):
        return ""
    if len(body) > 1:
        return chr(int(body[1:], 16) & 0xFF) if body[0] == "x" else chr(int(body, 8) & 0xFF)
    return _ESCAPED.get(body, body)


_COMMENT = pattern(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_LABEL = pattern(r"\s*(?:[\w$%" + HOLE + r"]+\s*:(?!:)\s*)*(?:@!?\s*[%\w" + HOLE + r"\[\]]+\s+)?")
# Blanks may stand before the types: `xor .b32`.
_NAME = r"[A-Za-z_" + HOLE + r"][\w" + HOLE + r"]*"
_MODIFIERS = r"(?:\.|::)[\w" + HOLE + r"]+)*"
_OPCODE = pattern(r"\." + _NAME + r"(?:" + _MODIFIERS + r"|" + _NAME + r"(?:\s*" + _MODIFIERS)
_END = pattern(r"[;{}]")


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
    name = "".join(opcode[0].split())
    return Instruction(name, name + text[opcode.end() : stop], offsets[begin], offsets[min(stop, len(offsets)) - 1] + 1)
