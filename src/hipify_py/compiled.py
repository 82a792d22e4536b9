"""Data written as YAML and read as JSON: compiled in a wheel; in a checkout, compiled once per content."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE.parent.parent
_FORMAT = 2  # raise when a compiled shape changes: caches of older versions are then not read


def read(name: str, compile_folder: Callable[[Path], Any]) -> Any:
    """What `compile_folder` makes of the folder of that name beside the sources; a wheel has it as `name.json`."""
    shipped = _PACKAGE / f"{name}.json"
    if shipped.exists():
        return json.loads(shipped.read_bytes())
    folder = _ROOT / name
    cached = _cache_folder() / f"{name}-{_FORMAT}-{_digest(folder)}.json"
    with suppress(OSError, ValueError):
        return json.loads(cached.read_bytes())
    compiled = compile_folder(folder)
    with suppress(OSError):  # a cache that cannot be written costs time, not correctness
        _write_atomically(cached, json.dumps(compiled, separators=(",", ":")))
    return compiled


def _digest(folder: Path) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(folder.rglob("*.yaml")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "hipify-py"


def _write_atomically(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        file.write(text)
    Path(file.name).replace(path)
