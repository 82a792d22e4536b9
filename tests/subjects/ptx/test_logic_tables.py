"""`lop3` with a table that is known becomes an expression."""

from __future__ import annotations

import pytest

from hipify_py.subjects.ptx.logic_tables import expression

_MOST_OPERATORS = 5


@pytest.mark.parametrize("table", range(256))
def test_an_expression_has_its_table(table: int) -> None:
    code = expression(table).format(a="0xF0", b="0xCC", c="0xAA").replace("0u", "0")
    assert eval(code) & 0xFF == table


def test_expressions_are_short() -> None:
    assert max(sum(map(expression(table).count, "&|^~")) for table in range(256)) == _MOST_OPERATORS
