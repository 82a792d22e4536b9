"""What the containers, pairs and iterators of the standard library hold, by the names of their types. An iterator is as
good as a pointer."""

from __future__ import annotations

from collections.abc import Sequence

from hipify_py.file.arithmetic import Typed
from hipify_py.patterns import pattern

_TEMPLATE = pattern(rb"(?:\w{1,60}::){0,5}(\w{1,60})<(.*)>")
_ITERATOR = pattern(rb"(.*)::(?:const_)?iterator")
_PIECE = pattern(rb"[<>,]|[^<>,]{1,200}")
_QUALIFIERS = pattern(rb"\b(?:const|volatile)\b|&")
_MAPS = frozenset((b"map", b"multimap", b"unordered_map", b"unordered_multimap"))
_LISTS = frozenset(
    b"vector list deque queue stack set multiset unordered_set array span forward_list initializer_list".split()
)
_TUPLES = (b"pair", b"tuple")
_MAKES = (b"make_pair", b"make_tuple")
# What holds one value, which a star gives.
_HOLDERS = frozenset((b"unique_ptr", b"shared_ptr", b"optional"))
_GET = pattern(rb"get\s*<\s*(\d)\s*>")
_PARTS = {b"first": 0, b"second": 1}
_ELEMENTS = frozenset(b"front back top at value".split())
_ITERATORS = frozenset(b"begin end cbegin cend rbegin rend crbegin crend find lower_bound upper_bound data".split())


def plain(type: bytes, stars: int = 0) -> Typed:
    """`Map::iterator` is a pointer to what the map holds."""
    found = _ITERATOR.fullmatch(type)
    of = element(Typed(found[1])) if found is not None and not stars else None
    return Typed(of.type, of.stars + 1) if of is not None else Typed(type, stars)


def element(of: Typed) -> Typed | None:
    """What a loop over something gets."""
    if of.stars:
        return Typed(of.type, of.stars - 1)
    name, arguments = _arguments(of.type)
    if name in _MAPS and len(arguments) > 1:
        return Typed(b"pair<" + b",".join(arguments[:2]) + b">")
    is_list = bool(arguments) and (name in _LISTS or len(arguments) == 1)
    return _argument(arguments[0]) if is_list else None


def pointed_to(of: Typed) -> Typed | None:
    """What `*p` is of a smart pointer or an optional value."""
    name, arguments = _arguments(of.type)
    return _argument(arguments[0]) if name in _HOLDERS and arguments and not of.stars else None


def subscripted(of: Typed) -> Typed | None:
    """`list[i]`, `map[key]`"""
    found = element(of)
    return part(found, 1) if found is not None and not of.stars and _arguments(of.type)[0] in _MAPS else found


def part(of: Typed, number: int) -> Typed | None:
    """The type of a part of a pair or a tuple."""
    name, arguments = _arguments(of.type)
    is_part = name in _TUPLES and not of.stars and number < len(arguments)
    return _argument(arguments[number]) if is_part else None


def member(of: Typed, name: bytes) -> Typed | None:
    """`pair.first`, `iterator->second`"""
    return part(of._replace(stars=0), _PARTS[name]) if name in _PARTS and of.stars < 2 else None


def result(of: Typed, method: bytes) -> Typed | None:
    """What a member function returns: an element, or an iterator."""
    of = of._replace(stars=0)
    if method in _ELEMENTS:
        return subscripted(of)
    found = element(of) if method in _ITERATORS else None
    return found._replace(stars=found.stars + 1) if found is not None else None


def made_by(function: bytes, arguments: Sequence[Typed | None]) -> Typed | None:
    """What `std::make_pair(v, w)`, `std::get<0>(pair)` and `std::pair<int, float>(v, w)` are."""
    name = function.removeprefix(b"std::")
    if name in _MAKES and None not in arguments:
        types = (each.type + b"*" * each.stars for each in arguments if each is not None)
        return Typed(name.removeprefix(b"make_") + b"<" + b",".join(types) + b">")
    if (index := _GET.fullmatch(name)) is not None and arguments and arguments[0] is not None:
        return part(arguments[0], int(index[1]))
    return Typed(b"".join(function.split())) if _arguments(name)[0] in (*_TUPLES, *_LISTS, *_MAPS) else None


def held(type: bytes, number: int) -> Typed | None:
    """What a container holds; of pairs, one part."""
    name, arguments = _arguments(type)
    if arguments and name in _LISTS:
        return held(arguments[0], number) or _argument(arguments[0])
    is_pair = name in _MAPS or name in _TUPLES
    return _argument(arguments[number]) if is_pair and number < len(arguments) else None


def _arguments(type: bytes) -> tuple[bytes, list[bytes]]:
    """The name of a template and its arguments: `map`, `int`, `float`."""
    found = _TEMPLATE.fullmatch(type)
    if found is None:
        return b"", []
    depth, arguments = 0, [b""]
    for piece in _PIECE.findall(found[2]):
        depth += (piece == b"<") - (piece == b">")
        if piece == b"," and not depth:
            arguments.append(b"")
        else:
            arguments[-1] += piece
    return found[1], arguments


def _argument(text: bytes) -> Typed:
    bare = b" ".join(_QUALIFIERS.sub(b"", text).split()) if b"<" not in text else text.strip()
    bare = bare.removesuffix(b"[]")  # of a `unique_ptr`
    type = bare.rstrip(b"* ")
    return Typed(type, bare.count(b"*", len(type)))
