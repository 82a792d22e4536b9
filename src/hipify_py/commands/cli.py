"""Commands and options, nothing else."""

from __future__ import annotations

import difflib
import os
import shlex
import stat
import sys
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import click

from hipify_py import __version__
from hipify_py.patterns import pattern
from hipify_py.run import config
from hipify_py.system import stopping

if TYPE_CHECKING:
    from hipify_py.file.facts import Style
    from hipify_py.rules.model import Catalogue
    from hipify_py.run.app import Request
    from hipify_py.run.task import Job
    from hipify_py.run.triage.baseline import Baseline
    from hipify_py.run.triage.formats import Formats
    from hipify_py.run.triage.since import Changes
    from hipify_py.run.triage.triage import Triage
    from hipify_py.run.verify import Wish

_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
# No quotes, backslashes or signs that cannot be seen, and the suffix of a header.
_INCLUDABLE = pattern(r"[\w \-+.,@/~]*\.(?:h|hh|hpp|hxx|h\+\+|cuh|inl|inc|ipp|tpp)")
_GFX = pattern(r"gfx[0-9a-f]{3,4}")
_GITS = (".git", "git~1")
_DEFAULT_COMMAND = "convert"
_MAY_BE_EMPTY = ("verify_flags", "write_baseline")
_HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _DefaultGroup(click.Group):
    """`hipify-py src/` means `hipify-py convert src/`; options may stand before the command as well as behind it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in ("-h", "--help", "--version"):
            index = self._command_index(args)
            name = _DEFAULT_COMMAND if index is None else args.pop(index)
            args = [name, *args]
        return super().parse_args(ctx, args)

    def _command_index(self, args: Sequence[str]) -> int | None:
        """Where the command stands: it is the first word that is neither an option nor what an option takes."""
        taking = {name for command in self.commands.values() for name in _options_with_values(command)}
        is_value = False
        for index, word in enumerate(args):
            if word == "--":
                return None
            is_option = word.startswith("-") and word != "-"
            if not is_option and not is_value:
                return index if word in self.commands else None
            is_value = is_option and not is_value and _takes_next(word, taking)
        return None


def _takes_next(word: str, taking: Container[str]) -> bool:
    """Whether the value of an option is the next word: not in `-j2`, but in `-qj 2`."""
    if word.startswith("--"):
        return word in taking
    first = next((index for index, letter in enumerate(word) if index and f"-{letter}" in taking), None)
    return first == len(word) - 1


def _options_with_values(command: click.Command) -> Iterator[str]:
    """The names of options that take the next word as their value."""
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.is_flag:
            yield from parameter.opts


@click.group(cls=_DefaultGroup, context_settings=_HELP, invoke_without_command=False)
@click.version_option(__version__, prog_name="hipify-py", message="%(prog)s %(version)s")
def cli() -> None:
    """Turn CUDA C++ sources into HIP for AMD GPUs.

    \b
    hipify-py src/               convert a tree in place (undo with: hipify-py undo)
    hipify-py src/ -o hip-src/   write the converted tree elsewhere
    hipify-py --diff src/        show what would change
    hipify-py --check src/       change nothing, exit 1 if something would
    hipify-py scan src/          report what does not carry over
    hipify-py ptx 'trap;'        show what inline PTX becomes

    `convert` is the command where none is named; its options: hipify-py convert --help.
    Exit codes: 0 fine, 1 findings (or would change), 2 usage or I/O error.
    """


def _with(options: Sequence[_Decorator]) -> _Decorator:
    """Options that several commands have, in the order in which the help shows them."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_TRUST = click.option("--trust", is_flag=True, help="Let the tree's settings start programs and write reports.")
