"""`hipify-py init`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from hipify_py.commands.build import argument, command
from hipify_py.options.table import SETTINGS
from hipify_py.report.lines import counted
from hipify_py.texts import to_bytes

if TYPE_CHECKING:
    from hipify_py.run.found_out import FoundOut

_SCHEMA = ".hipify-py.schema.json"
_ABOVE = "Settings of hipify-py for this directory and all below; for all keys see `hipify-py schema settings`."
# What stands there as a comment, with its default, for those who look for it.
_OTHERS = ("target", "fail-on", "ignore")


class _Answers(NamedTuple):
    rocm: str
    arch: Sequence[str]
    exclude: Sequence[str]


@command("init", argument("folder", "[DIR]", required=False, default="."))
def run(folder: str, yes: bool, dry_run: bool) -> int:
    """Write settings for a tree, after three questions.

    They go into pyproject.toml if DIR has one, else into .hipify-py.toml. Settings that exist are never changed.
    """
    from hipify_py.run.found_out import found_out
    from hipify_py.tables.load import load

    root = Path(folder)
    if not root.is_dir():
        raise click.UsageError(f"{root}: not a directory")
    _refuse_existing(root)
    if not (yes or dry_run) and not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise click.UsageError("init asks at a terminal; use --yes to take what it finds out")
    found = found_out(root, load().newest_rocm)
    answers = _Answers(found.rocm, found.archs, tuple(found.exclude))
    if not (yes or dry_run):
        answers = _asked(found)
    file, text = _composed(root, answers)
    if dry_run:
        click.echo(f"{file}:", err=True)
        click.echo(text, nl=False)
    else:
        _write(file, text)
    return 0


def _refuse_existing(root: Path) -> None:
    from hipify_py.run.config import OWN_FILE, has_settings

    for name in (OWN_FILE, "pyproject.toml"):
        file = root / name
        if os.path.lexists(file) and not file.is_file():
            raise click.ClickException(f"{file}: is no file, or a link to none; init would write there")
        if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(root)):
            raise click.ClickException(f"{file}: is a link to a file outside of {root}; init would write there")
        if os.path.lexists(file) and (name == OWN_FILE or has_settings(file)):
            raise click.ClickException(f"{file}: has settings of hipify-py already; edit them there")


def _asked(found: FoundOut) -> _Answers:
    """The answers of somebody at a terminal; an empty one takes what was found out."""
    from hipify_py.commands.job import archs_of, version_of
    from hipify_py.system.globs import Globs
    from hipify_py.tables.load import load

    tables = load()

    def release(text: str) -> str:
        version_of(text, tables)
        return text

    def patterns(text: str) -> tuple[str, ...]:
        listed = _listed(text)
        Globs.of(listed)
        return listed

    click.echo(f"{counted(found.sources, 'CUDA source')}. Enter takes the value in brackets, - means none.")
    newest = f"the newest, now {tables.newest_rocm}"
    rocm = _answer("ROCm release to convert for", found.rocm, newest, release, "")
    arch = _answer(
        "GPUs that the code must run on, such as gfx90a,gfx942", ",".join(found.archs), "any", _as(archs_of), ()
    )
    what = ", ".join(f"{name} ({counted(count, 'CUDA source')})" for name, count in found.exclude.items())
    if what:
        click.echo(f"Code of other projects: {what}")
    exclude = _answer("Do not convert (patterns of .gitignore)", ",".join(found.exclude), "nothing", patterns, ())
    return _Answers(rocm, arch, exclude)


def _as(parsed: Callable[[Sequence[str]], tuple[str, ...]]) -> Callable[[str], tuple[str, ...]]:
    return lambda text: parsed([text])


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word for part in text.split(",") if (word := part.strip()))


def _answer(question: str, found: str, nothing: str, parsed: Callable[[str], Any], none: Any) -> Any:
    """What is answered, asked again until it means something."""
    from hipify_py.system.globs import PatternError

    while True:
        click.echo(f"{question} [{found or nothing}]: ", nl=False)
        line = sys.stdin.readline()
        if not line:
            raise click.Abort
        text = line.strip() or found
        if text in ("", "-"):
            return none
        try:
            return parsed(text)
        except click.UsageError as error:
            click.echo(error.format_message())
        except PatternError as error:
            click.echo(str(error))


def _composed(root: Path, answers: _Answers) -> tuple[Path, str]:
    """The file that is written, and all of its text."""
    from hipify_py.run.config import OWN_FILE, with_table

    project = root / "pyproject.toml"
    if project.is_file():
        lines = ("[tool.hipify-py]", f"# {_ABOVE}", "", *_lines(answers))
        if (text := with_table(project, lines)) is not None:
            return project, text
    head = f"#:schema ./{_SCHEMA}\n# {_ABOVE}\n\n"
    return root / OWN_FILE, head + "".join(f"{line}\n" for line in _lines(answers))


def _lines(answers: _Answers) -> Iterator[str]:
    """Each setting below what it means; as a comment where nothing is said."""
    from hipify_py.commands.schema import meaning

    values = {**answers._asdict(), **dict.fromkeys(_OTHERS)}
    for number, (key, value) in enumerate(values.items()):
        yield from ("",) if number else ()
        option = SETTINGS[key]
        yield f"# {meaning(option)}"
        yield f"{key} = {_toml(value)}" if value else f"# {key} = {_toml(_EXAMPLES.get(key) or option.default)}"


_EXAMPLES: dict[str, Any] = {
    "rocm": "6.4",
    "arch": ["gfx90a", "gfx942"],
    "exclude": ["third_party/"],
    "ignore": ["MTH"],
}


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _write(file: Path, text: str) -> None:
    from hipify_py.commands.schema import settings
    from hipify_py.run.deliver.atomic import replace
    from hipify_py.texts import reason

    try:
        replace(file, to_bytes(text))
    except OSError as error:
        raise click.ClickException(f"{file}: cannot be written: {reason(error)}") from error
    click.echo(f"{file}: {'added [tool.hipify-py]' if file.name == 'pyproject.toml' else 'written'}")
    schema = file.with_name(_SCHEMA)
    if file.name != "pyproject.toml" and not os.path.lexists(schema):
        replace(schema, to_bytes(json.dumps(settings(), indent=2, ensure_ascii=False)) + b"\n")
        click.echo(f"{schema}: written, for editors; it may be deleted with the first line of {file.name}")
