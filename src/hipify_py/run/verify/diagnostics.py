"""What clang says, read: errors with their places, and how the compiler came there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.records import dataclass

_PLACED = pattern(
    r"(?P<path>.+?):(?P<line>\d+):(?P<column>\d+): (?P<kind>(?:fatal )?error|warning|note|remark): (?P<text>.*)"
)
_INCLUDED = pattern(r"In file included from (?P<path>.+):(?P<line>\d+):")
_BARE = pattern(r"(?:.*?: )?(?:fatal )?error: (?P<text>.*)")
_MAX_TEXT = 400


class Place(NamedTuple):
    path: str
    line: int
    column: int = 1


@dataclass
class Diagnostic:
    """An error. `reasons` are the places that made the compiler look there, nearest first: uses, then includes."""

    place: Place
    text: str
    includes: tuple[Place, ...] = ()
    uses: list[Place] = field(default_factory=list)

    @property
    def reasons(self) -> tuple[Place, ...]:
        return (*self.uses, *self.includes)


def errors(output: str) -> Iterator[Diagnostic]:
    """The errors that have a place; a template's come with the places that use it."""
    stack: list[Place] = []
    stacks: dict[str, tuple[Place, ...]] = {}
    last: Diagnostic | None = None
    for line in output.splitlines():
        if included := _INCLUDED.match(line):
            stack.insert(0, Place(included["path"], int(included["line"])))
            continue
        placed = _PLACED.match(line)
        if placed is None:
            continue
        place = Place(placed["path"], int(placed["line"]), int(placed["column"]))
        if stack or placed["kind"] != "note":
            # The way to a file is said with its first error only.
            stacks[place.path] = tuple(stack) or stacks.get(place.path, ())
        stack = []
        if placed["kind"].endswith("error"):
            if last is not None:
                yield last
            last = Diagnostic(place, _short(placed["text"]), stacks[place.path])
        elif last is not None and placed["text"].endswith("requested here"):
            last.uses.append(place)
    if last is not None:
        yield last


def first_error(output: str) -> str:
    """The first error, with a place or without."""
    found = (_BARE.match(line) for line in output.splitlines())
    return next((_short(match["text"]) for match in found if match), "")


def _short(text: str) -> str:
    """Types made by templates may fill pages."""
    return text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT] + " …"
