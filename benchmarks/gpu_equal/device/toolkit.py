"""What programs are built with on a machine with nvcc and a GPU; it lies beside what runs there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

HIP = ["-D__HIP__=1", "-D__HIPCC__=1", "-D__HIP_PLATFORM_AMD__=1"]
"""A unit is HIP, whichever compiler reads it."""


def wheels(names: Iterable[str]) -> list[str]:
    """Flags for libraries of CUDA, which may have come as Python packages."""
    flags: list[str] = []
    for folder in (*Path("/opt").glob("*/.venv/lib/python3*/site-packages/nvidia/*"), Path("/usr/local/cuda")):
        include, libraries = folder / "include", folder / "lib"
        if include.is_dir():
            flags += ["-I", str(include)]
        if libraries.is_dir():
            flags += ["-L", str(libraries), "-Xlinker", f"-rpath={libraries}"]
            flags += [f"-l:{each.name}" for name in names for each in libraries.glob(f"lib{name}.so.*")]
    return [*flags, "-lcuda"]
