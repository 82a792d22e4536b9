"""What of a large report the page holds: all numbers, then findings, the worst first, then sources while they fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hipify_py.report.model import Report
from hipify_py.report.page import columns
from hipify_py.report.page.embedded import base64_text, packed_json
from hipify_py.report.progress import Progress
from hipify_py.rules.model import Catalogue

# A page of so many bytes opens within two seconds, and can be sent by mail.
MOST = 10_000_000
MOST_DATA = 4_000_000
_SURE = 0.95


class Packed(NamedTuple):
    """`data` are files and findings, `texts` the sources by the number of their file. The others were left out, each
    `why` with the number of its files."""

    data: str
    findings: int
    texts: dict[int, str]
    why: dict[str, int]


def packed(
    report: Report, catalogue: Catalogue, names: columns.Names, since: Progress | None, taken: int, most: int = MOST
) -> Packed:
    data, findings = _data(report, catalogue, names, since, min(MOST_DATA, max(0, most - taken)))
    texts, why = _texts(report, most - taken - len(data))
    return Packed(data, findings, texts, why)


def _data(
    report: Report, catalogue: Catalogue, names: columns.Names, since: Progress | None, most: int
) -> tuple[str, int]:
    """Files and as many findings as fit, and how many these are."""
    ranked, files = columns.by_severity(report), columns.files(report, names)
    new = since.new if since else ()
    count = len(ranked)
    while True:
        found = columns.findings(report, catalogue, sorted(ranked[:count]), new)
        data = packed_json({"files": files, "findings": found})
        if len(data) <= most or not count:
            return data, count
        count = min(count - 1, int(count * _SURE * most / len(data)))


def _texts(report: Report, room: int) -> tuple[dict[int, str], dict[str, int]]:
    """The sources that fit, those of files with most to do first."""
    chosen: dict[int, str] = {}
    why: defaultdict[str, int] = defaultdict(int)
    for reason in report.sources.left_out.values():
        why[reason] += 1
    number_of = {path: number for number, path in enumerate(columns.paths(report))}
    for path in _most_to_do(report, report.sources.texts):
        text = base64_text(report.sources.texts[path])
        if path not in number_of:
            continue
        if len(text) + _AROUND > room:
            why["the page would be larger than 10 MB"] += 1
            continue
        chosen[number_of[path]] = text
        room -= len(text) + _AROUND
    return chosen, dict(why)


# The number of a file, quotes, a colon, a comma.
_AROUND = 12


def _most_to_do(report: Report, paths: Iterable[str]) -> Sequence[str]:
    worst: defaultdict[str, int] = defaultdict(int)
    for remark in report.remarks:
        worst[remark.path] = max(worst[remark.path], remark.severity)
    size = {path: len(text) for path, text in report.sources.texts.items()}
    return sorted(paths, key=lambda path: (-worst[path], size[path], path))
