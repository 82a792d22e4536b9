"""Which names a file defines itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.reading.scopes import Kind

if TYPE_CHECKING:
    from hipify_py.file.facts import Facts
    from hipify_py.reading.tokens import Name


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

    def means(self, name: Name) -> bool:
        """Whether a name may be the file's own where it stands: the members of a class are not, outside of it."""
        return name.text in self and (
            self._is_outside_of_classes(name.text) or self._facts.reading.declarations.may_mean_own(name)
        )

    def _is_outside_of_classes(self, word: bytes) -> bool:
        kind_at, uses = self._facts.reading.scopes.kind_at, self._facts.reading.names([word])
        others = (use for use in uses if kind_at(use.start) is not Kind.CLASS)
        return word in self._facts.own_macros or any(map(self._facts.introduces, others))
