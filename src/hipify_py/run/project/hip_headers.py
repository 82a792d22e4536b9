"""Headers that make HIP of CUDA: those that map names, and those with branches for PyTorch's builds for ROCm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from hipify_py.file.amd_branches import on_amd
from hipify_py.file.platform import HIP_MACRO
from hipify_py.patterns import pattern
from hipify_py.reading.expressions import asked_in
from hipify_py.reading.tokens import words
from hipify_py.run.discover import File
from hipify_py.run.project.counterparts import LIBRARIES
from hipify_py.run.project.seen import Read, Seen
from hipify_py.run.project.units import Unit
from hipify_py.spread import spread
from hipify_py.tables.model import Policy

# The files of the tree that an include of a file may mean.
Meant = Callable[[File, str], Iterable[str]]

# A name that stands for one of HIP's, and one that stands for one of CUDA's.
_DEFINED_AS = rb"(?m)^[ \t]*#[ \t]*define[ \t]+(\w{1,99})(?:\([^)\n]{0,99}\))?[ \t]+"
_OF_LIBRARIES = LIBRARIES.encode() + rb"|cub"
_TO_HIP = pattern(_DEFINED_AS + rb"(?:(?:hip|roc)(?:[A-Z_]|" + _OF_LIBRARIES + rb"|rtc|tx)|HIP|ROC)\w{1,99}")
_TO_CUDA = pattern(_DEFINED_AS + rb"(?:cu(?:[A-Z_]|da|" + _OF_LIBRARIES + rb")|CU|nv(?:[A-Z]|rtc|tx))\w{1,99}")
FEWEST = 3


class Header(NamedTuple):
    """A header that speaks for who includes it: for those alone that use its names, if it has any of its own."""

    names: Set[bytes]
    is_for_all: bool
    why: str


def hip_headers(files: Sequence[Seen], policy: Policy) -> dict[str, Header]:
    found = ((each.file.real.as_posix(), _mapping(each, policy)) for each in files)
    return {path: header for path, header in sorted(found, key=lambda item: item[0]) if header is not None}


def _mapping(each: Seen, policy: Policy) -> Header | None:
    """What a file makes HIP's: names of CUDA, or such as are CUDA's in its other builds."""
    data = each.hip
    names = set(_TO_HIP.findall(data)) if data else set()
    if len(names) < FEWEST:
        return None
    of_cuda = names.intersection(policy.interesting)
    names = of_cuda | (names - of_cuda).intersection(_TO_CUDA.findall(data))
    reading = Unit.of(str(each.file.path), data, policy).reading
    macros = [macro for macro in reading.macros if macro.name in names]  # none that a comment shows
    names = {macro.name for macro in macros}
    if len(names) < FEWEST:
        return None
    asked = [
        name.decode("latin-1")
        for branch in reversed(reading.conditionals.around(macros[0].name_start))
        for name in sorted(asked_in(reading.code[branch.directive.body : branch.directive.end]))
        if HIP_MACRO.fullmatch(name)
    ]
    where = f" where {asked[0]} is defined" if asked else ""
    why = f"{each.file.path} maps {len(names)} names to HIP{where}"
    return Header(names, len(names & of_cuda) >= FEWEST, why)


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
    for is_for_all in (True, False):
        some = {path: header for path, header in headers.items() if header.is_for_all is is_for_all}
        names = frozenset().union(*(header.names for header in some.values()))
        for path, header in spread(some, lambda path: includers.get(path, ())).items():
            is_user = is_for_all or path in some or not names.isdisjoint(words(read(gpu[path]) or b""))
            if is_user and path not in found:
                found[path] = header.why
    seen = set()
    for path, header in headers.items():
        for includer in includers.get(path, ()):
            if includer not in seen:
                seen.add(includer)
                for other in _read_elsewhere(gpu[includer], read, meant, policy):
                    found.setdefault(other, header.why)
    return found


def _read_elsewhere(file: File, read: Read, meant: Meant, policy: Policy) -> Iterator[str]:
    """What a file includes in builds for others than AMD: `cuda.h` and the like beside `hip.h`."""
    unit = Unit.of(str(file.path), read(file) or b"", policy)
    branches = unit.branches(on_amd, is_converted=False)
    for include in unit.includes:
        if branches.is_dead(include.place):
            yield from meant(file, include.spelling)
