"""The syntax trees of functions, each parsed when somebody asks for a place in it: without its head, which macros and
attributes make hard to read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.reading.tree import parse

if TYPE_CHECKING:
    from hipify_py.reading.reading import Reading
    from hipify_py.reading.scopes import Scope
    from hipify_py.reading.tree import Node, Tree

_HEAD = b"void f()"
_LONGEST = 100_000


class Bodies:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._trees: dict[int, Tree | None] = {}
        self._paths: dict[int, tuple[int, list[Node]]] = {}

    def forget(self) -> None:
        """Gives the memory of the trees back, which Python would look for later: it knows nothing of their size."""
        self._trees.clear()
        self._paths.clear()

    def path(self, place: int) -> tuple[int, list[Node]]:
        """The nodes around a place, outermost first, and where in the file their offsets begin; no nodes where the
        parser lost its way, and outside of functions."""
        if place not in self._paths:
            *_inner, body = None, *self._reading.scopes.around(place)
            tree = self._tree(body) if body is not None and self._reading.directive_at(place) is None else None
            begin = body.start - len(_HEAD) if body is not None else 0
            self._paths[place] = begin, tree.path(place - begin) if tree is not None else []
        return self._paths[place]

    def path_in_macro(self, place: int) -> tuple[int, list[Node]]:
        """The same in the text of a macro, as if it were the body of a function."""
        macro = self._reading.macro_at(place)
        begin, tree = self._tree_of_text(macro.body, macro.end) if macro is not None else (0, None)
        return begin, tree.path(place - begin) if tree is not None else []

    def statement(self, start: int, end: int) -> tuple[int, Node | None]:
        """The tree of a statement outside of functions, as if it stood in one, and where its offsets begin."""
        begin, tree = self._tree_of_text(start, end)
        return begin, tree.root if tree is not None else None

    def _tree_of_text(self, start: int, end: int) -> tuple[int, Tree | None]:
        if start not in self._trees:
            text = self._reading.code[start:end] if end - start < _LONGEST else None
            self._trees[start] = parse(_HEAD + b"{" + text + b";}", is_cuda=True) if text is not None else None
        return start - len(_HEAD) - 1, self._trees[start]

    def is_said_before(self, sign: re.Pattern[bytes], place: int) -> bool:
        """Whether a sign stands in front of a place in its statement, or in the statements of a function that hold it;
        no tree is needed for that."""
        scopes, end = self._reading.scopes, place
        for block in scopes.around(place):
            start = scopes.statement_in(block, end)
            if start < 0 or sign.search(self._reading.plain, start, end):
                return True
            end = block.start
        return False

    def _tree(self, body: Scope) -> Tree | None:
        if body.start not in self._trees:
            text = self._reading.plain[body.start : body.end + 1] if body.end - body.start < _LONGEST else None
            self._trees[body.start] = parse(_HEAD + text, is_cuda=True) if text is not None else None
        return self._trees[body.start]
