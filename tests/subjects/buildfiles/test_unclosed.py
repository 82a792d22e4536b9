"""Functions of make that are not closed: no comment can say so in the same line."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert_build


def _found(makefile: str) -> list[str]:
    result = convert_build(makefile.encode(), Context(api.policy(), path="Makefile"))
    return [each.rule for each in result.findings]


@pytest.mark.parametrize(
    "line",
    [
        "A = $(shell which nvcc",
        'A := $(shell which nvcc | sed "s/(//")',
        "A += $(if $(B),$(filter a,$(C),d)",
        "A = ${shell which nvcc)",
    ],
)
def test_unclosed_function(line: str) -> None:
    assert _found(f"NVCC = nvcc\n{line}\n") == ["BLD016"]


@pytest.mark.parametrize(
    "line",
    [
        "A = $(shell echo $(B) \\\n  | cat)",
        "A = $(shell echo 1 # one)",
        "A = ${shell echo a)}",
        "A = $(shell echo '{')",
        "A = $$(shell echo",
        "all:\n\techo $(shell echo",
        "define A\n$(shell echo\nendef",
    ],
)
def test_closed_or_not_read(line: str) -> None:
    assert _found(f"NVCC = nvcc\n{line}\n") == []
