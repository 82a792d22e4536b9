"""Declarations and definitions that say different things of `__host__` and `__device__`: nvcc takes them together,
clang takes them for two functions.

DEV033 where the words of one cannot be added to the other: they would stand outside of the condition that defines them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.constant_functions import DEVICE_ONLY
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.reading.signatures import Signature, declared_and_defined
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"__device__", b"__host__")), tells=False)
RULE = "DEV033"

_HOST, _DEVICE, _KERNEL = b"__host__", b"__device__", b"__global__"
# A macro of another file, which may stand for the words that are missed.
_UNKNOWN = pattern(rb"[A-Z][A-Z0-9_]{2,}")


class _Version(NamedTuple):
    """A declaration or the definition of a function, with the sides that it says it is for."""

    signature: Signature
    said: frozenset[bytes]

    @property
    def sides(self) -> frozenset[bytes]:
        return self.said or frozenset((_HOST,))

    @property
    def start(self) -> int:
        return self.signature.start


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if facts.is_ported or facts.is_c:
        return
    for versions in _functions(facts):
        if len({version.sides for version in versions}) > 1 and _is_ours(facts, versions):
            yield from _as_one(facts, versions)


def _functions(facts: Facts) -> Iterator[list[_Version]]:
    """The functions that the file both defines and declares, each with its definition first."""
    for definition, found in declared_and_defined(facts.reading, besides=_KERNEL):
        if same := [each for each in found if _go_together(facts, definition, each)]:
            yield [_Version(each, _said(facts, each.words)) for each in (definition, *same)]


def _go_together(facts: Facts, one: Signature, two: Signature) -> bool:
    """Whether one of both is compiled wherever the other is, as far as the conditions around them show."""
    around, others = (facts.reading.conditionals.around(each.start) for each in (one, two))
    return all(branch in others for branch in around) or all(branch in around for branch in others)


def _said(facts: Facts, words: Iterable[bytes]) -> frozenset[bytes]:
    return frozenset(facts.functions.said(b" ".join(words)))


def _is_ours(facts: Facts, versions: Iterable[_Version]) -> bool:
    """Whether nothing else is known to make the difference: a macro of another file, or a branch for CUDA alone."""
    for version in versions:
        if _KERNEL in version.said or facts.is_left_alone(version.start):
            return False
        unknown = (word for word in version.signature.words if _UNKNOWN.fullmatch(word))
        if not version.said and not facts.own_macros.issuperset(unknown):
            return False
    return True


def _as_one(facts: Facts, versions: list[_Version]) -> Iterator[Edit | Finding]:
    """All versions say what any of them does, or none is changed."""
    wanted = _wanted(facts, versions)
    lacking = [
        version
        for version in versions
        if not wanted <= version.said and (version.said or b"constexpr" not in version.signature.words)
    ]
    added = [(version, _words(facts, version, versions, wanted - version.said)) for version in lacking]
    for version, words in added:
        name = version.signature.name
        subject = to_text(name.text)
        if all(each for _version, each in added):
            yield Edit(version.start, version.start, words + b" ", subject, "dialect")
        elif not words:
            message = f"'{subject}' is declared and defined for different sides, which are two functions for clang"
            yield Finding(RULE, name.start, name.end, message, subject=subject)


def _wanted(facts: Facts, versions: list[_Version]) -> frozenset[bytes]:
    """For nvcc the sides add up. Of a function that says `__device__` in one place and nothing in the other, the host
    is meant only if it could call it."""
    all_sides = frozenset(side for version in versions for side in version.sides)
    said = frozenset(side for version in versions for side in version.said)
    return said if said == {_DEVICE} and not _may_be_for_host(facts, versions[0].signature) else all_sides


def _may_be_for_host(facts: Facts, definition: Signature) -> bool:
    plain, body = facts.reading.plain, definition.body
    if DEVICE_ONLY.search(plain, body, facts.reading.closers.get(body, body)):
        return False
    is_member = len(definition.around) > len(facts.reading.scopes.path_at(definition.start).names)
    return is_member or any(
        facts.functions.side_at(use.start) is Side.HOST for use in facts.reading.names((definition.name.text,))
    )


def _words(facts: Facts, version: _Version, versions: Iterable[_Version], lacking: frozenset[bytes]) -> bytes:
    """What to add to a version, as another one says it; nothing if the words may mean nothing at that place."""
    around = facts.reading.conditionals.around(version.start)
    for other in versions:
        plain = frozenset((_HOST, _DEVICE)) & other.signature.words
        if lacking <= plain | {_HOST} and plain:
            if all(branch in around for branch in facts.reading.conditionals.around(other.start)):
                return b" ".join(word for word in (_HOST, _DEVICE) if word in lacking)
        elif lacking <= other.said | {_HOST}:
            macros = sorted(word for word in other.signature.words - plain if _said(facts, (word,)))
            if macros and all(facts.reading.macros_called[word][0].name_start < version.start for word in macros):
                return b" ".join(macros)
    return b""
