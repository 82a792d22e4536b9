"""PRP001: a compute capability that code compares or computes with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.printing import is_written
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import found_in
from hipify_py.reading.numbers import whole
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.subjects.properties.properties import members

_SIGN = rb">=|<=|==|!=|<(?!<)|>(?!>)"
_ORDER = rb"(?P<sign>" + _SIGN + rb")\s*(?P<number>-?\d+)"
# Two devices, compared with one another, are no question of what they can do.
_OTHER = rb"(?:" + _SIGN + rb")(?!\s*[\w.>\-\[\]()]{0,80}major\b)"
_AFTER = pattern(rb"\s*(?:\)\s*)?(?:" + _ORDER + rb"\b|\*\s*10|<<\s*\d|" + _OTHER + rb")")
# `pair<int, int>(p.major, …)` compares nothing.
_BEFORE = pattern(
    rb"(?:\b(?P<number>\d+)|(?P<other>\b\w+))\s*(?:(?P<sign>>=|<=|==|!=|(?<!<)<|(?<![->])>(?!\()))"
    rb"\s*[\w.>\-\[\]()]{0,80}$|"
    rb"\b10+\s*\*\s*[\w.>\-\[\]()]{0,80}$|\bswitch\s*\(\s*[\w.>\-\[\]()]{0,80}$"
)
_MAJOR = rb"\w{0,60}(?:[Mm]ajor|MAJOR)\w{0,60}"
_MAJOR_SIGN = pattern(rb"ajor|AJOR")
_MINOR = rb"\w{0,60}(?:[Mm]inor|MINOR)"
# `major * 10 + minor`, of whatever the two were read from.
_NUMBER = pattern(
    rb"\b" + _MAJOR + rb"\s*(?:\)\s*)?\*\s*10{1,2}\s*\+\s*" + _MINOR + rb"|"
    rb"\b10{1,2}\s*\*\s*\(?" + _MAJOR + rb"\s*(?:\)\s*)?\+\s*" + _MINOR
)
# What projects call the number once they have it.
_NAMED = pattern(
    rb"(?:(?:get_?)?sm_?version(?:_?num)?|(?:get_?)?(?:sm|cuda)_?arch(?:itecture)?|"
    rb"(?:get_?)?(?:device_?)?compute_?cap(?:ability)?(?:_?major)?|(?:get_?)?device_?(?:cc|arch)|cc(?:_?major)?)_?",
    re.IGNORECASE,
)
_COMPARED = pattern(rb"(?:\s*\([^()]{0,60}\))?\s*" + _ORDER + rb"\b")
_ASKED = (b"ComputeCapability", b"COMPUTE_CAPABILITY", b"DeviceProp")
# What is set to a major number: `x = prop.major;`, or `&x` before the attribute.
_READ = pattern(rb"\b(\w+)\s*=\s*[^;=<>]{0,120}(?:\.|->)\s*major\s*;")
_ATTRIBUTE = pattern(
    rb"&\s*([\w.]+)\s*,\s*(?:cudaDevAttr|CU_DEVICE_ATTRIBUTE_|hipDeviceAttribute)"
    rb"(?:ComputeCapabilityMajor|COMPUTE_CAPABILITY_MAJOR)\b"
)
# All AMD GPUs say at least 8, as does what has all that CUDA still runs on.
_OLDEST = 5
# What CUDA's emulation of a device once said, beside -1.
_EMULATION = 9999


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    """Members first, then what was made of them; one place a line."""
    reading = facts.reading
    if not any(word in reading.code for word in _ASKED):
        return
    seen: set[int] = set()
    made = (*_numbers(facts), *_variables(facts)) if reading.excerpts(_MAJOR_SIGN) else ()
    for start, end in (*_members(facts, words), *made, *_named(facts)):
        line = reading.source.line_start(start)
        directive = reading.directive_at(start)
        is_code = directive is None or directive.keyword == b"define"
        if line not in seen and is_code:
            seen.add(line)
            yield Hit(start, end)


def _members(facts: Facts, words: frozenset[bytes]) -> Iterator[tuple[int, int]]:
    code = facts.reading.code
    for name in members(facts, words & {b"major"}):
        found = _AFTER.match(code, name.end) or _BEFORE.search(code, max(0, name.start - 100), name.start)
        if found and not _is_harmless(found) and not _only_writes(facts, found, name.start):
            yield name.start, name.end


def _only_writes(facts: Facts, found: re.Match[bytes], start: int) -> bool:
    """Whether a text is made of a number, which is compared with nothing."""
    is_computed = b"*" in found[0] or b"<<" in found[0]
    return is_computed and is_written(facts.reading, start)


def _numbers(facts: Facts) -> Iterator[tuple[int, int]]:
    reading = facts.reading
    for match in found_in(_NUMBER, reading.excerpts(_MAJOR_SIGN), reading.code):
        if _AFTER.match(reading.code, match.end()) or not is_written(reading, match.start()):
            yield match.span()


def _named(facts: Facts) -> Iterator[tuple[int, int]]:
    code = facts.reading.code
    for name in facts.reading.names(filter(_NAMED.fullmatch, facts.reading.words)):
        compared = _COMPARED.match(code, name.end)
        if compared and not _is_harmless(compared):
            yield name.start, compared.end()


def _variables(facts: Facts) -> Iterator[tuple[int, int]]:
    """Comparisons of a variable that was set to a major number."""
    plain, near = facts.reading.plain, facts.reading.excerpts(_MAJOR_SIGN)
    taken = {match[1] for each in (_READ, _ATTRIBUTE) for match in found_in(each, near, plain)}
    for name in facts.reading.names(word for word in taken if b"." not in word):
        after = _AFTER.match(facts.reading.code, name.end)
        if after and not _is_harmless(after) and not _only_writes(facts, after, name.start):
            yield name.start, name.end


def decides(facts: Facts, name: Name) -> bool:
    """Whether code goes by a variable that holds a major number, where it stands; an address of it does not, nor a
    member of its name."""
    code = facts.reading.code
    around = facts.reading.neighbours(name)
    if around.preceded_by(b".") or around.preceded_by(b"->"):
        return False
    if around.preceded_by(b"&"):
        return around.preceded_by(b"&&")
    found = _AFTER.match(code, name.end) or _BEFORE.search(code, max(0, name.start - 100), name.start)
    if found is None or _only_writes(facts, found, name.start):
        return not is_written(facts.reading, name.start)
    return not _is_harmless(found)


def _is_harmless(match: re.Match[bytes]) -> bool:
    """Whether a comparison comes out on AMD as on every GPU that CUDA still runs on."""
    groups = match.groupdict()
    if groups.get("other") in (b"major", b"minor"):
        return True
    number = groups.get("number")
    if not number:
        return False
    if number.startswith(b"-"):
        return True
    value = whole(number)
    major = value if value < 20 else value // 10 if value < 200 else value // 100
    return major <= _OLDEST or value == _EMULATION
