"""Forms of the tables of instructions that stand for the others of their rows."""

from __future__ import annotations

from functools import cache

from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.forms import Form


@cache
def samples() -> list[Form]:
    """Two forms of each row: the first and the last that it stands for."""
    rows = [list(forms.of_row(row)) for row in forms.rows()]
    return [form for row in rows for form in {row[0].opcode: row[0], row[-1].opcode: row[-1]}.values()]
