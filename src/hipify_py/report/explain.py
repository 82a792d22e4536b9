"""Rules for people and programs: the page of one, and the list of all."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from typing import Any

from hipify_py.report.rule_page import Section, facts, sections
from hipify_py.rules.model import Catalogue, Rule

_WIDTH = 100


def explain(rule: Rule, catalogue: Catalogue, *, whole: bool = True) -> str:
    """The page of a rule as text for a terminal; without the list of cases unless the whole is wanted."""
    return "\n".join(_page(rule, catalogue, whole=whole)) + "\n"


def rules_table(catalogue: Catalogue) -> str:
    """Every rule on a line of its own, below the title of its group."""
    return "\n".join(_table(catalogue)) + "\n"


def rules_json(catalogue: Catalogue) -> str:
    """Every rule with all that people are told of it."""
    return (
        json.dumps([_object(rule, catalogue) for rule in catalogue.rules.values()], ensure_ascii=False, indent=2) + "\n"
    )


def grouped(catalogue: Catalogue) -> Iterator[tuple[str, list[Rule]]]:
    """The groups in their order, with their rules."""
    for group in catalogue.groups:
        if rules := [rule for rule in catalogue.rules.values() if rule.group == group]:
            yield group, rules


def _page(rule: Rule, catalogue: Catalogue, *, whole: bool) -> Iterator[str]:
    yield f"{rule.id} {rule.name}"
    known = list(facts(rule, catalogue))
    width = max(len(key) for key, _value in known)
    yield from (f"  {key:<{width}}  {value}" for key, value in known)
    parts = list(sections(rule))
    shown = [section for section in parts if whole or not section.is_detail]
    for section in shown:
        yield ""
        if section.title:
            yield section.title
        yield from _body(section)
    if len(shown) < len(parts):
        yield f"\nDetails and more examples: hipify-py explain --whole {rule.id}"


def _body(section: Section) -> Iterator[str]:
    if section.kind == "code":
        yield from (f"    {line}".rstrip() for line in section.code.splitlines())
    elif section.kind == "list":
        yield from (f"  {item}" for item in section.items)
    else:
        indent = "  " if section.title else ""
        for paragraph in section.text.strip().split("\n\n"):
            yield from textwrap.wrap(
                " ".join(paragraph.split()),
                _WIDTH,
                initial_indent=indent,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )


def _table(catalogue: Catalogue) -> Iterator[str]:
    width = max((len(rule.name) for rule in catalogue.rules.values()), default=0)
    for number, (group, rules) in enumerate(grouped(catalogue)):
        if number:
            yield ""
        yield f"{group}  {catalogue.groups[group]}"
        for rule in rules:
            fix = "" if rule.fix == "none" else rule.fix
            yield f"  {rule.id:<7}  {rule.name:<{width}}  {rule.severity!s:<7}  {fix:<6}  {rule.summary}".rstrip()


def _object(rule: Rule, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name,
        "group": rule.group,
        "title": catalogue.groups.get(rule.group, rule.group),
        "severity": str(rule.severity),
        "summary": rule.summary,
        "why": rule.why,
        "remedy": rule.remedy,
        "instead": rule.instead.code if rule.instead else "",
        "fix": rule.fix,
        "since": rule.since,
        "archs": list(rule.archs),
        "optional": rule.optional,
        "sources": list(rule.sources),
        "page": rule.page,
    }
