"""A folder that CMake takes for ROCm, made of the toolchain's headers, bitcode and CMake packages.

What is real are the packages of hip, hipblas and the others, as Debian builds them of AMD's sources, so that languages,
targets, definitions and include directories are those of ROCm. What is missing stands here as a stub:

- The libraries have no symbols. Programs are linked with --unresolved-symbols=ignore-all, and do not run.
- amd_comgr, which the package of hip asks for and nothing here links, is an empty target.
- compiler-rt, which these packages link, is left out of them: its functions are among the unresolved symbols.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tools.hip_toolchain import Toolchain

# Where Debian has libraries and packages for this architecture.
_LIBRARIES = Path("lib/x86_64-linux-gnu")
_NAMED = re.compile(r"/(lib[\w.+-]+\.(?:so[\d.]*|a))\"")
_RUNTIME_OF_COMPILER = re.compile(r"--rtlib=compiler-rt \$\{CLANGRT_LINUX_OPTION\}(?=>)|;?\$\{CLANGRT_BUILTINS\}")
_EMPTY_PACKAGE = "if(NOT TARGET {0})\n  add_library({0} INTERFACE IMPORTED)\nendif()\n"
_ELSEWHERE = 'include("${{CMAKE_CURRENT_LIST_DIR}}/../../x86_64-linux-gnu/cmake/{0}/{0}-config.cmake")\n'


def make_rocm_folder(toolchain: Toolchain, into: Path) -> Path:
    for name in ("include", "share", "bitcode"):
        (into / name).symlink_to(toolchain.root / name)
    (into / "bin").mkdir()
    libraries = into / _LIBRARIES
    shutil.copytree(toolchain.root / _LIBRARIES / "cmake", libraries / "cmake")
    names = {name for path in libraries.rglob("*.cmake") for name in _without_compiler_rt(path)}
    empty = into / "empty.so"
    subprocess.run([toolchain.compiler, "-shared", "-o", str(empty), "-x", "c", "/dev/null"], check=True)
    for name in names:
        shutil.copy(empty, libraries / name)
        # What hipify-nvcc links, as in ROCm's own folder.
        shutil.copy(empty, into / "lib" / re.sub(r"\.so[\d.]*$", ".so", name))
    _package(libraries, "amd_comgr", _EMPTY_PACKAGE)
    # Where CMake looks for the language.
    _package(into / "lib", "hip-lang", _ELSEWHERE)
    return into


def _without_compiler_rt(path: Path) -> list[str]:
    """The libraries that a file of a package names."""
    text = path.read_text(encoding="utf-8")
    path.write_text(_RUNTIME_OF_COMPILER.sub("", text), encoding="utf-8")
    return _NAMED.findall(text)


def _package(libraries: Path, name: str, text: str) -> None:
    folder = libraries / "cmake" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}-config.cmake").write_text(text.format(name), encoding="utf-8")
