"""hipify-nvcc as a program, with a cache of its own for each test, and ROCm as far as the toolchain has it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.compile.judging import TOOLCHAIN
from tools.hip_toolchain import SET_UP
from tools.nvcc_stand import compiler, make_rocm, write_program

# Says what it was called with. An `-o` is made, as Make asks for it.
_COMPILER = """\
#!/bin/sh
echo "$@" >> {log}
while [ $# -gt 0 ]; do
  [ "$1" != -o ] || echo > "$2"
  shift
done
"""
SOURCE = Path(__file__).parents[2] / "src"


@dataclass(frozen=True)
class Nvcc:
    """The program, a folder to work in, and the environment."""

    program: Path
    folder: Path
    environment: Mapping[str, str]

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.call([str(self.program), *words], **environment)

    def call(self, command: Sequence[str], **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    @property
    def log(self) -> list[str]:
        """How the recording compiler was called."""
        path = self.folder.parent / "log"
        return path.read_text().splitlines() if path.exists() else []


def _nvcc(tmp_path: Path, compiler: str) -> Nvcc:
    program = write_program(tmp_path / "bin")
    folder = tmp_path / "tree"
    folder.mkdir()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("HIPIFY", "ROCM", "HIP_"))}
    own = {
        "PATH": f"{program.parent}:{inherited['PATH']}",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "HIPIFY_NVCC_COMPILER": compiler,
        "HIPIFY_NVCC_ARCH": "gfx90a",
    }
    return Nvcc(program, folder, {**inherited, **own})


def _executable(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def nvcc(tmp_path: Path) -> Nvcc:
    """With a compiler that compiles nothing."""
    compiler = _executable(tmp_path / "bin" / "clang++", _COMPILER.format(log=tmp_path / "log"))
    return _nvcc(tmp_path, str(compiler))


@pytest.fixture(scope="session")
def rocm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as that of ROCm, with a runtime that does nothing."""
    if TOOLCHAIN is None:
        pytest.skip(f"nothing is built, for want of a compiler; get one with: {SET_UP}")
    root = tmp_path_factory.mktemp("stand") / "rocm"
    make_rocm(TOOLCHAIN, root)
    return root


@pytest.fixture
def real(tmp_path: Path, rocm: Path) -> Nvcc:
    """With the toolchain's compiler."""
    assert TOOLCHAIN is not None
    return _nvcc(tmp_path, " ".join(compiler(TOOLCHAIN, rocm)))
