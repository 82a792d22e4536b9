"""Which names a code base gets as macros, and what is to be said at the uses of the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from hipify_py.findings import Finding
from hipify_py.records import dataclass
from hipify_py.run.shim.analysis import MORE_THAN_A_NAME, Analysis, Left, Use
from hipify_py.run.shim.calls import macro_of

NO_MACRO = "SHM002"


class Macro(NamedTuple):
    """`text` is what stands behind `#define`."""

    name: str
    library: str
    text: str
    has_arguments: bool = False


@dataclass(frozen=True)
class Names:
    macros: Mapping[str, Macro]
    reasons: Mapping[str, str]
    namespaces: Mapping[str, str]

    def left(self, found: Analysis) -> Iterator[Left]:
        """What no macro does for a file."""
        for use in (*found.namespaces.values(), *found.uses):
            if (said := self._said(use)) is not None:
                yield Left(use.edits, said)
        yield from found.left

    def needed(self, uses: Iterable[Use]) -> Names:
        """The macros of some uses alone."""
        used = frozenset(use.name for use in uses)
        macros = {name: macro for name, macro in self.macros.items() if name in used}
        return replace(self, macros=macros, namespaces={n: v for n, v in self.namespaces.items() if n in used})

    def with_others(self, macros: Iterable[Macro]) -> Names:
        return replace(self, macros={**self.macros, **{macro.name: macro for macro in macros}})

    def _said(self, use: Use) -> Finding | None:
        macro = self.macros.get(use.name)
        if use.name in self.reasons:
            return _without_macro(use, self.reasons[use.name])
        if macro is not None and macro.has_arguments:
            return None if use.is_call else _not_called(use)
        return use.left


def names_of(files: Mapping[str, Analysis]) -> Names:
    """`files` by the paths that messages name."""
    uses: defaultdict[str, list[Use]] = defaultdict(list)
    for path in sorted(files):
        for use in files[path].uses:
            uses[use.name].append(use)
    namespaces = {name: use for path in sorted(files) for name, use in files[path].namespaces.items()}
    for name in [name for name in uses if all(use.left is None and use.target == name for use in uses[name])]:
        del uses[name]  # HIP has it as it is
    known = uses | {name: [use] for name, use in namespaces.items()}
    reasons = {name: why for name in known if (why := _reason(name, known[name], files))}
    macros = {name: macro for name in sorted(uses) if name not in reasons and (macro := _macro(name, uses[name]))}
    return Names(macros, reasons, {name: use.target for name, use in namespaces.items() if name not in reasons})


def _reason(name: str, uses: Sequence[Use], files: Mapping[str, Analysis]) -> str:
    """Why a macro would do harm."""
    for path in sorted(files):
        if (own := files[path].own.get(name)) is not None:
            return f"{path}:{own.line} has {own.what}, which a macro would replace too"
        if line := files[path].asked.get(name):
            return f"{path}:{line} asks whether it is defined, which a macro would answer"
    targets = sorted({use.target for use in uses})
    return f"it becomes '{targets[0]}' here and '{targets[1]}' elsewhere" if len(targets) > 1 else ""


def _macro(name: str, uses: Sequence[Use]) -> Macro | None:
    """One with arguments where calls need other ones, and all can have it; else one for the name alone, unless all uses
    need more."""
    changed = [use for use in uses if use.left is not None]
    calls = [use for use in uses if use.is_call]
    templates = [use.template for use in calls if use.template is not None]
    if changed and len(templates) == len(calls) and (text := macro_of(name, templates)) is not None:
        return Macro(name, uses[0].library, text, has_arguments=True)
    if len(changed) == len(uses) or uses[0].target == name:
        return None
    return Macro(name, uses[0].library, f"{name} {uses[0].target}".rstrip())


def _without_macro(use: Use, why: str) -> Finding:
    message = f"'{use.name}' gets no macro: {why}"
    help = f"rename the other one, or write '{use.target}' here for AMD"
    return Finding(NO_MACRO, use.start, use.end, message, help=help, subject=use.name)


def _not_called(use: Use) -> Finding:
    message = f"the macro of '{use.name}' has arguments, and serves calls alone"
    help = f"write '{use.target}' here for AMD"
    return Finding(MORE_THAN_A_NAME, use.start, use.end, message, help=help, subject=use.name)
