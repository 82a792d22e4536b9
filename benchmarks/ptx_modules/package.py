"""Packs what a machine with a GPU has to assemble and to run: modules, their translations, and a line for each kernel.

Both become machine code for Hopper there: the original by `ptxas --fmad=false`, and the translation by `nvcc
-fmad=false`, as nothing may merge products and sums that stand apart in PTX.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tarfile
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.ptx_modules import arguments, compiled, make, mutants, ptx_text, translator
from benchmarks.ptx_modules.ptx_text import Function

DEVICE = Path(__file__).with_name("device")
JOBS = "jobs.json"
_MOST_OF_A_MODULE = 8
_MOST_BYTES = 600_000_000  # of text, of which a tenth travels
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


class Pack:
    """What travels: texts by their names, and how the machine code is made of each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.texts: dict[str, str] = {}
        self.commands: dict[str, list[str]] = {}

    def original(self, name: str) -> str:
        """The name of the machine code of a module."""
        text = (self._folder / "ptx" / f"{name}.ptx").read_text(encoding="utf-8", errors="replace")
        target, version = _TARGET.search(text[:4_000]), _VERSION.search(text[:4_000])
        if version and float(version[1]) > _NEWEST:  # Triton writes a newer one than it needs
            text = _VERSION.sub(f".version {_NEWEST}", text, count=1)
        arch = f"sm_{target[1]}a" if target and target[2] else "sm_90"
        return self._added(f"{name}.ptx", text, ["ptxas", f"-arch={arch}", "--fmad=false"])

    def translation(self, name: str, code: str) -> str:
        return self._added(f"{name}.hip", code, [*translator.as_cuda(Path()), "-cubin"])

    def _added(self, source: str, text: str, command: Sequence[str]) -> str:
        cubin = f"{source}.cubin"
        self.texts[source] = text
        self.commands[cubin] = [*command, source, "-o", cubin]
        return cubin

    def write(self, into: Path) -> None:
        translator.write_headers(into / "sources", is_for_nvidia=True)
        for name, text in self.texts.items():
            (into / "sources" / name).write_text(text, encoding="utf-8")
        (into / "commands.json").write_text(json.dumps(self.commands, indent=0), encoding="utf-8")
        with tarfile.open(into / "sources.tar.xz", "w:xz", preset=6) as packed:
            packed.add(into / "sources", "sources")
        shutil.rmtree(into / "sources")


def pack(folder: Path, into: Path, names: Sequence[str], mutated: int, judged: Sequence[Path] = ()) -> str:
    """Without kernels that earlier packs had, whose lists of jobs are `judged`, unless they are for values that these
    did not have."""
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    rows = [row for row in compiled.newest(folder) if row["translated"] and make.is_one(row["name"], names)]
    packed = Pack(folder)
    kept = list(_fitting(folder, rows))
    before = {(job["module"], job["kernel"]) for path in judged for job in json.loads(path.read_text("utf-8"))}
    jobs = list(_of_modules(folder, kept, packed, before))
    jobs += _of_mutants(folder, kept, packed, mutated)
    packed.write(into)
    _write(into, jobs)
    right = sum(not job.mutant for job in jobs)
    return f"{len(kept)} of {len(rows)} modules; {right} kernels and {len(jobs) - right} of mutants in {into}"


