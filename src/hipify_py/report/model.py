"""The report of a run: one model, which every format renders and nobody changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Literal, NamedTuple

from hipify_py.file.measure import Measure
from hipify_py.findings import Severity
from hipify_py.records import dataclass
from hipify_py.run.discover import Problem
from hipify_py.run.outcome import Remark


@dataclass(frozen=True, slots=True)
class FileReport:
    """What a run did to a file. `change` is the word for it ("converted", "would convert", …), or nothing.
    `relative` is the path as other machines have it too: relative to what the paths named have in common, with `/`.
    `generator` is the program that wrote the file, if the file says so. `headers` are those of ours that it includes,
    with what it calls of each. `module` counts what became of a module of PTX."""

    path: str
    relative: str
    measure: Measure
    change: str = ""
    skipped: bool = False
    converted: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, int] = field(default_factory=dict)
    ptx: Mapping[str, int] = field(default_factory=dict)
    generator: str = ""
    headers: Mapping[str, Collection[str]] = field(default_factory=dict)
    module: Mapping[str, int] = field(default_factory=dict)


class Known(NamedTuple):
    """A finding of the baseline: where it was, and what."""

    path: str
    rule: str
    fingerprint: str


class Ported(NamedTuple):
    """Why files are portable already and were left as they are, and how many; and the macro of the project, if it is
    one, that a build for AMD defines for them."""

    reason: str
    files: int
    macro: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """How the run was called, as far as the next one goes by it: `options` it needs as well. `flags` are what builds
    with a library need, by library. A run that `keeps_sources` changes build files alone. With
    `assumes_rocm` nobody chose the release."""

    paths: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    output: str = ""
    verified: bool = False
    flags: Mapping[str, str] = field(default_factory=dict)
    keeps_sources: bool = False
    assumes_rocm: bool = False


class Sources(NamedTuple):
    """What files say, before the run and after it: `texts` by path, packed (report/sources.py), for the formats that
    show them. `left_out` says of the others why they are not there."""

    texts: Mapping[str, bytes] = MappingProxyType({})
    left_out: Mapping[str, str] = MappingProxyType({})


class Past(NamedTuple):
    """A finding of an earlier report. `path` is relative, as in `FileReport`."""

    path: str
    line: int
    rule: str
    severity: str
    message: str
    fingerprint: str


class Earlier(NamedTuple):
    """An earlier report, given by the user: `name` is its file. Only of the newest are the `findings` kept."""

    name: str
    counts: Mapping[str, int]
    lines: int
    lines_left: int
    kernels: int
    kernels_left: int
    findings: tuple[Past, ...] = ()


@dataclass(frozen=True)
class Report:
    """`remarks` are sorted by path and place; what was ignored, suppressed or known is counted and not among them.
    `fixed` are the findings of the baseline that are gone, and how many of each. `files` are those that were
    read; `copied` counts those brought along beside them. `dry` is a run that only says what it would do. `earlier` are
    the reports to compare it with, oldest first. `fails` tells which findings make the run fail."""

    command: Literal["convert", "scan", "shim"]
    rocm: str
    archs: tuple[str, ...] = ()
    files: tuple[FileReport, ...] = ()
    remarks: tuple[Remark, ...] = ()
    problems: tuple[Problem, ...] = ()
    suppressed: int = 0
    known: int = 0
    fixed: Mapping[Known, int] = field(default_factory=dict)
    seconds: float = 0.0
    interrupted: bool = False
    copied: int = 0
    dry: bool = False
    exit_code: int | None = None
    ported: tuple[Ported, ...] = ()
    call: Call = field(default_factory=Call)
    sources: Sources = Sources()
    earlier: tuple[Earlier, ...] = ()
    fails: Callable[[Remark], bool] = lambda remark: remark.severity > Severity.INFO
