"""What the rules say to write instead compiles for AMD GPUs, with the headers of the newest release that is pinned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hipify_py import helpers
from hipify_py.file.marks import PTX_HEADER
from hipify_py.rules.load import load
from hipify_py.rules.model import Instead, Rule
from tests.compiling import RUNTIME, Compiler
from tools.hip_toolchain import find_toolchain, read_pins

pytestmark = pytest.mark.slow

TOOLCHAIN = find_toolchain(read_pins().releases[-1].rocm)
SHOWN = [(rule, rule.instead) for rule in load().rules.values() if rule.instead and rule.instead.file.endswith(".hip")]
GROUPS = sorted({rule.group for rule, _instead in SHOWN})
_INCLUDE = re.compile(r"^#include .*", re.MULTILINE)
_DEFINE = re.compile(r"^ *# *define +(\w+)", re.MULTILINE)


def _source(shown: list[tuple[Rule, Instead]]) -> Iterator[str]:
    """All blocks of a group as one file, as their headers take most of the time: each in a namespace of its own."""
    yield RUNTIME
    yield from dict.fromkeys(line for _rule, instead in shown for line in _INCLUDE.findall(instead.code))
    for rule, instead in shown:
        yield f'namespace {rule.id} {{\n#line 1 "{rule.id}"'
        yield _INCLUDE.sub("", instead.code)
        yield from (f"#undef {name}" for name in _DEFINE.findall(instead.code))
        yield "}"


@pytest.mark.parametrize(
    "group", [pytest.param(group, marks=pytest.mark.thorough) if group == "LIB" else group for group in GROUPS]
)
def test_it_compiles(group: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    if TOOLCHAIN is None:
        pytest.skip("no headers of the newest release: python -m tools.hip_toolchain")
    shown = [(rule, instead) for rule, instead in SHOWN if rule.group == group and not instead.needs]
    (tmp_path / PTX_HEADER).write_text(helpers.text(PTX_HEADER), encoding="utf-8")
    (tmp_path / "all.hip").write_text("\n".join(_source(shown)) + "\n", encoding="utf-8")
    assert Compiler(TOOLCHAIN, tmp_path_factory).complaints("all.hip", tmp_path, "gfx90a") == []
