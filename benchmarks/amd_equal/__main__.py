"""Whether converted programs compute as machine code of AMD's GPUs what they compute on an NVIDIA GPU.

    python -m benchmarks.amd_equal [--arch GFX] [--level=-O2] [PROGRAM…]     # of tests/compile/programs
    python -m benchmarks.amd_equal --modules [PROGRAM…]     # with kernels translated from PTX, which nvcc makes of them
    python -m benchmarks.amd_equal --keep [PROGRAM…]        # all targets; keeps results and the page

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

from benchmarks.amd_equal import modules
from benchmarks.gpu_equal import MEASURED
from hipify_py import api
from tools.amdgcn import build
from tools.amdgcn.pseudocode import Unknown
from tools.hip_toolchain import Toolchain, find_toolchain

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PROGRAMS = ROOT / "tests" / "compile" / "programs"
KERNELS, EXAMPLES = ROOT / "tests" / "simt" / "kernels", ROOT / "examples"
EXPECTED = HERE / "expected.json"
RESULTS, PAGE = HERE / "results.json", ROOT / "docs" / "machine-code.md"
RIGHT = ("the same", "passes")
_LIMIT = {"AMDGCN_LIMIT": "1000000000"}
_SECONDS = 300


class Target(NamedTuple):
    arch: str
    level: str
    is_of_ptx: bool = False  # kernels are translated from PTX

    @property
    def name(self) -> str:
        return f"{self.arch} {self.level}"


TARGETS = [Target(arch, level) for arch in ("gfx90a", "gfx942", "gfx1100") for level in ("-O2", "-O3")]
OF_PTX = [Target(arch, "-O2", is_of_ptx=True) for arch in ("gfx90a", "gfx942", "gfx1100")]


class Verdict(NamedTuple):
    """`what` in few words, and why."""

    name: str
    what: str
    detail: str = ""


def judged(toolchain: Toolchain, target: Target, expected: Mapping[str, str], name: str) -> Verdict:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program")
        made = built(toolchain, target, name, program)
        if made.what != "built":
            return made
        try:
            done = build.run(program, environment=_LIMIT, timeout=_SECONDS)
        except build.TooSlow:
            return Verdict(name, "too slow here", f"not ended after {_SECONDS} s")
    return verdict(name, done, expected[name], made.detail)


def built(toolchain: Toolchain, target: Target, name: str, into: Path) -> Verdict:
    """`built`, with the rules of warnings, or why there is no program."""
    source = source_of(name)
    if library := _library_of(source):
        return Verdict(name, "needs a library", library)
    units, errors, warnings = _converted(source, into.with_name("converted"), target.arch)
    try:
        if target.is_of_ptx:
            modules.compile_program(toolchain, target.arch, target.level, source, units, into)
        else:
            flags = [target.level, f"-I{units[0].parent}", f"-I{PROGRAMS}", *map(str, units[1:])]
            build.compile_program(toolchain, target.arch, units[0], into, flags)
        build.translate([into])
    except modules.NotTranslated as error:
        return Verdict(name, "not translated", str(error))
    except Unknown as error:
        return Verdict(name, *_not_built(str(error), errors))
    return Verdict(name, "built", ", ".join(warnings))


def source_of(name: str) -> Path:
    return next(folder / name for folder in (PROGRAMS, KERNELS, EXAMPLES) if (folder / name).exists())


_MISSING = re.compile(r"amdgcn: the code object has no (\S+)")


def verdict(name: str, done: build.Output, expected: str, warnings: str) -> Verdict:
    if done.code == build.STOPPED:
        return Verdict(name, "stopped", done.errors.strip().splitlines()[-1].removeprefix("amdgcn: "))
    if _comparable(done.printed) == _comparable(expected):
        return Verdict(name, "the same")
    if done.code == 0 and "PASS" in done.printed and "PASS" in expected:
        return Verdict(name, "passes", "its own check passes; other digits of errors are printed")
    if missing := _MISSING.search(done.errors):
        return Verdict(name, "has other names", missing[1][:80])
    said = f"reported: {warnings}" if warnings else "not reported"
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


def run(target: Target, names: Sequence[str], expected: Mapping[str, str]) -> Iterator[Verdict]:
    toolchain = find_toolchain("7.2")
    if toolchain is None:
        sys.exit("error: no compiler for HIP; run: python -m tools.hip_toolchain --rocm 7.2")
    with ThreadPoolExecutor(build.WORKERS) as pool:
        yield from pool.map(partial(judged, toolchain, target, expected), names)


_PRINTS = re.compile(r"// prints: (.*)")
# Its warp has lanes that are not in step, of which the program asks.
_ONLY_HERE = "// not compared on a GPU"


def expected_of(*, of_ptx: bool) -> dict[str, str]:
    """What each program prints; those of PTX are of one source, and the small kernels are among them."""
    expected: dict[str, str] = json.loads(EXPECTED.read_text(encoding="utf-8"))
    if not of_ptx:
        return expected
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(KERNELS.glob("*.cu"))}
    printed = {
        name: found[1] for name, text in texts.items() if _ONLY_HERE not in text and (found := _PRINTS.search(text))
    }
    return {name: text for name, text in expected.items() if source_of(name).is_file()} | printed


_KINDS = ("sources", "of PTX")
Results = dict[str, dict[str, list[str]]]


def kept() -> dict[str, Results]:
    """What came out for programs of each kind, by target, the last time: what, and why."""
    results: dict[str, Results] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return results


def keep(target: Target, verdicts: Iterable[Verdict]) -> None:
    results = kept()
    for each in verdicts:
        results.setdefault(_KINDS[target.is_of_ptx], {}).setdefault(each.name, {})[target.name] = [
            each.what,
            each.detail,
        ]
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    PAGE.write_text(page(results), encoding="utf-8")


_HEAD = """\
# Machine code of AMD GPUs

