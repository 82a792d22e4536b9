"""What earlier runs have found out of a whole tree, for as long as all of its files are the same.

What the system says of a file tells whether it is: where it lies on the disk, how long it is, and when it and its
entry were changed, as git asks. One that was changed just before it was read is read again, as a clock may not tell two
changes apart.
"""

from __future__ import annotations

import io
import os
import pickle
import stat
import time
from collections.abc import Hashable, Iterable
from enum import Enum
from typing import Any

from hipify_py.digests import blake2b
from hipify_py.run.cache.store import Store
from hipify_py.run.discover import File
from hipify_py.run.project.answers import Answers, Read, Stamped
from hipify_py.system.disk import Signature
from hipify_py.texts import to_bytes

_CLOCKS_NS = 2_000_000_000
# A run may find more files by what it finds out of the others.
_MOST_STATES = 2
_PATHS = ("PosixPath", "PurePosixPath", "WindowsPath", "PureWindowsPath")
_NOT_OURS = frozenset((("builtins", "range"), *(("pathlib", name) for name in _PATHS)))
_OF_RECORDS = "__dataclass_fields__"
_DIGEST_BYTES = 16


class KnownTree:
    """One tree, by the paths that were named; what is known of its files, and of its states."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._files, self._states = _understood(store.read(name))
        self._asked: dict[bytes, Answers] = {}
        self._now: dict[str, Stamped] = {}

    def answers(self, files: Iterable[File], read: Read, besides: str) -> Answers:
        """What is known of the tree as it is now; `besides` is what else answers depend on."""
        seen, state = dict[str, Stamped](), blake2b(to_bytes(besides), digest_size=_DIGEST_BYTES)
        for file in files:
            found = self._seen(file, read)
            if found is not None:
                seen[file.real.as_posix()] = found
            digest = found.digest if found is not None else b""
            state.update(to_bytes(f"{file.real}\0{file.path}\0{file.relative}\0{file.kind}\0") + digest)
        name = state.digest()
        if name not in self._asked:
            self._asked[name] = Answers(dict(self._states.get(name, {})), seen)
        self._now |= seen
        return self._asked[name]

    def _seen(self, file: File, read: Read) -> Stamped | None:
        """None where there is no file that can be read."""
        path = file.real.as_posix()
        try:
            status = os.lstat(path)
        except OSError:
            return None
        signature, changed = Signature.of(status), status.st_ctime_ns
        known = self._files.get(path)
        if known is not None and known[:2] == (signature, changed):
            return known
        data = read(file) if stat.S_ISREG(status.st_mode) else None
        if data is None:
            return None
        # No entry was changed at 0: such a file is read again.
        is_recent = max(signature.modified, changed) > time.time_ns() - _CLOCKS_NS
        return Stamped(signature, 0 if is_recent else changed, blake2b(data, digest_size=_DIGEST_BYTES).digest())

    def write(self) -> None:
        """Keep what is known now, if it is more than before."""
        states = {name: each.known for name, each in self._asked.items() if each.is_to_be_kept}
        states = dict([*(self._states | states).items()][-_MOST_STATES:])
        if self._now == self._files and states == self._states:
            return
        files = {path: (*each.signature, each.changed, each.digest) for path, each in self._now.items()}
        self._store.write(self._name, (pickle.dumps((files, states), pickle.HIGHEST_PROTOCOL),))


def name_of(common: bytes, named: str) -> str:
    return f"tree-{blake2b(common + to_bytes(named), digest_size=_DIGEST_BYTES).hexdigest()}"


def _understood(data: bytes | None) -> tuple[dict[str, Stamped], dict[bytes, dict[Hashable, Any]]]:
    if data is None:
        return {}, {}
    try:
        files, states = _Unpickler(io.BytesIO(data)).load()
        known = {path: Stamped(Signature(*seen[:4]), *seen[4:]) for path, seen in files.items()}
        return known, {name: dict(answers) for name, answers in states.items()}
    except Exception:  # what is damaged, or of another version, is as good as nothing
        return {}, {}


class _Unpickler(pickle.Unpickler):
    """Of records of ours and of paths: of nothing that acts when it is made."""

    def find_class(self, module: str, name: str) -> Any:
        is_known = module.startswith("hipify_py.") or (module, name) in _NOT_OURS
        found = super().find_class(module, name) if is_known else None
        is_record = isinstance(found, type) and (issubclass(found, (tuple, Enum)) or hasattr(found, _OF_RECORDS))
        if found is None or not (is_record or (module, name) in _NOT_OURS):
            raise pickle.UnpicklingError(f"{module}.{name}")
        return found
