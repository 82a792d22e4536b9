"""What calls leave out is what templates of the header have as defaults."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from hipify_py.file.marks import PTX_HEADER
from hipify_py.helpers import body
from hipify_py.subjects.ptx import forms

_TEMPLATE = re.compile(r"template <((?:[^<>]|<[^<>]*>)*)>[ \\\\]*\n *HIPIFY_PTX_FN [^(\n]*?(\w+)\(")
_MADE = re.compile(r"^HIPIFY_PTX_ATOMIC\((\w+), ", re.MULTILINE)
_ARGUMENTS = re.compile(r", (?![^<>]*>)")


@cache
def _templates() -> dict[str, list[list[str]]]:
    """The parameters of each function, once for each of its templates; those of macros under each name they make."""
    found = defaultdict(list)
    text = body(PTX_HEADER)
    for part in re.split(r"#undef HIPIFY_PTX_ATOMIC", text):
        made = _MADE.findall(part)
        for parameters, name in _TEMPLATE.findall(part):
            for each in made if name == "name" else [name]:
                found[each].append([" ".join(parameter.split()) for parameter in _ARGUMENTS.split(parameters)])
    return found


def _arguments(call: str) -> tuple[str, list[str]]:
    name, _opening, inside = call.removesuffix(">").partition("<")
    return name, [argument.replace("hipify_ptx::", "") for argument in _ARGUMENTS.split(inside) if argument]


def _means_the_same(short: str, whole: str) -> bool:
    name, given = _arguments(short)
    _name, wanted = _arguments(whole)
    left_out = wanted[len(given) :]
    ways = [template[len(given) : len(wanted)] for template in _templates()[name] if len(template) >= len(wanted)]
    return wanted[: len(given)] == given and any(
        [parameter.partition(" = ")[2] for parameter in way] == left_out for way in ways
    )


def test_calls_leave_out_defaults_only() -> None:
    calls = {(form.call, form.whole_call) for form in forms.every() if form.call != form.whole_call}
    assert len(calls) > 100
    assert [call for call in sorted(calls) if not _means_the_same(*call)] == []
