"""Builds HIP programs for one AMD GPU and runs them on this machine's CPU."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import struct
import subprocess
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.amdgcn.code_object import CodeObject
from tools.amdgcn.program import CACHE, HERE, build_forms, forms_of, write_program
from tools.amdgcn.pseudocode import Unknown
from tools.hip_toolchain import Toolchain

_RUNTIME = ("-std=c++20", "-O2", "-march=native", "-fPIC", "-shared", "-w", "-D__HIP_PLATFORM_AMD__")
_BUNDLE = b"__CLANG_OFFLOAD_BUNDLE__"
WORKERS = os.cpu_count() or 1
# How many instructions of waves a kernel may take before it counts as one that never ends.
LIMIT = 20_000_000


# The exit code of the runtime where the machine cannot go on.
STOPPED = 70


class TooSlow(Exception):  # noqa: N818 - it names what it is
    """A program that has not ended in time."""


@dataclasses.dataclass(frozen=True)
class Output:
    code: int
    printed: str
    errors: str


def runtime_library(toolchain: Toolchain) -> Path:
    """The folder of the library that stands in for HIP's runtime."""
    texts = [path.read_bytes() for path in sorted(HERE.glob("*.[ch]pp"))]
    digest = hashlib.sha256(b"".join(texts) + " ".join(_RUNTIME).encode()).hexdigest()[:16]
    folder = CACHE / f"runtime-{digest}"
    library = folder / "libamdhip64.so"
    if not library.exists():
        folder.mkdir(parents=True, exist_ok=True)
        partial = folder / f"{os.getpid()}-{threading.get_ident()}.so"
        sources = [str(HERE / "machine.cpp"), str(HERE / "hip_runtime.cpp")]
        _run([toolchain.compiler, *_RUNTIME, f"-I{toolchain.root / 'include'}", *sources, "-o", str(partial), "-ldl"])
        partial.replace(library)
    return folder


def compile_program(toolchain: Toolchain, arch: str, source: Path, into: Path, flags: Sequence[str] = ("-O2",)) -> None:
    """A program of one source and those in `flags`, or with `-c` an object."""
    _run(
        [
            *(
                toolchain.compiler,
                "-x",
                "hip",
                f"--offload-arch={arch}",
                "-std=gnu++17",
                "-w",
                "-fno-caret-diagnostics",
            ),
            *(f"--rocm-path={toolchain.root}", f"--rocm-device-lib-path={toolchain.root / 'bitcode'}", "-no-hip-rt"),
            # What `printf` prints is left in a buffer; no host has to answer while a kernel runs.
            "-mprintf-kind=buffered",
            *("-include", str(HERE / "device_heap.h")),
            *(*flags, "-Xarch_host", "-O0", str(source), "-o", str(into)),
            *(() if "-c" in flags else _linking(toolchain)),
        ]
    )


def link(toolchain: Toolchain, objects: Sequence[Path], into: Path) -> None:
    _run([toolchain.compiler, *map(str, objects), "-o", str(into), *_linking(toolchain)])


def _linking(toolchain: Toolchain) -> list[str]:
    runtime = runtime_library(toolchain)
    return [f"-L{runtime}", "-lamdhip64", f"-Wl,-rpath,{runtime}"]


def code_objects_of(program: bytes) -> Iterator[bytes]:
    """The code objects that an executable carries: one for each of its units."""
    start = program.find(_BUNDLE)
    while start >= 0:
        yield from _bundled(program, start)
        start = program.find(_BUNDLE, start + 1)


def _bundled(program: bytes, start: int) -> Iterator[bytes]:
    (count,) = struct.unpack_from("<Q", program, start + 24)
    at = start + 32
    for _ in range(count):
        offset, size, length = struct.unpack_from("<QQQ", program, at)
        target = program[at + 24 : at + 24 + length]
        at += 24 + length
        if b"amdgcn" in target and size:
            yield program[start + offset : start + offset + size]


def _name_of(code_object: bytes) -> str:
    """FNV-1a of its bytes, as the runtime computes it."""
    digest = 0xCBF29CE484222325
    for byte in code_object:
        digest = (digest ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return f"{digest:016x}"


def translate(programs: Iterable[Path]) -> None:
    """Writes what the machine reads beside each program; the forms of a family of GPUs are built together."""
    objects = []
    for path in programs:
        folder = _folder_of(path)
        folder.mkdir(exist_ok=True)
        objects += [(folder / _name_of(data), CodeObject(data)) for data in code_objects_of(path.read_bytes())]
    texts: dict[str, dict[str, str]] = {}
    for _, code in objects:
        texts.setdefault(code.family, {}).update(forms_of(code))
    with ThreadPoolExecutor(WORKERS) as pool:
        libraries = dict(zip(texts, pool.map(build_forms, texts.values()), strict=True))
    for path, code in objects:
        write_program(code, texts[code.family], libraries[code.family], path)


def _folder_of(program: Path) -> Path:
    return program.with_name(f"{program.name}.programs")


def run(program: Path, *arguments: str, environment: Mapping[str, str] | None = None, timeout: float = 120) -> Output:
    settings = {**os.environ, "AMDGCN_LIMIT": str(LIMIT), "AMDGCN_PROGRAMS": str(_folder_of(program))}
    command = [str(program), *arguments]
    settings |= dict(environment or {})
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout, env=settings)
    except subprocess.TimeoutExpired:
        raise TooSlow from None
    return Output(done.returncode, done.stdout, done.stderr)


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unknown(f"{' '.join(command)}\n{done.stderr[:4000]}")
