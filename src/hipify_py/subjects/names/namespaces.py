"""Namespaces and what is said of single names in them: `cub::BlockScan` becomes `hipcub::BlockScan`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Listed
from hipify_py.file.ownership import is_namespace_alias
from hipify_py.file.proposals import left, rename
from hipify_py.file.rewrites import LISTED
from hipify_py.file.usage import Usage, qualifier
from hipify_py.findings import OWN_NAME, Finding
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.tables.model import Resolution
from hipify_py.texts import to_bytes, to_text

ANCHORS = LISTED
_MEMBER = pattern(rb"::\s{0,99}(\w{1,80})")


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    own = facts.own_namespaces
    for name in own.values():
        message = f"namespace '{to_text(name.text)}' is your own copy of the library; its names were not converted"
        help = "include the library itself to use the HIP version"
        yield Finding(OWN_NAME, name.start, name.end, message, help=help, subject=to_text(name.text))
    for item in facts.listed:
        if item.resolution.entry.section == "namespaces" and item.name.text not in own and _is_namespace(item):
            if item.usage is Usage.PLAIN and facts.is_nested_namespace(item.name.text, item.name.start):
                continue
            if item.resolution.target is None:
                yield left(item.resolution, item.name.start, item.name.end)
            else:
                yield _moved(facts, item) or rename(facts, item, item.resolution.target)
    yield from _scoped(facts, own)


def _is_namespace(item: Listed) -> bool:
    if item.usage not in (Usage.PLAIN, Usage.GLOBAL) or is_namespace_alias(item.around):
        return False
    around = item.around
    if around.followed_by(b"::") or around.word_before == b"namespace":
        return True
    return around.sign_before == b"=" and _is_alias_target(item)


def _is_alias_target(item: Listed) -> bool:
    """`namespace short = cub;`"""
    alias_start, _alias = item.around.token_before(item.around.before - 1)
    return item.around.token_before(alias_start)[1] == b"namespace"


def _moved(facts: Facts, item: Listed) -> Edit | None:
    """`cub::CurrentDevice` becomes `hipify_compat::CurrentDevice`: a name for which the tables have another namespace
    than the one that its own becomes."""
    around, name = item.around, item.name
    found = _MEMBER.match(around.code, around.after, around.high)
    resolution = None if found is None else facts.policy.qualified(_qualified(name.text, found[1]))
    if found is None or resolution is None or not _moves(facts, resolution):
        return None
    takes = around.code[name.start : found.end()]
    new, entry = to_bytes(resolution.target or ""), resolution.entry
    return Edit(name.start, found.end(), (new,), entry.name, entry.library, (takes,))


def _moves(facts: Facts, resolution: Resolution) -> bool:
    scope = facts.policy.name(resolution.entry.name.rpartition("::")[0])
    if scope is None or scope.entry.section != "namespaces" or resolution.target is None:
        return False
    return resolution.target.rpartition("::")[0] != scope.target


def _qualified(scope: bytes, name: bytes) -> str:
    return to_text(scope + b"::" + name)


def _scoped(facts: Facts, own: dict[bytes, Name]) -> Iterator[Edit | Finding]:
    if facts.policy.scopes.isdisjoint(facts.reading.words) and not facts.reading.cuts_names:
        return
    for name in facts.occurrences:
        if name.text not in facts.policy.scoped_tails:
            continue
        around = facts.reading.neighbours(name)
        scope = qualifier(around) if around.preceded_by(b"::") else b""
        if not scope or scope in own or scope in facts.opened_namespaces:
            continue
        qualified = _qualified(scope, name.text)
        outer = _outer(around)
        if facts.is_nested_namespace(scope, name.start, outer):
            continue
        resolution = facts.policy.qualified(f"{to_text(outer)}::{qualified}") or facts.policy.qualified(qualified)
        if resolution is None:
            continue
        if resolution.target is None:
            yield left(resolution, name.start, name.end)
        elif not _moves(facts, resolution) and (new := to_bytes(resolution.target.rpartition("::")[2])) != name.text:
            yield Edit(name.start, name.end, new, resolution.entry.name, resolution.entry.library)


def _outer(around: Neighbours) -> bytes:
    """The scope that the scope of a name is looked up in: `thrust` of `thrust::system::cuda`."""
    colons = around.colons_before(around.before)
    outer = None if colons is None else around.colons_before(around.token_before(colons)[0])
    return b"" if outer is None else around.token_before(outer)[1]
