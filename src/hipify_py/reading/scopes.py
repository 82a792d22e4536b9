"""Brackets: which closes which, and what each pair of braces is: a class, a namespace, an enum, a block …"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from hipify_py.reading.tokens import behind_last

_BRACKET = re.compile(rb"[()\[\]{}]")
_BRACKET_OR_END = re.compile(rb"[()\[\]{};]")
_OPENS = {0x29: 0x28, 0x5D: 0x5B, 0x7D: 0x7B}
_BRACE = 0x7B
_DEEPEST = 64

_NAMESPACE = re.compile(rb"\bnamespace\b")
_LINKAGE = re.compile(rb'\bextern\s*"[^"]*"\s*$')
_ENUM = re.compile(rb"\benum\b")
_CLASS = re.compile(rb"\b(?:class|struct|union)\b")
# Behind the last parenthesis.
_FUNCTION_HEAD = re.compile(rb"\s*(?:(?:const|noexcept|override|final|mutable|volatile|try)\b\s*)*(?:->|\Z)")
_BLOCK_WORD = re.compile(rb"\b(?:do|else|try)\s*$")
_OPERAND_BEFORE = re.compile(rb"(?:[=(,\[<>]|\w)\s*$")
_IN_NAMESPACE_NAMES = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:[] \t\r\n\f\v"
_TEMPLATE = re.compile(rb"\btemplate\s*<")


class Kind(Enum):
    FILE = auto()
    NAMESPACE = auto()
    CLASS = auto()
    ENUM = auto()
    BLOCK = auto()
    INITIALIZER = auto()
    BRACKET = auto()


@dataclass(frozen=True, slots=True)
class Scope:
    """A bracket pair; `parent` is the index of the pair around it, or -1. `head` is where what the pair belongs to
    begins: behind the last statement or brace."""

    start: int
    end: int
    kind: Kind
    parent: int
    head: int


def pairs(code: bytes, start: int, end: int) -> dict[int, int]:
    """Offset of each opening bracket → offset of the one that closes it; unbalanced ones are absent."""
    found: dict[int, int] = {}
    stack: list[tuple[int, int]] = []
    for match in _BRACKET.finditer(code, start, end):
        offset = match.start()
        byte = code[offset]
        wanted = _OPENS.get(byte)
        if wanted is None:
            stack.append((byte, offset))
            continue
        if wanted == _BRACE:
            while stack and stack[-1][0] != wanted:
                stack.pop()
        if stack and stack[-1][0] == wanted:
            found[stack.pop()[1]] = offset
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A pair of braces around statements, and the block that it stands in."""

    scope: Scope
    around: Block | None


class Scopes:
    """All bracket pairs of a file without its directives."""

    def __init__(self, code: bytes, closers: Mapping[int, int]) -> None:
        self._scopes: list[Scope] = []
        self._starts: list[int] = []
        self.balanced = True
        around = -1
        boundary = 0
        for match in _BRACKET_OR_END.finditer(code):
            offset, sign = match.start(), match.group()
            if sign in b"([{":
                closer = closers.get(offset)
                self.balanced &= closer is not None
                if closer is not None:
                    around = self._containing(around, offset)
                    kind = self._kind(code[boundary:offset], around) if sign == b"{" else Kind.BRACKET
                    self._add(Scope(offset, closer, kind, around, boundary))
                    around = len(self._scopes) - 1
            if sign in b"{};":
                boundary = match.end()

    def at(self, offset: int) -> Scope | None:
        """The innermost pair around a place; None for the file itself."""
        index = self._containing(bisect_right(self._starts, offset) - 1, offset)
        return self._scopes[index] if index >= 0 else None

    def block_at(self, offset: int) -> Block | None:
        """The innermost block around a place."""
        positions, blocks = self._blocks
        index = bisect_right(positions, offset) - 1
        return blocks[index] if index >= 0 else None

    def around(self, offset: int) -> Iterator[Scope]:
        """The blocks around a place, innermost first; nobody nests deeper than it goes."""
        block = self.block_at(offset)
        for _level in range(_DEEPEST):
            if block is None:
                return
            yield block.scope
            block = block.around

    def parent(self, scope: Scope) -> Scope | None:
        """The pair around a pair."""
        return self._scopes[scope.parent] if scope.parent >= 0 else None

    def of_kind(self, kind: Kind) -> Iterator[Scope]:
        return (scope for scope in self._scopes if scope.kind is kind)

    @cached_property
    def blocks(self) -> list[Block]:
        """All blocks, outer ones before those in them."""
        found: list[Block] = []
        open_blocks: list[Block] = []
        for scope in self._scopes:
            if scope.kind is Kind.BLOCK:
                while open_blocks and open_blocks[-1].scope.end < scope.start:
                    open_blocks.pop()
                block = Block(scope, open_blocks[-1] if open_blocks else None)
                found.append(block)
                open_blocks.append(block)
        return found

    @cached_property
    def _blocks(self) -> tuple[list[int], list[Block | None]]:
        """From which place on which block is the innermost one."""
        opened = ((block.scope.start, 1, block) for block in self.blocks)
        closed = ((block.scope.end + 1, 0, block.around) for block in self.blocks)
        # Of blocks that close at one place the outermost closes last, and was found first.
        events = sorted((*opened, *reversed(list(closed))), key=lambda event: event[:2])
        return [position for position, _order, _block in events], [block for _position, _order, block in events]

    def kind_at(self, offset: int) -> Kind:
        scope = self.at(offset)
        return scope.kind if scope else Kind.FILE

    def _add(self, scope: Scope) -> None:
        self._scopes.append(scope)
        self._starts.append(scope.start)

    def _containing(self, index: int, offset: int) -> int:
        while index >= 0 and self._scopes[index].end < offset:
            index = self._scopes[index].parent
        return index

    def _kind(self, head: bytes, around: int) -> Kind:
        """What a brace opens, by the text since the last statement or brace."""
        head = _without_template_parameters(head[-2000:])
        if _LINKAGE.search(head):
            return Kind.FILE if around < 0 else self._scopes[around].kind
        if _NAMESPACE.search(head, len(head.rstrip(_IN_NAMESPACE_NAMES))):
            return Kind.NAMESPACE
        if _ENUM.search(head, behind_last(head, b"()=")):
            return Kind.ENUM
        _before, parenthesis, rest = head.rpartition(b")")
        if (parenthesis and b"(" not in rest and _FUNCTION_HEAD.match(rest)) or _BLOCK_WORD.search(head):
            return Kind.BLOCK
        if _CLASS.search(head, behind_last(head, b"=")):
            return Kind.CLASS
        if not head.strip() and around >= 0:
            return Kind.INITIALIZER if self._scopes[around].kind is Kind.INITIALIZER else Kind.BLOCK
        return Kind.INITIALIZER if _OPERAND_BEFORE.search(head) else Kind.BLOCK


def _without_template_parameters(head: bytes) -> bytes:
    """The head without `template <…>`, whose parameters may say `class`."""
    while match := _TEMPLATE.search(head):
        depth, end = 1, match.end()
        while depth and end < len(head):
            depth += (head[end] == 0x3C) - (head[end] == 0x3E)
            end += 1
        head = head[: match.start()] + head[end:]
    return head
