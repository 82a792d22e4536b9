"""Golden cases in the other modes: these write what the default writes, up to what they are there to change."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from tests.test_cases import CASES, cases, context_of, split

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Take, Write

ROC = api.policy(target="roc")
MACRO = api.Style.of("macro", "approx")
PLACEHOLDER = b'\nconst char *version = "@VERSION@";\n'
_WORD = re.compile(rb"\w+(?:[/.]\w+)*")
_COMMENT_OR_BLANK = re.compile(rb"//[^\n]*|/\*.*?\*/|[\s\\]+", re.S)
_TWICE_DIM3 = re.compile(rb"dim3\((dim3\([^()]*\))\)")
_OF_LIBRARY = re.compile(rb"_?(?:cu|hip|roc|mi(?=open))\w*(?:/[\w.]+|::\w+_engine)?|reinterpret_cast", re.I)


class Golden(NamedTuple):
    """A case without flags: what it is converted from, and to."""

    name: str
    source: bytes
    output: bytes
    context: Context


def goldens() -> Iterator[Golden]:
    """The cases that are sources: a module of PTX becomes another file."""
    for path in cases():
        flags, source, output = split(path)
        if not flags and path.suffix != ".ptx":
            yield Golden(str(path.relative_to(CASES)), source, output, context_of(path, flags))


def _check(written: Callable[[Golden], bytes], wanted: Callable[[Golden], bytes], *words: bytes) -> None:
    """Compare all goldens whose source has one of the words, and show each difference."""
    differing: list[str] = []
    count = 0
    for golden in goldens():
        if words and not any(word in golden.source for word in words):
            continue
        count += 1
        before, after = (each.decode("latin-1").splitlines() for each in (wanted(golden), written(golden)))
        differing += difflib.unified_diff(before, after, golden.name, "in this mode", lineterm="", n=0)
    assert count
    assert not differing, "\n".join(differing)


def test_macro_launches_are_those_of_the_output() -> None:
    """To convert at once is to convert twice: the launch syntax changes launches, and nothing else."""

    def code(data: bytes) -> bytes:
        return _COMMENT_OR_BLANK.sub(b"", _TWICE_DIM3.sub(rb"\1", data)).replace(b";", b";\n")

    def in_macros(data: bytes, golden: Golden) -> bytes:
        return code(convert(data, replace(golden.context, style=MACRO)).output)

    _check(lambda golden: in_macros(golden.source, golden), lambda golden: in_macros(golden.output, golden), b"<<")


def test_the_libraries_of_rocm_change_names_alone() -> None:
    """Where no call takes other arguments there."""

    def without_names(data: bytes) -> bytes:
        return _OF_LIBRARY.sub(b"NAME", data)

    def written(golden: Golden) -> bytes:
        names = [ROC.name(word.decode()) for word in set(_WORD.findall(golden.source)) if word.isascii()]
        if any(found is not None and ROC.argument_changes(found.entry) for found in names):
            return without_names(golden.output)
        return without_names(convert(golden.source, replace(golden.context, policy=ROC)).output)

    libraries = (b"cublas", b"cusparse", b"cusolver", b"curand", b"cudnn", b"CUDA_R_", b"CUDA_C_")
    _check(written, lambda golden: without_names(golden.output), *libraries)


@pytest.mark.slow
def test_templates_are_converted_as_what_they_make() -> None:
    """A placeholder in a statement of its own changes nothing around it."""

    def written(golden: Golden) -> bytes:
        context = replace(golden.context, path=f"{golden.context.path}.in")
        return convert(golden.source + PLACEHOLDER, context).output

    def wanted(golden: Golden) -> bytes:
        plain = PLACEHOLDER.replace(b"@", b"_")
        return convert(golden.source + plain, golden.context).output.replace(plain, PLACEHOLDER)

    _check(written, wanted)


def _differing(some: Mapping[str, bytes], others: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name in {*some, *others} if some.get(name) != others.get(name))


def _old_names(texts: Mapping[str, bytes]) -> dict[str, bytes]:
    return {re.sub(r"\.hip$", ".cu", re.sub(r"\.hip\.h$", ".cuh", name)): text for name, text in texts.items()}


@pytest.mark.thorough
@pytest.mark.slow
def test_trees(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    """In place, to another directory and with renamed files, trees get the same text, which no second run changes."""
    for golden in goldens():
        for place in ("in_place", "source", "renamed"):
            write(Path(place) / golden.name.replace("/", "-") / Path(golden.name).name, golden.source)
    for arguments in (["in_place"], ["source", "-o", "output"], ["renamed", "--rename-files"]):
        assert hipify(*arguments, "-q").code == 1  # findings
    in_place, output, renamed = (
        {name: text for name, (_mode, text) in snapshot(tree / place).items()}
        for place in ("in_place", "output", "renamed")
    )
    assert _differing(in_place, output) == []
    assert _differing(_old_names(in_place), _old_names(renamed)) == []
    for again in ("in_place", "renamed"):
        assert hipify("--diff", again, "-q").data == b""


@pytest.mark.slow
def test_standard_input(hipify: Hipify) -> None:
    _check(
        lambda golden: hipify("-", "--stdin-filename", golden.name, "-q", stdin=golden.source).data,
        lambda golden: golden.output,
    )
