"""Whether converted programs compute as machine code of AMD's GPUs what they compute on an NVIDIA GPU.

    python -m benchmarks.amd_equal [--arch GFX] [--level -O2] [PROGRAM…]     # of tests/compile/programs
    python -m benchmarks.amd_equal --keep [PROGRAM…]                         # all targets; keeps results and the page

`expected.json` has what the programs print on an H200 with CUDA 13.0. The machine code runs on the CPU (tools/amdgcn).
"""

from __future__ import annotations

import argparse
import collections
import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.gpu_equal import MEASURED
from hipify_py import api
from tools.amdgcn import build
from tools.amdgcn.pseudocode import Unknown
from tools.hip_toolchain import Toolchain, find_toolchain

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PROGRAMS = ROOT / "tests" / "compile" / "programs"
TARGETS = [(arch, level) for arch in ("gfx90a", "gfx942", "gfx1100") for level in ("-O2", "-O3")]
EXPECTED = HERE / "expected.json"
RESULTS, PAGE = HERE / "results.json", ROOT / "docs" / "machine-code.md"
RIGHT = ("the same", "passes")
_LIMIT = {"AMDGCN_LIMIT": "1000000000"}
_SECONDS = 300


class Verdict(NamedTuple):
    """`what` in few words, and why."""

    name: str
    what: str
    detail: str = ""


def judged(toolchain: Toolchain, arch: str, level: str, expected: Mapping[str, str], name: str) -> Verdict:
    if library := _library_of(PROGRAMS / name):
        return Verdict(name, "needs a library", library)
    with tempfile.TemporaryDirectory() as folder:
        program, sources = Path(folder, "program"), Path(folder, "converted")
        units, errors, warnings = _converted(PROGRAMS / name, sources, arch)
        try:
            flags = [level, f"-I{sources}", f"-I{PROGRAMS}", *map(str, units[1:])]
            build.compile_program(toolchain, arch, units[0], program, flags)
            build.translate([program])
        except Unknown as error:
            return Verdict(name, *_not_built(str(error), errors))
        try:
            done = build.run(program, environment=_LIMIT, timeout=_SECONDS)
        except build.TooSlow:
            return Verdict(name, "too slow here", f"not ended after {_SECONDS} s")
    if done.code == build.STOPPED:
        return Verdict(name, "stopped", done.errors.strip().splitlines()[-1].removeprefix("amdgcn: "))
    if _comparable(done.printed) == _comparable(expected[name]):
        return Verdict(name, "the same")
    if done.code == 0 and "PASS" in done.printed and "PASS" in expected[name]:
        return Verdict(name, "passes", "its own check passes; other digits of errors are printed")
    said = f"reported: {', '.join(warnings)}" if warnings else "not reported"
    return Verdict(name, "differs", f"{said}; it prints {done.printed.strip()[-200:]}")


_LIBRARY = re.compile(r"#include *<(cublas|cufft|curand|cusolver|cusparse|nccl|nvrtc)")


def _library_of(source: Path) -> str:
    """A library with host code that a program needs."""
    for path in [source] if source.is_file() else sorted(source.rglob("*.cu")):
        if found := _LIBRARY.search(path.read_text(encoding="utf-8")):
            return found[1]
    return ""


def _converted(source: Path, into: Path, arch: str) -> tuple[list[Path], list[str], list[str]]:
    """The translation units of a program that is converted for a GPU, and the rules of errors and warnings."""
    run = api.convert_tree(source, output=into, arch=[arch])
    units = sorted(path for path in into.rglob("*") if path.suffix in (".cu", ".cpp"))
    errors, warnings = (
        sorted({each.rule for each in run.findings if each.severity == kind}) for kind in ("error", "warning")
    )
    return units, errors, warnings


def _not_built(output: str, reported: Sequence[str]) -> tuple[str, str]:
    missing = sorted(set(re.findall(r"undefined reference to `(\w+)", output)))
    if missing:
        return "needs more of the runtime", ", ".join(missing[:4])
    found = re.search(r"error: (.*)", output)
    detail = found[1] if found else output[:200]
    return ("reported", f"{', '.join(reported)}; clang: {detail}") if reported else ("does not compile", detail)


def _comparable(text: str) -> str:
    return MEASURED.sub("", text).strip()


