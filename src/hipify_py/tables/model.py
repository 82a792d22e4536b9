"""What a table says about a name, and what that means for one ROCm release and one target."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from typing import Any, Literal, NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.tables.gpus import are_all
from hipify_py.tables.packed import SAME, Row, unpacked
from hipify_py.texts import to_bytes, to_text

# What has to be said at each use of a name, even of one that stays as it is.
_SPOKEN_KEYS = frozenset(("arity", "arguments", "caution", "requires", "compat"))
# Conditions of argument changes on what a call passes, and where it stands.
TYPED = frozenset(("types", "not_types", "on_device"))
TYPE_SECTIONS = ("types", "device_types")
_RUNTIME_LIBRARIES = ("runtime", "driver", "device")
# The scope of libcu++ whose names are plain words (`get`, `size`): only the scope tells them.
STANDARD_LIBRARY = "cuda::std::"
# What needs the runtime's header in any dialect: keywords, built-in variables and vector types.
_INTEGERS = ("char", "short", "int", "long", "longlong")
VECTOR_ELEMENTS = (*_INTEGERS, *("u" + element for element in _INTEGERS), "float", "double")
_VECTORS = tuple(f"{make}{element}{width}" for make in ("", "make_") for element in VECTOR_ELEMENTS for width in "1234")
_KEYWORDS = frozenset(
    to_bytes(word)
    for word in [
        "__global__",
        "__device__",
        "__host__",
        "__shared__",
        "__constant__",
        "__managed__",
        "__launch_bounds__",
        "threadIdx",
        "blockIdx",
        "blockDim",
        "gridDim",
        "warpSize",
        "dim3",
    ]
).union(to_bytes(name) for name in _VECTORS)
Target = Literal["hip", "roc"]
# What hipBLASLt and hipSPARSELt share with other libraries.
_OF_LT = pattern(
    r"hipDataType|HIP_[RC]_|hip(?:blas|sparse)(?:Status|Operation|ComputeType|Order)_t|"
    r"HIP(?:BLAS|SPARSE)_(?:STATUS|OP|OPERATION|COMPUTE|ORDER)_"
)
_HIP_NAME = pattern(rb"\bhip[A-Z]\w*")


class TableError(Exception):
    """A table that cannot be used: one line with file, line, key and what is wrong there."""


class Version(NamedTuple):
    major: int
    minor: int
    patch: int = 0

    @classmethod
    def parse(cls, text: str) -> Version:
        """`6.3` or `6.3.1`; ValueError for anything else."""
        parts = [int(part) for part in text.split(".") if part.isascii() and part.isdigit()]
        if not 2 <= len(parts) <= 3 or len(parts) != text.count(".") + 1:
            raise ValueError(f"{text!r} is not a version like 6.3")
        return cls(*parts)

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}" + (f".{self.patch}" if self.patch else "")


_version = cache(Version.parse)


class Entry(NamedTuple):
    """One name, as its table has it."""

    name: str
    library: str
    section: str
    row: Row

    def get(self, key: str) -> str | None:
        if isinstance(self.row, str):
            return self.row if key == "hip" else None
        return self.row.get(key)


class Resolution(NamedTuple):
    """What becomes of a name: `target` to rename it to (perhaps itself), an `expression` of HIP's that says the same,
    or the `reason` why it stays."""

    entry: Entry
    target: str | None
    reason: Literal["", "unsupported", "absent", "release"] = ""
    message: str = ""
    help: str = ""
    expression: str | None = None
    is_in_compat: bool = False  # defined by hipify_compat.hpp


@dataclass(frozen=True)
class Tables:
    """All libraries together, their rows packed. `homes` tells library and section of each name; headers live in a
    world of their own."""

    rows: Mapping[str, str]
    homes: Mapping[str, tuple[str, str]]
    headers: Mapping[str, str]
    header_libraries: Mapping[str, str]
    scoped: Mapping[str, str]
    scoped_libraries: Mapping[str, str]
    titles: Mapping[str, Mapping[str, str]]
    newest_rocm: Version
    _policies: dict[tuple[Version, Target, bool, tuple[str, ...]], Policy] = field(
        default_factory=dict, compare=False, repr=False
    )

    def policy(
        self, rocm: Version | None = None, target: Target = "hip", *, unsafe: bool = False, archs: tuple[str, ...] = ()
    ) -> Policy:
        """The tables as seen from one release; what was found out for it once is known to whoever asks again."""
        asked = rocm or self.newest_rocm, target, unsafe, archs
        if asked not in self._policies:
            self._policies[asked] = Policy(self, *asked)
        return self._policies[asked]

    def flags(self, rocm: Version, target: Target) -> dict[str, str]:
        """The flags that compilers need for the names of libraries, by library, before the release that needs none."""
        if target == "roc":
            return {library: titles["roc_flag"] for library, titles in self.titles.items() if "roc_flag" in titles} | {
                library: flag
                for library, flag in self.flags(rocm, "hip").items()
                if "direct" not in self.titles[library]
            }
        flagged = ((library, titles) for library, titles in self.titles.items() if {"flag", "flag_until"} <= {*titles})
        return {library: titles["flag"] for library, titles in flagged if rocm < Version.parse(titles["flag_until"])}

    @cached_property
    def names_of_hip(self) -> frozenset[bytes]:
        """The names of HIP's own functions and types that any row speaks of."""
        return frozenset(_HIP_NAME.findall(to_bytes(" ".join(self.rows.values()))))

    @cached_property
    def releases(self) -> frozenset[Version]:
        """The releases of ROCm since which any row has a name, or until which."""
        rows = [unpacked(*item) for item in self.rows.items()]
        dated = (row[key] for row in rows if isinstance(row, dict) for key in ("since", "removed") if key in row)
        return frozenset(map(_version, dated))

    def entry(self, name: str) -> Entry | None:
        row = self.rows.get(name)
        return None if row is None else Entry(name, *self.homes[name], unpacked(name, row))

    def header(self, name: str) -> Entry | None:
        row = self.headers.get(name)
        return None if row is None else Entry(name, self.header_libraries[name], "headers", unpacked(name, row))

    def qualified(self, name: str) -> Entry | None:
        row = self.scoped.get(name)
        return None if row is None else Entry(name, self.scoped_libraries[name], "scoped", unpacked(name, row))


