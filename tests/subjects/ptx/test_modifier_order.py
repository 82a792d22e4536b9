"""Modifiers may stand in any order, as ptxas reads them, unless their order has a meaning: then another order is
another instruction, or none. Inline PTX and modules agree on that."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product

import pytest

from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.forms import Form, FormOperand
from hipify_py.subjects.ptx.module.translate import translated
from hipify_py.subjects.ptx.program import Wishes
from hipify_py.subjects.ptx.result import Translation
from hipify_py.subjects.ptx.types import cpp_type
from tests.subjects.ptx.samples import samples
from tests.subjects.ptx.test_translate import Written, lifted

# What says something of one operand after the other: types, layouts of matrices, state spaces, shares of a policy.
KINDS = {
    "type": re.compile(r"[usbf](?:4|8|16|32|64)(?:x[24])?|b1|pred|b?f16(?:x2)?|tf32|e\dm\d(?:x2)?|ue8m0x2"),
    "layout": re.compile(r"row|col"),
    "space": re.compile(r"global|shared(?:::\w+)?|local|const|param"),
    "priority": re.compile(r"L2::evict_\w+"),
}
LAYOUTS = ("row", "col")
MANY = 8  # so many orders of a long opcode are tried
MATRICES = [form for row in forms.rows() if row["group"] == "Matrices" for form in forms.of_row(row)]
PRODUCTS = [form for form in MATRICES if form.opcode.startswith(("mma.", "wmma.mma."))]
FRAGMENTS = [form for form in MATRICES if form.opcode.startswith(("wmma.load.", "wmma.store."))]
ACCESSES = [form for form in samples() if form.opcode.startswith(("ld", "st", "atom", "red.")) and form.call]
# What is an access of C++ in a module.
PLAIN = re.compile(r"(?:ld|st)(?:\.weak)?(?:\.(?:global|shared(?:::cta)?|local|const))?(?:\.nc)?(?:\.v[24])?\.\w+")
CALL = re.compile(r"\b((?:w?mma|(?:ld|st|mov)matrix|ld|st|atom)(?:_\w+)?(?:<[^;]*?>)?)\(")
MODULE = """\
.version 8.8
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p)
{{
  .reg .b64 %p; .reg .b32 %s;
  {declared}
  ld.param.u64 %p, [p]; ld.global.u32 %s, [%p];
  {before}
  {opcode} {operands};
  {after}
  ret;
}}
"""
BULK = """\
.version 8.8
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p)
{{
  .shared .align 16 .b8 sm[64];
  .shared .align 8 .b64 bar;
  .reg .b64 %rd<2>; .reg .b32 %r<3>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, sm;
  mov.u32 %r2, bar;
  cp.async.bulk.{} [%r1], [%rd1], 64, [%r2];
  ret;
}}
"""


def by_head(found: Iterable[Form]) -> list[tuple[str, list[Form]]]:
    """Forms by the name of the instruction."""
    heads = defaultdict[str, list[Form]](list)
    for form in found:
        heads[form.opcode.partition(".")[0]].append(form)
    return list(heads.items())


def kind_of(word: str) -> str:
    return next((name for name, words in KINDS.items() if words.fullmatch(word)), "")


def sequences(opcode: str) -> dict[str, list[str]]:
    """The modifiers of each kind in their order; the others sorted."""
    found = defaultdict[str, list[str]](list)
    for word in opcode.split(".")[1:]:
        found[kind_of(word)].append(word)
    found[""].sort()
    return dict(found)


def same_orders(opcode: str) -> Iterator[str]:
    """Orders that mean the same."""
    head, *modifiers = opcode.split(".")
    chance = random.Random(opcode)
    shuffled = (tuple(chance.sample(modifiers, len(modifiers))) for _ in range(MANY))
    for order in permutations(modifiers) if len(modifiers) <= 4 else shuffled:
        left = {kind: iter(words) for kind, words in sequences(opcode).items() if kind}
        yield ".".join((head, *(next(left[kind_of(word)]) if kind_of(word) else word for word in order)))


def other_orders(opcode: str) -> Iterator[str]:
    """The opcode with two different modifiers of a kind in each other's place."""
    head, *modifiers = opcode.split(".")
    for first, second in combinations(range(len(modifiers)), 2):
        one, other = modifiers[first], modifiers[second]
        if one != other and kind_of(one) and kind_of(one) == kind_of(other):
            changed = [*modifiers]
            changed[first], changed[second] = other, one
            yield ".".join((head, *changed))


def check_orders(form: Form) -> None:
    for opcode in same_orders(form.opcode):
        found = forms.find(opcode)
        assert form in found, opcode
        assert {each.opcode for each in found} == {form.opcode}, opcode
    for opcode in other_orders(form.opcode):
        assert all(sequences(each.opcode) == sequences(opcode) for each in forms.find(opcode)), opcode


@pytest.mark.parametrize(("head", "found"), by_head(samples()))
def test_every_order_finds_the_row_and_no_other(head: str, found: list[Form]) -> None:
    assert head
    for form in found:
        check_orders(form)


@pytest.mark.thorough
def test_every_form_is_found_in_every_order() -> None:
    for form in forms.every():
        check_orders(form)


