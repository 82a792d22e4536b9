"""Which names a file defines itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hipify_py.file.facts import Facts


class Own:
    """Which names the file defines itself, as macros or otherwise; each looked for once."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[bytes, bool] = {}

    def __contains__(self, word: bytes) -> bool:
        if word not in self._known:
            uses = self._facts.reading.names([word])
            self._known[word] = word in self._facts.own_macros or any(map(self._facts.introduces, uses))
        return self._known[word]
