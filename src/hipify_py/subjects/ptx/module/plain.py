"""What modules say in place of a call of the helper header."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from hipify_py import compiled

FOLDER = Path(__file__).parent


def code(opcode: str) -> str:
    """C++ with the names of operands in braces; nothing for what the tables of instructions say as well."""
    return _table().get(opcode, "")


@cache
def _table() -> Mapping[str, str]:
    found: Mapping[str, str] = compiled.read("ptx_plain", FOLDER, compile_plain)
    return found


def compile_plain(folder: Path) -> dict[str, str]:
    import yaml

    table = yaml.safe_load((folder / "plain.yaml").read_text(encoding="utf-8"))
    return {opcode: text for text, opcodes in table.items() for opcode in opcodes.split()}
