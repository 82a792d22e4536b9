"""The console script: click's commands, with every known failure on one line and exit code 2."""

from __future__ import annotations

import gc
import os
import stat
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

import click

from hipify_py import kept_patterns
from hipify_py.commands.group import group
from hipify_py.system import stopping


def main() -> None:
    stopping.listen()
    _prepare_streams()
    try:
        with stopping.run():
            code = _run()
            sys.stdout.flush()
            kept_patterns.keep()
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
    interrupted = stopping.ended_with()
    if interrupted and "mpi4py" not in sys.modules:  # with MPI all processes end together, or are said to have crashed
        _end_now(interrupted)
    gc.freeze()  # or Python looks through all that there is for garbage, to end right after: an eighth of a short run
    sys.exit(code)


def _end_now(code: int) -> NoReturn:
    """After a signal nothing is waited for: the workers that would be are killed already."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(code)


def _run() -> int:
    try:
        return group.main(prog_name="hipify-py", standalone_mode=False) or 0
    except click.exceptions.NoArgsIsHelpError as error:
        if _has_input():
            return _complain("name what to convert; `-` is standard input (see hipify-py --help)")
        error.show()
        return 2
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "hipify-py"
        message = " ".join(map(str.strip, error.format_message().splitlines()))
        if isinstance(error, click.NoSuchOption):
            from hipify_py.options.foreign import hint

            close = f"; did you mean {' or '.join(error.possibilities)}?" if error.possibilities else ""
            message = hint(sys.argv[1:], error.option_name) or f"{error.option_name}: no such option{close}"
        elif type(error) is click.BadParameter and error.param is not None:
            message = f"{error.param.opts[-1]}: {error.message.rstrip('.').replace('valid integer range', 'number')}"
        if isinstance(error, click.MissingParameter) and "--write-baseline" in sys.argv:
            message += " --write-baseline takes the argument behind it as its FILE; write it behind PATH."
        return _complain(f"{message} (see {command} --help)")
    except click.ClickException as error:
        return _complain(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        raise
    except OSError as error:
        from hipify_py.texts import reason

        return _complain(f"{error.filename}: {reason(error)}" if error.filename else reason(error))
    except Exception as error:
        from hipify_py.commands.process import failures_of_files

        if isinstance(error, failures_of_files()):
            return _complain(str(error))
        # A bug of ours must be named in one line, as one met in a file is.
        return _complain(f"internal error, please report it: {type(error).__name__}: {error}")


def _has_input() -> bool:
    """Whether something is piped into a command without arguments."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):  # no stream, or one of Python alone
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


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
