"""The include guards of CUDA's headers, for which code asks (`#ifdef __CUDA_FP16_H__`), and what asks the same in HIP.

    python -m tools.header_guards [--cuda DIR]... [--hip DIR]... [--check]

Prints for each public header of CUDA its guard, the header of HIP that the tables turn it into, and the guard of that
one. With `--check`, says where `mappings/*.yaml` answers differently, and the exit code is then 1. The folders are what
a compiler gets with -I; without any they are NVIDIA's, fetched by `benchmarks/cuda_headers.py`, and those of
`tools/hip_toolchain.py`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tools.hip_toolchain import DEFAULT_INTO

ROOT = Path(__file__).parent.parent
Row = Mapping[str, Any]

# It declares what the headers do whose includes the tables drop.
RUNTIME = "hip/hip_runtime.h"
# nvcc reads these in every unit, as parts of the runtime; hip/hip_runtime.h does not include the headers of that name.
_OF_RUNTIME = ("device_functions.h", "math_functions.h")
# Headers of tools and libraries without a table, and libcu++, whose headers have no suffix.
_WITHOUT_TABLE = re.compile(
    r"(?:cupti|nvperf|nv_|nvvm|nvblas|nvPTX|nvJitLink|nccl_net|fatbinary|cuda_stdint).*|.*/(?:\w+|nvtx3\.hpp)"
)
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)[ \t]*(.*)")
_NOT_DEFINED = re.compile(r"!\s*defined\s*\(?\s*(\w+)\s*\)?\s*")
# Headers that hand on to one of the same name in `crt` have this around the hint not to include that one.
_NO_GUARD = "__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__"


def guard_of(text: str) -> str:
    """The macro whose `#ifndef` and `#define` hold more than half of a header; nothing if there is none."""
    lines = [line for line in _COMMENT.sub("", text).splitlines() if line.strip()]
    best, most = "", len(lines) // 2
    opened: list[tuple[str, int]] = []
    for number, line in enumerate(lines):
        directive = _DIRECTIVE.match(line)
        word = directive[1] if directive else ""
        if directive and word in ("if", "ifdef", "ifndef"):
            name = _asked(word, directive[2].strip())
            opened.append((name if _defines(lines[number + 1 :], name) else "", number))
        elif word == "endif" and opened:
            name, start = opened.pop()
            if name and number - start > most:
                best, most = name, number - start
    return best


def _asked(word: str, condition: str) -> str:
    if word == "ifndef":
        return condition.split()[0] if condition else ""
    found = _NOT_DEFINED.fullmatch(condition) if word == "if" else None
    return found[1] if found and found[1] != _NO_GUARD else ""


def _defines(following: Sequence[str], name: str) -> bool:
    directive = _DIRECTIVE.match(following[0]) if following and name else None
    return directive is not None and directive[1] == "define" and directive[2].split() in ([name], [name, "1"])


# ------------------------------------------------------------------------------------------------------------- headers


def guards_in(folder: Path, headers: Iterable[str]) -> dict[str, str]:
    """The guards of some headers of a folder, those left out that it does not have."""
    return {name: _guard_in(folder, name) for name in headers if (folder / name).is_file()}


def _guard_in(folder: Path, name: str) -> str:
    paths = (path for path in (folder / name, folder / "crt" / name) if path.is_file())
    return next(filter(None, (guard_of(path.read_text(encoding="latin-1")) for path in paths)), "")


def public_headers(folder: Path, listed: Iterable[str]) -> list[str]:
    """The C headers that lie directly in CUDA's folder, and those that the tables name beside."""
    found = {path.name for path in folder.glob("*.h")} | {name for name in listed if (folder / name).is_file()}
    return sorted(name for name in found if not _WITHOUT_TABLE.fullmatch(name))


# -------------------------------------------------------------------------------------------------------------- tables


@dataclass(frozen=True)
class Listed:
    headers: Mapping[str, Row]
    macros: Mapping[str, Row]


def read_tables(folder: Path = ROOT / "mappings") -> Listed:
    tables = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.yaml"))]
    headers, macros = (
        {name: _row(row) for table in tables for name, row in table.get(section, {}).items()}
        for section in ("headers", "macros")
    )
    return Listed(headers, macros)


def _row(row: Any) -> Row:
    return row if isinstance(row, dict) else {"hip": row}


# ------------------------------------------------------------------------------------------------------------- answers


@dataclass(frozen=True)
class Question:
    """A guard of CUDA's, the header that it stands in, and for each target HIP's header and its guard."""

    guard: str
    header: str
    answers: Mapping[str, tuple[str, str]]

    def __str__(self) -> str:
        return "  ".join(
            [
                self.guard,
                self.header,
                *(f"{key}: {header} {guard or '-'}" for key, (header, guard) in self.answers.items()),
            ]
        )


def questions(cuda: Sequence[Path], hip: Sequence[Path], listed: Listed) -> list[Question]:
    """One for each guard: of the headers that share it, that with a row in the tables is meant."""
    found: dict[str, Question] = {}
    for folder in cuda:
        for header, guard in guards_in(folder, public_headers(folder, listed.headers)).items():
            if guard and (guard not in found or header in listed.headers):
                found[guard] = Question(guard, header, _answers(header, hip, listed.headers))
    return [found[guard] for guard in sorted(found)]


def _answers(header: str, hip: Sequence[Path], headers: Mapping[str, Row]) -> dict[str, tuple[str, str]]:
    row = headers.get(header, {})
    row = {"hip": RUNTIME} if header in _OF_RUNTIME else row
    targets = {key: row[key] or RUNTIME for key in ("hip", "roc") if key in row}
    return {key: (target, _common_guard(target, hip)) for key, target in targets.items()}


def _common_guard(header: str, folders: Sequence[Path]) -> str:
    """The guard that a header has in all releases that have the header."""
    found = {guard for folder in folders for guard in guards_in(folder, [header]).values()}
    return found.pop() if len(found) == 1 else ""


def faults(asked: Iterable[Question], macros: Mapping[str, Row]) -> Iterator[str]:
    """What the tables say otherwise; where HIP has no guard to ask for, they must say what to do instead."""
    for question in asked:
        row = macros.get(question.guard)
        wanted = {key: guard for key, (_header, guard) in question.answers.items() if guard}
        if row is None:
            yield f"{question.guard} of {question.header} has no row"
        elif (said := {key: row[key] for key in ("hip", "roc") if key in row}) != wanted:
            yield f"{question.guard} of {question.header} is {said} in the tables, and {wanted} by the headers"
        elif "hip" not in wanted and not row.get("unsupported"):
            yield f"{question.guard} of {question.header} needs a help text"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuda", type=Path, action="append", metavar="DIR", help="a folder of CUDA's headers")
    parser.add_argument("--hip", type=Path, action="append", metavar="DIR", help="a folder of HIP's headers")
    parser.add_argument("--check", action="store_true", help="compare with the tables")
    options = parser.parse_args(arguments)
    listed = read_tables()
    asked = questions(options.cuda or fetched(), options.hip or sorted(DEFAULT_INTO.glob("*/include")), listed)
    found = list(faults(asked, listed.macros)) if options.check else asked
    print(*found, sep="\n", end="\n" if found else "")
    return int(options.check and bool(found))


def fetched() -> list[Path]:
    from benchmarks.corpus import DEFAULT_INTO as CORPUS
    from benchmarks.cuda_headers import fetch_toolkits

    return [toolkit / "include" for toolkit in fetch_toolkits(CORPUS / ".cuda").values()]


if __name__ == "__main__":
    sys.exit(main())
