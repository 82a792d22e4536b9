"""The programs: as CUDA, as converted, and converted with one thing wrong, which must be noticed."""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.corpus import ROOT
from hipify_py import api, helpers
from hipify_py.engine import Result
from hipify_py.file.marks import COMPAT_HEADER, PTX_HEADER
from hipify_py.tables.model import Policy

OWN = (ROOT / "tests" / "compile" / "programs", ROOT / "tests" / "simt" / "kernels", ROOT / "examples")
# What is in place of PTX runs on NVIDIA, too.
STYLE = api.Style.of("kernel", "approx,replace")
_QUOTED = re.compile(r'^\s*#\s*include\s*"([^"/]+)"', re.MULTILINE)
# What CUDA's headers say of a function they say before its name is another one's.
_HEADERS_OF_CUDA = "".join(
    f"#include <{name}.h>\n" for name in ("cuda_runtime", "cuda_bf16", "cuda_fp16", "cuda_fp8", "cuda_fp6", "cuda_fp4")
)
_MAIN = re.compile(rb"\bint\s+main\s*\(")
# What a wrong converter could write: a name for its neighbor, a width or a mask for another. What does not stand in a
# program is not tried there.
WRONG = (
    (r"hipMemcpyDeviceToHost", r"hipMemcpyHostToDevice"),
    (r"hipMemcpyHostToDevice", r"hipMemcpyDeviceToHost"),
    (r"__shfl_down\(", r"__shfl_up("),
    (r"__shfl_xor\(", r"__shfl_up("),
    (r"hipify_compat::ballot", r"~hipify_compat::ballot"),
    (r", 32\)", r", 16)"),
    (r"HIPBLAS_OP_N", r"HIPBLAS_OP_T"),
    (r"HIPFFT_FORWARD", r"HIPFFT_BACKWARD"),
    (r"hipMemset\(([^,()]+), 0,", r"hipMemset(\1, 1,"),
    (r"hipDeviceSynchronize\(\)", r"hipDeviceReset()"),
)
_MOST_OF_A_KIND = 6
# Where what hipify_compat.hpp has for AMD alone begins.
_FOR_AMD = re.compile(r"#if HIPIFY_PTX_ON_AMD\n(?=(?:#include <hip/[^\n]*\n)*\nnamespace hipify_compat )")
_BECOMES_CUDAS = re.compile(r"using hipify_compat::(__\w+);")
# These would be ambiguous beside CUDA's own: the same types.
_CUDAS_OWN = re.compile(r"using hipify_compat::(?:min|max|sincos|__shfl(?:_up|_down|_xor)?);\n")
_APART = re.compile(rb"^// not compared on a GPU: ", re.MULTILINE)
"""The mark of a program that is right and yet prints something else as HIP; the reason stands behind it."""


def collected(folders: Sequence[Path]) -> list[Path]:
    """The files with a `main`, each alone or as the `main` of its folder."""
    found = ((path, path.read_bytes()) for folder in folders for path in sorted(folder.rglob("*.cu")))
    return [path for path, data in found if _MAIN.search(data) and not _APART.search(data)]


def name_of(path: Path) -> str:
    return path.parent.name if path.stem == "main" else path.stem


def write(paths: Sequence[Path], policy: Policy, into: Path) -> None:
    """`cuda/NAME`, `hip/NAME` and `wrong/NAME.N`, each a folder with a `main.cu` and what it includes."""
    mutants = dict.fromkeys(WRONG, 0)
    for path in paths:
        name = name_of(path)
        beside = _beside(path)
        _put(into / "cuda" / name, path, beside)
        results = {
            each: api.convert(each.read_bytes(), policy, path=str(each), style=STYLE) for each in (path, *beside)
        }
        converted = {each: result.output.decode("utf-8", "surrogateescape") for each, result in results.items()}
        headers = headers_of(results.values())
        _put_texts(into / "hip" / name, path, converted, headers)
        original = path.read_text(encoding="utf-8", errors="surrogateescape")
        for number, (pair, wrong) in enumerate(with_faults(converted[path], original, mutants)):
            mutants[pair] += 1
            _put_texts(into / "wrong" / f"{name}.{number}", path, {**converted, path: wrong}, headers)


def with_faults(text: str, original: str, mutants: dict[tuple[str, str], int]) -> Iterator[tuple[tuple[str, str], str]]:
    """What a file was converted to with one thing wrong everywhere, where the original is without it."""
    for pair, count in mutants.items():
        right, wrong = pair
        changed, found = re.subn(right, wrong, text)
        if count < _MOST_OF_A_KIND and found > len(re.findall(right, original)):
            yield pair, changed


def _beside(path: Path) -> list[Path]:
    """The headers of its folder that a program includes, also through each other."""
    taken = [path]
    for each in taken:
        names = _QUOTED.findall(each.read_text(encoding="utf-8", errors="replace"))
        found = dict.fromkeys(path.parent / name for name in names)
        taken += [header for header in found if header.is_file() and header not in taken]
    return taken[1:]


def headers_of(results: Iterable[Result]) -> dict[str, str]:
    """The headers of ours that some files call."""
    calls: dict[str, set[str]] = defaultdict(set)
    for result in results:
        for header, names in result.header_calls.items():
            calls[header] |= names
    texts = {header: helpers.text_for(header, names) for header, names in calls.items()}
    if PTX_HEADER in texts:
        texts[PTX_HEADER] = as_for_nvidia(texts[PTX_HEADER])
    if COMPAT_HEADER in texts:
        texts[COMPAT_HEADER] = in_place_of_cuda(texts[COMPAT_HEADER])
    return texts


def in_place_of_cuda(header: str) -> str:
    """hipify_compat.hpp for NVIDIA, with the same names as the functions of CUDA that it is compared with."""
    header = as_for_nvidia(header)
    header = _FOR_AMD.sub("#if 1\n", header)
    header = _CUDAS_OWN.sub("", _HEADERS_OF_CUDA + header)
    return _BECOMES_CUDAS.sub(_as_macro, header)


def _as_macro(using: re.Match[str]) -> str:
    """Who says `wmma::` before a name finds it there."""
    return using[0] if using[1] in helpers.OF_WMMA else f"#define {using[1]} hipify_compat::{using[1]}"


def as_for_nvidia(header: str) -> str:
    return re.sub(r"#if defined\(__HIP_PLATFORM_AMD__\)[^\n]*", "#if 0  // as for NVIDIA", header, count=1)


def _put(folder: Path, path: Path, beside: Sequence[Path]) -> None:
    folder.mkdir(parents=True)
    shutil.copy(path, folder / "main.cu")
    for each in beside:
        shutil.copy(each, folder / each.name)


def _put_texts(folder: Path, path: Path, texts: dict[Path, str], headers: dict[str, str]) -> None:
    folder.mkdir(parents=True)
    for each, text in texts.items():
        name = "main.cu" if each == path else each.name
        (folder / name).write_text(text, encoding="utf-8", errors="surrogateescape")
    for name, text in headers.items():
        (folder / name).write_text(text, encoding="utf-8")
