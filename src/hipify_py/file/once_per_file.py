"""What is found out about a file once, outside of its facts."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from hipify_py.file.facts import Facts

_Answer = TypeVar("_Answer")


def once_per_file(find: Callable[[Facts], _Answer]) -> Callable[[Facts], _Answer]:
    """A function that looks at a file when it is first called for it, and knows the answer from then on."""

    @wraps(find)
    def answer(facts: Facts) -> _Answer:
        if find not in facts.shared:
            facts.shared[find] = find(facts)
        found: _Answer = facts.shared[find]
        return found

    return answer
