"""Blocks for the console in documents: commands behind `$`, and lines of what they print, in the order of the output;
`…` stands for anything, times may differ, and lines may be left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ANYTHING = re.compile(r"…|(?<= in )\d+\.\d\d(?= s\b)")
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Step(NamedTuple):
    command: str
    printed: list[str]

    def missing(self, output: str) -> list[str]:
        """Lines that the document has and the output has not, or only before the lines above them."""
        missing, place = [], 0
        for line in self.printed:
            found = re.compile(".*?".join(map(re.escape, _ANYTHING.split(line)))).search(output, place)
            if found is None:
                missing.append(line)
            else:
                place = found.end()
        return missing


def steps(text: str) -> list[Step]:
    return list(_steps(text))


def _steps(text: str) -> Iterator[Step]:
    for block in _BLOCK.findall(text):
        _before, *commands = re.split(r"^\$ ", block, flags=re.MULTILINE)
        for command, *printed in (each.splitlines() for each in commands):
            yield Step(command.partition(" #")[0].strip(), [line for line in printed if line.strip()])
