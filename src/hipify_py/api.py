"""What a program imports: conversion of bytes and texts, and runs over trees as the command does them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from hipify_py import engine
from hipify_py.engine import Result
from hipify_py.file.style import DEFAULT_STYLE, Style
from hipify_py.options.model import Kind, Option
from hipify_py.options.table import OptionError, counting, of
from hipify_py.tables.load import load
from hipify_py.tables.model import Policy, Target, Version
from hipify_py.texts import to_bytes, to_text

if TYPE_CHECKING:
    from hipify_py.run.outcome import Remark

__all__ = [
    "DEFAULT_STYLE", "ConvertedText", "Finding", "HipifyError", "Result", "Run", "Style",
    "convert", "convert_text", "convert_tree", "policy", "scan_tree", "undo",
]  # fmt: skip

Progress = Callable[[str, int, int], object]

# What only makes sense at a terminal, or where a program gets it in another way.
_FOR_PEOPLE = frozenset(
    ("interactive", "diff", "format", "output_file", "statistics", "verbose", "quiet", "color", "stdin_filename",
     "show_settings", "show_files")
)  # fmt: skip


class HipifyError(Exception):
    """A request that cannot be met, in one line: an unknown option, a missing path, a broken table."""


class Finding(NamedTuple):
    """What does not carry over. Lines and columns begin at 1, columns count characters, and the end lies behind the
    last one. `fix` is what an editor, or `--unsafe-fixes`, would write; often there is nothing."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    rule: str
    severity: Literal["error", "warning", "info"]
    message: str
    help: str
    fix: str


class ConvertedText(NamedTuple):
    text: str
    findings: tuple[Finding, ...]


class Run(NamedTuple):
    """What a run over a tree did. `files` maps each file that was read to "converted", "renamed", "copied",
    "would change" or nothing; `problems` are files that could not be read or written, `notes` what the command prints
    beside its report."""

    exit_code: int
    findings: tuple[Finding, ...]
    files: Mapping[str, str]
    problems: tuple[str, ...]
    notes: tuple[str, ...]


def policy(
    *,
    rocm: str | None = None,
    target: Target = "hip",
    mapping: Sequence[str | Path] = (),
    unsafe_fixes: bool = False,
    arch: Sequence[str] = (),
) -> Policy:
    """The tables for one ROCm release and target; make it once and reuse it for many files. The options are those of
    `convert_text`."""
    release = Version.parse(rocm) if rocm else None
    return load(tuple(map(Path, mapping))).policy(release, target, unsafe=unsafe_fixes, archs=tuple(arch))


def convert(
    data: bytes, policy: Policy, *, path: str = "<memory>", is_cuda: bool = True, style: Style = DEFAULT_STYLE
) -> Result:
    """Convert one source. Pure: the same bytes, policy and style always give the same result."""
    return engine.convert(data, engine.Context(policy, path=path, is_cuda=is_cuda, style=style))


def convert_text(text: str, *, path: str | Path = "memory.cu", **options: Any) -> ConvertedText:
    """Convert one source, by itself, with the `options` of `convert_tree` that matter to one. `path` decides how it is
    read: as C++ that nvcc compiles (`.cu`, `.cuh`), or as C or C++ of the host."""
    from hipify_py.commands.job import job_of
    from hipify_py.run.discover import File
    from hipify_py.run.runner import outcome_of

    if not isinstance(text, str):
        raise HipifyError(f"convert_text() takes a text, not {type(text).__name__}")
    with _one_error():
        job = job_of(counting("convert", _given("convert", options), {}))
        chosen = job.policy()
    file = File(Path(path), Path(path), "source")
    result = convert(to_bytes(text), chosen, path=str(path), is_cuda=file.is_cuda, style=job.style)
    outcome = outcome_of(result, file, chosen.archs)
    return ConvertedText(to_text(result.output), tuple(map(_finding, outcome.remarks)))


def convert_tree(*paths: str | Path, progress: Progress | None = None, **options: Any) -> Run:
    """Convert files and directories, in place or with `output=` elsewhere, as `hipify-py PATH…` does. `options` are
    those of the command with underscores, such as `rocm="6.4"` or `exclude=["third_party/"]`. `progress` is called with
    each file, its number and how many there are."""
    return _run("convert", paths, progress, options)