def _fitting(folder: Path, rows: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Those whose texts travel, the shortest first."""
    sizes = {
        row["name"]: sum((folder / kind / f"{row['name']}.{kind}").stat().st_size for kind in ("ptx", "hip"))
        for row in rows
    }
    total = 0
    for row in sorted(rows, key=lambda row: sizes[row["name"]]):
        total += sizes[row["name"]]
        if total < _MOST_BYTES:
            yield row


# -- jobs --------------------------------------------------------------------------------------------------------------


def _of_modules(
    folder: Path, rows: Sequence[Mapping[str, Any]], packed: Pack, before: Container[tuple[str, str]]
) -> Iterator[Job]:
    """The first kernel of each module, then the second: a run that is cut off has seen of all."""
    columns = [list(_of_module(folder, row, packed, before)) for row in rows]
    for place in range(_MOST_OF_A_MODULE):
        yield from (column[place] for column in columns if place < len(column))


def _of_module(
    folder: Path, row: Mapping[str, Any], packed: Pack, before: Container[tuple[str, str]] = ()
) -> Iterator[Job]:
    text = (folder / "ptx" / f"{row['name']}.ptx").read_text(encoding="utf-8", errors="replace")
    wanted = set(row["translated"])
    kernels = [kernel for kernel in ptx_text.kernels(text) if kernel.name in wanted and kernel.parameters]
    kernels = [kernel for kernel in kernels if (row["name"], kernel.name) not in before or _is_for_more(kernel)]
    if not kernels:
        return
    code = (folder / "hip" / f"{row['name']}.hip").read_text(encoding="utf-8")
    original, other = packed.original(row["name"]), packed.translation(row["name"], code)
    for kernel in kernels[:: -(-len(kernels) // _MOST_OF_A_MODULE) or 1]:
        yield _job(row["name"], kernel, original, other, text)


def _is_for_more(kernel: Function) -> bool:
    """Whether it has what drivers did not always give: narrow integers below zero, or textures."""
    fields = [each for parameter in arguments.fields(kernel) for each in parameter]
    narrow = any(each.kind == arguments.INTEGER and each.size <= 2 for each in fields)
    return narrow or any(each.kind == arguments.TEXTURE for each in fields) or bool(arguments.narrow_elements(kernel))


def _job(module: str, kernel: Function, original: str, other: str, text: str, mutant: str = "") -> Job:
    block, grid = launch_of(kernel)
    shape = ",".join(map(str, block)), ",".join(map(str, grid))
    shared = str(_SHARED if ".extern .shared" in text or re.search(r"\.extern\s+\.shared", text) else 0)
    said = arguments.described(arguments.fields(kernel), kernel)
    line = "\t".join(
        (
            f"sources/{original}",
            f"sources/{other}",
            kernel.name,
            *shape,
            shared,
            said,
            kinds_of(kernel),
            arguments.narrow_elements(kernel),
            variables(text),
        )
    )
    return Job(module, kernel.name, original, other, mutant, line)


def launch_of(kernel: Function) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The block that the kernel is made for, or one of the dimensions that it asks for; and four blocks. Threads that
    differ along another one would do the same work, and meet in memory."""
    used = [axis for axis in "xyz" if f"%tid.{axis}" in kernel.body]
    sizes = {"z": (8, 4, 4), "y": (16, 8, 1)}.get(used[-1] if used else "x", (128, 1, 1))
    asked = tuple(size if axis in (used or "x") else 1 for axis, size in zip("xyz", sizes, strict=True))
    block = kernel.block or asked
    return block, (2, 2, 1) if "%ctaid.y" in kernel.body else (4, 1, 1)


def kinds_of(kernel: Function) -> str:
    """What memory is filled with, one after the other: what its loads read first."""
    loaded = arguments.loaded_types(kernel)
    halves = re.search(r"\.(?:bf16|f16)(?:x2)?\b", kernel.body)
    found = [
        "i",
        "n" if arguments.narrow_elements(kernel) else "",
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


def _of_mutants(folder: Path, rows: Sequence[Mapping[str, Any]], packed: Pack, count: int) -> list[Job]:
    """Translations with one thing wrong in one kernel, of as many modules and kinds as there are."""
    jobs: list[Job] = []
    small = sorted(
        (row for row in rows if row["lines"] < 3_000), key=lambda row: hashlib.sha256(row["name"].encode()).digest()
    )
    for at, row in enumerate(small):
        if len(jobs) < count:
            jobs += _mutant(folder, row, packed, at)
    return jobs


def _mutant(folder: Path, row: Mapping[str, Any], packed: Pack, at: int) -> Iterator[Job]:
    code = (folder / "hip" / f"{row['name']}.hip").read_text(encoding="utf-8")
    right = next(_of_module(folder, row, packed), None)
    found = mutants.mutant_of(code, right.kernel, at) if right else None
    if right and found:
        other = packed.translation(f"{row['name']}.{found.kind}", found.code)
        yield right._replace(other=other, mutant=found.what, line=right.line.replace(right.other, other))


# -- writing -----------------------------------------------------------------------------------------------------------


def _write(into: Path, jobs: Sequence[Job]) -> None:
    lines = (f"{number}\t{job.line}\n" for number, job in enumerate(jobs))
    (into / "jobs.tsv").write_text("".join(lines), encoding="utf-8")
    told = [{"job": number, **job._asdict(), "line": None} for number, job in enumerate(jobs)]
    (into / JOBS).write_text(json.dumps(told, indent=0), encoding="utf-8")
    for name in ("driver.cu", "run.py"):
        shutil.copy(DEVICE / name, into / name)
