"""An independent check of a conversion: nothing left behind, nothing else changed, stable, undoable.

    python -m benchmarks.independent_check [--corpus DIR] [--only NAME]... [--allow FILE] [--show N]
    python -m benchmarks.independent_check --source A --converted B

It knows hipify-py only as a command and shares none of its code: names are found by clang's lexer, tables are read from
the YAML. For every package of the corpus, or for the one given pair of trees:

1. names that the tables rename and that still stand in B's code, with the reason why they may, if there is one;
2. the differences between A and B, token by token; only what the tables say is explained;
3. (not for a given pair) a second conversion of B changes nothing; conversion in place and `undo` give A back.

Exit 1 if something is left behind, unexplained, unstable or not undone.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks.clang_tokens import Lexed, without_splices
from benchmarks.converter import IN_PLACE, Converter
from benchmarks.corpus import DEFAULT_INTO, ROOT, SOURCE_SUFFIXES
from benchmarks.leftovers import BAD, Allowed, Leftover, leftovers
from benchmarks.name_tables import Tables, load_tables
from benchmarks.token_diff import EXPLAINED, Difference, TokenDiff
from benchmarks.tree_snapshot import snapshot

_WORD = re.compile(rb"[A-Za-z_]\w*")
_INCLUDED = re.compile(rb'#[ \t]*include(?:_next)?[ \t]*[<"]([^>"\n]+)')
_DETAIL = re.compile(r"^(qualified by|right only with) .*")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclasses.dataclass
class Outcome:
    """What was found in one package."""

    name: str
    changed: int = 0
    checked_runs: bool = False
    left: list[Leftover] = dataclasses.field(default_factory=list)
    differences: list[Difference] = dataclasses.field(default_factory=list)
    problems: list[str] = dataclasses.field(default_factory=list)

    def bad(self) -> list[str]:
        return [
            *self.problems,
            *(str(leftover) for leftover in self.left if leftover.reason == BAD),
            *(str(difference) for difference in self.differences if difference.kind not in EXPLAINED),
        ]

    def kinds(self) -> Counter[str]:
        return Counter(difference.kind for difference in self.differences)

    def reasons(self) -> Counter[str]:
        return Counter(
            re.sub(r"^(qualified by|right only with) .*", r"\1 …", leftover.reason) for leftover in self.left
        )


@dataclasses.dataclass(frozen=True)
class Checker:
    tables: Tables
    allowed: Allowed

    def check_pair(self, outcome: Outcome, source: Path, converted: Path) -> None:
        """Halves one and two, for every file of the converted tree."""
        files = sorted(name for name, entry in snapshot(converted).items() if entry.kind == "file")
        known = frozenset(files) | set(snapshot(source))
        wanted = frozenset(name.encode() for name in (*self.tables.renamed(), *self.tables.renamed_headers()))
        for name in files:
            if not (source / name).is_file():
                outcome.problems.append(f"{name}: has no original")
                continue
            before, after = (source / name).read_bytes(), (converted / name).read_bytes()
            outcome.changed += before != after
            if Path(name).suffix.lower() not in SOURCE_SUFFIXES or before.startswith(_WIDE_MARKS):
                outcome.problems.extend([f"{name}: changed, though no C++"] if before != after else [])
                continue
            self._check_file(outcome, name, before, after, wanted, known)

    def _check_file(
        self, outcome: Outcome, name: str, before: bytes, after: bytes, wanted: frozenset[bytes], known: frozenset[str]
    ) -> None:
        joined = without_splices(after)
        suspicious = not wanted.isdisjoint(_WORD.findall(joined)) or not wanted.isdisjoint(_INCLUDED.findall(joined))
        if not suspicious and before == after:
            return
        lexed = Lexed(name, after)
        if suspicious:
            outcome.left.extend(leftovers(lexed, self.tables, self.allowed, known))
        if before != after:
            outcome.differences.extend(TokenDiff(Lexed(name, before), lexed, self.tables).run())


def check_undo(problems: list[str], converter: Converter, copy: Path) -> None:
    before = snapshot(copy)
    converter.run(problems, copy, *IN_PLACE)
    if snapshot(copy) == before:
        problems.append("in place: nothing changed, so that undo was not tested")
    converter.undo(problems, copy, before)


def check_package(checker: Checker, converter: Converter, source: Path, work: Path) -> Outcome:
    outcome = Outcome(source.name)
    converted, copy = work / "converted", work / "copy"
    options = ("--no-gitignore", "-v", "--color", "never", "-o", str(converted))
    report = converter.run(outcome.problems, source, *options, ".")
    if not converted.is_dir():
        outcome.problems.append("the conversion wrote nothing")
        return outcome
    dataclasses.replace(checker, allowed=checker.allowed.with_report(report)).check_pair(outcome, source, converted)
    converter.check_again(outcome.problems, converted)
    shutil.copytree(source, copy, symlinks=True)
    check_undo(outcome.problems, converter, copy)
    outcome.checked_runs = True
    return outcome


def summary(outcomes: list[Outcome]) -> str:
    lines = [
        "| package | files changed | renames | includes | argument changes | unexplained | left behind "
        "| left, explained | again | undo |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---|---|",
    ]
    for outcome in outcomes:
        kinds, reasons = outcome.kinds(), outcome.reasons()
        includes = sum(count for kind, count in kinds.items() if kind.startswith("include"))
        unexplained = sum(count for kind, count in kinds.items() if kind not in EXPLAINED)
        lines.append(
            f"| {outcome.name} | {outcome.changed} | {kinds['rename']} | {includes} | {kinds['argument change']} "
            f"| {unexplained} | {reasons[BAD]} | {reasons.total() - reasons[BAD]} "
            f"| {_verdict(outcome, 'second run')} | {_verdict(outcome, 'undo')} |"
        )
    return "\n".join(lines)


def _verdict(outcome: Outcome, what: str) -> str:
    if not outcome.checked_runs:
        return "not run"
    return "differs" if any(problem.startswith(what) for problem in outcome.problems) else "ok"


def explanations(outcomes: list[Outcome]) -> str:
    total: Counter[str] = sum((outcome.reasons() for outcome in outcomes), Counter())
    return "\n".join(f"{count:7d}  {reason}" for reason, count in total.most_common())


def check_corpus(checker: Checker, command: str, sources: list[Path], show: int) -> list[Outcome]:
    outcomes = []
    for source in sources:
        with tempfile.TemporaryDirectory(prefix="hipify-py-check-") as work:
            converter = Converter(shlex.split(command), Path(work, "state"))
            outcomes.append(check_package(checker, converter, source, Path(work)))
        print_bad(outcomes[-1], show)
    return outcomes


def print_bad(outcome: Outcome, show: int) -> None:
    bad = outcome.bad()
    print(f"{outcome.name}: {len(bad)} to look at", flush=True)
    for line in bad[:show]:
        print(f"  {line}")
    if len(bad) > show:
        print(f"  … and {len(bad) - show} more (--show)")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.independent_check", description="Check a conversion.")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_INTO, metavar="DIR")
    parser.add_argument("--only", action="append", metavar="NAME", help="this package only; may be repeated")
    parser.add_argument("--source", type=Path, metavar="A", help="check this tree, not the corpus …")
    parser.add_argument("--converted", type=Path, metavar="B", help="… against its conversion")
    parser.add_argument("--mappings", type=Path, default=ROOT / "mappings", metavar="DIR")
    parser.add_argument("--target", choices=["hip", "roc"], default="hip")
    parser.add_argument("--allow", type=Path, metavar="FILE", help="lines path:name of names that the trees define")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="lines printed for each package")
    parser.add_argument("--command", default=f"{shlex.quote(sys.executable)} -m hipify_py", metavar="CMD")
    options = parser.parse_args(arguments)
    checker = Checker(load_tables(options.mappings, options.target), Allowed.read(options.allow))
    if options.source and options.converted:
        outcomes = [Outcome(options.source.name)]
        checker.check_pair(outcomes[0], options.source, options.converted)
        print_bad(outcomes[0], options.show)
    else:
        folders = sorted(path for path in options.corpus.resolve().iterdir() if not path.name.startswith("."))
        sources = [path for path in folders if path.is_dir() and (not options.only or path.name in options.only)]
        outcomes = check_corpus(checker, options.command, sources, options.show)
    print(f"\n{summary(outcomes)}\n\nnames still there, by reason:\n{explanations(outcomes)}")
    return 1 if any(outcome.bad() for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
