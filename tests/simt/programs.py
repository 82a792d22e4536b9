"""The programs of kernels/, converted, with mutants of their conversion."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hipify_py import api, helpers
from hipify_py.file.marks import HEADERS

KERNELS = sorted((Path(__file__).parent / "kernels").glob("*.cu"))
HANGS = re.compile(r"// hangs: (\d+)")
INCLUDE = re.compile(r"^\s*#\s*include\s+[<\"].*", re.M)
_PRINTS = re.compile(r"// prints: (.*)")
_MUTANT = re.compile(r"// mutant: (.+) => (.*)")


class Program(NamedTuple):
    name: str
    converted: str
    prints: str
    mutants: tuple[str, ...]
    calls: Mapping[str, frozenset[str]]

    @property
    def versions(self) -> dict[str, str]:
        return {self.name: self.converted} | {f"{self.name}_mutant{i}": text for i, text in enumerate(self.mutants)}


def program(path: Path) -> Program:
    source = path.read_text(encoding="utf-8")
    style = api.Style.of("macro", "approx")
    result = api.convert(source.encode(), api.policy(), path=str(path), style=style)
    converted = result.output.decode()
    prints = _PRINTS.search(source)
    assert prints is not None, f"{path.name} does not say what it prints"
    return Program(
        path.stem, converted, prints[1].strip(), tuple(_mutants(path.name, source, converted)), result.header_calls
    )


def _mutants(name: str, source: str, converted: str) -> Iterator[str]:
    for found in _MUTANT.finditer(source):
        body = converted[converted.index("\n#include") :]
        assert found[1] in body, f"{name}: its conversion has no {found[1]}"
        yield body.replace(found[1], found[2].strip())


def write_headers(programs: Sequence[Program], folder: Path) -> None:
    """Our headers with what the programs call of them."""
    for header in HEADERS:
        calls = {name for each in programs for name in each.calls.get(header, ())}
        (folder / header).write_text(helpers.text_for(header, calls), encoding="utf-8")
