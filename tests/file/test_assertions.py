"""Literals that a test expects are information; what a test loads and compiles is not."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.rules.run import severity


def _severities(statement: str) -> list[str]:
    code = f"#include <cuda_runtime.h>\nvoid test() {{\n  {statement}\n}}\n"
    result = convert(code.encode(), Context(api.policy(), path="test.cu"))
    return [str(severity(each, ())) for each in result.findings]


@pytest.mark.parametrize(
    "statement",
    [
        'EXPECT_EQ(module(f(1), 2), ".version 7.0\\n.target sm_70");',
        'EXPECT_TRUE(text == ".version 7.0\\n.target sm_70");',
        'ASSERT_EQ(modules, (std::vector<std::string>{"a", ".version 7.0\\n.target sm_70"}));',
        'BOOST_CHECK_EQUAL(text, ".version 7.0\\n.target sm_70");',
        'assert(text != ".version 7.0\\n.target sm_70");',
    ],
)
def test_expected(statement: str) -> None:
    assert _severities(statement) == ["info"]


@pytest.mark.parametrize(
    "statement",
    [
        'EXPECT_TRUE(load(".version 7.0\\n.target sm_70"));',
        'CHECK_LOADS(".version 7.0\\n.target sm_70");',
        'check(text, ".version 7.0\\n.target sm_70");',
        'text = ".version 7.0\\n.target sm_70"; EXPECT_EQ(text, "");',
        'EXPECT_EQ(dlopen("libcuda.so.1"), library);',
    ],
)
def test_not_expected(statement: str) -> None:
    assert _severities(statement) == ["error"]
