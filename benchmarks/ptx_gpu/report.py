"""What runs have shown: results.jsonl for the forms, a line for each family in docs/ptx.md.

Thousands of forms were tried on as many inputs, with as few mismatches: a line of results.jsonl says so of all of them,
by their fingerprints. What else there is to know of a form stands in the tables.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from benchmarks.ptx_gpu import matrix
from benchmarks.ptx_gpu.cases import fingerprint, signature
from hipify_py.subjects.ptx.forms import Form

_MOST_NAMED = 4  # instructions in one cell of the table
RESULTS = Path(__file__).with_name("results.jsonl")
BEGIN, END = "<!-- GPU test: begin -->", "<!-- GPU test: end -->"
_RAW = "results.jsonl"  # of a run, in the folder that it ran in

_OF_TABLES = frozenset(("form", "operands", "class", "fingerprint"))
NOT_YET = "not yet run on a GPU"

Row = dict[str, Any]


def merged(folders: Iterable[Path], forms: Iterable[Form]) -> tuple[list[Row], list[Row]]:
    """A row for each form that was generated into a folder and is still in the tables; then one for each mutant."""
    known = {fingerprint(form): form for form in forms}
    rows: dict[str, Row] = {}
    mutants = []
    for job, result in chain.from_iterable(map(_results_of_forms, folders)):
        form = known.get(job["fingerprint"])
        if form is None:
            continue
        if job.get("mutant"):
            mutants.append({**job, **result})
            continue
        row = rows.setdefault(job["fingerprint"], _row(form))
        _add(row, job.get("variant", ""), result, form.test == "none" or "reason" in job)
    return [rows[each] for each in known if each in rows], mutants


def _results_of_forms(folder: Path) -> Iterator[tuple[Row, Row]]:
    yield from results_of(folder)
    yield from results_of(folder, matrix.LISTED, matrix.RAW)


def results_of(folder: Path, listed_in: str = "forms.jsonl", raw: str = _RAW) -> Iterator[tuple[Row, Row]]:
    """Every pair of kernels that was generated, and what came of it."""
    found = {row["number"]: row for row in lines_of(folder / raw)} | (_not_built(folder) if raw == _RAW else {})
    for job in lines_of(folder / listed_in):
        yield job, {"failed": job["reason"]} if "reason" in job else found.get(job["number"], {"failed": "not run"})


def _row(form: Form) -> Row:
    said = {"form": form.opcode, "operands": signature(form), "class": form.kind.value}
    return {**said, "fingerprint": fingerprint(form), "tried": 0, "mismatches": 0}


def _add(row: Row, variant: str, result: Mapping[str, Any], is_known: bool) -> None:
    """One case of a form: what it adds to the form's row."""
    if "failed" in result:
        row.setdefault("not_run" if is_known else "failed", result["failed"])
        return
    row["tried"] += result["tried"]
    row["mismatches"] += result["mismatches"]
    if result.get("all"):
        row["all"] = True
    if result.get("blind"):
        row["blind"] = sorted({*row.get("blind", ()), *result["blind"]})
    if "first" in result:
        row.setdefault("first", {**({"case": variant} if variant else {}), **result["first"]})


def _not_built(folder: Path) -> dict[int, Row]:
    """What build.sh could not build."""
    found = {}
    for path in sorted(folder.glob("kernels-*.failed")):
        for line in path.read_text(encoding="utf-8").splitlines():
            number, _space, message = line.partition(" ")
            if number.isdigit():
                found[int(number)] = {"failed": f"did not compile: {message}"}
    return found


def lines_of(path: Path) -> Iterator[Row]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def save(rows: Iterable[Row]) -> None:
    """Forms of which the same is to be said stand in one line."""
    alike: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        found = {key: value for key, value in row.items() if key not in _OF_TABLES}
        alike[json.dumps(found)].append(row["fingerprint"])
    save_lines(({**json.loads(found), "forms": " ".join(forms)} for found, forms in alike.items()), RESULTS)


def load() -> list[Row]:
    """A row for each form, with its fingerprint and what was found."""
    return [
        {**line, "fingerprint": fingerprint} for line in lines_of(RESULTS) for fingerprint in line.pop("forms").split()
    ]