def worded(change: Mapping[str, Any]) -> str:
    """An argument change as people count: from 1."""
    what = next(iter(change))
    place = int(change[what]) + 1 if what != "rename" else 0
    count, to = int(change.get("count", 1)), change.get("to", "")
    target = int(to) + 1 if what in ("copy", "move") else to
    arguments = f"argument {place}" if count == 1 else f"{count} arguments from {place}"
    phrase = {
        "wrap": f"argument {place} must become {change.get('with')}(…)",
        "cast": f"argument {place} must be cast to {to}",
        "point": f"argument {place} must point to '{to}'",
        "insert": f"{_inserted(change)} must be inserted as argument {place}",
        "replace": f"argument {place} must become '{change.get('text')}'",
        "remove": f"{arguments} must be removed{_other_than(change)}",
        "copy": f"argument {place} must be repeated before argument {target}",
        "move": f"{arguments} must be moved before argument {target}",
        "rename": f"it becomes '{change.get('rename')}'",
    }[what]
    return " ".join((*_conditions(change), phrase))


def _conditions(change: Mapping[str, Any]) -> Iterator[str]:
    if "when" in change:
        yield f"in calls with {change['when']} argument{'s' * (int(change['when']) != 1)}"
    for key, verb in (("types", "is"), ("not_types", "is not")):
        for number, types in change.get(key, {}).items():
            yield f"where argument {int(number) + 1} {verb} {' or '.join(types)}"
    if change.get("on_device"):
        yield "in device code"


def _inserted(change: Mapping[str, Any]) -> str:
    return f"{change['text']} of '{change['from']}'" if "from" in change else f"'{change.get('text')}'"


def _other_than(change: Mapping[str, Any]) -> str:
    """What is lost with an argument that is none of those that may go."""
    only = " or ".join(f"'{value}'" for value in change.get("only", ()))
    return f" (HIP behaves as with {only})" if only else ""


def _is_typed(row: Row) -> bool:
    """Whether all changes of a row are for some types of arguments."""
    changes = row.get("arguments", ()) if isinstance(row, dict) else ()
    return bool(changes) and all("types" in change or "not_types" in change for change in changes)


