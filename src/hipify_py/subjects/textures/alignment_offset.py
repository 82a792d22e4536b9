"""`cudaGetTextureAlignmentOffset(&offset, texture)`: CUDA has an overload for the texture, HIP takes a pointer."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern

_NAME = b"cudaGetTextureAlignmentOffset"

ANCHORS = Anchors(frozenset((_NAME,)))

_TEXTURE = pattern(rb"texture\s*<")


def propose(facts: Facts) -> Iterator[Edit]:
    for call in facts.calls:
        if call.item.name.text != _NAME or call.opening is None:
            continue
        arguments = facts.reading.arguments(call.opening) or []
        if len(arguments) == 2:
            start, end = facts.reading.stripped(*arguments[1])
            known = facts.reading.declarations.of(facts.reading.code[start:end], start)
            if known is not None and not known.depth and _TEXTURE.match(known.type):
                yield Edit(start, start, b"&", _NAME.decode(), "arguments")
