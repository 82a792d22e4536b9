"""Names for the variables that a translation declares."""

from __future__ import annotations

from collections.abc import Callable


class FreshNames:
    """Names that nothing else has: `spell` makes an identifier of a hint, `is_taken` tells which are not free."""

    def __init__(self, spell: Callable[[str], str], is_taken: Callable[[str], bool]) -> None:
        self._spell = spell
        self._is_taken = is_taken
        self._given: dict[str, int] = {}  # how often each was asked for

    def fresh(self, hint: str) -> str:
        base = name = self._spell(hint)
        count = self._given.get(base, 1)
        while name in self._given or self._is_taken(name):
            count += 1
            name = f"{base}_{count}"
        self._given[base] = count
        self._given.setdefault(name, 1)
        return name
