"""`hipify-nvcc --launch COMMAND…`: a command of clang's, shown converted sources. CMake calls such programs compiler
launchers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from hipify_py.nvcc import NvccError, cleaning, settings
from hipify_py.nvcc.closure import read
from hipify_py.nvcc.compiler import RUNTIME, Compiler
from hipify_py.nvcc.line import Line, expanded, named_as_source, understood
from hipify_py.nvcc.making import converted_for
from hipify_py.nvcc.plans import Plan


def made(words: Sequence[str]) -> Plan:
    """The words behind `--launch`: the compiler, maybe behind launchers of other kinds, and what it is told. What it is
    told besides stands behind all that, as nobody knows where launchers end."""
    cleaning.clean()
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise NvccError(f"{settings.LAUNCH}: {words[0] if words else 'a compiler'}: program not found")
    plan = Plan()
    response_files: dict[str, int] = {}
    line = understood(expanded(words[1:], response_files))
    plan.depends_on([os.path.realpath(program), *response_files])
    plan.depfile = line.depfile
    sources = list(_sources(line, words))
    cuda = [path for path in sources if not path.endswith(".cu") and _is_for_nvcc(path)]
    shown = converted_for(plan, line, sources, Compiler(tuple(words)).rocm, cuda)
    plan.command = [program, *words[1:], *shown, *(RUNTIME if cuda else ())]
    return plan


def _sources(line: Line, words: Sequence[str]) -> Iterator[str]:
    """The inputs; what is there else beside options are programs, and values of options that nvcc has not."""
    behind_c = {word for before, word in pairwise(words) if before == "-c"}
    for source in line.sources:
        path = source.path
        if source.is_converted and (path in behind_c or named_as_source(path)) and Path(path).is_file():
            yield path


def _is_for_nvcc(path: str) -> bool:
    """Whether a file not named `.cu` was compiled as CUDA: nvcc has then included its runtime."""
    data = read(path) or b""
    return b"__global__" in data or b"<<<" in data
