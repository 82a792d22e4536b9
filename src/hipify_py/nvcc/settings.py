"""What the environment says, and where the cache lies."""

from __future__ import annotations

import os

from hipify_py import installation
from hipify_py.nvcc import NvccError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

COMPILER = "HIPIFY_NVCC_COMPILER"
ARCH = "HIPIFY_NVCC_ARCH"
ROCM = "HIPIFY_NVCC_ROCM"
FINDINGS = "HIPIFY_NVCC_FINDINGS"
MAPPING = "HIPIFY_NVCC_MAPPING"
CACHE = "HIPIFY_NVCC_CACHE"
# Words that nvcc adds to each command line, before its own and behind them.
BEFORE, BEHIND = "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"
# Where compilers look for headers behind the folders of options.
FOLDERS = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")
# What a command depends on, beside its words and files.
ASKED = (
    *(COMPILER, ARCH, ROCM, FINDINGS, MAPPING, "PATH", "ROCM_PATH", "HIP_PATH", "HIPIFY_PY_CACHE"),
    *(BEFORE, BEHIND),
    *FOLDERS,
)
PROGRAM = "hipify-nvcc"
LAUNCH = "--launch"
# Names of NVIDIA GPUs, and of products.
_NO_AMD_GPU = ("sm_", "compute_", "mi")
_homes: list[str] = []
_PRIVATE, _WRITABLE_BY_OTHERS = 0o700, 0o022


def archs() -> tuple[str, ...]:
    """The GPUs to compile for, if somebody says so; raises NvccError."""
    return checked(os.environ.get(ARCH, ""), ARCH)


def checked(names: str, where: str) -> tuple[str, ...]:
    """The GPUs that a text names with commas between; raises NvccError for what is none of AMD's."""
    named = tuple(arch.strip() for arch in names.split(",") if arch.strip())
    if wrong := next((arch for arch in named if arch.lower().startswith(_NO_AMD_GPU)), ""):
        from hipify_py.tables.gpus import why_no_gpu

        raise NvccError(f"{where}: {wrong!r} {why_no_gpu(wrong)}")
    return named


def with_added(words: Sequence[str]) -> list[str]:
    """A command line with the words that variables of nvcc add to it; raises NvccError."""
    return [*_words_of(BEFORE), *words, *_words_of(BEHIND)]


def _words_of(variable: str) -> list[str]:
    if not (text := os.environ.get(variable, "")):
        return []
    import shlex

    try:
        return shlex.split(text)
    except ValueError as error:
        raise NvccError(f"{variable}: {error}") from error


def header_folders() -> list[str]:
    """Where headers are looked for whatever the options are; an empty name is the folder of the command."""
    named = (os.environ.get(name) for name in FOLDERS)
    return [folder or os.curdir for text in named if text for folder in text.split(os.pathsep)]


def only_warns() -> bool:
    """Whether findings that are errors are shown as warnings, and the compiler is to try."""
    return os.environ.get(FINDINGS, "") == "warn"


def mappings() -> tuple[Path, ...]:
    """The user's own mapping tables."""
    from pathlib import Path  # who finds a plan does without

    return tuple(Path(name) for name in os.environ.get(MAPPING, "").split(os.pathsep) if name)


def home() -> Path:
    """The cache; raises NvccError."""
    from pathlib import Path

    return Path(home_folder())


def home_folder() -> str:
    """The cache, in which nobody else may write, as what lies there is compiled and run; raises NvccError."""
    if not _homes:
        _homes.append(_home_folder())
    return _homes[0]


def _home_folder() -> str:
    try:
        path = os.environ.get(CACHE) or os.path.join(installation.cache_folder(), "nvcc")
        os.makedirs(path, mode=_PRIVATE, exist_ok=True)
        status = os.stat(path)
    except (OSError, RuntimeError) as error:
        raise NvccError(f"no directory for the cache: {error}; name one with {CACHE}") from error
    if status.st_mode & _WRITABLE_BY_OTHERS or (hasattr(os, "geteuid") and status.st_uid != os.geteuid()):
        raise NvccError(f"{path}: others can write there; name a directory of your own with {CACHE}")
    return path
