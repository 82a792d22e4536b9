"""Write docs/rules.md and a page for every rule from the rules' own files: `python -m tools.rule_pages [--check]`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from hipify_py.report.explain import grouped
from hipify_py.report.rule_page import Section, facts, language, sections
from hipify_py.rules.load import load
from hipify_py.rules.model import Catalogue, Rule

_SPECIAL = re.compile(r"([*<>]|(?<!\w)_|_(?!\w))")
DOCS = Path(__file__).parent.parent / "docs"
_HEAD = """\
# Rules

What `hipify-py` reports. Errors: will not build or run on AMD. Warnings: may be wrong. Info: good to know.
`hipify-py explain RULE` prints a page. Written by `python -m tools.rule_pages` from the files of the rules in
[src/hipify_py/subjects](../src/hipify_py/subjects/).
"""


def pages(catalogue: Catalogue) -> dict[str, str]:
    """Every page by its path below docs."""
    index = {"rules.md": "\n".join(_index(catalogue)) + "\n"}
    return index | {rule.page: "\n".join(_page(rule, catalogue)) + "\n" for rule in catalogue.rules.values()}


def differences(docs: Path, wanted: dict[str, str]) -> list[str]:
    """The pages that are missing, not what they should be, or of no rule."""
    there = {path.relative_to(docs).as_posix() for path in (docs / "rules").glob("*")}
    stray = there - wanted.keys()
    return sorted(stray | {name for name, text in wanted.items() if _read(docs / name) != text})


def write(docs: Path, wanted: dict[str, str]) -> None:
    (docs / "rules").mkdir(exist_ok=True)
    for name in differences(docs, wanted):
        if name in wanted:
            (docs / name).write_text(wanted[name], encoding="utf-8", newline="\n")
        else:
            (docs / name).unlink()


def _index(catalogue: Catalogue) -> Iterator[str]:
    yield _HEAD.rstrip("\n")
    for group, rules in grouped(catalogue):
        yield f"\n## {group}: {catalogue.groups[group]}\n"
        yield "| rule | name | severity | fix | reports |"
        yield "|---|---|---|---|---|"
        for rule in rules:
            fix = "" if rule.fix == "none" else rule.fix
            yield f"| [{rule.id}]({rule.page}) | {rule.name} | {rule.severity} | {fix} | {_cell(rule.summary)} |"


def _page(rule: Rule, catalogue: Catalogue) -> Iterator[str]:
    yield f"# {rule.id} {rule.name}\n"
    yield "| | |\n|---|---|"
    for key, value in facts(rule, catalogue):
        yield f"| {key} | {_cell(value)} |"
    for section in sections(rule):
        yield f"\n## {section.title}\n" if section.title else ""
        yield from _body(section)
    yield "\n[All rules](../rules.md)"


def _body(section: Section) -> Iterator[str]:
    if section.kind == "code":
        fence = "````" if "```" in section.code else "```"
        yield f"{fence}{language(section.file)}\n{section.code}\n{fence}"
    elif section.kind == "list":
        yield from (f"- <{item}>" if item.startswith("https://") else f"- {item}" for item in section.items)
    else:
        yield _prose(section.text.strip())


def _cell(text: str) -> str:
    return _prose(" ".join(text.split())).replace("|", "\\|")


def _prose(text: str) -> str:
    """Text whose code stands in backticks; names outside of them are not to be taken for emphasis or tags."""
    parts = text.split("`")
    return "`".join(part if number % 2 else _SPECIAL.sub(r"\\\1", part) for number, part in enumerate(parts))


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if something would change")
    wanted = pages(load())
    if not parser.parse_args().check:
        write(DOCS, wanted)
        return 0
    for name in (wrong := differences(DOCS, wanted)):
        print(f"docs/{name} is not what its rule says", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
