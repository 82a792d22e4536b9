"""The table of options: what must hold for every row, and which value counts."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import pytest

from hipify_py.options.model import Command, Kind, Option
from hipify_py.options.table import OPTIONS, SETTINGS, OptionError, counting, of


@pytest.mark.parametrize("command", get_args(Command))
def test_no_command_has_two_options_of_a_name(command: Command) -> None:
    options = of(command)
    spelled = Counter(part for option in options for spelling in option.spellings for part in spelling.split("/"))
    assert [name for name, count in (spelled + Counter(option.name for option in options)).items() if count > 1] == []


def test_no_two_rows_are_a_setting_of_a_name() -> None:
    assert len(SETTINGS) == sum(option.setting for option in OPTIONS)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.spelled)
def test_rows_are_whole(option: Option) -> None:
    assert option.commands or option.setting
    assert bool(option.help) == bool(option.commands)
    assert bool(option.choices) == (option.kind is Kind.CHOICE)
    assert option.takes_value or option.metavar is None
    assert option.metavar or option.choices or not option.takes_value or not option.commands
    assert option.default is None or option.kind is not Kind.CHOICE or option.default in option.choices


@pytest.mark.parametrize("option", SETTINGS.values(), ids=SETTINGS)
def test_a_setting_that_names_files_says_what_they_are_relative_to(option: Option) -> None:
    """Else those of a tree could lead out of it."""
    assert option.relative or not any(word in (option.metavar or "") for word in ("FILE", "DIR", "PATH"))


@pytest.mark.parametrize(
    ("name", "given", "settings", "counts"),
    [
        ("rocm", "6.0", {"rocm": "5.0"}, "6.0"),
        ("rocm", None, {"rocm": "5.0"}, "5.0"),
        ("rocm", None, {}, None),
        ("target", None, {}, "hip"),
        ("gitignore", False, {"gitignore": True}, False),
        ("gitignore", None, {"gitignore": False}, False),
        ("gitignore", None, {}, True),
        ("statistics", None, {}, False),
        ("select", ("A",), {"select": ["B"]}, ("A",)),
        ("select", (), {"select": []}, []),
        ("select", (), {}, ()),
        ("fail_on", (), {}, ("error",)),
        ("exclude", ("a",), {"exclude": ["b"]}, ("b", "a")),
        ("verify_flags", "", {"verify-flags": "x"}, ""),
        ("rename_files", None, {"rename-files": True}, True),
    ],
)
def test_the_command_line_counts_before_settings_and_these_before_the_default(
    name: str, given: Any, settings: dict[str, Any], counts: Any
) -> None:
    assert counting("convert", {name: given}, settings)[name] == counts


def test_a_choice_in_settings_is_one_of_the_options() -> None:
    with pytest.raises(OptionError, match="target: 'cuda' is not one of hip, roc"):
        counting("scan", {}, {"target": "cuda"})
    assert counting("scan", {"target": "hip"}, {"target": "cuda"})["target"] == "hip"
