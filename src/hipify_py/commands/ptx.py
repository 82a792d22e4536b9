"""`hipify-py ptx`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hipify_py.commands.build import argument, command
from hipify_py.texts import to_text

if TYPE_CHECKING:
    from hipify_py.subjects.ptx.module.fat_binaries import Packed


@command("ptx", argument("text", "[TEXT]", required=False))
def run(text: str | None, header: bool, extract: bool, compat_header: bool, jobs: int | None) -> int:
    """Show the translation of inline PTX, or of a module.

    TEXT is PTX (`bfe.u32 %0, %1, 4, 8;`) or C++ `asm` statements, a file with a PTX module, or FILE:LINE of a string
    with one; `-` reads standard input. Of a program, library, object or fat binary the modules are listed, and
    FILE:NUMBER is one of them. Exits with 1 if a statement or a function is not translated.
    """
    if header or compat_header:
        from hipify_py import helpers
        from hipify_py.file.marks import COMPAT_HEADER, PTX_HEADER

        click.echo(helpers.text(PTX_HEADER if header else COMPAT_HEADER), nl=False)
        return 0
    if text is None:
        raise click.UsageError("missing argument TEXT")
    if _is_binary(text):
        return _list_modules(text)
    name, data = _in_file(text) if extract or _names_line(text) else _given(text)
    if extract:
        click.echo(data, nl=False)
        return 0
    return _statements(to_text(data)) if name is None else _module(name, data, jobs)


def _given(text: str) -> tuple[str | None, bytes]:
    """What is to be translated, with the name of its file if it is a module."""
    from hipify_py.reading.file_names import SUFFIXES, suffix_of_source
    from hipify_py.subjects.ptx.module.conversion import is_module

    name, data = None, os.fsencode(text)
    if text == "-":
        name, data = "<stdin>", _standard_input()
    elif ";" not in text and (text.lower().endswith(".ptx") or _is_file(text)):
        name, data = text, _read(text)
        if suffix_of_source(name) in SUFFIXES and b"asm" not in data:
            raise click.UsageError(f"{name}: neither a PTX module nor a source with asm statements")
    return (name or "text" if is_module(data) or (name or "").lower().endswith(".ptx") else None), data


def _names_line(text: str) -> bool:
    file, _, line = text.rpartition(":")
    return line.isdecimal() and ";" not in text and _is_file(file)


def _is_binary(name: str) -> bool:
    """Whether a file is a program, a library or the like, in which modules may lie."""
    from hipify_py.subjects.ptx.module.fat_binaries import may_have_modules

    return ";" not in name and _is_file(name) and may_have_modules(_beginning(name))


def _beginning(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            return file.read(8)
    except OSError:
        return b""


def _list_modules(name: str) -> int:
    """What a binary has for GPUs."""
    from hipify_py.report.lines import counted

    modules = _modules(name)
    found = [each for each in modules if each.is_ptx]
    codes = ", ".join(f"sm_{gpu}" for gpu in sorted({each.gpu for each in modules if not each.is_ptx}))
    if not found:
        others = f"but machine code for {codes}" if codes else "and no code for GPUs that nvcc has packed"
        raise click.ClickException(f"{name}: no PTX {others}")
    click.echo(f"{name}: {counted(len(found), 'PTX module')}" + (f"; machine code for {codes}" if codes else ""))
    for number, each in enumerate(found, 1):
        kernels = ", ".join(each.kernels) or "no kernels"
        click.echo(f"{name}:{number}: compute_{each.gpu}, {each.problem or f'{len(each.text):,} bytes, {kernels}'}")
    return 1 if any(each.problem for each in found) else 0


def _modules(name: str) -> list[Packed]:
    import mmap

    from hipify_py.subjects.ptx.module.fat_binaries import packed_modules
    from hipify_py.texts import reason

    try:
        with Path(name).open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return list(packed_modules(data))
    except OSError as error:
        raise click.ClickException(f"{name}: {reason(error)}") from error


def _in_file(text: str) -> tuple[str, bytes]:
    """The module that FILE:NUMBER names, and how to call it."""
    file, _, number = text.rpartition(":")
    if not (_names_line(text) and _is_binary(file)):
        return _in_string(text)
    modules = [each for each in _modules(file) if each.is_ptx]
    if not 0 < int(number) <= len(modules):
        raise click.ClickException(f"{text}: there is no such module; `hipify-py ptx {file}` lists {len(modules)}")
    if problem := modules[int(number) - 1].problem:
        raise click.ClickException(f"{text}: {problem}")
    return text, modules[int(number) - 1].text


def _in_string(text: str) -> tuple[str, bytes]:
    """The module in a string literal of a source, and how to call it."""
    from hipify_py.reading.reading import Reading
    from hipify_py.source import Source
    from hipify_py.subjects.ptx.module.embedded import embedded

    if not _names_line(text):
        raise click.UsageError(f"{text}: not a file and a line, FILE:LINE")
    file, _, number = text.rpartition(":")
    source = Source(file, _read(file))
    for module in embedded(Reading(source, True)):
        if source.line(module.start) <= int(number) <= source.line(module.end):
            return f"{file}, module of line {source.line(module.start)}", module.text
    raise click.ClickException(f"{text}: no string with a PTX module is there")


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a text that no file can be called
        return False


def _module(name: str, data: bytes, jobs: int | None) -> int:
    from hipify_py.commands.request import cores
    from hipify_py.findings import Severity
    from hipify_py.report.console import Console
    from hipify_py.run.module import translation

    found = translation(name, data, jobs or cores())
    if found.skipped:
        raise click.ClickException(f"{name}: {found.remarks[0].message}")
    console = Console(0, "auto", data_on_stdout=True)
    console.write_bytes(found.output or b"")
    console.remarks(found.remarks)
    return 1 if any(each.severity is Severity.ERROR for each in found.remarks) else 0


def _statements(text: str) -> int:
    from hipify_py.report.lines import whole_line
    from hipify_py.report.translation import answers

    found = answers(text)
    if not found:
        raise click.UsageError("TEXT holds no PTX statement")
    for answer in found:
        lines = ("\t".join(map(whole_line, line.split("\t"))) for line in answer.text.split("\n"))
        click.echo("\n".join(lines), err=not answer.is_translated)
    return 0 if all(answer.is_translated for answer in found) else 1


def _standard_input() -> bytes:
    from hipify_py.run.task import MAX_MODULE_BYTES
    from hipify_py.system.disk import read_standard_input

    try:
        return read_standard_input(MAX_MODULE_BYTES)
    except OSError as error:
        raise click.UsageError(str(error.strerror)) from error


def _read(name: str) -> bytes:
    from hipify_py.run.task import MAX_MODULE_BYTES
    from hipify_py.texts import reason

    try:
        with Path(name).open("rb") as file:
            data = file.read(MAX_MODULE_BYTES + 1)
    except OSError as error:
        raise click.ClickException(f"{name}: {reason(error)}") from error
    if len(data) > MAX_MODULE_BYTES:
        raise click.ClickException(f"{name}: larger than {MAX_MODULE_BYTES // 1_000_000} MB")
    return data
