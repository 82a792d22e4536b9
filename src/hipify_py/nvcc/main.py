"""The console script. Where nothing has changed since the last time, it starts the compiler, and imports little."""

from __future__ import annotations

try:
    import os
    import sys

    from hipify_py.nvcc import NvccError, plans, settings
except KeyboardInterrupt:
    raise SystemExit(130) from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_FAILED = 1
_NOT_RUN = 127


def main() -> None:
    try:
        sys.exit(_exit_code(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)


def _exit_code(words: Sequence[str]) -> int:
    try:
        return _answer(words) or run(_plan(words))
    except NvccError as error:
        return _failed(str(error), _FAILED)
    except OSError as error:
        return _failed(f"{error.filename}: {error.strerror}" if error.filename else str(error), _FAILED)


def _failed(why: str, code: int) -> int:
    """The exit code, after one line that commands no terminal, whatever names it has."""
    from hipify_py.report.lines import printable  # what goes well does without

    sys.stderr.write(f"{settings.PROGRAM}: error: {printable(why)}\n")
    return code


def _answer(words: Sequence[str]) -> int | None:
    """Questions about the compiler itself; an exit code of 0 ends here, too."""
    if words and words[0] == settings.LAUNCH:
        return None
    from hipify_py.nvcc import answers

    said = answers.to(words)
    if said is None:
        return None
    sys.stdout.write(said.output)
    sys.stderr.write(said.errors)
    sys.stdout.flush()
    sys.exit(said.code)


def _plan(words: Sequence[str]) -> plans.Plan:
    name = plans.key(list(words))
    plan = plans.load(name)
    if plan is None:
        plan = _made(words)
        plans.keep(name, plan)
    return plan


def _made(words: Sequence[str]) -> plans.Plan:
    if words and words[0] == settings.LAUNCH:
        from hipify_py.nvcc import launching

        return launching.made(words[1:])
    from hipify_py.nvcc import making

    return making.made(words)


def run(plan: plans.Plan) -> int:
    sys.stderr.write(plan.says)
    sys.stderr.flush()
    if plan.code or plan.is_dry:
        return plan.code
    try:
        if not plan.ours or not (plan.depfile or plan.shows_rules):
            _restore_signals()
            os.execv(plan.command[0], plan.command)
        return _run_and_clean(plan)
    except OSError as error:
        return _failed(f"{plan.command[0]}: {error.strerror}", _NOT_RUN)


def _restore_signals() -> None:
    """Python ignores some, and so would the compiler: one whose reader has gone is to end without a word."""
    import signal

    for name in ("SIGPIPE", "SIGXFSZ"):
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_DFL)


def _run_and_clean(plan: plans.Plan) -> int:
    import subprocess  # takes time that most runs do without

    from hipify_py.nvcc import depfiles

    output = subprocess.PIPE if plan.shows_rules else None
    done = subprocess.run(plan.command, stdout=output, check=False)
    if plan.shows_rules:
        sys.stdout.buffer.write(depfiles.cleaned(done.stdout, plan.ours))
    else:
        depfiles.clean(plan.depfile, plan.ours)
    return done.returncode if done.returncode >= 0 else 128 - done.returncode
