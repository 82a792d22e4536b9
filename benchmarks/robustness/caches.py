"""Damages the caches file by file, and all of a cache at once, and runs what uses them again: what it prints and makes
must be what it does with an empty cache.

    python -m benchmarks.robustness.caches
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.robustness.hostile import ASSEMBLER, CUDA
from tools.nvcc_stand import write_program

# As disks and losses of power leave files, and as somebody may who knows what lies where.
DAMAGES: Mapping[str, Callable[[bytes, bytes], bytes]] = {
    "empty": lambda _data, _other: b"",
    "zeros": lambda data, _other: bytes(len(data)),
    "half of it": lambda data, _other: data[: len(data) // 2],
    "a byte is missing": lambda data, _other: data[:-1],
    "a byte too many": lambda data, _other: data + b"\0",
    "first bit": lambda data, _other: _flipped(data, 0),
    "middle bit": lambda data, _other: _flipped(data, len(data) // 2),
    "last bit": lambda data, _other: _flipped(data, len(data) - 1),
    "another file": lambda _data, other: other,
}
# Of a cache that are damaged one by one.
_MOST_FILES = 12
# Writes all that it is told and shown into the object.
_COMPILER = f"""\
#!{sys.executable}
import json, pathlib, sys
words = sys.argv[1:]
made = [repr(words)]
for word in words:
    if word.startswith("-ivfsoverlay"):
        roots = json.loads(pathlib.Path(word[len("-ivfsoverlay"):]).read_text())["roots"]
        made += [each["name"] + pathlib.Path(each["external-contents"]).read_text() for each in roots]
    if word.startswith("-isystem"):
        made += [path.name + path.read_text() for path in pathlib.Path(word[len("-isystem"):]).iterdir()]
pathlib.Path(words[words.index("-o") + 1]).write_text("\\n".join(made))
"""


@dataclass(frozen=True)
class User:
    """A command, in the folder that it is run in, what it writes, and the cache that it uses."""

    command: Sequence[str]
    folder: Path
    output: Path
    cache: Path
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self) -> tuple[int, bytes, bytes, Mapping[str, bytes]]:
        """The exit code, what was printed, and what was made."""
        ran = subprocess.run(
            self.command,
            cwd=self.folder,
            env={**os.environ, **self.environment},
            capture_output=True,
            check=False,
            timeout=300,
        )
        made = contents(self.output)
        for path in made if self.output != self.cache else ():
            Path(path).unlink()
        return ran.returncode, ran.stdout, ran.stderr, made


def contents(folder: Path) -> dict[str, bytes]:
    """All files in a folder but links, or the one file, in the order of their paths."""
    paths = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    return {str(path): path.read_bytes() for path in paths if path.is_file() and not path.is_symlink()}


def users(root: Path) -> Iterator[User]:
    """What uses the caches, each with a cache of its own."""
    tree = root / "tree"
    tree.mkdir()
    (tree / "a.h").write_text("#pragma once\ninline void g() { cudaDeviceSynchronize(); }\n")
    (tree / "a.cu").write_text(f'#include "a.h"\n{CUDA}{ASSEMBLER}')
    compiler = root / "compiler"
    compiler.write_text(_COMPILER)
    compiler.chmod(0o755)
    nvcc = str(write_program(root / "bin"))
    results = {"HIPIFY_PY_CACHE": str(root / "results")}
    built = {**results, "HIPIFY_NVCC_COMPILER": str(compiler), "HIPIFY_NVCC_ARCH": "gfx90a"}
    for name, words, output in (
        ("objects", ("-c", "a.cu", "-o", "a.o"), tree / "a.o"),
        ("toolkit", ("--print-toolkit",), root / "toolkit"),
    ):
        cache = root / name
        yield User((nvcc, *words), tree, output, cache, {**built, "HIPIFY_NVCC_CACHE": str(cache)})
    hipify = (sys.executable, "-m", "hipify_py", "-q", "--format", "json", "-o", "../out", ".")
    yield User(hipify, tree, root / "out", root / "results", results)


def failures(user: User, damages: Sequence[str] = tuple(DAMAGES)) -> Iterator[str]:
    """What a command does otherwise with a damaged cache."""
    expected = _comparable(user.run())
    whole = contents(user.cache)
    for path, data in [*whole.items()][:_MOST_FILES]:
        beside = [each for each in whole if Path(each).parent == Path(path).parent and each != path]
        for name in damages:
            damaged = DAMAGES[name](data, whole[beside[0]] if beside else b"other")
            yield from _compared(user, expected, {path: damaged}, f"{Path(path).relative_to(user.cache)}: {name}")
            _write(whole)
    for name in damages:
        everything = {path: DAMAGES[name](data, b"other") for path, data in whole.items()}
        yield from _compared(user, expected, everything, f"all: {name}")
        _write(whole)


def _compared(user: User, expected: object, damaged: Mapping[str, bytes], what: str) -> Iterator[str]:
    _write(damaged)
    found = _comparable(user.run())
    if found != expected:
        yield f"{what}: {found!r}"[:2_000]


def _comparable(ran: tuple[int, bytes, bytes, Mapping[str, bytes]]) -> object:
    """A run but for how long it took."""
    code, output, errors, made = ran
    return code, [line for line in output.splitlines() if b'"seconds"' not in line], errors, made


def _write(files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)


def _flipped(data: bytes, place: int) -> bytes:
    changed = bytearray(data)
    changed[place : place + 1] = bytes(each ^ 1 for each in changed[place : place + 1])
    return bytes(changed)


def main() -> int:
    broken = 0
    with tempfile.TemporaryDirectory() as folder:
        for user in users(Path(folder)):
            for failure in failures(user):
                broken += 1
                print(f"{' '.join(user.command[-4:])}: {failure}", flush=True)
    print(f"{broken} failures")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
