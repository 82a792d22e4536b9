"""Definitions that leave the words `__device__` and `__host__` to their declarations, and explicit specializations that
leave them to their templates: nvcc takes them from there, clang refuses the definition or takes it for the host."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.function_heads import Head, heads, takes_as_many, takes_the_same
from hipify_py.file.functions import LIKE_MACRO
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import places_of

ANCHORS = Anchors(frozenset((b"__device__",)), tells=False, qualifiers=True)

_PROTOTYPE = pattern(rb"__device__[^;{}()]{0,400}\([^;{}]{0,1000};")
_REST = pattern(rb"[^;{}()]{0,400}\([^;{}]{0,1000};")
_SPECIALIZATION = pattern(rb"template\s{0,9}<\s{0,9}>[^;{}()]{0,400}\(")
# What may be the name of a function in a head.
_NAME = pattern(rb"([A-Za-z_]\w*)\s*(?:<[^<>(){};]{0,90}>\s*)?\(|\b(operator)\b")
# A member that is defined or called by the name of its class.
_MEMBER = pattern(rb"::\s{0,9}(?:([A-Za-z_]\w*)\s{0,9}\(|(operator)\b)")
_LONGEST_HEAD = 400
_WORD = pattern(rb"[A-Za-z_]\w*")
# What is constant runs on both sides anyway; the rest is said in classes alone.
_LEFT = frozenset(b"constexpr consteval requires __global__".split())
_NOT_REPEATED = pattern(rb"\b(?:static|extern|virtual|explicit|friend|constexpr|template|__global__)\b")


def leaves_words_out(data: bytes, qualifiers: Collection[bytes]) -> bool:
    """Whether a file may define functions without what macros of other files say of them in their classes."""
    if not qualifiers or b"::" not in data:
        return False
    heads = ((found[1] or found[2], _head(data, found.start())) for found in _MEMBER.finditer(data))
    names = {name for name, head in heads if not any(word in head for word in (b"(", b"=", *qualifiers))}
    uses = ((place + len(word) for place in places_of(word, data)) for word in qualifiers) if names else ()
    prototypes = (_REST.match(data, place) for place in chain.from_iterable(uses))
    return not names.isdisjoint(_names_in(each for each in prototypes if each is not None))


def _head(data: bytes, end: int) -> bytes:
    """What stands before a place since the last statement, block or directive."""
    low = max(0, end - _LONGEST_HEAD)
    return data[max(data.rfind(sign, low, end) for sign in (b";", b"{", b"}", b"\n#")) + 1 : end]


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_c or facts.is_ported:
        return
    names = frozenset(_names_of_interest(facts))
    declared: dict[tuple[tuple[bytes, ...], bytes], list[Head]] = defaultdict(list)
    for head in heads(facts.reading, names) if names else ():
        declared[head.key].append(head)
    for same in declared.values():
        said = [_said(facts, head) for head in same] if len(same) > 1 else []
        of_any = frozenset[bytes]().union(*said)
        for number, head in enumerate(same if b"__device__" in of_any else ()):
            if of_any - said[number] and (words := _missing_words(facts, head, same[:number])):
                new = b" ".join(words) + b" "
                yield Edit(head.specifiers, head.specifiers, new, "__device__", "dialect")


def _names_of_interest(facts: Facts) -> Iterator[bytes]:
    """The names of functions that are declared for devices, and not defined there, and of those that specialize a
    template."""
    plain = facts.reading.plain
    yield from _names_in(_PROTOTYPE.finditer(plain))
    macros = facts.functions.device_macros
    behind = (_REST.match(plain, use.end) for use in facts.reading.names_in_code(macros)) if macros else ()
    yield from _names_in(each for each in behind if each is not None)
    if b"template" in facts.reading.words:
        yield from _names_in(_SPECIALIZATION.finditer(plain))


def _names_in(found: Iterator[re.Match[bytes]]) -> Iterator[bytes]:
    return (name[1] or name[2] for each in found for name in _NAME.finditer(each[0]))


def _missing_words(facts: Facts, head: Head, before: Sequence[Head]) -> list[bytes]:
    """The words for devices that a definition leaves to its declaration."""
    if not (head.is_specialization or (head.ends == b"{" and not head.is_in_class)) or not before:
        return []
    words, said = _words(facts, head), _said(facts, head)
    if not _LEFT.isdisjoint(words) or _may_hold_others(facts, head, words) or facts.is_left_alone(head.start):
        return []
    meant = _meant(facts, head, before)
    wanted = _said_by_all(facts, meant)
    if b"__device__" not in wanted or said - wanted or not all(_is_read_with(facts, each, head) for each in meant):
        return []
    missing = [word for word in _words(facts, meant[0]) if facts.functions.said(word) - said]
    return missing if all(_may_be_repeated(facts, word, head.start) for word in missing) else []


def _meant(facts: Facts, head: Head, before: Sequence[Head]) -> list[Head]:
    """The declarations that a definition may be that of."""
    reading = facts.reading
    as_many = [each for each in before if takes_as_many(reading, each, head)]
    members = [each for each in as_many if each.is_in_class]
    if members:
        same = [each for each in members if takes_the_same(reading, each, head)]
        return members if _said_by_all(facts, members) else same
    if head.is_specialization:
        return [each for each in as_many if each.is_template]
    return [each for each in as_many if not each.is_template and takes_the_same(reading, each, head)]


def _said_by_all(facts: Facts, declared: Sequence[Head]) -> set[bytes]:
    """What all of several declarations say of devices and hosts; nothing where they differ, or are constant."""
    every = {frozenset(_said(facts, each)) for each in declared}
    is_one = len(every) == 1 and all(_LEFT.isdisjoint(_words(facts, each)) for each in declared)
    return set(next(iter(every))) if is_one else set()


def _said(facts: Facts, head: Head) -> set[bytes]:
    return facts.functions.said(facts.reading.plain[head.specifiers : head.declarator])


def _words(facts: Facts, head: Head) -> list[bytes]:
    return _WORD.findall(facts.reading.plain, head.specifiers, head.declarator)


def _may_hold_others(facts: Facts, head: Head, words: Sequence[bytes]) -> bool:
    """Whether a macro that nobody knows stands before the type that a function returns: it may say what is missing."""
    has_no_type = head.name.startswith(b"~") or head.path[-1:] == (head.name,)
    others = words if has_no_type else words[:-1]
    macros = facts.reading.macros_called
    return any(LIKE_MACRO.fullmatch(word) and word not in macros and not facts.functions.said(word) for word in others)


def _is_read_with(facts: Facts, declared: Head, head: Head) -> bool:
    """Whether every build that reads a definition reads its declaration."""
    around = facts.reading.conditionals.around
    here = around(head.start)
    return all(branch in here for branch in around(declared.start))


def _may_be_repeated(facts: Facts, word: bytes, place: int) -> bool:
    """Whether a word of a declaration is in force at a place, and says nothing that belongs into a class."""
    reading = facts.reading
    macros = reading.macros_called.get(word, ())
    return all(
        macro.name_start < place < reading.end_of(macro)
        and not _NOT_REPEATED.search(reading.code, macro.body, macro.end)
        for macro in macros
    )
