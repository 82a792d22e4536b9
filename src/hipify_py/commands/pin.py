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
    hipify-py pin src/ -o pinned/              instrument src/, and what conversion makes of it
    hipify-py pin src/ --port hip-src/ -o pinned/   instrument a port instead
    hipify-py pin compare cuda.pin hip.pin     show the first call that computes something else

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
    others = {option.name: option.given_by_default for option in of("convert")}
    return process(
        "convert",
        others | given,
        data_on_stdout=False,
        carry_out=lambda request, console: _pinned(request, None if port is None else Path(port), console),
    )


def _compared(given: dict[str, Any]) -> int:
    raise click.UsageError("not yet")


def _pinned(request: Request, port: Path | None, console: Console) -> int:
    """Both trees; of a port, conversion makes nothing."""
    from hipify_py.run import app
    from hipify_py.run.pin.trees import Pins, copy

    output, code, hip, cuda = request.output, 0, Pins(), Pins()
    assert output is not None
    problems = []
    if port is None:
        tree = output / "hip"
        job = replace(request.job, output=tree)
        code = app.process_paths(replace(request, job=job, output=tree, pins=hip), console)
    else:
        problems += copy(request, (port,), output / "hip", hip, console)
    if code != app.FAILED:
        problems += copy(request, request.paths, output / "cuda", cuda, console)
    for problem in problems:
        console.problem(f"{printable(problem.path)}: {problem.reason}")
    for tree, pins in (("hip", hip), ("cuda", cuda)):
        _say(output / tree, pins, console)
    return app.FAILED if problems else code


def _say(tree: Path, pins: Pins, console: Console) -> None:
    kinds = ", ".join(f"{count} {_KINDS[kind][count != 1]}" for kind, count in pins.recorded.most_common())
    console.note(f"{printable(str(tree))}: {kinds or 'no calls'} recorded in {counted(pins.files, 'file')}")
    for path, place in pins.left:
        console.detail(f"{printable(str(path))}:{place.line}: {printable(place.name)} is not recorded: {place.why}")
    if pins.left:
        console.note(f"{counted(len(pins.left), 'call')} not recorded; -v lists them")
