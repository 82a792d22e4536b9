"""The cases as machine code of an AMD GPU."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.ptx_second import results, sources
from benchmarks.ptx_second.model import Case
from hipify_py import api
from tools.amdgcn import build
from tools.hip_toolchain import Toolchain, find_toolchain


def run(
    cases: Sequence[Case], folder: Path, clang: str, arch: str, threads: int
) -> tuple[Mapping[str, bytes], set[str]]:
    """What the cases leave that are translated, and the names of those that are not."""
    toolchain = find_toolchain("7.2")
    if toolchain is None:
        raise SystemExit("no compiler for HIP: python -m tools.hip_toolchain")
    sources.write_sources(cases, folder / "all")
    sources.convert(folder / "all", folder / "all-hip")
    refused = sources.left_as_they_are(folder / "all-hip", clang)
    sources.write_sources([case for case in cases if case.name not in refused], folder / "kept", per_part=60)
    sources.convert(folder / "kept", folder / "hip")
    program = _build(toolchain, folder / "hip", arch)
    output = folder / "output.bin"
    done = build.run(program, str(output), str(threads), timeout=3000)
    if done.code:
        raise SystemExit(done.errors)
    return results.read(output, cases), refused


def _build(toolchain: Toolchain, folder: Path, arch: str) -> Path:
    text = (sources.RUNTIME / "program.cpp").read_bytes()
    (folder / "program.cu").write_bytes(api.convert(text, api.policy(), path="program.cu").output)
    for header in ("inputs.h", "second.h"):
        shutil.copy(sources.RUNTIME / header, folder / header)
    units = [*sorted(folder.glob("part*.cu")), folder / "program.cu"]
    objects = [unit.with_suffix(".o") for unit in units]
    with ThreadPoolExecutor(build.WORKERS) as pool:
        flags = ("-O2", "-c", f"-I{folder}")
        list(pool.map(lambda unit, into: build.compile_program(toolchain, arch, unit, into, flags), units, objects))
    program = folder / "program"
    build.link(toolchain, objects, program)
    build.translate([program])
    return program