def load_others(rows: Iterable[Row], known: Iterable[Form]) -> list[Row]:
    """What is kept of forms that are in the tables and not among these rows."""
    wanted = {fingerprint(form) for form in known} - {row["fingerprint"] for row in rows}
    return [row for row in load() if row["fingerprint"] in wanted]


def save_lines(rows: Iterable[Row], path: Path) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def table(forms: Iterable[Form], rows: Iterable[Row]) -> str:
    """The table of docs/ptx.md: by group, a line for each family of forms."""
    by_form = {row["fingerprint"]: row for row in rows}
    families: dict[str, dict[tuple[str, ...], list[Form]]] = defaultdict(lambda: defaultdict(list))
    for form in forms:
        family = (_name(form), form.kind.value, form.note)
        families[form.group][family].append(form)
    parts = []
    for group, members in families.items():
        parts += [f"### {group}", "", *_HEADING]
        parts += [_line(name, kind, note, found, by_form) for (name, kind, note), found in members.items()]
        parts.append("")
    return "\n".join(parts)


_HEADING = ("| instruction | forms | class | inputs tried | mismatches | remarks |", "|---|--:|---|--:|--:|---|")


def _name(form: Form) -> str:
    """What forms of a family share: their head, and what it does if that alone says little."""
    head, *modifiers = form.opcode.split(".")
    if head in ("atom", "red"):
        return f"{head}.{next((word for word in modifiers if word in _ATOMICS), '')}"
    return head


_ATOMICS = ("add", "and", "or", "xor", "min", "max", "inc", "dec", "exch", "cas")


def _line(name: str, kind: str, note: str, forms: list[Form], by_form: Mapping[str, Row]) -> str:
    rows = [by_form.get(fingerprint(form), {"not_run": NOT_YET}) for form in forms]
    tried = sum(row.get("tried", 0) for row in rows)
    wrong = sum(row.get("mismatches", 0) for row in rows)
    remarks = " ".join((*([escaped(note)] if note else []), *_unproven(forms, rows)))
    shown = f"{wrong:,}" if tried else "—"
    return f"| `{name}` | {len(forms)} | {kind} | {rounded(tried)} | {shown} | {remarks} |"


def _unproven(forms: list[Form], rows: list[Row]) -> Iterator[str]:
    """Which forms were not run, and why."""
    why: dict[str, list[str]] = defaultdict(list)
    for form, row in zip(forms, rows, strict=True):
        reason = row.get("not_run") or row.get("failed")
        if reason:
            why[str(reason).removesuffix(".")].append(form.opcode)
    for reason, opcodes in why.items():
        some = ", ".join(f"`{each}`" for each in opcodes[:_MOST_NAMED])
        more = f" and {len(opcodes) - _MOST_NAMED} more" if len(opcodes) > _MOST_NAMED else ""
        which = "" if len(opcodes) == len(forms) else f" ({some}{more})"
        yield f"Not run{which}: {escaped(reason)}."


def rounded(count: int) -> str:
    """A count as one reads it: 12, 4,567,890, 17.2 billion."""
    return f"{count:,}" if count < 10**9 else f"{count / 10**9:,.1f} billion"


def escaped(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def put(document: str, text: str) -> str:
    """A document with the table between its two markers."""
    before, begin, rest = document.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"no place for the table: {BEGIN} … {END}")
    return f"{before}{BEGIN}\n\n{text}\n{END}{after}"


def verdict(rows: Iterable[Row], mutants: Iterable[Row]) -> Iterator[str]:
    """Whatever somebody has to look at, one line each."""
    for row in rows:
        if "failed" in row:
            yield f"{row['form']}: {row['failed']}"
        if row["mismatches"]:
            yield f"{row['form']} ({row['operands']}): {row['mismatches']} of {row['tried']} differ: {row.get('first')}"
        if row.get("blind"):
            yield f"{row['form']} ({row['operands']}): nothing depends on lanes {row['blind']}"
    for mutant in mutants:
        if "failed" in mutant:
            yield f"mutant of {mutant['form']}: {mutant['failed']}"
        elif not mutant["mismatches"]:
            yield f"mutant of {mutant['form']} was not noticed: {mutant['variant']}"
