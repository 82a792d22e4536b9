"""Whether hipify-nvcc builds unported programs for AMD GPUs as well as conversion in place does.

    python -m benchmarks.nvcc_builds [--count 30] [--tool make] [--tool ninja] [--tool cmake] [--show N]

Of the programs of tests/compile, as many as asked are taken, evenly over all. Each is an object in a Makefile, a ninja
file and a CMakeLists.txt that call nvcc; `make NVCC=hipify-nvcc`, ninja and `CUDACXX=hipify-nvcc cmake` build them with
`-j2`, and go on where one fails. The same programs are converted in place and compiled one by one. All programs include
a header of their own: once it changes, all that were built have to be built again, and once one source changes, one.

Exit 1 if a program does not become an object that its conversion becomes, and hipify-nvcc did not refuse it with a
finding, or what is built again is not what changed.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.compile_units import PROGRAMS
from benchmarks.compiling import compile_all, ran
from benchmarks.corpus import ROOT
from tools.hip_toolchain import SET_UP, Toolchain, find_toolchain
from tools.nvcc_stand import compiler, make_rocm, write_program

ARCH = "gfx90a"
_CODE = f"amdgcn-amd-amdhsa--{ARCH}".encode()
# An error of hipify-nvcc's own.
_REFUSED = re.compile(r"(?m)^(?:\S*/)?(?P<name>\w+)\.cu:\d+:\d+: error: .* \[[A-Z]+\d+\]$")
_LONGEST = 1800
_MAKEFILE = """\
NVCC = nvcc
all: {objects}
%.o: %.cu
\t$(NVCC) -arch=sm_80 -std=c++17 -MD -MF $*.d -MT $@ -c $< -o $@
-include $(wildcard *.d)
"""
_NINJA = """\
rule cc
  command = hipify-nvcc -arch=sm_80 -std=c++17 -MD -MF $out.d -MT $out -c $in -o $out
  depfile = $out.d
  deps = gcc
