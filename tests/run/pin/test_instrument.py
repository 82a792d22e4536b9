"""What is put around calls: each source in cases/ beside what it becomes. `python -m tests.run.pin.test_instrument`
writes these again."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py.file.marks import PIN_HEADER
from hipify_py.run.pin.instrument import Instrumented, instrument

FOLDER = Path(__file__).parent / "cases"
SOURCES = sorted(path for path in FOLDER.iterdir() if ".pinned" not in path.suffixes)
EXAMPLES = sorted(path for path in Path("examples").rglob("*.cu*") if path.is_file())


def _pinned(data: bytes, name: str = "a.cu") -> Instrumented:
    return instrument(data, name, PIN_HEADER, is_cuda=True)


def _expected(source: Path) -> Path:
    return source.with_suffix(f".pinned{source.suffix}")


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_sources_become_what_lies_beside_them(source: Path) -> None:
    made = _pinned(source.read_bytes(), source.name).data.decode()
    assert made == _expected(source).read_text(encoding="utf-8")


@pytest.mark.parametrize("source", [*SOURCES, *EXAMPLES], ids=lambda path: path.name)
def test_text_is_only_added_and_one_line(source: Path) -> None:
    data = source.read_bytes()
    made = _pinned(data)
    rest = iter(made.data)
    assert all(byte in rest for byte in data)
    assert made.data.count(b"\n") == data.count(b"\n") + bool(made.recorded)


def test_lines_end_as_they_do_and_marks_stay_in_front() -> None:
    data = b'\xef\xbb\xbf#include "a.h"\r\nvoid f() {\r\n  k<<<1, 1>>>(x);\r\n}\r\n'
    made = _pinned(data).data
    assert made.startswith(b'\xef\xbb\xbf#include "a.h"\r\n#include "hipify_pin.hpp"\r\nvoid f() {\r\n')
    assert made.count(b"\r\n") == made.count(b"\n")


def test_binary_files_stay() -> None:
    assert _pinned(b"k<<<1, 1>>>(x);\0\xff").data == b"k<<<1, 1>>>(x);\0\xff"


def test_names_of_files_are_literals() -> None:
    made = _pinned(b"void f() { k<<<1, 1>>>(x); }\n", 'odd "name"\\.cu').data
    assert rb'"odd \"name\"\\.cu"' in made


def test_what_is_instrumented_stays() -> None:
    once = _pinned((FOLDER / "launches.cu").read_bytes()).data
    again = _pinned(once)
    assert again.data == once
    assert [place.why for place in again.left] == ["it is instrumented already"]


def test_names_of_files_are_no_formats_and_may_be_no_text() -> None:
    made = _pinned(b"void f() { k<<<1, 1>>>(x); }\n", "100%s\n\udcff.cu").data
    assert rb'"100\045s\012\377.cu"' in made


def test_what_is_left_is_named_with_its_reason() -> None:
    left = _pinned((FOLDER / "packs.cu").read_bytes()).left
    assert [(place.line, place.why) for place in left] == [
        (5, "it is more than the name of a parameter pack"),
        (6, "it is an argument of another call"),
    ]


def test_of_what_stands_on_the_host_all_that_is_left_is_named() -> None:
    left = _pinned((FOLDER / "left.cu").read_bytes()).left
    assert [(place.name, place.why) for place in left if place.name != "child"] == [
        ("<<<", "its parts cannot be determined"),
        ("cudaMalloc", "the file defines a macro by that name"),
        ("cudaFree", "the file defines a macro by that name"),
        ("cudaFreeAsync", "it is not evaluated"),
        ("cudaFreeAsync", "it is not evaluated"),
        ("cudaMemset", "its arguments cannot be determined"),
    ]


if __name__ == "__main__":
    for each in SOURCES:
        _expected(each).write_bytes(_pinned(each.read_bytes(), each.name).data)
