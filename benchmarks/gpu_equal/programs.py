"""The programs: as CUDA, as converted, and converted with one thing wrong, which must be noticed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.corpus import CUDA_SUFFIXES, ROOT
from hipify_py import api
from hipify_py.file.marks import PTX_HEADER, calls_of_header
from hipify_py.subjects.ptx import header
from hipify_py.tables.model import Policy

OWN = (ROOT / "tests" / "compile" / "programs", ROOT / "tests" / "simt" / "kernels", ROOT / "examples")
_MAIN = re.compile(rb"\bint\s+main\s*\(")
# What a wrong converter could write: a name for its neighbor, a width or a mask for another. What does not stand in a
# program is not tried there.
WRONG = (
    ("hipMemcpyDeviceToHost", "hipMemcpyHostToHost"),
    ("hipMemcpyHostToDevice", "hipMemcpyHostToHost"),
    ("__shfl_down(", "__shfl_up("),
    ("__shfl_xor(", "__shfl_down("),
    ("__ballot(", "~__ballot("),
    (", 32)", ", 16)"),
    ("__lane_id() & 32", "__lane_id() & 31"),
    ("HIPBLAS_OP_N", "HIPBLAS_OP_T"),
    ("HIPFFT_FORWARD", "HIPFFT_BACKWARD"),
    ("atomicMax(", "atomicMin("),
    ("hipMemset(", "(void)hipMemset(nullptr, 0, 0); (void)("),
    ("hipDeviceSynchronize()", "hipDeviceReset()"),
)
_MOST_OF_A_KIND = 4


def collected(folders: Sequence[Path]) -> list[Path]:
    """The files with a `main`, each alone or as the `main` of its folder."""
    found = (path for folder in folders for path in sorted(folder.rglob("*.cu")))
    return [path for path in found if _MAIN.search(path.read_bytes())]


def name_of(path: Path) -> str:
    return path.parent.name if path.stem == "main" else path.stem


def write(paths: Sequence[Path], policy: Policy, into: Path) -> None:
    """`cuda/NAME`, `hip/NAME` and `wrong/NAME.N`, each a folder with a `main.cu` and what it includes."""
    mutants = dict.fromkeys(WRONG, 0)
    for path in paths:
        name = name_of(path)
        beside = _beside(path)
        _put(into / "cuda" / name, path, beside)
        converted = {each: _converted(each, policy) for each in (path, *beside)}
        _put_texts(into / "hip" / name, path, converted)
        for number, (pair, wrong) in enumerate(_wrong(path, converted, mutants)):
            mutants[pair] += 1
            _put_texts(into / "wrong" / f"{name}.{number}", path, {**converted, path: wrong})


def _wrong(
    path: Path, converted: dict[Path, str], mutants: dict[tuple[str, str], int]
) -> Iterator[tuple[tuple[str, str], str]]:
    """Of a text with one thing wrong everywhere, where the original is without it."""
    text, original = converted[path], path.read_text(encoding="utf-8", errors="surrogateescape")
    for pair, count in mutants.items():
        right, wrong = pair
        if count < _MOST_OF_A_KIND and right in text and text.count(right) > original.count(right):
            yield pair, text.replace(right, wrong)


def _beside(path: Path) -> list[Path]:
    """What a program in a folder of its own includes from there."""
    if path.stem != "main":
        return []
    return sorted(
        each for each in path.parent.iterdir() if each.suffix in (*CUDA_SUFFIXES, ".h", ".hpp") and each != path
    )


def _converted(path: Path, policy: Policy) -> str:
    result = api.convert(path.read_bytes(), policy, path=str(path))
    return result.output.decode("utf-8", "surrogateescape")


def _put(folder: Path, path: Path, beside: Sequence[Path]) -> None:
    folder.mkdir(parents=True)
    shutil.copy(path, folder / "main.cu")
    for each in beside:
        shutil.copy(each, folder / each.name)


def _put_texts(folder: Path, path: Path, texts: dict[Path, str]) -> None:
    folder.mkdir(parents=True)
    for each, text in texts.items():
        name = "main.cu" if each == path else each.name
        (folder / name).write_text(text, encoding="utf-8", errors="surrogateescape")
    calls = calls_of_header("".join(texts.values()).encode("utf-8", "surrogateescape"))
    if calls:
        (folder / PTX_HEADER).write_text(header.text_for(calls), encoding="utf-8")