def scan_tree(*paths: str | Path, progress: Progress | None = None, **options: Any) -> Run:
    """Report what cannot be converted, and write nothing, as `hipify-py scan PATH…` does."""
    return _run("scan", paths, progress, options)


def undo(path: str | Path = ".", *, force: bool = False) -> tuple[str, ...]:
    """Restore the files of the last conversion in place, as `hipify-py undo` does, and name them."""
    from hipify_py.run.deliver import undo as journal
    from hipify_py.run.deliver.state import StateError

    try:
        undone = journal.undo(Path(path), force=force, say=lambda _note: None)
    except StateError as error:
        raise HipifyError(str(error)) from error
    if undone is None:
        raise HipifyError(f"nothing to undo: no in-place conversion of {path} is recorded")
    if left := [f"{name}: {why}" for name, why in (*undone.kept, *undone.problems)]:
        raise HipifyError(f"not restored: {'; '.join(left)}")
    return tuple(map(str, undone.restored))


def _run(
    command: Literal["convert", "scan"], paths: Sequence[str | Path], progress: Progress | None, options: dict[str, Any]
) -> Run:
    from hipify_py.commands.process import process
    from hipify_py.report.collecting import Collecting

    console = Collecting(progress)
    named = tuple(str(path) for path in paths if isinstance(path, str | os.PathLike) and str(path) != "-")
    if not named or len(named) < len(paths):
        raise HipifyError(f"{command}_tree() takes paths of files and directories")
    with _one_error():
        given = {**_given(command, options), "paths": named}
        code = process(command, given, data_on_stdout=True, console=console)
    report = console.finished
    files = {file.path: file.change for file in report.files} if report is not None else {}
    findings = tuple(map(_finding, report.remarks)) if report is not None else ()
    return Run(code, findings, files, tuple(console.problems), tuple(console.notes))


@contextmanager
def _one_error() -> Iterator[None]:
    """Whatever cannot be met is one kind of error."""
    import click

    from hipify_py.commands.process import failures_of_files

    known: tuple[type[Exception], ...] = (OptionError, *failures_of_files())
    try:
        yield
    except click.ClickException as error:
        raise HipifyError(error.format_message()) from error
    except known as error:
        raise HipifyError(str(error)) from error


def _given(command: Literal["convert", "scan"], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the command line gives them; one text may stand for a list of one."""
    known = {option.name: option for option in of(command) if option.name not in _FOR_PEOPLE}
    if unknown := [name for name in options if name not in known]:
        raise HipifyError(f"{command} has no option {unknown[0]!r}")
    given = {option.name: option.given_by_default for option in of(command)}
    for name, value in options.items():
        given[name] = _value(known[name], value)
    return given


def _value(option: Option, value: Any) -> Any:
    """A value as the command line gives it; a number may stand for a text, as in `rocm=6.4`."""
    is_fitting, wanted = isinstance(value, str | os.PathLike | int | float), "a text"
    if option.kind is Kind.FLAG:
        is_fitting, wanted = isinstance(value, bool), "True or False"
    elif option.kind is Kind.NUMBER:
        is_fitting, wanted = isinstance(value, int) and value > 0, "a number above 0"
    elif option.kind in (Kind.LIST, Kind.LIST_OR_TEXT):
        values = (value,) if isinstance(value, str | os.PathLike) else value
        if isinstance(values, Iterable) and all(isinstance(each, str | os.PathLike) for each in values):
            return tuple(map(str, values))
        is_fitting, wanted = False, "a text or a list of texts"
    if value is not None and not is_fitting:
        raise HipifyError(f"{option.name}: expected {wanted}, not {value!r}")
    return value if value is None or option.kind in (Kind.FLAG, Kind.NUMBER) else str(value)


def _finding(remark: Remark) -> Finding:
    start, end = remark.start, remark.end
    severity = cast("Literal['error', 'warning', 'info']", str(remark.severity))
    place = (remark.path, start.line, start.column, end.line, end.column)
    return Finding(*place, remark.rule, severity, remark.message, remark.help, remark.fix_text)
