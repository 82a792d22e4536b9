"""Rules as people and programs are told of them; the pages on disk are what the rules say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hipify_py.report.explain import explain, rules_json, rules_table
from hipify_py.rules.load import load
from hipify_py.rules.model import Catalogue
from tools import rule_pages

EXPLAINED = """\
PTX003 ptx-cp-async
  severity         error
  group            Inline PTX
  fix              unsafe: the nearest HIP name, which may behave differently; applied only with `--unsafe-fixes`
  works unchanged  since ROCm 9.9
  applies to       gfx9* only; a warning unless `--arch` names one

An asynchronous copy.

Why
  AMD has no `cp.async`.

What to do
  Copy with a loop.

Write instead
    copy();

Flagged (with --arch gfx90a)
    asm("cp.async");  // PTX003

Accepted (a.cuh)
    copy();

To suppress it in one place
    // hipify: ignore[PTX003]

Sources
  https://example.org/cp
"""
TABLE = """\
PTX  Inline PTX
  PTX003   ptx-cp-async       error    unsafe  An asynchronous copy.

API  Runtime and driver
  API036   rename-needs-care  warning          A name that means less.

TOOL  Files and conversion
  TOOL009  shim-header        info             A header of defines.
"""


def test_explain(catalogue: Catalogue) -> None:
    assert explain(catalogue.rules["PTX003"], catalogue) == EXPLAINED


def test_an_optional_rule_says_so(catalogue: Catalogue) -> None:
    assert "only if selected: `--select TOOL009`" in explain(catalogue.rules["TOOL009"], catalogue)


def test_table(catalogue: Catalogue) -> None:
    assert rules_table(catalogue) == TABLE


def test_json(catalogue: Catalogue) -> None:
    first, *others = json.loads(rules_json(catalogue))
    assert (first["id"], first["title"], first["archs"], len(others)) == ("PTX003", "Inline PTX", ["gfx9*"], 2)
    assert (first["instead"], others[0]["instead"]) == ("copy();\n", "")


@pytest.mark.parametrize("rule", load().rules)
def test_every_rule_can_be_explained(rule: str) -> None:
    catalogue = load()
    text = explain(catalogue.rules[rule], catalogue)
    assert text.startswith(f"{rule} ")
    prose = text.partition("\nWrite instead")[0].partition("\nFlagged")[0]
    assert max(map(len, prose.splitlines())) <= 120


def test_pages_are_what_the_rules_say() -> None:
    assert rule_pages.differences(rule_pages.DOCS, rule_pages.pages(load())) == [], "run python -m tools.rule_pages"


def test_pages_follow_the_rules(catalogue: Catalogue, tmp_path: Path) -> None:
    wanted = rule_pages.pages(catalogue)
    rule_pages.write(tmp_path, wanted)
    (tmp_path / "rules" / "OLD001.md").write_text("gone")
    (tmp_path / "rules" / "PTX003.md").write_text("changed by hand")
    assert rule_pages.differences(tmp_path, wanted) == ["rules/OLD001.md", "rules/PTX003.md"]
    rule_pages.write(tmp_path, wanted)
    assert rule_pages.differences(tmp_path, wanted) == []
    assert sorted(path.name for path in (tmp_path / "rules").iterdir()) == ["API036.md", "PTX003.md", "TOOL009.md"]
    assert "| [PTX003](rules/PTX003.md) | ptx-cp-async | error | unsafe |" in (tmp_path / "rules.md").read_text()