_READING = _with(
    (
        click.argument("paths", nargs=-1, required=True, metavar="PATH…"),
        click.option("--stdin-filename", metavar="NAME", help="With PATH `-`: the name of what stdin is."),
        click.option(
            "--mapping", metavar="FILE", multiple=True, help="A table of your own; wins over ours. Repeatable."
        ),
        click.option("--rocm", metavar="X.Y", help="The ROCm release to convert for (default: the newest known)."),
        click.option("--arch", metavar="GFX,…", multiple=True, help="The GPUs to run on, as gfx90a (default: any)."),
        click.option("--target", type=click.Choice(["hip", "roc"]), help="HIP's libraries, or rocBLAS & co. directly."),
        click.option(
            "--ptx",
            metavar="WORD,…",
            help="Inline PTX: exact (default), approx (also .approx), off; replace: no #else with the original.",
        ),
        click.option(
            "--include", metavar="GLOB", multiple=True, help="Read what matches instead of the known suffixes."
        ),
        click.option(
            "--exclude", metavar="GLOB", multiple=True, help="Leave out what matches (patterns as in .gitignore)."
        ),
        click.option("--gitignore/--no-gitignore", default=None, help="Respect .gitignore (default)."),
        click.option("--since", metavar="REV", help="Only what changed since a revision of git: its files and lines."),
        click.option(
            "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes (default: all cores)."
        ),
    )
)
_REPORTING = _with(
    (
        click.option("--select", metavar="RULE,…", multiple=True, help="Report these: rules, groups, severities, ALL."),
        click.option(
            "--ignore", metavar="RULE,…", multiple=True, help="Do not report these: rules, groups, severities."
        ),
        click.option(
            "--fail-on", metavar="LEVEL,…", multiple=True, help="Exit 1 on error (default), warning, info, never, RULE."
        ),
        click.option("--baseline", metavar="FILE", help="Do not report what is recorded there."),
        click.option(
            "--write-baseline",
            metavar="[FILE]",
            is_flag=False,
            flag_value="",
            default=None,
            help="Record all that is found there; by default in --baseline's FILE, or hipify-baseline.json.",
        ),
        click.option(
            "--format",
            "formats",
            metavar="NAME[:FILE]",
            multiple=True,
            help="full (default), concise, json, jsonl, sarif, github, gitlab, junit, markdown. Repeatable.",
        ),
        click.option("--statistics", is_flag=True, default=None, help="Also count every name converted and left."),
        click.option("--config", "config_file", metavar="FILE", help="Settings file (default: the nearest one)."),
        _TRUST,
        click.option("-q", "--quiet", is_flag=True, help="Print errors of the run only, no findings."),
        click.option("-v", "--verbose", is_flag=True, help="Also print each file that changes, and every finding."),
        click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colored output."),
    )
)


@cli.command()
@_READING
@click.option("-o", "--output", metavar="DIR", help="Write the converted tree to DIR; the source stays as it is.")
@click.option("--copy/--no-copy", default=None, help="With -o: copy the files that are not converted too (default).")
@click.option("--force", is_flag=True, help="With -o: overwrite files in DIR that hipify-py did not write.")
@click.option("--diff", is_flag=True, help="Print a unified diff; write nothing.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if anything would change.")
@click.option("--rename-files", is_flag=True, default=None, help=".cu → .hip, .cuh → .hip.h, and the includes of them.")
@click.option("--launch-syntax", type=click.Choice(["kernel", "macro"]), help="<<<>>> (default) or hipLaunchKernelGGL.")
@click.option("--ptx-header", metavar="FILE", help="Where hipify_ptx.hpp is written (default: beside the sources).")
@click.option("--unsafe-fixes", is_flag=True, default=None, help="Also apply rewrites that may change what code does.")
@click.option("--verify/--no-verify", default=None, help="Have hipcc or clang check what was converted.")
@click.option("--verify-flags", metavar="FLAGS", help="With --verify: flags for the compiler, quoted like a shell's.")
@click.option("--verify-compiler", metavar="PATH", help="With --verify: the compiler (default: hipcc, then clang++).")
@click.option("--compile-commands", metavar="FILE", help="With --verify: where flags are (default: the nearest one).")
@click.option("--output-file", metavar="FILE", help="Write the report there, in the one --format that names no file.")
@_REPORTING
def convert(**options: Any) -> int:
    """Convert CUDA sources to HIP: in place, or to DIR with -o.

    PATH is a file, a directory, or `-` for standard input.
    """
    is_stream = "-" in options["paths"]
    if is_stream and options["output"]:
        raise click.UsageError("`-` goes with no other PATH and not with -o")
    for name in ("verify", "rename_files", "ptx_header"):
        if is_stream and options[name]:
            raise click.UsageError(f"--{_spelled(name)} goes with files, not with `-`")
    for name in ("copy", "force"):
        if options["output"] is None and options[name]:
            raise click.UsageError(f"--{name} goes with -o")
    if options["copy"] is False and options["output"] is None:
        raise click.UsageError("--no-copy goes with -o")
    return _process(options, data_on_stdout=options["diff"] or is_stream)


