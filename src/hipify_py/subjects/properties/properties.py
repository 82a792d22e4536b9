"""PRP002, PRP003, …: members of `cudaDeviceProp` that code goes by; those that are only printed decide nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hipify_py.file.device_properties import may_be_of_device
from hipify_py.file.facts import Facts
from hipify_py.file.printing import is_shown
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


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    return (Hit(name.start, name.end) for name in members(facts, words) if not is_shown(facts.reading, name.start))


def members(facts: Facts, words: Iterable[bytes]) -> Iterator[Name]:
    """Where the words are members of what is a `cudaDeviceProp`, by its declaration or its name."""
    reading, declared = facts.reading, None
    for name in reading.names(words):
        owner = owner_of(reading, name.start)
        if owner and not _OWNER.search(owner):  # few are not called so: the declarations are dear to look for
            declared = _declared(reading) if declared is None else declared
            owner = owner if owner in declared else b""
        if owner and may_be_of_device(facts, name):
            yield name


def _declared(reading: Reading) -> set[bytes]:
    return {word for match in _DECLARED.finditer(reading.plain) for word in match.groups() if word}


def owner_of(reading: Reading, start: int) -> bytes:
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
