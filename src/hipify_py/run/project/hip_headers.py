"""Headers that make HIP of CUDA: those that map names, and those with branches for PyTorch's builds for ROCm."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple

from hipify_py.file.amd_branches import on_amd
from hipify_py.file.platform import HIP_MACRO
from hipify_py.patterns import pattern
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN, Names, Worth, asked_in
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import words
from hipify_py.run.discover import File
from hipify_py.run.project.counterparts import LIBRARIES
from hipify_py.run.project.seen import Read, Seen
from hipify_py.run.project.units import Unit
from hipify_py.spread import spread
from hipify_py.tables.model import Policy
from hipify_py.texts import to_text

# The files of the tree that an include of a file may mean.
Meant = Callable[[File, str], Iterable[str]]

_OF_LIBRARIES = LIBRARIES.encode() + rb"|cub"
_HIP = rb"(?:(?:hip|roc)(?:[A-Z_]|" + _OF_LIBRARIES + rb"|rtc|tx)|HIP|ROC)\w{1,99}"
_CUDA = rb"(?:cu(?:[A-Z_]|da|" + _OF_LIBRARIES + rb")|CU|nv(?:[A-Z]|rtc|tx))\w{1,99}"


def _as(target: bytes) -> re.Pattern[bytes]:
    return pattern(
        rb"(?m)^[ \t]*(?:#[ \t]*define[ \t]+(\w{1,99})(?:\([^)\n]{0,99}\))?[ \t]+" + target + rb"|"
        rb"using[ \t]+(\w{1,99})[ \t]*=[ \t]*(?:::)?" + target + rb"|typedef[ \t]+" + target + rb"[ \t]+(\w{1,99});)"
    )


# A name that stands for one of HIP's, and one that stands for one of CUDA's.
_AS_HIP, _AS_CUDA = _as(_HIP), _as(_CUDA)
# A macro that makes such names: `#define GPU(name) hip##name`.
_MAKES = rb"(?m)^[ \t]*#[ \t]*define[ \t]+(\w{1,99})\([ \t]*\w{1,99}[ \t]*\)[ \t]+"
_MAKES_HIP = pattern(_MAKES + rb"(?:hip|roc|HIP)\w{0,20}[ \t]*##")
_MAKES_CUDA = pattern(_MAKES + rb"(?:cu|CU|nv)\w{0,20}[ \t]*##")
FEWEST = 3
# Macros that are called after AMD or its software, and those that compilers define.
_OF_AMD = pattern(rb"(?i)hip|rocm|amd|hcc|hsa|gcn|gfx|radeon")
_OF_COMPILERS = pattern(rb"_[_A-Z]")


class Header(NamedTuple):
    """A header that speaks for who includes it: for those alone that use its names, if it has any of its own. It does
    so where a `macro` is defined, if it asks for one."""

    names: Set[bytes]
    is_for_all: bool
    why: str
    macro: bytes = b""


def hip_headers(files: Sequence[Seen], policy: Policy, may_be_defined: Callable[[bytes], bool]) -> dict[str, Header]:
    """`may_be_defined` says of macros whether anything of the tree defines them."""
    given = partial(_given, may_be_defined)
    found = ((each.file.real.as_posix(), _mapping(each, policy, given)) for each in files)
    return {path: header for path, header in sorted(found, key=lambda item: item[0]) if header is not None}


def _given(may_be_defined: Callable[[bytes], bool], name: bytes) -> Worth:
    """What a macro is to who compiles the tree: those of compilers may be anything."""
    return UNKNOWN if _OF_COMPILERS.match(name) or may_be_defined(name) else UNDEFINED


def _mapping(each: Seen, policy: Policy, given: Names) -> Header | None:
    """What a file makes HIP's: names of CUDA, or such as are CUDA's in its other builds."""
    data = each.hip
    found = set(_names(_AS_HIP, data)) if data else set()
    makers = set(_MAKES_HIP.findall(data)).intersection(_MAKES_CUDA.findall(data)) if b"##" in data else set()
    if len(found) < FEWEST and not makers:
        return None
    of_cuda = found.intersection(policy.interesting)
    names = of_cuda | makers | (found - of_cuda).intersection(_names(_AS_CUDA, data))
    unit = Unit.of(str(each.file.path), data, policy)
    places = _places(unit, names, given)
    names &= places.keys()
    if len(names) < FEWEST and makers.isdisjoint(names):
        return None
    asked = [name for name in _asked(unit.reading, min(places.values())) if HIP_MACRO.fullmatch(name)]
    macro = asked[0] if asked else b""
    where = f" where {to_text(macro)} is defined" if macro else ""
    what = f"{len(names)} name{'s' if len(names) > 1 else ''}"
    return Header(names, len(names & of_cuda) >= FEWEST, f"{each.file.path} maps {what} to HIP{where}", macro)


def _places(unit: Unit, names: Set[bytes], given: Names) -> dict[bytes, int]:
    """Where names are made, unless only a comment shows it, or a macro asks for it that nobody defines."""
    reading, branches = unit.reading, unit.branches(given, is_converted=False)
    aliases = ((_name(alias), alias.start()) for alias in _AS_HIP.finditer(reading.plain))
    places: dict[bytes, int] = {}
    for name, place in (*((macro.name, macro.name_start) for macro in reading.macros), *aliases):
        if name not in names or name in places:
            continue
        if any(map(_OF_AMD.search, _asked(reading, place))) or not branches.is_dead(place):
            places[name] = place
    return places


def _asked(reading: Reading, place: int) -> Iterator[bytes]:
    """What the conditions around a place ask for, from the outermost in."""
    for branch in reversed(reading.conditionals.around(place)):
        yield from sorted(asked_in(reading.code[branch.directive.body : branch.directive.end]))


def _names(expression: re.Pattern[bytes], data: bytes) -> Iterator[bytes]:
    return map(_name, expression.finditer(data))


def _name(found: re.Match[bytes]) -> bytes:
    return found[found.lastindex or 0]


def users(
    gpu: Mapping[str, File],
    includers: Mapping[str, Sequence[str]],
    headers: Mapping[str, Header],
    read: Read,
    meant: Meant,
    policy: Policy,
) -> dict[str, str]:
    """Why files are portable that include such a header, by whichever way, and what they include in its place."""
    found: dict[str, str] = {}
    mapped = frozenset().union(*(header.names for header in headers.values()))
    for is_for_all in (True, False):
        some = {path: header for path, header in headers.items() if header.is_for_all is is_for_all}
        for path, header in spread(some, lambda path: includers.get(path, ())).items():
            if path not in found and (path in some or _is_served(read(gpu[path]) or b"", mapped, policy, header)):
                found[path] = header.why
    seen = set()
    for path, header in headers.items():
        for includer in includers.get(path, ()):
            if includer not in seen:
                seen.add(includer)
                for other in _read_elsewhere(gpu[includer], read, meant, policy):
                    found.setdefault(other, header.why)
    return found


def _is_served(data: bytes, mapped: Set[bytes], policy: Policy, header: Header) -> bool:
    """Whether a file uses mapped names, or none of CUDA at all, and not more of those that nothing maps. PyTorch, whose
    headers map none themselves, maps all."""
    if not header.names:
        return True
    named = frozenset(words(data))
    of_header = len(named & mapped)
    if not of_header and not header.is_for_all:
        return False
    left = (policy.name(to_text(name)) for name in named & policy.interesting - mapped)
    unmapped = sum(each is not None and each.target not in (None, each.entry.name) for each in left)
    return unmapped < max(FEWEST, of_header)


def _read_elsewhere(file: File, read: Read, meant: Meant, policy: Policy) -> Iterator[str]:
    """What a file includes in builds for others than AMD: `cuda.h` and the like beside `hip.h`."""
    unit = Unit.of(str(file.path), read(file) or b"", policy)
    branches = unit.branches(on_amd, is_converted=False)
    for include in unit.includes:
        if branches.is_dead(include.place):
            yield from meant(file, include.spelling)
