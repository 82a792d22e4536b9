"""Regular expressions as the same Python has compiled them before: compiling a few hundred takes longer than reading
what came of it. Where anything is not as it was, expressions are compiled as ever."""

from __future__ import annotations

import os
import re
import sys
from array import array
from contextlib import suppress
from typing import Any, NamedTuple

from hipify_py import installation
from hipify_py.digests import blake2b, seal, unsealed
from hipify_py.texts import to_bytes

# Fewer are not worth a file; a worker has time until it has more.
_NEW, MANY = 20, 200
_MOST = 4_000
_CODE = "I"


class _Kept(NamedTuple):
    """What an expression is compiled to: what `_sre.compile` is given beside its text. `code` lies behind the list of
    all, from a place on, unless it is new."""

    flags: int
    groups: int
    names: dict[str, int]
    place: int
    size: int
    code: bytes = b""


class _State:
    def __init__(self) -> None:
        self.is_read = False
        self.known: dict[str, _Kept | list[Any]] = {}
        self.codes = b""
        self.heads: dict[str, list[str]] = {}
        self.new = 0

    def kept(self, key: str) -> _Kept | None:
        """Raises what comes of data that somebody else has written."""
        found = self.known.get(key)
        return found if found is None or isinstance(found, _Kept) else _Kept(*found)

    def code(self, kept: _Kept) -> bytes:
        return kept.code or self.codes[kept.place : kept.place + kept.size]


_state = _State()


def compiled(text: str | bytes, flags: int) -> re.Pattern[Any]:
    """As `re.compile` does it."""
    if not _state.is_read:
        _read()
    key = _key(text, flags)
    try:
        if (kept := _state.kept(key)) is not None:
            return _made(text, kept)
    except (AttributeError, IndexError, OverflowError, RuntimeError, TypeError, ValueError):
        del _state.known[key]
    made = _taken_apart(text, flags)
    if made is None:
        return re.compile(text, flags)
    _state.known[key] = made
    _state.new += 1
    return _made(text, made)


def heads(text: bytes, flags: int) -> tuple[bytes, ...]:
    """The literals with one of which every match begins; none where there are no such."""
    key = _key(text, flags)
    try:
        return tuple(each.encode("latin-1") for each in _state.heads[key])
    except (AttributeError, KeyError, TypeError, ValueError):
        from hipify_py.literals import heads as found  # what is known need not be found out

    literals = tuple(sorted(found(text, flags)))
    _state.heads[key] = [each.decode("latin-1") for each in literals]
    _state.new += 1
    return literals


def keep(least: int = _NEW) -> None:
    """Keep what was compiled for later runs, if that is more than a little."""
    if _state.new < least or not _state.is_read:
        return
    _state.new = 0
    import json

    rows, codes = {}, bytearray()
    for key in list(_state.known)[-_MOST:]:
        if (kept := _state.kept(key)) is not None:
            rows[key] = (*kept[:3], len(codes), kept.size)
            codes += _state.code(kept)
    listed = to_bytes(json.dumps((rows, _state.heads), separators=(",", ":")))
    content = b"%s\n%s" % (listed, codes)
    with suppress(OSError, RuntimeError):  # what cannot be kept costs time
        folder = installation.cache_folder()
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        unfinished = os.path.join(folder, f"{_name()}.{os.urandom(6).hex()}.tmp")  # noqa: PTH118
        with open(unfinished, "wb") as file:  # noqa: PTH123
            file.write(seal(_name(), (content,)) + content)
        os.replace(unfinished, os.path.join(folder, _name()))  # noqa: PTH105, PTH118


def _read() -> None:
    _state.is_read = True
    import json

    try:
        with open(os.path.join(installation.cache_folder(), _name()), "rb") as file:  # noqa: PTH118, PTH123
            listed, _line, codes = (unsealed(_name(), file.read()) or b"").partition(b"\n")
        known, heads = json.loads(listed)
        _state.known, _state.heads, _state.codes = dict(known), dict(heads), codes
    except (AttributeError, ImportError, OSError, RuntimeError, TypeError, ValueError):
        return


def _key(text: str | bytes, flags: int) -> str:
    data = text if isinstance(text, bytes) else b"\0" + text.encode("utf-8", "surrogatepass")  # no bytes begin so
    return blake2b(b"%d %s" % (flags, data), digest_size=12).hexdigest()


def _name() -> str:
    """What the file is called: another Python compiles otherwise."""
    import _sre  # type: ignore[import-not-found]

    return f"patterns-{sys.implementation.cache_tag}-{_sre.MAGIC}-{_sre.CODESIZE}"


def _made(text: str | bytes, kept: _Kept) -> re.Pattern[Any]:
    import _sre

    code = array(_CODE, _state.code(kept)).tolist()
    by_number: list[str | None] = [None] * (kept.groups + 1)
    for name, number in kept.names.items():
        by_number[number] = name
    found: re.Pattern[Any] = _sre.compile(text, kept.flags, code, kept.groups, kept.names, tuple(by_number))
    return found


def _taken_apart(text: str | bytes, flags: int) -> _Kept | None:
    """What an expression is compiled to; nothing with a Python that does it otherwise."""
    try:
        if sys.version_info >= (3, 11):
            from re import _compiler as compiler  # type: ignore[attr-defined]
            from re import _parser as parser  # type: ignore[attr-defined]
        else:
            import sre_compile as compiler
            import sre_parse as parser
        tree = parser.parse(text, flags)
        code = array(_CODE, compiler._code(tree, flags)).tobytes()
        names, groups = dict(tree.state.groupdict), tree.state.groups - 1
    except (AttributeError, ImportError):
        return None
    return _Kept(flags | tree.state.flags, groups, names, 0, len(code), code)
