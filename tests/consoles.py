"""Blocks for the console in documents: commands behind `$`, and lines of what they print; `…` stands for anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Step(NamedTuple):
    command: str
    printed: list[str]

    def missing(self, output: str) -> list[str]:
        """Lines that the document has and the output has not."""
        return [line for line in self.printed if not _is_in(line, output)]


def steps(text: str) -> list[Step]:
    return list(_steps(text))


def _steps(text: str) -> Iterator[Step]:
    for block in _BLOCK.findall(text):
        _before, *commands = re.split(r"^\$ ", block, flags=re.MULTILINE)
        for command, *printed in (each.splitlines() for each in commands):
            yield Step(command.partition(" #")[0].strip(), [line for line in printed if line.strip()])


def _is_in(line: str, output: str) -> bool:
    return re.search(".*?".join(map(re.escape, line.split("…"))), output) is not None