@cli.command()
@_READING
@click.option(
    "-o",
    "--output",
    "--output-file",
    "output_file",
    metavar="FILE",
    help="Write the report there instead of to stdout.",
)
@_REPORTING
def scan(**options: Any) -> int:
    """Report what does not carry over to AMD; change nothing.

    PATH is a file, a directory, or `-` for standard input. Build files are read too.
    """
    return _process(options, data_on_stdout=False)


def _process(options: dict[str, Any], *, data_on_stdout: bool) -> int:
    from hipify_py.report.console import Console
    from hipify_py.run import app
    from hipify_py.run.triage.baseline import BaselineError
    from hipify_py.run.triage.formats import FormatError, UnwritableError
    from hipify_py.run.triage.selectors import SelectorError
    from hipify_py.run.triage.since import SinceError
    from hipify_py.run.verify import VerifyError
    from hipify_py.system.globs import PatternError

    _refuse_empty(options)
    is_stream = "-" in options["paths"]
    if options["stdin_filename"] is not None and not is_stream:
        raise click.UsageError("--stdin-filename goes with PATH `-`")
    if is_stream and len(options["paths"]) > 1:
        raise click.UsageError("`-` goes with no other PATH and not with -o")
    if is_stream and options["since"] is not None:
        raise click.UsageError("--since goes with files, not with `-`")
    for path in options["paths"]:
        _refuse_missing(Path(path))
    verbosity = 1 if options["verbose"] else -1 if options["quiet"] else 0
    try:
        console = Console(verbosity, options["color"], data_on_stdout=data_on_stdout)
        request = _request(options, "convert" if "diff" in options else "scan", console.note)
        if is_stream:
            return app.process_stream(request, console, options["stdin_filename"] or "-")
        return app.process_paths(request, console)
    except (BaselineError, SinceError, UnwritableError) as error:
        raise click.ClickException(str(error)) from error
    except (app.RequestError, FormatError, PatternError, SelectorError, VerifyError) as error:
        raise click.UsageError(str(error)) from error


def _refuse_empty(options: dict[str, Any]) -> None:
    """Else `hipify-py "$SRC" -o "$OUT"`, with one of them unset, would convert what nobody meant."""
    for name, value in options.items():
        given = value if isinstance(value, tuple) else (value,)
        if name not in _MAY_BE_EMPTY and any(isinstance(text, str) and not text.strip(" ,") for text in given):
            raise click.UsageError("a path is empty" if name == "paths" else f"--{_spelled(name)}: its value is empty")


def _refuse_missing(path: Path) -> None:
    """Before anything is done with the other paths: a mistyped name, with the one that may have been meant."""
    from hipify_py.run.discover import reason

    if str(path) == "-":
        return
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise click.ClickException(f"{path}: {reason(error)}{_meant(path)}") from error
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise click.ClickException(f"{path}: not a regular file")


def _meant(path: Path) -> str:
    if str(path) in cli.commands:
        return f"; the command {path} stands before the paths"
    try:
        beside = [entry.name for entry in path.parent.iterdir() if entry.name != path.name]
    except OSError:
        beside = []
    commands = cli.commands if path.parent == Path() else ()
    close = difflib.get_close_matches(path.name, (*commands, *beside), n=1)
    return f"; did you mean {path.with_name(close[0])}?" if close else ""


