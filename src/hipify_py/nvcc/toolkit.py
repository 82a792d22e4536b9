"""A folder that looks like CUDA's toolkit to build systems, and what nvcc would say of one.

Its libraries are scripts for the linker that name ROCm's, so that also what others link finds these. Its headers say
that a source was not converted, as somebody else compiles it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from hipify_py.digests import blake2b
from hipify_py.nvcc import NvccError, answers, settings
from hipify_py.nvcc.line import Line
from hipify_py.nvcc.plans import store
from hipify_py.report.lines import printable
from hipify_py.tables import builds
from hipify_py.tables.load import load
from hipify_py.tables.packed import SAME
from hipify_py.texts import to_bytes

# The oldest that CUDA 13 compiles for.
_ARCH = "75"
# What CMake compiles to find out whose compiler it is.
_QUESTION = "CMakeCUDACompilerId.cu"
_NVCC = {
    "__NVCC__": "1",
    "__CUDACC__": "1",
    "__CUDACC_VER_MAJOR__": answers.BUILD.split(".")[0],
    "__CUDACC_VER_MINOR__": answers.BUILD.split(".")[1],
    "__CUDACC_VER_BUILD__": answers.BUILD.split(".")[2],
}
_HEADER = f"""\
#error "this source includes CUDA: compile it with {settings.PROGRAM}, by CXX={settings.PROGRAM} or as CUDA"
"""
_HEADERS = ("cuda_runtime.h", "cuda_runtime_api.h", "cuda.h")
_VERSION = """{"cuda": {"name": "CUDA SDK", "version": "%s"}}\n"""
_MAKE = "--toolkit"
_OURS = f"#!/bin/sh\n# {settings.PROGRAM} for "
_SCRIPT = (
    _OURS
    + """{archs}
{variable}={archs}
export {variable}
exec {program} "$@"
"""
)
_EXECUTABLE = 0o755
_EMPTY_ARCHIVE = b"!<arch>\n"


def folder() -> Path:
    """The folder; what is missing there or another file than it should be is made."""
    files = _contents()
    digest = blake2b(to_bytes(repr((sorted(files.items()), _program()))), digest_size=8).hexdigest()
    top = f"toolkit-{digest}"
    root = settings.home() / top
    for name, data in files.items():
        store(top, name, data)
    _link(root / "bin" / "nvcc", Path(_program()))
    _add_folders(root)
    return root


def make(words: Sequence[str]) -> Path:
    """A folder of the user's whose nvcc compiles for the GPUs that are named behind it; raises NvccError. Another GPU
    is another compiler then to whatever looks at this one to see whether objects are up to date."""
    if len(words) != 2 or not all(words):
        raise NvccError(f"{_MAKE} takes a folder and GPUs: {settings.PROGRAM} {_MAKE} cuda-gfx90a gfx90a")
    root, archs = Path(words[0]).absolute(), ",".join(settings.checked(words[1], _MAKE))
    compiler = root / "bin" / "nvcc"
    script = _SCRIPT.format(variable=settings.ARCH, archs=shlex.quote(archs), program=shlex.quote(_program()))
    try:
        is_ours = compiler.is_file() and compiler.read_text(errors="replace").startswith(_OURS)
        if not is_ours and root.exists() and any(root.iterdir()):
            raise NvccError(f"{root}: exists, and {settings.PROGRAM} has not made it; name a new folder")
        for name, data in {**_contents(), "bin/nvcc": to_bytes(script)}.items():
            _write(root / name, data)
        compiler.chmod(_EXECUTABLE)
        _add_folders(root)
    except OSError as error:
        raise NvccError(f"{error.filename or root}: {error.strerror}") from error
    return root


def _write(path: Path, data: bytes) -> None:
    if path.is_file() and path.read_bytes() == data:
        return
    _put(path, lambda unfinished: unfinished.write_bytes(data))


def _add_folders(root: Path) -> None:
    (root / "nvvm" / "libdevice").mkdir(parents=True, exist_ok=True)
    _link(root / "lib", Path("lib64"))


def _contents() -> dict[str, bytes]:
    """The files of a toolkit, without its compiler."""
    from hipify_py.nvcc.compiler import chosen

    return {name: to_bytes(text) for name, text in _files(chosen().root)}


def _files(rocm: Path) -> Iterator[tuple[str, str]]:
    policy = load(()).policy()
    headers = (name for name, row in policy.tables.headers.items() if row != SAME and "/" not in name)
    yield from ((f"include/{name}", _HEADER) for name in {*_HEADERS, *headers})
    for name, row in builds.libraries().items():
        if row.library and not policy.why_absent(name):
            script = f"INPUT({_library(rocm, row.library)})\n"
            yield f"lib64/lib{name}.so", script
            yield f"lib64/lib{name}_static.a", script
        elif row.dropped:
            yield f"lib64/lib{name}.a", _EMPTY_ARCHIVE.decode()
    yield "lib64/stubs/libcuda.so", f"INPUT({_library(rocm, 'amdhip64')})\n"
    yield "version.json", _VERSION % answers.BUILD


def _library(rocm: Path, name: str) -> str:
    """Where it lies, as nobody else may look there."""
    path = rocm / "lib" / f"lib{name}.so"
    return str(path) if path.exists() else f"-l{name}"


def _link(path: Path, target: Path) -> None:
    if path.is_symlink() and path.readlink() == target:
        return
    _put(path, lambda unfinished: unfinished.symlink_to(target))


def _put(path: Path, make: Callable[[Path], object]) -> None:
    """Makes a file beside its place and moves it there: whoever reads it finds the old one or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.urandom(6).hex()}.tmp")
    make(unfinished)
    unfinished.replace(path)


