"""`hipify-py ptx` and conversion say the same of every instruction, wherever it stands, and neither is silent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from hipify_py import api
from hipify_py.file.assembler import statements
from hipify_py.reading.reading import Reading
from hipify_py.report.translation import answers
from hipify_py.source import Source
from hipify_py.subjects.ptx.dialect import UNTRANSLATED
from hipify_py.subjects.ptx.grammar import Block, Instruction, NotUnderstood
from hipify_py.subjects.ptx.templates import parse
from tests.subjects.ptx.samples import samples
from tests.subjects.ptx.test_translate import WORDS, Written

# Where a statement may stand, as one line.
PLACES = {
    "function": "__device__ void f{number}() {{ {statement} }}",
    "for both sides": "__host__ __device__ void f{number}() {{ {statement} }}",
    "marked by another file": "MY_DEVICE void f{number}() {{ {statement} }}",
    "macro": "#define F{number}() {statement}",
    "template": "template <class T> __device__ void f{number}() {{ {statement} }}",
    "lambda": "void f{number}() {{ run([=] __device__ {{ {statement} }}); }}",
    "method": "struct S{number} {{ MY_DEVICE void operator()(int i) const {{ {statement} }} }};",
}
REFUSED = [f"{head}{modifiers}" for head in sorted(UNTRANSLATED) for modifiers in ("", ".sync.aligned.u32 %0, %1")]
UNKNOWN = ["frob.u32 %0, %1", "frob %0", "frob", "add .u32 %0, 1", "mov.u32 %0 %1", "bra L", "@%p1 exit", "L:", "}"]


def _in_all_rows() -> list[str]:
    """A statement for each row of the tables, of its first form and of its last."""
    return [Written(form).statement() for form in samples()]


@settings(max_examples=500)
@given(some.lists(WORDS, max_size=12).map(" ".join))
def test_the_reader_that_never_fails_reads_what_the_other_one_does(template: str) -> None:
    """What is looked for in any text, also where it is no PTX, are the instructions that the grammar finds."""
    (statement,) = statements(Reading(Source("x.cu", f'asm("{template}");'.encode()), True))
    try:
        scope = parse(statement.template)
    except NotUnderstood:
        return
    found = [each.opcode for each in statement.instructions if not each.opcode.startswith(".")]
    assert found == [each.opcode for each in _instructions(scope)]


@pytest.mark.parametrize("statement", _in_all_rows(), ids=lambda statement: statement[:60])
def test_both_readers_find_the_instructions_of_rows(statement: str) -> None:
    (found,) = statements(Reading(Source("x.cu", statement.encode()), True))
    opcodes = [each.opcode for each in found.instructions if not each.opcode.startswith(".")]
    assert opcodes == [each.opcode for each in _instructions(parse(found.template))]


def _instructions(scope: Block) -> Iterator[Instruction]:
    for item in scope.items:
        if isinstance(item, Block):
            yield from _instructions(item)
        elif isinstance(item, Instruction):
            yield item


def _said(texts: list[str], place: str) -> dict[int, set[str]]:
    """The rules that speak of each statement, by its number."""
    code = "#include <cuda_runtime.h>\n" + "".join(
        PLACES[place].format(number=number, statement=statement) + "\n" for number, statement in enumerate(texts)
    )
    result = api.convert(code.encode(), api.policy(), path="x.cuh")
    said = defaultdict[int, set[str]](set)
    for found in result.findings:
        said[result.source.line(found.start) - 2].add(found.rule)
    return said


@pytest.mark.parametrize("place", PLACES)
def test_every_row(place: str) -> None:
    found = _in_all_rows()
    said = _said(found, place)
    for number, statement in enumerate(found):
        (answer,) = answers(statement)
        assert answer.is_translated, statement
        assert said[number] & {"CNV001", "CNV002"}, statement


@pytest.mark.parametrize("place", PLACES)
def test_what_is_refused_is_reported(place: str) -> None:
    found = [f'asm volatile("{template};" : "=r"(a) : "r"(b));' for template in (*REFUSED, *UNKNOWN)]
    said = _said(found, place)
    for number, statement in enumerate(found):
        (answer,) = answers(statement)
        is_translated = bool(said[number] & {"CNV001", "CNV002"})
        assert answer.is_translated is is_translated, statement
        assert is_translated or any(rule.startswith("PTX") for rule in said[number] - {"PTX022", "PTX028"}), statement
