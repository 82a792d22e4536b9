"""Packs what a GPU has to run: modules and their translations as machine code for Hopper, and a line for each kernel.

Both are assembled here, so that the GPU's time is for launches: the original by `ptxas --fmad=false`, and the
translation by `nvcc -fmad=false`, as nothing may merge products and sums that stand apart in PTX. FOLDER/cubins keeps
them for the next time.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.compiling import ran
from benchmarks.ptx_modules import arguments, compiled, make, mutants, ptx_text, translator
from benchmarks.ptx_modules.ptx_text import Function

DEVICE = Path(__file__).with_name("device")
JOBS = "jobs.json"
_MOST_OF_A_MODULE = 8
_MOST_BYTES = 58_000_000
_SECONDS = 300
_SHARED = 16_384
_TARGET = re.compile(r"^\.target\s+sm_(\d+)(a?)", re.MULTILINE)
_VERSION = re.compile(r"^\.version\s+(\d+\.\d+)", re.MULTILINE)
_NEWEST = 9.0  # of nvcc 13.0
_VARIABLE = re.compile(
    r"^\s*(?:\.(?:visible|weak)\s+)?\.(global|const)\s+(?:\.align\s+\d+\s+)?\.([a-z]+)(\d+)\s+([\w$]+)(?:\[(\d+)\])?\s*(=|;)",
    re.MULTILINE,
)


class Job(NamedTuple):
    """One kernel of a module, in the translation or in a mutant of it."""

    module: str
    kernel: str
    original: str
    other: str
    mutant: str
    line: str


def pack(folder: Path, into: Path, names: Sequence[str], mutated: int) -> str:
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    (folder / "cubins").mkdir(exist_ok=True)
    translator.write_headers(folder / "nvidia", is_for_nvidia=True)
    rows = [row for row in compiled.newest(folder) if row["translated"] and make.is_one(row["name"], names)]
    built = [row for row in rows if _is_built(folder, row)]
    jobs = list(_of_modules(folder, built))
    jobs += _of_mutants(folder, built, mutated)
    jobs = _fitting(folder, jobs)
    _write(folder, into, jobs)
    right = sum(not job.mutant for job in jobs)
    return (
        f"{len(built)} of {len(rows)} modules assembled; {right} kernels and {len(jobs) - right} of mutants in {into}"
    )


# -- assembling --------------------------------------------------------------------------------------------------------


def _is_built(folder: Path, row: Mapping[str, Any]) -> bool:
    errors = [_original(folder, row["name"]), _translation(folder, row)]
    if any(errors):
        print(f"{row['name']}: {'; '.join(filter(None, errors))}", flush=True)
    return not any(errors)


def _original(folder: Path, name: str) -> str:
    source = folder / "ptx" / f"{name}.ptx"
    text = source.read_text(encoding="utf-8", errors="replace")
    target, version = _TARGET.search(text[:4_000]), _VERSION.search(text[:4_000])
    if version and float(version[1]) > _NEWEST:  # Triton writes a newer one than it needs
        source = folder / "nvidia" / f"{name}.ptx"
        source.write_text(_VERSION.sub(f".version {_NEWEST}", text, count=1), encoding="utf-8")
    arch = f"sm_{target[1]}a" if target and target[2] else "sm_90"
    command = ["ptxas", f"-arch={arch}", "--fmad=false", str(source)]
    return _assembled(folder / "cubins" / f"{name}.cubin", command, "as PTX")


def _translation(folder: Path, row: Mapping[str, Any]) -> str:
    return _as_cuda(folder, folder / "hip" / f"{row['name']}.hip", other_of(row))


def _as_cuda(folder: Path, source: Path, name: str) -> str:
    command = [*translator.as_cuda(folder / "nvidia"), "-cubin"]
    return _assembled(folder / "cubins" / name, [*command, str(source)], "as translated")


def other_of(row: Mapping[str, Any]) -> str:
    return f"{row['name']}.{row['digest']}.cubin"


def _assembled(target: Path, command: Sequence[str], what: str) -> str:
    """An empty text, or the first error; kept beside the cubin."""
    error = target.with_suffix(".error")
    if target.is_file() or error.is_file():
        return "" if target.is_file() else error.read_text(encoding="utf-8")
    done = ran([*command, "-o", str(target)], seconds=_SECONDS)
    if done is None:
        lines = [f"error: did not end within {_SECONDS} s"]
    else:
        lines = (done.stderr + done.stdout).splitlines() if done.returncode else []
    if not target.is_file() or lines:
        target.unlink(missing_ok=True)
        first = next((line for line in lines if "error" in line or "fatal" in line), "fails")
        error.write_text(f"{what}: {first[:300]}", encoding="utf-8")
        return f"{what}: {first[:300]}"
    return ""


# -- jobs --------------------------------------------------------------------------------------------------------------


def _of_modules(folder: Path, rows: Sequence[Mapping[str, Any]]) -> Iterator[Job]:
    """The first kernel of each module, then the second: a run that is cut off has seen of all."""
    columns = [list(_of_module(folder, row)) for row in rows]
    for place in range(_MOST_OF_A_MODULE):
        yield from (column[place] for column in columns if place < len(column))


def _of_module(folder: Path, row: Mapping[str, Any]) -> Iterator[Job]:
    text = (folder / "ptx" / f"{row['name']}.ptx").read_text(encoding="utf-8", errors="replace")
    wanted = set(row["translated"])
    kernels = [kernel for kernel in ptx_text.kernels(text) if kernel.name in wanted and kernel.parameters]
    for kernel in kernels[:: -(-len(kernels) // _MOST_OF_A_MODULE) or 1]:
        yield _job(row["name"], kernel, f"{row['name']}.cubin", other_of(row), text)


def _job(module: str, kernel: Function, original: str, other: str, text: str, mutant: str = "") -> Job:
    block, grid = launch_of(kernel)
    shape = ",".join(map(str, block)), ",".join(map(str, grid))
    shared = str(_SHARED if ".extern .shared" in text or re.search(r"\.extern\s+\.shared", text) else 0)
    said = arguments.described(arguments.fields(kernel), kernel)
    line = "\t".join(
        (
            f"cubins/{original}",
            f"cubins/{other}",
            kernel.name,
            *shape,
            shared,
            said,
            kinds_of(kernel),
            "",
            variables(text),
        )
    )
    return Job(module, kernel.name, original, other, mutant, line)


def launch_of(kernel: Function) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The block that the kernel is made for, or one of as many dimensions as it asks for; and four blocks."""
    used = [axis for axis in "xyz" if re.search(rf"%tid\.{axis}|%ntid\.{axis}", kernel.body)]
    block = kernel.block or {"z": (8, 4, 4), "y": (16, 8, 1)}.get(used[-1] if used else "x", (128, 1, 1))
    return block, (2, 2, 1) if "%ctaid.y" in kernel.body else (4, 1, 1)


