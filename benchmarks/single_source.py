"""What a port of one source is like: `hipify-py shim --fix-sources` on copies of whole trees.

    python -m benchmarks.single_source TREE…

Of each tree: the lines that the port changes and those that a conversion in place changes; the files that a build for
CUDA reads otherwise, behind the preprocessor and without their includes; and what a second run and `undo` do wrong.
`__LINE__` stands for 0, as lines move.

Whether ports compile as HIP is for compile_rate, which takes this module for a converter:

    python -m benchmarks.compile_rate --converter "python -m benchmarks.single_source"
"""

from __future__ import annotations

import argparse
import difflib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.converter import IN_PLACE, Converter
from benchmarks.tree_snapshot import snapshot
from hipify_py.file.marks import ON_AMD, ON_NVIDIA

PORT = ("shim", "--fix-sources", "--fail-on", "never")
_CONVERTER = (sys.executable, "-m", "hipify_py")
_CLANG = next(filter(None, map(shutil.which, ("clang++-19", "clang++"))), None)
_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*(?:include|import|include_next)\b[^\n]*(?:\\\n[^\n]*)*", re.MULTILINE)
_SELECTING = b"#define %s(...)\n#define %s(...) __VA_ARGS__\n" % (ON_AMD, ON_NVIDIA)
# Device code and host code as nvcc sees them, an old release, and a compiler of the host.
_NVCC = ("__CUDACC__", "__NVCC__", "CUDART_VERSION=12040", "CUDA_VERSION=12040", "__CUDACC_VER_MAJOR__=12")
_BUILDS = (
    (*_NVCC, "__CUDA_ARCH__=800"),
    _NVCC,
    ("__CUDACC__", "__CUDA_ARCH__=350", "CUDART_VERSION=8000", "CUDA_VERSION=8000"),
    (),
)
_COLUMNS = ("files", "lines", "in place", "differ", "problems")


def changed_files(before: Path, after: Path) -> Iterator[Path]:
    """The files of a tree that are others in its copy, relative to it."""
    for path in sorted(before.rglob("*")):
        other = after / path.relative_to(before)
        if path.is_file() and not path.is_symlink() and other.read_bytes() != path.read_bytes():
            yield path.relative_to(before)


def changed_lines(before: bytes, after: bytes) -> int:
    """As `diff` counts them."""
    old, new = (text.decode("latin-1").splitlines() for text in (before, after))
    return sum(line[:1] in "+-" and line[:3] not in ("+++", "---") for line in difflib.unified_diff(old, new, n=0))


def reads_alike(before: bytes, after: bytes) -> bool:
    """Whether all builds for CUDA see the same code in two versions of a file."""
    return all(_preprocessed(before, build) == _preprocessed(after, build) for build in _BUILDS)


def _preprocessed(text: bytes, build: Sequence[str]) -> bytes:
    assert _CLANG is not None
    defined = [f"-D{name}" for name in (*build, "__LINE__=0")]
    command = [_CLANG, "-E", "-P", "-undef", "-w", "-x", "c++", *defined, "-"]
    source = _SELECTING + _INCLUDE.sub(b"", text)
    return b"".join(subprocess.run(command, input=source, capture_output=True, check=False).stdout.split())


def row(tree: Path, work: Path) -> tuple[object, ...]:
    """What is found out of a tree, in the order of the columns."""
    converter = Converter(_CONVERTER, work / "state")
    problems: list[str] = []
    port, in_place = work / "port", work / "in_place"
    for copy, arguments in ((port, PORT), (in_place, ("--no-build", "--fail-on", "never"))):
        shutil.copytree(tree, copy, symlinks=True)
        before = snapshot(copy)
        converter.run(problems, copy, *arguments, *IN_PLACE)
        if copy is port and snapshot(copy) != before:  # a portable tree is left as it is
            converter.check_again(problems, copy, *arguments)
            converter.undo(problems, copy, before)
            converter.run(problems, copy, *arguments, *IN_PLACE)
    sources = [path for path in changed_files(tree, port) if (tree / path).stat().st_size]
    differ = [path for path in sources if not reads_alike((tree / path).read_bytes(), (port / path).read_bytes())]
    for line in (*(f"reads otherwise: {path}" for path in differ), *problems):
        print(f"  {line}", file=sys.stderr)
    lines = [
        sum(changed_lines((tree / path).read_bytes(), (copy / path).read_bytes()) for path in changed_files(tree, copy))
        for copy in (port, in_place)
    ]
    return len(sources), *lines, len(differ), len(problems)


def _as_converter(arguments: Sequence[str]) -> int:
    """`-o OUT … TREE`, with options that the command takes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("-o", type=Path)
    known, others = parser.parse_known_args(arguments)
    *options, tree = others
    shutil.copytree(tree, known.o, symlinks=True)
    jobs = options.index("--jobs")
    del options[jobs : jobs + 2]
    return subprocess.run([*_CONVERTER, *PORT, *options, str(known.o)], check=False).returncode


def main(arguments: Sequence[str]) -> int:
    if "-o" in arguments:
        return _as_converter(arguments)
    if _CLANG is None:
        print("needs clang, as a preprocessor", file=sys.stderr)
        return 2
    print(f"{'tree':<24}" + "".join(f"{name:>10}" for name in _COLUMNS))
    failed = False
    for tree in arguments:
        with tempfile.TemporaryDirectory() as work:
            found = row(Path(tree).resolve(), Path(work))
        failed |= found[-2:] != (0, 0)
        print(f"{Path(tree).resolve().name:<24}" + "".join(f"{cell!s:>10}" for cell in found), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
