"""Findings as compilers write theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hipify_py.findings import Severity
from hipify_py.run.outcome import Remark

# What a rule asks for, where it is given already.
_ANSWERED_BY = {"DEV027": "-fgpu-rdc"}


def still_open(remarks: Iterable[Remark], words: Collection[str]) -> list[Remark]:
    """The findings that the compiler's options do not answer."""
    return [remark for remark in remarks if _ANSWERED_BY.get(remark.rule) not in words]


def lines(remarks: Iterable[Remark], least: Severity, *, only_warns: bool) -> Iterator[str]:
    for remark in remarks:
        if remark.severity < least:
            continue
        kind = "error" if remark.severity is Severity.ERROR and not only_warns else "warning"
        place = f"{remark.path}:{remark.line}:{remark.column}"
        yield f"{place}: {kind}: {remark.message} [{remark.rule}]"
        if remark.help:
            yield f"{place}: note: {remark.help}"
