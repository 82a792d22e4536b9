"""Findings that are one: what a rule says of several statements of one function is said once, with all of their lines.

They are joined when silences and the baseline have had each by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from hipify_py.run.outcome import Remark

_MOST_SHOWN = 6


def joined(remarks: Iterable[Remark]) -> list[Remark]:
    """The findings, those of one function as the first of them."""
    groups: dict[tuple[object, ...], list[Remark]] = {}
    for number, remark in enumerate(remarks):
        key = (remark.path, remark.rule, remark.severity, remark.guard, remark.joined) if remark.joined else (number,)
        groups.setdefault(key, []).append(remark)
    return [_one(group) for group in groups.values()]


def _one(group: list[Remark]) -> Remark:
    first, *others = sorted(group, key=lambda remark: remark.start)
    if not others:
        return first
    names = Counter(remark.subject for remark in (first, *others))
    shown = [f"{name} ({count})" if count > 1 else name for name, count in names.most_common(_MOST_SHOWN)]
    if len(names) > _MOST_SHOWN:
        shown.append(f"{len(names) - _MOST_SHOWN} more")
    where = first.joined.partition("@")[0]
    message = f"{first.message}; {len(group)} statements in '{where}': {', '.join(shown)}"
    return replace(first, message=message, also=tuple(remark.line for remark in others))
