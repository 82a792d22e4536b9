"""Compilers run over the units of a tree, a few at a time."""

from __future__ import annotations

import dataclasses
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TIMEOUT = 300


@dataclasses.dataclass(frozen=True)
class Compiled:
    """What a compiler said to one unit."""

    unit: str
    accepted: bool
    output: str


def ran(
    command: Sequence[str],
    folder: Path | None = None,
    seconds: int = TIMEOUT,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str] | None:
    """What a program said, or None if it did not finish in time."""
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return None


def compile_all(tree: Path, units: Sequence[str], command: Sequence[str], jobs: int) -> list[Compiled]:
    """Each unit by itself, from the root of its tree."""

    def compile_one(unit: str) -> Compiled:
        done = ran([*command, unit], tree)
        if done is None:
            return Compiled(unit, False, f"error: the compiler did not finish within {TIMEOUT} s")
        return Compiled(unit, done.returncode == 0, done.stdout + done.stderr)

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(compile_one, units))
