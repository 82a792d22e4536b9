"""``python -m benchmarks.ptx_second``: see the package."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.ptx_second import results, sources
from benchmarks.ptx_second.cases import all_cases
from benchmarks.ptx_second.model import Case
from benchmarks.ptx_second.mutants import MUTANTS, mutated

DIGESTS = Path(__file__).parent / "digests.json"
THREADS = 4096
# Texts, and why the GPU is not followed.
DISPUTED = {
    "{ .reg .s16 a; cvt.s16.s32 a, %1; abs.s16 a, a; cvt.s32.s16 %0, a; }": (
        "abs.s16 of -32768 is 32768 where ptxas keeps it in a register of 32 bits, which no s16 is"
    ),
}


def clang() -> str:
    """A clang that compiles for the CPU."""
    found = shutil.which("clang++-19") or shutil.which("clang++")
    if found is None:
        raise SystemExit("no clang++ found")
    return found


def run_emulated(program: Path, cases: Sequence[Case], threads: int = THREADS) -> dict[str, bytes]:
    """What the code for AMD computes."""
    output = program.with_suffix(".bin")
    subprocess.run([program, output, str(threads)], check=True)
    return results.read(output, cases)


def digest_mismatches(cases: Sequence[Case], found: Mapping[str, bytes]) -> list[str]:
    """The exact cases whose results are not those of the digests."""
    digests: dict[str, str] = json.loads(DIGESTS.read_text())
    exact = [case for case in cases if case.name in found and not results.is_approximate(case)]
    wrong = [case for case in exact if digests.get(case.name) != results.digest(case, found[case.name])]
    return [f"{case.name}: {case.text.strip()}" for case in wrong if case.text not in DISPUTED]


def judge(reference: Path | None, writes: bool, jobs: int) -> int:
    """Runs the code for AMD, and compares."""
    cases = all_cases()
    with tempfile.TemporaryDirectory() as folder:
        program, refused = sources.build_kept(cases, Path(folder), clang(), jobs)
        found = run_emulated(program, cases)
    if reference is None:
        wrong = digest_mismatches(cases, found)
    else:
        expected = results.read(reference, cases)
        judged = results.judged(cases, expected, found)
        wrong = [str(mismatch) for mismatch in judged if mismatch.case.text not in DISPUTED]
        if writes:
            _write_digests(cases, expected)
    print(*wrong, sep="\n")
    print(*(f"not translated: {case.text.strip()}" for case in cases if case.name in refused), sep="\n")
    print(f"{len(cases)} statements, {len(found)} judged, {len(refused)} not translated, {len(wrong)} mismatches")
    return 1 if wrong else 0


def machine_code(arch: str, threads: int) -> int:
    """Runs the code for AMD as machine code of a GPU, and compares with the digests."""
    from benchmarks.ptx_second import machine

    cases = all_cases()
    with tempfile.TemporaryDirectory() as folder:
        found, refused = machine.run(cases, Path(folder), clang(), arch, threads)
    wrong = digest_mismatches(cases, found)
    print(*wrong, sep="\n")
    exact = sum(not results.is_approximate(case) for case in cases if case.name in found)
    print(f"{arch}: {len(cases)} statements, {exact} judged, {len(refused)} not translated, {len(wrong)} mismatches")
    return 1 if wrong else 0


def _write_digests(cases: Sequence[Case], expected: Mapping[str, bytes]) -> None:
    exact = [case for case in cases if case.name in expected and not results.is_approximate(case)]
    digests = {case.name: results.digest(case, expected[case.name]) for case in exact}
    DIGESTS.write_text(json.dumps(digests, indent=0, sort_keys=True) + "\n")


def mutants() -> int:
    """Are wrong translations noticed?"""
    by_text = {case.text: case for case in all_cases()}
    cases = [by_text[text] for text, _, _ in MUTANTS]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources.write_sources(cases, folder / "cuda")
        sources.convert(folder / "cuda", folder / "hip", "--ptx-header-full")
        changed = mutated(cases, folder / "hip")
        found = run_emulated(sources.build_emulated(folder / "hip", clang()), cases)
    noticed = {line.split(":")[0] for line in digest_mismatches(changed, found)}
    missed = [case.text for case in cases if case.name not in noticed]
    print(*(f"not noticed: {text}" for text in missed), sep="\n")
    print(f"{len(cases) - len(missed)} of {len(cases)} wrong translations noticed")
    return 1 if missed else 0


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ptx_second")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("generate", "original"):
        commands.add_parser(name).add_argument("folder", type=Path)
    judging = commands.add_parser("judge")
    judging.add_argument("--reference", type=Path, help="what the program of the originals wrote on a GPU")
    judging.add_argument("--write", action="store_true", help="write digests.json from it")
    judging.add_argument("--jobs", type=int, default=2)
    commands.add_parser("mutants")
    on_machine = commands.add_parser("machine", help="as machine code of an AMD GPU, on the CPU")
    on_machine.add_argument("--arch", default="gfx942")
    given = parser.parse_args(arguments)
    if given.command == "judge":
        return judge(given.reference, given.write, given.jobs)
    if given.command == "mutants":
        return mutants()
    if given.command == "machine":
        return machine_code(given.arch, THREADS)
    # nvcc knows no named operands.
    sources.write_sources(all_cases(), given.folder / "cuda", has_names=given.command == "generate")
    if given.command == "original":
        print(sources.build_cuda(given.folder / "cuda", shutil.which("nvcc") or "nvcc"))
    else:
        sources.convert(given.folder / "cuda", given.folder / "hip")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