def run(target: tuple[str, str], names: Sequence[str], expected: Mapping[str, str]) -> Iterator[Verdict]:
    toolchain = find_toolchain("7.2")
    if toolchain is None:
        sys.exit("error: no compiler for HIP; run: python -m tools.hip_toolchain --rocm 7.2")
    with ThreadPoolExecutor(build.WORKERS) as pool:
        yield from pool.map(partial(judged, toolchain, *target, expected), names)


def kept() -> dict[str, dict[str, list[str]]]:
    """What came out for each program and target the last time: what, and why."""
    results: dict[str, dict[str, list[str]]] = (
        json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    )
    return results


def keep(target: tuple[str, str], verdicts: Iterable[Verdict]) -> None:
    results = kept()
    for each in verdicts:
        results.setdefault(each.name, {})["".join(target)] = [each.what, each.detail]
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    PAGE.write_text(page(results), encoding="utf-8")


_HEAD = """\
# Machine code of AMD GPUs

This page is written by `python -m benchmarks.amd_equal --keep`.

The programs of `tests/compile/programs` are converted, built by clang for a GPU and a level of optimization, and that
machine code runs on a CPU: `tools/amdgcn` executes the instructions as the documents of AMD describe them. What a
program prints is compared with what the original prints on an NVIDIA H200 with CUDA 13.0, without times and rates;
where it checks its results itself, that check must pass (`passes`).

The kernels of `tests/simt/kernels` run so, too, in `pytest -m amd`: all print what they should at `-O2` and `-O3` for
gfx942 and gfx1100, and at `-O2` for gfx90a. Of 1,948 statements of PTX, 1,901 of those that are translated give exact
results; all of them give on gfx942 what they give on an NVIDIA GPU (`python -m benchmarks.ptx_second machine`).

An executor is not a GPU. It shows what the compiler makes of a conversion: waves of 64 and 32 lanes, votes, shuffles,
atomics, divergence, loops that never end. It does not show the memory model, timing, textures in hardware or drivers.

"""


def page(results: Mapping[str, Mapping[str, Sequence[str]]]) -> str:
    targets = sorted({target for row in results.values() for target in row})
    counts = {
        target: collections.Counter(row[target][0] for row in results.values() if target in row) for target in targets
    }
    kinds = sorted({what for count in counts.values() for what in count}, key=lambda what: (what not in RIGHT, what))
    lines = [
        "| |" + "".join(f" {target.replace('-', ' -')} |" for target in targets),
        "| --- |" + " --- |" * len(targets),
    ]
    lines += [f"| {what} |" + "".join(f" {counts[target][what]} |" for target in targets) for what in kinds]
    waiting = len(json.loads(EXPECTED.read_text(encoding="utf-8"))) - len(results)
    lines += ["", f"{waiting} programs have not been run yet."] if waiting else []
    lines += ["", "What is not the same:", "", "| program | GPU | result |", "| --- | --- | --- |"]
    for name, row in sorted(results.items()):
        grouped: dict[tuple[str, ...], list[str]] = {}
        for target, verdict in sorted(row.items()):
            grouped.setdefault(tuple(verdict), []).append(target.replace("-", " -"))
        for (what, detail), where in grouped.items():
            if what not in RIGHT:
                named = "all" if len(where) == len(targets) else ", ".join(where)
                lines.append(f"| {name} | {named} | {what}: {' '.join(detail.split())} |".replace("<", "&lt;"))
    return _HEAD + "\n".join(lines) + "\n"


def main() -> int:
    expected: dict[str, str] = json.loads(EXPECTED.read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.amd_equal", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--arch", choices=sorted({arch for arch, _ in TARGETS}))
    parser.add_argument("--level", choices=sorted({level for _, level in TARGETS}))
    parser.add_argument("programs", nargs="*", default=sorted(expected))
    parser.add_argument("--keep", action="store_true", help=f"keep the results in {RESULTS.name} and {PAGE.name}")
    options = parser.parse_args()
    failed = False
    for arch, level in TARGETS:
        if options.arch in (None, arch) and options.level in (None, level):
            verdicts = []
            for verdict in run((arch, level), options.programs, expected):
                verdicts.append(verdict)
                if verdict.what not in RIGHT:
                    print(f"{arch} {level} {verdict.name}: {verdict.what} ({verdict.detail})", flush=True)
                if options.keep:
                    keep((arch, level), [verdict])
            counts = collections.Counter(each.what for each in verdicts)
            print(
                f"{arch} {level}: " + ", ".join(f"{count} {what}" for what, count in counts.most_common()), flush=True
            )
            failed = failed or any(each.what in ("differs", "stopped") for each in verdicts)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
