"""What differs between a file and its conversion, token by token, and whether the tables explain it.

Two token lists are walked side by side. What the tables say is stepped over and counted; at anything else the nearest
place is found where both lists go on alike, and what lies between is reported. Comments and strings are tokens like
others and the whitespace before a token is part of the comparison, so nothing can change unseen.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from benchmarks.clang_tokens import Lexed, header_name, without_splices
from benchmarks.name_tables import Tables

EXPLAINED = frozenset(
    {"rename", "pasted prefix", "include renamed", "include dropped", "include added", "argument change"}
)
UNEXPLAINED = "unexplained"

_OUR_HEADERS = ("hip", "roc")

_ALIKE = 6  # tokens that have to agree before the two sides count as together again
_FAR = 400  # tokens looked ahead for that
_TARGET_TOKEN = re.compile(r"\w+|::|\S")
_STATEMENT_ENDS = (b";", b"{", b"}")


@dataclasses.dataclass(frozen=True)
class Difference:
    kind: str
    path: str
    line: int
    before: bytes
    after: bytes

    def __str__(self) -> str:
        before, after = (text.decode("utf-8", "backslashreplace") for text in (self.before, self.after))
        return f"{self.path}:{self.line}: {self.kind}: {before!r} -> {after!r}"


class TokenDiff:
    """One walk over two files. `left` and `right` are the indices of the next tokens to compare."""

    def __init__(self, before: Lexed, after: Lexed, tables: Tables) -> None:
        self.a, self.b, self.tables = before, after, tables
        self.left = self.right = 0
        self.line_differs = False
        self.headers_of_b = {_header(after, index) for index in range(len(after.tokens))}

    def run(self) -> Iterator[Difference]:
        while self.left < len(self.a.tokens) or self.right < len(self.b.tokens):
            yield from self._step()
        if _tail(self.a) != _tail(self.b):
            yield self._difference("whitespace", _tail(self.a), _tail(self.b))

    def _step(self) -> Iterator[Difference]:
        if self._at_include():
            if found := self._include():
                yield from [found] if isinstance(found, Difference) else []
                return
        elif (length := self._match_name()) and self._same_gap():
            before, after = self.a.tokens[self.left].text, self.b.text(self.right, self.right + length)
            if before != without_splices(after):
                yield self._difference("rename", before, after)
            self._advance(1, length)
            return
        yield self._resynchronise()

    # -- names and equal tokens ----------------------------------------------------------------------------------------

    def _match_name(self) -> int:
        """How many tokens of B the next token of A becomes, by the tables or by staying itself; 0 if neither."""
        if self.left >= len(self.a.tokens) or self.right >= len(self.b.tokens):
            return 0
        old, new = self.a.tokens[self.left], self.b.tokens[self.right]
        if old.text == new.text:
            return 1
        for target in self._targets(self.left):
            found = [token.text for token in self.b.tokens[self.right : self.right + len(target)]]
            if found == target:
                return len(target)
        return 0

    def _targets(self, index: int) -> Iterator[list[bytes]]:
        """What the tables may make of the name that is A's token at `index`."""
        token = self.a.tokens[index]
        if not token.is_name:
            return
        name = token.text.decode("utf-8", "replace")
        scope = _text(self.a, index - 2).decode("utf-8", "replace")
        if _text(self.a, index - 1) == b"::" and (scope, name) in self.tables.scoped:
            yield [self.tables.scoped[scope, name].encode()]
        for table in (self.tables.names, self.tables.namespaces):
            row = table.get(name)
            if row and row.target:
                yield [part.encode() for part in _TARGET_TOKEN.findall(row.target)]

    def _same_gap(self) -> bool:
        old, new = _gap(self.a, self.left), _gap(self.b, self.right)
        if self.line_differs:  # a line came or went just before: only the indentation has to agree
            return old.rsplit(b"\n", 1)[-1] == new.rsplit(b"\n", 1)[-1]
        return old == new

    def _advance(self, left: int, right: int) -> None:
        self.left += left
        self.right += right
        self.line_differs = False

    # -- includes ------------------------------------------------------------------------------------------------------

    def _at_include(self) -> bool:
        return _is_include(self.a, self.left) or _is_include(self.b, self.right)

    def _include(self) -> Difference | bool:
        """Steps over an include line: what happened to it, True if nothing, False if the tables do not explain it."""
        old, new = _header(self.a, self.left), _header(self.b, self.right)
        if old and new and self._same_gap() and self._same_but_for_header(old, new):
            return self._include_kept(old, new)
        row = self.tables.headers.get(old) if old else None
        if row and (row.target == "" or row.target in self.headers_of_b):
            return self._include_dropped()
        if new and new.startswith(_OUR_HEADERS) and not row:
            return self._include_added()
        return False

    def _same_but_for_header(self, old: str, new: str) -> bool:
        row = self.tables.headers.get(old)
        before = self.a.text(self.left, self.a.directive_end(self.left)).replace(old.encode(), b"", 1)
        after = self.b.text(self.right, self.b.directive_end(self.right)).replace(new.encode(), b"", 1)
        return before == after and (old == new or (row is not None and row.target == new))

    def _include_kept(self, old: str, new: str) -> Difference | bool:
        difference = self._difference("include renamed", old.encode(), new.encode())
        self._advance(self.a.directive_end(self.left) - self.left, self.b.directive_end(self.right) - self.right)
        return old == new or difference

    def _include_dropped(self) -> Difference:
        end = self.a.directive_end(self.left)
        difference = self._difference("include dropped", self.a.text(self.left, end), b"")
        self._advance(end - self.left, 0)
        self.line_differs = True
        return difference

    def _include_added(self) -> Difference:
        end = self.b.directive_end(self.right)
        difference = self._difference("include added", b"", self.b.text(self.right, end))
        self._advance(0, end - self.right)
        self.line_differs = True
        return difference

    # -- everything else -----------------------------------------------------------------------------------------------

    def _resynchronise(self) -> Difference:
        start_left, start_right = self.left, self.right
        skip_left, skip_right = self._nearest_agreement()
        before = self.a.text(start_left, start_left + skip_left)
        after = self.b.text(start_right, start_right + skip_right)
        kind = self._kind_of_hunk(start_left, skip_left)
        if not skip_left and not skip_right:  # the same token: what is before it differs
            kind, before, after = "whitespace", _gap(self.a, start_left), _gap(self.b, start_right)
            skip_left = skip_right = 1
        difference = self._difference(kind, before, after)
        self._advance(skip_left, skip_right)
        return difference

    def _nearest_agreement(self) -> tuple[int, int]:
        for total in range(2 * _FAR):
            for left in range(max(0, total - _FAR), min(total, _FAR) + 1):
                if self._agree(self.left + left, self.right + total - left):
                    return left, total - left
        return len(self.a.tokens) - self.left, len(self.b.tokens) - self.right

    def _agree(self, left: int, right: int) -> bool:
        for step in range(_ALIKE):
            if left + step >= len(self.a.tokens) or right + step >= len(self.b.tokens):
                return len(self.a.tokens) - left == len(self.b.tokens) - right
            old, new = self.a.tokens[left + step], self.b.tokens[right + step]
            if old.text != new.text and [new.text] not in self._targets(left + step):
                return False
        return True

    def _kind_of_hunk(self, index: int, length: int) -> str:
        """An argument change if the tables announce one for a name in this statement."""
        if length == 1 and b"##" in (_text(self.a, index - 1), _text(self.a, index + 1)):
            return "pasted prefix"  # half a name: whether the whole is in the tables shows only where it is used
        start = index
        while start > 0 and self.a.tokens[start - 1].text not in _STATEMENT_ENDS:
            start -= 1
        for token in self.a.tokens[start : index + length]:
            row = self.tables.names.get(token.text.decode("utf-8", "replace")) if token.is_name else None
            if row and row.changes_arguments:
                return "argument change"
        return UNEXPLAINED

    def _difference(self, kind: str, before: bytes, after: bytes) -> Difference:
        return Difference(kind, self.a.path, self.a.line(self.left), before, after)


def _is_include(lexed: Lexed, index: int) -> bool:
    if index >= len(lexed.tokens) or lexed.tokens[index].text != b"#":
        return False
    return lexed.directives[index].startswith("include")


def _header(lexed: Lexed, index: int) -> str | None:
    if not _is_include(lexed, index):
        return None
    header = header_name(lexed.text(index, lexed.directive_end(index)))
    return header[0] if header else None


def _text(lexed: Lexed, index: int) -> bytes:
    return lexed.tokens[index].text if 0 <= index < len(lexed.tokens) else b""


def _gap(lexed: Lexed, index: int) -> bytes:
    return lexed.tokens[index].before if index < len(lexed.tokens) else b""


def _tail(lexed: Lexed) -> bytes:
    return lexed.data[lexed.tokens[-1].end :] if lexed.tokens else lexed.data
