"""The include of hipify_ptx.hpp, where any new text calls what stands there."""

from __future__ import annotations

from hipify_py.edits import Edit, in_order
from hipify_py.file.facts import Facts
from hipify_py.file.include_lines import first_include
from hipify_py.file.marks import PTX_HEADER, uses_header
from hipify_py.file.rewrites import EVERYWHERE, Judged
from hipify_py.subjects.ptx import header

ANCHORS = EVERYWHERE
RANK = 1  # new text of all others counts


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    """The include is added unless the file has this very one; another of its name may lack what is called."""
    if not uses_header(b"\n".join(map(_text, edits))) or _is_included(facts):
        return Judged(edits)
    place = _before_includes(facts)
    line = f'#include "{facts.ptx_header}"'.encode() + facts.reading.line_end
    # What another pass adds at that very place comes first.
    added = [edit for edit in edits if edit.start == edit.end == place]
    before = b"".join(_text(edit) for edit in added)
    rest = (edit for edit in edits if edit not in added)
    return Judged(in_order((*rest, Edit(place, place, before + line, PTX_HEADER, "includes"))))


def _is_included(facts: Facts) -> bool:
    name = facts.ptx_header.encode()
    return any(header.quoted and header.name == name for _directive, header in facts.reading.headers)


def _text(edit: Edit) -> bytes:
    """The new text of an edit, without what it takes over from elsewhere."""
    return b"".join([piece for piece in edit.parts if isinstance(piece, bytes)])


def _before_includes(facts: Facts) -> int:
    """Before all other includes: what these define may be a word of the header's. And outside of all braces."""
    place = first_include(facts)
    taken = (macro.name_start for macro in facts.reading.macros if macro.name in header.words())
    place = min(place, facts.reading.line_start(next(taken, place)))
    scope = facts.reading.scopes.at(place)
    while scope is not None and (around := facts.reading.scopes.parent(scope)) is not None:
        scope = around
    return place if scope is None else facts.reading.line_start(facts.reading.skip_blank(scope.head))
