"""How two versions of a statement stand in a source: under `#if`, or, where no directive can stand, through two macros
that select."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hipify_py.edits import Edit, Span
from hipify_py.file.assembler import Statement
from hipify_py.file.marks import ON_AMD, ON_NVIDIA
from hipify_py.file.proposals import FOR_AMD
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.reading.tokens import SPLICE
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.result import Slot
from hipify_py.texts import to_bytes

GROUP = "inline PTX"
_BLANKS = pattern(rb"[ \t]*")
_REST_OF_LINE = pattern(rb"[ \t]*(?=(//)|[\r\n]|\Z)")
_BLANKS_IN_MACRO = pattern(rb"(?:[ \t]|" + SPLICE + rb")*")
_LINE_END = pattern(rb"[\r\n]")
_PARENTHESIS = ord("(")
_NEAR = 500  # so far back a statement before is looked for
_BEFORE_STATEMENTS = (b"else", b"do")
_OUTSIDE = (Kind.FILE, Kind.NAMESPACE, Kind.CLASS)

WIDTH = 120
# Texts, calls without arguments, and the arguments of templates stay whole.
_PARTS = pattern(rb"""[^",|&(<]+|"[^"]*"|, |\|\| |&& |\(\)|<(?:[^<>()"]|<[^<>()"]*>)*>|.""")
_ENDS_PART = (b", ", b"|| ", b"&& ", b"(")
_OPENING, _CLOSING = (b"(", b"{", b"["), (b")", b"}", b"]")

Line = tuple[bytes | Span, ...]


@dataclass(frozen=True)
class Version:
    """Lines to stand for a statement, where a condition of the statement's own holds."""

    lines: list[Line]
    condition: bytes = b""


def line_of(pieces: Iterable[str | Slot], spans: Sequence[tuple[int, int]]) -> Line:
    """A line with the bytes of the operands in it."""
    return tuple(to_bytes(piece) if isinstance(piece, str) else Span(*spans[piece.index]) for piece in pieces)


def _tokens(line: Line) -> Iterator[bytes | Span]:
    """A line in pieces, each of which may end one."""
    for piece in line:
        yield from _PARTS.findall(piece) if isinstance(piece, bytes) else [piece]


def _taken(reading: Reading, found: Statement, end: int) -> Iterator[bytes | Span]:
    """What a statement is made of: its words, what stands in its parentheses, and its semicolon."""
    opening = reading.openers[found.end - 1]
    yield reading.code[found.start : opening + 1]
    yield Span(opening + 1, found.end - 1)
    yield b")" if end == found.end else b");"


def _stands_beside_sign(reading: Reading, start: int, end: int) -> bool:
    """Whether a statement stands in a directive, or before what would become one on a line of its own."""
    behind = reading.skip_blank(end)
    is_stray = reading.code.startswith(b"#", behind) and reading.directive_at(behind) is None
    return is_stray or reading.directive_at(start) is not None


def beginning_of_block(reading: Reading, block: Scope, statement: bytes, *, is_replaced: bool) -> tuple[int, bytes]:
    """Where a statement for AMD stands that a block begins with, and its text."""
    start, line_end = block.start + 1, reading.line_end
    if _is_in_parentheses(reading, start):
        return start, b" " + (statement if is_replaced else ON_AMD + b"(" + statement + b")")
    indent = _indent_at(reading, start) + b"  "
    lines = [indent + statement]
    if not is_replaced:
        lines = [FOR_AMD, *lines, b"#endif"]
    text = b"".join(line_end + line for line in lines)
    stop = _rest_of_line(reading, start)
    if stop is not None:
        return stop, text
    blanks = _BLANKS.match(reading.source.text, start)
    return start, text + line_end + indent.removesuffix(blanks[0] if blanks else b"")


def _is_in_parentheses(reading: Reading, offset: int) -> bool:
    scope = reading.scopes.at(offset)
    while scope is not None and reading.code[scope.start] != _PARENTHESIS:
        scope = reading.scopes.parent(scope)
    return scope is not None


def _rest_of_line(reading: Reading, offset: int) -> int | None:
    """Where a line ends, if nothing stands behind a place but a comment up to there."""
    rest = _REST_OF_LINE.match(reading.source.text, offset)
    if rest is None or rest[1] is None:
        return rest.end() if rest else None
    line = reading.source.text[offset : reading.line_stop(offset)]
    return offset + len(line.removesuffix(b"\n").removesuffix(b"\r"))


def _indent_at(reading: Reading, offset: int) -> bytes:
    match = _BLANKS.match(reading.source.text, reading.source.line_start(offset))
    return match[0] if match else b""


@dataclass(frozen=True)
class Place:
    """Where a statement stands, or several in a row: `end` lies behind the semicolon, if there is one."""

    reading: Reading
    start: int
    end: int
    has_semicolon: bool
    is_in_macro: bool
    problem: str = ""  # why no other version can stand there
    takes: tuple[bytes | Span, ...] = ()  # what goes where another version replaces it

    @classmethod
    def of(cls, reading: Reading, found: Statement) -> Place:
        is_in_macro = found.macro is not None
        blanks = _BLANKS_IN_MACRO.match(reading.code, found.end) if is_in_macro else None
        semicolon = blanks.end() if blanks else reading.skip_blank(found.end)
        has_semicolon = reading.code[semicolon : semicolon + 1] == b";"
        end = semicolon + 1 if has_semicolon else found.end
        place = cls(reading, found.start, end, has_semicolon, is_in_macro, takes=tuple(_taken(reading, found, end)))
        if not reading.holds_whole_branches(found.start, end):
            return replace(place, problem="a condition begins or ends in the statement")
        if not all(reading.is_balanced(part.start, part.end) for part in place.takes if isinstance(part, Span)):
            return replace(place, problem="its parentheses hold more than a statement")
        if not all(reading.code[operand.start : operand.end].strip() for operand in found.operands):
            return replace(place, problem="an operand is empty")
        if any(reading.is_interrupted(operand.start, operand.end) for operand in found.operands):
            return replace(place, problem="a condition is in an operand")
        if not is_in_macro and _stands_beside_sign(reading, found.start, end):
            return replace(place, problem="it shares a line with a preprocessor directive")
        word = reading.neighbours(found.keyword).word_before
        if not is_in_macro and word not in _BEFORE_STATEMENTS and word != word.upper():
            return replace(place, problem="it begins no statement")
        # Only a statement without operands may stand outside of functions.
        is_bare = not found.operands and not found.clobbers
        if not is_in_macro and is_bare and reading.scopes.kind_at(found.start) in _OUTSIDE:
            return replace(place, problem="it stands outside of all functions")
        return place if has_semicolon or place.is_selected else replace(place, problem="no semicolon ends it")

    @cached_property
    def is_selected(self) -> bool:
        """Whether macros must select between versions: in macros, and among what may be a macro's arguments."""
        return self.is_in_macro or _is_in_parentheses(self.reading, self.start)

    def goes_on_in(self, other: Place) -> bool:
        """Whether another statement follows with nothing but comments between; not where the first one alone belongs to
        an `if` or the like."""
        between = self.reading.code[self.end : other.start]
        before = self.reading.plain[max(0, self.start - _NEAR) : self.start].rstrip()[-1:]
        if self.is_selected or other.is_selected or between.strip() or before not in (b";", b"{", b"}"):
            return False
        return self._indent == other._indent

    def edit(self, versions: Sequence[Version], *, is_replaced: bool) -> Edit:
        """The edit that puts the versions beside the statement, or in its place."""
        takes = self.takes if is_replaced else None
        if self.is_selected or (is_replaced and len(versions) == 1):
            new = self._selected(versions[0].lines, is_replaced)
            return Edit(self.start, self.end, tuple(new), "asm", GROUP, takes)
        new = self._under_conditions(versions, is_replaced)
        return Edit(self._start, self._stop, tuple(new), "asm", GROUP, takes)

    def _selected(self, lines: list[Line], is_replaced: bool) -> Iterator[bytes | Span]:
        before = self.start - self._line_start - len(self._indent)
        if is_replaced:
            yield from self._joined(lines, before)
            return
        translation = list(self._joined(lines, before + len(ON_AMD) + 1))
        original = (ON_NVIDIA, b"(", Span(self.start, self.end), b")")
        line = (ON_AMD, b"(", *translation, b")")
        yield from (*line, self._behind(line, original), *original)

    def _behind(self, line: Sequence[bytes | Span], other: Sequence[bytes | Span]) -> bytes:
        """What stands between two versions in a row: a blank, or where that makes too long a line, its end."""
        text = self.reading.source.text
        start, stop = self._line_start, self.reading.line_stop(self.end)
        before = _LINE_END.split(text[start : self.start] + self._text(line))[-1]
        after = _LINE_END.split(self._text(other) + text[self.end : stop])[0]
        if len(before) + len(after.rstrip()) < WIDTH:
            return b" "
        return self._end_of_line(b" \\" if self.is_in_macro else b"")

    def _end_of_line(self, splice: bytes) -> bytes:
        return splice + self.reading.line_end + (self._indent or b"    " * self.is_in_macro)

    def _text(self, pieces: Iterable[bytes | Span]) -> bytes:
        text = self.reading.source.text
        return b"".join(text[piece.start : piece.end] if isinstance(piece, Span) else piece for piece in pieces)

    def _under_conditions(self, versions: Sequence[Version], is_replaced: bool) -> Iterator[bytes | Span]:
        line_end = self.reading.line_end
        if not self._begins_line:
            yield line_end
        if not is_replaced:
            yield FOR_AMD + line_end
        for version in versions:
            yield version.condition + line_end if version.condition else b""
            yield self._indent
            yield from self._joined(version.lines)
            yield line_end
        yield b"#endif" + line_end if versions[0].condition else b""
        if not is_replaced:
            yield b"#else" + line_end + self._indent
            yield Span(self.start, self._stop)
            yield line_end + b"#endif"
        if not self._ends_line:
            blanks = _BLANKS.match(self.reading.source.text, self.end)
            yield line_end + self._indent.removesuffix(blanks[0] if blanks else b"")

    def _joined(self, lines: list[Line], lead: int = 0) -> Iterator[bytes | Span]:
        """The lines, the first of which stands behind so many other signs."""
        splice = b" \\" if self.is_in_macro else b""
        between = self._end_of_line(splice)
        room = WIDTH - len(between.rpartition(self.reading.line_end)[2]) - len(splice)
        for number, line in enumerate(lines):
            for part, each in enumerate(self._broken(line, room, 0 if number else lead)):
                if number or part:
                    yield between
                yield from each

    def _broken(self, line: Line, room: int, lead: int) -> Iterator[Line]:
        """A line as several ones where it is too long: it ends behind commas and operators of its own."""
        text = self._text(line)
        if len(text) <= room - lead or b"\n" in text:
            yield line
            return
        rest, indent = list(_tokens(line)), b""
        first = self._text(rest[:1])
        further = b" " * (len(first) - len(first.lstrip())) + b"    "
        while rest:
            count = self._fitting(rest, room - len(indent or b" " * lead))
            *pieces, last = indent, *rest[:count]
            yield (*pieces, last.rstrip() if isinstance(last, bytes) else last)
            rest, indent = rest[count:], further

    def _fitting(self, pieces: Sequence[bytes | Span], room: int) -> int:
        """How many pieces the next line takes: it ends where the fewest brackets are open, as late as can be."""
        length = depth = 0
        best, least = len(pieces), None
        for number, piece in enumerate(pieces, 1):
            text = self._text([piece])
            length += len(text)
            if isinstance(piece, bytes):
                depth += sum(map(text.count, _OPENING)) - sum(map(text.count, _CLOSING))
            if length > room + 1 and best < len(pieces):
                return best
            if piece in _ENDS_PART and (least is None or depth <= least):
                best, least = number, depth
        return best if length > room else len(pieces)

    @cached_property
    def _line_start(self) -> int:
        start = self.reading.source.line_start(self.start)
        return max(start, self.reading.source.text.rfind(b"\r", start, self.start) + 1)

    @cached_property
    def _indent(self) -> bytes:
        match = _BLANKS.match(self.reading.source.text, self._line_start)
        return match[0] if match else b""

    @property
    def _begins_line(self) -> bool:
        return self._line_start + len(self._indent) == self.start and self.reading.begins_line(self._line_start)

    @property
    def _ends_line(self) -> bool:
        return self._rest_of_line is not None

    @cached_property
    def _rest_of_line(self) -> int | None:
        return _rest_of_line(self.reading, self.end)

    @property
    def _start(self) -> int:
        """Blanks before the statement go with it: they would end a line, or begin one twice."""
        text = self.reading.source.text
        if not self.reading.begins_line(self._line_start):
            return self.start
        return self._line_start + len(text[self._line_start : self.start].rstrip(b" \t"))

    @property
    def _stop(self) -> int:
        return self.end if self._rest_of_line is None else self._rest_of_line
