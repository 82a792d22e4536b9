"""The heads of functions, outside of functions: what is declared or defined there by a name, and how."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.file.ownership import after_parameters
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, rskip_blank, skip_blank

_OUTSIDE = (Kind.FILE, Kind.NAMESPACE, Kind.CLASS)
_QUALIFIERS = pattern(rb"(?:\b[A-Za-z_]\w{0,60}\s{0,3}(?:<[^<>;{}]{0,90}>)?\s{0,3}::\s{0,3}){1,8}\Z")
_QUALIFIER = pattern(rb"\b([A-Za-z_]\w{0,60})\s{0,3}(?:<[^<>]{0,90}>)?\s{0,3}::")
_LONGEST_QUALIFIERS = 300
_ACCESS = pattern(rb"\s*(?:public|protected|private)\s*:(?!:)")
_TEMPLATE = pattern(rb"\s*template\s*(?=<)")
_LANGUAGE = pattern(rb'\s*extern\s*"[^"\n]{0,20}"')
_LISTED = pattern(rb"\s*\[(?=\[)")
# `operator()`, `operator[]`, `operator+=`, `operator float`
_OPERATOR = pattern(rb"\s{0,3}(\(\s{0,3}\)|\[\s{0,3}\]|[^\w\s()\[\]]{1,3}|[\w:][\w\s:*&<>,]{0,60})\s{0,3}(?=\()")
_FRIEND = pattern(rb"\bfriend\b")
_NOT_BEFORE_NAME = (b":", b",", b"=", b".")
# So much may stand before and behind `template <…>`.
_MOST_PARTS = 20
_WORD = pattern(rb"[A-Za-z_]\w*")
_PARAMETER_TOKEN = pattern(rb"\w+|::|\S")
_NO_TYPE = frozenset(b"const volatile struct class union enum typename register __restrict__ __restrict".split())
_OF_BUILTIN = frozenset(b"void bool char short int long float double signed unsigned auto".split())


class Head(NamedTuple):
    """`template <class T> __device__ T A<T>::get(int n) const {`: `path` names the namespaces and classes. Its
    specifiers begin behind `template <…>`, its declarator with the qualifiers of the name; `ends` is the sign behind
    it all."""

    name: bytes
    path: tuple[bytes, ...]
    start: int
    specifiers: int
    declarator: int
    opening: int
    ends: bytes
    is_in_class: bool
    is_template: bool
    is_specialization: bool

    @property
    def key(self) -> tuple[tuple[bytes, ...], bytes]:
        return self.path, self.name


def heads(reading: Reading, words: frozenset[bytes]) -> Iterator[Head]:
    """Those of functions whose names are one of the words, `operator` for all operators. What is uncertain is left
    out."""
    for use in reading.names_in_code(words):
        if reading.scopes.kind_at(use.start) in _OUTSIDE and (head := head_of(reading, use)) is not None:
            yield head


def head_of(reading: Reading, use: Name) -> Head | None:
    """That of the function whose name, or `operator`, stands at a place."""
    plain = reading.plain
    name, opening = _name_and_opening(reading, use)
    if opening is None or reading.closers.get(opening) is None:
        return None
    before = rskip_blank(plain, use.start, 0)
    begin = before - 1 if plain.endswith(b"~", 0, before) else use.start
    qualifiers = _QUALIFIERS.search(plain, max(0, begin - _LONGEST_QUALIFIERS), begin)
    declarator = qualifiers.start() if qualifiers is not None else begin
    start = _start(reading, declarator)
    specifiers, parameters = _behind_templates(reading, start)
    if specifiers > declarator or reading.is_interrupted(start, opening):
        return None
    if plain.endswith(_NOT_BEFORE_NAME, specifiers, rskip_blank(plain, declarator, 0)):
        return None
    is_friend = _FRIEND.search(plain, specifiers, declarator) is not None
    ends = after_parameters(reading, Neighbours(plain, 0, len(plain), rskip_blank(plain, declarator, 0), opening))
    scopes = reading.scopes
    around = scopes.path_at(scopes.outside_of_classes(use.start) if is_friend else use.start).names
    own = tuple(_QUALIFIER.findall(qualifiers[0])) if qualifiers is not None else ()
    return Head(
        b"~" + name if begin != use.start else name,
        (*around, *own),
        start,
        specifiers,
        declarator,
        opening,
        ends,
        scopes.kind_at(use.start) is Kind.CLASS and not is_friend,
        any(parameters),
        not all(parameters),
    )


def _name_and_opening(reading: Reading, use: Name) -> tuple[bytes, int | None]:
    """The name of a function, and where its parameters begin; None where it has none."""
    plain = reading.plain
    if use.text == b"operator":
        found = _OPERATOR.match(plain, use.end)
        return (b"operator " + b" ".join(found[1].split()), found.end()) if found is not None else (b"", None)
    after = skip_blank(plain, use.end, len(plain))
    if plain.startswith(b"<", after):
        return use.text, reading.behind_template_arguments(after)
    return use.text, after if plain.startswith(b"(", after) else None


def _start(reading: Reading, place: int) -> int:
    """Where a declaration begins: behind the statement, the directive or the label before it."""
    start = reading.statement_start(place)
    while (label := _ACCESS.match(reading.plain, start, place)) is not None:
        start = label.end()
    return skip_blank(reading.plain, start, place)


def _behind_templates(reading: Reading, start: int) -> tuple[int, list[bytes]]:
    """Where the specifiers of a declaration begin, behind `template <…>`, `extern "C"` and `[[…]]`, and the parameters
    of the templates."""
    plain, place, parameters = reading.plain, start, list[bytes]()
    for _part in range(_MOST_PARTS):
        if (template := _TEMPLATE.match(plain, place)) is not None:
            closing = reading.closing_angle(template.end())
            if closing is None:
                return len(plain), parameters
            parameters.append(plain[template.end() + 1 : closing].strip())
            place = closing + 1
        elif (listed := _LISTED.match(plain, place)) is not None:
            place = reading.closers.get(listed.end() - 1, len(plain)) + 1
        elif (language := _LANGUAGE.match(plain, place)) is not None:
            place = language.end()
        else:
            break
    return skip_blank(plain, place, len(plain)), parameters


def takes_the_same(reading: Reading, one: Head, other: Head) -> bool:
    """Whether two functions certainly have parameters of the same types, as they are written."""
    ones, others = _parameters(reading, one), _parameters(reading, other)
    return (
        ones is not None
        and others is not None
        and len(ones) == len(others)
        and not any(map(frozenset.isdisjoint, ones, others))
    )


def takes_as_many(reading: Reading, one: Head, other: Head) -> bool:
    ones, others = _parameters(reading, one), _parameters(reading, other)
    return ones is not None and others is not None and len(ones) == len(others)


def _parameters(reading: Reading, head: Head) -> list[frozenset[tuple[bytes, ...]]] | None:
    """For each parameter what its type may be: with its last word, and without it, if that may be its name."""
    spans = reading.arguments(head.opening)
    if spans is None:
        return None
    found = [_types(_PARAMETER_TOKEN.findall(reading.plain[start:end].partition(b"=")[0])) for start, end in spans]
    return [] if found == [frozenset(((b"void",),))] else found


def _types(tokens: list[bytes]) -> frozenset[tuple[bytes, ...]]:
    if b"*" not in tokens and b"&" not in tokens:
        tokens = [token for token in tokens if token != b"const"]
    last = tokens.index(b"[") if b"[" in tokens else len(tokens)
    rest = tokens[: last - 1]
    word = tokens[last - 1] if last else b""
    is_name = _WORD.fullmatch(word) is not None and word not in _NO_TYPE | _OF_BUILTIN
    has_type = any(_WORD.fullmatch(token) and token not in _NO_TYPE for token in rest) and rest[-1:] != [b"::"]
    whole = tuple(tokens)
    return frozenset((whole, (*rest, *tokens[last:]))) if is_name and has_type else frozenset((whole,))
