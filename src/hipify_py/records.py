"""`dataclass`, as that of the standard library, in a tenth of the time that a class takes there.

The standard one writes and compiles the code of each method, and a run defines a hundred classes to convert a file of
ten lines, half of which it never makes anything of. Here only `__init__` is made so, and when it is first called. That
nobody assigns to what is frozen is checked by mypy alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING
from functools import cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, slots=False):
        if cls is None:
            return partial(dataclass, frozen=frozen, eq=eq, slots=slots)
        cls.__doc__ = cls.__doc__ or cls.__name__  # else it would be the signature, which takes time to find out
        cls.__repr__ = _repr
        if eq:
            cls.__eq__ = _eq
            cls.__hash__ = _hash if frozen else None
        made = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots)
        made.__init__ = _maker(made)
        return made


def _maker(cls: Any) -> Callable[..., None]:
    def __init__(self: Any, *args: Any, **given: Any) -> None:  # noqa: N807
        cls.__init__ = _init(cls)
        cls.__init__(self, *args, **given)

    return __init__


def _init(cls: Any) -> Any:
    """What the standard one makes, too: a field that is not given has its default, or a new value."""
    fields = sorted(dataclasses.fields(cls), key=lambda field: bool(field.kw_only))
    scope: dict[str, Any] = {"_MISSING": MISSING}
    head, body = ["self"], []
    for field in fields:
        name, value = field.name, field.name
        if field.kw_only and field.init and "*" not in head:
            head.append("*")
        if field.default_factory is not MISSING:
            scope[f"_new_{name}"] = field.default_factory
            value = f"_new_{name}() if {name} is _MISSING else {name}" if field.init else f"_new_{name}()"
        elif field.default is not MISSING:
            scope[f"_default_{name}"] = field.default
        if field.init:
            default = "_MISSING" if field.default_factory is not MISSING else f"_default_{name}"
            head.append(name if default not in scope else f"{name}={default}")
        if field.init or field.default_factory is not MISSING:
            body.append(f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(head)}):\n " + "\n ".join(body or ["pass"]), scope)
    scope["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    return scope["__init__"]


def _repr(self: Any) -> str:
    cls: Any = type(self)
    values = (f"{name}={getattr(self, name)!r}" for name in _shown(cls))
    return f"{cls.__qualname__}({', '.join(values)})"


def _eq(self: Any, other: object) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    cls: Any = type(self)
    values = _compared(cls)
    return values(self) == values(other)


def _hash(self: Any) -> int:
    cls: Any = type(self)
    return hash(_compared(cls)(self))


@cache
def _shown(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(cls) if field.repr)


@cache
def _compared(cls: Any) -> Callable[[Any], Any]:
    names = [field.name for field in dataclasses.fields(cls) if field.compare]
    return attrgetter(*names) if names else _nothing


def _nothing(_: Any) -> tuple[()]:
    return ()
