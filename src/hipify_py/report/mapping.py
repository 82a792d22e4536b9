"""The answer of `hipify-py map`: what a name becomes, since when, or why not."""

from __future__ import annotations

import difflib
from typing import NamedTuple

from hipify_py.tables.model import Policy, Resolution, worded

_FACTS = (
    ("since", "ROCm {}+"),
    ("deprecated", "deprecated in ROCm {}"),
    ("removed", "removed in ROCm {}"),
    ("experimental", "experimental"),
    ("cuda_since", "CUDA {}+"),
    ("cuda_deprecated", "deprecated in CUDA {}"),
    ("cuda_removed", "removed in CUDA {}"),
    ("arity", "{} arguments in HIP"),
    ("requires", "requires {}"),
)


class Answer(NamedTuple):
    text: str
    converts: bool


def answer(name: str, policy: Policy) -> Answer:
    return known(name, policy) or Answer(f"{name}: not in any mapping table{_suggestion(name, policy)}", False)


def known(name: str, policy: Policy) -> Answer | None:
    """The answer for a name or a header of the tables."""
    resolution = policy.name(name) or policy.header(name.strip('<>"')) or policy.qualified(name)
    if resolution is None:
        return None
    entry = resolution.entry
    dropped = "(the line is removed)" if entry.section == "headers" else resolution.expression or "(removed)"
    target = "no counterpart" if resolution.target is None else resolution.target or dropped
    arrow = "unchanged" if resolution.target == name else f"→ {target}"
    kind = entry.section.rstrip("s").replace("_", " ")
    lines = [f"{name} {arrow}  [{', '.join((entry.library, kind, *_facts(resolution)))}]"]
    if resolution.target is None and resolution.reason == "release":
        lines.append(f"  {resolution.message}")
    texts = (entry.get("unsupported"), policy.caution(entry), entry.get("note"))
    lines += [f"  {text}" for text in texts if text]
    if changes := policy.argument_changes(entry):
        lines.append(f"  arguments: {'; '.join(map(worded, changes))}")
    if (direct := entry.get("roc")) and direct != resolution.target:
        lines.append(f"  with --target roc: {direct}")
    return Answer("\n".join(lines), resolution.target is not None)


def _facts(resolution: Resolution) -> list[str]:
    return [wording.format(value) for key, wording in _FACTS if (value := resolution.entry.get(key))]


def _suggestion(name: str, policy: Policy) -> str:
    known = policy.tables.rows if "." not in name else policy.tables.headers
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.85)
    return f"; did you mean {', '.join(close)}?" if close else ""