def _spelled(name: str) -> str:
    """An option as users write it."""
    return {"config_file": "config", "formats": "format"}.get(name, name.replace("_", "-"))


@cli.command()
@click.argument("path", default=".")
@click.option("--force", is_flag=True, help="Also restore files that were edited since.")
def undo(path: str, force: bool) -> int:
    """Take the last in-place run back, byte for byte.

    PATH is a directory in the converted tree (default: the current one).
    """
    from hipify_py.report.console import Console
    from hipify_py.run.deliver.state import StateError
    from hipify_py.run.deliver.undo import undo as take_back

    console = Console(0, "auto", data_on_stdout=True)
    try:
        undone = take_back(Path(path), force=force, say=console.note)
    except StateError as error:
        raise click.ClickException(str(error)) from error
    if undone is None:
        raise click.ClickException(f"no in-place run is recorded for {path}")
    for kept, why in undone.kept:
        console.note(f"{kept}: {why}; --force restores it all the same")
    for failed, why in undone.problems:
        console.problem(f"{failed}: {why}")
    where = f" in {undone.directory}" if undone.restored else ""
    console.note(f"restored {len(undone.restored)} file{'s'[: len(undone.restored) != 1]}{where}")
    return 2 if undone.problems else 1 if undone.kept else 0


@cli.command("map")
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@click.option("--mapping", metavar="FILE", multiple=True, help="A table of your own; wins over ours. Repeatable.")
@click.option("--rocm", metavar="X.Y", help="The ROCm release to ask about (default: the newest known).")
@click.option("--target", type=click.Choice(["hip", "roc"]), help="HIP's libraries, or rocBLAS & co. directly.")
@_TRUST
def map_names(names: tuple[str, ...], **options: Any) -> int:
    """Tell what CUDA names and headers become, since when, or why not.

    Exits with 1 if one of them has no counterpart.
    """
    from hipify_py.report import mapping
    from hipify_py.report.console import Console
    from hipify_py.report.lines import printable

    here, say = Path.cwd(), Console(0, "auto", data_on_stdout=True).note
    job = _job(options, config.settings_for(here, here, trust=options.pop("trust"), say=say))
    answers = [mapping.answer(name, job.policy()) for name in names]
    click.echo("\n".join(printable(line) for answer in answers for line in answer.text.split("\n")))
    return 0 if all(answer.converts for answer in answers) else 1


@cli.command()
@click.argument("names", nargs=-1, required=True, metavar="RULE…")
def explain(names: tuple[str, ...]) -> None:
    """Tell all about rules: what each finds, why it matters, what to do.

    RULE is the id or the name of one.
    """
    from hipify_py.report import explain as pages
    from hipify_py.rules.load import load
    from hipify_py.run.triage.selectors import suggestion

    catalogue = load()
    for name in names:
        if catalogue.find(name) is None:
            raise click.ClickException(f"{name!r} is no rule{suggestion(name, catalogue)}")
    rules = [rule for name in names if (rule := catalogue.find(name))]
    click.echo("\n".join(pages.explain(rule, catalogue) for rule in rules), nl=False)


@cli.command()
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="A table (default), or JSON."
)
@click.option("--group", metavar="GROUP", multiple=True, help="The rules of a group only, as PTX. Repeatable.")
def rules(form: str, group: tuple[str, ...]) -> None:
    """List all rules."""
    from hipify_py.report import explain as pages
    from hipify_py.rules.load import load

    catalogue = _only(load(), group)
    click.echo(pages.rules_json(catalogue) if form == "json" else pages.rules_table(catalogue), nl=False)