@pytest.mark.slow
def test_no_two_forms_are_the_same_instruction() -> None:
    """But for those that operands tell apart."""
    spelled = defaultdict[str, set[str]](set)
    for form in forms.every():
        spelled[forms.key(form.opcode)].add(form.opcode)
    assert not [opcodes for opcodes in spelled.values() if len(opcodes) > 1]


@pytest.mark.parametrize(("first", "second"), [*product(LAYOUTS, LAYOUTS)])
def test_layouts_of_products(first: str, second: str) -> None:
    """All shapes in all layouts: what PTX does not have is not translated."""
    known = {form.opcode for form in PRODUCTS}
    for form in PRODUCTS:
        layouts = iter((first, second))
        opcode = ".".join(next(layouts) if word in LAYOUTS else word for word in form.opcode.split("."))
        assert {each.opcode for each in forms.find(opcode)} == ({opcode} if opcode in known else set())


@pytest.mark.parametrize(("first", "second"), [*product(LAYOUTS, LAYOUTS)])
@pytest.mark.parametrize("types", ["f32.f16.f16.f32", "f32.f16.f16.f16", "f16.f16.f16.f16"])
def test_the_oldest_product_is_called_with_its_layouts(types: str, first: str, second: str) -> None:
    (form,) = forms.find(f"mma.sync.aligned.m8n8k4.{first}.{second}.{types}")
    kind = "_f16" if types.startswith("f16") else ""
    expected = [f"mma_by_eights{kind}<{str(first == 'row').lower()}, {str(second == 'col').lower()}>"]
    assert calls_inline(form) == calls_in_module(form) == expected


@pytest.mark.parametrize("layout", LAYOUTS)
def test_fragments_are_called_with_their_layout(layout: str) -> None:
    """Products of them have none: a fragment is the same whatever memory it comes from."""
    found = [form for form in FRAGMENTS if layout in form.opcode.split(".")]
    assert found
    assert all(f"layout::{layout}" in form.call for form in found)


@pytest.mark.parametrize("form", MATRICES[::3], ids=lambda form: form.opcode)
def test_matrices_are_the_same_calls_inline_and_in_modules(form: Form) -> None:
    assert calls_inline(form) == calls_in_module(form) == [plain_call(form)]


@pytest.mark.parametrize(("head", "found"), by_head(each for each in ACCESSES if not PLAIN.fullmatch(each.opcode)))
def test_accesses_are_the_same_calls_inline_and_in_modules(head: str, found: list[Form]) -> None:
    assert head
    for form in found:
        if form.group != "Matrices":
            other = list(same_orders(form.opcode))[-1]
            assert calls_inline(form) == calls_in_module(form) == [plain_call(form)], form.opcode
            assert calls_in_module(form, other) == [plain_call(form)], other


def plain_call(form: Form) -> str:
    return form.call.replace("hipify_ptx::", "")


def calls(code: str) -> list[str]:
    """The functions that code calls, with the arguments of their templates."""
    return CALL.findall(code.replace("hipify_ptx::", "").replace("\n", " "))


def calls_inline(form: Form) -> list[str]:
    outcome = lifted(Written(form).statement(), Wishes(approximate=True))
    assert isinstance(outcome, Translation), outcome
    return calls(" ".join(outcome.lines))


def test_what_addresses_are_does_not_depend_on_the_order_of_modifiers() -> None:
    orders = ("shared::cta.global.mbarrier::complete_tx::bytes", "mbarrier::complete_tx::bytes.shared::cta.global")
    first, second = (translated(BULK.format(order)).code for order in orders)
    assert "cp_async_bulk_load(" in first
    assert first == second


def calls_in_module(form: Form, opcode: str = "") -> list[str]:
    found = translated(Kernel(form, opcode).text())
    assert not found.left, found.left
    return calls(found.code.partition(" k(")[2])


class Kernel:
    """A module with one instruction, whose inputs are loaded, and whose results are stored."""

    def __init__(self, form: Form, opcode: str = "") -> None:
        self._form = form
        self._opcode = opcode or form.opcode
        self._declared: list[str] = []
        self._before: list[str] = []
        self._after: list[str] = []

    def text(self) -> str:
        form = self._form
        operands = [self._spelled(each, is_output=True) for each in form.outputs]
        operands += [self._spelled(each, is_output=False) for each in form.inputs]
        return MODULE.format(
            opcode=self._opcode,
            operands=", ".join(operands),
            **{name: "\n  ".join(getattr(self, f"_{name}")) for name in ("declared", "before", "after")},
        )

    def _spelled(self, operand: FormOperand, *, is_output: bool) -> str:
        if operand.type == "address":
            return f"[{self._register('b64', is_output=False)}+8]"
        parts = [self._register(operand.type, is_output=is_output) for _ in range(operand.count or 1)]
        return f"{{{', '.join(parts)}}}" if operand.count else parts[0]

    def _register(self, kind: str, *, is_output: bool) -> str:
        known = cpp_type(kind)
        assert known is not None
        letter = "f" if known.is_float else "b"
        type = f"{letter}{max(known.width, 16)}"
        name, place = f"%t{len(self._declared)}", f"[%p+{8 * len(self._declared) + 8}]"
        self._declared.append(f".reg .{type} {name};")
        if is_output:
            self._after.append(f"st.global.{type} {place}, {name};")
        else:
            self._before.append(f"ld.global.{type} {name}, {place};")
        return name
