"""What is measured: files of the corpus, chosen in the same way each time, and texts of any length."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import CUDA_SUFFIXES, source_files, uses_cuda

# What every converter takes for source code without being told; rarer suffixes would only blur the comparison.
COMMON_SUFFIXES = CUDA_SUFFIXES | {".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp"}
WITH_CUDA, DENSE, PLAIN = "files with CUDA", "dense kernels", "files without CUDA"
# All .cu files of the corpus with many kernels are hardly more.
_DENSE_MB = 1.5
# So much real code is repeated for texts of any length.
_REPEATED = 100_000
_LONGEST_REPEATED = 20_000

_KERNEL = re.compile(rb"\b__global__\b")
_KERNEL_NAME = re.compile(rb"\b__global__\b[^;{}()]{0,200}?(?:__launch_bounds__\s*\([^()]*\)\s*)?\b(\w+)\s*\(")
_ASM_MACRO = b'#define ADD_%d(a, b, c) asm volatile("add.u32 %%0, %%1, %%2;" : "=r"(a) : "r"(b), "r"(c))\n'


@dataclass(frozen=True)
class Sample:
    """Copies of corpus files, in a folder of their own."""

    name: str
    folder: Path
    files: tuple[Path, ...]
    megabytes: float


@dataclass(frozen=True)
class Samples:
    cuda: Sample
    dense: Sample
    plain: Sample


def take(corpus: Path, into: Path, limit_mb: float, plain_mb: float) -> Samples:
    """Files in a fixed random order; of the dense ones those with the most kernels for their size."""
    sources = [path for path in source_files(corpus) if path.suffix.lower() in COMMON_SUFFIXES]
    users = [path for path in sources if uses_cuda(path)]
    dense = sorted((path for path in users if path.suffix.lower() == ".cu"), key=_sparsity)
    others = sorted(set(sources) - set(users))
    return Samples(
        _copied(WITH_CUDA, _shuffled(users), corpus, into / "cuda", limit_mb),
        _copied(DENSE, dense, corpus, into / "dense", min(_DENSE_MB, limit_mb)),
        _copied(PLAIN, _shuffled(others), corpus, into / "plain", plain_mb),
    )


def _shuffled(files: Sequence[Path]) -> list[Path]:
    order = sorted(files)
    random.Random(0).shuffle(order)
    return order


def _sparsity(path: Path) -> tuple[float, Path]:
    data = path.read_bytes()
    return -len(_KERNEL.findall(data)) / max(1, len(data)), path


def _copied(name: str, files: Sequence[Path], corpus: Path, into: Path, limit_mb: float) -> Sample:
    copies, total = [], 0
    for path in files:
        if total >= limit_mb * 1e6:
            break
        copy = into / path.relative_to(corpus)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        copies.append(copy)
        total += copy.stat().st_size
    return Sample(name, into, tuple(copies), total / 1e6)


def kernels(dense: Sample, size: int) -> bytes:
    """So many bytes of kernels, in which no kernel has the name of another one."""
    piece = _piece(dense)
    names = sorted(set(_KERNEL_NAME.findall(piece)))
    name = re.compile(rb"\b(?:" + b"|".join(names) + rb")\b")
    return _cut(_repeated(piece, name, size), size)


def _piece(dense: Sample) -> bytes:
    files = (path.read_bytes() for path in _shuffled(dense.files) if path.stat().st_size < _LONGEST_REPEATED)
    piece = b""
    while len(piece) < _REPEATED and (data := next(files, None)) is not None:
        piece += data + b"\n"
    return piece


def _repeated(piece: bytes, name: re.Pattern[bytes], size: int) -> Iterator[bytes]:
    for number in range(size // len(piece) + 1):
        yield name.sub(lambda found, end=b"_%d" % number: found[0] + end, piece)  # type: ignore[misc]


def _cut(pieces: Iterator[bytes], size: int) -> bytes:
    return b"".join(pieces)[:size].rpartition(b"\n")[0] + b"\n"


def asm_macros(count: int) -> bytes:
    """A header of macros that each are an assembler statement."""
    return b"#include <cuda_runtime.h>\n" + b"".join(_ASM_MACRO % number for number in range(count))
