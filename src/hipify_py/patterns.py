"""Regular expressions that are compiled at their first use: a run needs few of the hundreds that there are."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_USED = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class LazyPattern:
    """What stands for an expression; once that is compiled, its methods are this object's own."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text = text
        self._flags = flags

    @property
    def compiled(self) -> re.Pattern[Any]:
        return re.compile(self._text, self._flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = self.compiled
        self.__dict__.update({method: getattr(compiled, method) for method in _USED})
        return getattr(compiled, name)


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """As `re.compile`, but later."""
    return cast("re.Pattern[AnyStr]", LazyPattern(text, flags))
