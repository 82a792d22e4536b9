"""An outcome as it comes from a worker and lies in the cache: a line of JSON, and the bytes that were written.

Both may have been anywhere meanwhile, so what is read back is checked piece by piece: it is an outcome, or it is
`NotARecordError`. What belongs to the run and not to the conversion, as the file itself, is not part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from json import JSONDecoder, JSONEncoder
from sys import intern
from typing import Any, NamedTuple

from hipify_py.digests import blake2b
from hipify_py.file.measure import Measure
from hipify_py.findings import Severity
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome, Remark, Replacement, Silence
from hipify_py.run.task import Task
from hipify_py.source import Position
from hipify_py.texts import to_bytes, to_text

_encode = JSONEncoder(separators=(",", ":"), check_circular=False).encode
_decode = JSONDecoder().decode
_SEVERITIES = {severity.value: severity for severity in Severity}
_OUTPUT = "output"


class NotARecordError(Exception):
    """Something else than what was written."""


class Record(NamedTuple):
    """`output` is None where the file stays as it is, or nobody wants to know what it becomes."""

    line: bytes
    output: bytes | None


def record_of(outcome: FileOutcome, *, with_output: bool) -> Record:
    path = str(outcome.file.path)
    kept = {
        name: codec.encode(value)
        for name, codec in _CODECS.items()
        if (value := getattr(outcome, name)) != _DEFAULTS[name]
    }
    if any(remark.path != path for remark in outcome.remarks):
        raise NotARecordError(f"{path}: a finding of another file")
    if outcome.output is not None:
        kept[_OUTPUT] = digest(outcome.output)
    return Record(to_bytes(_encode(kept)), outcome.output if with_output else None)


def outcome_of(line: bytes, task: Task) -> tuple[FileOutcome, str]:
    """The outcome but for its output, and the digest of that, or nothing where there is none."""
    try:
        kept = _decode(to_text(line))
        output = _text(kept.pop(_OUTPUT, ""))
        values = {name: _CODECS[name].decode(value) for name, value in kept.items()}
        path = str(task.file.path)
        values["remarks"] = tuple(_remark(path, row) for row in values.get("remarks", ()))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise NotARecordError from error
    return FileOutcome(task.file, signature=task.signature, new_name=task.new_name, **values), output


def with_output(outcome: FileOutcome, task: Task, output: bytes, expected: str) -> FileOutcome:
    """The same with its output, once that is sure to be the one."""
    if digest(output) != expected:
        raise NotARecordError
    return replace(outcome, original=task.input.data, output=output)


def digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


class _Codec(NamedTuple):
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError
    return value


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise TypeError
    return value


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError
    return value


def _counts(value: Mapping[Any, Any]) -> dict[str, int]:
    return {intern(_text(name)): _count(count) for name, count in value.items()}


def _texts(value: Any) -> tuple[str, ...]:
    if type(value) is not list:
        raise TypeError
    return tuple(map(_text, value))


def _position(line: Any, column: Any) -> Position:
    return Position(_count(line), _count(column))


def _packed_remark(remark: Remark) -> list[Any]:
    fix = [(*change.start, *change.end, change.text) for change in remark.fix]
    numbers = (*remark.start, *remark.end, *remark.lines, remark.severity.value)
    texts = (remark.rule, remark.message, remark.help, remark.subject, remark.source, remark.fingerprint, remark.guard)
    return [*numbers, *texts, remark.fix_text, remark.joined, fix, remark.also]


_PACKED_REMARK = [*(int,) * 7, *(str,) * 9, list, list]


def _remark(path: str, row: Any) -> Remark:
    """One of many in a file: what its parts are is asked at once. Texts that many findings share are kept once."""
    if [*map(type, row)] != _PACKED_REMARK or min(row[:6]) < 0:
        raise TypeError
    (
        line,
        column,
        end,
        end_column,
        first,
        last,
        severity,
        rule,
        message,
        help,
        subject,
        source,
        known,
        guard,
        text,
        joined,
        fix,
        also,
    ) = row
    return Remark(
        path,
        Position(line, column),
        Position(end, end_column),
        intern(rule),
        _SEVERITIES[severity],
        intern(message),
        intern(help),
        intern(subject),
        source,
        known,
        guard,
        tuple(_replacement(*change) for change in fix) if fix else (),
        text,
        (first, last),
        joined,
        tuple(map(_count, also)),
    )


def _replacement(line: Any, column: Any, end: Any, end_column: Any, text: Any) -> Replacement:
    return Replacement(_position(line, column), _position(end, end_column), _text(text))


def _packed_silence(silence: Silence) -> list[Any]:
    return [*silence.start, *silence.end, *silence.lines, silence.names, silence.is_region, silence.source]


def _silence(line: Any, column: Any, end: Any, end_column: Any, first: Any, last: Any, *rest: Any) -> Silence:
    names, is_region, source = rest
    lines = (_count(first), _count(last))
    start, behind = _position(line, column), _position(end, end_column)
    return Silence(lines, _texts(names), _flag(is_region), start, behind, _text(source))


def _packed_calls(calls: Mapping[str, frozenset[str]]) -> dict[str, list[str]]:
    return {header: sorted(names) for header, names in calls.items()}


def _calls(value: Any) -> dict[str, frozenset[str]]:
    return {_text(header): frozenset(_texts(names)) for header, names in dict(value).items()}


_COUNTS = _Codec(dict, _counts)
_CODECS = {
    "problem": _Codec(_same, _text),
    "size": _Codec(_same, _count),
    "skipped": _Codec(_same, _flag),
    "generator": _Codec(_same, _text),
    "needs_headers": _Codec(sorted, lambda value: frozenset(_texts(value))),
    "header_calls": _Codec(_packed_calls, _calls),
    "measure": _Codec(tuple, lambda value: Measure(*map(_count, value))),
    "converted": _COUNTS,
    "names": _COUNTS,
    "ptx": _COUNTS,
    "module": _COUNTS,
    "declared": _Codec(sorted, lambda value: frozenset(_texts(value))),
    "silences": _Codec(
        lambda value: [*map(_packed_silence, value)], lambda value: tuple(_silence(*row) for row in value)
    ),
    "remarks": _Codec(lambda value: [*map(_packed_remark, value)], _same),
}
_NOBODY = FileOutcome(File(path=None, relative=None, kind="other"))  # type: ignore[arg-type]
_DEFAULTS = {field.name: getattr(_NOBODY, field.name) for field in fields(FileOutcome)}
