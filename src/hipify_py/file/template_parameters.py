"""Which names are types that a template takes."""

from __future__ import annotations

import re

from hipify_py.file.facts import Facts

_HEAD = 400


def is_template_parameter(facts: Facts, kind: bytes, offset: int) -> bool:
    """Whether a type is a parameter of a template that a place stands in: of a function, or of a class around it."""
    parameter = re.compile(rb"\b(?:typename|class)\s+" + re.escape(kind) + rb"\b")
    plain, scopes = facts.reading.plain, facts.reading.scopes
    function, scope = facts.functions.around(offset), scopes.at(offset)
    starts = [function.start] if function else []
    while scope is not None:
        starts.append(scope.head)
        scope = scopes.parent(scope)
    heads = (plain[start : start + _HEAD].partition(b"{")[0] for start in starts)
    return any(parameter.search(head) for head in heads if b"template" in head)
