"""libcu++'s copy of the standard library: `cuda::std::pair` becomes `thrust::pair`, `cuda::std::max` `std::max`.

These names are looked up by the `cuda` before them alone: `get` and `size` by themselves are words of every program.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.tables.model import STANDARD_LIBRARY

_WORD = b"cuda"
_NAME = pattern(rb"cuda\s{0,9}::\s{0,9}std\s{0,9}::\s{0,9}(\w{1,80})")
# Only tells the compiler what a lambda returns, or that its captures may be copied: HIP needs to be told neither.
_PROCLAIMED = pattern(
    rb"(?:::\s{0,9})?cuda\s{0,9}::\s{0,9}proclaim_(?:return_type\s{0,9}(?=<)|copyable_arguments\s{0,9}(?=\())"
)

ANCHORS = Anchors(words=frozenset((_WORD,)), tells=False)


def propose(facts: Facts) -> Iterator[Edit]:
    if _WORD in facts.own_namespaces:
        return
    for name in facts.reading.names((_WORD,)):
        around = facts.reading.neighbours(name)
        if usage(around, is_scope=True) in (Usage.PLAIN, Usage.GLOBAL):
            begin = around.colons_before(around.before)
            yield from _renamed(facts, name.start)
            yield from _unwrapped(facts, name.start if begin is None else begin)


def _renamed(facts: Facts, start: int) -> Iterator[Edit]:
    if found := _NAME.match(facts.reading.code, start):
        resolution = facts.policy.qualified(STANDARD_LIBRARY + found[1].decode("latin-1"))
        if resolution is not None and resolution.target is not None:
            entry = resolution.entry
            yield Edit(start, found.end(), resolution.target.encode(), entry.name, entry.library, takes=(found[0],))


def _unwrapped(facts: Facts, start: int) -> Iterator[Edit]:
    """`cuda::proclaim_return_type<int>(f)` becomes `(f)`."""
    code = facts.reading.code
    if (found := _PROCLAIMED.match(code, start)) and (opening := _arguments_behind(facts, found.end())):
        taken = code[start:opening]
        yield Edit(start, opening, (b"",), taken.decode("latin-1"), "libcudacxx", takes=(taken,))


def _arguments_behind(facts: Facts, place: int) -> int | None:
    """Where the arguments of a call open whose name ends here, or whose template arguments begin here."""
    is_bare = facts.reading.code.startswith(b"(", place)
    return place if is_bare else facts.reading.behind_template_arguments(place)