def kinds_of(kernel: Function) -> str:
    """What memory is filled with, one after the other: what its loads read first."""
    loaded = arguments.loaded_types(kernel)
    halves = re.search(r"\.(?:bf16|f16)(?:x2)?\b", kernel.body)
    found = [
        "i",
        "l" if loaded & {"u64", "s64", "b64"} else "",
        "f",
        "d" if "f64" in loaded else "",
        "h" if halves else "",
        "m",
    ]
    return "".join(found)[:5]


def variables(text: str) -> str:
    """Those outside of functions: `name:bytes:1` if it has no value from the start."""
    found = []
    for each in _VARIABLE.finditer(text):
        size = int(each[3]) // 8 * int(each[5] or 1)
        if size > 1 and not each[4].startswith(("$str", "__func")):
            found.append(f"{each[4]}:{size}:{int(each[6] == ';')}")
    return ";".join(found[:40])


def _of_mutants(folder: Path, rows: Sequence[Mapping[str, Any]], count: int) -> list[Job]:
    """Translations with one thing wrong in one kernel, of as many modules and kinds as there are."""
    jobs: list[Job] = []
    small = sorted(
        (row for row in rows if row["lines"] < 3_000), key=lambda row: hashlib.sha256(row["name"].encode()).digest()
    )
    for at, row in enumerate(small):
        if len(jobs) < count:
            jobs += _mutant(folder, row, at)
    return jobs


def _mutant(folder: Path, row: Mapping[str, Any], at: int) -> Iterator[Job]:
    code = (folder / "hip" / f"{row['name']}.hip").read_text(encoding="utf-8")
    right = next(_of_module(folder, row), None)
    found = mutants.mutant_of(code, right.kernel, at) if right else None
    if right and found:
        name = f"{row['name']}.{row['digest']}.{found.kind}"
        source = folder / "nvidia" / f"{name}.hip"
        source.write_text(found.code, encoding="utf-8")
        if not _as_cuda(folder, source, f"{name}.cubin"):
            line = right.line.replace(f"cubins/{right.other}", f"cubins/{name}.cubin")
            yield right._replace(other=f"{name}.cubin", mutant=found.what, line=line)


# -- writing -----------------------------------------------------------------------------------------------------------


def _fitting(folder: Path, jobs: Sequence[Job]) -> list[Job]:
    """Those whose machine code travels: about a quarter of it is left when it is packed."""
    taken: dict[str, int] = {}
    kept = []
    for job in sorted(jobs, key=lambda job: not job.mutant):
        new = {
            name: (folder / "cubins" / name).stat().st_size for name in (job.original, job.other) if name not in taken
        }
        if sum(taken.values()) + sum(new.values()) < 5 * _MOST_BYTES:
            taken |= new
            kept.append(job)
    return sorted(kept, key=jobs.index)


def _write(folder: Path, into: Path, jobs: Sequence[Job]) -> None:
    names = sorted({name for job in jobs for name in (job.original, job.other)})
    with tarfile.open(into / "cubins.tar.xz", "w:xz", preset=6) as packed:
        for name in names:
            packed.add(folder / "cubins" / name, f"cubins/{name}")
    lines = (f"{number}\t{job.line}\n" for number, job in enumerate(jobs))
    (into / "jobs.tsv").write_text("".join(lines), encoding="utf-8")
    told = [{"job": number, **job._asdict(), "line": None} for number, job in enumerate(jobs)]
    (into / JOBS).write_text(json.dumps(told, indent=0), encoding="utf-8")
    for name in ("driver.cu", "run.py"):
        shutil.copy(DEVICE / name, into / name)
