"""Which hipify-py this is, to the last byte: what one build has found out another one need not agree with."""

from __future__ import annotations

import os
import sys

from hipify_py import __version__, installation
from hipify_py.digests import blake2b
from hipify_py.installation import PACKAGE, ROOT
from hipify_py.texts import to_bytes

_PARSERS = ("tree_sitter", "tree_sitter_cpp", "tree_sitter_cuda")
_found: list[str] = []


def here() -> str:
    """What changes whenever this installation does."""
    if not _found:
        _found.append(_here())
    return _found[0]


def _here() -> str:
    """An installer has recorded what it installed; what was edited since, and what lies in a checkout, is told by
    names, sizes and times, which are read faster than contents."""
    digest = blake2b(to_bytes(f"{__version__}\0{sys.version}\0{_parsers()}\0"), digest_size=16)
    recorded = 0
    record = os.path.join(os.path.dirname(PACKAGE), f"hipify_py-{__version__}.dist-info", "RECORD")
    if os.path.exists(record):
        digest.update(_content(record))
        recorded = os.stat(record).st_mtime_ns
    for path, status in _files():
        if status.st_mtime_ns > recorded:
            digest.update(to_bytes(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0"))
    return digest.hexdigest()


def everywhere() -> str:
    """The same on all machines that have the same installed, and nowhere else. Takes the time to read it all."""
    digest = blake2b(to_bytes(f"{__version__}\0{_parsers()}\0"), digest_size=16)
    for path, status in _files():
        name = os.path.relpath(path, ROOT if path.startswith(ROOT) else PACKAGE)
        digest.update(to_bytes(f"{name}\0{status.st_size}\0") + _content(path))
    return digest.hexdigest()


def _files() -> list[tuple[str, os.stat_result]]:
    mappings = os.path.join(ROOT, "mappings")
    return [*installation.listed(PACKAGE), *(installation.listed(mappings) if os.path.isdir(mappings) else ())]


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _parsers() -> str:
    """The releases of the parsers, by what lies beside them."""
    origins = (_origin(name) for name in _PARSERS)
    homes = {os.path.dirname(os.path.dirname(origin)) for origin in origins if origin}
    names = {entry.name for home in homes for entry in os.scandir(home) if entry.name.startswith(_PARSERS[0])}
    return "\0".join(sorted(names))


def _origin(name: str) -> str:
    """As `importlib.util.find_spec` has it, which takes time to import."""
    specs = (finder.find_spec(name, None) for finder in sys.meta_path)
    return next((spec.origin or "" for spec in specs if spec is not None), "")
