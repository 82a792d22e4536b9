"""What a converted condition says is what the parts say that AMD answers, on CUDA and on AMD."""

from __future__ import annotations

import random

import pytest

from hipify_py import api
from hipify_py.edits import in_order, splice
from hipify_py.engine import Context, convert
from hipify_py.subjects.guards.answers import AMD, Part, answer


def _condition(chance: random.Random, depth: int) -> str:
    kind = chance.randrange(7 if depth else 4)
    if kind < 2:
        return chance.choice(["V >= 9", "V < 9", "defined(V)", "!defined(V)"])
    if kind < 4:
        return chance.choice(["defined(X)", "X", "!X", "(X + 1) == 2", "(V >= 9) == X"])
    if kind == 4:
        return ("!" if chance.random() < 0.3 else "") + f"({_condition(chance, depth - 1)})"
    sign = " && " if kind == 5 else " || "
    return sign.join(_condition(chance, depth - 1) for _part in range(chance.randrange(2, 4)))


def _value(condition: str, defined: dict[str, int]) -> bool:
    text = condition.replace("!defined", "not defined").replace("!(", "not (").replace("!X", "(not X)")
    text = text.replace("&&", "and").replace("||", "or")
    for name in ("V", "X", "__HIP_PLATFORM_AMD__"):
        text = text.replace(f"defined({name})", str(name in defined))
    text = text.replace("(V >= 9) == X", "(int(V >= 9) == X)")
    return bool(eval(text, {}, {"V": 0, "X": 0, "int": int, **defined}))


def _answered(condition: str) -> bytes:
    """The condition with all parts on V answered as by a V of 13."""
    parts = []
    for text, holds in (("V >= 9", True), ("V < 9", False), ("defined(V)", True)):
        start = condition.find(text)
        while start >= 0:
            parts.append(Part(start, start + len(text), holds, is_operand=text[0] == "d"))
            start = condition.find(text, start + 1)
    code = condition.encode()
    return splice(code, in_order(tuple(answer(code, 0, len(code), sorted(parts)))))


def test_conditions_mean_the_same() -> None:
    chance = random.Random(1)
    for _round in range(400):
        condition = _condition(chance, 3)
        converted = _answered(condition).decode()
        for x in ({}, {"X": 0}, {"X": 1}):
            for v in ({}, {"V": 8}, {"V": 12}):
                assert _value(converted, {**x, **v}) == _value(condition, {**x, **v}), condition
            on_amd = {**x, "__HIP_PLATFORM_AMD__": 1}
            assert _value(converted, on_amd) == _value(condition, {**x, "V": 13}), (condition, converted)


@pytest.mark.parametrize(
    ("condition", "converted"),
    [
        ("V >= 9", "A || V >= 9"),
        ("V < 9", "!A && V < 9"),
        ("(V >= 9)", "(A || V >= 9)"),
        ("((V >= 9))", "((A || V >= 9))"),
        ("defined(V) && V >= 9", "A || (defined(V) && V >= 9)"),
        ("defined(V) && V < 9", "!A && defined(V) && V < 9"),
        ("!defined(V) || V < 9", "!A && (!defined(V) || V < 9)"),
        ("X && V >= 9 && V >= 9", "X && (A || (V >= 9 && V >= 9))"),
        ("X && V < 9 && V >= 9 || X", "X && !A && V < 9 && V >= 9 || X"),
        ("X || V >= 9", "X || A || V >= 9"),
        ("X || V < 9", "X || (!A && V < 9)"),
        ("X && (V >= 9)", "X && (A || V >= 9)"),
        ("!(V >= 9) && V < 9", "!A && !(V >= 9) && V < 9"),
        ("(V >= 9) == 1", "(A || V >= 9) == 1"),
        ("1 == (V >= 9) || F(1, V < 9)", "1 == (A || V >= 9) || F(1, (!A && V < 9))"),
        ("X) || V >= 9", "X) || A || V >= 9"),
        ("(V >= 9", "(A || V >= 9"),
    ],
)
def test_conditions_are_written_once(condition: str, converted: str) -> None:
    assert _answered(condition).replace(AMD, b"A").decode() == converted


def test_long_conditions_are_answered_part_by_part() -> None:
    converted = _answered(" && ".join(["V >= 9"] * 60)).decode()
    assert converted.count(AMD.decode()) == 60
    assert _value(converted, {"__HIP_PLATFORM_AMD__": 1})


def test_a_line_that_is_broken_stays_broken() -> None:
    source = b"#include <cuda_runtime.h>\n#if defined(CUDA_VERSION) \\\n    && CUDA_VERSION >= 9000\n#endif\n"
    output = convert(source, Context(api.policy(), "a.cu")).output
    assert b"#if " + AMD + b" || (defined(CUDA_VERSION) \\\n    && CUDA_VERSION >= 9000)\n" in output
