"""nvcc's options, and what takes their place for clang and hipcc: `mappings/build/nvcc_flags.yaml` says it, option by
option, and `read` applies it to a command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple

from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.flag_words import Given, Row, split
from hipify_py.tables import builds

Fate = Literal["same", "translated", "dropped", "finding", "unknown", "input"]

_FORWARDING = frozenset(
    ("-forward-unknown-to-host-compiler", "-forward-unknown-to-host-linker", "-forward-unknown-opts")
)
_FOR_GPUS = frozenset(("-arch", "-gencode", "-code"))
_NVIDIAS = "it names NVIDIA GPUs"
_NAMED_ALREADY = "all GPUs are named once"
_NOT_FORWARDED = "nvcc refuses it without -forward-unknown-to-host-compiler"
_OF_VARIABLE = ("its variable chooses no GPU any more", "name AMD's by it (`--offload-arch=$(ARCH)`), or remove it")
_UNSEEN = "its value is not known here"
_RESPONSE = "the options in the file are those of nvcc"


class Option(NamedTuple):
    """words[first:last], which `new` takes the place of.

    `why` is the reason for what is dropped, found or unknown, and `help` says what to do about what is found, or is
    missing with what is dropped or translated.
    """

    first: int
    last: int
    name: str
    values: tuple[str, ...]
    fate: Fate
    new: tuple[str, ...]
    why: str = ""
    help: str = ""

    @property
    def is_reported(self) -> bool:
        return self.fate == "finding" or bool(self.help)


class _Outcome(NamedTuple):
    fate: Fate
    new: tuple[str, ...] = ()
    why: str = ""
    help: str = ""


# Of the values of an option the one that matters most decides about all.
_RANK = ("same", "input", "dropped", "translated", "unknown", "finding")


@dataclass(frozen=True)
class _Command:
    """What one option has to know of the others."""

    gpus: tuple[str, ...]
    first_for_gpus: int
    stated: frozenset[str]
    forwards: bool
    links_only_hip: bool


def read(
    words: Sequence[str],
    archs: Sequence[str] = (),
    *,
    forwards: bool = False,
    sides: Sequence[int] = (),
    links_only_hip: bool = False,
) -> Iterator[Option]:
    """The options and inputs of a command line of nvcc's, which begins behind the word `nvcc`.

    Words are as nvcc gets them: whoever reads them in a file strips the quotes of the shell, Make or CMake before, and
    quotes `new` again where it needs that. Variables such as `$(FLAGS)` stay words, and may be values. Quotes within
    values are nvcc's own, as in `-Xcompiler "\\"-Wl,-rpath,/x\\""`, and read as nvcc does.

    `archs` are the GPUs to compile for, as gfx90a. `forwards` says that other options reach the host compiler, as with
    -forward-unknown-to-host-compiler, which CMake gives always. `sides` tell words apart that stand under conditions:
    those of one side hold together, and those of side 0 always. `links_only_hip` makes findings of libraries that only
    `--target roc` links.
    """
    given = list(split(words))
    command = _Command(
        tuple(f"--offload-arch={arch}" for arch in archs),
        next((each.first for each in given if each.name in _FOR_GPUS), -1),
        frozenset(f"{each.name}={value}" for each in given for value in each.values),
        forwards or any(each.name in _FORWARDING for each in given),
        links_only_hip,
    )
    found = [(each, _outcome(each, command)) for each in given]
    said = {(sides[each.first] if sides else 0, made.new) for each, made in found if len(made.new) == 1}
    for each, made in found:
        if made.fate == "translated" and len(made.new) > 1:
            made = _without_said(made, said, sides[each.first] if sides else 0)
        yield Option(each.first, each.last, each.name, each.values, *made)


def _without_said(made: _Outcome, said: Set[tuple[int, tuple[str, ...]]], side: int) -> _Outcome:
    """`-g -G`: of the options that one becomes, the first is not repeated."""
    first = made.new[:1]
    is_said = not said.isdisjoint(((0, first), (side, first))) and not first[0].startswith("-X")
    return made._replace(new=made.new[1:]) if is_said else made


def _outcome(given: Given, command: _Command) -> _Outcome:
    if given.row is None:
        return _of_others(given, command)
    if given.lacks_value:
        return _Outcome("unknown", given.words, "its value is missing")
    if given.row.by == "gpus":
        return _of_gpus(given, command)
    if given.row.by == "library":
        return _settled(given, [_of_library(value, command) for value in given.values])
    if given.row.values:
        return _settled(given, [_of_value(given, value, command) for value in given.values])
    return _settled(given, [_of_row(given.row, given.values, command)])


def _of_others(given: Given, command: _Command) -> _Outcome:
    if not given.name:
        return _Outcome("input", given.words)
    if given.name.startswith("@"):
        return _Outcome("finding", given.words, _RESPONSE, "translate the options in the file")
    return _Outcome("same", given.words) if command.forwards else _Outcome("unknown", given.words, _NOT_FORWARDED)


def _of_gpus(given: Given, command: _Command) -> _Outcome:
    if given.first != command.first_for_gpus:
        return _Outcome("dropped", why=_NAMED_ALREADY if command.gpus else _NVIDIAS)
    gpus = command.gpus or (("--offload-arch=native",) if given.values == ("native",) else ())
    if not gpus:
        return _Outcome("dropped", why=_NVIDIAS)
    is_variable = any("$" in value for value in given.values)
    return _Outcome("translated", gpus, *(_OF_VARIABLE if is_variable else ()))


def _of_library(name: str, command: _Command) -> _Outcome:
    row = builds.library(name)
    if row is None or not (row.library or row.dropped or row.remedy):
        return _Outcome("translated", (f"-l{name}",))
    if row.library and not (row.remedy and command.links_only_hip):
        return _Outcome("translated", (f"-l{row.library}",))
    if row.dropped:
        return _Outcome("dropped", why=row.dropped)
    return _Outcome("finding", (f"-l{name}",), f"ROCm has no counterpart of lib{name}", row.remedy)


def _of_value(given: Given, value: str, command: _Command) -> _Outcome:
    assert given.row is not None
    fitting = (row for known, row in given.row.values.items() if fnmatchcase(value, known))
    if row := next(fitting, None):
        return _of_row(row, (value,), command)
    if given.row.to or given.row.dropped:
        return _of_row(given.row, (value,), command)
    if "$" in value:
        return _Outcome("finding", given.words, _UNSEEN, f"write what {_choices(given.row)} stand for")
    return _Outcome("unknown", given.words, f"nvcc takes {_choices(given.row)} here")


def _choices(row: Row) -> str:
    return " or ".join(row.values)


def _of_row(row: Row, values: tuple[str, ...], command: _Command) -> _Outcome:
    why_not = next((why for needed, why in row.unless.items() if needed not in command.stated), "")
    if why_not or row.dropped:
        return _Outcome("dropped", why=why_not or row.dropped, help=row.remedy)
    if row.finding:
        return _Outcome("finding", (), row.finding, row.remedy)
    return _Outcome("translated", _filled(row.to[0], values))


def _settled(given: Given, outcomes: Sequence[_Outcome]) -> _Outcome:
    """One outcome for all values. What is found stays as it is, and so does what clang reads as it is written."""
    decisive = max(outcomes, key=lambda each: _RANK.index(each.fate))
    if decisive.fate in ("finding", "unknown"):
        return decisive._replace(new=given.words)
    new = tuple(word for each in outcomes for word in each.new)
    if decisive.fate == "translated" and (new == given.words or _is_spelling(given, new)):
        return _Outcome("same", given.words)
    return decisive._replace(new=new)


def _is_spelling(given: Given, new: tuple[str, ...]) -> bool:
    """Whether clang reads the words as they are, and as what would take their place."""
    assert given.row is not None
    of_same_values = bool(given.row.to) and _filled(given.row.to[0], given.values) == new
    return of_same_values and any(_filled(to, given.values) == given.words for to in given.row.to[1:])


def _filled(to: str, values: tuple[str, ...]) -> tuple[str, ...]:
    if "{,}" in to:
        return (to.replace("{,}", ",".join(values)),)
    if "{}" not in to:
        return tuple(to.split())
    return tuple(word.replace("{}", value) for value in values for word in to.split())
