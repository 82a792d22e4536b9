"""clang accepts what takes the place of nvcc's options."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hipify_py.subjects.buildfiles.flag_words import Row, rows
from hipify_py.subjects.buildfiles.flags import read
from tests.compile.judging import TOOLCHAIN

# Where a letter will not do.
_VALUES = {"-O": "2", "-std": "c++17", "-stdlib": "libc++", "-x": "c++", "-m": "64", "-frandom-seed": "1"}
_VALUES |= {"-opt-info": "inline"}
_NUMBERS = (
    "-ftemplate-backtrace-limit",
    "-ftemplate-depth",
    "-fmax-errors",
    "-fdevice-time-trace-granularity",
)
_FORWARDED = "-Xcompiler=-Wall,-fPIC,-pthread"


def _spellings(name: str, row: Row) -> Iterator[tuple[str, ...]]:
    """What nvcc takes for each thing that the table says of an option."""
    if row.to or not row.values:
        value = _VALUES.get(name, "300" if name in _NUMBERS else "value.h")
        yield (name, value) if row.takes else (name,)
    yield from ((name, value) for value in row.values)


def _translations() -> list[tuple[str, ...]]:
    lines = [words for name, row in rows().items() if name != "-Xcompiler" for words in _spellings(name, row)]
    read_already = {tuple(each.new) for words in lines for each in read(words) if each.fate in ("same", "translated")}
    return sorted({*read_already, *(each.new for each in read([_FORWARDED]))})


def test_there_are_translations() -> None:
    assert len(_translations()) > 50


@pytest.mark.parametrize("flags", _translations(), ids=" ".join)
def test_clang_accepts(flags: tuple[str, ...], tmp_path: Path) -> None:
    if TOOLCHAIN is None:
        pytest.skip("nvcc's options are not given to a compiler, for want of one")
    Path(tmp_path, "value.h").touch()
    Path(tmp_path, "a.hip").write_text("__attribute__((global)) void kernel() {}\n", encoding="utf-8")
    command = [TOOLCHAIN.compiler, "-x", "hip", "--offload-arch=gfx90a", "-nogpulib", "-nogpuinc", "-fsyntax-only"]
    # Of what is for the linker it says that it is unused.
    done = subprocess.run(
        [*command, *flags, "a.hip"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "unknown" not in done.stderr