def _only(catalogue: Catalogue, groups: Sequence[str]) -> Catalogue:
    from hipify_py.rules.model import Catalogue
    from hipify_py.run.triage.selectors import split

    wanted = {name.upper(): name for name in split(groups)}
    if not wanted:
        return catalogue
    for name, given in wanted.items():
        if name not in catalogue.groups:
            raise click.UsageError(f"--group: {given!r} is not one of {', '.join(catalogue.groups)}")
    chosen = {id: rule for id, rule in catalogue.rules.items() if rule.group in wanted}
    return Catalogue(chosen, {name: title for name, title in catalogue.groups.items() if name in wanted})


@cli.command()
@click.argument("text", required=False)
@click.option("--header", is_flag=True, help="Print hipify_ptx.hpp, which translations call.")
def ptx(text: str | None, header: bool) -> int:
    """Show what inline PTX becomes, without a file around it.

    TEXT is PTX (`bfe.u32 %0, %1, 4, 8;`), or assembler statements as they stand in C++; `-` reads standard input. Exits
    with 1 if something is not translated.
    """
    if header:
        from hipify_py.subjects.ptx.header import text as whole

        click.echo(whole(), nl=False)
        return 0
    from hipify_py.report.lines import whole_line
    from hipify_py.report.translation import answers

    if text is None:
        raise click.UsageError("Missing argument 'TEXT'")
    found = answers(_standard_input() if text == "-" else text)
    if not found:
        raise click.UsageError("no statement in it")
    for answer in found:
        lines = ("\t".join(map(whole_line, line.split("\t"))) for line in answer.text.split("\n"))
        click.echo("\n".join(lines), err=not answer.is_translated)
    return 0 if all(answer.is_translated for answer in found) else 1


def _standard_input() -> str:
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for a shell.

    \b
    bash: eval "$(hipify-py completion bash)"
    zsh:  eval "$(hipify-py completion zsh)"
    fish: hipify-py completion fish | source
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise click.ClickException(f"no completion for {shell}")
    click.echo(kind(cli, {}, "hipify-py", "_HIPIFY_PY_COMPLETE").source())


def main() -> None:
    """The console script: click's commands, with every known failure on one line and exit code 2."""
    stopping.listen()
    _prepare_streams()
    try:
        with stopping.run():
            code = _run()
            sys.stdout.flush()
    except stopping.Stopped as stopped:
        stopping.acknowledge()
        code = stopped.exit_code
        click.echo("error: interrupted", err=True)
    except BrokenPipeError:
        code = 141  # the reader went away, as `head` does
    except OSError as error:
        code = _complain(f"standard output: {error.strerror or error}")
    if code in (2, 141):
        _drop_unwritten()
    if interrupted := stopping.ended_with():
        _end_now(interrupted)
    sys.exit(code)


def _end_now(code: int) -> NoReturn:
    """After a signal nothing is waited for: the workers that would be are killed already."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(code)


def _run() -> int:
    from hipify_py.rules.load import RuleError
    from hipify_py.tables.model import TableError

    try:
        return cli.main(prog_name="hipify-py", standalone_mode=False) or 0
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return 2
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "hipify-py"
        return _complain(f"{error.format_message()} (see {command} --help)")
    except click.ClickException as error:
        return _complain(error.format_message())
    except (TableError, RuleError, config.ConfigError) as error:
        return _complain(str(error))
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        raise
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except Exception as error:  # a bug of ours must be named in one line, as one met in a file is
        return _complain(f"internal error, please report it: {type(error).__name__}: {error}")


def _complain(message: str) -> int:
    from hipify_py.report.lines import printable

    click.echo(f"error: {printable(message)}", err=True)
    return 2


def _prepare_streams() -> None:
    """Names go out in any encoding, and a stream that the caller has closed is one that leads nowhere."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop_unwritten() -> None:
    """What could not be written would fail again, loudly, when Python ends."""
    from hipify_py.report.console import silence

    try:
        sys.stdout.flush()
    except OSError:
        silence(sys.stdout)


