"""What builds say to CUDA's tools and libraries → what they say to ROCm's: `mappings/build/*.yaml`, by file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hipify_py import compiled

FOLDER = compiled.ROOT / "mappings" / "build"


class Library(NamedTuple):
    """A library of CUDA. Without a counterpart it is `dropped`, as nothing takes its place, or there is a `remedy`.
    `roc` is the library that sources call with `--target roc`; with a `library` and a `remedy`, it is linked only
    then."""

    library: str = ""
    target: str = ""
    package: str = ""
    dropped: str = ""
    remedy: str = ""
    findcuda: str = ""
    since: str = ""
    roc: str = ""
    headers: Sequence[str] = ()


def table(name: str) -> Mapping[str, Any]:
    """One of the files, as it stands."""
    found: Mapping[str, Any] = _tables()[name]
    return found


@cache
def libraries() -> Mapping[str, Library]:
    return {name: Library(**row) for name, row in table("libraries").items()}


def library(name: str) -> Library | None:
    """By the name that follows `-l` or `CUDA::`."""
    return libraries().get(name) or libraries().get(name.removesuffix("_static"))


@cache
def by_variable() -> Mapping[str, str]:
    """The libraries by what stands in FindCUDA's variables, as `CUDA_CUBLAS_LIBRARIES`."""
    return {(row.findcuda or name).upper(): name for name, row in libraries().items()}


@cache
def _tables() -> Mapping[str, Any]:
    found: Mapping[str, Any] = compiled.read("builds", FOLDER, compile_builds)
    return found


def compile_builds(folder: Path) -> dict[str, Any]:
    import yaml

    return {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.yaml"))}
