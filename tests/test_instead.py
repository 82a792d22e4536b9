"""Each rule's "Write instead": code that parses, is HIP already, and is not flagged by the rule that shows it."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, Result, convert, convert_build
from hipify_py.reading.tree import parse
from hipify_py.rules.load import load
from hipify_py.rules.model import Instead, Rule
from hipify_py.subjects.buildfiles.kinds import kind_of

CPP = (".hip", ".h", ".hpp", ".cpp")
SHOWN = [(rule, rule.instead) for rule in load().rules.values() if rule.instead]
IN_CPP = [(rule, instead) for rule, instead in SHOWN if instead.file.endswith(CPP)]
SCANNED = [*IN_CPP, *((rule, instead) for rule, instead in SHOWN if kind_of(instead.file))]


def _result(instead: Instead) -> Result:
    """As one part of a HIP source, which need not repeat the header that all of them include."""
    context = Context(api.policy(), path=instead.file, is_cuda=instead.file.endswith(".hip"))
    if kind_of(instead.file):
        return convert_build(instead.code.encode(), context)
    return convert(f"#include <hip/hip_runtime.h>\n{instead.code}".encode(), context)


def test_every_rule_says_what_to_write() -> None:
    assert [rule.id for rule in load().rules.values() if not rule.instead] == []


@pytest.mark.parametrize(("rule", "instead"), SCANNED, ids=[rule.id for rule, _instead in SCANNED])
def test_the_rule_has_nothing_against_it(rule: Rule, instead: Instead) -> None:
    assert [found.message for found in _result(instead).findings if found.rule == rule.id] == []


@pytest.mark.parametrize(("rule", "instead"), IN_CPP, ids=[rule.id for rule, _instead in IN_CPP])
def test_it_is_hip_already(rule: Rule, instead: Instead) -> None:
    tree = parse(instead.code.encode(), is_cuda=True)
    assert tree is not None
    assert not tree.root.has_error, f"{rule.id}: {tree.root}"
    assert not _result(instead).changed, rule.id
    assert max(map(len, instead.code.splitlines())) <= 100
