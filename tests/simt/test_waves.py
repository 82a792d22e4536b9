"""Converted kernels compute on waves of 32 and of 64 lanes what CUDA computes, and naive conversions do not.

A program of kernels/ says in its first lines what it prints in CUDA, and what of its conversion makes the difference:

    // prints: 1 2 3
    // mutant: __shfl(v, 0, 32) => __shfl(v, 0)

Where warps wait for each other, waves of a size may hang, and conversion has said so:

    // hangs: 64
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.shared import once
from tests.simt.programs import HANGS, INCLUDE, KERNELS, Program, program, write_headers

HERE = Path(__file__).parent
COMPILER = shutil.which("g++") or shutil.which("clang++")
WAVES = (32, 64)
# Lanes are told apart by the frames of their calls, and take turns at each basic block.
LANES = ("-std=c++17", "-fno-omit-frame-pointer")
HIP = ("-D__HIP__=1", "-D__HIPCC__=1", "-D__HIP_PLATFORM_AMD__=1")
STEPS = ("-O0", "-fsanitize-coverage=trace-pc")
# Addresses of shared memory have 32 bits: so have those of variables here.
LOW = ("-static", "-no-pie")
_DYNAMIC = re.compile(r"extern __shared__ ([\w ]+?) ?(\w+)\[\]")
_DYNAMIC_BYTES = 4096

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no g++ or clang++: kernels do not run on the CPU")


def _unit(programs: Sequence[Program]) -> str:
    """All versions of some programs as one text: each in a namespace, all includes before them."""
    versions = {name: text for program in programs for name, text in program.versions.items()}
    includes = sorted({line.strip() for text in versions.values() for line in INCLUDE.findall(text)})
    parts = [*includes, "#include <cstring>", "#include <string>"]
    for name, text in versions.items():
        dynamic = (
            f"alignas(16) thread_local {kind} {each}[{_DYNAMIC_BYTES}];" for kind, each in _DYNAMIC.findall(text)
        )
        parts += [f"namespace {name} {{", *sorted(set(dynamic)), INCLUDE.sub("", text), "}"]
    runs = "\n".join(f'  run("{name}", {name}::main);' for name in versions)
    return "\n".join(
        [*parts, _DRIVER, "int main(int, char **arguments) {", "  warpSize = std::atoi(arguments[1]);", runs, "}"]
    )


_DRIVER = """
static void run(const char *name, int (*program)()) {
  std::printf("\\n@%s ", name);
  try {
    program();
  } catch (const simt::Error &error) {
    std::printf("error: %s", error.what());
  }
}
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], str]:
    """What each version of each program prints, for each size of waves."""
    folder = once(tmp_path_factory, "waves", _print)
    rows = json.loads((folder / "printed.json").read_text(encoding="utf-8"))
    return {(name, wave): text for name, wave, text in rows}


def _print(folder: Path) -> None:
    scheduler = folder / "simt.o"
    _compile([*LANES, "-O2", "-c", str(HERE / "simt.cpp"), "-o", str(scheduler)], folder)
    programs = [program(path) for path in KERNELS]
    write_headers(programs, folder)
    workers = min(os.cpu_count() or 1, len(programs))
    parts = [programs[number::workers] for number in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        units = (folder / f"unit{number}.cpp" for number in range(workers))
        outputs = pool.map(partial(_outputs, scheduler), units, parts)
        rows = [(*key, text) for output in outputs for key, text in output.items()]
    (folder / "printed.json").write_text(json.dumps(rows), encoding="utf-8")


def _outputs(scheduler: Path, unit: Path, programs: Sequence[Program]) -> dict[tuple[str, int], str]:
    unit.write_text(_unit(programs), encoding="utf-8")
    program = unit.with_suffix("")
    _compile([*LANES, *STEPS, *HIP, *LOW, "-w", str(unit), str(scheduler), "-o", str(program)], unit.parent)
    found = {}
    for wave in WAVES:
        ran = subprocess.run([str(program), str(wave)], capture_output=True, text=True, check=True, timeout=120)
        for line in ran.stdout.split("\n@")[1:]:
            name, _, text = line.partition(" ")
            found[name, wave] = text.strip()
    return found


def _compile(arguments: Sequence[str], folder: Path) -> None:
    done = subprocess.run(
        [str(COMPILER), f"-I{HERE / 'include'}", f"-I{folder}", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("wave", WAVES)
@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_converted_kernels_compute_what_cuda_computes(
    printed: dict[tuple[str, int], str], path: Path, wave: int
) -> None:
    hangs = str(wave) in HANGS.findall(path.read_text(encoding="utf-8"))
    expected = "error: never ends: a lane waits for another one of its wave" if hangs else program(path).prints
    assert printed[path.stem, wave] == expected


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_naive_conversions_do_not(printed: dict[tuple[str, int], str], path: Path) -> None:
    converted = program(path)
    assert converted.mutants, f"{path.name} has no mutant"
    wave = 32 if HANGS.search(path.read_text(encoding="utf-8")) else 64
    for number in range(len(converted.mutants)):
        assert printed[f"{path.stem}_mutant{number}", wave] != converted.prints
