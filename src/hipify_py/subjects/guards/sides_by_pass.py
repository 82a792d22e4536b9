"""`#ifdef __CUDA_ARCH__` between the same function for devices and for the host.

nvcc looks at kernels and at host code in one pass each. clang reads all of both in both passes, and misses the function
of the branch that is not there. Declaring it in the other branch is all that it needs; what may not be declared so is
reported (ARC017).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import words
from hipify_py.rules.detect import Hit
from hipify_py.subjects.guards.qualifiers_by_pass import FOR_DEVICES

ANCHORS = Anchors(frozenset((b"__CUDA_ARCH__",)), tells=False)

_FUNCTION = pattern(
    rb"(\boperator\s{0,3}[^\s\w(]{1,3}|\b(?!noexcept\b)[A-Za-z_]\w{0,80})\s{0,9}\(([^(){};]{0,500})\)\s{0,9}"
    rb"(?:const\s{0,9})?(?:noexcept\s{0,9}(?:\(\s{0,9}\w{0,80}\s{0,9}\)\s{0,9})?)?\{"
)
_OUTSIDE = (Kind.FILE, Kind.NAMESPACE, Kind.CLASS)
# Functions that a declaration does not stand for, or whose twin for the host it may not stand beside.
_NOT_DECLARED = frozenset(b"auto constexpr consteval decltype explicit friend requires static template virtual".split())
# What a declaration has to leave out, as nothing defines the function in that pass.
_INLINE = pattern(rb"\b(?:inline|__inline__|__forceinline__)\s")
_WHY = b"  // clang reads both sides twice"


class _Function(NamedTuple):
    """What a branch defines: where it can be called, the place of the name, and all that stands before the body."""

    name: bytes
    parameters: bytes
    side: Side | None
    place: Span
    head: bytes


_Twin = tuple[_Function, _Function]  # for devices, for the host


def propose(facts: Facts) -> Iterator[Edit]:
    for on_device, on_host, twins in _twins(facts):
        declared = [twin for twin in twins if _are_declared(facts, twin)]
        if declared:
            yield _declaring(facts, on_device, [twin[1] for twin in declared])
            yield _declaring(facts, on_host, [twin[0] for twin in declared], b"#if defined(__HIPCC__)", b"#endif")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for _on_device, _on_host, twins in _twins(facts):
        for twin in twins:
            if not _are_declared(facts, twin):
                yield Hit(*twin[0].place)


def _declaring(facts: Facts, branch: Branch, functions: Sequence[_Function], *around: bytes) -> Edit:
    """Declarations at the beginning of a branch."""
    heads = [_indent(facts, each) + _head(each) + b";" + _WHY for each in functions]
    new = facts.reading.line_end.join((b"", *around[:1], *heads, *around[1:]))
    return Edit(branch.start, branch.start, new, "__CUDA_ARCH__", "guards")


def _head(function: _Function) -> bytes:
    head = _INLINE.sub(b"", function.head)
    return head if function.side is not None else b"__host__ " + head


def _are_declared(facts: Facts, twin: _Twin) -> bool:
    return all(_is_declared(facts, function) for function in twin)


def _is_declared(facts: Facts, function: _Function) -> bool:
    """Whether a declaration is certainly the same function, and names nothing that conversion changes or changed."""
    if facts.reading.scopes.kind_at(function.place.start) is not Kind.CLASS:
        return False  # for nvcc, the words of what is declared and defined in a namespace add up
    said = frozenset(words(function.head))
    is_renamed = not said.isdisjoint(facts.policy.interesting) or any(word.startswith(b"hip") for word in said)
    return said.isdisjoint(_NOT_DECLARED) and not is_renamed and b"#" not in function.head


def _indent(facts: Facts, function: _Function) -> bytes:
    before = facts.reading.plain[max(0, function.place.start - 300) : function.place.start]
    line = before.rpartition(facts.reading.line_end)[2]
    return line[: len(line) - len(line.lstrip())]


def _twins(facts: Facts) -> Iterator[tuple[Branch, Branch, Sequence[_Twin]]]:
    """The branches for devices and for the host, and the functions that both define, each for its side alone."""
    code = facts.reading.code
    for chain in facts.reading.conditionals.chains:
        first, *others = chain.branches
        asks = first.directive.keyword in (b"if", b"ifdef") and not facts.is_left_alone(first.start)
        is_pair = len(others) == 1 and others[0].directive.keyword == b"else"
        if asks and is_pair and FOR_DEVICES.fullmatch(code[first.directive.body : first.directive.end].strip()):
            on_host = {each[:2]: each for each in _functions(facts, others[0]) if each.side in (None, Side.HOST)}
            on_device = (each for each in _functions(facts, first) if each.side is Side.DEVICE and each[:2] in on_host)
            twins = [(each, on_host[each[:2]]) for each in on_device]
            yield first, others[0], [twin for twin in twins if not _is_declaring(facts, first, twin[1])]


def _is_declaring(facts: Facts, branch: Branch, function: _Function) -> bool:
    """Whether the branch declares the other branch's function already."""
    return _head(function) + b";" in b" ".join(facts.reading.plain[branch.start : branch.end].split())


def _functions(facts: Facts, branch: Branch) -> Iterator[_Function]:
    reading = facts.reading
    for found in _FUNCTION.finditer(reading.plain, branch.start, branch.end):
        if reading.scopes.kind_at(found.start()) in _OUTSIDE:
            start = max(branch.start, reading.statement_start(found.start()))
            side = facts.functions.side_of(reading.plain[start : found.start()])
            head = b" ".join(reading.plain[start : found.end() - 1].split())
            yield _Function(found[1], b" ".join(found[2].split()), side, Span(*found.span(1)), head)
