"""Data written as YAML and read as JSON: compiled in a wheel; in a checkout, compiled once per content."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from hipify_py import installation
from hipify_py.digests import blake2b, seal, unsealed
from hipify_py.texts import to_bytes

PACKAGE = Path(installation.PACKAGE)
ROOT = Path(installation.ROOT)
_FORMAT = 6  # raise when a compiled shape changes: caches of older versions are then not read


def read(name: str, folder: Path, compile_folder: Callable[[Path], Any]) -> Any:
    """What `compile_folder` makes of a folder of a checkout; a wheel has it as `name.json`.

    What lies in the package may depend on any module of it, as anchors do on lists of names.
    """
    shipped = PACKAGE / f"{name}.json"
    if shipped.exists():
        return json.loads(shipped.read_bytes())
    source = PACKAGE if PACKAGE in folder.parents else folder
    cached = cache_folder() / f"{name}-{_FORMAT}-{_digest(source)}.json"
    with suppress(OSError):
        if (kept := unsealed(cached.name, cached.read_bytes())) is not None:
            return json.loads(kept)
    compiled = compile_folder(folder)
    with suppress(OSError):  # a cache that cannot be written costs time, not correctness
        data = to_bytes(json.dumps(compiled, separators=(",", ":")))
        _write_atomically(cached, seal(cached.name, (data,)) + data)
    return compiled


@cache
def _digest(folder: Path) -> str:
    """What changes whenever a file of the folder does: names, sizes and times, which are read faster than contents."""
    digest = blake2b(os.fsencode(folder), digest_size=16)
    for path, status in installation.listed(os.fspath(folder)):
        digest.update(to_bytes(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0"))
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where a user's caches lie."""
    return Path(installation.cache_folder())


def _write_atomically(path: Path, data: bytes) -> None:
    import tempfile  # written once, read at every start

    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    Path(file.name).replace(path)
