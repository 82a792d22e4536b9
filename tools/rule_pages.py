"""Write docs/rules.md and a page for every rule from the rules' own files: `python -m tools.rule_pages [--check]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from hipify_py.report.explain import grouped
from hipify_py.report.rule_markdown import cell, page
from hipify_py.rules.load import load
from hipify_py.rules.model import Catalogue, Rule

DOCS = Path(__file__).parent.parent / "docs"
_HEAD = """\
# Rules

What `hipify-py` reports, with three severities:

- **error**: the code does not build or does not run on AMD GPUs.
- **warning**: the code builds, and may hang, be slow or compute something else there.
- **info**: nothing must be done for a build. An info explains a conversion, names a difference that rarely matters, or
  is about code that no build for AMD compiles. The text output shows info only with `-v` or `--select`, and the exit
  code depends on it only if `--fail-on` selects it.

`hipify-py explain RULE` prints the page of a rule. `python -m tools.rule_pages` generates these pages from the rule
files in [src/hipify_py/subjects](../src/hipify_py/subjects/).
"""


def pages(catalogue: Catalogue) -> dict[str, str]:
    """Every page by its path below docs."""
    index = {"rules.md": "\n".join(_index(catalogue)) + "\n"}
    return index | {rule.page: _page(rule, catalogue) for rule in catalogue.rules.values()}


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
            yield f"| [{rule.id}]({rule.page}) | {rule.name} | {rule.severity} | {fix} | {cell(rule.summary)} |"


def _page(rule: Rule, catalogue: Catalogue) -> str:
    return f"# {rule.id} {rule.name}\n\n{page(rule, catalogue)}\n[All rules](../rules.md)\n"


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
        print(f"docs/{name} does not match its rule; run python -m tools.rule_pages", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
