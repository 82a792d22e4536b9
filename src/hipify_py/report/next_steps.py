"""What to do next: decisions, flags of the build and commands, from what was found and how the run was called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from hipify_py.file.marks import COMPAT_HEADER
from hipify_py.findings import Severity
from hipify_py.report.causes import Cause, causes
from hipify_py.report.lines import as_argument, counted
from hipify_py.report.model import Call, FileReport, Report
from hipify_py.report.totals import totals
from hipify_py.rules.model import Catalogue, Risk
from hipify_py.run.discover import MADE_SUFFIX

MOST = 7
# Whoever names more, as hooks do, has no use for a command.
_PATHS = 3
# Of the rules that a step covers.
_RULES = 4
_EXAMPLE_GPU = "gfx942"
_RISKS: tuple[Risk, ...] = ("hangs", "differs", "")


def next_steps(report: Report, catalogue: Catalogue) -> list[str]:
    """At most so many lines, what has to be decided first."""
    if report.interrupted:
        return []
    then = [*_flags(report), *_commands(report)]
    found = [cause for cause in causes(report, catalogue) if cause.severity >= Severity.WARNING]
    return [*_decisions(found, MOST - len(then)), *then]


def _decisions(found: Sequence[Cause], room: int) -> Iterator[str]:
    """The step of each rule, once for rules that share it: what hangs or computes something else, then the worst."""
    by_step = sorted((cause for cause in found if cause.rule.step), key=lambda cause: cause.rule.step)
    steps = [list(group) for _step, group in groupby(by_step, key=lambda cause: cause.rule.step)]
    steps.sort(key=_rank)
    shown = steps if len(steps) <= room else steps[: room - 1]
    yield from map(_decision, shown)
    others = [cause for step in steps[len(shown) :] for cause in step]
    if others:
        places = counted(sum(cause.count for cause in others), "place")
        yield f"fix the other {counted(len(others), 'cause')}, worst first: {places}"


def _rank(step: list[Cause]) -> tuple[int, int, int]:
    risk = min(_RISKS.index(cause.rule.risk) for cause in step)
    return risk, -max(cause.severity for cause in step), -sum(cause.count for cause in step)


def _decision(step: list[Cause]) -> str:
    worst = sorted(step, key=lambda cause: (-cause.severity, -cause.count))
    rules = list(dict.fromkeys(cause.rule.id for cause in worst))
    named = " ".join(rules[:_RULES]) + " …" * (len(rules) > _RULES)
    places = counted(sum(cause.count for cause in step), "place")
    files = counted(len({path for cause in step for path in cause.files}), "file")
    return f"{step[0].rule.step}: {places} in {files}, see `hipify-py explain {named}`"


def _flags(report: Report) -> Iterator[str]:
    """What compilers have to be told about the converted sources."""
    changed = [file for file in report.files if file.change or report.command == "shim"]
    users = Counter(header for file in changed for header in file.headers)
    calls = {name for file in changed for name in file.headers.get(COMPAT_HEADER, ())}
    if users[COMPAT_HEADER] and _is_of_any_release(calls):
        del users[COMPAT_HEADER]
    for macro, files in sorted(_macros(report).items()):
        yield f"define {macro} in builds for AMD: {counted(files, 'file')} portable by it already"
    for header, count in sorted(users.items()):
        yield f"compile as C++17 or later: {header}, included by {counted(count, 'file')}"
    if modules := [file for file in changed if file.module]:
        gpu = "" if report.archs else f" for your GPU, such as {_EXAMPLE_GPU}"
        yield f"build {counted(len(modules), 'code object')}{gpu}: {_genco(report, modules[0])}"
    converted = totals(report).converted
    for library, flag in report.call.flags.items():
        if (changes := converted[library]) and report.command != "shim":  # whose header defines the macro
            yield f"compile with {flag} for {library} on ROCm {report.rocm}: {counted(changes, 'change')}"


def _genco(report: Report, module: FileReport) -> str:
    """The command for one of the sources that modules of PTX have become."""
    from shlex import join

    path = Path(report.call.output, module.relative) if report.call.output else Path(module.path)
    source, built = (str(path.with_suffix(suffix)) for suffix in (MADE_SUFFIX, ".hsaco"))
    gpus = (f"--offload-arch={gpu}" for gpu in report.archs or (_EXAMPLE_GPU,))
    return join(["hipcc", "--genco", *gpus, source, "-o", built])


def _is_of_any_release(calls: Set[str]) -> bool:
    """Whether any release of C++ compiles what is called of hipify_compat.hpp."""
    from hipify_py.helpers import IN_NAMESPACE, OF_HOST  # few runs write that header

    return calls <= IN_NAMESPACE | OF_HOST


def _macros(report: Report) -> Counter[str]:
    """The macros of the project that files which were left as they are ask for, and how many do."""
    found = Counter[str]()
    for each in report.ported:
        if each.macro:
            found[each.macro] += each.files
    return found


def _commands(report: Report) -> Iterator[str]:
    call = report.call
    if not 0 < len(call.paths) <= _PATHS:
        return
    if report.command == "shim":
        rules = {remark.rule for remark in report.remarks}
        if "SHM001" in rules:
            what = "includes" if rules.isdisjoint(("SHM002", "SHM003", "SHM004")) else "sources"
            shim = replace(call, options=("shim", *call.options, f"--fix-{what}"))
            header = Path(call.output)
            shown = header.relative_to(Path.cwd()) if header.is_relative_to(Path.cwd()) else header
            yield f"or let hipify-py edit the {what}: {_command(shim, output=str(shown))}"
        return
    if call.keeps_sources:
        if totals(report).changed and not report.dry:
            yield "build for AMD: cmake -DUSE_HIP=ON, or make USE_HIP=1"
        elif totals(report).changed:
            yield f"convert: {_command(call)}"
    elif report.command == "scan" and totals(report).converted:
        yield f"convert: {_command(call, output=call.output or _beside(call))} (add --verify on a machine with hipcc)"
    elif report.dry and totals(report).changed:
        yield f"convert: {_command(call)} (add --verify on a machine with hipcc)"
    elif report.command == "convert" and not report.dry and _has_changed_sources(report) and not call.verified:
        extra = () if call.output else ("--check",)
        yield f"on a machine with hipcc, check: {_command(call, *extra, '--verify', output=call.output)}"


def _has_changed_sources(report: Report) -> bool:
    """Those that `--verify` looks at."""
    return any(file.change and not file.module for file in report.files)


def _command(call: Call, *options: str, output: str = "") -> str:
    from shlex import join  # asked for at the end

    return join(
        ["hipify-py", *call.options, *options, *map(as_argument, call.paths), *(("-o", output) if output else ())]
    )


def _beside(call: Call) -> str:
    """A directory for what is converted that does not lie in the source; files alone are converted in place."""
    folder = Path(call.paths[0])
    if len(call.paths) > 1 or not folder.is_dir():
        return ""
    real = folder.resolve()
    name = f"hip-{real.name or 'source'}"
    return str(folder / ".." / name) if Path.cwd().is_relative_to(real) else name
