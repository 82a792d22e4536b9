"""`-dlink`: device code linked into an object that any linker links with the others.

clang links device and host code in one go. Here it does so with a linker that keeps only the object with device code
which clang makes on the way.
"""

from __future__ import annotations

from pathlib import Path

from hipify_py.nvcc import settings
from hipify_py.nvcc.compiler import Compiler
from hipify_py.nvcc.line import Line
from hipify_py.nvcc.objects import LINKED, REGISTERED, archs_of
from hipify_py.nvcc.plans import stored

_LINKER = f"""\
#!/bin/sh
# Of what clang links for `{settings.PROGRAM} -dlink`, keep the object with device code.
output= object=
while [ $# -gt 0 ]; do
  case $1 in
    -o) output=$2; shift ;;
    *.o) ! grep -qaF '{LINKED}' "$1" || grep -qaF '{REGISTERED}' "$1" || object=$1 ;;
  esac
  shift
done
exec cp "$object" "$output"
"""
_EXECUTABLE = 0o700


def command(compiler: Compiler, line: Line) -> tuple[list[str], Path]:
    """The command, and the file of the cache that it needs."""
    output = line.value("-o") or "a_dlink.o"
    objects = [source.path for source in line.sources]
    archs = archs_of(objects)
    if not archs:
        empty = stored(b"\n", ".cpp")
        return [*compiler.words, "-x", "c++", "-c", str(empty), "-o", output], empty
    linker = stored(_LINKER.encode(), ".sh")
    linker.chmod(_EXECUTABLE)
    offload = [f"--offload-arch={arch}" for arch in archs]
    words = [*compiler.words, *offload, "-fgpu-rdc", "--hip-link", f"--ld-path={linker}", *objects, "-o", output]
    return words, linker
