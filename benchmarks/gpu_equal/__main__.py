"""Whether converted programs compute on a GPU what they computed before.

    python -m benchmarks.gpu_equal generate build/gpu_equal [FOLDER…]   # anywhere; with programs of yours
    python3 build/gpu_equal/run.py build/gpu_equal results.json         # with nvcc and an NVIDIA GPU
    python -m benchmarks.gpu_equal report results.json

    python -m benchmarks.gpu_equal kernels build/kernels [PACKAGE…]     # the same for kernels of packages, one by one
    python3 build/kernels/run_kernels.py build/kernels kernels.json
    python -m benchmarks.gpu_equal report kernels.json

A program is built as CUDA, and as converted over headers that turn the names of HIP back into those of CUDA. Its warps
have 32 lanes: `tests/simt` runs kernels on waves of 64.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import NamedTuple, TypedDict

from benchmarks.corpus import DEFAULT_INTO
from benchmarks.gpu_equal import MEASURED, kernel_report, packages, programs, staged, turned_back
from hipify_py import api


class Built(TypedDict):
    compiler: str
    outputs: list[str]


class Verdict(NamedTuple):
    name: str
    what: str
    detail: str = ""


EQUAL, DIFFERENT = "equal", "different"
UNSTABLE, SILENT = "prints something else each time", "prints nothing"
DEVICE = Path(__file__).parent / "device"
NOT_CUDA, NOT_HIP = "does not compile as CUDA here", "does not compile over the headers turned back"


def generate(into: Path, folders: list[Path], corpus: Path) -> None:
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    policy = api.policy()
    paths = programs.collected([*programs.OWN, *folders])
    paths += staged.write(corpus, into / "staged")
    programs.write(paths, policy, into)
    turned_back.write(policy, into / "include")
    for name in ("run.py", "toolkit.py"):
        shutil.copy(DEVICE / name, into / name)
    print(f"{len(paths)} programs, {len(list((into / 'wrong').iterdir()))} with something wrong, in {into}")


def judged(results: dict[str, Built]) -> list[Verdict]:
    names = sorted(key.partition("/")[2] for key in results if key.startswith("cuda/"))
    return [_verdict(name, results[f"cuda/{name}"], results[f"hip/{name}"]) for name in names]


def _verdict(name: str, cuda: Built, hip: Built) -> Verdict:
    if cuda["compiler"]:
        return Verdict(name, NOT_CUDA, cuda["compiler"])
    if hip["compiler"]:
        return Verdict(name, NOT_HIP, hip["compiler"])
    if len(_printed(cuda)) > 1:
        return Verdict(name, UNSTABLE)
    if cuda["outputs"][0] == "exit 0":
        return Verdict(name, SILENT)
    is_equal = _printed(hip) == _printed(cuda)
    return Verdict(name, EQUAL if is_equal else DIFFERENT, "" if is_equal else hip["outputs"][0])


def _printed(built: Built) -> set[str]:
    """What was printed, less what was measured."""
    return {MEASURED.sub("~", text) for text in built["outputs"]}


def unnoticed(results: dict[str, Built], verdicts: list[Verdict]) -> tuple[int, list[str]]:
    """How many wrong versions of programs that are equal were run, and those that print the same all the same."""
    equal = {verdict.name for verdict in verdicts if verdict.what == EQUAL}
    wrong = [key for key in results if key.startswith("wrong/") and key[6:].rpartition(".")[0] in equal]
    compiled = [key for key in wrong if not results[key]["compiler"]]
    same = [key for key in compiled if _printed(results[key]) == _printed(results[f"cuda/{_base(key)}"])]
    return len(compiled), same


def _base(key: str) -> str:
    return key.partition("/")[2].rpartition(".")[0]


def report(path: Path) -> int:
    results = json.loads(path.read_text(encoding="utf-8"))
    if "kernels" in results:
        return kernel_report.report(results)
    verdicts = judged(results)
    for what in (EQUAL, DIFFERENT, UNSTABLE, SILENT, NOT_HIP, NOT_CUDA):
        found = [verdict for verdict in verdicts if verdict.what == what]
        print(f"{len(found):5} {what}" + ("" if what == EQUAL else ": " + ", ".join(each.name for each in found)))
    for verdict in verdicts:
        if verdict.what in (DIFFERENT, NOT_HIP):
            print(f"\n== {verdict.name}: {verdict.what}\n{verdict.detail.strip()[-1_500:]}")
    count, same = unnoticed(results, verdicts)
    print(
        f"\n{count} wrong versions ran, {count - len(same)} of them noticed"
        + "".join(f"\n  not: {key}" for key in same)
    )
    return int(any(verdict.what == DIFFERENT for verdict in verdicts))


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gpu_equal", description=(__doc__ or "").partition("\n")[0]
    )
    commands = parser.add_subparsers(dest="command", required=True)
    generating = commands.add_parser("generate")
    generating.add_argument("into", type=Path)
    generating.add_argument("folders", type=Path, nargs="*")
    generating.add_argument("--corpus", type=Path, default=DEFAULT_INTO, help="where packages with kernels are")
    of_packages = commands.add_parser("kernels")
    of_packages.add_argument("into", type=Path)
    of_packages.add_argument("packages", nargs="*")
    of_packages.add_argument("--corpus", type=Path, default=DEFAULT_INTO)
    commands.add_parser("report").add_argument("results", type=Path)
    options = parser.parse_args()
    if options.command == "report":
        return report(options.results)
    if options.command == "kernels":
        packages.generate(options.into, options.packages, options.corpus)
    else:
        generate(options.into, options.folders, options.corpus)
    return 0


if __name__ == "__main__":
    sys.exit(main())
