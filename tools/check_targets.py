"""Holds the targets of mappings/*.yaml against what each ROCm release declares.

The declarations come from AMD's Python bindings, whose wheels carry every function, type, enumerator and plain macro of
HIP and its libraries. Fetch one wheel for each release into a folder, then run the check:

    pip download --no-deps --pre -d WHEELS "hip-python==7.1.*"          # and so on; up to 7.2
    pip download --no-deps --pre -d WHEELS "rocm-bindings-hip==10.0.*"  # since 10.0, also -libraries and -systems
    python -m tools.check_targets WHEELS --headers triton-*.whl

`--headers` takes wheels or folders with C headers: proof for names that bindings cannot show (function-like macros,
templates). The report goes to docs/tables/targets.md. The exit code is 1 when a table disagrees with the releases and
tools/target_exceptions.yaml does not say why.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tools.declarations import BINDINGS, Releases, Version, read_header_words, read_releases

ROOT = Path(__file__).parent.parent
SECTIONS = ("types", "functions", "enumerators", "macros", "variables")

# Words of the advice that look like names of the interface and are products.
PRODUCTS = {"hipBLASLt", "hipFFTW", "hipFile", "hipSPARSELt", "hipTensor"}

# A counterpart is obvious when the name differs from it by its prefix alone.
PREFIXES = (
    ("cuda", "hip"),
    ("CUDA_", "HIP_"),
    ("CU_", "HIP_"),
    ("CU_", "hip"),
    ("CU", "hip"),
    ("CU", "HIP"),
    ("cu", "hip"),
    ("nvrtc", "hiprtc"),
    ("NVRTC", "HIPRTC"),
    ("nvtx", "roctx"),
    ("", ""),
)


@dataclass(frozen=True)
class Disagreement:
    table: str
    name: str
    target: str
    what: str


# --------------------------------------------------------------------------------------------------------------- tables


@dataclass(frozen=True)
class Target:
    """One row that belongs to a library with bindings."""

    table: str
    section: str
    name: str
    row: Mapping[str, Any]

    @property
    def hip(self) -> str | None:
        return self.row.get("hip")

    @property
    def library(self) -> str:
        return BINDINGS[self.table]

    def version(self, key: str) -> Version | None:
        return parse_version(self.row[key]) if key in self.row else None


def parse_version(text: str) -> Version:
    major, minor = text.split(".")[:2]
    return int(major), int(minor)


def show(version: Version) -> str:
    return f"{version[0]}.{version[1]}"


def read_tables(folder: Path) -> list[Target]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    targets = []
    for path in sorted(folder.glob("*.yaml")):
        table = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
        if path.stem in BINDINGS:
            targets += [
                Target(path.stem, section, name, {"hip": row} if isinstance(row, str) else row)
                for section in SECTIONS
                for name, row in table.get(section, {}).items()
            ]
    return targets


# --------------------------------------------------------------------------------------------------------------- checks


def find_disagreements(target: Target, releases: Releases, words: frozenset[str]) -> Iterator[Disagreement]:
    """What the releases say against a row that has a HIP name."""
    if target.hip is None:
        return
    declared_in = releases.everywhere.get(target.hip)
    if declared_in is None:
        if target.hip not in words:
            yield _say(target, "declared in no release")
        return
    covered = releases.of_library(target.library)
    if found := _compare_since(target, declared_in[0], covered[0]):
        yield _say(target, found)
    if declared_in[-1] < covered[-1] and target.hip not in words and target.version("removed") is None:
        yield _say(target, f"not declared after {show(declared_in[-1])}, but the row has no `removed`")


def _compare_since(target: Target, first: Version, oldest: Version) -> str | None:
    """The oldest release that we know proves only that a name is not younger."""
    since = target.version("since")
    if since is not None and since > first:
        return f"`since` {show(since)}, but declared in {show(first)}"
    if first > oldest and since != first:
        return f"`since` {show(since) if since else 'missing'}, but first declared in {show(first)}"
    return None


def find_candidate(target: Target, releases: Releases) -> Disagreement | None:
    """A name called unsupported although the newest release declares its obvious counterpart."""
    if "unsupported" not in target.row:
        return None
    for old, new in PREFIXES:
        name = new + target.name.removeprefix(old)
        if target.name.startswith(old) and (found := releases.newest(target.library, name)):
            return Disagreement(target.table, target.name, name, f"unsupported, but declared: {found}")
    return None


def find_unknown_advice(target: Target, releases: Releases, words: frozenset[str]) -> Iterator[Disagreement]:
    """Names in the text of `unsupported` that no release declares: advice that cannot be followed."""
    for word in re.findall(r"\b(?:hip|roctx)[A-Za-z]*[A-Z]\w+\b(?!/)", str(target.row.get("unsupported", ""))):
        if word not in releases.everywhere and word not in words | PRODUCTS and not re.fullmatch(r"hip[A-Z]+", word):
            yield Disagreement(target.table, target.name, word, "advised, but declared in no release")


def _say(target: Target, what: str) -> Disagreement:
    return Disagreement(target.table, target.name, target.hip or "", what)


# ----------------------------------------------------------------------------------------------------------- exceptions


@dataclass(frozen=True)
class Excuse:
    """Why the names that match are right although the bindings say otherwise."""

    names: re.Pattern[str]
    reason: str

    def covers(self, disagreement: Disagreement) -> bool:
        return any(self.names.fullmatch(name) for name in (disagreement.name, disagreement.target))


def read_excuses(path: Path) -> list[Excuse]:
    rows = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    return [Excuse(re.compile(row["names"]), row["reason"]) for row in rows]


def sort_by_excuse(
    found: Iterable[Disagreement], excuses: Iterable[Excuse]
) -> tuple[list[Disagreement], dict[Excuse, list[Disagreement]]]:
    """What is left unexplained, and what each excuse explains."""
    open_ones: list[Disagreement] = []
    explained: dict[Excuse, list[Disagreement]] = {excuse: [] for excuse in excuses}
    for disagreement in found:
        excuse = next((excuse for excuse in explained if excuse.covers(disagreement)), None)
        (open_ones if excuse is None else explained[excuse]).append(disagreement)
    return open_ones, explained


# --------------------------------------------------------------------------------------------------------------- report


def write_report(
    targets: list[Target],
    releases: Releases,
    open_ones: list[Disagreement],
    explained: dict[Excuse, list[Disagreement]],
) -> str:
    lines = [
        "# Targets against the releases",
        "",
        "Written by `python -m tools.check_targets`, which says how to run it again. The declarations come from AMD's",
        f"Python bindings of ROCm {', '.join(map(show, releases.versions))}: functions, types, enumerators and plain",
        "macros. They do not show function-like macros, templates and device code.",
        "",
        "## Declarations known",
        "",
        *_declaration_table(releases),
        "",
        "## Targets declared",
        "",
        "How many different HIP names of each table a release declares. A dash: no bindings of that library.",
        "",
        *_target_table(targets, releases),
        "",
        "## Disagreements",
        "",
        *(_disagreement_table(open_ones) if open_ones else ["None."]),
        "",
        "## Explained",
        "",
        "What the bindings do not confirm, and why the tables say it all the same (`tools/target_exceptions.yaml`).",
        *(line for excuse, found in explained.items() for line in _explained(excuse, found)),
    ]
    return "\n".join(lines) + "\n"


def _table(head: list[str], rows: Iterable[list[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]


def _declaration_table(releases: Releases) -> list[str]:
    libraries = sorted({library for known in releases.known.values() for library in known})
    rows = (
        [library, *(str(len(releases.known[version].get(library, ())) or "-") for version in releases.versions)]
        for library in libraries
    )
    return _table(["library", *map(show, releases.versions)], rows)


def _target_table(targets: list[Target], releases: Releases) -> list[str]:
    rows = []
    for table, library in sorted(BINDINGS.items()):
        names = {target.hip for target in targets if target.table == table and target.hip}
        if names:
            counts = [
                str(sum(version in releases.everywhere.get(name, ()) for name in names))
                if library in releases.known[version]
                else "-"
                for version in releases.versions
            ]
            rows.append([table, str(len(names)), *counts])
    return _table(["table", "names", *map(show, releases.versions)], rows)


def _disagreement_table(found: list[Disagreement]) -> list[str]:
    return _table(
        ["table", "CUDA name", "HIP name", "disagreement"],
        ([each.table, f"`{each.name}`", f"`{each.target}`", each.what] for each in found),
    )


def _explained(excuse: Excuse, found: list[Disagreement]) -> list[str]:
    names = ", ".join(f"`{name}`" for name in sorted({each.name for each in found}))
    return ["", f"**{excuse.reason}** {len(found)} rows: {names}."] if found else []


# ------------------------------------------------------------------------------------------------------------ the check


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    releases = read_releases(options.wheels)
    if not releases.known:
        print(f"{options.wheels}: no wheels of hip-python or rocm-bindings", file=sys.stderr)
        return 2
    words = read_header_words(options.headers)
    targets = read_tables(options.tables)
    found = [
        disagreement
        for target in targets
        for disagreement in (
            *find_disagreements(target, releases, words),
            *filter(None, [find_candidate(target, releases)]),
            *find_unknown_advice(target, releases, words),
        )
    ]
    open_ones, explained = sort_by_excuse(found, read_excuses(options.exceptions))
    options.report.write_text(write_report(targets, releases, open_ones, explained), encoding="utf-8")
    for excuse in (excuse for excuse, covered in explained.items() if not covered):
        print(f"{options.exceptions}: explains nothing any more: {excuse.names.pattern}", file=sys.stderr)
    for each in open_ones:
        print(f"{each.table}: {each.name} -> {each.target}: {each.what}", file=sys.stderr)
    return 1 if open_ones else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", type=Path, help="folder with the wheels of the bindings")
    parser.add_argument("--headers", type=Path, action="append", default=[], help="wheel or folder with C headers")
    parser.add_argument("--tables", type=Path, default=ROOT / "mappings")
    parser.add_argument("--report", type=Path, default=ROOT / "docs" / "tables" / "targets.md")
    parser.add_argument("--exceptions", type=Path, default=ROOT / "tools" / "target_exceptions.yaml")
    return parser


if __name__ == "__main__":
    sys.exit(main())
