"""What must hold for a place in a function to run, and in which threads of a block that is so."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, Understood, understand
from hipify_py.file.block_shapes import ROW
from hipify_py.file.facts import Facts
from hipify_py.file.thread_values import thread_values
from hipify_py.reading.conditions import conditions_of

_PLACE = b"here()"
_HEAD = b"__global__ void k(int n, bool a, bool b, bool c) {\n"


def _facts(body: str) -> tuple[Facts, int]:
    data = _HEAD + body.encode() + b"\n}\n"
    found = understand(data, Context(api.policy(), path="a.cu"))
    assert isinstance(found, Understood)
    return found.facts, data.index(_PLACE)


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("here();", []),
        ("if (a) here();", ["a"]),
        ("if (a) f(); else if (b) here(); else g();", ["!a", "b"]),
        ("if (a) f(); else { if (!(b || c)) { here(); } }", ["!a", "!b", "!c"]),
        ("if (!a && (b)) here();", ["!a", "b"]),
        ("if (a || b) here();", ["a || b"]),
        ("n = a ? here() : 1;", ["a"]),
        ("n = a ? 1 : b && here();", ["!a", "b"]),
        ("n = a || here();", ["!a"]),
        ("if (here()) f();", []),
        ("for (int i = 0; i < n; ++i) here();", ["i < n"]),
        ("if (a) for (int i = 0; i < n; ++i) { here(); }", ["a", "i < n"]),
        ("if (a) f(); else for (int i = 0; i < n; ++i) { f(); here(); }", ["!a", "i < n"]),
        ("for (int i = here(); i < n; ++i) f();", []),
        ("while (a) { if (b) continue; here(); }", ["a", "!b"]),
        ("while (a) { if (b) { f(); break; } else g(); here(); }", ["a"]),
        ("do { here(); } while (a);", []),
        ("if (int i = f(); i > n) here();", ["i > n"]),
        ("if (a) return; if (b) { c = n; return; } here();", ["!a", "!b"]),
        ("switch (n) { case 1: here(); }", ["n"]),
        ("switch (a || b) { default: here(); }", ["a || b"]),
        ("if (a) { auto f = [=] (int i) { return b && here(); }; }", ["b"]),
        ("if constexpr (sizeof(n) > 2) here();", ["sizeof(n) > 2"]),
    ],
)
def test_conditions(body: str, wanted: list[str]) -> None:
    facts, place = _facts(body)
    found = conditions_of(facts.reading, place)
    assert found is not None
    texts = [facts.reading.plain[each.start : each.end].decode() for each in found]
    assert [f"!{text}" if each.holds is False else text for text, each in zip(texts, found, strict=True)] == wanted


def test_conditions_that_nobody_knows() -> None:
    facts, place = _facts("if (a) ) here();")
    assert conditions_of(facts.reading, place) is None


@pytest.mark.parametrize("condition", ["a && " * 5_000 + "b", "(" * 1_500 + "a" + ")" * 1_500, "!" * 1_500 + "a"])
def test_conditions_as_long_as_anybody_likes(condition: str) -> None:
    facts, place = _facts(f"if ({condition}) here();")
    found = conditions_of(facts.reading, place)
    assert found is None or all(thread_values(facts).of(each.start, each.end) is None for each in found)


def test_ways_out_as_deep_as_anybody_likes() -> None:
    facts, place = _facts(f"if (a) {'{' * 3_000} return; {'}' * 3_000} here();")
    assert len(conditions_of(facts.reading, place) or ()) <= 1


THREAD = range(ROW.threads)


@pytest.mark.parametrize(
    ("declared", "expression", "wanted"),
    [
        ("", "threadIdx.x % 32 == 0", [thread % 32 == 0 for thread in THREAD]),
        (
            "const int lane = threadIdx.x & (32 - 1), warp = threadIdx.x >> 5;",
            "lane + warp",
            [t % 32 + t // 32 for t in THREAD],
        ),
        ("int i = blockIdx.x * blockDim.x + threadIdx.x;", "static_cast<int>(i) / 2", None),
        ("int i = blockIdx.x * blockDim.x + threadIdx.x;", "(int)i / 2", [thread // 2 for thread in THREAD]),
        ("", "threadIdx.x < 040", [thread < 32 for thread in THREAD]),
        ("", "threadIdx.x < " + "9" * 5_000, None),
        ("", "threadIdx.x" + " + 1" * 1_000, None),
        ("", "threadIdx.x / warpSize", [thread // 32 for thread in THREAD]),
        ("unsigned all = 0xffffffffu;", "all", [0xFFFFFFFF] * ROW.threads),
        ("int i = threadIdx.x; i++;", "i", None),
        ("int i = threadIdx.x; f(&i);", "i", None),
        ("int i = threadIdx.x; i = n;", "i", None),
        ("int i = threadIdx.x; i += n;", "i", None),
        ("int i = threadIdx.x; std::cin >> i;", "i", None),
        ("int i = threadIdx.x; int &j = i; j = 2;", "i", None),
        ("int i = threadIdx.x;", "threadIdx.x < n", None),
        ("int i = threadIdx.x;", "i - 1", None),
        ("int i = threadIdx.x;", "n % 0", None),
        ("float i = threadIdx.x;", "i / 2", None),
        ("unsigned char i = threadIdx.x;", "i", None),
        ("{ int i = threadIdx.x; } float i = 2;", "i", None),
    ],
)
def test_thread_values(declared: str, expression: str, wanted: list[int] | None) -> None:
    facts, place = _facts(f"{declared} if ({expression}) here();")
    start = facts.reading.plain.rindex(expression.encode(), 0, place)
    values = thread_values(facts).of(start, start + len(expression))
    assert values == (tuple(map(int, wanted)) if wanted is not None else None)