"""
_CMAKE = """\
cmake_minimum_required(VERSION 3.21)
project(programs LANGUAGES CUDA)
set(CMAKE_CUDA_STANDARD 17)
"""
_COMMANDS: Mapping[str, Sequence[Sequence[str]]] = {
    "make": [["make", "-k", "-j2", "NVCC=hipify-nvcc"]],
    "ninja": [["ninja", "-k0", "-j2"]],
    "cmake": [
        ["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_CUDA_ARCHITECTURES=80"],
        ["ninja", "-C", "build", "-k0", "-j2"],
    ],
}


def chosen(count: int) -> list[Path]:
    """Programs of one file, without those that are to be refused."""
    every = sorted(path for path in PROGRAMS.glob("*.cu") if "refuse_" not in path.name)
    return [every[number * len(every) // count] for number in range(min(count, len(every)))]


def write_tree(sources: Sequence[Path], into: Path) -> None:
    into.mkdir()
    (into / "ours.h").write_text("#pragma once\n", encoding="utf-8")
    for path in sources:
        text = path.read_text(encoding="utf-8")
        (into / path.name).write_text(f'{text}\n#include "ours.h"\n', encoding="utf-8")
    for path in PROGRAMS.glob("*.h"):
        shutil.copy(path, into)
    stems = [path.stem for path in sources]
    (into / "Makefile").write_text(_MAKEFILE.format(objects=" ".join(f"{each}.o" for each in stems)), encoding="utf-8")
    (into / "build.ninja").write_text(
        _NINJA + "".join(f"build {each}.o: cc {each}.cu\n" for each in stems), encoding="utf-8"
    )
    (into / "CMakeLists.txt").write_text(
        _CMAKE + "".join(f"add_library({each} OBJECT {each}.cu)\n" for each in stems), encoding="utf-8"
    )


def converted(sources: Sequence[Path], work: Path, toolchain: Toolchain) -> set[str]:
    """The programs that compile once they are converted."""
    tree = work / "converted"
    write_tree(sources, tree)
    own = {"PYTHONPATH": str(ROOT / "src"), "HIPIFY_PY_STATE": str(work / "state")}
    command = [sys.executable, "-m", "hipify_py", "-q", "--no-build", "--rocm", toolchain.rocm, "."]
    done = ran(command, tree, environment={**os.environ, **own})
    if done is None or done.returncode not in (0, 1):
        raise SystemExit(f"conversion failed: {done and done.stderr}")
    compiler = [*toolchain.command(ARCH), "-std=c++17"]
    results = compile_all(tree, [path.name for path in sources], compiler, 2)
    return {Path(each.unit).stem for each in results if each.accepted}


class Build:
    """The programs in the hands of one build system."""

    def __init__(self, tool: str, sources: Sequence[Path], work: Path, rocm: str, compiler: Sequence[str]) -> None:
        self._tool = tool
        self.tree = work / tool
        write_tree(sources, self.tree)
        programs = write_program(work / f"bin-{tool}").parent
        scripts = Path(sys.executable).parent
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("HIPIFY", "ROCM", "HIP_"))},
            "PATH": f"{programs}:{scripts}:{os.environ['PATH']}",
            "CUDACXX": "hipify-nvcc",
            "HIPIFY_NVCC_ARCH": ARCH,
            "HIPIFY_NVCC_ROCM": rocm,
            "HIPIFY_NVCC_CACHE": str(work / f"cache-{tool}"),
            "HIPIFY_NVCC_COMPILER": shlex.join(compiler),
        }

    def run(self) -> str:
        """What was said; objects stand for what was done."""
        output = ""
        for command in _COMMANDS[self._tool]:
            done = ran(command, self.tree, _LONGEST, self._environment)
            output += f"{command[0]} took too long\n" if done is None else done.stdout + done.stderr
        return output

    def objects(self) -> dict[str, int]:
        """Those with code for the GPU, or of sources without any, with their times."""
        found = {path.name.removesuffix(".o").removesuffix(".cu"): path for path in self.tree.rglob("*.o")}
        return {name: path.stat().st_mtime_ns for name, path in found.items() if self._is_done(name, path)}

    def _is_done(self, name: str, path: Path) -> bool:
        source = self.tree / f"{name}.cu"
        return source.exists() and (_CODE in path.read_bytes() or b"__global__" not in source.read_bytes())

    def changed_by(self, name: str) -> set[str]:
        """What a change of a file builds again."""
        before = self.objects()
        path = self.tree / name
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        self.run()
        return {each for each, when in self.objects().items() if before.get(each) != when}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.nvcc_builds", description=__doc__)
    parser.add_argument("--count", type=int, default=30, metavar="N", help="how many programs (default: %(default)s)")
    parser.add_argument("--tool", action="append", choices=_COMMANDS, help="build with this one only; repeatable")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the last N lines of each build")
    options = parser.parse_args()
    toolchain = find_toolchain()
    if toolchain is None:
        raise SystemExit(f"no compiler; get one with: {SET_UP}")
    sources = chosen(options.count)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        expected = converted(sources, work, toolchain)
        make_rocm(toolchain, work / "rocm")
        command = [*compiler(toolchain, work / "rocm"), *toolchain.flags]
        print(f"converted in place: {len(expected)} of {len(sources)} programs compile", flush=True)
        for tool in options.tool or _COMMANDS:
            build, start = Build(tool, sources, work, toolchain.rocm, command), time.monotonic()
            said = build.run()
            built = set(build.objects())
            seconds, refused = time.monotonic() - start, {found["name"] for found in _REFUSED.finditer(said)}
            missing = sorted(expected - built - refused)
            by_source = build.changed_by(f"{min(built)}.cu") if built else set()
            by_header = build.changed_by("ours.h")
            print(
                f"{tool}: {len(built)} of {len(sources)} built in {seconds:.0f} s; "
                f"again: {len(by_source)} for a source, {len(by_header)} for the header of all; "
                f"refused: {sorted(expected & refused - built)}; missing: {missing}",
                flush=True,
            )
            print("\n".join(said.splitlines()[-options.show :]) if options.show else "", end="")
            failed = failed or bool(missing) or len(by_source) != 1 or by_header != built
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
