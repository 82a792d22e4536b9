"""What earlier runs have found out, for files that are still the same.

An outcome is known by all that it depends on: the bytes of its file and what was asked about it, the recipe, and the
build of hipify-py. The records of a directory of the source lie together in one piece, as most are a few words: a tree
is read back with few calls, also from a disk on the network. What files become lies apart, as scans do not ask for it.
"""

from __future__ import annotations

import json
import os
import time
from collections import OrderedDict
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py import build
from hipify_py.digests import blake2b
from hipify_py.findings import BROKEN_EDIT, OVER_BUDGET
from hipify_py.records import dataclass
from hipify_py.run.cache.store import Store
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.record import NotARecordError, Record, digest, outcome_of, with_output
from hipify_py.run.task import Input, Recipe, Task
from hipify_py.system import stopping
from hipify_py.texts import to_bytes

if TYPE_CHECKING:
    from hipify_py.run.cache.trees import KnownTree

# What a slower machine may say, and a newer version will not.
_PASSING = frozenset((BROKEN_EDIT, OVER_BUDGET))
# How much of the cache is in memory.
_MOST_BYTES = 64_000_000
_MOST_PACKS = 128
# What a killed run loses.
_SECONDS = 10.0
_besides_data = attrgetter(*(field.name for field in fields(Input) if field.name != "data"))


class Cache:
    """Pieces of the store are read when a file of their directory is asked for, and written when others are."""

    def __init__(self, recipe: Recipe, store: Store) -> None:
        self.path = store.path
        self._store = store
        self._common = blake2b(to_bytes(f"{build.here()}\0{recipe!r}")).digest()
        self._packs: OrderedDict[tuple[str, str], _Pack] = OrderedDict()
        self._size = 0
        self._file: File | None = None
        self._pack = _Pack("", {})
        self._written = time.monotonic()
        self._trees: list[KnownTree] = []

    def tree(self, named: str) -> KnownTree:
        """What is known of the tree that somebody has named."""
        from hipify_py.run.cache.trees import KnownTree, name_of  # not for single files

        tree = KnownTree(self._store, name_of(self._common, named))
        self._trees.append(tree)
        return tree

    def headers(self, file: File, digest: str) -> tuple[str, ...] | None:
        """What `Task.headers` were the last time, if the file has not changed."""
        known = self._pack_of(file).known.get(file.real.name)
        return known.headers if known is not None and known.digest == digest else None

    def find(self, task: Task, *, with_output: bool) -> FileOutcome | None:
        """What became of a file the last time, if it would again."""
        known = self._pack_of(task.file).known.get(task.file.real.name)
        if known is None or known.digest != task.digest or known.key != key_of(task):
            return None
        try:
            outcome, expected = outcome_of(known.line, task)
            return self._with_output(outcome, task, expected) if expected and with_output else outcome
        except NotARecordError:
            return None

    def keep(self, task: Task, outcome: FileOutcome, record: Record) -> None:
        """Remember what became of a file, if that will become of it again."""
        if outcome.problem or any(remark.rule in _PASSING for remark in outcome.remarks):
            return
        known = _Known(task.digest, task.headers, key_of(task), record.line)
        self._size += self._pack_of(task.file).put(task.file.real.name, known)
        if record.output is not None:
            self._store.write(_name_of_output(digest(record.output)), (record.output,))
        if time.monotonic() > self._written + _SECONDS:
            with stopping.held():
                self._write()

    def close(self) -> str:
        """Write what is new; why that cannot be, if so."""
        with stopping.held():
            self._write()
            for tree in self._trees:
                tree.write()
            self._store.close()
        return self._store.unwritable

    def _with_output(self, outcome: FileOutcome, task: Task, expected: str) -> FileOutcome | None:
        output = self._store.read(_name_of_output(expected))
        return None if output is None else with_output(outcome, task, output, expected)

    def _pack_of(self, file: File) -> _Pack:
        """Where the records of the file's directory are."""
        if file is self._file:
            return self._pack
        folder = os.path.dirname(file.real), os.path.dirname(file.path)  # noqa: PTH120
        if folder not in self._packs:
            self._make_room()
            name = blake2b(self._common + to_bytes(repr(folder)), digest_size=16)
            self._packs[folder] = pack = _Pack.of(f"pack-{name.hexdigest()}", self._store)
            self._size += pack.size
        self._packs.move_to_end(folder)
        self._file, self._pack = file, self._packs[folder]
        return self._pack

    def _make_room(self) -> None:
        while len(self._packs) >= _MOST_PACKS or (self._packs and self._size > _MOST_BYTES):
            _folder, pack = self._packs.popitem(last=False)
            self._size -= pack.size
            pack.write(self._store)

    def _write(self) -> None:
        for pack in self._packs.values():
            pack.write(self._store)
        self._written = time.monotonic()


class _Known(NamedTuple):
    """`line` is what there is to say of the file as long as its bytes have this digest, and `key` says the same of all
    else that it depends on."""

    digest: str
    headers: tuple[str, ...]
    key: str
    line: bytes


@dataclass
class _Pack:
    """What is known of the files of a directory, by their names."""

    name: str
    known: dict[str, _Known]
    size: int = 0
    is_new: bool = False

    @classmethod
    def of(cls, name: str, store: Store) -> _Pack:
        data = store.read(name) or b""
        head, *lines = data.split(b"\n")
        try:
            known = dict(_known(row, line) for row, line in zip(json.loads(head), lines, strict=True))
            return cls(name, known, len(data))
        except (RecursionError, TypeError, ValueError):
            return cls(name, {})

    def put(self, file: str, known: _Known) -> int:
        """How much larger it has become."""
        old = self.known.get(file)
        grown = len(known.line) - (len(old.line) if old is not None else 0)
        self.known[file] = known
        self.size += grown
        self.is_new = True
        return grown

    def write(self, store: Store) -> None:
        if self.is_new:
            keys = [(file, *known[:-1]) for file, known in self.known.items()]
            lines = (b"\n" + known.line for known in self.known.values())
            store.write(self.name, (to_bytes(json.dumps(keys, separators=(",", ":"))), *lines))
        self.is_new = False


def _known(row: Any, line: bytes) -> tuple[str, _Known]:
    file, digest, headers, key = row
    if not all(type(text) is str for text in (file, digest, key, *headers)):
        raise TypeError
    return file, _Known(digest, tuple(headers), key, line)


def key_of(task: Task) -> str:
    """Another one whenever the conversion could end in another way."""
    besides = repr(_besides_data(task.input)) + task.digest
    return blake2b(to_bytes(besides), digest_size=16).hexdigest()


def _name_of_output(digest: str) -> str:
    return f"output-{digest}"
