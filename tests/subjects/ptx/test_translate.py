"""What is translated and what is refused, statement by statement. How translations look is in `translated`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from hipify_py.file.assembler import statements
from hipify_py.reading.reading import Reading
from hipify_py.source import Source
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.forms import Form, FormOperand
from hipify_py.subjects.ptx.program import Wishes
from hipify_py.subjects.ptx.result import Class, Outcome, Refusal, Translation, filled
from hipify_py.subjects.ptx.translate import translate
from hipify_py.subjects.ptx.types import cpp_type

NOTHING_SPECIAL = Wishes()


def lifted(statement: str, wishes: Wishes = NOTHING_SPECIAL) -> Outcome:
    code = statement.encode()
    (found,) = statements(Reading(Source("x.cu", code), True))
    return translate(found, [code[item.start : item.end] for item in found.operands], wishes)


def text(statement: str) -> str:
    """The translation with names for operands: o0, o1, …"""
    outcome = lifted(statement)
    assert isinstance(outcome, Translation), outcome
    names = [f"o{number}" for number in range(len(outcome.lines) + statement.count("("))]
    return " ".join(filled(line, names).strip() for line in outcome.lines)


REFUSED = {
    'asm("bfe.u32 %0, %1, 4, 8; frob.u32 %0, %0;" : "=r"(a) : "r"(b));': "'frob.u32' has no translation",
    'asm("bfe.u32 %0, %1, 4;" : "=r"(a) : "r"(b));': "'bfe.u32' is not supported with this number of operands",
    'asm("bfe.u32 %0, %1, 4, 8;" : "=l"(a) : "r"(b));': "'bfe.u32' has a register of another size",
    'asm("bfe.u32 %0, %2, 4, 8;" : "=r"(a) : "r"(b));': "there is no operand %2",
    'asm("bfe.u32 %[d], %1, 4, 8;" : "=r"(a) : "r"(b));': "there is no operand %d",
    'asm("bfe.u32 t, %1, 4, 8;" : "=r"(a) : "r"(b));': "'t' is not declared in the statement",
    'asm("bfe.u32 %1, %0, 4, 8;" : "=r"(a) : "r"(b));': "it writes to an operand that is not an output",
    'asm("bar.arrive 1;");': "'bar.arrive' is not supported with this number of operands",
    'asm("cp.async.bulk.wait_group %0;" :: "r"(a));': "'cp.async.bulk.wait_group' needs a constant operand",
    'asm("mbarrier.arrive.shared::cluster.b64 _, [%0];" :: "r"(a));': (
        "'mbarrier.arrive.shared::cluster.b64' has no translation"
    ),
    'asm("addc.u32 %0, %1, 0;" : "=r"(a) : "r"(b));': "it uses a carry from another statement",
    'asm("@p trap;");': "'p' is not declared in the statement",
    'asm("{ .reg .u32 p; @p trap; }");': "its guard is not a predicate",
    'asm("bra away;");': "it jumps out of the statement",
    'asm("{ .reg .u32 t; .reg .f32 t; mov.u32 %0, 1; }" : "=r"(a));': "'t' is declared twice",
    'asm("{ .shared .b32 s; }");': "the template declares its own variable (.shared)",
    'asm("bfe.u32 %0, %1, 4, 8" TEXT : "=r"(a) : "r"(b));': "'TEXT' in its text is not defined in this file",
    'asm("bfe.u32 %0, %1, 4, 8;" : "=x"(a) : "r"(b));': 'the constraint "=x" is unknown',
    'asm("mov.b128 %0, {%1, %1};" : "=q"(a) : "l"(b));': (
        'the constraint "=q" is for 128 bits, and no such operand is translated'
    ),
    'asm("call.uni (%0), f, (%1);" : "=r"(a) : "r"(b));': "'call.uni' calls a function by its name in PTX",
    'asm("%%laneid %0;" : "=r"(a));': "'%laneid' is no instruction",
    'asm("a.b : trap;");': "'a.b' is no label",
    'asm goto("bra %l0;" :::: away);': "'asm goto' has no counterpart",
    'asm("bfe.u32 %0, %1, 4, 8; }" : "=r"(a) : "r"(b));': "a '}' has no matching '{'",
    'asm("bfe.u32 %0, %1, 4, 8 bfe.u32 %0, %1, 4, 8;" : "=r"(a) : "r"(b));': "',' or ';' is missing",
    'asm("mov.u32 %0, %%gridid;" : "=r"(a));': "'%gridid' has no counterpart",
    'asm("mov.u32 %0, %%reserved_smem_offset_0;" : "=r"(a));': (
        "'%reserved_smem_offset_0' has no counterpart: it is about shared memory of the driver's, and no manual says "
        "what is there"
    ),
    'asm("mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : '
    '"+f"(a), "+f"(b), "+f"(c), "+f"(d) : "r"(e), "r"(f), "r"(g), "r"(h), "r"(i), "r"(j));': (
        "'mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32' has no translation"
    ),
    'asm("cp.async.bulk.shared::cta.global.bulk_group [%0], [%1], %2;" :: "l"(a), "r"(b), "r"(c));': (
        "'cp.async.bulk.shared::cta.global.bulk_group' has no translation"
    ),
    'asm("mov.b32 %0, 1.5;" : "=r"(a));': "1.5 is not an integer",
    'asm("vmin.u32.u32.u32 %0.h0, %1.h1, t.b3, %1;" : "=r"(a) : "r"(b));': "it has 16-bit or 8-bit operands",
}


@pytest.mark.parametrize("statement", REFUSED)
def test_refused(statement: str) -> None:
    outcome = lifted(statement)
    assert isinstance(outcome, Refusal)
    assert outcome.reason == REFUSED[statement]


def test_nearly_the_same_is_refused_unless_wanted() -> None:
    statement = 'asm("ex2.approx.f32 %0, %1;" : "=f"(a) : "f"(b));'
    refused = lifted(statement)
    assert isinstance(refused, Refusal)
    assert refused.kind is Class.APPROXIMATE
    assert isinstance(lifted(statement, Wishes(approximate=True)), Translation)


def test_a_carry_may_be_for_another_statement() -> None:
    statement = 'asm("add.cc.u32 %0, %1, 1;" : "=r"(a) : "r"(b));'
    assert isinstance(lifted(statement), Translation)
    assert isinstance(lifted(statement, Wishes(passes_carry=True)), Refusal)
    whole = 'asm("add.cc.u32 %0, %1, 1; addc.u32 %0, %0, 0;" : "=r"(a) : "r"(b));'
    assert isinstance(lifted(whole, Wishes(passes_carry=True)), Translation)


def test_modifiers_in_another_order() -> None:
    assert text('asm("ld.global.acquire.gpu.u32 %0, [%1];" : "=r"(a) : "l"(p));') == text(
        'asm("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(p));'
    )


@pytest.mark.parametrize(
    ("number", "written"),
    [
        ("7", "7u"),
        ("0x1F", "0x1Fu"),
        ("-1", "0xffffffffu"),
        ("010", "8u"),
        ("0b101", "5u"),
        ("3U", "3u"),
        ("0x88888888", "0x88888888u"),
        ("0XaB", "0xabu"),
        ("0x1FFFFFFFF", "0xffffffffu"),
        ("4*8+1", "33u"),
        ("1<<3", "8u"),
        ("(4)", "4u"),
        ("-(4)", "0xfffffffcu"),
        ("~0", "0xffffffffu"),
        ("-1 >> 1", "0xffffffffu"),
        ("0xFFFFFFFFFFFFFFFF >> 60", "15u"),
        ("-7 / 2", "0xfffffffdu"),
        ("-7 %% 4", "0xfffffffdu"),
        ("!0 + 2", "3u"),
        ("2 < 1 ? 3 : 1 == 1 ? 4 : 5", "4u"),
        ("WARP_SZ - 1", "31u"),
        ("7 & 12 | 1 ^ 2", "7u"),
        ("1 && 0 || 2", "1u"),
    ],
)
def test_immediates(number: str, written: str) -> None:
    assert text(f'asm("bfe.u32 %0, %1, {number}, 1;" : "=r"(a) : "r"(b));').endswith(f"(o1, {written}, 1u);")


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("1 / 0", "a constant is divided by 0"),
        ("1 << 64", "a constant is shifted by 64"),
        ("1.5 + 1", "1.5 is calculated with, and is no integer"),
        ("2 + t", "a number is missing"),
        ("(%1)", "the template cannot be parsed as an instruction"),
        ("4 8", "',' or ';' is missing"),
    ],
)
def test_expressions_that_are_no_constants(number: str, reason: str) -> None:
    outcome = lifted(f'asm("bfe.u32 %0, %1, {number}, 1;" : "=r"(a) : "r"(b));')
    assert isinstance(outcome, Refusal)
    assert outcome.reason == reason


@pytest.mark.parametrize(
    ("number", "written"),
    [
        ("0f3F800000", "1.0f"),
        ("0fBF000000", "-0.5f"),
        ("0f80000000", "-0.0f"),
        ("0f7FC00000", "hipify_ptx::bits<float>(uint32_t(0x7fc00000u))"),
        ("0f00000001", "hipify_ptx::bits<float>(uint32_t(0x1u))"),
        ("0f3DCCCCCD", "hipify_ptx::bits<float>(uint32_t(0x3dcccccdu))"),
    ],
)
def test_floats_by_their_bits(number: str, written: str) -> None:
    assert text(f'asm("mov.f32 %0, {number};" : "=f"(a));') == f"o0 = {written};"


SPELLINGS = {
    "xor .b32 %0, %1, 1;": "xor.b32 %0, %1, 1;",
    "add .u32 %0, %1, 1;": "add.u32 %0, %1, 1;",
    "add.u32\\t%0 , %1,1": "add.u32 %0, %1, 1;",
    "// why\\n add.u32 %0, %1, /* one */ 1; // that": "add.u32 %0, %1, 1;",
    ";;\\n\\t add.u32 %0, %1, 1;;\\n\\t;": "add.u32 %0, %1, 1;",
    '.pragma \\"nounroll\\"; add.u32 %0, %1, 1;': "add.u32 %0, %1, 1;",
    "ldmatrix.sync.aligned.m8n8.x1.shared.b16 %0, [%1];": "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];",
    "{ .reg .b32 $a; mov.b32 $a, %1; mov.b32 %0, $a; }": "{ .reg .b32 a; mov.b32 a, %1; mov.b32 %0, a; }",
    "{ .reg .b32 %%a; mov.b32 %%a, %1; mov.b32 %0, %%a; }": "{ .reg .b32 a; mov.b32 a, %1; mov.b32 %0, a; }",
    "ld.shared.u32 %0, [%1+4*8-(1<<2)];": "ld.shared.u32 %0, [%1+28];",
}


@pytest.mark.parametrize("spelled", SPELLINGS)
def test_other_spellings(spelled: str) -> None:
    ways = [text(f'asm("{way}" : "=r"(a) : "r"(b));') for way in (spelled, SPELLINGS[spelled])]
    assert ways[0] == ways[1]


def test_registers_of_vectors() -> None:
    vector = "{ .reg .v2 .u32 t; ld.shared.v2.u32 t, [%1]; add.u32 %0, t.x, t.g; }"
    single = "{ .reg .u32 x, y; ld.shared.v2.u32 {x, y}, [%1]; add.u32 %0, x, y; }"
    ways = [text(f'asm("{way}" : "=r"(a) : "r"(b));') for way in (vector, single)]
    assert ways[0].replace("ptx_t_", "ptx_") == ways[1]


def test_a_trap_needs_no_header() -> None:
    assert text('asm("trap;");') == "__builtin_trap();"


def test_what_only_ptxas_wants_to_know() -> None:
    assert text('asm(".pragma \\"nounroll\\";");') == "(void)0;"


@pytest.mark.parametrize("space", ["local", "const"])
def test_memory_with_generic_addresses_on_amd(space: str) -> None:
    loaded = f"ld.{space}.u32 %0, [%1];"
    assert text(f'asm("{loaded}" : "=r"(a) : "l"(p));') == "o0 = hipify_ptx::ld<uint32_t>(o1);"
    refused = lifted(f'asm("{loaded}" : "=r"(a) : "r"(p));')
    assert isinstance(refused, Refusal)
    assert refused.reason.endswith("has an address of 32 bits, and that memory has addresses of 64 bits on AMD")


def test_names_of_the_file_are_left_to_it() -> None:
    statement = 'asm("{ .reg .u32 t; bfe.u32 t, %1, 1, 1; bfe.u32 %0, t, t, 1; }" : "=r"(a) : "r"(b));'
    outcome = lifted(statement, Wishes(taken=frozenset((b"ptx_t", b"ptx_t_2"))))
    assert isinstance(outcome, Translation)
    assert "ptx_t_3" in " ".join(outcome.lines)


def test_tied_operands_share_a_register() -> None:
    assert text('asm("bfe.u32 %0, %0, %2, 1;" : "=r"(a) : "0"(b + 1), "r"(c));') == (
        "{ uint32_t ptx_a = o1; ptx_a = hipify_ptx::bfe<uint32_t>(ptx_a, o2, 1u); o0 = ptx_a; }"
    )


WORDS = some.sampled_from(
    [
        *("bfe.u32", "mov.b64", "ld.global.u32", "setp.ne.u32", "shfl.sync.up.b32", "add.cc.u32", "addc.u32", "bra"),
        *("%0", "%1", "%2", "%%laneid", "t", "p", "L", "_", "0", "-1", "0f3F800000", "1.5", "[%1]", "[%1+4]"),
        *(
            "{",
            "}",
            ",",
            ";",
            "|",
            ":",
            "@p",
            "@!p",
            "!",
            ".reg .u32 t;",
            ".reg .pred p;",
            "//",
            "/*",
            "*/",
            "\\n",
            "$",
        ),
    ]
)


@settings(max_examples=600)
@given(some.lists(WORDS, max_size=25).map(" ".join))
def test_any_text_is_translated_whole_or_not_at_all(template: str) -> None:
    outcome = lifted(f'asm("{template}" : "=r"(a), "+l"(b) : "r"(c));')
    if isinstance(outcome, Refusal):
        assert outcome.reason
    else:
        assert outcome.lines


class Written:
    """A statement of one instruction, with an operand for each register and predicates of its own."""

    def __init__(self, form: Form) -> None:
        self._declared: list[str] = []
        self._operands: list[str] = []
        first = [self._spelled(operand, is_output=True) for operand in form.outputs]
        self.outputs = len(self._operands)
        if form.pair:
            first[0] += f"|{self._register(form.pair.type)}"
        given = [self._spelled(operand, is_output=False) for operand in form.inputs]
        carry = "add.cc.u32 t0, 1, 1; " if form.carry in ("in", "inout") else ""
        self._declared.append(".reg .u32 t0;")
        self.template = f"{{ {' '.join(self._declared)} {carry}{form.opcode} {', '.join((*first, *given))}; }}"

    def statement(self) -> str:
        outputs, inputs = self._operands[: self.outputs], self._operands[self.outputs :]
        return f'asm volatile("{self.template}" : {", ".join(outputs)} : {", ".join(inputs)});'

    def _spelled(self, operand: FormOperand, *, is_output: bool) -> str:
        if operand.literal is not None:
            return str(operand.literal)
        if operand.type == "imm":
            return "4"
        if operand.type == "address":
            return f"[{self._parameter('l')}+8]"
        parts = [self._place(operand.type, is_output=is_output) for _ in range(operand.count or 1)]
        return f"{{{', '.join(parts)}}}" if operand.count else parts[0]

    def _place(self, kind: str, *, is_output: bool) -> str:
        known = cpp_type(kind)
        assert known is not None, kind
        if known.width < 16:
            return self._register(kind)
        letter = {32: "f", 64: "d"}[known.width] if known.is_float else {16: "h", 32: "r", 64: "l"}[known.width]
        return self._parameter(f"={letter}" if is_output else letter)

    def _parameter(self, constraint: str) -> str:
        self._operands.append(f'"{constraint}"(x{len(self._operands)})')
        return f"%{len(self._operands) - 1}"

    def _register(self, kind: str) -> str:
        name = f"t{len(self._declared) + 1}"
        self._declared.append(f".reg .{kind} {name};")
        return name


@pytest.mark.slow
def test_every_form_is_lifted() -> None:
    """A sample of all, another instruction each time: what tables say and what is understood must agree."""
    for form in list(forms.every())[::11]:
        outcome = lifted(Written(form).statement(), Wishes(approximate=True))
        assert isinstance(outcome, Translation), (form.opcode, outcome)
        assert outcome.kind is form.kind, form.opcode
