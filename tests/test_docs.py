"""The reference documentation names everything there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py.commands.cli import cli
from hipify_py.rules.load import load
from hipify_py.run import config

DOCS = Path(__file__).parent.parent / "docs"
OPTIONS = sorted({option for command in cli.commands.values() for param in command.params for option in param.opts})


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.startswith("-")])
def test_every_option_is_documented(option: str) -> None:
    assert f"`{option}" in (DOCS / "cli.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", config.KEYS)
def test_every_setting_is_documented(key: str) -> None:
    assert f"`{key}`" in (DOCS / "cli.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", load().rules)
def test_every_rule_has_its_page(rule: str) -> None:
    assert (DOCS / "rules" / f"{rule}.md").is_file()
