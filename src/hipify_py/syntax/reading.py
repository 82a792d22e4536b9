"""One reading of one file, shared by every pass: computed once, from the input, never from another pass's output."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hipify_py.source import Source
from hipify_py.syntax import preprocessor, tokens
from hipify_py.syntax.preprocessor import Directive, Header, Macro
from hipify_py.syntax.tokens import Name

if TYPE_CHECKING:
    from hipify_py.syntax.tree import Tree

_BRACKET = re.compile(rb"[()\[\]{}]")
_CLOSERS = {0x29: 0x28, 0x5D: 0x5B, 0x7D: 0x7B}
_SEPARATOR = re.compile(rb"[(\[{,<]|\.\.\.|\b__VA_ARGS__\b")
# Nothing in these is a name that the compiler would look up.
_TEXT_DIRECTIVES = (b"error", b"warning", b"line", b"ident")


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What stands around a name, within its directive or the file: `before` ends the token before it, `after` begins
    the one after it."""

    reading: Reading
    low: int
    high: int
    before: int
    after: int

    @property
    def sign_before(self) -> bytes:
        return self.reading.code[max(self.low, self.before - 1) : self.before]

    @property
    def sign_after(self) -> bytes:
        return self.reading.code[self.after : min(self.high, self.after + 1)]

    @property
    def word_before(self) -> bytes:
        word = tokens.word_before(self.reading.code, self.before, self.low)
        return word.text if word else b""

    def preceded_by(self, text: bytes) -> bool:
        return self.reading.code.endswith(text, self.low, self.before)

    def followed_by(self, text: bytes) -> bool:
        return self.reading.code.startswith(text, self.after, self.high)

    def token_before(self, offset: int) -> tuple[int, bytes]:
        """Offset and text of the word or the sign that ends before `offset`, blanks skipped."""
        end = tokens.rskip_blank(self.reading.code, offset, self.low)
        word = tokens.word_before(self.reading.code, end, self.low)
        if word:
            return word.start, word.text
        return max(end - 1, self.low), self.reading.code[max(end - 1, self.low) : end]

    def token_after(self, offset: int) -> int:
        return tokens.skip_blank(self.reading.code, offset, self.high)


@dataclass(frozen=True)
class Reading:
    source: Source
    is_cuda: bool

    @cached_property
    def code(self) -> bytes:
        return tokens.code_only(self.source.text)

    @cached_property
    def directives(self) -> list[Directive]:
        return preprocessor.directives(self.code)

    @cached_property
    def macros(self) -> list[Macro]:
        return [macro for directive in self.directives if (macro := preprocessor.macro(self.code, directive))]

    @cached_property
    def headers(self) -> list[tuple[Directive, Header]]:
        text = self.source.text
        return [
            (directive, header)
            for directive in self.directives
            if (header := preprocessor.header(text, directive)) is not None
        ]

    @cached_property
    def _searchable(self) -> bytes:
        """The code without include lines and message texts, in which no name is looked up by a compiler."""
        code = bytearray(self.code)
        for directive in self.directives:
            if directive.keyword in preprocessor.INCLUDES or directive.keyword in _TEXT_DIRECTIVES:
                code[directive.body : directive.end] = b" " * (directive.end - directive.body)
        return bytes(code)

    def names(self, wanted: Container[bytes]) -> list[Name]:
        """Where the wanted identifiers stand in code, in order."""
        return tokens.names(self._searchable, wanted)

    @cached_property
    def tree(self) -> Tree | None:
        """The syntax tree, parsed at the first question; None where parsing would cost too much."""
        from hipify_py.syntax.tree import parse  # few files need it, and start-up should not pay for it

        return parse(self.source.text, is_cuda=self.is_cuda)

    @cached_property
    def closers(self) -> dict[int, int]:
        """Offset of each opening bracket → offset of the one that closes it; unbalanced ones are absent."""
        pairs: dict[int, int] = {}
        stack: list[tuple[int, int]] = []
        for match in _BRACKET.finditer(self.code):
            offset = match.start()
            byte = self.code[offset]
            wanted = _CLOSERS.get(byte)
            if wanted is None:
                stack.append((byte, offset))
            elif wanted == 0x7B:
                while stack and stack[-1][0] != wanted:
                    stack.pop()
                if stack:
                    pairs[stack.pop()[1]] = offset
            elif stack and stack[-1][0] == wanted:
                pairs[stack.pop()[1]] = offset
        return pairs

    def arguments(self, opening: int) -> list[tuple[int, int]] | None:
        """The spans between the commas of the bracketed list that opens here, or None if it never closes."""
        closing = self.closers.get(opening)
        if closing is None:
            return None
        commas = [offset for offset, sign in self._top_level(opening, closing) if sign == b","]
        if not commas and not self.code[opening + 1 : closing].strip():
            return []
        starts = [opening + 1, *(comma + 1 for comma in commas)]
        return list(zip(starts, [*commas, closing], strict=True))

    def argument_count(self, opening: int) -> int | None:
        """How many arguments the call that opens here passes; None where a pack, or `<`, may hide some."""
        spans = self.arguments(opening)
        if spans is None or any(sign != b"," for _offset, sign in self._top_level(opening, self.closers[opening])):
            return None
        return len(spans)

    def _top_level(self, opening: int, closing: int) -> Iterator[tuple[int, bytes]]:
        """The commas, `<`, `...` and `__VA_ARGS__` between two brackets and in no further ones."""
        position = opening + 1
        while (match := _SEPARATOR.search(self.code, position, closing)) is not None:
            sign = match.group()
            if sign in b"([{":
                position = max(match.end(), self.closers.get(match.start(), -1) + 1)
            else:
                position = match.end()
                yield match.start(), sign

    def window(self, offset: int) -> tuple[int, int]:
        """The stretch in which a name's neighbours stand: a directive's body, or the whole file."""
        index = bisect_right(self._directive_starts, offset) - 1
        if index < 0 or offset >= self.directives[index].end:
            return 0, len(self.code)
        directive = self.directives[index]
        macro = preprocessor.macro(self.code, directive)
        return (macro.body if macro and offset >= macro.body else directive.body), directive.end

    def neighbours(self, name: Name) -> Neighbours:
        low, high = self.window(name.start)
        before = tokens.rskip_blank(self.code, name.start, low)
        return Neighbours(self, low, high, before, tokens.skip_blank(self.code, name.end, high))

    @cached_property
    def _directive_starts(self) -> list[int]:
        return [directive.start for directive in self.directives]
