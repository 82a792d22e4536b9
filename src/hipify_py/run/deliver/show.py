"""Nothing is written: a unified diff for `--diff`, and nothing at all for `--check`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from hipify_py.file.marks import PRINTED_BY
from hipify_py.patterns import pattern
from hipify_py.run.deliver.beside import lying, place_of
from hipify_py.run.deliver.companion import is_helper, refuse_foreign
from hipify_py.run.delivery import Companion, Delivered, Nothing
from hipify_py.run.outcome import FileOutcome
from hipify_py.system import disk
from hipify_py.texts import to_bytes

_TO_QUOTE = pattern(rb'[\x00-\x1f"\\\x7f]')
_SHORT = {b"\n": b"\\n", b"\t": b"\\t", b"\r": b"\\r", b'"': b'\\"', b"\\": b"\\\\"}


class Output(Protocol):
    def write(self, line: bytes) -> None: ...
    def close(self) -> None: ...


class Diff(Nothing):
    """Hands each file's unified diff to an output, byte for byte as patch and git apply read it."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._write = output.write
        self._accompanied: set[Path] = set()

    def deliver(self, outcome: FileOutcome) -> Sequence[Delivered]:
        path = _from_here(outcome.file.path)
        new_path = path.with_name(outcome.name_after)
        if outcome.made_name:
            return self._made(outcome, path.with_name(outcome.made_name))
        if new_path != path:
            self._write(_rename(path, new_path))
        if outcome.original is not None and outcome.output is not None:
            for line in unified(path, new_path, outcome.original, outcome.output):
                self._write(line)
        return (Delivered(outcome, _change(outcome)),)

    def _made(self, outcome: FileOutcome, path: Path) -> Sequence[Delivered]:
        old, data = _lying(outcome), outcome.output or b""
        for line in unified(path, path, old, data) if old != data else ():
            self._write(line)
        return (Delivered(outcome, _change(outcome)),)

    def accompany(self, companion: Companion) -> str:
        """Tell of a file that converted sources include: nobody reads its thousands of lines in a patch. What stands
        between the files of a patch is skipped by those who apply it."""
        from shlex import quote  # few runs show a patch

        path, old = _from_here(companion.path), companion.present()
        if not is_helper(companion):
            return self._show(companion, path, old)
        if old == companion.over(old) or path in self._accompanied:
            return ""
        self._accompanied.add(path)
        if old is not None:
            refuse_foreign(companion, old)
        name = os.fsencode(quote(str(path)))
        self._write(
            b"# "
            + name
            + b" comes with it: hipify-py ptx "
            + to_bytes(PRINTED_BY[companion.header])
            + b" > "
            + name
            + b"\n"
        )
        return "would write"

    def _show(self, companion: Companion, path: Path, old: bytes | None) -> str:
        """A header that is made of the sources is short, and worth a look."""
        new = companion.over(old)
        if old is not None:
            refuse_foreign(companion, old)
        for line in unified(path, path, old, new) if old != new else ():
            self._write(line)
        return "would write" if old != new else ""

    def close(self) -> Sequence[Delivered]:
        self._output.close()
        return ()


class Check(Nothing):
    """A header comes with sources that would change: there is nothing to add."""

    def deliver(self, outcome: FileOutcome) -> Sequence[Delivered]:
        return (Delivered(outcome, _change(outcome)),)

    def accompany(self, companion: Companion) -> str:
        old = companion.present() if not is_helper(companion) else None
        return "would write" if not is_helper(companion) and companion.over(old) != old else ""


def _lying(outcome: FileOutcome) -> bytes | None:
    with disk.open_folder(place_of(outcome).parent) as folder:
        return lying(outcome, folder)[0]


def _change(outcome: FileOutcome) -> str:
    if outcome.made_name:
        return "would change" if _lying(outcome) != outcome.output else ""
    is_renamed = outcome.name_after != outcome.file.path.name
    return "would change" if is_renamed or outcome.output is not None else ""


def unified(path: Path, new_path: Path, before: bytes | None, after: bytes) -> Iterator[bytes]:
    from hipify_py.run.deliver.hunks import Hunks  # few runs show a patch

    old, new = _lines(before or b""), _lines(after)
    yield b"--- " + (b"/dev/null" if before is None else _header_name(b"a/", path)) + b"\n"
    yield b"+++ " + _header_name(b"b/", new_path) + b"\n"
    for group in Hunks(old, new).get_grouped_opcodes():
        (_, i1, _, j1, _), (_, _, i2, _, j2) = group[0], group[-1]
        yield b"@@ -%b +%b @@\n" % (_range(i1, i2), _range(j1, j2))
        for tag, i1, i2, j1, j2 in group:
            yield from _signed(b" " if tag == "equal" else b"-", old[i1:i2])
            yield from _signed(b"+", new[j1:j2] if tag != "equal" else ())


def _range(begin: int, end: int) -> bytes:
    """A part of a file as a patch counts it: the line before it where it has none, and no length of one."""
    if end - begin == 1:
        return b"%d" % end
    return b"%d,%d" % (begin + 1 if end > begin else begin, end - begin)


def _signed(sign: bytes, lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield sign + line + (b"" if line.endswith(b"\n") else b"\n\\ No newline at end of file\n")


def _rename(path: Path, new_path: Path) -> bytes:
    """What git writes above the hunks of a renamed file; `patch` reads it too."""
    old, new = _quoted(b"a/", path), _quoted(b"b/", new_path)
    lines = (
        b"diff --git " + old + b" " + new,
        b"rename from " + _quoted(b"", path),
        b"rename to " + _quoted(b"", new_path),
    )
    return b"".join(line + b"\n" for line in lines)


def _from_here(path: Path) -> Path:
    """The path from where the patch will be applied, without any `..`; one elsewhere is left absolute."""
    absolute = Path(os.path.abspath(path))
    with suppress(ValueError):
        return absolute.relative_to(Path.cwd())
    return absolute


def _header_name(prefix: bytes, path: Path) -> bytes:
    """`patch` ends a name at a blank unless a tab follows, as git knows."""
    name = _quoted(prefix, path)
    return name + b"\t" if b" " in name and not name.startswith(b'"') else name


def _quoted(prefix: bytes, path: Path) -> bytes:
    name = prefix + os.fsencode(path.as_posix()).lstrip(b"/")
    if not _TO_QUOTE.search(name):
        return name
    return b'"' + _TO_QUOTE.sub(lambda sign: _SHORT.get(sign[0]) or b"\\%03o" % ord(sign[0]), name) + b'"'


def _lines(data: bytes) -> list[bytes]:
    """Lines as git counts them: only a line feed ends one."""
    lines = data.split(b"\n")
    whole = [line + b"\n" for line in lines[:-1]]
    return [*whole, lines[-1]] if lines[-1] else whole
