"""What came of launching kernels of packages side by side."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

EQUAL, DIFFERENT = "equal", "different"
# Of several tries, what says most.
_RANK = (
    DIFFERENT,
    "fails as converted",
    "not in the other",
    "has other parameters",
    EQUAL,
    "something else each time",
    "writes nothing",
    "did not end",
    "fails as CUDA",
)
_WRONG = (DIFFERENT, "fails as converted", "not in the other", "has other parameters")


def verdict(tries: Sequence[str]) -> str:
    """What a kernel is, after all tries. One that fails as CUDA with some arguments is judged by the others alone, and
    may fail with those as well."""
    if "fails as CUDA" in tries:
        tries = [said for said in tries if said != "fails as converted"]
    return min(tries, key=lambda said: _RANK.index(said) if said in _RANK else len(_RANK))


def report(results: dict[str, Any]) -> int:
    right = [row for row in results["kernels"] if not row["wrong"]]
    verdicts = {(row["unit"], row["kernel"]): verdict(row["tries"]) for row in right}
    packages: dict[str, Counter[str]] = defaultdict(Counter)
    for (unit, _kernel), said in verdicts.items():
        packages[unit.partition("/")[0]][said] += 1
    _print_packages(packages)
    _print_units(results, verdicts)
    for (unit, kernel), said in sorted(verdicts.items()):
        if said in _WRONG:
            print(f"{said}: {unit} {kernel}")
    _print_faults([row for row in results["kernels"] if row["wrong"]], verdicts)
    return int(any(said in _WRONG for said in verdicts.values()))


def _print_packages(packages: dict[str, Counter[str]]) -> None:
    kinds = sorted({said for counts in packages.values() for said in counts}, key=lambda said: said != EQUAL)
    for name, counts in sorted(packages.items()):
        print(f"{name:14} " + ", ".join(f"{counts[kind]} {kind}" for kind in kinds if counts[kind]))
    total = sum(packages.values(), Counter[str]())
    print(f"{'all':14} " + ", ".join(f"{total[kind]} {kind}" for kind in kinds))


def _print_units(results: dict[str, Any], verdicts: dict[tuple[str, str], str]) -> None:
    failures: dict[str, str] = results["failures"]
    for which, title in (
        ("cuda", "do not compile as CUDA here"),
        ("hip", "do not compile over the headers turned back"),
    ):
        failed = [unit for unit in results["units"] if f"{which}/{unit}" in failures]
        if which == "hip":
            failed = [unit for unit in failed if f"cuda/{unit}" not in failures]
        print(f"{len(failed)} of {len(results['units'])} units {title}")
        for unit in failed if which == "hip" else ():
            print(f"  {unit}: {_first_error(failures[f'{which}/{unit}'])}")
    equal = {unit for (unit, _kernel), said in verdicts.items() if said == EQUAL}
    print(f"{len(equal)} units have kernels that are equal")


def _first_error(text: str) -> str:
    return next((line for line in text.splitlines() if "error" in line), text[:200].strip())


def _print_faults(rows: Iterable[dict[str, Any]], verdicts: dict[tuple[str, str], str]) -> None:
    """Of converted units with one thing wrong, those of which some kernel is noticed to be another."""
    noticed: dict[str, bool] = {}
    for row in rows:
        if verdicts.get((row["unit"], row["kernel"])) == EQUAL:
            name = f"{row['unit'].rpartition('/')[0]}/{row['wrong'].removesuffix('.cubin')}"
            noticed[name] = noticed.get(name, False) or verdict(row["tries"]) in _WRONG
    print(f"{len(noticed)} units with something wrong ran, {sum(noticed.values())} of them noticed")
    for name, seen in sorted(noticed.items()):
        if not seen:
            print(f"  not: {name}")
