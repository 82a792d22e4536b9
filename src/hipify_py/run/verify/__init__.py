"""`--verify`: converted files are syntax-checked by a compiler, and its errors shown where they come from."""

from __future__ import annotations

from pathlib import Path

from hipify_py.records import dataclass


class VerifyError(Exception):
    """Nothing can be verified; why, in one line."""


@dataclass(frozen=True)
class Wish:
    """What the user asked for. Relative paths in `flags` are relative to `folder`."""

    compiler: str | None = None
    flags: tuple[str, ...] = ()
    folder: Path = Path()
    compile_commands: Path | None = None
