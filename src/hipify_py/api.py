"""What a program imports: conversion of bytes, without files, processes or output."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hipify_py import engine
from hipify_py.engine import Result
from hipify_py.file.style import DEFAULT_STYLE, Style
from hipify_py.tables.load import load
from hipify_py.tables.model import Policy, Target, Version

__all__ = ["DEFAULT_STYLE", "Result", "Style", "convert", "policy"]


def policy(
    *,
    rocm: str | None = None,
    target: Target = "hip",
    mappings: Sequence[Path] = (),
    unsafe: bool = False,
    archs: Sequence[str] = (),
) -> Policy:
    """The tables for one ROCm release and target; make it once and reuse it for many files."""
    release = Version.parse(rocm) if rocm else None
    return load(tuple(mappings)).policy(release, target, unsafe=unsafe, archs=tuple(archs))


def convert(
    data: bytes, policy: Policy, *, path: str = "<memory>", is_cuda: bool = True, style: Style = DEFAULT_STYLE
) -> Result:
    """Convert one source. Pure: the same bytes, policy and style always give the same result."""
    return engine.convert(data, engine.Context(policy, path=path, is_cuda=is_cuda, style=style))
