"""`cached_property` without its lock, which costs more than many a fact: the one of Python 3.12 on has none."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801
        """A property that is found out when it is first asked for, and from then on is the object's own attribute."""

        def __init__(self, find: Any) -> None:
            self._find = find
            self.__doc__ = find.__doc__

        def __set_name__(self, _owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: Any, _owner: type | None = None) -> Any:
            if instance is None:
                return self
            found = instance.__dict__[self._name] = self._find(instance)
            return found


__all__ = ["cached_property"]
