"""What no compiler writes is left out with a reason: nothing in the translation of modules takes it for granted."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hipify_py.subjects.ptx import module
from hipify_py.subjects.ptx.module.translate import translated

_MODULE = """\
.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b32 %%r<4>;
.reg .b64 %%rd<4>;
ld.param.u64 %%rd1, [p];
%s
st.global.u32 [%%rd1], %%r1;
ret;
}
"""


@pytest.mark.parametrize(
    "statement", ["ld.u32 %r1, [%tid.x];", "ld.global.u32 %r1, [%laneid+4];", "st.u32 [%tid.x], 1;"]
)
def test_special_registers_are_no_addresses(statement: str) -> None:
    (left,) = translated(_MODULE % statement).left
    assert (left.name, left.reason) == ("k", "an address is neither a variable nor in a register")


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (".reg .b32 %r<2>;", "'%r0' is declared twice"),
        ("mov.u32 %r1, %x; .reg .b32 %x;", "'%x' is not declared"),
        ("{ .reg .b64 %r1; add.u32 %r1, 1, 2; }", "'add.u32' has a register of another size"),
    ],
)
def test_names_are_declared_once_and_before_they_are_used(statement: str, reason: str) -> None:
    (left,) = translated(_MODULE % statement).left
    assert (left.name, left.reason) == ("k", reason)


def test_all_lanes_of_a_register_have_one_name() -> None:
    """Also those of a special register, the fourth of which is always 0."""
    code = translated(_MODULE % ".reg .v4 .u32 %v; mov.v4.u32 %v, %tid; add.u32 %r1, %v.y, %v.a;").code
    assert "threadIdx.y" in code


def test_nothing_is_asserted() -> None:
    """A module may hold anything: what must not be is refused, by `expected` or `NotUnderstood`."""
    found = [
        f"{path.name}:{node.lineno}"
        for path in sorted(Path(module.__path__[0]).glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assert)
    ]
    assert found == []
