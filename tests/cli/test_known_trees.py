"""A tree that is as an earlier run has left it is not looked at again, and one that is not is."""

from __future__ import annotations

import os
import pickle
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py.run.cache import store as stores
from hipify_py.run.cache import trees
from hipify_py.run.cache.store import Store
from hipify_py.run.project.texts import Texts
from hipify_py.run.project.tree import Tree

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

GUARDED = b'#include "own.h"\n#if USE_GPU\n#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n#endif\n'
LONG_AGO = (10**18, 10**18)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(stores.VARIABLE, str(tmp_path / "results"))
    monkeypatch.setattr(trees, "_CLOCKS_NS", 0)  # files of tests are made just before they are read
    return tmp_path / "results"


@pytest.fixture
def source(write: Write) -> Path:
    write("src/a.cu", GUARDED)
    write("src/own.h", b"#define USE_GPU 1\n")
    write("src/plain.cpp", b"int main() { return 0; }\n")
    write("src/odd.inc", b"int x;\n")
    return write("src/CMakeLists.txt", b"project(p CUDA)\nadd_executable(p a.cu plain.cpp)\n").parent


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that a run reads to know the tree."""
    seen: list[str] = []
    plainly = Texts.read

    def noted(texts: Texts, path: Path) -> bytes | None:
        seen.append(path.name)
        return plainly(texts, path)

    monkeypatch.setattr(Texts, "read", noted)
    return seen


def _scan(hipify: Hipify, *more: str) -> bytes:
    """What a scan says, but how long it took."""
    return re.sub(rb'"seconds": [\d.]+', b"", hipify("scan", "--format", "jsonl", "-j1", "src", *more).data)


def test_nothing_is_read_again(hipify: Hipify, source: Path, read: list[str]) -> None:
    assert source.is_dir()
    first = _scan(hipify)
    assert {"a.cu", "own.h", "plain.cpp", "CMakeLists.txt"} <= {*read}
    read.clear()
    assert _scan(hipify) == first
    assert read == []


def test_a_conversion_knows_what_a_scan_found_out(hipify: Hipify, source: Path, read: list[str]) -> None:
    _scan(hipify)
    read.clear()
    assert hipify("-o", "out", "src", "-j1").code == 0
    assert read == []
    assert hipify("-o", "again", "src", "-j1", "--no-cache").code == 0
    for path in source.iterdir():
        assert Path("out", path.name).read_bytes() == Path("again", path.name).read_bytes()


@pytest.mark.parametrize("is_dated_back", [False, True])
def test_what_changed_is_read(hipify: Hipify, source: Path, read: list[str], is_dated_back: bool) -> None:
    for path in source.iterdir():
        os.utime(path, ns=LONG_AGO)
    _scan(hipify)
    time.sleep(0.02)  # some systems have clocks that go as slowly
    (source / "own.h").write_bytes(b"#define USE_GPU 0\n")  # as long as it was
    if is_dated_back:
        os.utime(source / "own.h", ns=LONG_AGO)
    read.clear()
    changed = _scan(hipify)
    assert "own.h" in read
    assert changed == _scan(hipify, "--no-cache")


def test_what_is_new_or_gone_is_noticed(hipify: Hipify, source: Path, write: Write) -> None:
    states = []
    for change in (
        lambda: None,
        lambda: write("src/cuda_runtime.h", b"#pragma once\ntypedef int cudaError_t;\n"),
        lambda: (source / "own.h").unlink(),
        lambda: write("src/a.cu", GUARDED + b'#include "odd.inc"\n'),
        lambda: write("src/odd.inc", b"__device__ int x; void g() { cudaDeviceReset(); }\n"),
        lambda: (source / "cuda_runtime.h").unlink(),
    ):
        change()
        states.append(_scan(hipify))
        assert _scan(hipify) == states[-1] == _scan(hipify, "--no-cache")
    assert len({*states}) > 2


def test_a_run_that_writes_keeps_nothing_of_what_it_changes(hipify: Hipify, source: Path) -> None:
    assert source.is_dir()
    assert hipify("src", "-j1").code == 0
    converted = _scan(hipify)
    assert converted == _scan(hipify, "--no-cache")
    assert _scan(hipify) == converted


def test_files_that_were_just_written_are_not_trusted(
    hipify: Hipify, source: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert source.is_dir()
    monkeypatch.setattr(trees, "_CLOCKS_NS", 10**12)
    _scan(hipify)
    read.clear()
    _scan(hipify)
    assert {"a.cu", "own.h", "plain.cpp"} <= {*read}


def test_a_tree_that_changes_under_a_run_is_not_kept(
    hipify: Hipify, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plainly = Tree.unit

    def changed(tree: Tree, path: str, data: bytes | None = None) -> Any:
        (source / "own.h").write_bytes(b"#define USE_GPU 01\n")
        return plainly(tree, path, data)

    monkeypatch.setattr(Tree, "unit", changed)
    _scan(hipify)
    assert _states() == []


def test_an_error_of_ours_is_not_kept(hipify: Hipify, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert source.is_dir()

    def fail(*_arguments: object) -> None:
        raise ValueError

    monkeypatch.setattr(Tree, "given", fail)
    assert hipify("scan", "-j1", "src").code == 2
    assert _states() == []


class Acts:
    """What is made by a call, which must not be made."""

    def __reduce__(self) -> tuple[Any, tuple[str, ...]]:
        return os.system, ("exit 3",)


@pytest.mark.parametrize(
    "content", [b"", b"\x80", *map(pickle.dumps, (7, ({}, Acts()), ({"a": 1}, {}), ({}, 7), (Path, {})))]
)
def test_whoever_knows_the_checksum_gets_no_further_than_a_miss(
    hipify: Hipify, source: Path, place: Path, content: bytes
) -> None:
    assert source.is_dir()
    first = _scan(hipify)
    (name,) = (path.name for path in place.iterdir() if path.name.startswith("tree-"))
    store = Store.open()
    store.write(name, (content,))
    store.close()
    assert trees.KnownTree(Store.open(), name)._states == {}
    assert _scan(hipify) == first


def _states() -> list[bytes]:
    """The states of trees that are kept."""
    store = Store.open()
    names = [path.name for path in store.path.iterdir() if path.name.startswith("tree-")]
    return [state for name in names for state in trees.KnownTree(store, name)._states]
