"""Assembler statements: found wherever they stand, read as the compiler reads them, told apart by whose they are."""

from __future__ import annotations

import pytest

from hipify_py.file.assembler import HOLE, Statement, statements
from hipify_py.reading.reading import Reading
from hipify_py.source import Source
from hipify_py.subjects.ptx.dialect import Dialect, Where, dialect


def _statements(code: str) -> list[Statement]:
    return statements(Reading(Source("a.cu", code.encode()), True))


def _texts(code: str) -> list[str]:
    return [found.text for statement in _statements(code) for found in statement.instructions]


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ('asm("add.s32 %0, %1, 2;" : "=r"(a) : "r"(b));', ["add.s32 %0, %1, 2"]),
        ('__asm__ __volatile__ ("membar.gl;" ::: "memory");', ["membar.gl"]),
        ('asm volatile("bar.sync 0;\\n\\t"\n    "trap;");', ["bar.sync 0", "trap"]),
        ('asm("add.s32 %0, "  /* sum */ "%1, "  // of two\n "%2;" : "=r"(a));', ["add.s32 %0, %1, %2"]),
        ('asm(R"(mov.u32 %0, %%clock;)" : "=r"(t));', ["mov.u32 %0, %%clock"]),
        ('asm(R"x(trap;)x");', ["trap"]),
        ('asm("// note; nothing\\n trap; /* a; b */");', ["trap"]),
        (
            'asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p bra L; @!p ld.v2.u32 {%0, %1}, [%2]; L: }" : :);',
            [".reg .pred p", "setp.ne.u32 p, %1, 0", "bra L", "ld.v2.u32 {%0, %1}, [%2]"],
        ),
        ('asm("$again: nanosleep.u32 %0; bra $again;");', ["nanosleep.u32 %0", "bra $again"]),
        ('#define OP "add.s32"\nvoid f() { asm(OP " %0, 1;" : "+r"(a)); }', ["add.s32 %0, 1"]),
        (
            '#define ADD(t) asm("add." #t " %0, 1;" : "+r"(a))\n',
            [f"add.{HOLE} %0, 1"],
        ),
        ('asm(\n#if A\n"trap;"\n#else\n"exit;"\n#endif\n);', ["trap", "exit"]),
        ('asm("mul.lo\\\n.u32 %0, %1, %2;" : "=r"(a));', ["mul.lo.u32 %0, %1, %2"]),
        ('asm(OPERATION :: "r"(a));', [HOLE]),
        ("asm();", []),
        ('const char *s = "asm(\\"trap;\\");"; // asm("trap;")', []),
        ('asm("unfinished', []),
    ],
)
def test_instructions(code: str, texts: list[str]) -> None:
    assert _texts(code) == texts


def test_an_instruction_knows_its_bytes() -> None:
    code = 'void f() { asm volatile("bar.sync 0;\\n" "add" ".s32 %0, 1, 2;" : "=r"(a)); }'
    (statement,) = _statements(code)
    assert [code[found.start : found.end] for found in statement.instructions] == ["bar.sync 0", 'add" ".s32 %0, 1, 2']
    assert statement.constraints == ("=r",)


def test_a_statement_knows_its_macro() -> None:
    (statement,) = _statements('#define A 1\n#define STOP() \\\n    asm("trap;")\n')
    assert statement.macro is not None
    assert statement.macro.name == b"STOP"


@pytest.mark.parametrize(
    "code",
    [
        '#define ASM asm volatile\nvoid f() { ASM("trap;"); }',
        '#define MINE asm\nvoid f() { MINE volatile("trap;"); }',
        'void f() { MY_ASM_VOLATILE("trap;"); }',
    ],
)
def test_words_that_stand_for_asm(code: str) -> None:
    assert _texts(code) == ["trap"]


def test_text_as_an_operand_is_ptx() -> None:
    (statement,) = _statements('asm("%2 %0, %1;" : "=r"(a) : "r"(b), "C"("neg.s32"));')
    assert dialect(statement, Where.HOST) is Dialect.PTX


def test_macros_that_name_each_other_end() -> None:
    assert _texts("#define A B\n#define B A\nvoid f() { asm(A); }")


PTX = [
    "add.s32 %0, %1, %2;",
    "mov.u32 %0, %%laneid;",
    "{ .reg .pred p; }",
    "cp.async.wait_all;",
    "mbarrier.init.shared::cta.b64 [%0], %1;",
    "tcgen05.fence::before_thread_sync;",
    "cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;",
    "ld.global.L1::no_allocate.v4.f32 {%0,%1,%2,%3}, [%4];",
    "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];",
    "griddepcontrol.wait;",
    "setmaxnreg.inc.sync.aligned.u32 232;",
    "prefetch.global.L2 [%0];",
    "fence.proxy.async;",
    "elect.sync %0|p, 0xffffffff;",
    "dp4a.s32.u32 %0, %1, %2, %3;",
    "trap;",
]
OTHERS = [
    "rdtsc",
    "pause",
    "movl %%eax, %0",
    "lock; cmpxchgl %2, %1",
    "rep; nop",
    "mov %0, %%cr3",
    "dmb ish",
    "fmla v0.4s, v1.4s, v2.4s",
    "b.eq 1f",
    "fence rw, rw",
    "lr.w.aq %0, (%1)",
    "fadd.s %0, %1, %2",
    "add. 3, 4, 5",
    "lwsync",
    "v_add_f32 %0, %1, %2",
    "s_waitcnt vmcnt(0)",
    "buffer_wbl2 sc1",
]
# Spelled as PTX might be; the host's all the same where only the host runs.
OTHERS_WITH_POINTS = ["fence.i", "add.w r0, r1, r2", "ld.w $a0, $a1, 0", "cvt.s.d $f0, $f2"]


@pytest.mark.parametrize("template", PTX)
def test_ptx(template: str) -> None:
    (statement,) = _statements(f'asm volatile("{template}");')
    assert dialect(statement, Where.MAYBE) is Dialect.PTX


@pytest.mark.parametrize("template", [*OTHERS, *OTHERS_WITH_POINTS])
def test_assembler_of_processors(template: str) -> None:
    (statement,) = _statements(f'asm volatile("{template}");')
    assert dialect(statement, Where.HOST) is Dialect.HOST


@pytest.mark.parametrize("template", OTHERS)
def test_assembler_of_others_in_functions_for_both_sides(template: str) -> None:
    (statement,) = _statements(f'asm volatile("{template}");')
    assert dialect(statement, Where.MAYBE) in (Dialect.HOST, Dialect.AMD)


def test_what_nobody_can_tell() -> None:
    (statement,) = _statements("asm volatile(CODE);")
    assert dialect(statement, Where.MAYBE) is Dialect.UNKNOWN
    (statement,) = _statements('asm volatile("" ::: "memory");')
    assert dialect(statement, Where.MAYBE) is Dialect.EMPTY
