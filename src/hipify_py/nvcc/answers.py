"""What is asked of nvcc before it compiles anything: which one it is, where its toolkit lies."""

from __future__ import annotations

from hipify_py import __version__
from hipify_py.nvcc import settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# What CMake, PyTorch and configure scripts read. The release is the newest that hipify-py knows all of.
RELEASE, BUILD = "13.0", "13.0.88"
_VERSION = f"""\
nvcc: NVIDIA (R) Cuda compiler driver
{settings.PROGRAM} {__version__} answers in its place, and builds for AMD GPUs
Cuda compilation tools, release {RELEASE}, V{BUILD}
"""
_HELP = f"""\
Usage: {settings.PROGRAM} [options of nvcc] <inputfile>...

Takes command lines of nvcc and builds for AMD GPUs: converts the sources, translates the options, and calls hipcc or
clang++. See docs/hipify-nvcc.md.

  --version          the release of nvcc that it stands for
  --print-toolkit    a folder to name as the CUDA toolkit, for `make CUDA_HOME=$({settings.PROGRAM} --print-toolkit)`
  --toolkit DIR GPUS
                     as the first word: make such a folder in DIR whose nvcc compiles for GPUS, such as gfx90a,gfx1100
  --launch COMMAND   as the first word: run a command of clang, with the sources converted
  --dryrun           show the command of the compiler, and do not run it
  -v                 show the command of the compiler

Environment:
  {settings.ARCH}       the GPUs to compile for, such as gfx90a,gfx1100; without it those of this machine
  {settings.COMPILER}   the compiler, with options that it always gets; without it hipcc, else clang++
  {settings.ROCM}       the release of ROCm; without it the one that is installed
  {settings.FINDINGS}   `warn`: errors that hipify-py finds are warnings, and the compiler runs
  {settings.MAPPING}    mapping tables of your own, with `:` between
  {settings.CACHE}      the directory of the cache; without it that of the user
"""
# CMake asks so where the toolkit lies.
_CMAKES_QUESTION = "__cmake_determine_cuda"


class Answer:
    def __init__(self, output: str = "", errors: str = "", code: int = 0) -> None:
        self.output, self.errors, self.code = output, errors, code


def to(words: Sequence[str]) -> Answer | None:
    """The answer, if it takes no compiler."""
    if not words:
        return Answer(errors=f"{settings.PROGRAM}: error: no input files; see {settings.PROGRAM} --help\n", code=1)
    asked = frozenset(words)
    if asked & {"--version", "-V"}:
        return Answer(_VERSION)
    if asked & {"--help", "-h"}:
        return Answer(_HELP)
    if "--print-toolkit" in asked:
        from hipify_py.nvcc import toolkit

        return Answer(f"{toolkit.folder()}\n")
    if words[0] == "--toolkit":
        from hipify_py.nvcc import toolkit

        return Answer(f"{toolkit.make(words[1:])}\n")
    if _CMAKES_QUESTION in asked:
        from hipify_py.nvcc import toolkit

        return Answer(errors=toolkit.variables(), code=1)
    return None
