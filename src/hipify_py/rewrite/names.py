"""Renames: every listed name that is looked up as a name becomes what the tables say, or is reported."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.analysis.facts import Facts, Listed
from hipify_py.analysis.ownership import OwnName
from hipify_py.analysis.usage import Usage, is_own_scope, qualifier
from hipify_py.edits import Edit
from hipify_py.findings import (
    ARGUMENTS_DIFFER,
    LEGACY_API,
    NEEDS_CARE,
    OWN_NAME,
    Finding,
)
from hipify_py.rewrite.proposals import left, rename
from hipify_py.tables.model import Policy, Resolution

_ARITY_PART = re.compile(r"(\d+)(?:-(\d+))?")


def rewrite(facts: Facts) -> Iterator[Edit | Finding]:
    reported: set[bytes] = set()
    for item in facts.listed:
        own = facts.own.get(item.name.text)
        if item.usage in (Usage.MEMBER, Usage.LABEL) or item.name.start in facts.untouchable:
            continue
        if item.resolution.entry.section == "namespaces":
            continue
        if own is not None and not (own.scoped and item.usage is Usage.GLOBAL):
            if item.name.text not in reported:
                reported.add(item.name.text)
                yield _own_name(own)
        elif item.usage is Usage.QUALIFIED and is_own_scope(item.around, facts.policy.interesting.__contains__):
            if item.name.text not in reported:
                reported.add(item.name.text)
                yield _qualified_name(item)
        else:
            yield from _convert(facts, item)


def _convert(facts: Facts, item: Listed) -> Iterator[Edit | Finding]:
    name, resolution = item.name, item.resolution
    if resolution.target is None:
        yield left(resolution, name.start, name.end)
        return
    legacy = resolution.entry.get("requires")
    problem = _arity_problem(facts, item)
    if legacy and _is_legacy(facts, legacy, problem):
        yield _legacy_name(item, legacy)
        return
    if problem:
        yield Finding.of(ARGUMENTS_DIFFER, name.start, name.end, problem, subject=resolution.entry.name)
    elif argument_changes := _argument_changes(facts.policy, resolution):
        message = f"'{resolution.entry.name}' was renamed; its arguments must change too: {argument_changes}"
        yield Finding.of(ARGUMENTS_DIFFER, name.start, name.end, message, subject=resolution.entry.name)
    if caution := resolution.entry.get("caution"):
        yield Finding.of(NEEDS_CARE, name.start, name.end, caution, subject=resolution.entry.name)
    if resolution.target != resolution.entry.name:
        yield rename(facts, item, resolution.target)


def _own_name(own: OwnName) -> Finding:
    name = own.name.text.decode()
    message = f"'{name}' is a {own.what} of this file's own; it and its uses here were not converted"
    help = "rename it if you meant your own; if it stands in for CUDA's, write the HIP name"
    return Finding.of(OWN_NAME, own.name.start, own.name.end, message, help=help, subject=name)


def _qualified_name(item: Listed) -> Finding:
    name = item.name.text.decode()
    message = f"'{qualifier(item.around).decode('utf-8', 'replace')}::{name}' names something of your own, not CUDA's"
    return Finding.of(OWN_NAME, item.name.start, item.name.end, message, subject=name)


def _is_legacy(facts: Facts, required: str, arity_problem: str) -> bool:
    """Whether the older API (of `cublas.h`, say) is meant: by what the file includes, else by the argument count."""
    included = {header.name.decode("latin-1") for _directive, header in facts.reading.headers}
    if required in included:
        return False
    return required.replace("_v2", "") in included or bool(arity_problem)


def _legacy_name(item: Listed, required: str) -> Finding:
    name = item.resolution.entry.name
    message = f"'{name}' is the handle-less cuBLAS function of that name here"
    help = f"move to the API of {required} (handle as first argument, scalars by pointer), then convert"
    return Finding.of(LEGACY_API, item.name.start, item.name.end, message, help=help, subject=name)


def _arity_problem(facts: Facts, item: Listed) -> str:
    arity = item.resolution.entry.get("arity")
    if not arity or item.around.sign_after != b"(":
        return ""
    spans = facts.reading.arguments(item.around.after)
    if spans is None or not facts.reading.is_countable(item.around.after):
        return ""
    if any(int(low) <= len(spans) <= int(high or low) for low, high in _ARITY_PART.findall(arity)):
        return ""
    return f"'{item.resolution.target}' takes {arity.replace('|', ' or ')} arguments; this call passes {len(spans)}"


def _argument_changes(policy: Policy, resolution: Resolution) -> str:
    row = resolution.entry.row
    key = "roc_arguments" if policy.is_direct(resolution.entry) else "arguments"
    changes = row.get(key) if isinstance(row, dict) else None
    return "; ".join(" ".join(f"{what} {value}" for what, value in change.items()) for change in changes or ())
