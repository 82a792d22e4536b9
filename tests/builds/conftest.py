"""Projects that CMake and ninja build for gfx90a, with hipify-py installed beside them and a ROCm of headers."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.builds.rocm_folder import make_rocm_folder
from tools.hip_toolchain import SET_UP, find_toolchain

# Its CMake packages belong together: those of 6.4 ask for some that Debian has of later releases only.
TOOLCHAIN = find_toolchain("7.2")
# The libraries have no symbols.
LINK_STUBS = "-DCMAKE_EXE_LINKER_FLAGS=-Wl,--unresolved-symbols=ignore-all"
_HOME = Path(__file__).parents[2]
_PROGRAM = """\
#!{python}
import sys
sys.path.insert(0, {source!r})
from hipify_py.{module} import main
main()
"""
_MODULES = {"hipify-py": "__main__", "hipify-nvcc": "nvcc.main"}


def program(name: str) -> str | None:
    """One that is installed beside Python, as CMake is with the extra `dev`, or anywhere."""
    return shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)


@dataclass(frozen=True)
class Project:
    """A folder with sources, and the environment that it is built in."""

    rocm: Path
    folder: Path
    environment: Mapping[str, str]

    def call(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """With what goes wrong in the one output."""
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**self.environment, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=300,
        )

    def must(self, *command: str, **environment: str) -> str:
        done = self.call(*command, **environment)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def edit(self, name: str, *changes: tuple[str, str]) -> None:
        text = (self.folder / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        self.write(name, text)

    def configuring(self, *words: str) -> tuple[str, ...]:
        """CMake's command for a build for AMD, as one would give it with the compilers of ROCm."""
        assert TOOLCHAIN
        flags = f"--rocm-path={self.rocm} --rocm-device-lib-path={self.rocm / 'bitcode'}"
        return (
            *("cmake", "-S", ".", "-B", "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.rocm}"),
            *(f"-DCMAKE_HIP_COMPILER={shutil.which(TOOLCHAIN.compiler)}", "-DCMAKE_HIP_ARCHITECTURES=gfx90a"),
            *(f"-DCMAKE_HIP_COMPILER_ROCM_ROOT={self.rocm}", f"-DCMAKE_HIP_FLAGS={flags}"),
            *(LINK_STUBS, *words),
        )

    def build(self) -> str:
        return self.must("cmake", "--build", "build", "-j2")

    def compiled_next(self) -> set[str]:
        """The sources that ninja would compile now."""
        said = self.must("ninja", "-C", "build", "-n", "-v")
        return {Path(shlex.split(line.partition(" -c ")[2])[0]).name for line in said.splitlines() if " -c " in line}


@pytest.fixture(scope="session")
def rocm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if TOOLCHAIN is None:
        pytest.skip(f"no project is built, for want of a compiler; get one with: {SET_UP}")
    for name in ("cmake", "ninja"):
        if program(name) is None:
            pytest.skip(f"no project is built, for want of {name}; get it with: pip install -e '.[dev]'")
    return make_rocm_folder(TOOLCHAIN, tmp_path_factory.mktemp("rocm"))


@pytest.fixture
def project(rocm: Path, tmp_path: Path) -> Project:
    """An empty one."""
    assert TOOLCHAIN
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, module in _MODULES.items():
        text = _PROGRAM.format(python=sys.executable, source=str(_HOME / "src"), module=module)
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    for name in ("cmake", "ninja"):
        (programs / name).symlink_to(program(name) or "")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("HIP", "ROCM", "CMAKE"))}
    own = {
        "PATH": f"{programs}:{inherited['PATH']}",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "HIPIFY_PY_STATE": str(tmp_path / "state"),
        "HIPIFY_NVCC_ARCH": "gfx90a",
        "HIPIFY_NVCC_COMPILER": f"{TOOLCHAIN.compiler} --rocm-path={rocm} --rocm-device-lib-path={rocm / 'bitcode'}",
    }
    folder = tmp_path / "project"
    folder.mkdir()
    return Project(rocm, folder, {**inherited, **own})
