"""Macros of libraries by which code asks for a compute capability."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hipify_py import compiled
from hipify_py.texts import to_bytes

FOLDER = Path(__file__).parent / "architectures"


@cache
def well_known() -> Mapping[bytes, int]:
    """The lowest `__CUDA_ARCH__` with each."""
    found: dict[str, int] = compiled.read("architectures", FOLDER, compile_architectures)
    return {to_bytes(name): number for name, number in found.items()}


def compile_architectures(folder: Path) -> dict[str, Any]:
    import yaml

    found: dict[str, Any] = yaml.safe_load((folder / "macros.yaml").read_text(encoding="utf-8"))
    if wrong := [name for name, number in found.items() if not isinstance(number, int)]:
        raise ValueError(f"macros.yaml: {', '.join(wrong)}: needs a number")
    return found
