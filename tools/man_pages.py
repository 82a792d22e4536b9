"""Write the manuals in man: `python -m tools.man_pages [--check]`.

That of hipify-py is made of the commands as click sees them, that of hipify-nvcc of docs/hipify-nvcc.md.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from hipify_py.commands.group import NAMES, group
from tools import man_markdown
from tools.man_markdown import escaped

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "man"
_CODES = (
    ("0", "Success."),
    ("1", "Findings that --fail-on selects; with --check, a file would change."),
    ("2", "A usage, configuration or I/O error."),
    ("129, 130, 143", "Interrupted by a signal; every file is either unchanged or fully converted."),
)
_FILES = (
    (".hipify-py.toml, pyproject.toml", "Settings of a tree; see hipify-py init and hipify-py schema settings."),
    ("~/.config/hipify-py/config.toml", "Settings of the user for all trees."),
)


def pages() -> dict[str, str]:
    """The text of each manual, by the name of its file."""
    return {"hipify-py.1": _lines(_hipify_py()), "hipify-nvcc.1": _lines(_hipify_nvcc())}


def differences() -> list[str]:
    """Manuals that are not what they should be."""
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*")}
    wanted = pages()
    return sorted(name for name in there.keys() | wanted.keys() if there.get(name) != wanted.get(name))


def _lines(lines: Iterator[str]) -> str:
    return "\n".join((*lines, ""))


def _hipify_py() -> Iterator[str]:
    context = click.Context(group, info_name="hipify-py")
    yield from _head()
    yield from _commands(context)
    yield from _end()


def _hipify_nvcc() -> Iterator[str]:
    yield '.TH HIPIFY\\-NVCC 1 "" hipify\\-py "User Commands"'
    yield from (".SH NAME", "hipify\\-nvcc \\- build CUDA sources for AMD GPUs, in the place of nvcc")
    yield from (".SH SYNOPSIS", ".B hipify\\-nvcc", "[OPTION]... [FILE]...")
    yield from man_markdown.body((ROOT / "docs" / "hipify-nvcc.md").read_text(encoding="utf-8"))
    yield from (".SH SEE ALSO", ".BR hipify\\-py (1)")


def _head() -> Iterator[str]:
    yield '.TH HIPIFY\\-PY 1 "" hipify\\-py "User Commands"'
    yield from (".SH NAME", "hipify\\-py \\- convert CUDA C++ sources to HIP for AMD GPUs")
    yield from (".SH SYNOPSIS", ".B hipify\\-py", "[COMMAND] [OPTION]... [PATH]...")
    yield ".SH DESCRIPTION"
    yield from _text(group.help or "")
    yield from _options(group)


def _commands(context: click.Context) -> Iterator[str]:
    for name in sorted(NAMES):
        command = group.get_command(context, name)
        assert command is not None
        yield f".SH {escaped(name.upper())}"
        arguments = [_argument(each) for each in command.params if isinstance(each, click.Argument)]
        yield from (f".B hipify\\-py {name}", escaped(" ".join(("[OPTION]...", *arguments))), ".PP")
        yield from _text(command.help or "")
        yield from _options(command)


def _argument(argument: click.Argument) -> str:
    if isinstance(argument.type, click.Choice):
        choices = "|".join(argument.type.choices)
        return choices if argument.required else f"[{choices}]"
    return argument.metavar or argument.human_readable_name.upper()


def _options(command: click.Command) -> Iterator[str]:
    """Without what click adds by itself, which depends on its version."""
    for option in command.params:
        if isinstance(option, click.Option):
            yield from (".TP", f".B {escaped(_spelled(option))}", escaped(option.help or ""))


def _spelled(option: click.Option) -> str:
    names = ", ".join((*option.opts, *option.secondary_opts))
    if option.is_flag:
        return names
    choices = "|".join(option.type.choices) if isinstance(option.type, click.Choice) else ""
    return f"{names} {option.metavar or choices or 'VALUE'}"


def _end() -> Iterator[str]:
    for title, rows in (("EXIT STATUS", _CODES), ("FILES", _FILES)):
        yield f".SH {title}"
        for term, text in rows:
            yield from (".TP", f".B {escaped(term)}", escaped(text))


def _text(text: str) -> Iterator[str]:
    """Paragraphs as they are in --help; those behind \\b keep their lines."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines = paragraph.splitlines()
        is_kept = lines[0].strip() == "\b"
        yield from (".nf",) if is_kept else ()
        yield from (escaped(line.strip()) for line in (lines[1:] if is_kept else lines))
        yield from (".fi",) if is_kept else ()
        yield ".PP"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page would change")
    if parser.parse_args().check:
        return int(bool(differences()))
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
