"""The CUDA sources of the cases, what the tool makes of them, and programs of both."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.ptx_second.model import Case, kernel

RUNTIME = Path(__file__).parent / "runtime"
CASES_OF_PART = 120
KERNEL = re.compile(r"__global__ void (k_[0-9a-f]{8})\(")
# As hipcc compiles: products and sums become one `fma` unless a pragma says otherwise.
FLAGS = ("-std=c++17", "-O1", "-march=x86-64-v3", "-ffp-contract=fast-honor-pragmas", "-fno-strict-aliasing")
QUIET = ("-w", "-no-pie", "-fno-pie", "-Xclang", "-ffloat16-excess-precision=none")
AMD = ("-D__HIP_PLATFORM_AMD__", "-D__HIPCC__", "-D__HIP_DEVICE_COMPILE__=1", "-D__AMDGCN__", "-DSECOND_EMULATED")


def write_sources(cases: Sequence[Case], folder: Path, has_names: bool = True, per_part: int = CASES_OF_PART) -> None:
    """Writes ``part0.cu``… with a kernel for each case, and what the program includes."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = [cases[first : first + per_part] for first in range(0, len(cases), per_part)]
    for n, part in enumerate(parts):
        (folder / f"part{n}.cu").write_text(_source(n, part, has_names))
    names = range(len(parts))
    declared = "".join(f"extern const second::Entry part{n}[];\nextern const int count{n};\n" for n in names)
    listed = ", ".join(f"{{part{n}, count{n}}}" for n in names)
    (folder / "parts.inc").write_text(f"{declared}static const Part parts[] = {{{listed}}};\n")


def _source(n: int, part: Sequence[Case], has_names: bool) -> str:
    head = '#include <cuda_runtime.h>\n#include <stdint.h>\n#include "second.h"\n\n'
    entries = ",\n".join(_entry(case) for case in part)
    table = f"extern const second::Entry part{n}[] = {{\n{entries}}};\nextern const int count{n} = {len(part)};\n"
    return head + "\n".join(kernel(case, has_names) for case in part) + "\n" + table


def _entry(case: Case) -> str:
    pools = " ".join(read.pool for read in case.reads)
    sizes = "".join(str(out.bytes) for out in case.outs)
    meets = "true" if case.meets_lanes else "false"
    return f'  {{"{case.name}", {case.name}, {case.number}u, "{pools}", "{sizes}", {meets}}}'


def convert(source: Path, target: Path, *options: str) -> list[dict[str, object]]:
    """Runs the tool over the sources, and returns its findings."""
    shutil.rmtree(target, ignore_errors=True)
    command = [sys.executable, "-m", "hipify_py", str(source), "-o", str(target), "--format", "json", *options]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode not in (0, 1):
        raise SystemExit(ended.stderr)
    report: dict[str, list[dict[str, object]]] = json.loads(ended.stdout)
    return report["findings"]


def build_kept(cases: Sequence[Case], folder: Path, clang: str, jobs: int = 1) -> tuple[Path, set[str]]:
    """The program with all cases that are translated, and the names of those that are not, each with a finding."""
    write_sources(cases, folder / "all")
    findings = convert(folder / "all", folder / "all-hip")
    refused = left_as_they_are(folder / "all-hip", clang)
    _expect_findings(refused, findings, folder / "all")
    write_sources([case for case in cases if case.name not in refused], folder / "kept")
    convert(folder / "kept", folder / "kept-hip")
    return build_emulated(folder / "kept-hip", clang, jobs), refused


def _expect_findings(refused: set[str], findings: Iterable[dict[str, object]], source: Path) -> None:
    errors = [each for each in findings if each["severity"] == "error"]
    places = {(str(each["path"]), each["start"]["line"]) for each in errors}  # type: ignore[index]
    for part in source.glob("part*.cu"):
        inside = ""
        said: set[str] = set()
        for number, line in enumerate(part.read_text().splitlines(), 1):
            inside = found[1] if (found := KERNEL.match(line)) else inside
            if (str(part), number) in places:
                said.add(inside)
        here = {name for name in refused if f"void {name}(" in part.read_text()}
        if here - said:
            raise SystemExit(f"not translated, and nothing said: {sorted(here - said)}")


def left_as_they_are(converted: Path, clang: str) -> set[str]:
    """The kernels whose code for AMD still has a statement of assembler."""
    found: set[str] = set()
    for part in sorted(converted.glob("part*.cu")):
        seen = subprocess.run([clang, *FLAGS, *QUIET, *AMD, *_includes(converted), "-x", "c++", "-E", "-P", part],
                              capture_output=True, text=True, check=True)  # fmt: skip
        pieces = re.split(r"void (k_[0-9a-f]{8})\(const", seen.stdout)
        found |= {
            name for name, body in zip(pieces[1::2], pieces[2::2], strict=True) if re.search(r"\b(asm|__asm__)\b", body)
        }
    return found


def build_emulated(converted: Path, clang: str, jobs: int = 1) -> Path:
    """The program that runs the code for AMD on the CPU."""
    flags = [*FLAGS, *QUIET, *AMD, *_includes(converted)]
    sources = [*sorted(converted.glob("part*.cu")), RUNTIME / "program.cpp"]
    commands = [[clang, *flags, "-x", "c++", "-c", str(s), "-o", str(converted / f"{s.stem}.o")] for s in sources]
    run_all(commands, jobs)
    program = converted / "emulated"
    objects = [str(converted / f"{s.stem}.o") for s in sources]
    run_all([[clang, "-no-pie", *objects, "-o", str(program), "-lstdc++", "-lm"]], 1)
    return program


def build_cuda(source: Path, nvcc: str, jobs: int = 1) -> Path:
    """The program that runs the originals on an NVIDIA GPU."""
    flags = ["-std=c++17", "-O1", "-arch=sm_90", f"-I{RUNTIME}", f"-I{source}", "-w"]
    sources = sorted(source.glob("part*.cu"))
    commands = [[nvcc, *flags, "-c", str(s), "-o", str(source / f"{s.stem}.o")] for s in sources]
    program = RUNTIME / "program.cpp"
    commands.append([nvcc, *flags, "-x", "cu", "-c", str(program), "-o", str(source / "program.o")])
    run_all(commands, jobs)
    objects = [str(source / f"{s.stem}.o") for s in [*sources, program]]
    run_all([[nvcc, "-arch=sm_90", "-cudart", "static", *objects, "-o", str(source / "original")]], 1)
    return source / "original"


def _includes(converted: Path) -> list[str]:
    return [f"-I{RUNTIME}", f"-I{converted}"]


def run_all(commands: Iterable[list[str]], jobs: int) -> None:
    """Runs commands, some at a time; ends with the output of the first that fails."""
    waiting, running = list(commands), list[subprocess.Popen[str]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            running.append(subprocess.Popen(waiting.pop(0), stderr=subprocess.PIPE, text=True))
        process = running.pop(0)
        errors = process.communicate()[1]
        if process.returncode:
            raise SystemExit(f"{' '.join(map(str, process.args))}\n{errors}")  # type: ignore[arg-type]
