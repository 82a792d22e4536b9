"""What several passes propose: to rename a name, or to say why it stays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hipify_py.analysis.facts import Facts
from hipify_py.analysis.fate import Listed
from hipify_py.edits import Edit
from hipify_py.findings import NEEDS_CARE, NEEDS_NEWER_ROCM, UNSUPPORTED, Finding
from hipify_py.syntax.tokens import splices
from hipify_py.tables.model import Resolution


def rename(facts: Facts, item: Listed, target: str) -> Edit:
    """The edit for one occurrence; a name cut by line splices keeps them, behind it, so that lines stay lines."""
    cuts = splices(facts.reading.code[item.name.start : item.name.end])
    new = _encoded(target) + cuts if cuts else _encoded(target)
    return Edit(item.name.start, item.name.end, new, item.resolution.entry.name, item.library)


@cache
def _encoded(target: str) -> bytes:
    """One object a target, however often it is written."""
    return target.encode()


def caution(resolution: Resolution, start: int, end: int) -> Iterator[Finding]:
    """What a table says about a name that is converted all the same."""
    if text := resolution.entry.get("caution"):
        name = resolution.entry.name
        yield Finding(NEEDS_CARE, start, end, f"'{name}': {text}", subject=name)


def left(resolution: Resolution, start: int, end: int) -> Finding:
    rule = NEEDS_NEWER_ROCM if resolution.reason == "release" else UNSUPPORTED
    return Finding(rule, start, end, resolution.message, help=resolution.help, subject=resolution.entry.name)
