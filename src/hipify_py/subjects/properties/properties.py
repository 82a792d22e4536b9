"""PRP002, PRP003, …: members of `cudaDeviceProp` that code goes by; those that are only printed decide nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name, rskip_blank, word_before
from hipify_py.rules.detect import Hit

_DECLARED = pattern(
    rb"\b(?:cudaDeviceProp|hipDeviceProp_t|CUdevprop)\s*(?:[*&]+\s*)?(?:const\s+)?(\w+)|"
    rb"\b(?:cuda|hip)GetDeviceProperties\s*\(\s*&\s*(\w+)|"
    rb"\b(\w+)\s*=\s*[*&]?[\w:.>\-]{0,100}[Pp]ropert(?:y|ies)\s*\("
)
_OWNER = pattern(rb"prop", re.IGNORECASE)
_STATEMENT = pattern(rb"[;{}]")
_SHOWS = pattern(
    rb"printf|\bprint|\bcout\b|\bcerr\b|<<\s*\"|\bVLOG|\blog\w*\s*\(|\bformat\s*\(|stream\b|\bstd::to_string",
    re.IGNORECASE,
)
_FOR_COMPILER = pattern(rb"\b(?:sm|compute)_|\barch\b")
_REACH = 600
# Options for a compiler may be long.
_FAR = 2_000


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    return (
        Hit(name.start, name.end) for name in members(facts.reading, words) if not is_shown(facts.reading, name.start)
    )


def members(reading: Reading, words: Iterable[bytes]) -> Iterator[Name]:
    """Where the words are members of what is a `cudaDeviceProp`, by its declaration or its name."""
    declared: set[bytes] | None = None
    for name in reading.names(words):
        owner = _owner(reading, name.start)
        if owner and not _OWNER.search(owner):  # few are not called so: the declarations are dear to look for
            declared = _declared(reading) if declared is None else declared
            owner = owner if owner in declared else b""
        if owner:
            yield name


def _declared(reading: Reading) -> set[bytes]:
    return {word for match in _DECLARED.finditer(reading.plain) for word in match.groups() if word}


def is_shown(reading: Reading, offset: int) -> bool:
    """Whether a place stands in a statement that prints."""
    return _SHOWS.search(reading.source.text, _statement_start(reading, offset, _REACH), offset) is not None


def is_written(reading: Reading, offset: int) -> bool:
    """Whether a place stands in a statement that prints, or that puts texts together; none that is for a compiler."""
    start = _statement_start(reading, offset, _FAR)
    if (line := reading.directive_before(offset)) is not None and line.end <= offset:
        start = max(start, line.end)
    text = reading.source.text
    return _SHOWS.search(text, start, offset) is not None and _FOR_COMPILER.search(text, start, offset) is None


def _statement_start(reading: Reading, offset: int, reach: int) -> int:
    low = max(0, offset - reach)
    begin = low
    for match in _STATEMENT.finditer(reading.code, low, offset):
        begin = match.end()
    return begin


def _owner(reading: Reading, start: int) -> bytes:
    """The word before the dot or arrow that a member stands behind; calls and indices are passed over."""
    code = reading.code
    end = rskip_blank(code, start, 0)
    if code[end - 1 : end] == b".":
        end = rskip_blank(code, end - 1, 0)
    elif code[end - 2 : end] == b"->":
        end = rskip_blank(code, end - 2, 0)
    else:
        return b""
    inside = end
    while code[end - 1 : end] in (b")", b"]") and (opening := reading.openers.get(end - 1)) is not None:
        inside, end = end - 1, rskip_blank(code, opening, 0)
    word = word_before(code, end, 0) or word_before(code, rskip_blank(code, inside, 0), 0)
    return word.text if word else b""
