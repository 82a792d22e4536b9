"""Modules of PTX that stand in string literals of a source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.file.assembler import spelled
from hipify_py.reading.reading import Reading

_SIGNS = (b".version",)
_RAW = (b"u8R", b"uR", b"UR", b"LR", b"R")


class Embedded(NamedTuple):
    """A module, and where its literals stand."""

    start: int
    end: int
    text: bytes


def embedded(reading: Reading) -> Iterator[Embedded]:
    """One for each run of literals that stand side by side and begin as modules do."""
    beginnings = {start for start, _closing in reading.literals_with(_SIGNS)}
    if not beginnings:
        return
    from hipify_py.subjects.ptx.module.conversion import is_module  # few files have one, and this loads the translator

    for run in _runs(reading):
        if beginnings.isdisjoint(start for start, _end in run):
            continue
        text = b"".join(_said(reading, *literal) for literal in run)
        if is_module(text):
            yield Embedded(run[0][0], run[-1][1], text)


def _runs(reading: Reading) -> Iterator[list[tuple[int, int]]]:
    """The literals with nothing but blanks and comments between them, each from its quote to behind the other one."""
    run: list[tuple[int, int]] = []
    for start, closing in reading.literals:
        if run and reading.code[run[-1][1] : start - _prefix(reading, start)].strip():
            yield run
            run = []
        run.append((start, closing + 1))
    if run:
        yield run


def _prefix(reading: Reading, start: int) -> int:
    """How many letters before the quote say that a literal is raw."""
    return next((len(raw) for raw in _RAW if reading.code.endswith(raw, 0, start)), 0)


def _said(reading: Reading, start: int, end: int) -> bytes:
    text = spelled(reading.source.text[start - (1 if _prefix(reading, start) else 0) : end])
    return text.encode("latin-1", "replace")
