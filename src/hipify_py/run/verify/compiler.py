"""The compiler: which one there is, and how it is asked to check one file."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.verify import VerifyError, Wish
from hipify_py.run.verify.diagnostics import first_error
from hipify_py.run.verify.processes import Processes, Ran

OLDEST_CLANG = 17  # the first that compiles the headers of current ROCm releases
_ARCHITECTURE = "--offload-arch=gfx90a"
_TERSE = ("-w", "-fno-color-diagnostics", "-fno-caret-diagnostics", "-fno-crash-diagnostics", "-ferror-limit=20")
_VERSIONED = pattern(r"clang\+\+-(\d+)")
_PROBE = b"#include <hip/hip_runtime.h>\n__global__ void kernel() {}\n"


@dataclass(frozen=True)
class Compiler:
    path: str

    def command(self, flags: Sequence[str], unit: Path) -> list[str]:
        """A check of one file that writes nothing. hipcc knows itself what to compile for."""
        mode = ["-fsyntax-only", *_TERSE]
        if not Path(self.path).name.startswith("hipcc"):
            named = any(flag.startswith("--offload-arch") for flag in flags)
            mode += ["-x", "hip", *(() if named else (_ARCHITECTURE,))]
        return [self.path, *mode, *flags, str(unit)]


def find_compiler(wish: Wish, flags: Sequence[str], work: Path, processes: Processes) -> Compiler:
    """The first compiler that can compile HIP with the flags given. Files are judged by no other."""
    probe = work / "probe.hip"
    probe.write_bytes(_PROBE)
    why_not = ""
    for path in _candidates(wish, processes):
        compiler = Compiler(path)
        ran = processes.run(compiler.command(flags, probe))
        if ran.code == 0 and not ran.trouble:
            return compiler
        why_not = why_not or f"--verify: {path} cannot compile HIP: {_complaint(ran)}"
    if not why_not:
        why_not = f"--verify: no hipcc and no clang++ {OLDEST_CLANG} or later found; set one with --verify-compiler"
    raise VerifyError(why_not)


def _complaint(ran: Ran) -> str:
    why = ran.trouble or first_error(ran.output) or f"exit code {ran.code}"
    problem, hint, _options = why.partition("; provide its path via ")
    return f"{problem}; install ROCm, or pass --verify-flags=--rocm-path=DIR" if hint else why


def _candidates(wish: Wish, processes: Processes) -> Iterator[str]:
    if wish.compiler is not None:
        found = shutil.which(wish.compiler)
        if found is None:
            raise VerifyError(f"--verify-compiler {wish.compiler}: program not found")
        yield found
        return
    if hipcc := shutil.which("hipcc"):
        yield hipcc
    if (clang := shutil.which("clang++")) and _version(clang, processes) >= OLDEST_CLANG:
        yield clang
    yield from versioned_clangs()


def _version(clang: str, processes: Processes) -> int:
    """From `-v`, as that speaks on stderr, which is what we listen to."""
    match = re.search(r"version (\d+)", processes.run([clang, "-v"]).output)
    return int(match[1]) if match else 0


def versioned_clangs() -> Iterator[str]:
    found: dict[int, str] = {}
    for folder in os.get_exec_path():
        try:
            names = os.listdir(folder)  # noqa: PTH208 (names only: thousands of them in /usr/bin)
        except OSError:
            continue
        for name in names:
            if (match := _VERSIONED.fullmatch(name)) and (path := shutil.which(name)):
                found[int(match[1])] = path
    yield from (path for version, path in sorted(found.items(), reverse=True) if version >= OLDEST_CLANG)
