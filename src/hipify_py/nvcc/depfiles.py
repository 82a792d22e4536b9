"""Dependency files name what belongs to the tree: headers of ours in the cache may go at any time, and Make would not
know how to make them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from hipify_py.texts import to_bytes


def cleaned(rules: bytes, ours: Iterable[str]) -> bytes:
    for path in ours:
        name = re.escape(to_bytes(_spelled(path)))
        rules = re.sub(rb"\n" + name + rb":[ ]*\n", b"\n", rules)  # the empty rule that -MP adds
        rules = re.sub(rb"(?: \\\n)? {1,9}" + name + rb"(?=[ \n]|$)", b"", rules)
    return rules


def clean(path: str, ours: Iterable[str]) -> None:
    if not Path(path).is_file():  # it may be a pipe, which nobody could read to its end
        return
    with suppress(OSError):
        before = Path(path).read_bytes()
        after = cleaned(before, ours)
        if after != before:
            Path(path).write_bytes(after)


def _spelled(path: str) -> str:
    """As clang writes it for Make."""
    return path.replace("$", "$$").replace("#", "\\#").replace(" ", "\\ ")
