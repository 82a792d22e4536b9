"""Folders that conversion makes the same: CUDA has `lib64`, `lib` and `lib64/stubs`, and ROCm has `lib`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from hipify_py.edits import Edit, splice
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.statements import Statement
from hipify_py.subjects.buildfiles.words_of_options import GROUP, Word

_OPTION = "-L"
_BETWEEN = b" \t\r\n\\"
# Commands that take one folder after the other.
_TAKE_FOLDERS = frozenset(
    (b"find_library", b"find_path", b"find_file", b"find_program", b"link_directories", b"target_link_directories",
     b"include_directories", b"target_include_directories")
)  # fmt: skip


def in_make(code: bytes, commands: Iterable[Sequence[Word]], edits: Sequence[Edit]) -> Iterator[Edit]:
    """The edits that the words of a makefile have, of which those go that repeat a folder for libraries."""
    known = sorted(edits, key=lambda edit: (edit.start, edit.end))
    starts = [edit.start for edit in known]
    gone: dict[Edit, Edit] = {}
    for words in commands:
        seen: set[bytes] = set()
        for before, word in pairwise(words):
            seen |= {_made(code, known, starts, before)[0]} if before.text.startswith(_OPTION) else set()
            if word.text.startswith(_OPTION):
                new, inside = _made(code, known, starts, word)
                is_apart = bool(inside) and not code[before.end : word.start].strip(_BETWEEN)
                if is_apart and new in seen and not _made(code, known, starts, Word(before.end, word.start, ""))[1]:
                    gone |= dict.fromkeys(inside, Edit(before.end, word.end, b"", word.text, GROUP))
    yield from dict.fromkeys(gone.get(edit, edit) for edit in edits)


def _made(code: bytes, known: Sequence[Edit], starts: Sequence[int], word: Word) -> tuple[bytes, Sequence[Edit]]:
    """What becomes of a word, and the edits in it."""
    first = bisect_left(starts, word.start)
    inside = known[first : bisect_left(starts, word.end, first)]
    moved = [edit._replace(start=edit.start - word.start, end=edit.end - word.start) for edit in inside]
    if any(edit.end > word.end for edit in inside):
        return b"", []
    return splice(code[word.start : word.end], moved), inside


def in_cmake(statement: Statement, made: Iterable[tuple[Argument, bytes]]) -> list[Argument]:
    """The arguments that repeat a folder, by what becomes of those that are one."""
    if statement.name not in _TAKE_FOLDERS:
        return []
    new = dict(made)
    seen: set[bytes] = set()
    found: list[Argument] = []
    for argument in statement.arguments:
        text = new.get(argument, argument.text)
        if text.isalpha() and text.isupper():
            seen = set()
        elif argument in new and text in seen:
            found.append(argument)
        seen.add(text)
    return found
