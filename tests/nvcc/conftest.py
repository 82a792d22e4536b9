"""hipify-nvcc as a program, with a cache of its own for each test, and ROCm as far as the toolchain has it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.compile.judging import TOOLCHAIN
from tools.hip_toolchain import SET_UP

_PROGRAM = """\
#!{python}
import sys
sys.path.insert(0, {source!r})
from hipify_py.nvcc.main import main
main()
"""
# Says what it was called with. An `-o` is made, as Make asks for it.
_COMPILER = """\
#!/bin/sh
echo "$@" >> {log}
while [ $# -gt 0 ]; do
  [ "$1" != -o ] || echo > "$2"
  shift
done
"""
# What programs call of libamdhip64, which the toolchain does not have.
_RUNTIME = "".join(
    f"int {name}(void) {{ return 0; }}\n"
    for name in (
        *("__hipRegisterFatBinary", "__hipRegisterFunction", "__hipUnregisterFatBinary", "__hipRegisterVar"),
        *("__hipPopCallConfiguration", "__hipPushCallConfiguration", "hipLaunchKernel", "hipMalloc", "hipFree"),
        *("hipDeviceSynchronize", "hipGetDeviceCount", "hipGetDevicePropertiesR0600", "hipMemcpy"),
    )
)
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
    program = _executable(tmp_path / "bin" / "hipify-nvcc", _PROGRAM.format(python=sys.executable, source=str(SOURCE)))
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
    root = tmp_path_factory.mktemp("rocm")
    for name in ("include", "share", "bitcode"):
        (root / name).symlink_to(TOOLCHAIN.root / name)
    (root / "lib").mkdir()
    (root / "runtime.c").write_text(_RUNTIME, encoding="utf-8")
    library = ["-shared", "-fPIC", "-Wl,-soname,libamdhip64.so", "-o", str(root / "lib/libamdhip64.so")]
    subprocess.run([TOOLCHAIN.compiler, "-x", "c", str(root / "runtime.c"), *library], check=True)
    return root


@pytest.fixture
def real(tmp_path: Path, rocm: Path) -> Nvcc:
    """With the toolchain's compiler."""
    assert TOOLCHAIN is not None
    words = [TOOLCHAIN.compiler, f"--rocm-path={rocm}", f"--rocm-device-lib-path={rocm / 'bitcode'}"]
    return _nvcc(tmp_path, " ".join(words))
