"""The words of nvcc's command line as options with their values, in all spellings that nvcc takes.

Which options there are, and what they take, says `mappings/build/nvcc_flags.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from hipify_py.tables import builds

_BRACKETS = {"(": ")", "{": "}", "<": ">"}


class Row(NamedTuple):
    """An option of the table; it says there what each of these is."""

    long: str = ""
    takes: str = ""
    joined: bool | str = False
    to: Sequence[str] = ()
    dropped: str = ""
    finding: str = ""
    remedy: str = ""
    values: Mapping[str, Row] = {}
    unless: Mapping[str, str] = {}
    by: str = ""
    hidden: bool = False
    releases: str = ""


class Given(NamedTuple):
    """words[first:last]: an option of nvcc's, or, without a row, another option or an input."""

    first: int
    last: int
    words: tuple[str, ...]
    name: str = ""
    row: Row | None = None
    values: tuple[str, ...] = ()

    @property
    def lacks_value(self) -> bool:
        return self.row is not None and bool(self.row.takes) and not self.values


def split(words: Sequence[str]) -> Iterator[Given]:
    at = 0
    while at < len(words):
        given = _at(words, at)
        yield given
        at = given.last


@cache
def rows() -> Mapping[str, Row]:
    """By short name."""
    return {name: _row(row) for name, row in builds.table("nvcc_flags").items()}


def _row(row: Any) -> Row:
    """A row, or only what `to` is."""
    if not isinstance(row, dict):
        return Row(to=_spellings(row))
    values = {value: _row(of_value) for value, of_value in row.get("values", {}).items()}
    return Row(**{**row, "to": _spellings(row.get("to", ())), "values": values})


def _spellings(to: str | Sequence[str]) -> Sequence[str]:
    return (to,) if isinstance(to, str) else tuple(to)


@cache
def _names() -> Mapping[str, str]:
    """Short names by themselves and by long ones."""
    return {spelled: name for name, row in rows().items() for spelled in (name, row.long) if spelled}


def _at(words: Sequence[str], at: int) -> Given:
    word = words[at]
    if not _is_option(word):
        return Given(at, at + 1, (word,))
    spelled, equals, value = word.partition("=")
    if name := _names().get(spelled):
        row = rows()[name]
        if equals and row.takes:
            return _with_value(words, at, at + 1, name, value)
        if not equals and row.takes and at + 1 < len(words):
            return _with_value(words, at, at + 2, name, words[at + 1])
        if not equals:
            return Given(at, at + 1, (word,), name, row)
    if (row_of := rows().get(word[:2])) and row_of.joined and _may_join(row_of, word[2:]):
        return _with_value(words, at, at + 1, word[:2], word[2:])
    return Given(at, at + 1, (word,), spelled)


def _is_option(word: str) -> bool:
    """A lone `-` is an input, and what a variable holds may be anything."""
    return word.startswith("@") or (word.startswith("-") and word != "-" and not word.startswith("-$"))


def _may_join(row: Row, value: str) -> bool:
    return not (row.joined == "digits" and value[0].isalpha())


def _with_value(words: Sequence[str], first: int, last: int, name: str, value: str) -> Given:
    row = rows()[name]
    values = tuple(parts(value, row.takes)) if row.takes in ("list", "words") else (value,)
    return Given(first, last, tuple(words[first:last]), name, row, values)


def parts(text: str, takes: str) -> Iterator[str]:
    """What commas separate, unless they stand in quotes, in `$(…)`, or behind a backslash. In lists of words
    blanks separate too, and quotes fall away, as a shell reads those once more."""
    separators, dropped = (", \t\n", "\"'") if takes == "words" else (",", "")
    part = quote = ""
    closing: list[str] = []
    before = ""
    for sign in text:
        if before == "\\" and sign in ",\\":
            part = part[:-1] + sign
            before = ""
            continue
        if quote:
            quote = "" if sign == quote else quote
        elif sign == '"' or sign in dropped:
            quote = sign
        elif before == "$" and sign in _BRACKETS:
            closing.append(_BRACKETS[sign])
        elif closing and sign == closing[-1]:
            closing.pop()
        elif sign in separators and not closing:
            if part:
                yield part
            part, before = "", sign
            continue
        if sign not in dropped or closing:
            part += sign
        before = sign
    if part:
        yield part
