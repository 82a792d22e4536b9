"""Our `dataclass` makes what the standard one makes."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import KW_ONLY, field
from functools import cached_property
from typing import Any

import pytest

from hipify_py.records import dataclass


@dataclass(frozen=True)
class Ours:
    name: str
    parts: tuple[int, ...] = ()
    known: dict[str, int] = field(default_factory=dict, compare=False, repr=False)
    _: KW_ONLY
    note: str = ""

    @cached_property
    def size(self) -> int:
        return len(self.parts)


@dataclass(frozen=True, slots=True)
class Slotted:
    name: str
    parts: tuple[int, ...] = ()


@dataclass
class Changing:
    items: list[int] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Itself:
    name: str


Standard: Any = dataclasses.make_dataclass("Standard", [("name", str), ("parts", tuple, ())], frozen=True)


@dataclass(frozen=True)
class Empty:
    """Says nothing but that it is there."""


@pytest.mark.parametrize("cls", [Ours, Slotted])
def test_equal_values_are_equal(cls: Any) -> None:
    assert cls("a", (1,)) == cls("a", (1,)) != cls("a", (2,))
    assert len({cls("a", (1,)), cls("a", (1,)), cls("b", (1,))}) == 2
    assert cls("a") != Standard("a")


def test_fields_that_are_not_compared_are_not() -> None:
    assert Ours("a", known={"x": 1}) == Ours("a")
    assert Ours("a", note="x") != Ours("a")


def test_shown_as_the_standard_shows() -> None:
    assert repr(Slotted("a", (1,))) == repr(Standard("a", (1,))).replace("Standard", "Slotted")
    assert repr(Ours("a", note="x")) == "Ours(name='a', parts=(), note='x')"


def test_a_class_that_changes_has_no_hash() -> None:
    assert Changing([1]) == Changing([1])
    with pytest.raises(TypeError):
        hash(Changing())


def test_without_eq_each_is_itself_only() -> None:
    assert Itself("a") != Itself("a")
    assert len({Itself("a"), Itself("a")}) == 2


@pytest.mark.parametrize("value", [Ours("a", (1, 2), note="x"), Slotted("a", (1,)), Changing([1])])
def test_travels(value: Any) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    assert dataclasses.replace(value) == value


def test_slots_and_cached_properties() -> None:
    assert not hasattr(Slotted("a"), "__dict__")
    assert Ours("a", (1, 2)).size == 2


def test_all_without_fields_are_the_same() -> None:
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())
