"""What users say, on the command line and in settings, as one checked request."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from hipify_py.commands.job import is_includable, job_of
from hipify_py.file.marks import PTX_HEADER
from hipify_py.file.style import Style
from hipify_py.options.table import SETTINGS, OptionError, counting
from hipify_py.reading.file_names import SUFFIXES, suffix_of_source
from hipify_py.rules.load import load
from hipify_py.run import config
from hipify_py.run.discover import Selection, common_base
from hipify_py.run.means import PROCESSES
from hipify_py.run.renames import Renames
from hipify_py.run.request import Request
from hipify_py.run.task import Job
from hipify_py.run.triage import baseline, formats, selectors
from hipify_py.run.triage.baseline import Baseline
from hipify_py.run.triage.triage import Triage
from hipify_py.run.verify import Wish

if TYPE_CHECKING:
    from hipify_py.report.model import Earlier
    from hipify_py.run.shim.shim import Wish as Shim
    from hipify_py.run.triage.since import Changes

Given = Mapping[str, Any]


def request_of(command: Literal["convert", "scan", "shim"], given: Given, say: Callable[[str], object]) -> Request:
    settings = settings_of(given, say)
    try:
        return _request(command, given, counting(command, given, settings))
    except (click.UsageError, OptionError, formats.FormatError, selectors.SelectorError) as error:
        message = error.message if isinstance(error, click.UsageError) else str(error)
        key = message.partition(":")[0].removeprefix("--")
        if key not in settings or given.get(SETTINGS[key].name) not in (None, ()):
            raise
        origin = config.origin(key, settings_file(given))
        raise click.UsageError(f"{origin}: {message.removeprefix('--')}") from error


def _request(command: Literal["convert", "scan", "shim"], given: Given, values: Given) -> Request:
    output = values.get("output")
    if command != "scan" and values["diff"] + values["check"] + (output is not None) > 1:
        raise click.UsageError("--diff, --check and -o are mutually exclusive")
    if values.get("build_style") in ("dual", "single"):
        _refuse_converting_sources(values)
    if values.get("interactive"):
        _refuse_whole_trees(values)
    paths = tuple(map(Path, given["paths"]))
    folder, name = _written_to(output, paths) if command == "convert" and output is not None else (None, "")
    job, shim = job_of({**values, "output": folder}), None
    if name:
        job = replace(job, renames={}, renaming=Renames({os.path.realpath(paths[0]): name}))
    if command == "shim":
        job, shim = _for_shim(job, paths, values)
    return Request(
        paths=paths,
        job=job,
        shim=shim,
        command=command,
        selection=_selection(given, values),
        output=folder,
        output_name=name,
        diff=values.get("diff", False),
        check=values.get("check", False),
        copy=values.get("copy", True),
        force=values.get("force", False),
        workers=given.get("jobs") or min(values["jobs"] or cores(), cores()),
        triage=_triage(given, values),
        formats=formats.parse(values["format"], values.get("output_file")),
        statistics=values["statistics"],
        verify=_wish(given, values) if command == "convert" else None,
        cache=values["cache"],
        executor=values.get("executor", PROCESSES),
        require_clean=values.get("require_clean", False),
        respects_ports=values["ported"] == "respect",
        whole_header=values.get("ptx_header_full", False),
        interactive=values.get("interactive", False),
        settings=Path(given["config"]) if given.get("config") else None,
        assumes_rocm=values["rocm"] is None,
    )


def _written_to(output: str, paths: Sequence[Path]) -> tuple[Path, str]:
    """The directory that -o names; with the name of a file, if it is to hold the only source."""
    path = Path(output)
    is_name = suffix_of_source(path.name) in SUFFIXES and not output.endswith(("/", os.sep)) and not path.is_dir()
    if not is_name:
        return path, ""
    if len(paths) != 1 or paths[0].is_dir() or suffix_of_source(paths[0].name) not in SUFFIXES:
        raise click.UsageError(f"-o {output}: is the name of a source, but PATH is not one source; name a directory")
    return path.parent, path.name


def _refuse_converting_sources(values: Given) -> None:
    style = f"--build-style {values['build_style']}"
    if not values["build"]:
        raise click.UsageError(f"{style} changes build files only, so it cannot be combined with --no-build")
    for name in ("rename_files", "verify"):
        if values.get(name):
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} is for converted sources, and with {style} they stay as they are")


def _refuse_whole_trees(values: Given) -> None:
    """What is done with all files or none, or checks them."""
    for name in ("rename_files", "verify"):
        if values[name]:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} needs files that are wholly converted, so --interactive cannot be used")


def _for_shim(job: Job, paths: Sequence[Path], values: Given) -> tuple[Job, Shim]:
    """The sources keep their names and their assembler; helpers lie beside the header."""
    named = values["header_file"]
    header = common_base(list(paths)) / "cuda_to_hip.h" if named is None else Path(named)
    if header.is_dir() or not is_includable(str(header)):
        raise click.UsageError(
            f"-o: {str(header)!r} is not a usable header name; use one such as include/cuda_to_hip.h"
        )
    from hipify_py.run.shim.shim import Wish as Shim  # one command writes a header

    ports = values["fix_sources"]
    shim = Shim(header, fixes=values["fix_includes"] or ports, ports=ports)
    style, beside = Style(for_shim=True), header.parent / PTX_HEADER
    return replace(job, renames={}, style=style, unsafe=False, ptx_header=beside), shim


def _selection(given: Given, values: Given) -> Selection:
    """Which files count. Patterns of a settings file above them are relative to that file."""
    typed = given.get("exclude") or ()
    by_settings = values["exclude"][: len(values["exclude"]) - len(typed)]
    file = config.origin("exclude", settings_file(given)) if by_settings else None
    base = Path(os.path.relpath(_governed(given)[0], file.parent)) if file is not None else Path()
    base = Path() if ".." in base.parts else base
    return Selection(tuple(values["include"]), tuple(typed), values["gitignore"], tuple(by_settings), base)


def settings_of(given: Given, say: Callable[[str], object]) -> dict[str, Any]:
    start, real = _governed(given)
    if given["config"]:
        config.warn_of_wrong_tables(Path(given["config"]), say)
        return config.read(Path(given["config"]), real, trust=given["trust"])
    return config.settings_for(start, real, trust=given["trust"], say=say)


def settings_file(given: Given) -> Path | None:
    """The file of settings that counts beside the user's own, for who asks where a value comes from."""
    return Path(given["config"]) if given["config"] else config.nearest(*_governed(given), lambda _note: None)


