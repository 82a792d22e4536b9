"""Which hipify-py this is, to the last byte: what one build has found out another one need not agree with."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from hipify_py import __version__, compiled
from hipify_py.digests import blake2b

_PARSERS = ("tree_sitter", "tree_sitter_cpp", "tree_sitter_cuda")


@cache
def here() -> str:
    """What changes whenever this installation does. An installer has recorded what it installed; what was edited since,
    and what lies in a checkout, is told by names, sizes and times, which are read faster than contents."""
    digest = blake2b(f"{__version__}\0{sys.version}\0{_parsers()}\0".encode(), digest_size=16)
    recorded = 0
    with suppress(OSError):
        record = compiled.PACKAGE.parent / f"hipify_py-{__version__}.dist-info" / "RECORD"
        digest.update(record.read_bytes())
        recorded = record.stat().st_mtime_ns
    for path, status in _files():
        if status.st_mtime_ns > recorded:
            digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0".encode(errors="surrogateescape"))
    return digest.hexdigest()


@cache
def everywhere() -> str:
    """The same on all machines that have the same installed, and nowhere else. Takes the time to read it all."""
    digest = blake2b(f"{__version__}\0{_parsers()}\0".encode(), digest_size=16)
    for path, status in _files():
        name = os.path.relpath(path, compiled.ROOT if path.startswith(os.fspath(compiled.ROOT)) else compiled.PACKAGE)
        digest.update(f"{name}\0{status.st_size}\0".encode(errors="surrogateescape") + Path(path).read_bytes())
    return digest.hexdigest()


def _files() -> list[tuple[str, os.stat_result]]:
    mappings = compiled.ROOT / "mappings"
    return [*compiled.listed(compiled.PACKAGE), *(compiled.listed(mappings) if mappings.is_dir() else ())]


def _parsers() -> str:
    """The releases of the parsers, by what lies beside them."""
    homes = {Path(spec.origin).parents[1] for name in _PARSERS if (spec := find_spec(name)) and spec.origin}
    names = {entry.name for home in homes for entry in os.scandir(home) if entry.name.startswith(_PARSERS[0])}
    return "\0".join(sorted(names))
