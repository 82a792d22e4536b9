"""Build files that stay as they are for CUDA, and build for AMD when they are told to: `--build-style dual`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit, in_order
from hipify_py.file.surroundings import Surroundings
from hipify_py.findings import Finding
from hipify_py.subjects.buildfiles.branches import chains_of
from hipify_py.subjects.buildfiles.kinds import configures_users
from hipify_py.subjects.buildfiles.words_of_options import GROUP, spans_of
from hipify_py.texts import to_bytes

_GPUS, _FOLDERS, _RELEASE = "BLD002", "BLD010", "BLD014"
_RELOCATABLE = ("-dc", "--device-c", "-dlink", "--device-link", "-rdc", "--relocatable-device-code")
_NO_CONDITIONS = (".ninja", ".mak", ".am", ".in")


class Given(NamedTuple):
    """A build file; `code` has blanks for comments, and `is_unread` tells what no build for AMD reads."""

    kind: str
    name: str
    data: bytes
    code: bytes
    is_unread: Callable[[int], bool]
    archs: tuple[str, ...] = ()


class Both(NamedTuple):
    """What is written; the places of which nothing is to be said, as edits; what is to be said."""

    edits: Sequence[Edit]
    touched: Sequence[Edit]
    findings: Sequence[Finding]


def of(given: Given, made: Iterable[Edit | Finding], around: Surroundings, *, converts: bool) -> Both:
    """What is to be done in place of what conversion would make of the file. A build for AMD `converts` sources as they
    are compiled, or takes them as they are."""
    made = list(made)
    edits = [each for each in made if isinstance(each, Edit)]
    said = [each for each in made if isinstance(each, Finding)]
    if given.kind == "cmake":
        return _of_cmake(given, edits, said, around, converts=converts)
    if given.kind == "make" and not given.name.endswith(_NO_CONDITIONS):
        return _of_make(given, edits, said)
    return _of_others(given, edits, said)


def _of_cmake(given: Given, edits: list[Edit], said: list[Finding], around: Surroundings, *, converts: bool) -> Both:
    from hipify_py.subjects.buildfiles.cmake_dual import DualFile, in_dual
    from hipify_py.subjects.buildfiles.statements import CMakeFile

    is_template = given.name.endswith(".in")
    if edits and configures_users(given.name) and not is_template:
        return Both((), edits, [*said, _exported(edits[0])])
    if edits and around.is_copied:
        return Both((), edits, [*said, _copied(edits[0])])
    dual = DualFile(
        CMakeFile(given.code, archs=given.archs),
        given.data,
        in_order(edits),
        frozenset(os.fsencode(name) for name in around.cuda_sources),
        is_top=given.name == "CMakeLists.txt" and not around.is_added,
        is_above_cuda=around.is_above_cuda,
        is_template=is_template,
        called_with_targets=frozenset(to_bytes(name) for name in around.called_with_targets),
        extended_targets=frozenset(to_bytes(name) for name in around.extended_targets),
        host_sources=frozenset(os.fsencode(name) for name in around.host_sources),
        converts=converts,
    ).result
    settled = [Edit(start, end, b"", "", GROUP) for start, end in dual.settled]
    is_settled = spans_of(settled)
    said = [in_dual(each) for each in said if not is_settled(each.start)]
    inside = [each for each in edits if not is_settled(each.start)]
    return Both(dual.edits, [*settled, *inside], [*said, *dual.findings])


def _copied(edit: Edit) -> Finding:
    message = f"'{edit.why}' is for CUDA, and this template is copied as it is, so that nothing fills in USE_HIP"
    help = "have `configure_file` fill it in, without COPYONLY, and install what that writes"
    return Finding("BLD003", edit.start, max(edit.end, edit.start + 1), message, help=help, subject=edit.why)


def _exported(edit: Edit) -> Finding:
    message = f"'{edit.why}' is for CUDA, and projects that read this file do not set USE_HIP"
    help = "make it a template of `configure_file`, which can fill in whether USE_HIP was set"
    return Finding("BLD003", edit.start, max(edit.end, edit.start + 1), message, help=help, subject=edit.why)


def _of_make(given: Given, edits: list[Edit], said: list[Finding]) -> Both:
    """hipify-nvcc takes options of nvcc and finds libraries in the folder of its toolkit."""
    from hipify_py.subjects.buildfiles.make_dual import MakeDual

    if not edits:
        return Both((), (), said)
    chosen = spans_of(_chosen(given.code))
    made, unsure = MakeDual(
        given.name, given.data, given.code, lambda place: given.is_unread(place) or chosen(place)
    ).result
    kept = [each for each in said if not is_taken(given.kind, each)]
    return Both(made, edits, [*kept, *unsure])


def is_taken(kind: str, found: Finding) -> bool:
    """Whether hipify-nvcc takes what a makefile gives to nvcc."""
    if kind != "make":
        return False
    answers = found.rule == _RELEASE and found.subject.startswith("$")
    return answers or found.rule in (_FOLDERS, _GPUS) or found.subject.startswith(_RELOCATABLE)


def _chosen(code: bytes) -> Iterator[Edit]:
    """The conditionals of a makefile that ask for the option."""
    for chain in chains_of("make", code, None):
        if any(b"USE_HIP" in branch.condition for branch in chain.branches):
            yield Edit(chain.branches[0].head, chain.end, b"", "", GROUP)


_MOST = 100  # places whose lines are counted
_HELP = {
    "python": "choose by `torch.version.hip`, or build with `hipify_py.setuptools.BuildHip`: see docs/hipify-nvcc.md",
    "make": "generate it for AMD with `hipify-nvcc` in the place of nvcc",
    "other": "call a variable in the place of nvcc, and set that to `hipify-nvcc` for AMD; give CMake `-DUSE_HIP=ON`",
}


def _of_others(given: Given, edits: list[Edit], said: list[Finding]) -> Both:
    """Nothing that these say can be made for both without knowing who calls them."""
    if not edits:
        return Both((), (), said)
    first = min(edits)
    lines = sorted({given.data.count(b"\n", 0, each.start) + 1 for each in edits[:_MOST]})
    places = f", as do lines {', '.join(map(str, lines[1:6]))}{' …' * (len(lines) > 6)}" if len(lines) > 1 else ""
    message = f"'{first.why}' is for CUDA{places}: with --build-style dual, this file stays, and builds for CUDA alone"
    help = _HELP.get(given.kind, _HELP["other"])
    found = Finding("BLD001", first.start, max(first.end, first.start + 1), message, help=help, subject=first.why)
    return Both((), edits, [found, *said])
