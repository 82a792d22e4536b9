"""What hipify-nvcc needs to be tried without ROCm: the program as a file, and a folder as that of ROCm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.hip_toolchain import Toolchain

_SOURCE = Path(__file__).parents[1] / "src"
_PROGRAM = """\
#!{python}
import sys
sys.path.insert(0, {source!r})
from hipify_py.nvcc.main import main
main()
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


def write_program(folder: Path) -> Path:
    """`hipify-nvcc` of this checkout."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "hipify-nvcc"
    program.write_text(_PROGRAM.format(python=sys.executable, source=str(_SOURCE)), encoding="utf-8")
    program.chmod(0o755)
    return program


def make_rocm(toolchain: Toolchain, into: Path) -> None:
    """A runtime that does nothing is all that is linked: CMake links a program to see what a compiler is."""
    (into / "lib").mkdir(parents=True)
    for name in ("include", "share", "bitcode"):
        (into / name).symlink_to(toolchain.root / name)
    source = into / "runtime.c"
    source.write_text(_RUNTIME, encoding="utf-8")
    library = ["-shared", "-fPIC", "-Wl,-soname,libamdhip64.so", "-o", str(into / "lib/libamdhip64.so")]
    subprocess.run([toolchain.compiler, "-x", "c", str(source), *library], check=True)


def compiler(toolchain: Toolchain, rocm: Path) -> list[str]:
    """The compiler with such a folder."""
    return [toolchain.compiler, f"--rocm-path={rocm}", f"--rocm-device-lib-path={rocm / 'bitcode'}"]
