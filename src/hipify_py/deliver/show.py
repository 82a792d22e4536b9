"""Nothing is written: a unified diff for `--diff`, and nothing at all for `--check`."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator

from hipify_py.runner import Outcome


class Diff:
    """Hands each file's unified diff to `write`, byte for byte as patch and git apply read it."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write

    def deliver(self, outcome: Outcome) -> str:
        if outcome.original is None or outcome.output is None:
            return ""
        for line in unified(str(outcome.file.path), outcome.original, outcome.output):
            self._write(line)
        return "would change"

    def close(self) -> None:
        """Nothing is open."""


class Check:
    def deliver(self, outcome: Outcome) -> str:
        return "would change" if outcome.output is not None else ""

    def close(self) -> None:
        """Nothing is open."""


def unified(path: str, before: bytes, after: bytes) -> Iterator[bytes]:
    name = path.encode("utf-8", "surrogateescape").lstrip(b"/")
    lines = difflib.diff_bytes(difflib.unified_diff, _lines(before), _lines(after), b"a/" + name, b"b/" + name)
    for line in lines:
        if line.endswith(b"\n"):
            yield line
        else:
            yield line + b"\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[bytes]:
    """Lines as git counts them: only a line feed ends one."""
    lines = data.split(b"\n")
    whole = [line + b"\n" for line in lines[:-1]]
    return [*whole, lines[-1]] if lines[-1] else whole