def _governed(given: Given) -> tuple[Path, Path]:
    """The directory that settings are looked for from: as the user names it, and without links."""
    paths = [Path(given.get("stdin_filename") or "-" if path == "-" else path) for path in given["paths"]]
    return common_base(paths), common_base([Path(os.path.realpath(path)) for path in paths])


def _triage(given: Given, values: Given) -> Triage:
    """How findings are to be sorted."""
    catalogue = load()
    select = values["select"]
    choice = selectors.Choice(
        catalogue,
        None if select == () else selectors.parse(select, catalogue, "--select"),
        selectors.parse(values["ignore"], catalogue, "--ignore"),
    )
    folder, patterns = values["per_file_ignores"] or config.Rooted(Path(), {})
    ignores = selectors.file_ignores(folder, patterns, catalogue)
    fail_on = selectors.fail_on(values["fail_on"], catalogue)
    if values["baseline"] and given.get("write_baseline") is None and not os.path.lexists(values["baseline"]):
        where = "--baseline" if given.get("baseline") else "the setting 'baseline'"
        raise click.UsageError(f"{where}: {values['baseline']} does not exist; record it with --write-baseline")
    known, recorded = _baselines(values)
    return Triage(choice, ignores, fail_on, known, recorded, _changes(given), _earlier(given))


def _earlier(given: Given) -> tuple[Earlier, ...]:
    """The reports to compare with, read before anything is converted."""
    if not given.get("compare"):
        return ()
    from hipify_py.run.triage.earlier import EarlierError, earlier_reports

    try:
        return earlier_reports([Path(name) for name in given["compare"]])
    except EarlierError as error:
        raise click.ClickException(str(error)) from error


def _baselines(values: Given) -> tuple[Baseline | None, Path | None]:
    """The baseline to hold findings against, and the file to record them in."""
    named, recorded = values["baseline"], values["write_baseline"]
    if recorded is None:
        return (None if named is None else baseline.read(Path(named))), None
    if values.get("since") is not None:
        raise click.UsageError("--write-baseline records all findings and cannot be combined with --since")
    file = Path(recorded or named or baseline.DEFAULT_NAME)
    baseline.refuse_others(file)
    return None, file


def _changes(given: Given) -> Changes | None:
    if given.get("since") is None:
        return None
    from hipify_py.run.triage.since import SinceError, changes_since

    try:
        return changes_since(given["since"], common_base([Path(path) for path in given["paths"]]))
    except SinceError as error:
        raise click.ClickException(str(error)) from error


def _wish(given: Given, values: Given) -> Wish | None:
    """What is to be verified, and how; nothing if it is not."""
    if not values["verify"]:
        for name in ("verify_flags", "verify_compiler", "compile_commands"):
            if given[name] is not None:
                raise click.UsageError(f"--{name.replace('_', '-')} requires --verify")
        return None
    import shlex

    flags, commands = values["verify_flags"], values["compile_commands"]
    # Paths on the command line are relative to where it runs, those in settings to the settings.
    folder, text = flags if isinstance(flags, config.Rooted) else (Path.cwd(), flags or "")
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise click.UsageError(f"--verify-flags: {str(error).lower()}") from error
    return Wish(values["verify_compiler"], tuple(words), folder, Path(commands) if commands else None)


def cores() -> int:
    """The cores that this process may use, where the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
