"""How rules and findings are worded: messages and helps are phrases of one line, all else is sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from tests.findings import CODE, is_no_phrase

RULES = load().rules
_BRITISH = re.compile(
    r"(?i)\b(?:behaviours?|colours?|neighbours?|favour\w*|centres?|licence|cancelled|labelled|modelling|"
    r"artefacts?|whilst|grey|catalogues?|analys(?:e|ed|es|ing)|"
    r"(?:capital|final|general|initial|material|maxim|minim|normal|optim|organ|parallel|real|recogn|serial|special|summar|"
    r"synchron|util|vector)is(?:e|ed|es|ing|ations?))\b"
)


def _phrases(rule: Rule) -> Iterator[str]:
    yield from (rule.message, rule.help)
    yield from (way.get(key, "") for way in rule.detect for key in ("message", "help"))


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_messages_and_helps_are_phrases(rule: Rule) -> None:
    assert [text for text in _phrases(rule) if is_no_phrase(text)] == []


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_pages_are_sentences_in_american_english(rule: Rule) -> None:
    for text in (rule.summary, rule.why, rule.remedy):
        assert not text or text.strip().endswith((".", ".)"))
    for text in (rule.summary, rule.why, rule.remedy, *_phrases(rule)):
        assert _BRITISH.search(CODE.sub("x", text)) is None
