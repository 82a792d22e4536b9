"""libcu++'s copy of the standard library: `cuda::std::pair` becomes `thrust::pair`, `cuda::std::max` `std::max`.

These names are looked up by the `cuda` before them alone: `get` and `size` by themselves are words of every program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.tables.model import STANDARD_LIBRARY
from hipify_py.texts import to_bytes, to_text

_WORD = b"cuda"
_GET = b"hipify_compat::get"
_VARIANT = pattern(rb"\bcuda\s{0,9}::\s{0,9}std\s{0,9}::\s{0,9}(?:variant|visit)\b")
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
        use = usage(around, is_scope=True)
        is_own = use is Usage.PLAIN and facts.is_nested_namespace(_WORD, name.start)
        if use in (Usage.PLAIN, Usage.GLOBAL) and not (is_own or facts.is_left_alone(name.start)):
            begin = around.colons_before(around.before)
            yield from _renamed(facts, name.start)
            yield from _unwrapped(facts, name.start if begin is None else begin)


def _renamed(facts: Facts, start: int) -> Iterator[Edit]:
    if found := _NAME.match(facts.reading.code, start):
        resolution = facts.policy.qualified(STANDARD_LIBRARY + to_text(found[1]))
        if resolution is not None and resolution.target is not None and not _visits_several(facts, found):
            entry = resolution.entry
            new = _GET if _gets_of_variant(facts, found) else to_bytes(resolution.target)
            yield Edit(start, found.end(), new, entry.name, entry.library, takes=(found[0],))


def _visits_several(facts: Facts, found: re.Match[bytes]) -> bool:
    """`cuda::std::visit(f, a, b)`: what is to be called is looked for in one variant alone."""
    opening = facts.reading.skip_blank(found.end()) if found[1] == b"visit" else -1
    arguments = facts.reading.arguments(opening) if facts.reading.code[opening : opening + 1] == b"(" else None
    return found[1] == b"visit" and (arguments is None or len(arguments) != 2)


def _gets_of_variant(facts: Facts, found: re.Match[bytes]) -> bool:
    """`cuda::std::get<T>(v)` in a file with variants: that function takes tuples, too."""
    return found[1] == b"get" and (
        "cuda/std/variant" in facts.included or _VARIANT.search(facts.reading.code) is not None
    )


def _unwrapped(facts: Facts, start: int) -> Iterator[Edit]:
    """`cuda::proclaim_return_type<int>(f)` becomes `(f)`."""
    code = facts.reading.code
    if (found := _PROCLAIMED.match(code, start)) and (opening := _arguments_behind(facts, found.end())):
        taken = code[start:opening]
        yield Edit(start, opening, (b"",), to_text(taken), "libcudacxx", takes=(taken,))


def _arguments_behind(facts: Facts, place: int) -> int | None:
    """Where the arguments of a call open whose name ends here, or whose template arguments begin here."""
    is_bare = facts.reading.code.startswith(b"(", place)
    return place if is_bare else facts.reading.behind_template_arguments(place)
