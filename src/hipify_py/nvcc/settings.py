"""What the environment says, and where the cache lies."""

from __future__ import annotations

import os
from pathlib import Path

from hipify_py import compiled

COMPILER = "HIPIFY_NVCC_COMPILER"
ARCH = "HIPIFY_NVCC_ARCH"
ROCM = "HIPIFY_NVCC_ROCM"
FINDINGS = "HIPIFY_NVCC_FINDINGS"
# What a command depends on, beside its words and files.
ASKED = (COMPILER, ARCH, ROCM, FINDINGS, "PATH", "ROCM_PATH", "HIP_PATH", "HIPIFY_PY_CACHE")
PROGRAM = "hipify-nvcc"


def archs() -> tuple[str, ...]:
    """The GPUs to compile for, if somebody says so."""
    return tuple(arch.strip() for arch in os.environ.get(ARCH, "").split(",") if arch.strip())


def only_warns() -> bool:
    """Whether findings that are errors are shown as warnings, and the compiler is to try."""
    return os.environ.get(FINDINGS, "") == "warn"


def home() -> Path:
    return compiled.cache_folder() / "nvcc"
