"""Compiles the units of a folder, as CUDA and as converted, and launches their kernels side by side; needs nothing but
Python, nvcc and a GPU.

python3 run_kernels.py FOLDER RESULTS.json [--jobs N] [--most N] [--seconds N]

What is compiled already is not compiled again, and what was not launched when the time is over is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypedDict

from run import LIBRARIES  # type: ignore[import-not-found]  # both stand beside this file
from toolkit import HIP, wheels  # type: ignore[import-not-found]  # it stands beside this file

TRIES = 3
AT_ONCE = 12
"""Kernels that run at a time: most of their time goes into starting CUDA."""
SECONDS = 20
KINDS = {
    "float": "f",
    "double": "d",
    "int": "i",
    "unsigned int": "i",
    "long": "l",
    "unsigned long": "l",
    "long long": "l",
    "unsigned long long": "l",
    "short": "s",
    "unsigned short": "s",
    "char": "c",
    "signed char": "c",
    "unsigned char": "c",
    "bool": "z",
    "__half": "h",
    "__half2": "h",
    "__nv_bfloat16": "b",
    "__nv_bfloat162": "b",
}
_VECTOR = re.compile(r"(float|double|int|uint|char|uchar|short|ushort|long|ulong|longlong|ulonglong)[1-4]\Z")
_OF_A_SIZE = {1: "c", 2: "s", 4: "i"}


class Unit(TypedDict):
    """As benchmarks/gpu_equal/packages.py writes it."""

    package: str
    path: str
    flags: list[str]
    hip_flags: list[str]
    wrong: list[str]


class Job(NamedTuple):
    unit: str
    kernel: str
    kinds: str
    cuda: Path
    other: Path


def kind_of(type_: str) -> str:
    """The letter of a type of a parameter; empty for what no value can be made up for."""
    plain = re.sub(r"\b(?:const|volatile|__restrict__|restrict)\b", "", type_).strip()
    if plain.endswith("&"):
        return ""
    if plain.endswith("*"):
        inner = plain[:-1].strip()
        letter = "i" if inner == "void" else kind_of(inner)
        return f"*{letter}" if len(letter) == 1 else ""
    if vector := _VECTOR.match(plain):
        base = vector[1]
        return (
            "i"
            if base == "uint"
            else KINDS.get(base.replace("u", "unsigned ", 1).replace("longlong", "long long"), "i")
        )
    return KINDS.get(plain, "")


def parameters(demangled: str) -> list[str] | None:
    """The types in `void f<int>(float*, int)`; None where the name tells none."""
    if not demangled.endswith(")"):
        return None
    depth, start = 0, len(demangled)
    for start in range(len(demangled) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(demangled[start], 0)
        if depth == 0:
            break
    inside, found, depth = demangled[start + 1 : -1], [""], 0
    for sign in inside:
        depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [each.strip() for each in found if each.strip()]


def kinds_of(demangled: str, sizes: list[int]) -> str | None:
    """What the parameters of a kernel are filled with; None where one is a structure."""
    types = parameters(demangled)
    if types is None:  # a name without types: what has 64 bits is a pointer
        found = ["*f" if size == 8 else _OF_A_SIZE.get(size, "") for size in sizes]
    else:
        found = [kind_of(each) for each in types]
    return ",".join(found) if all(found) and len(found) == len(sizes) else None


def compiled(folder: Path, unit: Unit, which: str, path: str, flags: list[str]) -> str:
    """An empty text, or what the compiler says."""
    if which == "hip":
        flags = [*HIP, "-I", str((folder / "include").resolve()), *unit["hip_flags"], *flags]
    if (folder / which / unit["package"] / f"{path}.cubin").is_file():
        return ""
    command: list[str] = ["nvcc", "-cubin", "-std=c++17", "--expt-relaxed-constexpr", "--extended-lambda", "-w"]
    done = subprocess.run(
        [*command, *unit["flags"], *flags, "-o", f"{path}.cubin", path],
        cwd=folder / which / unit["package"],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    return "" if done.returncode == 0 else (done.stderr or done.stdout)[-1_500:] or "fails"


def kernels(runner: Path, module: Path) -> list[tuple[str, list[int]]]:
    done = subprocess.run([runner, "list", module], capture_output=True, text=True, check=False)
    rows = [line.split() for line in done.stdout.splitlines()]
    return [(row[0], [int(size) for size in row[1:]]) for row in rows if row and all(map(str.isdigit, row[1:]))]


def demangled(names: list[str]) -> list[str]:
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def launched(runner: Path, job: Job, end: float) -> list[str]:
    """What came of each try; nothing if there is no time left."""
    said: list[str] = []
    for attempt in range(TRIES if time.monotonic() < end else 0):
        command: list[str | Path] = [runner, "run", job.cuda, job.other, job.kernel, job.kinds, str(attempt)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False
            )
            said.append(done.stdout.strip() or f"exit {done.returncode}")
        except subprocess.TimeoutExpired:
            said.append("did not end")
    return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--most", type=int, default=10, help="kernels of a unit: templates have hundreds")
    parser.add_argument("--seconds", type=float, default=400, help="to launch kernels for")
    options = parser.parse_args()
    folder: Path = options.folder
    units = json.loads((folder / "units.json").read_text(encoding="utf-8"))
    runner = (folder / "kernels").resolve()
    subprocess.run(["nvcc", "-std=c++17", "-o", runner, folder / "kernels.cpp", "-lcuda"], check=True)
    wanted = [
        (unit, which, path)
        for unit in units
        for which, path in (("cuda", unit["path"]), ("hip", unit["path"]), *(("hip", wrong) for wrong in unit["wrong"]))
    ]
    libraries = wheels(LIBRARIES)
    flags = [f"-arch={options.arch}", *(f"-I{libraries[at + 1]}" for at, flag in enumerate(libraries) if flag == "-I")]
    with ThreadPoolExecutor(options.jobs) as pool:
        said = [*pool.map(lambda each: compiled(folder, each[0], each[1], each[2], flags), wanted)]
    failures = {
        f"{which}/{unit['package']}/{path}": text
        for (unit, which, path), text in zip(wanted, said, strict=True)
        if text
    }
    with ThreadPoolExecutor(options.jobs) as pool:
        of_units = pool.map(lambda unit: jobs_of(folder, runner, unit, options.most), units)
    jobs = [job for found in zip_longest(*of_units) for job in found if job is not None]
    end = time.monotonic() + options.seconds
    with ThreadPoolExecutor(AT_ONCE) as pool:
        tried = list(pool.map(lambda job: launched(runner, job, end), jobs))
    results = {
        "units": [f"{unit['package']}/{unit['path']}" for unit in units],
        "failures": failures,
        "kernels": [
            {
                "unit": job.unit,
                "kernel": job.kernel,
                "wrong": "" if job.other.name == job.cuda.name else job.other.name,
                "tries": tries,
            }
            for job, tries in zip(jobs, tried, strict=True)
            if tries
        ],
    }
    options.results.write_text(json.dumps(results, indent=1), encoding="utf-8")


def jobs_of(folder: Path, runner: Path, unit: Unit, most: int) -> list[Job]:
    package, path = unit["package"], unit["path"]
    cuda = folder / "cuda" / package / f"{path}.cubin"
    others = [folder / "hip" / package / f"{other}.cubin" for other in (path, *unit["wrong"])]
    if not cuda.is_file():
        return []
    found = kernels(runner, cuda)
    names = demangled([name for name, _sizes in found])
    known = [
        (name, kinds)
        for (name, sizes), text in zip(found, names, strict=True)
        if (kinds := kinds_of(text, sizes)) is not None
    ]
    chosen = known[:: max(1, -(-len(known) // most))]
    there = [other for other in others if other.is_file()]
    return [Job(f"{package}/{path}", name, kinds, cuda, other) for name, kinds in chosen for other in there]


if __name__ == "__main__":
    main()
