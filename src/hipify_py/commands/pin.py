"""`hipify-py pin`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hipify_py.commands.build import command
from hipify_py.commands.process import paths, process
from hipify_py.options.table import of
from hipify_py.report.lines import counted, printable

if TYPE_CHECKING:
    from hipify_py.report.console import Console
    from hipify_py.run.pin.trees import Pins
    from hipify_py.run.request import Request
    from hipify_py.run.triage.formats import Destination

_COMPARE = "compare"
# One and several of each kind of call.
_KINDS = {
    "launch": ("launch", "launches"),
    "allocate": ("allocation", "allocations"),
    "free": ("free", "frees"),
    "copy": ("copy", "copies"),
    "set": ("memset", "memsets"),
    "graph": ("graph launch", "graph launches"),
    "library": ("library call", "library calls"),
}


@command("pin", paths())
def run(**given: Any) -> int:
    """Write a CUDA tree and a HIP tree to DIR/cuda and DIR/hip whose programs record what their kernels read and write.

    \b
    hipify-py pin src/ -o pinned/                  instrument src/, and what conversion makes of it
    hipify-py pin src/ --port hip-src/ -o pinned/  instrument src/, and a port of it
    hipify-py pin compare cuda.pin hip.pin         show the first call that computes something else

    Build both trees as the project builds, and run both programs.
    """
    if given["paths"][0] == _COMPARE:
        return _compared(given)
    if given["tolerance"]:
        raise click.UsageError("--tolerance is for `hipify-py pin compare`")
    if "-" in given["paths"]:
        raise click.UsageError("pin reads files and directories, not standard input")
    if given["output"] is None:
        raise click.UsageError("pin requires -o DIR: it writes DIR/cuda and DIR/hip, and leaves the source unchanged")
    port = given.pop("port")
    if port is not None and not Path(port).is_dir():
        raise click.ClickException(f"--port {printable(port)}: not a directory")
    others = {option.name: option.given_by_default for option in of("convert")}
    return process(
        "convert",
        others | given,
        data_on_stdout=False,
        carry_out=lambda request, console: _pinned(request, None if port is None else Path(port), console),
    )


def _compared(given: dict[str, Any]) -> int:
    from hipify_py.report.console import Console
    from hipify_py.run.pin import comparison
    from hipify_py.run.pin.differences import TOLERANCES

    files = given["paths"][1:]
    if len(files) != 2:
        raise click.UsageError("pin compare takes two files: hipify-py pin compare cuda.pin hip.pin")
    if given["output"] is not None or given["port"] is not None:
        raise click.UsageError("-o and --port are for instrumenting; write a comparison with --format html:FILE")
    try:
        tolerances = {**TOLERANCES, **comparison.tolerances(given["tolerance"])}
    except comparison.ToleranceError as error:
        raise click.UsageError(f"--tolerance: {error}") from error
    verbosity = 1 if given["verbose"] else -1 if given["quiet"] else 0
    console = Console(verbosity, given["color"], data_on_stdout=True)
    first, second = map(Path, files)
    return comparison.compared(first, second, console, tolerances=tolerances, outputs=_outputs(given["format"]))


def _outputs(given: tuple[str, ...]) -> tuple[Destination, ...]:
    """The formats that a comparison is wanted in, which are fewer than those of a report."""
    from hipify_py.report.pin import FORMATS
    from hipify_py.run.triage import formats

    try:
        wanted = formats.parse(given, None)
        wanted.refuse_unwritable()
    except formats.FormatError as error:
        raise click.UsageError(str(error)) from error
    except formats.UnwritableError as error:
        raise click.ClickException(str(error)) from error
    if strange := next((name for name, _file in wanted.wanted if name not in FORMATS), None):
        raise click.UsageError(f"--format: a comparison is written as {', '.join(FORMATS)}, not as {strange}")
    return wanted.wanted


def _pinned(request: Request, port: Path | None, console: Console) -> int:
    """Both trees; of a port, conversion makes nothing."""
    from hipify_py.run import app
    from hipify_py.run.pin.trees import Pins, copy
    from hipify_py.run.refusals import refuse_nesting

    output, code, hip, cuda = request.output, 0, Pins(), Pins()
    assert output is not None
    refuse_nesting((*request.paths, *([port] if port else [])), output)
    problems = []
    if port is None:
        job = replace(request.job, output=output / "hip")
        code = app.process_paths(replace(request, job=job, output=job.output, pins=hip), console)
    else:
        problems += copy(request, (port,), output / "hip", hip, console)
    is_whole = code in (app.FINE, app.FOUND)  # and not interrupted
    if is_whole:
        problems += copy(request, request.paths, output / "cuda", cuda, console)
    for problem in problems:
        console.problem(f"{printable(problem.path)}: {problem.reason}")
    _say(output / "hip", hip, console)
    if is_whole:
        _say(output / "cuda", cuda, console)
    else:
        console.note(f"{printable(str(output / 'cuda'))}: not written, as not all of the HIP tree was")
    return app.FAILED if problems else code


def _say(tree: Path, pins: Pins, console: Console) -> None:
    kinds = ", ".join(f"{count} {_KINDS[kind][count != 1]}" for kind, count in pins.recorded.most_common())
    console.note(f"{printable(str(tree))}: {kinds or 'no calls'} recorded in {counted(pins.files, 'file')}")
    for path, place in pins.left:
        console.detail(f"{printable(str(path))}:{place.line}: {printable(place.name)} is not recorded: {place.why}")
    if pins.left:
        console.note(f"{counted(len(pins.left), 'place')} not recorded; -v lists them")
