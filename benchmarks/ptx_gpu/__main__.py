"""The kernels that test translations of PTX on a GPU, and what their runs have shown.

    python -m benchmarks.ptx_gpu generate FOLDER       write kernels, Makefile and runner
    make -C FOLDER -j16                                there, with nvcc and a GPU: build, run, write results.jsonl
    python -m benchmarks.ptx_gpu report FOLDER...      show what differs; with --save, keep the results

README.md says more.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.ptx_gpu import contention, generate, matrix, report, statement_jobs, statement_report, statements
from hipify_py.subjects.ptx import forms

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "ptx.md"


def main() -> int:
    options = _parser().parse_args()
    result: int = options.run(options)
    return result


def _generate(options: argparse.Namespace) -> int:
    wanted = set(options.test or ("value", "memory", "warp", "none", "matrix", "statement", "contention"))
    chosen = [form for form in forms.every() if form.opcode.startswith(tuple(options.only or ("",)))]
    made = list(generate.jobs([form for form in chosen if form.test in wanted - {"matrix"}], options.arch))
    samples = [*statements.collection(), *statements.of_packages(options.packages)]
    whole = list(statement_jobs.jobs(samples if "statement" in wanted and not options.only else (), options.arch))
    others = contention.files() if "contention" in wanted and not options.only else {}
    others |= matrix.files(chosen) if "matrix" in wanted else {}
    generate.write(options.folder, [*made, *whole], others)
    for kind, found in (("forms", made), ("statements", whole)):
        run = sum(not job.reason for job in found)
        print(f"{kind}: {run} pairs of kernels to run, {len(found) - run} not")
    return 0


def _report(options: argparse.Namespace) -> int:
    known = list(forms.every())
    rows, mutants = report.merged(options.folders, known)
    said = list(report.verdict(rows, mutants))
    print("\n".join(said))
    tried, run = sum(row["tried"] for row in rows), sum(row["tried"] > 0 for row in rows)
    wrong = sum(row["mismatches"] > 0 for row in rows)
    caught = sum(mutant.get("mismatches", 0) > 0 for mutant in mutants)
    print(f"{run} of {len(rows)} forms run on {tried:,} inputs, {wrong} differ")
    print(f"{caught} of {len(mutants)} mutants caught")
    found = statement_report.merged(options.folders)
    said += (more := list(statement_report.verdict(found)))
    print("\n".join((*more, *statement_report.summary(found))))
    if options.save:
        _save(known, rows, found)
    return 1 if said else 0


def _save(known: list[forms.Form], rows: list[report.Row], found: statement_report.Found) -> None:
    """What was not generated this time stays as it is."""
    if rows:
        report.save([*report.load_others(rows, known), *rows])
    if found.rows:
        report.save_lines(statement_report.beside_others(found).rows, statement_report.RESULTS)
    DOCUMENT.write_text(document(known), encoding="utf-8")


def document(known: list[forms.Form]) -> str:
    """docs/ptx.md as the tables and the kept results make it."""
    text = DOCUMENT.read_text(encoding="utf-8")
    return report.put(text, report.table(known, report.load()) + statement_report.table(statement_report.load()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ptx_gpu", description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(required=True)
    writes = commands.add_parser("generate", help="write the kernels")
    writes.add_argument("folder", type=Path)
    writes.add_argument("--arch", default=generate.ARCH, help="the GPU that will run them")
    writes.add_argument("--only", action="append", metavar="START", help="only opcodes that start so")
    writes.add_argument(
        "--test",
        action="append",
        metavar="KIND",
        help="only what is tested so: forms by value, memory, warp, matrix, none; statement; contention",
    )
    writes.add_argument(
        "--packages", type=Path, nargs="+", default=[], metavar="FOLDER", help="statements of these code bases too"
    )
    writes.set_defaults(run=_generate)
    reads = commands.add_parser("report", help="show what a run has found")
    reads.add_argument(
        "folders",
        type=Path,
        nargs="*",
        metavar="FOLDER",
        help="where kernels were generated and run; none with --save: only write docs/ptx.md anew",
    )
    reads.add_argument("--save", action="store_true", help="keep the results, and put the table into docs/ptx.md")
    reads.set_defaults(run=_report)
    return parser


if __name__ == "__main__":
    sys.exit(main())
