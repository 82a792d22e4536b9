"""Write man/hipify-py.1 from the commands as click sees them: `python -m tools.man_pages [--check]`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from hipify_py.commands.group import NAMES, group

PAGE = Path(__file__).parent.parent / "man" / "hipify-py.1"
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


def page() -> str:
    context = click.Context(group, info_name="hipify-py")
    return "\n".join((*_head(), *_commands(context), *_end(), ""))


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
        yield f".SH {_escaped(name.upper())}"
        arguments = [_argument(each) for each in command.params if isinstance(each, click.Argument)]
        yield from (f".B hipify\\-py {name}", _escaped(" ".join(("[OPTION]...", *arguments))), ".PP")
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
            yield from (".TP", f".B {_escaped(_spelled(option))}", _escaped(option.help or ""))


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
            yield from (".TP", f".B {_escaped(term)}", _escaped(text))


def _text(text: str) -> Iterator[str]:
    """Paragraphs as they are in --help; those behind \\b keep their lines."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines = paragraph.splitlines()
        is_kept = lines[0].strip() == "\b"
        yield from (".nf",) if is_kept else ()
        yield from (_escaped(line.strip()) for line in (lines[1:] if is_kept else lines))
        yield from (".fi",) if is_kept else ()
        yield ".PP"


def _escaped(text: str) -> str:
    shown = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("`", "\\(ga")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the page would change")
    text = page()
    if parser.parse_args().check:
        return int(not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
