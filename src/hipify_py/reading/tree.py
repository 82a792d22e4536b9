"""The syntax tree: what a name is part of. The only module that knows tree-sitter.

A tree is a second opinion, never a veto: half of all real files hold a construct that the grammar does not know, so
whoever asks gets an answer only where no ERROR node stands above the place.
"""

from __future__ import annotations

import importlib
import time
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING

from hipify_py.once import cached_property
from hipify_py.records import dataclass

# Memory is about 25 bytes per byte of ordinary source and up to 150 on operator chains.
MAX_PARSED_BYTES = 2_000_000
MAX_SECONDS = 5.0
MAX_DEPTH = 2_000
# Nothing in so short a text takes longer than that.
_SHORT = 20_000
_BEFORE_EXPRESSION = b"auto x="
EXPRESSION_START = len(_BEFORE_EXPRESSION)


if TYPE_CHECKING:
    from types import ModuleType

    import tree_sitter

    Node = tree_sitter.Node


@dataclass(frozen=True)
class Tree:
    root: tree_sitter.Node

    def enclosing(self, offset: int) -> list[str]:
        """The node types around a byte, innermost first; empty where the parser lost its way."""
        return [node.type for node in reversed(self.path(offset))]

    def path(self, offset: int) -> list[Node]:
        """The nodes around a byte, outermost first; empty where the parser lost its way."""
        nodes = [self.root]
        number = bisect_right(self._ends, offset)
        node: tree_sitter.Node | None = self._outermost[number] if number < len(self._ends) else None
        # Walked from there with a cursor: asking nodes for their parents is quadratic in depth.
        cursor = node.walk() if node is not None else self.root.walk()
        while node is not None:
            if node.is_error or len(nodes) > MAX_DEPTH:
                return []
            if not node.start_byte <= offset < node.end_byte:
                break
            nodes.append(node)
            node = cursor.node if cursor.goto_first_child_for_byte(offset) is not None else None
        return nodes

    @cached_property
    def _outermost(self) -> list[tree_sitter.Node]:
        """What stands in the file directly: a cursor would pass all before a place, for each place."""
        return self.root.children

    @cached_property
    def _ends(self) -> list[int]:
        return [node.end_byte for node in self._outermost]


def first(node: Node | None) -> Node | None:
    """The first named node in one, if there is any."""
    return node.named_child(0) if node is not None and node.named_child_count else None


def parse(text: bytes, *, is_cuda: bool) -> Tree | None:
    """Parse with the CUDA grammar, or the C++ one for host sources; None beyond the bounds of size and time."""
    if len(text) > MAX_PARSED_BYTES:
        return None
    # A missing last newline would make the grammar report an error that is not there.
    data = text if text.endswith(b"\n") else text + b"\n"
    if len(data) < _SHORT:
        return Tree(_parser(is_cuda).parse(data).root_node)
    deadline = time.monotonic() + MAX_SECONDS

    def read(offset: int, _point: object) -> bytes:
        return data[offset : offset + 65536]

    def in_time(_offset: int, _has_error: bool) -> bool:
        return time.monotonic() > deadline

    try:
        parsed = _parser(is_cuda).parse(read, progress_callback=in_time)
    except ValueError:  # what tree-sitter raises when the callback stops it
        return None
    return Tree(parsed.root_node) if parsed is not None else None


def expression(text: bytes) -> Node | None:
    """The tree of an expression, whose offsets begin at `EXPRESSION_START`; None for what is none, or a list."""
    root = _parser(True).parse(_BEFORE_EXPRESSION + text + b";").root_node
    declaration = root.child(0) if not root.has_error and root.child_count == 1 else None
    declared = declaration.child_by_field_name("declarator") if declaration is not None else None
    value = declared.child_by_field_name("value") if declared is not None else None
    return value if value is not None and value.end_byte == EXPRESSION_START + len(text.rstrip()) else None


def _parser(is_cuda: bool) -> tree_sitter.Parser:
    library, language = _grammar(is_cuda)
    parser: tree_sitter.Parser = library.Parser(language)  # of its own, as threads may parse beside each other
    return parser


@cache
def _grammar(is_cuda: bool) -> tuple[ModuleType, tree_sitter.Language]:
    # Imported here: a run needs one grammar at most times, and each is megabytes; building a wheel needs none.
    library = importlib.import_module("tree_sitter")
    grammar = importlib.import_module("tree_sitter_cuda" if is_cuda else "tree_sitter_cpp")
    return library, library.Language(grammar.language())
