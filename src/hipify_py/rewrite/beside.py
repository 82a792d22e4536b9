"""How two versions of a statement stand in a source: under `#if`, or in a macro through two selecting ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hipify_py.edits import Edit, Span
from hipify_py.ptx.lift import Slot
from hipify_py.ptx.scan import Statement
from hipify_py.syntax.reading import Reading
from hipify_py.syntax.scopes import Kind

GROUP = "inline PTX"
ON_AMD, ON_NVIDIA = b"HIPIFY_PTX_AMD", b"HIPIFY_PTX_NVIDIA"
_CONDITION = b"#if defined(__HIP_PLATFORM_AMD__)"
_BLANKS = re.compile(rb"[ \t]*")
_REST_OF_LINE = re.compile(rb"[ \t]*(?://[^\n]*?)?(?=\r?\n|\Z)")
_BLANKS_IN_MACRO = re.compile(rb"(?:[ \t]|\\\r?\n)*")

Line = tuple[bytes | Span, ...]


@dataclass(frozen=True)
class Version:
    """Lines to stand for a statement, where a condition of the statement's own holds."""

    lines: list[Line]
    condition: bytes = b""


def line_of(pieces: Iterable[str | Slot], spans: Sequence[tuple[int, int]]) -> Line:
    """A line with the bytes of the operands in it."""
    return tuple(piece.encode() if isinstance(piece, str) else Span(*spans[piece.index]) for piece in pieces)


class Place:
    """Where a statement stands."""

    def __init__(self, reading: Reading, found: Statement) -> None:
        self._reading = reading
        self._found = found
        self.is_in_macro = found.macro is not None
        semicolon = self._behind(found.end)
        self.has_semicolon = reading.code[semicolon : semicolon + 1] == b";"
        self._end = semicolon + 1 if self.has_semicolon else found.end

    def _behind(self, offset: int) -> int:
        if not self.is_in_macro:
            return self._reading.skip_blank(offset)
        blanks = _BLANKS_IN_MACRO.match(self._reading.code, offset)
        return blanks.end() if blanks else offset

    @property
    def problem(self) -> str:
        """Why no other version can stand there."""
        if self.is_in_macro:
            return ""
        if self._reading.scopes.kind_at(self._found.start) in (Kind.FILE, Kind.NAMESPACE, Kind.CLASS):
            return "it stands outside of all functions"
        return "" if self.has_semicolon else "no semicolon ends it"

    def edit(self, versions: list[Version], *, is_replaced: bool) -> Edit:
        """The edit that puts the versions beside the statement, or in its place."""
        if self.is_in_macro:
            new, start, end = self._selected(versions[0].lines, is_replaced), self._found.start, self._end
        elif is_replaced and len(versions) == 1:
            new, start, end = self._joined(versions[0].lines, self._line_break), self._found.start, self._end
        else:
            new, start, end = self._under_conditions(versions, is_replaced), self._start, self._stop
        return Edit(start, end, tuple(new), "asm", GROUP)

    def _selected(self, lines: list[Line], is_replaced: bool) -> Iterator[bytes | Span]:
        translation = self._joined(lines, b" \\" + self._reading.line_end + b"    ")
        if is_replaced:
            yield from translation
            return
        yield from (ON_AMD, b"(", *translation, b") ", ON_NVIDIA, b"(", Span(self._found.start, self._end), b")")

    def _under_conditions(self, versions: list[Version], is_replaced: bool) -> Iterator[bytes | Span]:
        line_end = self._reading.line_end
        if not self._begins_line:
            yield line_end
        if not is_replaced:
            yield _CONDITION + line_end
        for version in versions:
            yield version.condition + line_end if version.condition else b""
            yield self._indent
            yield from self._joined(version.lines, self._line_break)
            yield line_end
        yield b"#endif" + line_end if versions[0].condition else b""
        if not is_replaced:
            yield b"#else" + line_end + self._indent
            yield Span(self._found.start, self._stop if self._ends_line else self._end)
            yield line_end + b"#endif"
        if not self._ends_line:
            yield line_end + self._indent

    def _joined(self, lines: list[Line], between: bytes) -> Iterator[bytes | Span]:
        for number, line in enumerate(lines):
            if number:
                yield between
            yield from line

    @property
    def _line_break(self) -> bytes:
        return self._reading.line_end + self._indent

    @cached_property
    def _line_start(self) -> int:
        return self._reading.source.line_start(self._found.start)

    @cached_property
    def _indent(self) -> bytes:
        match = _BLANKS.match(self._reading.source.text, self._line_start)
        return match[0] if match else b""

    @property
    def _begins_line(self) -> bool:
        return self._line_start + len(self._indent) == self._found.start

    @cached_property
    def _ends_line(self) -> bool:
        return _REST_OF_LINE.match(self._reading.source.text, self._end) is not None

    @property
    def _start(self) -> int:
        """Blanks before the statement go with it: they would end a line, or begin one twice."""
        text = self._reading.source.text
        return self._line_start + len(text[self._line_start : self._found.start].rstrip(b" \t"))

    @property
    def _stop(self) -> int:
        rest = (_REST_OF_LINE if self._ends_line else _BLANKS).match(self._reading.source.text, self._end)
        return rest.end() if rest else self._end
