"""Units compiled for AMD GPUs, host and device code each for itself, without reading HIP's headers again for each.

To read `hip/hip_runtime.h` takes longer than to compile most programs. Where a unit includes it before all else, what
clang keeps of having read it is the same to the letter, so that this finds what a compilation without it finds; other
units are compiled without. Machine code is made for GPUs alone: what a host cannot do shows while a unit is read. Nor
is it made of libraries of templates, which take longest, and are not ours.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from hipify_py.file.marks import PTX_HEADER
from tests.shared import once
from tools.hip_toolchain import Toolchain

SIDES = ("--cuda-device-only", "--cuda-host-only")
RUNTIME = "#include <hip/hip_runtime.h>"
_COMMENT = r"//(?:[^\\\n]|\\.)*|/\*.*?\*/"
_HAS_TEMPLATES = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<(?:thrust|hipcub|rocprim|rocwmma|hip/std)/", re.MULTILINE)
# As the header of PTX does.
_STARTS_WITH_RUNTIME = re.compile(
    rf"(?:\s|{_COMMENT})*#[ \t]*include[ \t]*(?:<hip/hip_runtime\.h>|\"{re.escape(PTX_HEADER)}\")", re.S
)


@dataclass(frozen=True)
class Compiler:
    """A toolchain, and where it keeps what it has read."""

    toolchain: Toolchain
    factory: pytest.TempPathFactory

    def complaints(
        self, unit: str, folder: Path, arch: str, how: Sequence[str] = (), sides: Sequence[str] = SIDES
    ) -> list[str]:
        """Errors in a unit, or an exit code without one."""
        text = (folder / unit).read_text(encoding="utf-8", errors="replace")
        starts = _STARTS_WITH_RUNTIME.match(text)
        errors: dict[str, None] = {}
        for side in sides:
            command = [*self.toolchain.command(arch), *how, side]
            kept = self._kept(command, side) if starts else []
            until = _stops(side, text)
            done = subprocess.run(
                [*command, *kept, *until, unit], cwd=folder, capture_output=True, text=True, check=False
            )
            said = [line for line in done.stderr.splitlines() if "error: " in line]
            errors.update(dict.fromkeys(said or ([f"{unit}: exit {done.returncode}"] if done.returncode else [])))
        return list(errors)

    def _kept(self, command: Sequence[str], side: str) -> list[str]:
        """Options for the runtime's header as it has been read."""
        name = hashlib.sha256("\n".join(command).encode()).hexdigest()[:16]
        folder = once(self.factory, f"hip{side}-{name}", lambda folder: _read(command, folder))
        return ["-Xclang", "-include-pch", "-Xclang", str(folder / "runtime.pch")]


def _stops(side: str, text: str) -> list[str]:
    """Options that say how far a unit is compiled."""
    if side == "--cuda-host-only":
        return ["-fsyntax-only"]
    return ["-emit-llvm"] if _HAS_TEMPLATES.search(text) else []


def _read(command: Sequence[str], folder: Path) -> None:
    header = folder / "runtime.h"
    header.write_text(f"{RUNTIME}\n", encoding="utf-8")
    output = ("-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang", str(folder / "runtime.pch"))
    without = [word for word in command if word not in ("-c", "-o", os.devnull)]
    subprocess.run([*without, "-fsyntax-only", *output, str(header)], check=True)
