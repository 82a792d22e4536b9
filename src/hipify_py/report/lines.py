"""Lines of output: parts with a style, counted nouns, and text that keeps to one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hipify_py.findings import Severity

COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Line(NamedTuple):
    """A line of output and the parts of it to be styled: (text, style or nothing)."""

    parts: tuple[tuple[str, str], ...]

    def plain(self) -> str:
        return "".join(printable(text) for text, _style in self.parts)


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
    """One line, whatever a file's name holds: control characters as escapes."""
    return _CONTROLS.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def counted(number: int, noun: str) -> str:
    plural = "" if number == 1 or noun == "info" else "s"
    return f"{number} {noun}{plural}"
