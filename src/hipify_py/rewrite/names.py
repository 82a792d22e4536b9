"""Renames: every listed name that is looked up as a name becomes what the tables say, or is reported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hipify_py.analysis.facts import Facts, Listed
from hipify_py.analysis.ownership import OwnName
from hipify_py.analysis.usage import Usage, is_own_scope, qualifier
from hipify_py.edits import Edit
from hipify_py.findings import (
    ARGUMENTS_DIFFER,
    LEGACY_API,
    OWN_NAME,
    Finding,
)
from hipify_py.rewrite.proposals import caution, left, rename
from hipify_py.tables.model import worded

_POINTER_CAST = re.compile(rb"\s*(?:\(\s*(?:const\s+)?void(?:\s+const)?\s*\*\s*\)|reinterpret_cast\b)")
_ARITY_PART = re.compile(r"(\d+)(?:-(\d+))?")


def rewrite(facts: Facts) -> Iterator[Edit | Finding]:
    reported: set[bytes] = set()
    for item in facts.listed:
        if _is_no_name_of_cuda(facts, item):
            continue
        finding = _belongs_to_user(facts, item)
        if finding is None:
            yield from _convert(facts, item)
        elif item.name.text not in reported:
            reported.add(item.name.text)
            yield finding


def _is_no_name_of_cuda(facts: Facts, item: Listed) -> bool:
    """Members, labels, what other passes treat, and the names of a library that is a copy here."""
    if item.usage in (Usage.MEMBER, Usage.LABEL) or item.name.start in facts.macros.untouchable:
        return True
    return item.resolution.entry.section == "namespaces" or item.library in facts.own_libraries


def _belongs_to_user(facts: Facts, item: Listed) -> Finding | None:
    """Why the name, or the HIP name that it would become, is the file's own."""
    own = facts.own.get(item.name.text)
    if own is not None and not (own.scoped and item.usage is Usage.GLOBAL):
        return _own_name(own)
    if item.usage is Usage.QUALIFIED and is_own_scope(item.around, facts.policy.is_type):
        return _qualified_name(item)
    target = facts.own_targets.get(item.resolution.target or "")
    return None if target is None else _own_target(item, target)


def _convert(facts: Facts, item: Listed) -> Iterator[Edit | Finding]:
    name, resolution = item.name, item.resolution
    if resolution.target is None:
        yield left(resolution, name.start, name.end)
        return
    call = _Call(facts, item)
    if (legacy := resolution.entry.get("requires")) and _is_legacy(facts, legacy, call):
        yield _legacy_name(item, legacy)
        return
    if call.problem:
        yield Finding(ARGUMENTS_DIFFER, name.start, name.end, call.problem, subject=resolution.entry.name)
    yield from caution(resolution, name.start, name.end)
    if call.target != resolution.entry.name:
        yield rename(facts, item, call.target)


class _Call:
    """A name as a call: the target may depend on how many arguments there are, and so may what is said of it."""

    def __init__(self, facts: Facts, item: Listed) -> None:
        self._changes = facts.policy.argument_changes(item.resolution.entry)
        self._arity = item.resolution.entry.get("arity") or ""
        self._name = item.resolution.entry.name
        self._reading, self._opening = facts.reading, item.around.after
        self._count = None
        if (self._changes or self._arity) and item.around.sign_after == b"(":
            self._count = facts.reading.argument_count(self._opening)
        self.target = self._by_count() or item.resolution.target or ""

    @property
    def is_counted(self) -> bool:
        return self._count is not None

    @property
    def wrong_count(self) -> bool:
        ranges = _ARITY_PART.findall(self._arity)
        return (
            self._count is not None
            and bool(ranges)
            and not any(int(low) <= self._count <= int(high or low) for low, high in ranges)
        )

    @property
    def problem(self) -> str:
        """What is left to be done by hand, in one sentence, or nothing."""
        changes = [change for change in self._changes if "rename" not in change and self._applies(change)]
        if self._by_count():
            return ""
        if changes:
            listed = "; ".join(worded(change) for change in changes)
            return f"'{self._name}' was renamed, but {listed}"
        if self.wrong_count:
            wanted = self._arity.replace("|", " or ")
            return f"'{self.target}' takes {wanted} arguments; this call passes {self._count}"
        return ""

    def _by_count(self) -> str:
        counted = (change for change in self._changes if "rename" in change and self._count is not None)
        return next((str(change["rename"]) for change in counted if self._applies(change)), "")

    def _applies(self, change: Mapping[str, Any]) -> bool:
        """Whether a change is for this call, as far as one can see its arguments, and not made already."""
        if self._count is None:
            return True
        if int(change.get("when", self._count)) != self._count:
            return False
        return "cast" not in change or not self._is_cast(int(change["cast"]))

    def _is_cast(self, place: int) -> bool:
        spans = self._reading.arguments(self._opening) or []
        return place < len(spans) and _POINTER_CAST.match(self._reading.code, *spans[place]) is not None


def _own_name(own: OwnName) -> Finding:
    name = own.name.text.decode()
    message = f"'{name}' is a {own.what} of this file's own; it and its uses here were not converted"
    help = "rename it if you meant your own; if it stands in for CUDA's, write the HIP name"
    return Finding(OWN_NAME, own.name.start, own.name.end, message, help=help, subject=name)


def _own_target(item: Listed, own: OwnName) -> Finding:
    name, target = item.name.text.decode(), own.name.text.decode()
    message = f"'{name}' was not converted: '{target}' is a {own.what} of this file's own"
    help = "drop the stand-in, or give it another name, and convert again"
    return Finding(OWN_NAME, item.name.start, item.name.end, message, help=help, subject=name)


def _qualified_name(item: Listed) -> Finding:
    name = item.name.text.decode()
    message = f"'{qualifier(item.around).decode('utf-8', 'replace')}::{name}' names something of your own, not CUDA's"
    return Finding(OWN_NAME, item.name.start, item.name.end, message, subject=name)


def _is_legacy(facts: Facts, required: str, call: _Call) -> bool:
    """Whether the older API (of `cublas.h`, say) is meant: by the argument count, else by what the file includes."""
    if call.is_counted:
        return call.wrong_count and required not in facts.included
    return required not in facts.included and required.replace("_v2", "") in facts.included


def _legacy_name(item: Listed, required: str) -> Finding:
    name = item.resolution.entry.name
    message = f"'{name}' is the handle-less cuBLAS function of that name here"
    help = f"move to the API of {required} (handle as first argument, scalars by pointer), then convert"
    return Finding(LEGACY_API, item.name.start, item.name.end, message, help=help, subject=name)
