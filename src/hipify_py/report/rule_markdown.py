"""The page of a rule in Markdown: for docs/rules and for the help in SARIF."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.patterns import pattern
from hipify_py.report.rule_page import Section, facts, language, sections
from hipify_py.rules.model import Catalogue, Rule

_SPECIAL = pattern(r"([*<>]|(?<!\w)_|_(?!\w))")


def page(rule: Rule, catalogue: Catalogue) -> str:
    """All that there is to say of a rule, without a title."""
    return "\n".join(_page(rule, catalogue)) + "\n"


def cell(text: str) -> str:
    """Text for a table."""
    return _prose(" ".join(text.split())).replace("|", "\\|")


def _page(rule: Rule, catalogue: Catalogue) -> Iterator[str]:
    yield "| | |\n|---|---|"
    for key, value in facts(rule, catalogue):
        yield f"| {key} | {cell(value)} |"
    for section in sections(rule):
        yield f"\n## {section.title}\n" if section.title else ""
        yield from _body(section)


def _body(section: Section) -> Iterator[str]:
    if section.kind == "code":
        fence = "````" if "```" in section.code else "```"
        yield f"{fence}{language(section.file)}\n{section.code}\n{fence}"
    elif section.kind == "list":
        yield from (f"- <{item}>" if item.startswith("https://") else f"- {item}" for item in section.items)
    else:
        yield _prose(section.text.strip())


def _prose(text: str) -> str:
    """Text whose code stands in backticks; names outside of them are not to be taken for emphasis or tags."""
    parts = text.split("`")
    return "`".join(part if number % 2 else _SPECIAL.sub(r"\\\1", part) for number, part in enumerate(parts))
