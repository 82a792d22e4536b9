"""A loss of power at any moment: what was not synced is gone, all or parts of it, and `undo` still gives all back.

A run is recorded, one operation on the disk after the other. Then, for every moment of it, a disk is made up of what
was certain to be on it by then, and of none, some or all of the rest: names that were not synced, in the order of their
directory; contents that were not synced, cut off or filled with zeros.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import pytest

from hipify_py.run.deliver import inplace
from hipify_py.system.disk import Folder, Log, Written

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Snapshot, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
PTX = b'__device__ void f(int& r, int x) { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); }\n'
SOURCES = {
    "a.cu": b'#include "lib/k.cuh"\n' + CUDA,
    "b.cu": CUDA,
    "c.cu": CUDA * 3,
    "lib/k.cuh": b"int only_renamed;\n",
    "lib/p.cuh": PTX,
}
Node = Union["_File", "_Directory"]
Operation = Callable[[], None]


@dataclass(eq=False)
class _File:
    certain: bytes = b""
    content: bytes = b""

    def sync(self) -> None:
        self.certain = self.content

    def left(self, chance: random.Random | None) -> bytes:
        if chance is None or not self.content.startswith(self.certain):
            return self.certain if chance is None else chance.choice((self.certain, self.content))
        lost = self.content[len(self.certain) :]
        kept = lost[: chance.randint(0, len(lost))]
        return self.certain + kept + b"\0" * chance.choice((0, len(lost) - len(kept)))


@dataclass(eq=False)
class _Directory:
    certain: dict[str, Node] = field(default_factory=dict)
    changes: list[dict[str, Node | None]] = field(default_factory=list)

    def change(self, **names: Node | None) -> None:
        self.changes.append(names)

    def sync(self) -> None:
        self.certain, self.changes = self.names(lambda: True), []

    def names(self, is_kept: Callable[[], bool]) -> dict[str, Node]:
        names = dict(self.certain)
        for change in self.changes:
            if is_kept():
                names |= {name: node for name, node in change.items() if node is not None}
                for name in change.keys() - {name for name, node in change.items() if node is not None}:
                    names.pop(name, None)
        return names

    def now(self, name: str) -> Node | None:
        return self.names(lambda: True).get(name)


class _Disk:
    """What is done below a directory, and what of it is certain to last."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch) -> None:
        self._root = root
        self._top = _read(root)
        self._nodes: dict[object, Node] = {}
        self._operations: list[Operation] = []
        for name in ("mkdir", "create", "log", "rename", "add_name", "unlink", "rmdir", "sync"):
            self._record(patch, Folder, name)
        for name in ("append", "sync"):
            self._record(patch, Log, name)
        self._record(patch, Written, "sync")

    def moments(self) -> Iterator[None]:
        """From nothing done to all of it."""
        yield
        for operation in self._operations:
            operation()
            yield

    def lose_power(self, chance: random.Random | None) -> None:
        """Let the real directories hold what a disk might; at worst, nothing but what is certain."""
        _write(self._root, self._top, chance)

    def _record(self, patch: pytest.MonkeyPatch, owner: type, name: str) -> None:
        original = getattr(owner, name)

        def recorded(target: Any, *arguments: Any, **options: Any) -> Any:
            result = original(target, *arguments, **options)
            if isinstance(target, Folder) and not target.path.is_relative_to(self._root):
                return result
            model = getattr(self, f"_{owner.__name__}_{name}".lower())
            self._operations.append(lambda: model(target, result, *arguments))
            return result

        patch.setattr(owner, name, recorded)

    def _directory(self, folder: Folder) -> _Directory:
        """A directory stays the same where it is renamed after it was opened."""
        if folder not in self._nodes:
            node: Node | None = self._top
            for name in folder.path.relative_to(self._root).parts:
                assert isinstance(node, _Directory)
                node = node.now(name)
            assert isinstance(node, _Directory)
            self._nodes[folder] = node
        found = self._nodes[folder]
        assert isinstance(found, _Directory)
        return found

    def _folder_mkdir(self, folder: Folder, _result: None, name: str, *_mode: int) -> None:
        self._directory(folder).change(**{name: _Directory()})

    def _folder_create(
        self, folder: Folder, result: Written, name: str, pieces: Iterable[bytes], *_how: object
    ) -> None:
        self._nodes[result] = file = _File(content=b"".join(pieces))
        self._directory(folder).change(**{name: file})

    def _folder_log(self, folder: Folder, result: Log, name: str) -> None:
        directory = self._directory(folder)
        file = directory.now(name)
        if file is None:
            file = _File()
            directory.change(**{name: file})
        self._nodes[result] = file

    def _folder_rename(self, folder: Folder, _result: None, old: str, new: str) -> None:
        directory = self._directory(folder)
        directory.change(**{old: None, new: directory.now(old)})

    def _folder_add_name(self, folder: Folder, _result: None, old: str, new: str) -> None:
        directory = self._directory(folder)
        directory.change(**{new: directory.now(old)})

    def _folder_unlink(self, folder: Folder, _result: None, name: str) -> None:
        self._directory(folder).change(**{name: None})

    _folder_rmdir = _folder_unlink

    def _folder_sync(self, folder: Folder, _result: None) -> None:
        self._directory(folder).sync()

    def _log_append(self, log: Log, _result: None, data: bytes) -> None:
        file = self._nodes[log]
        assert isinstance(file, _File)
        file.content += data

    def _log_sync(self, log: Log, _result: None) -> None:
        self._nodes[log].sync()

    def _written_sync(self, written: Written, _result: None) -> None:
        self._nodes[written].sync()