def _request(options: dict[str, Any], command: Literal["convert", "scan"], say: Callable[[str], object]) -> Request:
    from hipify_py.run.app import Request
    from hipify_py.run.discover import Selection

    settings = _settings(options, say)
    if command == "convert" and options["diff"] + options["check"] + (options["output"] is not None) > 1:
        raise click.UsageError("--diff, --check and -o exclude one another")
    output = options.get("output")
    return Request(
        paths=tuple(Path(path) for path in options["paths"]),
        job=_job(options, settings),
        command=command,
        selection=Selection(
            include=options["include"] or tuple(settings.get("include", ())),
            exclude=(*settings.get("exclude", ()), *options["exclude"]),
            gitignore=_choose(options["gitignore"], settings.get("gitignore"), True),
        ),
        output=None if output is None else Path(output),
        diff=options.get("diff", False),
        check=options.get("check", False),
        copy=options.get("copy") is not False,
        force=options.get("force", False),
        workers=options["jobs"] or min(settings.get("jobs", _cores()), _cores()),
        triage=_triage(options, settings),
        formats=_formats(options, settings),
        statistics=_choose(options["statistics"], settings.get("statistics"), False),
        verify=_wish(options, settings) if command == "convert" else None,
    )


def _triage(options: dict[str, Any], settings: dict[str, Any]) -> Triage:
    """How findings are to be sorted."""
    from hipify_py.rules.load import load
    from hipify_py.run.triage import selectors
    from hipify_py.run.triage.triage import Triage

    catalogue = load()
    select = options["select"] or settings.get("select")
    choice = selectors.Choice(
        catalogue,
        None if select is None else selectors.parse(select, catalogue, "--select"),
        selectors.parse((*settings.get("ignore", ()), *options["ignore"]), catalogue, "--ignore"),
    )
    folder, patterns = settings.get("per-file-ignores", config.Rooted(Path(), {}))
    ignores = selectors.file_ignores(folder, patterns, catalogue)
    fail_on = selectors.fail_on(options["fail_on"] or settings.get("fail-on", ("error",)), catalogue)
    baseline, recorded = _baselines(options, settings)
    return Triage(choice, ignores, fail_on, baseline, recorded, _changes(options))


def _baselines(options: dict[str, Any], settings: dict[str, Any]) -> tuple[Baseline | None, Path | None]:
    """The baseline to hold findings against, and the file to record them in."""
    from hipify_py.run.triage import baseline

    given, recorded = options["baseline"], options["write_baseline"]
    named = given if given is not None else settings.get("baseline")
    if recorded is None:
        return (None if named is None else baseline.read(Path(named))), None
    if options["since"] is not None:
        raise click.UsageError("--write-baseline records all that is found, and does not go with --since")
    file = Path(recorded or named or baseline.DEFAULT_NAME)
    baseline.refuse_others(file)
    return None, file


def _changes(options: dict[str, Any]) -> Changes | None:
    if options["since"] is None:
        return None
    from hipify_py.run.discover import common_base
    from hipify_py.run.triage.since import changes_since

    return changes_since(options["since"], common_base([Path(path) for path in options["paths"]]))


def _formats(options: dict[str, Any], settings: dict[str, Any]) -> Formats:
    from hipify_py.run.triage import formats

    return formats.parse(options["formats"] or settings.get("format", ()), options["output_file"])


def _wish(options: dict[str, Any], settings: dict[str, Any]) -> Wish | None:
    """What is to be verified, and how; nothing if it is not."""
    from hipify_py.run.verify import Wish

    if not _choose(options["verify"], settings.get("verify"), False):
        for name in ("verify_flags", "verify_compiler", "compile_commands"):
            if options[name] is not None:
                raise click.UsageError(f"--{name.replace('_', '-')} goes with --verify")
        return None
    flags, commands = options["verify_flags"], options["compile_commands"] or settings.get("compile-commands")
    # Paths on the command line are relative to where it runs, those in settings to the settings.
    here = config.Rooted(Path.cwd(), flags or "")
    folder, text = here if flags is not None else settings.get("verify-flags", here)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise click.UsageError(f"--verify-flags: {str(error).lower()}") from error
    compiler = options["verify_compiler"] or settings.get("verify-compiler")
    return Wish(compiler, tuple(words), folder, Path(commands) if commands else None)


