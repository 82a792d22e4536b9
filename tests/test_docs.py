"""The reference documentation names everything there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py.commands.build import filled
from hipify_py.options.table import OPTIONS, SETTINGS
from hipify_py.rules.load import load
from tools import option_tables

DOCS = Path(__file__).parent.parent / "docs"
SPELLINGS = sorted({spelling for option in OPTIONS for spelled in option.spellings for spelling in spelled.split("/")})


@pytest.mark.parametrize("option", SPELLINGS)
def test_every_option_is_documented(option: str) -> None:
    assert f"`{option}" in (DOCS / "cli.md").read_text(encoding="utf-8")


def test_the_tables_of_options_say_what_their_rows_say() -> None:
    text = option_tables.PAGE.read_text(encoding="utf-8")
    assert option_tables.page(text) == text, "run python -m tools.option_tables"
    assert [option.key for option in OPTIONS if filled(option.doc, "`") not in text] == []


@pytest.mark.parametrize("key", SETTINGS)
def test_every_setting_is_documented(key: str) -> None:
    assert f"`{key}`" in (DOCS / "cli.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", load().rules)
def test_every_rule_has_its_page(rule: str) -> None:
    assert (DOCS / "rules" / f"{rule}.md").is_file()
