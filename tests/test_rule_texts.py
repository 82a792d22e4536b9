"""How rules and findings are worded: messages and helps are phrases of one line, all else is sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from tests.test_rules import ACCEPTED, FLAGGED, _scan

RULES = load().rules
_CODE = re.compile(r"`[^`]*`|'[^']*'|\{\w+\}")
_CAPITAL = re.compile(r"[A-Z][a-z]+\b")
_BRITISH = re.compile(
    r"(?i)\b(?:behaviours?|colours?|neighbours?|favour\w*|centres?|licence|cancelled|labelled|modelling|"
    r"artefacts?|whilst|grey|catalogues?|analys(?:e|ed|es|ing)|"
    r"(?:capital|final|general|initial|material|maxim|minim|normal|optim|organ|parallel|real|recogn|serial|special|summar|"
    r"synchron|util|vector)is(?:e|ed|es|ing|ations?))\b"
)


def _phrases(rule: Rule) -> Iterator[str]:
    yield from (rule.message, rule.help)
    yield from (way.get(key, "") for way in rule.detect for key in ("message", "help"))


def _wrong(text: str) -> bool:
    """Whether a text is no phrase of one line: `HIP has no '{text}'; write …`."""
    words = _CODE.sub("x", text)
    return bool(_CAPITAL.match(words)) or text.endswith((".", ";", ",", ":")) or ". " in words or "\n" in text


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_messages_and_helps_are_phrases(rule: Rule) -> None:
    assert [text for text in _phrases(rule) if _wrong(text)] == []


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_pages_are_sentences_in_american_english(rule: Rule) -> None:
    for text in (rule.summary, rule.why, rule.remedy):
        assert not text or text.strip().endswith((".", ".)"))
    for text in (rule.summary, rule.why, rule.remedy, *_phrases(rule)):
        assert _BRITISH.search(_CODE.sub("x", text)) is None


def test_findings_of_the_examples_are_phrases() -> None:
    found = (finding for rule, example in (*FLAGGED, *ACCEPTED) for finding in _scan(rule, example).findings)
    said = {text for finding in found for text in (finding.message, finding.help)}
    assert sorted(filter(_wrong, said)) == []
