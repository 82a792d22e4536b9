"""One file of a run, converted, and what became of it. Nothing is read or written here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TypeVar

from hipify_py import kept_patterns
from hipify_py.engine import Context, Result, convert, convert_build, convert_module, left_whole, scan_artifact
from hipify_py.file.generated import generator
from hipify_py.file.style import Style
from hipify_py.findings import Finding
from hipify_py.reading import suppressions
from hipify_py.rules.run import severity
from hipify_py.run.discover import File
from hipify_py.run.outcome import (
    KILLED,
    FileOutcome,
    KilledError,
    Remark,
    Replacement,
    Silence,
    digest,
    fingerprint,
)
from hipify_py.run.record import Record, record_of
from hipify_py.run.task import Input, Recipe
from hipify_py.source import Source
from hipify_py.system.timing import OutOfTimeError, time_limit
from hipify_py.tables.model import Policy

Item = TypeVar("Item")
Made = TypeVar("Made")
# The CPU time of a file; what takes longer was made to.
_SECONDS = 20.0
_SECONDS_A_MEGABYTE = 20.0
# What is kept of a line to be shown with a finding. No hand writes longer ones.
_SHOWN = 2_000
# What is kept of names and expressions that messages quote.
_QUOTED = 400


def convert_batch(recipe: bytes, inputs: Sequence[Input], *, with_output: bool) -> list[Record]:
    """What workers are asked for. The recipe is pickled: small, and understood once."""
    found = records(inputs, *_understood(recipe), with_output=with_output)
    kept_patterns.keep(kept_patterns.MANY)
    return found


@lru_cache(maxsize=2)
def _understood(recipe: bytes) -> tuple[Policy, Style]:
    import pickle  # where nobody else converts it is not needed

    given: Recipe = pickle.loads(recipe)
    return given.policy(), given.style


def records(inputs: Sequence[Input], policy: Policy, style: Style, *, with_output: bool, jobs: int = 1) -> list[Record]:
    """What becomes of each; `jobs` is how many processes may work on one of them."""
    return [record_of(converted(input, policy, style, jobs), with_output=with_output) for input in inputs]


def converted(input: Input, policy: Policy, style: Style, jobs: int = 1) -> FileOutcome:
    """Convert what was read: the same wherever it is done. Whatever goes wrong is the outcome of this file alone."""
    file = input.file
    try:
        return outcome_of(result_of(file, input.data, input.context(policy, style), jobs), file, policy.archs)
    except Exception as error:
        return failed(file, error)


def failed(file: File, error: Exception) -> FileOutcome:
    """A bug of ours must cost one file and be named, not end the run."""
    if isinstance(error, KilledError):
        return FileOutcome(file, problem=KILLED)
    if isinstance(error, MemoryError):
        return FileOutcome(file, problem="not enough memory to convert it")
    return FileOutcome(file, problem=f"internal error, please report it: {type(error).__name__}: {error}")


def seconds_for(data: bytes) -> float:
    return _SECONDS + _SECONDS_A_MEGABYTE * len(data) / 1_000_000


def result_of(file: File, data: bytes, context: Context, jobs: int = 1) -> Result:
    """Sources are converted; what else a report is about is only looked at. What takes too long is left whole."""
    try:
        with time_limit(seconds_for(data)):
            if file.kind == "source":
                result = convert(data, context)
                return _kept(result) if context.style.keeps_sources else result
            if file.kind == "module":
                mapped = partial(_shared, jobs, seconds_for(data)) if jobs > 1 else None
                return convert_module(data, context, mapped)
            return _OTHERS[file.kind](data, context)
    except OutOfTimeError as error:
        return left_whole(Source(context.path, data), error)


_OTHERS = {"build": convert_build, "artifact": scan_artifact}


def _shared(jobs: int, seconds: float, act: Callable[[Item], Made], items: Sequence[Item]) -> Iterable[Made]:
    """What is made of the parts of a file, by as many processes as there may be."""
    from hipify_py.run.pools import shared  # few files are so long, and what it imports takes time

    return shared(act, items, jobs, seconds)


def _kept(result: Result) -> Result:
    """What is said of a source that stays as it is."""
    data = result.source.data
    return replace(result, output=data, edits=(), applied=(), header_calls={}, needs_headers=frozenset(), ptx={})


def outcome_of(result: Result, file: File, archs: tuple[str, ...] = ()) -> FileOutcome:
    """A conversion in the shape of a run's outcomes."""
    source = result.source
    return FileOutcome(
        file,
        original=source.data if result.changed else None,
        output=result.output if result.changed else None,
        converted=Counter(edit.group for edit in result.edits),
        names=Counter(edit.why for edit in result.edits),
        remarks=tuple(_remarks(result, archs)),
        skipped=result.skipped and file.is_converted,
        size=len(source.data),
        measure=result.measure,
        declared=result.declared,
        ptx=result.ptx,
        needs_headers=result.needs_headers,
        header_calls=result.header_calls,
        silences=() if result.skipped else tuple(_silences(file, source)),
        generator=generator(source.text) if result.findings and file.kind != "module" else "",
        module=result.module,
    )


def _remarks(result: Result, archs: tuple[str, ...]) -> Iterator[Remark]:
    seen: Counter[str] = Counter()
    source = result.source
    number, line, words = 0, "", ""
    for found in result.findings:
        start = source.position(found.start)
        if start.line != number:
            number, line = start.line, source.line_text(start.line)
            words = digest(" ".join(line.split()))
            line = line[:_SHOWN]
        key = "\0".join((found.rule, found.subject, words))
        seen[key] += 1
        yield Remark(
            source.path,
            start,
            source.position(found.end),
            found.rule,
            severity(found, archs),
            _quoted(found.message),
            _quoted(found.help),
            _quoted(found.subject),
            line,
            fingerprint(key, seen[key]),
            found.guard,
            tuple(_replacements(source, found)),
            found.fix.description if found.fix else "",
            _lines(source, found),
            found.joined,
            tuple(map(source.line, found.also)),
        )


def _quoted(text: str) -> str:
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"


def _lines(source: Source, found: Finding) -> tuple[int, int]:
    start, end = found.extent or (found.start, found.end)
    return source.line(start), source.line(max(start, end - 1))


def _silences(file: File, source: Source) -> Iterator[Silence]:
    find = suppressions.in_source if file.is_source else suppressions.in_build_file
    number, text = 0, ""
    for found in find(source.text) if file.kind not in ("artifact", "module") else ():
        start = source.position(found.start)
        if start.line != number:
            number, text = start.line, source.line_text(start.line)[:_SHOWN]
        yield Silence(found.lines, found.names, found.kind == "off", start, source.position(found.end), text)


def _replacements(source: Source, found: Finding) -> Iterator[Replacement]:
    for edit in found.fix.edits if found.fix else ():
        if isinstance(edit.new, bytes):
            text = edit.new.decode("utf-8", "replace")
            yield Replacement(source.position(edit.start), source.position(edit.end), text)
