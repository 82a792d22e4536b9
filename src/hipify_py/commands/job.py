"""What is to be made of a file, from the values that count: `convert`, `scan` and `map` ask for it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from hipify_py.file.style import Style
from hipify_py.patterns import pattern
from hipify_py.run.task import Job
from hipify_py.tables.gpus import is_target, why_no_gpu
from hipify_py.tables.load import load
from hipify_py.tables.model import Tables, Version

# No quotes, backslashes or signs that cannot be seen, and the suffix of a header.
_INCLUDABLE = pattern(r"[\w \-+.,@/~]*\.(?:h|hh|hpp|hxx|h\+\+|cuh|inl|inc|ipp|tpp)")
_OLDEST_ROCM = Version(1, 0)
# Up to this one, some releases brought no name that rows list.
_LAST_WITH_GAPS = 5
_GITS = (".git", "git~1")


def job_of(values: Mapping[str, Any]) -> Job:
    mappings = tuple(map(Path, values["mapping"]))
    renames = {".cu": values["cuda_suffix"], ".cuh": values["header_suffix"]} if values["rename_files"] else {}
    output, header = values.get("output"), values["ptx_header"]
    return Job(
        version_of(values["rocm"], load(mappings)),
        values["target"],
        mappings,
        renames,
        style=replace(
            _style(values["launch_syntax"], values["ptx"]),
            translates_matrices=values["tensor_cores"] == "translate",
            converts_builds=values["build"],
            builds=values["build_style"],
        ),
        unsafe=values["unsafe_fixes"],
        archs=archs_of(values["arch"]),
        output=output,
        ptx_header=_header(header, output) if header else None,
    )


def version_of(rocm: str | None, tables: Tables) -> Version:
    if rocm is None:
        return tables.newest_rocm
    try:
        version = Version.parse(rocm)
    except ValueError as error:
        is_known = rocm.isascii() and rocm.isdigit() and int(rocm[:9]) <= tables.newest_rocm[0]
        hint = f"; write {rocm}.0 for the first release of ROCm {rocm}" if is_known else ""
        raise click.UsageError(f"--rocm: {error}{hint}") from error
    if version < _OLDEST_ROCM:
        raise click.UsageError(
            f"--rocm: {version} is older than the first release that the tables know, {_OLDEST_ROCM}"
        )
    if version[:2] > tables.newest_rocm[:2]:
        raise click.UsageError(f"--rocm: {version} is newer than the newest known release, {tables.newest_rocm}")
    known = max((each for each in tables.releases if each <= version), default=version)
    if known[0] < version[0] or (version[0] > _LAST_WITH_GAPS and known[:2] < version[:2]):
        click.echo(f"--rocm: the tables know no ROCm {version}; converting for {known}", err=True)
        return known
    return version


def _style(launches: str, ptx: str) -> Style:
    try:
        return Style.of(launches, ptx)
    except ValueError as error:
        raise click.UsageError(f"--{error}") from error


def archs_of(given: Sequence[str]) -> tuple[str, ...]:
    """The GPUs named, each once and in order."""
    names = [name for text in given for part in text.split(",") if (name := part.strip())]
    for name in names:
        if not is_target(name):
            raise click.UsageError(f"--arch: {name!r} {why_no_gpu(name)}")
    return tuple(sorted(set(names)))


def _header(name: str, output: Path | None) -> Path:
    """A tree that is written elsewhere has its header in it, or it would not be whole."""
    path = Path(name)
    if not is_includable(name):
        raise click.UsageError(
            f"--ptx-header: {name!r} is not a usable header name; use one such as include/hipify_ptx.hpp"
        )
    if output is not None and not Path(os.path.abspath(path)).is_relative_to(os.path.abspath(output)):
        raise click.UsageError(f"--ptx-header: {name} must be inside the output directory {output}")
    return path


def is_includable(name: str) -> bool:
    """Whether a file can be written and included by a name."""
    # Case, and what stands behind a name, mean nothing to some file systems.
    of_git = any(part.lower().rstrip(" .") in _GITS for part in Path(name).parts)
    return _INCLUDABLE.fullmatch(name) is not None and not of_git
