"""What the tables of instructions say, held against the header that they call and against what `convert` sees."""

from __future__ import annotations

import re

import pytest

from hipify_py import helpers
from hipify_py.file.marks import PTX_HEADER
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.dialect import UNTRANSLATED, is_ptx
from hipify_py.subjects.ptx.forms import Form
from tests.subjects.ptx.samples import samples

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_DEFINITION = re.compile(r"\b(\w+)\([^;{}()]*(?:\([^()]*\)[^;{}()]*)*\)(?:\s*const)?\s*\{")
_CALL = re.compile(r"\b(\w+)\s*(?:<[^;(){}]*>)?\s*\(")
_MACRO = re.compile(r"#define (HIPIFY_PTX_\w+)\((\w+)[^()]*\)((?:[^\n]*\\\n)*[^\n]*)")
# What no compiler moves accesses to memory across.
_KEEPS_ORDER = {"keep_order", "__builtin_amdgcn_fence", "__syncthreads"}


def _bodies() -> dict[str, set[str]]:
    """The functions of the header, and what each of them calls, all overloads together."""
    text = _expanded(_COMMENT.sub("", helpers.text(PTX_HEADER)))
    called: dict[str, set[str]] = {}
    for found in _DEFINITION.finditer(text):
        depth, end = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        called.setdefault(found[1], set()).update(_CALL.findall(text, found.end(), end))
    return called


def _expanded(text: str) -> str:
    """The header with its macros that make functions put in, by their first argument alone."""
    for macro in list(_MACRO.finditer(text)):
        name, parameter, body = macro.groups()
        for use in re.findall(rf"^{name}\((\w+)", text, re.MULTILINE):
            text += re.sub(rf"(?:##)?\b{parameter}\b(?:##)?", use, body.replace("\\\n", "\n")) + "\n"
    return text


def _in_order(called: dict[str, set[str]]) -> set[str]:
    """The functions that keep the order themselves, or call one that does."""
    known, before = set(_KEEPS_ORDER), 0
    while len(known) != before:
        before = len(known)
        known |= {name for name, others in called.items() if others & known}
    return known


def test_a_row_is_ordered_only_where_its_function_is() -> None:
    """A row that does not say so costs two barriers for the compiler; one that says so wrongly, correctness."""
    said = {form.call.partition("<")[0] for form in samples() if form.call and form.ordered}
    assert {"fence", "ld", "st", "atom_add"} <= said
    assert said <= _in_order(_bodies())


@pytest.mark.parametrize("form", samples(), ids=lambda form: form.opcode)
def test_what_the_tables_translate_is_seen_in_sources(form: Form) -> None:
    assert is_ptx(form.opcode, in_device_code=True)


@pytest.mark.parametrize("types", ["s4.u4", "u4.s4", "u4.u4", "s4.s4"])
def test_types_of_elements_keep_their_order(types: str) -> None:
    a, b = types.split(".")
    (form,) = forms.find(f"mma.sync.aligned.m8n8k32.row.col.s32.{types}.s32")
    assert form.call == f"mma_int<type::{a}, type::{b}, false>"


def test_no_instruction_is_listed_as_untranslated_that_a_table_translates() -> None:
    assert not [name for name in UNTRANSLATED if forms.is_instruction(name)]