def _program() -> str:
    return shutil.which(sys.argv[0]) or os.path.abspath(sys.argv[0])


def variables() -> str:
    """As `nvcc -v` begins."""
    root = folder()
    lines = (
        f"TOP={root}",
        f"NVVMIR_LIBRARY_DIR={root}/nvvm/libdevice",
        f"PATH={root}/bin:{os.environ.get('PATH', '')}",
        f'INCLUDES="-I{root}/include"',
        f"LIBRARIES={_libraries(root)}",
        f"STANDS_FOR=-arch compute_{_ARCH}",
    )
    return "".join(f"#$ {printable(line)}\n" for line in lines)


def _libraries(root: Path) -> str:
    return f'"-L{root}/lib64"'


def shown(command: Sequence[str], line: Line) -> str:
    """What `-v` and `--dryrun` show. A link is shown as it was asked for, too: CMake reads there who links, and with
    which libraries."""
    said = f"{variables()}#$ {_joined(command)}\n"
    if line.links:
        output = line.value("-o") or "a.out"
        inputs = _joined(source.path for source in line.sources)
        libraries = f"{_libraries(folder())} -lcudadevrt -lcudart_static -lrt -lpthread -ldl"
        said += f"#$ {_joined((_program(), '-o', output))} {inputs} {libraries}\n"
    return said


def _joined(words: Iterable[str]) -> str:
    """Words as a shell takes them, in one line that commands no terminal."""
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    if printable(word) == word:
        return shlex.quote(word)
    escaped = word.replace("\\", r"\\").replace("'", r"\'")
    return f"$'{printable(escaped)}'"


def is_question(line: Line) -> bool:
    return any(Path(source.path).name == _QUESTION for source in line.sources)


def answer(compiler: Sequence[str], line: Line) -> list[str]:
    """The source that tells CMake which compiler this is, compiled so that it says nvcc."""
    macros = [f"-D{name}={value}" for name, value in _NVCC.items()]
    inputs = [source.path for source in line.sources]
    output = line.value("-o")
    return [compiler[0], "-x", "c++", *macros, *inputs, *(("-o", output) if output else ())]
