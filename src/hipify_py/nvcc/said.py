"""Findings as compilers write theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from hipify_py.file.amd_branches import AmdBranches, on_amd
from hipify_py.findings import Severity
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN, Worth, defined_as
from hipify_py.reading.reading import Reading
from hipify_py.run.outcome import Remark
from hipify_py.source import Source
from hipify_py.system.disk import read_regular
from hipify_py.texts import to_bytes

_LIBRARIES = "LIB"
_MOST_BYTES = 16_000_000  # more is in no file that was converted
# What a rule asks for, where it is given already.
_ANSWERED_BY = {"DEV027": "-fgpu-rdc"}


def still_open(remarks: Iterable[Remark], words: Collection[str]) -> list[Remark]:
    """The findings that the compiler's options do not answer. Those of code that is most likely left out are warnings:
    if it is read, the compiler fails there."""
    found = (remark for remark in remarks if _ANSWERED_BY.get(remark.rule) not in words)
    return [replace(each, severity=Severity.WARNING) if _is_left_out(each, words) else each for each in found]


def _is_left_out(remark: Remark, words: Collection[str]) -> bool:
    """Whether a library without a counterpart is used where a macro is defined, and neither the command nor the file
    defines it."""
    if remark.severity is not Severity.ERROR or not remark.rule.startswith(_LIBRARIES):
        return False
    try:
        data = read_regular(Path(remark.path), _MOST_BYTES)
    except OSError:  # it was there a moment ago
        return False
    place = sum(map(len, data.splitlines(keepends=True)[: remark.line - 1]))
    given = {to_bytes(word[2:].partition("=")[0]) for word in words if word.startswith("-D")}
    return AmdBranches(Reading(Source(remark.path, data), True), (), partial(_worth, given)).is_dead(place)


def _worth(given: Collection[bytes], name: bytes) -> Worth:
    known = on_amd(name)
    return defined_as(None) if name in given else UNDEFINED if known == UNKNOWN else known


def lines(remarks: Iterable[Remark], least: Severity, *, only_warns: bool) -> Iterator[str]:
    for remark in remarks:
        if remark.severity < least:
            continue
        kind = "error" if remark.severity is Severity.ERROR and not only_warns else "warning"
        place = f"{remark.path}:{remark.line}:{remark.column}"
        yield f"{place}: {kind}: {remark.message} [{remark.rule}]"
        if remark.help:
            yield f"{place}: note: {remark.help}"
