"""What is selected, ignored and failed on."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py.findings import Severity
from hipify_py.rules.load import load
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark
from hipify_py.run.triage.selectors import Choice, SelectorError, fail_on, file_ignores, parse
from hipify_py.source import Position

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """The rules, of which WRP004 is optional here."""
    loaded = load()
    rules = {id: rule._replace(optional=id == "WRP004") for id, rule in loaded.rules.items()}
    return Catalogue(rules, loaded.groups)


CHOICES = [
    ("", "", "API001", ERROR, True),
    ("", "", "WRP004", ERROR, False),
    ("ALL", "", "WRP004", ERROR, True),
    ("WRP", "", "WRP004", ERROR, True),
    ("wrp004", "", "WRP004", ERROR, True),
    ("error", "", "WRP004", ERROR, False),
    ("error,ALL", "", "WRP004", ERROR, True),
    ("PTX", "", "API001", ERROR, False),
    ("PTX", "", "PTX001", ERROR, True),
    ("inline-ptx", "", "PTX001", ERROR, True),
    ("", "PTX", "PTX001", ERROR, False),
    ("", "ALL", "PTX001", ERROR, False),
    ("PTX001", "PTX", "PTX001", ERROR, True),
    ("PTX", "PTX001", "PTX001", ERROR, False),
    ("PTX001", "PTX001", "PTX001", ERROR, False),
    ("PTX", "error", "PTX001", ERROR, True),
    ("error", "PTX", "PTX001", ERROR, False),
    ("error", "", "PTX001", WARNING, False),
    ("", "info", "API001", INFO, False),
    ("", "info", "API001", WARNING, True),
    ("ALL", "info", "API001", INFO, False),
]


@pytest.mark.parametrize(("select", "ignore", "rule", "severity", "speaks"), CHOICES)
def test_the_most_specific_decides(
    catalogue: Catalogue, select: str, ignore: str, rule: str, severity: Severity, speaks: bool
) -> None:
    chosen = parse((select,), catalogue, "--select") or None
    choice = Choice(catalogue, chosen, parse((ignore,), catalogue, "--ignore"))
    assert choice.speaks(rule, severity) is speaks


def _remark(rule: str, severity: Severity) -> Remark:
    return Remark("a.cu", Position(1, 1), Position(1, 2), rule, severity, "…")


FAILURES = [
    ("error", ERROR, "API001", True),
    ("error", WARNING, "API001", False),
    ("warning", WARNING, "API001", True),
    ("never", ERROR, "API001", False),
    ("API001", INFO, "API001", True),
    ("API001", ERROR, "PTX001", False),
    ("PTX", INFO, "PTX001", True),
    ("error, PTX", INFO, "PTX001", True),
    ("error, PTX", ERROR, "API001", True),
    ("error,info", INFO, "API001", True),
    ("ALL", INFO, "API001", True),
]


@pytest.mark.parametrize(("given", "severity", "rule", "fails"), FAILURES)
def test_what_fails(catalogue: Catalogue, given: str, severity: Severity, rule: str, fails: bool) -> None:
    assert fail_on((given,), catalogue).is_met_by(_remark(rule, severity)) is fails


@pytest.mark.parametrize("given", ["PTX0001", "never,error", "", "erorr"])
def test_what_is_no_reason_to_fail(catalogue: Catalogue, given: str) -> None:
    with pytest.raises(SelectorError):
        fail_on((given,), catalogue)


def test_what_may_have_been_meant(catalogue: Catalogue) -> None:
    with pytest.raises(SelectorError, match=r"--select: 'inline-ptxx' is not a .* \(did you mean inline-ptx"):
        parse(("inline-ptxx",), catalogue, "--select")


def test_files_of_others(catalogue: Catalogue, tmp_path: Path) -> None:
    ignores = file_ignores(tmp_path, {"third_party/**": ("WRP", "API003"), "*.inc": ("info",)}, catalogue)
    assert ignores.of(str(tmp_path / "third_party/x/a.cu")) == {"WRP", "API003"}
    assert ignores.of(str(tmp_path / "third_party/b.inc")) == {"WRP", "API003", "info"}
    assert ignores.of(str(tmp_path / "src/third_party.cu")) == frozenset()
    assert ignores.of(str(tmp_path.parent / "third_party/a.cu")) == frozenset()