This page is written by `python -m benchmarks.amd_equal --keep`.

The programs of `tests/compile/programs` and `examples` are converted, built by clang for a GPU and a level of
optimization, and that machine code runs on a CPU: `tools/amdgcn` executes the instructions as the documents of AMD
describe them. What a program prints is compared with what the original prints on an NVIDIA H200 with CUDA 13.0, without
times and rates; where it checks its results itself, that check must pass (`passes`).

The kernels of `tests/simt/kernels` run so, too, in `pytest -m amd`: all print what they should at `-O2` and `-O3` for
gfx90a, gfx942 and gfx1100. Of 1,948 statements of PTX, 1,901 of those that are translated give exact results; all of
them give on each of the three what they give on an NVIDIA GPU (`python -m benchmarks.ptx_second machine`).

An executor is not a GPU. It shows what the compiler makes of a conversion: waves of 64 and 32 lanes, votes, shuffles,
atomics, divergence, loops that never end. It does not show the memory model, timing, textures in hardware or drivers.

"""


_HEAD_OF_PTX = """
## Kernels of PTX modules

The same programs of one source, and those of `tests/simt/kernels`: nvcc makes PTX of their kernels, `hipify-py ptx`
translates it, and clang builds that for the GPU. The rest of a program is its converted source. A program whose host
code has other names for its kernels or variables than nvcc (`has other names`) cannot be put together so.
`pipeline_stages.cu` differs on gfx1100, and is right at `-O1`: clang 19 moves a load of shared memory behind the
barrier that follows it ([LLVM issue 181708](https://github.com/llvm/llvm-project/issues/181708)). `roles_in_wave.cu`
and `spin_in_warp.cu` wait for lanes of their own wavefront, of which PTX030 and WRP016 warn.

"""


def page(results: Mapping[str, Results]) -> str:
    return _HEAD + _table(results["sources"], of_ptx=False) + _HEAD_OF_PTX + _table(results["of PTX"], of_ptx=True)


def _table(results: Results, *, of_ptx: bool) -> str:
    targets = [each.name for each in TARGETS if any(each.name in row for row in results.values())]
    counts = {
        target: collections.Counter(row[target][0] for row in results.values() if target in row) for target in targets
    }
    kinds = sorted({what for count in counts.values() for what in count}, key=lambda what: (what not in RIGHT, what))
    lines = ["| |" + "".join(f" {target} |" for target in targets), "| --- |" + " --- |" * len(targets)]
    lines += [f"| {what} |" + "".join(f" {counts[target][what]} |" for target in targets) for what in kinds]
    waiting = len(expected_of(of_ptx=of_ptx)) - len(results)
    lines += ["", f"{waiting} programs have not been run yet."] if waiting else []
    lines += ["", "What is not the same:", "", "| program | GPU | result |", "| --- | --- | --- |"]
    for name, row in sorted(results.items()):
        grouped: dict[tuple[str, ...], list[str]] = {}
        for target, verdict in sorted(row.items()):
            grouped.setdefault(tuple(verdict), []).append(target)
        for (what, detail), where in grouped.items():
            if what not in RIGHT:
                named = "all" if len(where) == len(targets) else ", ".join(where)
                lines.append(f"| {name} | {named} | {what}: {' '.join(detail.split())} |".replace("<", "&lt;"))
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.amd_equal", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--arch", choices=sorted({each.arch for each in TARGETS}))
    parser.add_argument("--level", choices=sorted({each.level for each in TARGETS}))
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--modules", action="store_true", help="translate the kernels from PTX; nvcc is needed")
    parser.add_argument("--keep", action="store_true", help=f"keep the results in {RESULTS.name} and {PAGE.name}")
    options = parser.parse_args()
    expected = expected_of(of_ptx=options.modules)
    if unknown := [name for name in options.programs if name not in expected]:
        parser.error(f"what they print on an NVIDIA GPU is not known: {', '.join(unknown)}")
    failed = False
    for target in OF_PTX if options.modules else TARGETS:
        if options.arch in (None, target.arch) and options.level in (None, target.level):
            verdicts = []
            for verdict in run(target, options.programs or sorted(expected), expected):
                verdicts.append(verdict)
                if verdict.what not in RIGHT:
                    print(f"{target.name} {verdict.name}: {verdict.what} ({verdict.detail})", flush=True)
                if options.keep:
                    keep(target, [verdict])
            counts = collections.Counter(each.what for each in verdicts)
            print(f"{target.name}: " + ", ".join(f"{count} {what}" for what, count in counts.most_common()), flush=True)
            failed = failed or any(each.what in ("differs", "stopped") for each in verdicts)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