@dataclass(frozen=True)
class Policy:
    """The tables as seen from one ROCm release and one target; answers are computed once per name.

    `archs` are the GPUs that the code is to run on, as `gfx90a`; none for any."""

    tables: Tables
    rocm: Version
    target: Target = "hip"
    unsafe: bool = False
    archs: tuple[str, ...] = ()
    _names: dict[str, Resolution | None] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def interesting(self) -> frozenset[bytes]:
        """Every identifier about which there is something to do or to say; plain identities are not."""
        says = self._says_something
        names = [name for name, row in self.tables.rows.items() if row[0] != SAME or (row != SAME and says(name, row))]
        return self.scoped_tails.union(to_bytes(" ".join(names)).split())  # no name has a space

    @cached_property
    def typed(self) -> frozenset[bytes]:
        """The functions that HIP has, too, and whose calls change for some types of arguments only."""
        rows = self.tables.rows.items()
        names = (name for name, row in rows if row[0] == SAME and 'types"' in row and _is_typed(unpacked(name, row)))
        return frozenset(map(to_bytes, names)) - self.interesting

    @cached_property
    def scoped_tails(self) -> frozenset[bytes]:
        """The last parts of the qualified names that the tables know; plain words among them are never looked for."""
        return frozenset(to_bytes(name.rpartition("::")[2]) for name in self._looked_up_by_tail)

    @cached_property
    def scopes(self) -> frozenset[bytes]:
        """What stands before those last parts."""
        return frozenset(to_bytes(name.rpartition("::")[0]) for name in self._looked_up_by_tail)

    @cached_property
    def _looked_up_by_tail(self) -> list[str]:
        names = self.tables.scoped
        return [name for name in names if "::" in name and not name.startswith(STANDARD_LIBRARY)]

    @cached_property
    def _sorted_names(self) -> list[str]:
        return sorted(self.tables.rows)

    def names_beginning_with(self, text: str) -> Iterator[str]:
        """The names of the tables with such a beginning, in order."""
        names = self._sorted_names
        for index in range(bisect_left(names, text), len(names)):
            if not names[index].startswith(text):
                return
            yield names[index]

    @cached_property
    def telling_words(self) -> frozenset[bytes]:
        """Words without any of which a file has neither a name nor a header that concerns us."""
        headers = (name for name, row in self.tables.headers.items() if row != SAME)
        paths = (re.split(r"[/.]", name)[0] for name in headers)
        qualifiers = (name.partition("::")[0] for name in self.tables.scoped if "::" in name)
        return (self.interesting - self._only_scoped).union(to_bytes(word) for word in (*paths, *qualifiers))

    @cached_property
    def runtime_words(self) -> frozenset[bytes]:
        """The names that `cuda_runtime.h` declares, plain words among them left out."""
        names = (name for name, home in self.tables.homes.items() if home[0] in _RUNTIME_LIBRARIES)
        return _KEYWORDS.union(to_bytes(name) for name in names if name.startswith(("__", "cuda", "cu")))

    @cached_property
    def device_functions(self) -> frozenset[bytes]:
        """The device functions that HIP has, under any name: not those of hipify_compat.hpp."""
        names = (name for name, home in self.tables.homes.items() if home[1] == "device_functions")
        known = ((name, self.name(name)) for name in names)
        return frozenset(to_bytes(name) for name, found in known if found and found.target and not found.is_in_compat)

    @property
    def _only_scoped(self) -> frozenset[bytes]:
        return frozenset(tail for tail in self.scoped_tails if to_text(tail) not in self.tables.rows)

    def begins_a_renamed_name(self, text: bytes) -> bool:
        """Whether any name with such a beginning becomes another one."""
        names = self.names_beginning_with(to_text(text)) if len(text) > 1 else ()
        resolutions = ((name, self.name(name)) for name in names if to_bytes(name) in self.interesting)
        return any(found is not None and found.target not in (None, name) for name, found in resolutions)

    def _says_something(self, name: str, text: str) -> bool:
        """Of a name that HIP has too."""
        if self.target == "roc" and "direct" in self.tables.titles[self.tables.homes[name][0]]:
            return True
        row = unpacked(name, text)
        if isinstance(row, str):
            return False
        spoken = _SPOKEN_KEYS.intersection(row)
        is_spoken = bool(spoken) and not (spoken == {"arguments"} and _is_typed(row))
        return is_spoken or ("since" in row and _version(row["since"]) > self.rocm)

    def name(self, name: str) -> Resolution | None:
        """What becomes of an identifier, or None where the tables do not know it."""
        if name not in self._names:
            entry = self.tables.entry(name)
            self._names[name] = None if entry is None else self.resolve(entry)
        return self._names[name]

    def header(self, name: str) -> Resolution | None:
        entry = self.tables.header(name)
        return None if entry is None else self.resolve(entry)

    def qualified(self, name: str) -> Resolution | None:
        entry = self.tables.qualified(name)
        return None if entry is None else self.resolve(entry)

    def is_type(self, name: bytes) -> bool:
        entry = self.tables.entry(to_text(name))
        return entry is not None and entry.section in TYPE_SECTIONS

    def is_direct(self, entry: Entry) -> str:
        """The ROCm library that names of this table go to directly, under `--target roc`."""
        return self.tables.titles.get(entry.library, {}).get("direct", "") if self.target == "roc" else ""

    def why_absent(self, library: str) -> str:
        """Why the release has no library with the HIP names of a table, which are then not converted; nothing where
        it has one."""
        titles = self.tables.titles.get(library, {})
        is_there = "absent_until" in titles and _version(titles["absent_until"]) <= self.rocm
        return "" if is_there else titles.get("absent", "")

    @cached_property
    def _is_for_gfx94(self) -> bool:
        """Whether all code is to run on the MI300 series, which has formats of its own."""
        return are_all(self.archs, "gfx94*")

    def argument_changes(self, entry: Entry) -> list[dict[str, Any]]:
        """What must change in the arguments of calls beyond the name, in the order it is done."""
        key = "roc_arguments" if self.is_direct(entry) else "arguments"
        changes = entry.row.get(key) if isinstance(entry.row, dict) else None
        return changes or []

    def caution(self, entry: Entry) -> str:
        """What differs although there is a name for it."""
        return (self.is_direct(entry) and entry.get("roc_caution")) or entry.get("caution") or ""

    def resolve(self, entry: Entry) -> Resolution:
        direct = self.is_direct(entry)
        return self._resolved(entry, direct, *(("roc", "roc_") if direct else ("hip", "")))

    def for_hip_library(self, entry: Entry) -> Resolution | None:
        """What becomes of a type or constant where hipBLASLt or hipSPARSELt takes it, which `--target roc` calls, too;
        None where these take no such thing, or it becomes HIP's in any case."""
        is_shared = self.is_direct(entry) and _OF_LT.match(entry.get("hip") or "") is not None
        return self._resolved(entry, "", "hip", "") if is_shared else None

    def for_rocsparse(self, entry: Entry) -> Resolution | None:
        """What becomes of a data type where rocSPARSE takes it, which has an enumeration of its own for CUDA's one;
        None where it is no data type, or no such call is made."""
        if not self.is_direct(entry) or not (entry.get("roc") or "").startswith("rocblas_datatype"):
            return None
        return self._resolved(entry, "rocSPARSE", "rocsparse", "rocsparse_")

    def _resolved(self, entry: Entry, direct: str, key: str, prefix: str) -> Resolution:
        target = (entry.get("gfx94") if self._is_for_gfx94 else None) or entry.get(key)
        expression = entry.get("expression") if target is None else None
        absent = "" if direct else self.why_absent(entry.library)
        if (target is None and expression is None) or absent:
            return self._unsupported(entry, direct, absent)
        since, removed = entry.get(f"{prefix}since"), entry.get(f"{prefix}removed")
        if since and Version.parse(since) > self.rocm:
            if older := entry.get("older"):
                return Resolution(entry, older)
            message = f"'{target or expression}' exists since ROCm {since}; this conversion is for {self.rocm}"
            return Resolution(entry, None, "release", message, f"raise --rocm to {since}, or write code without it")
        if removed and Version.parse(removed) <= self.rocm:
            message = f"'{target}' was removed in ROCm {removed}"
            return Resolution(entry, None, "release", message, entry.get("note") or "")
        return Resolution(entry, target or "", expression=expression, is_in_compat=self._is_in_compat(entry))

    def _is_in_compat(self, entry: Entry) -> bool:
        """Whether a release of HIP lacks what has a counterpart all the same."""
        until = entry.get("compat_until")
        return entry.get("compat") is not None and (until is None or Version.parse(until) > self.rocm)

    def _unsupported(self, entry: Entry, direct: str, absent: str) -> Resolution:
        hip, roc = entry.get("hip"), entry.get("roc")
        if direct and hip:
            help = "" if self.why_absent(entry.library) else f"convert this part without --target roc: HIP has '{hip}'"
            return Resolution(entry, None, "unsupported", f"'{entry.name}' is not converted to {direct}", help)
        near, help = entry.get("unsafe"), entry.get("unsupported") or ""
        if near and self.unsafe:
            return Resolution(entry, near)
        message = f"'{entry.name}' has no HIP counterpart"
        if not (absent and hip):
            return Resolution(entry, None, "unsupported", message, help)
        if roc:
            help = f"convert with `hipify-py --target roc`: {self.tables.titles[entry.library]['direct']} has '{roc}'"
        return Resolution(entry, None, "absent", f"{message}: {absent}", help)
