"""Each rule by its own examples: it fires on the lines that say so, on no others, and stays silent where it should."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, Result, convert, convert_build, convert_module, scan_artifact
from hipify_py.file.style import Style
from hipify_py.rules.load import load
from hipify_py.rules.model import Example, Rule
from hipify_py.run.discover import kind_by_name
from tests.findings import no_phrases, said_together, with_unlisted_severity

RULES = load().rules
# Found by what no piece of code shows: a run, a compiler.
BY_A_RUN = {rule.id for rule in RULES.values() if {"by": "run"} in rule.detect or {"by": "verify"} in rule.detect}
FLAGGED = [(rule, example) for rule in RULES.values() for example in rule.flagged]
ACCEPTED = [(rule, example) for rule in RULES.values() for example in rule.accepted]


def _scan(rule: Rule, example: Example) -> Result:
    flags = list(example.flags)
    options = dict(zip(flags[::2], flags[1::2], strict=True))
    archs = tuple(options.get("--arch", "").split(",")) if "--arch" in options else ()
    policy = api.policy(
        rocm=options.get("--rocm"), arch=archs, target="roc" if options.get("--target") == "roc" else "hip"
    )
    is_cuda = example.file.endswith((".cu", ".cuh"))
    # What is said of an instruction is said where it is not translated.
    by_default = "off" if rule.group == "PTX" else "approx"
    by_conversion = any("by" in detector for detector in rule.detect)
    style = replace(
        Style.of("kernel", options.get("--ptx", by_default)),
        converts_builds=by_conversion,
        translates_matrices=options.get("--tensor-cores") != "report",
    )
    context = Context(policy, path=example.file, is_cuda=is_cuda, style=style)
    if by_conversion and example.file.endswith(".ptx"):
        return convert_module(example.code.encode(), context)
    if kind_by_name(Path(example.file), "other") == "artifact":
        return scan_artifact(example.code.encode(), context)
    data = example.code.encode()
    return (
        convert_build(data, context) if kind_by_name(Path(example.file), "other") == "build" else convert(data, context)
    )


def _lines(rule: Rule, example: Example) -> set[int]:
    """The lines that end in a comment with the rule's id: `// PTX003`, `/* PTX003 */`, `# BLD001`."""
    marked = re.compile(r"(?://|/\*|#|<!--)\s*" + rule.id + r"\b")
    return {number for number, line in enumerate(example.code.split("\n"), 1) if marked.search(line)}


def _found(rule: Rule, example: Example) -> set[int]:
    result = _scan(rule, example)
    assert no_phrases(result.findings) == []
    assert said_together(result.findings) == []
    assert with_unlisted_severity(result.findings) == []
    return {result.source.position(found.start).line for found in result.findings if found.rule == rule.id}


@pytest.mark.parametrize(("rule", "example"), FLAGGED, ids=[rule.id for rule, _example in FLAGGED])
def test_flagged(rule: Rule, example: Example) -> None:
    expected = _lines(rule, example) or {1}
    assert _found(rule, example) == expected, example.code


OF_WIDE_WAVES = [(rule, example) for rule, example in FLAGGED if rule.archs == ("wave64",)]


@pytest.mark.parametrize(("rule", "example"), OF_WIDE_WAVES, ids=[rule.id for rule, _example in OF_WIDE_WAVES])
@pytest.mark.parametrize(("arch", "is_wide"), [("gfx942", True), ("gfx1250", False), ("gfx1250,gfx942", True)])
def test_rules_about_64_lanes_need_a_gpu_that_has_them(rule: Rule, example: Example, arch: str, is_wide: bool) -> None:
    """gfx1250 is called like gfx950 and has waves of 32 lanes."""
    others = example.flags if "--arch" not in example.flags else ()
    assert bool(_found(rule, example._replace(flags=(*others, "--arch", arch)))) == is_wide


@pytest.mark.parametrize(("rule", "example"), ACCEPTED, ids=[rule.id for rule, _example in ACCEPTED])
def test_accepted(rule: Rule, example: Example) -> None:
    assert not _found(rule, example), example.code


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_rule_shows_what_it_means(rule: Rule) -> None:
    if rule.id not in BY_A_RUN:
        assert rule.flagged
        assert rule.accepted
    assert rule.summary.endswith(".")
    assert "\n" not in rule.summary.strip()
    messages = [rule.message, *(way.get("message", "") for way in rule.detect)]
    assert not any(message.endswith(".") or "\n" in message for message in messages)


def test_names_are_told_apart() -> None:
    names = [rule.name for rule in RULES.values()]
    assert len(set(names)) == len(names)
