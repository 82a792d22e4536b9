"""Converts trees whose names and texts hold bytes that are no UTF-8, and compares them with trees of plain letters.

    python -m benchmarks.robustness.odd_bytes [--count N] [--seed S] [--jobs J]

A trial takes some of `FILES`, and puts odd bytes in place of the marks in their names and texts: in one tree, and in
another one as many letters. Then must hold, for each command: both end with the same exit code, without a traceback or
an internal error; they report the same rules at the same lines; and what they write is the same but for these bytes.
Settings, tables and baselines with odd bytes (`SETTINGS`) may be refused in one line, and nothing is written then.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PATIENCE = 120.0
_KERNEL = b"__global__ void k(int *p) { p[threadIdx.x] = __shfl_sync(~0u, p[0], 1); }\n"
# `@1@` is a text of odd bytes, each number another one.
FILES: dict[bytes, bytes] = {
    b"src/a.cu": b'#include "@1@.cuh"\n#include <cuda_runtime.h>\n// @2@\nvoid f() { cudaFree(0); puts("@3@"); }\n',
    b"src/@1@.cuh": b'#pragma once\n#include <@2@/x.h>\n#define NAME "@3@"\n#if FAST // @1@\n#endif\n' + _KERNEL,
    b"src/@2@.cu": b'#include "../src/@1@.cuh"\n' + _KERNEL + b"void g() { k<<<1, 32>>>(0); } /* @2@ */\n",
    b"src/@3@/b.cpp": b'#include "@2@.hpp"\n#include "cuda_runtime.h"\nvoid h() { cudaMalloc(0, 1); }\n',
    b"src/@3@/@2@.hpp": b'#define SHOWN "@1@"\n#ifdef @1@\n#endif\n'
    b"template <class T> __device__ T v(T t) { return t; }\n",
    b"src/p.cu": b'__device__ int f() { int r; asm("mov.u32 %0, %%laneid; // @1@" : "=r"(r)); return r; } // @2@\n',
    b"src/m.cu": b'#define M(x) asm("@1@" #x) // @2@\n#define N "\\@3@"\n'
    b'void f() { cudaProfilerInitialize("@1@", 0, 0); }\n',
    b"src/@1@.ptx": b".version 7.0\n.target sm_70 // @2@\n.address_size 64\n.visible .entry k()\n{\n\tret; // @3@\n}\n",
    b"src/load.cu": b'void l(CUmodule *m) { cuModuleLoad(m, "@1@.ptx"); }\n',
    b"src/t.cu.in": b"@NAME@ // @1@\n" + _KERNEL,
    b"Makefile": b"CC = /opt/@1@/bin/nvcc\nDIR = @2@\nall: src/@2@.o\n%.o: %.cu\n"
    b"\t$(CC) -arch=sm_70 -I/opt/@3@ -DN=@1@ -c $<\n",
    b"@1@/GNUmakefile": b"include ../@2@.mk\nCUDA_HOME = /usr/@3@/cuda\nLIBS = -L$(CUDA_HOME)/lib64 -lcudart -l@1@\n",
    b"@2@.mk": b"NVCC = $(CUDA_HOME)/bin/nvcc # @1@\nFLAGS = -Xcompiler -D@2@\n",
    b"build.ninja": b"rule CUDA_@1@\n  command = nvcc -I@2@ -c $in -o $out\nbuild @3@.o: CUDA_@1@ src/@2@.cu\n",
    b"CMakeLists.txt": b"project(@1@ LANGUAGES CXX CUDA)\nfind_package(CUDAToolkit REQUIRED) # @2@\n"
    b'add_executable(x src/@2@.cu "src/@1@.cuh")\ntarget_include_directories(x PRIVATE src/@3@)\n'
    b"target_compile_definitions(x PRIVATE FAST=1 N@1@)\ntarget_link_libraries(x CUDA::cudart @3@)\n"
    b"add_subdirectory(@1@)\n",
    b"@1@/CMakeLists.txt": b'include("${CMAKE_SOURCE_DIR}/@2@.cmake")\nset(CMAKE_CUDA_FLAGS "-arch=sm_70 -I@3@")\n',
    b"@2@.cmake": b'if(WITH_@1@)\n  option(USE_HIP "@2@" OFF)\nendif()\n'
    b"set_source_files_properties(@3@.cpp PROPERTIES LANGUAGE CUDA)\n",
    b"compile_commands.json": b'[{"directory": "/@1@", "command": "nvcc -I@2@ -DFAST -c src/@2@.cu",'
    b' "file": "src/@2@.cu"},'
    b' {"directory": ".", "arguments": ["nvcc", "-x", "cu", "-I/@3@", "src/@3@/b.cpp"], "file": "src/@3@/b.cpp"}]\n',
    b"setup.py": b"# -*- coding: latin-1 -*-\n# @1@\nfrom setuptools import setup\n"
    b"from torch.utils.cpp_extension import CUDAExtension\n"
    b'setup(name="@2@", ext_modules=[CUDAExtension("@1@", ["src/@2@.cu"], libraries=["@3@", "cudart"],'
    b' extra_compile_args={"cxx": ["-D@1@"], "nvcc": ["-arch=sm_70", "--use_fast_math"]})])\n',
    b"@3@/setup.py": b'from torch.utils.cpp_extension import CUDAExtension\nx = CUDAExtension("x", ["../src/a.cu"])\n',
    b"@3@/tool.py": b"# -*- coding: latin-1 -*-\nimport pynvml\nfrom . import x as y  # @1@\n"
    b"print('@2@', pynvml.nvmlInit())\n",
    b".gitignore": b"*.o\n@1@.ign\n/@2@-out/\n!@3@*\n[@1@]\n",
    b"src/.gitignore": b"\\@2@\n@3@/[a-@1@]\n",
    b"configure.ac": b"AC_INIT([@1@])\nAC_DEFINE([FAST], 1, [@2@])\nAC_PATH_PROG(NVCC, nvcc, [/opt/@3@])\n",
    b"build.sh": b"#!/bin/sh\n# @1@\nnvcc -arch=sm_70 -I'/@2@' -o \"@3@\" src/@2@.cu\n",
    b"Dockerfile": b"FROM nvidia/cuda:12.0.0-devel-ubuntu22.04\nRUN echo @1@ && nvcc src/@2@.cu\n",
    b"meson.build": b"project('@1@', 'cuda')\nexecutable('@2@', 'src/@2@.cu')\n",
    b"BUILD.bazel": b'cuda_library(name = "@1@", srcs = ["src/@2@.cu"])\n',
    b"README.md": b"Build @1@ with -DFAST=1 and `@2@`.\n",
    b".gitmodules": b'[submodule "@1@"]\n\tpath = @2@\n\turl = https://example.org/@3@\n',
    b"x.vcxproj": b'<Project><ItemGroup><CudaCompile Include="src\\@2@.cu" /></ItemGroup></Project>\n',
    b"environment.yml": b"name: @1@\ndependencies:\n  - cudatoolkit=11.8 # @2@\n",
    b"pyproject.toml": b'[project]\nname = "@1@"\ndependencies = ["cupy-cuda12x", "@2@"]\n',
}
SETTINGS: dict[bytes, bytes] = {
    b".hipify-py.toml": b'exclude = ["@1@/**"]\nignore = ["API003"]\n[per-file-ignores]\n"src/@2@.cu" = ["WRP"]\n',
    b"own.yaml": b"functions:\n  f@1@: g@2@\n",
    b"base.json": b'{"format": "hipify-py baseline", "version": 1, "findings": [{"path": "@1@.cu", "rule": "API001", '
    b'"fingerprint": "0", "count": 1}]}\n',
    b"old.json": b'{"@1@": "@2@"}\n',
}
ODD = (
    *(b"\xf6", b"gr\xf6\xdfe", b"\xe9\xe8", b"\xc3", b"a\xff", b"\xe2\x82", b"\x80\x81", b"\xc0\xaf", b"\xb2"),
    *(b"\xf4\x90\x80\x80", b"\xa0\x85", "x\u2028y".encode(), "x\u0085".encode(), "\u00a0".encode(), "\ufeff".encode()),
    *(b"\xed\xa0\x80", b"\xed\xb3\xb6", "größe".encode(), "日本".encode(), "e\u0301".encode(), "x\u00a0y".encode()),
)  # fmt: skip
COMMANDS = (
    ("scan", "--fail-on", "never", "--format", "json:../report.json", "."),
    ("convert", "--ported", "convert", "-o", "../out", "."),
    ("convert", "--rename-files", "--build-style", "replace", "--format", "json:../report.json", "."),
    ("shim", "--format", "json:../report.json", "."),
    ("convert", "--build-style", "dual", "-o", "../dual", "."),
)
OF_SETTINGS = (("scan", "."), ("scan", "--mapping", "own.yaml", "."), ("scan", "--baseline", "base.json", "."),
    ("scan", "--compare", "old.json", "."), ("--check", "."))  # fmt: skip
_MARK = re.compile(rb"@(\d)@")


class OddError(Exception):
    """What differs from the tree of plain letters, in one line."""


def _filled(text: bytes, values: Mapping[bytes, bytes]) -> bytes:
    return _MARK.sub(lambda mark: values[mark[1]], text)


def _write(folder: Path, files: Mapping[bytes, bytes], values: Mapping[bytes, bytes]) -> None:
    for name, text in files.items():
        path = folder / os.fsdecode(_filled(name, values))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_filled(text, values))


def _run(folder: Path, command: tuple[str, ...]) -> subprocess.CompletedProcess[bytes]:
    beside = folder.parent
    ran = subprocess.run(
        [str(Path(sys.executable).with_name("hipify-py")), *command],
        cwd=folder,
        env={**os.environ, "HIPIFY_PY_STATE": str(beside / "state"), "XDG_CONFIG_HOME": str(beside)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    if b"Traceback" in ran.stderr or b"internal error" in ran.stderr + ran.stdout or ran.returncode not in (0, 1, 2):
        raise OddError(f"{' '.join(command)}: exit code {ran.returncode}: {ran.stderr[-400:].decode(errors='replace')}")
    return ran


def _contents(folder: Path) -> dict[bytes, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {os.fsencode(path.relative_to(folder)): path.read_bytes() for path in paths}


def _findings(folder: Path) -> Counter[tuple[str, int]]:
    report = folder.parent / "report.json"
    if not report.exists():
        return Counter()
    found = json.loads(report.read_bytes())["findings"]
    report.unlink()
    return Counter((each["rule"], each["start"]["line"]) for each in found)


def _same(chance: random.Random, folder: Path) -> None:
    """Compare a tree with odd bytes and one with letters."""
    names = [name for name in FILES if chance.random() < 0.6 or name == b"src/a.cu"]
    odd = {str(number).encode(): chance.choice(ODD) for number in (1, 2, 3)}
    odd = {mark: text + mark for mark, text in odd.items()}  # no two are one
    plain = {mark: b"z" * (len(text) - 1) + mark for mark, text in odd.items()}
    back = {text: odd[mark] for mark, text in plain.items()}
    for command in chance.sample(COMMANDS, 2):
        with tempfile.TemporaryDirectory(dir=folder) as place:
            results = []
            for kind, values in (("odd", odd), ("plain", plain)):
                work = Path(place, kind, "work")
                _write(work, {name: FILES[name] for name in names}, values)
                ran = _run(work, command)
                findings, written = _findings(work), _contents(work.parent)
                kept = {name: text for name, text in written.items() if not name.startswith(b"state/")}
                results.append((ran, findings, {name: _compared(name, text) for name, text in kept.items()}))
            _compare(results[0], results[1], back, f"{' '.join(command)} with {odd}, {b' '.join(names).decode()}")


def _compared(name: bytes, text: bytes) -> bytes:
    """What is to be the same; of the name of a PTX module, its source shows the ASCII part alone."""
    is_module = name.endswith(b".hip") and b", translated by hipify-py" in text
    return text.partition(b"\n")[2] if is_module else text


Result = tuple["subprocess.CompletedProcess[bytes]", "Counter[tuple[str, int]]", dict[bytes, bytes]]


def _compare(odd: Result, plain: Result, back: Mapping[bytes, bytes], what: str) -> None:
    def again(text: bytes) -> bytes:
        for word, bytes_of_it in back.items():
            text = text.replace(word, bytes_of_it)
        return text

    if odd[0].returncode != plain[0].returncode:
        raise OddError(f"{what}: exit code {odd[0].returncode}, not {plain[0].returncode}: {odd[0].stderr!r}")
    if odd[1] != plain[1]:
        raise OddError(f"{what}: reports {odd[1] - plain[1]} instead of {plain[1] - odd[1]}")
    expected = {again(name): again(text) for name, text in plain[2].items()}
    if wrong := sorted(name for name in odd[2].keys() | expected.keys() if odd[2].get(name) != expected.get(name)):
        name = wrong[0]
        raise OddError(f"{what}: {name!r} is {odd[2].get(name)!r}, not {expected.get(name)!r}")


def _refused(chance: random.Random, folder: Path) -> None:
    """Settings with odd bytes are refused, or count; nothing else of the tree suffers."""
    odd = {str(number).encode(): chance.choice(ODD) for number in (1, 2, 3)}
    with tempfile.TemporaryDirectory(dir=folder) as place:
        work = Path(place, "work")
        names = [name for name in SETTINGS if name != b".hipify-py.toml" or chance.random() < 0.5]
        _write(work, {b"src/a.cu": FILES[b"src/a.cu"], **{name: SETTINGS[name] for name in names}}, odd)
        command = chance.choice(OF_SETTINGS)
        before, ran = _contents(work), _run(work, command)
        lines = [line for line in ran.stderr.splitlines() if line.startswith(b"error: ")]
        if ran.returncode == 2 and len(lines) != 1:
            raise OddError(f"{' '.join(command)} with {odd}: {ran.stderr!r}")
        if _contents(work) != before:
            raise OddError(f"{' '.join(command)} with {odd}: has written")


def trials(count: int, seed: int, folder: Path) -> Iterator[str]:
    """What went wrong."""
    for index in range(count):
        chance = random.Random(f"{seed} {index}")
        try:
            (_same if index % 4 else _refused)(chance, folder)
        except (OddError, subprocess.TimeoutExpired) as error:
            yield f"seed {seed} trial {index}: {error}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        share = -(-arguments.count // arguments.jobs)
        seeds = range(arguments.seed, arguments.seed + arguments.jobs)
        wrong = [
            line for found in pool.map(lambda seed: list(trials(share, seed, Path(folder))), seeds) for line in found
        ]
    print(*wrong, f"{share * arguments.jobs} trials, {len(wrong)} went wrong", sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
