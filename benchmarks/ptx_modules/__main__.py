"""Whether whole modules of PTX are translated, compile for AMD, and compute what they computed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.corpus import DEFAULT_INTO
from benchmarks.ptx_modules import __doc__ as about
from benchmarks.ptx_modules import compiled, make, package, programs, report, sources, translator


def main() -> int:
    options = _parser().parse_args()
    result: int = options.run(options)
    return result


def _make(options: argparse.Namespace) -> int:
    make.be_nice()
    if options.add:
        make.add(options.folder, sorted(options.add.glob("*.ptx")), options.package, options.options)
    else:
        make.make(options.folder, sources.tasks(options.rounds, options.corpus.resolve()))
    print(make.summary(options.folder))
    return 0


def _compile(options: argparse.Namespace) -> int:
    archs = [arch for arch in options.arch or compiled.ARCHITECTURES if arch != "none"]
    compiled.run(options.folder, options.only, archs, options.jobs, options.translator, options.every)
    print("\n".join(report.of_compiling(compiled.newest(options.folder))))
    return 0


def _gpu(options: argparse.Namespace) -> int:
    print(package.pack(options.folder, options.into, options.only, options.mutants, options.judged))
    print(f"there: python3 {options.into}/run.py {options.into} $OUT/results.jsonl --seconds 400")
    return 0


def _programs(options: argparse.Namespace) -> int:
    binaries = options.folder / "programs" / "bin"
    for line in programs.build(options.folder, binaries, options.translator, options.most, options.only):
        print(line, flush=True)
    programs.pack(binaries, options.into)
    return 0


def _report(options: argparse.Namespace) -> int:
    lines, code = report.of_running(options.folder, options.results)
    print("\n".join(lines))
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ptx_modules", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    makes = commands.add_parser("make", help="compile the corpus to PTX")
    makes.add_argument("--rounds", type=int, default=2, help="variants of each source")
    makes.add_argument("--corpus", type=Path, default=DEFAULT_INTO)
    makes.add_argument("--add", type=Path, metavar="DIR", help="only take the .ptx files of a folder")
    makes.add_argument("--package", default="other", help="what added files are of")
    makes.add_argument("--options", default="", help="what added files were compiled with")
    makes.set_defaults(run=_make)
    compiles = commands.add_parser("compile", help="translate, and compile for AMD")
    compiles.add_argument("--arch", action="append", help="default: gfx90a, gfx942 and gfx1100; `none`")
    compiles.add_argument("--every", type=int, default=1, metavar="N", help="compile each N-th; all are translated")
    compiles.add_argument("--jobs", type=int, default=1)
    compiles.add_argument("--translator", default=translator.COMMAND, metavar="CMD")
    compiles.set_defaults(run=_compile)
    packs = commands.add_parser("gpu", help="pack a run on a GPU")
    packs.add_argument("--into", type=Path, default=Path("build/ptx_modules"))
    packs.add_argument("--mutants", type=int, default=60)
    packs.add_argument(
        "--judged", type=Path, action="append", default=[], metavar="JOBS", help="leave out their kernels"
    )
    packs.set_defaults(run=_gpu)
    builds = commands.add_parser("programs", help="build programs whose PTX is replaced")
    builds.add_argument("--into", type=Path, default=Path("build/ptx_programs"))
    builds.add_argument("--translator", default=translator.COMMAND, metavar="CMD")
    builds.add_argument("--most", type=int, default=45)
    builds.set_defaults(run=_programs)
    reads = commands.add_parser("report", help="say what a GPU has found; FOLDER is what was packed")
    reads.set_defaults(run=_report)
    for each in (makes, compiles, packs, builds, reads):
        each.add_argument("folder", type=Path)
    reads.add_argument("results", type=Path)
    for each in (compiles, packs, builds):
        each.add_argument("--only", action="append", default=[], metavar="NAME", help="or a pattern")
    return parser


if __name__ == "__main__":
    sys.exit(main())
