"""Calls in device code of functions that CUDA declares, not the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.usage import Usage, usage
from hipify_py.reading.tokens import Name


def device_calls(facts: Facts, counts: Mapping[bytes, int]) -> Iterator[tuple[Name, list[tuple[int, int]]]]:
    """Those of functions by these names with so many arguments, which come along."""
    for name in facts.reading.names(counts):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        arguments = facts.reading.arguments(around.after) or []
        is_call = len(arguments) == counts[name.text] and facts.functions.side_at(name.start) in ON_DEVICE
        if is_call and not facts.is_own(name, around):
            yield name, arguments
