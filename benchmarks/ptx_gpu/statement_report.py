"""What runs have shown of whole statements, and of threads that meet at one address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from benchmarks.ptx_gpu.report import Row, escaped, lines_of, results_of, rounded
from benchmarks.ptx_gpu.statement_jobs import LIST
from benchmarks.ptx_gpu.statements import OWN

RESULTS = Path(__file__).with_name("statement_results.jsonl")
_CONTENTION = "contention.jsonl"  # of a run, in the folder that it ran in
_OF_ORIGINAL = "did not compile: original: "


@dataclass
class Found:
    """A row for each statement, one for each mutant, one for each test of threads that meet."""

    statements: dict[str, Row] = field(default_factory=dict)
    mutants: list[Row] = field(default_factory=list)
    contention: dict[str, Row] = field(default_factory=dict)

    @property
    def rows(self) -> list[Row]:
        """All that is worth keeping."""
        return [*self.statements.values(), *self.contention.values()]


def merged(folders: Iterable[Path]) -> Found:
    found = Found()
    for job, result in chain.from_iterable(results_of(folder, LIST) for folder in folders):
        if "mutant" in job:
            found.mutants.append({**job, **result})
            continue
        said = {key: job[key] for key in ("statement", "source", "fingerprint")}
        row = found.statements.setdefault(job["statement"], {**said, "tried": 0, "mismatches": 0})
        _add(row, job, result)
    for folder in folders:
        for row in _of_contention(folder):
            found.contention[row["contention"]] = row
    return found


def load(path: Path = RESULTS) -> Found:
    """What was kept."""
    found = Found()
    for row in lines_of(path):
        if "contention" in row:
            found.contention[row["contention"]] = row
        else:
            found.statements[row["statement"]] = row
    return found


def beside_others(found: Found) -> Found:
    """With what was kept of statements and tests that were not generated this time."""
    kept = load()
    others = {name: row for name, row in kept.statements.items() if not found.statements or row["source"] != OWN}
    return Found({**others, **found.statements}, found.mutants, {**kept.contention, **found.contention})


def _add(row: Row, job: Row, result: Mapping[str, Any]) -> None:
    """One variant of a statement: what it adds to the statement's row."""
    if problem := str(result.get("failed", "")):
        is_known = "reason" in job or problem.startswith(_OF_ORIGINAL)
        row.setdefault("not_run" if is_known else "failed", problem)
        return
    row["tried"] += result["tried"]
    row["mismatches"] += result["mismatches"]
    if result.get("blind"):
        row["blind"] = sorted({*row.get("blind", ()), *result["blind"]})
    if "first" in result:
        row.setdefault("first", {"case": job.get("variant", ""), **result["first"]})


def _of_contention(folder: Path) -> Iterator[Row]:
    """Tests that were generated but are missing among the results hung, or came after one that did."""
    path = folder / "contention_tests.txt"
    names = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    done = {row["contention"]: row for row in lines_of(folder / _CONTENTION)}
    for name in filter(None, names):
        yield done.get(name, {"contention": name, "ok": False, "failed": "not run, or it hangs"})


def verdict(found: Found) -> Iterator[str]:
    """Whatever somebody has to look at, one line each."""
    for row in found.statements.values():
        name = f"statement '{row['statement']}'"
        if "failed" in row:
            yield f"{name}: {row['failed']}"
        if row["mismatches"]:
            yield f"{name}: {row['mismatches']} of {row['tried']} differ: {row.get('first')}"
        if row["source"] == OWN and not row["tried"]:
            yield f"{name} was not run: {row.get('not_run')}"
        if row["source"] == OWN and row.get("blind"):
            yield f"{name}: nothing depends on lanes {row['blind']}"
    for mutant in found.mutants:
        if not mutant.get("mismatches"):
            yield f"mutant of '{mutant['statement']}' was not noticed: {mutant['mutant']} {mutant.get('failed', '')}"
    for row in found.contention.values():
        if not row["ok"]:
            yield f"contention: {row}"


def summary(found: Found) -> Iterator[str]:
    rows = list(found.statements.values())
    if rows:
        run, tried = sum(row["tried"] > 0 for row in rows), sum(row["tried"] for row in rows)
        wrong = sum(row["mismatches"] > 0 for row in rows)
        yield f"{run} of {len(rows)} statements run on {tried:,} inputs, {wrong} differ"
        caught = sum(mutant.get("mismatches", 0) > 0 for mutant in found.mutants)
        yield f"{caught} of {len(found.mutants)} mutants of statements caught"
        for reason, count in _left_out(rows).most_common():
            yield f"  {count:>5} left out: {reason}"
    if found.contention:
        passed = sum(row["ok"] for row in found.contention.values())
        yield f"{passed} of {len(found.contention)} tests of contention passed"


def _left_out(rows: Iterable[Row]) -> Counter[str]:
    """Why statements have no run at all; what an assembler says of each is one reason."""
    said = (str(row.get("not_run") or row.get("failed")) for row in rows if not row["tried"])
    return Counter("the original does not compile" if each.startswith(_OF_ORIGINAL) else each for each in said)


def table(found: Found) -> str:
    """The part of docs/ptx.md about statements: a line for each source, then why some were not run."""
    if not found.statements:
        return ""
    lines = ["", "### Whole statements", "", *_HEADING]
    rows = list(found.statements.values())
    own = [row for row in rows if row["source"] == OWN]
    lines += [_line(name, part) for name, part in (("our own", own), ("of packages", _without(rows, own))) if part]
    if found.contention:
        passed = sum(row["ok"] for row in found.contention.values())
        lines += [
            "",
            f"Threads that meet at one address: {passed} of {len(found.contention)} tests end as the originals do.",
        ]
    left_out = _left_out(rows)
    lines += ["", "Statements that were not run:", "", "| reason | statements |", "|---|--:|"] if left_out else []
    lines += [f"| {escaped(reason)} | {count} |" for reason, count in left_out.most_common()]
    return "\n".join((*lines, ""))


_HEADING = ("| statements | distinct | run | inputs tried | mismatches |", "|---|--:|--:|--:|--:|")


def _without(rows: list[Row], others: list[Row]) -> list[Row]:
    return [row for row in rows if row not in others]


def _line(name: str, rows: list[Row]) -> str:
    run, tried = sum(row["tried"] > 0 for row in rows), sum(row["tried"] for row in rows)
    return f"| {name} | {len(rows)} | {run} | {rounded(tried)} | {sum(row['mismatches'] for row in rows):,} |"
