"""`std::make_unique<Range>(n, 0ULL)` where the constructor takes a `CUdeviceptr`: a 0 that is passed on is an integer
by then, and no longer the null pointer that it is where it is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.surroundings import AddressParameter
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind
from hipify_py.texts import to_bytes, to_text

ANCHORS = Anchors(frozenset((b"make_unique", b"make_shared")), tells=False)

_DECLARED = pattern(rb"\bCUdeviceptr\b")
_ADDRESS = pattern(rb"(?:const\s{1,9})?CUdeviceptr\b[\s&]{0,9}(?:const\b)?[\s&]{0,9}\w{0,60}")
_ZERO = pattern(rb"(?:0[xX])?0+[uUlL]{0,3}")
_CLASS = pattern(rb"(?:\w{1,60}\s{0,9}::\s{0,9})*(\w{1,60})")
_REACH = 1000


def propose(facts: Facts) -> Iterator[Edit]:
    parameters = {*facts.surroundings.address_parameters, *parameters_of(facts.reading)}
    known = {(to_bytes(each.of), each.parameters, each.number) for each in parameters}
    for name in facts.names(ANCHORS.words) if known and not facts.own.get(b"CUdeviceptr") else ():
        called = _called(facts.reading, name.end)
        for index, span in enumerate(called[1] if called else ()):
            is_zero = _ZERO.fullmatch(facts.reading.code, *span) is not None
            if called and is_zero and (called[0], len(called[1]), index) in known:
                zero = facts.reading.code[span[0] : span[1]]
                yield Edit(*span, b"hipDeviceptr_t{}", "CUdeviceptr", "pointers", (zero,))


def _called(reading: Reading, end: int) -> tuple[bytes, Sequence[tuple[int, int]]] | None:
    """The class that is made here, and the arguments of its constructor."""
    opening = reading.skip_blank(end)
    closing = reading.closing_angle(opening) if reading.code[opening : opening + 1] == b"<" else None
    parenthesis = reading.behind_template_arguments(opening) if closing is not None else None
    if closing is None or parenthesis is None:
        return None
    of = _CLASS.fullmatch(reading.code, *reading.stripped(opening + 1, closing))
    if of is None or reading.argument_count(parenthesis) is None:
        return None
    return of[1], [reading.stripped(*span) for span in reading.arguments(parenthesis) or ()]


def parameters_of(reading: Reading) -> Sequence[AddressParameter]:
    """The parameters of constructors of a file that are such addresses, whichever constructor with as many is meant."""
    found = {_constructor(reading, each.start()) for each in _DECLARED.finditer(reading.plain)}
    names = {each[0] for each in found if each}
    lists: dict[tuple[bytes, int], list[set[int]]] = defaultdict(list)
    for name in reading.names(names) if names else ():
        texts = _parameters(reading, name.end) if _is_in_class(reading, name.text, name.start) else None
        if texts is not None and not _is_copy(texts, name.text):
            indices = {index for index, text in enumerate(texts) if _ADDRESS.fullmatch(text)}
            lists[name.text, len(texts)].append(indices)
    return [
        AddressParameter(to_text(name), count, index)
        for (name, count), indices in sorted(lists.items())
        for index in sorted(set.intersection(*indices))
    ]


def _constructor(reading: Reading, place: int) -> tuple[bytes, int] | None:
    """The name of the class whose constructor has a parameter at a place."""
    passed = reading.argument_at(place, _REACH)
    if passed is None or not _is_in_class(reading, passed.callee.text, passed.callee.start):
        return None
    return passed.callee.text, passed.number


def _is_in_class(reading: Reading, name: bytes, place: int) -> bool:
    scope = reading.scopes.at(place)
    is_class = scope is not None and scope.kind is Kind.CLASS
    return is_class and reading.scopes.path_at(place).names[-1:] == (name,)


def _parameters(reading: Reading, end: int) -> list[bytes] | None:
    opening = tokens.skip_blank(reading.code, end, len(reading.code))
    spans = reading.arguments(opening) if reading.code[opening : opening + 1] == b"(" else None
    return None if spans is None else [reading.code[slice(*reading.stripped(*span))] for span in spans]


def _is_copy(parameters: Sequence[bytes], name: bytes) -> bool:
    """Whether a constructor takes another object of the class."""
    return len(parameters) == 1 and name in parameters[0]
