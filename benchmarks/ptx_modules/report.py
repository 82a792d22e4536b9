"""What the compilers and the GPU have found, in words."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.ptx_modules import compiled, ptx_text
from benchmarks.ptx_modules.package import JOBS

Row = dict[str, Any]
EQUAL, NEAR, DIFFERENT, NOTHING = "equal", "near", "different", "nothing"
_WRONG = (
    DIFFERENT,
    "fails as translated",
    "crashes as translated",
    "does not end as translated",
    "has other parameters as translated",
    "does not load as translated",
    "does not compile as translated",
)
_RANK = (*_WRONG, NEAR, EQUAL, "unstable", NOTHING)
_TOP = 30


# -- compiling ---------------------------------------------------------------------------------------------------------


def of_compiling(rows: Sequence[Row]) -> Iterator[str]:
    kernels, functions = (sum(row[key] for row in rows) for key in ("kernels", "functions"))
    done = sum(len(row["translated"]) for row in rows)
    done_functions = sum(len(row["translated_functions"]) for row in rows)
    whole = sum(len(row["translated"]) == row["kernels"] and not row["error"] for row in rows)
    yield f"{len(rows)} modules, {whole} with all kernels; {done} of {kernels} kernels translated"
    yield f"{done_functions} of {functions} functions translated"
    yield from _left(rows)
    yield from _most("reasons", (_plain(reason) for row in rows for reason in row["reasons"]))
    yield from _most("the translator died", (_plain(row["error"]) for row in rows if row["error"]))
    yield from _compilers(rows)
    yield from _by(rows, "package")
    yield from _by(rows, "options")


def _left(rows: Sequence[Row]) -> Iterator[str]:
    """Kernels that were left out; those with instructions that are for later are counted by these."""
    left = [special for row in rows for special in row["left"].values()]
    kinds = Counter(next((kind for kind in ptx_text.SPECIAL if kind in special), "others") for special in left)
    yield f"{len(left)} kernels left out: " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())


def _compilers(rows: Sequence[Row]) -> Iterator[str]:
    tried = Counter(arch for row in rows for arch in row["compiled"])
    failed = compiled.failing(rows)
    for arch, count in sorted(tried.items()):
        bad = sum(each == arch for _name, each, _error in failed)
        yield f"{arch}: {count - bad} of {count} modules compile"
    first: dict[str, str] = {}
    for name, _arch, error in failed:
        first.setdefault(_plain(error.partition(": ")[2]), name)
    texts = Counter(_plain(error.partition(": ")[2]) for _name, _arch, error in failed)
    yield from (f"{count:6}  {text}  ({first[text]})" for text, count in texts.most_common(_TOP))


def _by(rows: Sequence[Row], key: str) -> Iterator[str]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row[key]].append(row)
    yield f"by {key}:"
    for name, found in sorted(groups.items()):
        kernels, done = sum(row["kernels"] for row in found), sum(len(row["translated"]) for row in found)
        yield f"  {name or '-':28} {len(found):4} modules, {done} of {kernels} kernels"


def _most(title: str, texts: Iterable[str]) -> Iterator[str]:
    counts = Counter(texts)
    if counts:
        yield f"{title}:"
        yield from (f"{count:6}  {text}" for text, count in counts.most_common(_TOP))


def _plain(text: str) -> str:
    """Without names and numbers that are another each time."""
    text = re.sub(r"\b(?:_Z|__)\w+", "NAME", text)
    return re.sub(r"(?<=[%$])[\w$]*\d+|\b\d+\b", "N", text)[:200]


# -- running -----------------------------------------------------------------------------------------------------------


def of_running(packed: Path, results: Path) -> tuple[list[str], int]:
    jobs = {job["job"]: job for job in json.loads((packed / JOBS).read_text(encoding="utf-8"))}
    tries: dict[int, list[Row]] = defaultdict(list)
    for line in results.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        tries[row["job"]].append(row)
    verdicts = {job: verdict(rows) for job, rows in tries.items()}
    right = {job: said for job, said in verdicts.items() if not jobs[job]["mutant"]}
    lines = [f"{len(jobs)} jobs, {len(tries)} were run"]
    lines += [f"{count:6} {said}" for said, count in Counter(right.values()).most_common()]
    equal = [jobs[job] for job, said in right.items() if said in (EQUAL, NEAR)]
    lines.append(f"equal or near: {len(equal)} kernels of {len({job['module'] for job in equal})} modules")
    for job, said in sorted(right.items()):
        if said in (*_WRONG, NEAR):
            lines += _shown(jobs[job], said, tries[job])
    lines += _of_mutants(jobs, verdicts)
    return lines, int(any(said in _WRONG for said in right.values()))


def verdict(rows: Sequence[Row]) -> str:
    """What says most of all tries. What fails as PTX with some memory is judged by the others."""
    said: list[str] = [row["said"] for row in rows]
    return min(said, key=lambda each: _RANK.index(each) if each in _RANK else len(_RANK))


def _shown(job: Row, said: str, rows: Sequence[Row]) -> Iterator[str]:
    yield f"{said}: {job['module']} {job['kernel']}"
    for row in rows:
        if row["said"] == said:
            more = {key: value for key, value in row.items() if key not in ("job", "said")}
            yield f"    {json.dumps(more)}"


def _of_mutants(jobs: dict[int, Row], verdicts: dict[int, str]) -> Iterator[str]:
    """Those of kernels that are equal when nothing is wrong."""
    whole = {
        (jobs[job]["module"], jobs[job]["kernel"])
        for job, said in verdicts.items()
        if said == EQUAL and not jobs[job]["mutant"]
    }
    tried = {
        job: said
        for job, said in verdicts.items()
        if jobs[job]["mutant"] and (jobs[job]["module"], jobs[job]["kernel"]) in whole
    }
    missed = [job for job, said in tried.items() if said not in (*_WRONG, NEAR, "unstable")]
    yield f"{len(tried)} mutants ran, {len(tried) - len(missed)} noticed"
    yield from (f"  not: {jobs[job]['module']} {jobs[job]['kernel']}: {jobs[job]['mutant']}" for job in missed)
