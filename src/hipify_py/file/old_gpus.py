"""Code for single generations of NVIDIA's GPUs, chosen by a compute capability at run time: AMD GPUs say 9 or more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name, rskip_blank, word_before
from hipify_py.texts import to_text

_MAJOR = pattern(rb"(?:\w{1,40}_)?(?:compute_?cap(?:ability)?|cc|sm)_?major_?", re.IGNORECASE)
_SET = pattern(
    rb"&\s*(\w+)\s*,\s*(?:cudaDevAttr|CU_DEVICE_ATTRIBUTE_|hipDeviceAttribute)"
    rb"(?:ComputeCapabilityMajor|COMPUTE_CAPABILITY_MAJOR)\b"
)
_OF_PROPERTIES = pattern(rb"(?i)prop\w{0,40}(?:\.|->)\Z")
_IS_OLD = pattern(rb"\s*(?:(?:==|<=?)\s*[1-8]|<\s*9)\s*(?:\)|&&|and\b)")
_OR = pattern(rb"\|\||[?!,;{}]|\b(?:or|not)\b")
_LABEL = pattern(rb"\b(?:case\s{1,20}(?P<number>\d{1,20})|case\b[^:;]{0,200}|default)\s{0,20}:(?!:)")
_OLD = (b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8")
# A jump that no `if` stands before.
_LEAVES = pattern(rb"(?:[;{}:]|\A)\s{0,200}(?:break|return\b[^;{}]{0,400}|throw\b[^;{}]{0,400})\s{0,20};\Z")
_REACH = 200
_LONGEST = 8_000


def for_old_gpus(facts: Facts) -> list[tuple[int, int, str]]:
    """Where such code stands, each with what keeps AMD out; of what is nested the outermost."""
    found: list[tuple[int, int, str]] = []
    for name in _majors(facts.reading):
        for span in (*_behind_if(facts.reading, name), *_in_switch(facts.reading, name)):
            if not found or span[0] >= found[-1][1]:
                found.append(span)
    return found


def _majors(reading: Reading) -> Iterator[Name]:
    if b"ajor" not in reading.code and b"AJOR" not in reading.code:
        return
    words = frozenset(word for word in reading.words if b"ajor" in word or b"AJOR" in word)
    read = {found[1] for found in _SET.finditer(reading.plain)}
    for name in reading.names(words):
        is_member = name.text == b"major" and _OF_PROPERTIES.search(reading.code, max(0, name.start - 80), name.start)
        if is_member or name.text in read or _MAJOR.fullmatch(name.text):
            yield name


def _behind_if(reading: Reading, name: Name) -> Iterator[tuple[int, int, str]]:
    """`if (major == 7 && …) { … }`"""
    plain, head = reading.plain, _head(reading, name, b"if")
    if head < 0 or not _IS_OLD.match(plain, name.end):
        return
    closing = reading.closers[head]
    if _OR.search(plain, head, closing):
        return
    start = reading.skip_blank(closing + 1)
    end = reading.closers.get(start, -1) if plain[start : start + 1] == b"{" else plain.find(b";", start)
    if end >= 0:
        yield start, end + 1, f"if {_text(plain[head : closing + 1])}"


def _in_switch(reading: Reading, name: Name) -> Iterator[tuple[int, int, str]]:
    """`switch (major) { case 7: … break; }`, if nothing falls into it that AMD GPUs come by."""
    plain, head = reading.plain, _head(reading, name, b"switch")
    closing = reading.skip_blank(name.end)
    start = reading.skip_blank(closing + 1)
    end = reading.closers.get(start, -1)
    if head < 0 or reading.closers[head] != closing or not 0 < end - start < _LONGEST:
        return
    falls = False
    for label, after in _labels(reading, start, end):
        number = label["number"]
        is_met = falls or number not in _OLD
        if not is_met:
            yield label.end(), after, f"case {to_text(number)} of switch {_text(plain[head : closing + 1])}"
        falls = is_met and not _leaves(reading, label.end(), after)


def _labels(reading: Reading, start: int, end: int) -> Iterator[tuple[re.Match[bytes], int]]:
    """The labels of a `switch` itself, each with where the next one stands."""
    found = (label for label in _LABEL.finditer(reading.plain, start, end))
    own = [label for label in found if (scope := reading.scopes.at(label.start())) and scope.start == start]
    return zip(own, [*(label.start() for label in own[1:]), end], strict=True)


def _leaves(reading: Reading, start: int, end: int) -> bool:
    """Whether the statements behind a label go on to no other one."""
    start, end = reading.stripped(start, end)
    if reading.closers.get(start) == end - 1:
        start, end = reading.stripped(start + 1, end - 1)
    return _LEAVES.search(reading.plain[start:end]) is not None


def _head(reading: Reading, name: Name, word: bytes) -> int:
    """Where the brackets open that a condition stands in, if the word stands before them; -1 where none does."""
    head = reading.plain.rfind(b"(", max(0, name.start - _REACH), name.start)
    before = word_before(reading.plain, rskip_blank(reading.plain, head, 0), 0) if head in reading.closers else None
    return head if before is not None and before.text == word else -1


def _text(code: bytes) -> str:
    return " ".join(to_text(code).split())