def _read(path: Path) -> _Directory:
    nodes = {
        inner.name: _read(inner) if inner.is_dir() else _File(inner.read_bytes(), inner.read_bytes())
        for inner in path.iterdir()
    }
    return _Directory(dict(nodes))


def _write(path: Path, node: Node, chance: random.Random | None) -> None:
    if isinstance(node, _File):
        path.write_bytes(node.left(chance))
        return
    path.mkdir(exist_ok=True, mode=0o700)
    names = node.names(lambda: chance is not None and chance.random() < 0.5)
    for inner in list(path.iterdir()):
        if not inner.is_dir():
            inner.unlink()
        elif not isinstance(names.get(inner.name), _Directory):
            shutil.rmtree(inner)
    for name, inner_node in names.items():
        _write(path / name, inner_node, chance)


@pytest.fixture
def sources(write: Write, tree: Path, snapshot: Take, monkeypatch: pytest.MonkeyPatch) -> Snapshot:
    """A tree that a run with all its ways of writing concerns, in batches of two files."""
    monkeypatch.setattr(inplace, "_FILES", 2)
    for name, data in SOURCES.items():
        write(f"src/{name}", data)
    return snapshot(tree)


def _check(hipify: Hipify, tree: Path, take: Take, disk: _Disk, wanted: Snapshot) -> int:
    """At every moment, and in every way that chance takes, all is given back."""
    count = 0
    chance = random.Random(0)
    for count, _ in enumerate(disk.moments()):  # noqa: B007
        for way in (None, chance, chance, chance):
            disk.lose_power(way)
            ran = hipify("undo")
            assert (ran.code == 0) or "nothing to undo" in ran.error, ran.err
            assert take(tree) == wanted
    return count


RUN = ("--rename-files", "--ptx-header", "inc/p.hpp", "src")


def test_during_a_run(
    hipify: Hipify, tree: Path, tmp_path: Path, snapshot: Take, sources: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        disk = _Disk(tmp_path, patch)
        assert hipify(*RUN).code == 0
    assert {"a.hip", "inc", "k.hip.h"} <= {path.name for path in tree.rglob("*")}
    assert _check(hipify, tree, snapshot, disk, sources) > 50


def test_during_undo(
    hipify: Hipify, tree: Path, tmp_path: Path, snapshot: Take, sources: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hipify(*RUN).code == 0
    with monkeypatch.context() as patch:
        disk = _Disk(tmp_path, patch)
        assert hipify("undo").code == 0
    assert snapshot(tree) == sources
    assert _check(hipify, tree, snapshot, disk, sources) > 20


def test_the_simulation_notices_what_is_not_synced(
    hipify: Hipify,
    write: Write,
    tree: Path,
    state: Path,
    tmp_path: Path,
    snapshot: Take,
    sources: Snapshot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without each of the calls that sync, some original is lost at some moment."""
    for owner in (Log, Written, Folder):
        with monkeypatch.context() as patch:
            disk = _Disk(tmp_path, patch)
            patch.setattr(disk, f"_{owner.__name__}_sync".lower(), lambda *_arguments: None)
            assert hipify(*RUN).code == 0
        with pytest.raises(AssertionError):
            _check(hipify, tree, snapshot, disk, sources)
        for folder in (tree / "src", state):
            shutil.rmtree(folder, ignore_errors=True)
        for name, data in SOURCES.items():
            write(f"src/{name}", data)
