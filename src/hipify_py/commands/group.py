"""The commands as click sees them; a command's module is imported when it is called."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, get_args

import click

from hipify_py import __version__
from hipify_py.compiled import PACKAGE
from hipify_py.options.model import Command
from hipify_py.options.table import OPTIONS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NAMES: tuple[str, ...] = get_args(Command)
_DEFAULT_COMMAND = "convert"
_WHOLE = 200
_HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _Commands(click.Group):
    """`hipify-py src/` means `hipify-py convert src/`; options may stand before the command as well as behind it."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return sorted(NAMES)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Whole summaries, where click cuts them to one line."""
        named = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.get_short_help_str(_WHOLE)) for name, each in named if each is not None])

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in NAMES:
            return None
        command: click.Command = import_module(f"hipify_py.commands.{name}").run
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, and what stands for the default one: its options and paths."""
        default = self.get_command(ctx, _DEFAULT_COMMAND)
        assert default is not None
        with click.Context(default, parent=ctx, info_name=_DEFAULT_COMMAND, resilient_parsing=True) as of_default:
            options = default.shell_complete(of_default, incomplete)
            (paths,) = (each for each in default.params if isinstance(each, click.Argument))
            more = options or paths.shell_complete(of_default, incomplete)
        own = super().shell_complete(ctx, incomplete)
        return [
            *own,
            *(item for item in more if item.value not in {each.value for each in own} or item.type != "plain"),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        _refuse_names_of_files(args)
        if args and args[0] not in ("-h", "--help", "--version", "--cmake-dir"):
            index = _command_index(args)
            name = _DEFAULT_COMMAND if index is None else args.pop(index)
            args = [name, *args]
        return super().parse_args(ctx, args)


def _show_cmake_dir(ctx: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        click.echo(PACKAGE / "cmake")
        ctx.exit()


@click.group(cls=_Commands, context_settings=_HELP, invoke_without_command=False)
@click.version_option(__version__, prog_name="hipify-py", message="%(prog)s %(version)s")
@click.option(
    "--cmake-dir",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_cmake_dir,
    help="Show the directory of the package for CMake and exit.",
)
def group() -> None:
    """Convert CUDA C++ sources to HIP for AMD GPUs.

    \b
    hipify-py src/               convert a tree in place
    hipify-py undo               undo the last in-place conversion
    hipify-py src/ -o hip-src/   write the converted tree to another directory
    hipify-py --diff src/        show what would change
    hipify-py --check src/       write nothing; exit with 1 if any file would change
    hipify-py scan src/          report what cannot be converted automatically
    hipify-py shim src/          write one header for sources that stay CUDA and compile for AMD
    hipify-py ptx 'trap;'        show the translation of inline PTX

    The default command is `convert`; `hipify-py convert --help` lists its options.
    Exit codes: 0 success, 1 findings or pending changes, 2 usage or I/O error.
    """


def _refuse_names_of_files(args: Sequence[str]) -> None:
    """A file named `--trust` would be an option wherever a shell or another tool passes names of files."""
    for word in () if "--" in args else args:
        if word.startswith("-") and word != "-" and os.path.lexists(word):
            raise click.UsageError(f"{word} is an option and the name of a file; put -- between options and paths")


def _command_index(args: Sequence[str]) -> int | None:
    """Where the command stands: it is the first word that is neither an option nor what an option takes."""
    taking = {name for option in OPTIONS if option.takes_value for name in option.spellings}
    is_value = False
    for index, word in enumerate(args):
        if word == "--":
            return None
        is_option = word.startswith("-") and word != "-"
        if not is_option and not is_value:
            return index if word in NAMES else None
        is_value = is_option and not is_value and _takes_next(word, taking)
    return None


def _takes_next(word: str, taking: set[str]) -> bool:
    """Whether the value of an option is the next word: not in `-j2`, but in `-qj 2`."""
    if word.startswith("--"):
        return word in taking
    first = next((index for index, letter in enumerate(word) if index and f"-{letter}" in taking), None)
    return first == len(word) - 1
