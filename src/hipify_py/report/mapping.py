"""The answer of `hipify-py map`: what a name becomes, since when, or why not."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Collection, Sequence
from typing import NamedTuple

from hipify_py.options.table import OptionError
from hipify_py.report import conversion_examples
from hipify_py.report.lines import fitting
from hipify_py.rules import detect
from hipify_py.tables import builds
from hipify_py.tables.model import Policy, Resolution, Tables, worded
from hipify_py.texts import to_bytes

_FACTS = (
    ("since", "ROCm {}+"),
    ("deprecated", "deprecated in ROCm {}"),
    ("removed", "removed in ROCm {}"),
    ("experimental", "experimental"),
    ("cuda_since", "CUDA {}+"),
    ("cuda_deprecated", "deprecated in CUDA {}"),
    ("cuda_removed", "removed in CUDA {}"),
    ("arity", "{} arguments in HIP"),
    ("requires", "if the source includes {}"),
)
_NAMESPACES = frozenset(("cooperative_groups",))
# For the names that one of ROCm is the counterpart of.
_WIDTH = 80
_WILDCARDS = frozenset("*?[")


class Answer(NamedTuple):
    """`use` is what a use of the name becomes where the name itself stays, and `notes` what rules report of it."""

    text: str
    converts: bool
    is_unchanged: bool = False
    use: str = ""
    notes: tuple[str, ...] = ()


def names_for(patterns: Sequence[str], libraries: Sequence[str], policy: Policy) -> list[str]:
    """What is asked for: names as they are, and what of the tables, or of these libraries, matches a pattern."""
    listed = _listed(policy.tables, libraries)
    if not patterns:
        if not libraries:
            raise OptionError("name what to look up, or give --library")
        return sorted(listed)
    return [name for pattern in patterns for name in _matching(pattern, listed)]


def _listed(tables: Tables, libraries: Sequence[str]) -> Collection[str]:
    known = [*tables.titles]
    if unknown := [name for name in libraries if name not in known]:
        raise OptionError(f"--library: {unknown[0]!r} is not a library; the libraries are {', '.join(sorted(known))}")
    homes = {**{name: home[0] for name, home in tables.homes.items()}, **tables.header_libraries}
    homes.update(tables.scoped_libraries)
    return [name for name, library in homes.items() if library in libraries] if libraries else homes


def _matching(pattern: str, listed: Collection[str]) -> list[str]:
    if not _WILDCARDS.intersection(pattern):
        return [pattern]
    if found := sorted(fnmatch.filter(listed, pattern)):
        return found
    raise OptionError(f"no name matches {pattern!r}")


def answer(name: str, policy: Policy) -> Answer:
    """What conversion does with a name: what its row says, and what rewrites and rules do where the name stays."""
    found = known(name, policy) or _by_namespace(name, policy) or _name_of_rocm(name, policy)
    if found and not found.is_unchanged:
        return found
    lines, use = conversion_examples.of(name, policy)
    if not lines:
        if found is None and (name in _NAMESPACES or to_bytes(name) in policy.runtime_words):
            return Answer(f"{name} unchanged  [the same in HIP]", True, is_unchanged=True)
        unknown = Answer(f"{name}: not in any mapping table{_suggestion(name, policy)}", False)
        return found or _target_of_cmake(name) or unknown
    kind = found.text.partition("  ")[2].partition("\n")[0] if found else ""
    first = f"{name}: {'converted by its use' if use else 'reported'}  {kind}".rstrip()
    text = "\n".join((first, *(f"  {line}" for line in lines)))
    resolution = resolved(name, policy)
    is_in_compat = resolution is not None and resolution.is_in_compat
    return Answer(text, bool(use) or is_in_compat, use=use, notes=lines)


def answer_if_known(name: str, policy: Policy) -> Answer | None:
    """The answer for a name of the tables, of a rule, or of the CUDA language; nothing for any other word."""
    word = to_bytes(name)
    is_known = resolved(name, policy) or detect.is_known(word) or word in policy.runtime_words
    return answer(name, policy) if is_known else None


def known(name: str, policy: Policy) -> Answer | None:
    """The answer for a name or a header of the tables."""
    resolution = resolved(name, policy)
    if resolution is None:
        return None
    entry = resolution.entry
    dropped = "(the line is removed)" if entry.section == "headers" else resolution.expression or "(removed)"
    target = "no counterpart" if resolution.target is None else resolution.target or dropped
    arrow = "unchanged" if resolution.target == name else f"→ {target}"
    kind = "qualified name" if entry.section == "scoped" else entry.section.rstrip("s").replace("_", " ")
    lines = [f"{name} {arrow}  [{', '.join((entry.library, kind, *_facts(resolution)))}]"]
    if resolution.target is None and resolution.reason == "release":
        lines.append(f"  {resolution.message}")
    absent = policy.why_absent(entry.library) if resolution.reason == "absent" else ""
    texts = (entry.get("unsupported"), policy.caution(entry), entry.get("note"), absent)
    lines += [f"  {text}" for text in dict.fromkeys(texts) if text]
    if changes := policy.argument_changes(entry):
        lines.append(f"  arguments: {'; '.join(map(worded, changes))}")
    if (direct := entry.get("roc")) and direct != resolution.target:
        lines.append(f"  with --target roc: {direct}")
    return Answer("\n".join(lines), resolution.target is not None, resolution.target == name)


def resolved(name: str, policy: Policy) -> Resolution | None:
    return policy.name(name) or policy.header(name.strip('<>"')) or policy.qualified(name)


def _facts(resolution: Resolution) -> list[str]:
    return [wording.format(value) for key, wording in _FACTS if (value := resolution.entry.get(key))]


def _by_namespace(name: str, policy: Policy) -> Answer | None:
    """The answer for a name that no table has, in a namespace or class that one has."""
    scope, colons, tail = name.rpartition("::")
    while colons:
        found = policy.qualified(scope) or policy.name(scope)
        if found and found.target and found.entry.section in ("scoped", "namespaces"):
            target = f"{found.target}::{tail}"
            arrow = "unchanged" if target == name else f"→ {target}"
            what = f"converted as part of {scope}; the tables do not list the name itself{_suggestion(name, policy)}"
            return Answer(f"{name} {arrow}  [{found.entry.library}]\n  {what}", True, target == name)
        scope, colons, last = scope.rpartition("::")
        tail = f"{last}::{tail}"
    return None


def _name_of_rocm(name: str, policy: Policy) -> Answer | None:
    """The answer for a name that CUDA names become."""
    tables = policy.tables
    worlds = (tables.rows, tables.headers, tables.scoped)
    near = [each for world in worlds for each, row in world.items() if name in row]
    sources = {each for each in near if (found := resolved(each, policy)) and name in _targets(found)}
    if not sources:
        return None
    shown = fitting(sorted(sources, key=lambda each: (not each.startswith("cuda"), len(each), each)), _WIDTH, "others")
    return Answer(f"{name}: a name of ROCm, the counterpart of {shown}", True)


def _target_of_cmake(name: str) -> Answer | None:
    """The answer for `CUDA::cublas`, which build files link."""
    library = builds.library(name.removeprefix("CUDA::")) if name.startswith("CUDA::") else None
    if library is None:
        return None
    target = library.target or library.library or ("(removed)" if library.dropped else "no counterpart")
    why = library.dropped or library.remedy
    text = f"{name} → {target}  [target of CMake]" + (f"\n  {why}" if why else "")
    return Answer(text, not library.remedy)


def _targets(resolution: Resolution) -> tuple[str | None, str | None]:
    return resolution.target, resolution.entry.get("roc")


def _suggestion(name: str, policy: Policy) -> str:
    tables = policy.tables
    names = tables.headers if "." in name else (*tables.rows, *tables.scoped)
    by_lowered = {each.lower(): each for each in names}
    close = [by_lowered[each] for each in difflib.get_close_matches(name.lower(), by_lowered, n=3, cutoff=0.85)]
    close = close or [each for each in tables.scoped if each.endswith(f"::{name}")][:3]
    return f"; did you mean {', '.join(close)}?" if close else ""
