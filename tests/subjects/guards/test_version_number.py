"""ARC010: a version of the runtime that is only printed decides nothing."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.rules.run import severity


def _severities(code: str) -> list[str]:
    found = convert(code.encode(), Context(api.policy(), "a.cu")).findings
    return [str(severity(item, ())) for item in found if item.rule == "ARC010"]


@pytest.mark.parametrize(
    "use", ['printf("%d.%d", v / 1000, v % 100 / 10);', "std::cout << v / 1000;", 'MINE_INFO("CUDA %d", v / 1000);']
)
def test_a_version_that_is_printed(use: str) -> None:
    assert _severities(f"void f() {{ int u, v = 0; cudaRuntimeGetVersion(&v); {use} }}\n") == ["info"]


@pytest.mark.parametrize(
    "code",
    [
        'void f() { int v; cudaRuntimeGetVersion(&v); printf("%d", v / 1000); use(v); }\n',
        'void f() { int v; cudaRuntimeGetVersion(&v); if (v < 11000) printf("old"); }\n',
        'void f(int &v) { cudaRuntimeGetVersion(&v); printf("%d", v / 1000); }\n',
        'int v;\nvoid f() { cudaRuntimeGetVersion(&v); printf("%d", v / 1000); }\n',
        'void f(Info i) { cudaRuntimeGetVersion(&i.v); printf("%d", i.v / 1000); }\n',
    ],
)
def test_a_version_that_may_decide(code: str) -> None:
    assert _severities(code) == ["warning"]
