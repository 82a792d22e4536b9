"""Lines of output: parts with a style, counted nouns, and text that keeps to one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.texts import to_text

COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
# Controls, those that turn the direction of text, ends of lines beside `\n`, and what has neither width nor ink.
UNSEEN = pattern(
    "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb"
    "\\U000e0000-\\U000e007f]"
)
# What servers take for a command wherever it stands in a log: `##vso[`, `##[`, `##teamcity[`.
COMMAND = pattern(r"##\w*\[")


class Line(NamedTuple):
    """A line of output and the parts of it to be styled: (text, style or nothing)."""

    parts: tuple[tuple[str, str], ...]

    def plain(self) -> str:
        return whole_line("".join(text for text, _style in self.parts))


def line(text: str, style: str = "") -> Line:
    return Line(((text, style),))


def separated(parts: Iterable[Iterable[Line]]) -> Iterator[Line]:
    """The parts with a blank line between any two that are not empty."""
    is_first = True
    for part in parts:
        for number, each in enumerate(part):
            if number == 0 and not is_first:
                yield line("")
            is_first = False
            yield each


def printable(text: str) -> str:
    """Text for people, whatever a file or its name holds: nothing in it moves, hides or commands anything."""
    shown = UNSEEN.sub(lambda sign: to_text(sign[0].encode("unicode_escape")), text)
    return COMMAND.sub(lambda found: found[0][:-1] + r"\x5b", shown)


def whole_line(text: str) -> str:
    """The same for a text that begins a line, where GitHub takes `::` for the beginning of a command."""
    shown = printable(text)
    return shown.replace(":", r"\x3a", 1) if shown.lstrip().startswith("::") else shown


def as_argument(path: str) -> str:
    """A path as a command takes it: one that begins with a dash would be an option."""
    return f"./{path}" if path.startswith("-") else path


def counted(number: int, noun: str) -> str:
    plural = "" if number == 1 or noun == "info" else "s"
    return f"{number} {noun}{plural}"


def fitting(items: Sequence[str], width: int, rest: str) -> str:
    """As many of the items as fit into a width, at least one, and how many more there are."""
    shown: list[str] = []
    taken = 0
    for item in items:
        taken += len(item) + 2
        if shown and taken > width:
            break
        shown.append(item)
    more = len(items) - len(shown)
    return ", ".join(shown) + (f", and {more} {rest if more > 1 else rest.removesuffix('s')}" if more else "")
