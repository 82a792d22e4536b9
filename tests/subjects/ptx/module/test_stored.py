"""Variables that hold addresses: what the compiler cannot put in is left out, and so is what uses it."""

from __future__ import annotations

import pytest

from hipify_py.subjects.ptx.module.translate import translated

HEAD = ".version 7.8\n.target sm_80\n.address_size 64\n"
KERNEL = """
.visible .entry k(.param .u64 out)
{
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  ld.global.u64 %rd2, [table];
  st.global.u64 [%rd1], %rd2;
  ret;
}
"""
PLAIN = ".func f()\n{\n  ret;\n}\n"
LEFT = ".func f()\n{\n  barrier.cluster.arrive;\n  ret;\n}\n"


def _left(declarations: str) -> dict[str, str]:
    return {each.name: each.reason for each in translated(HEAD + declarations + KERNEL).left}


def test_a_function_in_a_table_is_declared_before_it() -> None:
    code = translated(f"{HEAD}.func f();\n.global .u64 table[1] = {{f}};\n{KERNEL}{PLAIN}").code
    assert code.index("void ptx_f();") < code.index("table[1] = {uint64_t(&ptx_f)};") < code.index("void k(")


@pytest.mark.parametrize(
    ("declarations", "reason"),
    [
        (".shared .u32 s; .global .u64 table = s;", "'table' holds an address within .shared memory"),
        (".global .u32 x; .global .u32 table[2] = {x, 0};", "'table' holds a part of the address of 'x'"),
        (".global .u32 x; .global .b8 table[8] = {0xff(x)};", "'table' holds a part of the address of 'x'"),
        (".global .u64 table = nothing;", "'table' holds the address of 'nothing'"),
        (".global .u64 table = k;", "'table' holds the address of 'k'"),
        (".extern .func f(); .global .u64 table = f+4;", "'table' holds the address of 'f'"),
        (
            ".global .u64 other = table; .global .u64 table = other;",
            "'table' and 'other' hold the addresses of each other",
        ),
        (f"{LEFT}.global .u64 table = f;", "'f' is not translated"),
        (".func f(); .global .u64 table = f;", "'f' is declared, and not defined in the module"),
        (f"{LEFT}.global .u64 a = f; .global .u64 table = a;", "'f' is not translated"),
    ],
)
def test_what_uses_a_variable_that_is_left_out_is_left_out(declarations: str, reason: str) -> None:
    left = _left(declarations)
    assert left["k"] == "it uses 'table', which is not translated"
    visible = declarations.replace(".global .u64 table", ".visible .global .u64 table")
    visible = visible.replace(".global .u32 table", ".visible .global .u32 table")
    visible = visible.replace(".global .b8 table", ".visible .global .b8 table")
    other = ".visible .entry other()\n{\n  ret;\n}\n"
    assert _left(visible + other)["table"] == reason


def test_a_table_that_nobody_uses_costs_nothing() -> None:
    text = f"{HEAD}{LEFT}.global .u64 __unused = f;\n.visible .entry k()\n{{\n  ret;\n}}\n"
    assert [each.name for each in translated(text).left] == ["f"]


def test_the_address_of_a_function_that_is_not_defined() -> None:
    body = "{\n  .reg .b64 %rd<2>;\n  mov.u64 %rd1, f;\n  st.global.u64 [4096], %rd1;\n  ret;\n}\n"
    found = translated(f"{HEAD}.func f();\n.visible .entry k()\n{body}")
    assert [each.reason for each in found.left] == ["it calls 'f', which is not translated"]


def test_registers_of_clusters_stay_where_the_module_asks_for_clusters() -> None:
    body = "{\n  .reg .b32 %r<2>;\n  mov.u32 %r1, %cluster_ctarank;\n  st.global.u32 [4096], %r1;\n  ret;\n}\n"
    text = f"{HEAD}.visible .entry k(){{}}\n{body}".replace("{}", "")
    assert translated(text).left == []
    clustered = text.replace("k()", "k() .reqnctapercluster 2, 1, 1")
    assert [each.reason for each in translated(clustered).left] == ["'%cluster_ctarank' has no counterpart"]