def _settings(options: dict[str, Any], say: Callable[[str], object]) -> dict[str, Any]:
    from hipify_py.run.discover import common_base

    if options["config_file"]:
        return config.read(Path(options["config_file"]))
    paths = [Path(options["stdin_filename"] or "-" if path == "-" else path) for path in options["paths"]]
    real = common_base([Path(os.path.realpath(path)) for path in paths])
    return config.settings_for(common_base(paths), real, trust=options["trust"], say=say)


def _job(options: dict[str, Any], settings: dict[str, Any]) -> Job:
    from hipify_py.run.task import Job
    from hipify_py.tables.load import load
    from hipify_py.tables.model import Version

    mappings = tuple(Path(path) for path in (*settings.get("mapping", ()), *options["mapping"]))
    tables = load(mappings)
    rocm = options["rocm"] if options["rocm"] is not None else settings.get("rocm")
    try:
        version = Version.parse(rocm) if rocm is not None else tables.newest_rocm
    except ValueError as error:
        raise click.UsageError(f"--rocm: {error}") from error
    if version[:2] > tables.newest_rocm[:2]:
        raise click.UsageError(f"--rocm: {version} is not known yet; the newest known release is {tables.newest_rocm}")
    target = options["target"] or settings.get("target", "hip")
    if target not in ("hip", "roc"):
        raise click.UsageError(f"target: {target!r} is neither hip nor roc")
    renames = {}
    if _choose(options.get("rename_files"), settings.get("rename-files"), False):
        renames = {".cu": settings.get("cuda-suffix", ".hip"), ".cuh": settings.get("header-suffix", ".hip.h")}
    unsafe = _choose(options.get("unsafe_fixes"), settings.get("unsafe-fixes"), False)
    archs = _archs(options.get("arch") or settings.get("arch", ()))
    output, header = options.get("output"), options.get("ptx_header") or settings.get("ptx-header")
    return Job(
        version,
        target,
        mappings,
        renames,
        style=_style(options, settings),
        unsafe=unsafe,
        archs=archs,
        output=Path(output) if output is not None else None,
        ptx_header=_header(header, output) if header else None,
    )


def _header(name: str, output: str | None) -> Path:
    """A tree that is written elsewhere has its header in it, or it would not be whole."""
    path = Path(name)
    # Case, and what stands behind a name, mean nothing to some file systems.
    if not _INCLUDABLE.fullmatch(name) or any(part.lower().rstrip(" .") in _GITS for part in path.parts):
        raise click.UsageError(f"--ptx-header: {name!r} is not the name of a header that sources could include")
    if output is not None and not Path(os.path.abspath(path)).is_relative_to(os.path.abspath(output)):
        raise click.UsageError(f"--ptx-header: {name} lies outside of {output}")
    return path


def _archs(given: Sequence[str]) -> tuple[str, ...]:
    """The GPUs named, each once and in order."""
    names = [name for text in given for part in text.split(",") if (name := part.strip())]
    for name in names:
        if not _GFX.fullmatch(name):
            raise click.UsageError(f"--arch: {name!r} is not the name of a GPU as gfx90a or gfx1100")
    return tuple(sorted(set(names)))


def _style(options: dict[str, Any], settings: dict[str, Any]) -> Style:
    from hipify_py.file.facts import Style

    launches = options.get("launch_syntax") or settings.get("launch-syntax", "kernel")
    ptx = settings.get("ptx", "exact") if options.get("ptx") is None else options["ptx"]
    try:
        return Style.of(launches, ptx)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _cores() -> int:
    """The cores that this process may use, where the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _choose(option: bool | None, setting: bool | None, default: bool) -> bool:
    return option if option is not None else setting if setting is not None else default
