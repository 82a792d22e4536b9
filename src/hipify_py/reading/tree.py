"""The syntax tree: what a name is part of. The only module that knows tree-sitter.

A tree is a second opinion, never a veto: half of all real files hold a construct that the grammar does not know, so
whoever asks gets an answer only where no ERROR node stands above the place.
"""

from __future__ import annotations

import importlib
import time
from functools import cache

import tree_sitter

from hipify_py.records import dataclass

# Memory is about 25 bytes per byte of ordinary source and up to 150 on operator chains.
MAX_PARSED_BYTES = 2_000_000
MAX_SECONDS = 5.0
MAX_DEPTH = 2_000


@dataclass(frozen=True)
class Tree:
    root: tree_sitter.Node

    def enclosing(self, offset: int) -> list[str]:
        """The node types around a byte, innermost first; empty where the parser lost its way."""
        # Walked from the root with a cursor: asking nodes for their parents is quadratic in depth.
        cursor = self.root.walk()
        types = [self.root.type]
        while cursor.goto_first_child_for_byte(offset) is not None:
            node = cursor.node
            if node is None or node.is_error:
                return []
            if not node.start_byte <= offset < node.end_byte:
                break
            types.append(node.type)
            if len(types) > MAX_DEPTH:
                return []
        types.reverse()
        return types


def parse(text: bytes, *, is_cuda: bool) -> Tree | None:
    """Parse with the CUDA grammar, or the C++ one for host sources; None beyond the bounds of size and time."""
    if len(text) > MAX_PARSED_BYTES:
        return None
    deadline = time.monotonic() + MAX_SECONDS
    # A missing last newline would make the grammar report an error that is not there.
    data = text if text.endswith(b"\n") else text + b"\n"

    def read(offset: int, _point: object) -> bytes:
        return data[offset : offset + 65536]

    def in_time(_offset: int, _has_error: bool) -> bool:
        return time.monotonic() > deadline

    try:
        parsed = tree_sitter.Parser(_language(is_cuda)).parse(read, progress_callback=in_time)
    except ValueError:  # what tree-sitter raises when the callback stops it
        return None
    return Tree(parsed.root_node) if parsed is not None else None


@cache
def _language(is_cuda: bool) -> tree_sitter.Language:
    # Imported here: a run needs one grammar at most times, and each is megabytes.
    grammar = importlib.import_module("tree_sitter_cuda" if is_cuda else "tree_sitter_cpp")
    return tree_sitter.Language(grammar.language())
