"""What holds of all findings, asked of each golden case and each example of a rule where these are converted anyway.

Messages and helps are phrases of one line, and two rules never speak of the same place: of those that meet there one
`outranks` the others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from hipify_py.findings import Finding
from hipify_py.rules.load import load
from hipify_py.rules.run import severity

CODE = re.compile(r"`[^`]*`|'[^']*'|\{\w+\}")
_CAPITAL = re.compile(r"[A-Z][a-z]+\b")


def is_no_phrase(text: str) -> bool:
    """Whether a text is no phrase of one line: `HIP has no '{text}'; write …`."""
    words = CODE.sub("x", text)
    return bool(_CAPITAL.match(words)) or text.endswith((".", ";", ",", ":")) or ". " in words or "\n" in text


def no_phrases(findings: Iterable[Finding]) -> list[str]:
    return sorted({text for found in findings for text in (found.message, found.help) if is_no_phrase(text)})


def with_unlisted_severity(findings: Iterable[Finding], archs: tuple[str, ...] = ()) -> list[str]:
    """The rules whose pages do not list the severity of a finding that builds for AMD read."""
    found = {(item.rule, severity(item, archs)) for item in findings if not item.guard}
    rules = load().rules
    listed = {(id, each) for id, _severity in found for each in (*rules[id].severities, rules[id].severity_on(archs))}
    return sorted(f"{rule}: {each}" for rule, each in found - listed)


def said_together(findings: Iterable[Finding]) -> list[tuple[str, ...]]:
    """The rules that speak of one place."""
    places: dict[int, list[str]] = defaultdict(list)
    for found in findings:
        places[found.start].append(found.rule)
    return [tuple(sorted(rules)) for rules in places.values() if len(rules) > 1]
