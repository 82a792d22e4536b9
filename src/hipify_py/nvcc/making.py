"""From a command line to its plan: what is slow, and done when something has changed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.findings import Severity
from hipify_py.nvcc import NvccError, cleaning, device_link, hip_macros, said, settings, toolkit
from hipify_py.nvcc.closure import closure
from hipify_py.nvcc.compiler import Compiler, chosen
from hipify_py.nvcc.line import Line, Source, expanded, understood
from hipify_py.nvcc.objects import gpus_of
from hipify_py.nvcc.plans import Plan, stored_header
from hipify_py.report.lines import whole_line
from hipify_py.run.task import MAX_BYTES
from hipify_py.run.verify.flags import own_flags
from hipify_py.system.disk import read_standard_input
from hipify_py.tables.model import TableError, Version

if TYPE_CHECKING:
    from hipify_py.nvcc.conversion import Converted

_FAILED = 1
_SUFFIXES = {"hip": ".cu", "c++": ".cpp", "c": ".c"}


def made(words: Sequence[str]) -> Plan:
    """What to run for the words behind `nvcc`, and what to say before; raises NvccError."""
    cleaning.clean()
    plan = Plan()
    response_files: dict[str, int] = {}
    line = understood(expanded(settings.with_added(words), response_files))
    plan.depends_on(response_files)
    if line.problems:
        raise NvccError("; ".join(line.problems))
    if not line.sources:
        raise NvccError("no input files")
    standard_input = _store_standard_input(line)
    plan.is_kept = not standard_input
    for source in line.sources:
        if source.language and not Path(source.path).is_file():
            why = "is a directory" if Path(source.path).is_dir() else "no such file"
            raise NvccError(f"{source.path}: {why}")
    compiler = chosen()
    plan.depends_on([os.path.realpath(compiler.words[0]), *(each.path for each in line.sources if not each.language)])
    plan.is_dry = line.has("-dryrun")
    _refuse_other_gpus(line)
    if line.has("-dlink"):
        plan.command, needed = device_link.command(compiler, line)
        plan.needs = [str(needed)]
    elif toolkit.is_question(line):
        plan.command = toolkit.answer(compiler.words, line)
    else:
        _convert(plan, line, compiler)
        plan.ours += filter(None, (standard_input,))
    if line.has("-v", "-dryrun"):
        plan.says += "".join(f"hipify-nvcc: note: dropped {whole_line(each)}\n" for each in line.dropped)
        plan.says += toolkit.shown(plan.command, line)
    plan.depfile, plan.shows_rules = line.depfile, line.shows_rules
    return plan


def _refuse_other_gpus(line: Line) -> None:
    """Code for one GPU that is linked with code for another is found when kernels are launched, and no sooner."""
    if not (line.links or line.has("-dlink")):
        return
    by_gpus: dict[frozenset[str], str] = {}
    for source in line.sources:
        gpus = gpus_of(source.path)
        if source.language == "hip":
            gpus = frozenset(line.gpus or settings.archs())
        if gpus:
            by_gpus.setdefault(gpus, source.path)
    if len(by_gpus) > 1:
        each_for = ", ".join(f"{path} for {' and '.join(sorted(gpus))}" for gpus, path in by_gpus.items())
        raise NvccError(f"objects for different GPUs: {each_for}; compile all of them for the same ones")


def _store_standard_input(line: Line) -> str:
    """Puts a file of the cache in the place of `-`, as the compiler reads an input once for the host and once for each
    GPU. Returns the file, or nothing where no input is `-`."""
    language = next((source.language for source in line.sources if source.path == "-"), "")
    if not language:
        return ""
    try:
        data = read_standard_input(MAX_BYTES)
    except OSError as error:
        raise NvccError(str(error.strerror)) from error
    path = str(stored_header(f"stdin{_SUFFIXES.get(language, '')}", data))
    line.parts = [Source(path, language) if part == Source("-", language) else part for part in line.parts]
    return path


def _convert(plan: Plan, line: Line, compiler: Compiler) -> None:
    sources = [source for source in line.sources if source.is_converted]
    cuda = [source.path for source in sources if source.language == "hip"]
    shown = converted_for(plan, line, [source.path for source in sources], compiler.rocm, cuda)
    plan.command = compiler.command(line, shown)
    if compiler.lacks_rocm and not plan.code:
        plan.says += f"hipify-nvcc: note: ROCm is not found; install it, or set {settings.COMPILER}\n"


def converted_for(
    plan: Plan, line: Line, sources: Sequence[str], rocm: Version | None, cuda: Sequence[str] = ()
) -> list[str]:
    """Convert the sources and what they include: the options for a compiler that is to see it so. The plan learns what
    there is to say, and what it depends on. `cuda` are sources that are CUDA's whatever their names."""
    if not sources:
        return []
    from hipify_py.nvcc.conversion import converted  # not for links

    reached = closure(sources, own_flags(line.words, Path.cwd()), settings.header_folders())
    mappings = settings.mappings()
    plan.depends_on([*reached.files, *mappings])
    plan.absent = reached.absent
    try:
        result = converted(reached.files, rocm, mappings, cuda)
    except TableError as error:
        raise NvccError(str(error)) from error
    plan.ours, plan.needs = result.ours, result.needs
    _say(plan, result, line)
    return [*result.flags, *hip_macros.options(reached.asked, line.words), *result.overlay]


def _say(plan: Plan, result: Converted, line: Line) -> None:
    """Errors that hipify-py finds end it: code that compiles all the same would be wrong."""
    only_warns = settings.only_warns()
    least = Severity.ERROR if line.has("-w") else Severity.WARNING
    remarks = said.still_open(result.remarks, line.words)
    lines = (*result.problems, *said.lines(remarks, least, only_warns=only_warns))
    plan.says = "".join(f"{whole_line(each)}\n" for each in lines)
    is_bad = any(remark.severity is Severity.ERROR for remark in remarks) and not only_warns
    if is_bad:
        plan.says += f"hipify-nvcc: note: with {settings.FINDINGS}=warn the compiler tries it all the same\n"
    plan.code = _FAILED if is_bad or result.problems else 0
