"""Conversion and bare parse in one process, in turns by a few files: CPU time of each, file by file."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from benchmarks.corpus import CUDA_SUFFIXES
from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.reading import tokens

T = TypeVar("T")
# So few files that a change in the machine's load meets both sides, so many that neither finds its code in no cache.
_CHUNK = 8


@dataclass(frozen=True)
class Text:
    """A file to measure: where it would lie, and what is in it."""

    path: str
    data: bytes

    @property
    def is_cuda(self) -> bool:
        return Path(self.path).suffix.lower() in CUDA_SUFFIXES


@dataclass(frozen=True)
class Cost:
    """What one file costs in CPU seconds, and what may be the reason: bytes, and distinct names of the tables."""

    size: int
    names: int
    convert: float
    parse: float


class Meter:
    """Measures texts; what is imported, compiled or cached at first use is not counted."""

    def __init__(self) -> None:
        self._policy = api.policy()
        self._parse = _parsers()

    def costs(self, texts: Iterable[Text]) -> list[Cost]:
        """The first chunk is measured twice, and counts the second time."""
        chunks = _chunks(texts, _CHUNK)
        first = next(chunks, [])
        self._chunk(first)
        return [cost for chunk in itertools.chain([first], chunks) for cost in self._chunk(chunk)]

    def _chunk(self, texts: Sequence[Text]) -> list[Cost]:
        converted = [_seconds(lambda text=text: self._convert(text)) for text in texts]  # type: ignore[misc]
        parsed = [_seconds(lambda text=text: self._parse(text)) for text in texts]  # type: ignore[misc]
        return [
            Cost(len(text.data), self._names(text), convert, parse)
            for text, convert, parse in zip(texts, converted, parsed, strict=True)
        ]

    def _convert(self, text: Text) -> object:
        return convert(text.data, Context(self._policy, path=text.path, is_cuda=text.is_cuda))

    def _names(self, text: Text) -> int:
        return len(self._policy.interesting.intersection(tokens.words(text.data)))


def _parsers() -> Callable[[Text], object]:
    """Nothing but tree-sitter: no node is looked at."""
    import tree_sitter
    import tree_sitter_cpp
    import tree_sitter_cuda

    cuda = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cuda.language()))
    cpp = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
    return lambda text: (cuda if text.is_cuda else cpp).parse(text.data)


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _chunks(items: Iterable[T], size: int) -> Iterator[list[T]]:
    iterator = iter(items)
    return iter(lambda: list(itertools.islice(iterator, size)), [])


def ratio(costs: Sequence[Cost]) -> float:
    """How fast conversion is in parses of the same bytes: 1 is as fast as the parse, 0.5 takes twice as long."""
    return sum(cost.parse for cost in costs) / sum(cost.convert for cost in costs)
