"""What a shell offers for a word that is being typed: values of options and arguments, by what --help calls them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from click.shell_completion import CompletionItem

# So many letters of a CUDA name have to be there; fewer begin thousands.
_LETTERS = 5
Offer = Callable[[str], Iterable[str | CompletionItem]]
Items = list[str | CompletionItem]


def offered(called: str, begun: str) -> list[CompletionItem]:
    """What may stand where a word has begun; of `A,…` only the last part has."""
    before, comma, last = begun.rpartition(",") if called.endswith(",…") else ("", "", begun)
    offer = _OFFERS.get(called)
    items = (
        item if isinstance(item, CompletionItem) else CompletionItem(item) for item in (offer(last) if offer else ())
    )
    return [
        CompletionItem(f"{before}{comma}{item.value}", item.type, item.help)
        for item in items
        if item.value.startswith(last)
    ]


def _files(begun: str) -> Items:
    return [CompletionItem(begun, type="file")]


def _folders(begun: str) -> Items:
    return [CompletionItem(begun, type="dir")]


def _rules(_begun: str) -> Items:
    from hipify_py.rules.load import load

    return [CompletionItem(rule.id, help=rule.name) for rule in load().rules.values()]


def _groups(_begun: str) -> Items:
    from hipify_py.rules.load import load

    return [CompletionItem(group, help=title) for group, title in load().groups.items()]


def _levels(_begun: str) -> Items:
    return ["error", "warning", "info", "never", *_groups("")]


def _selectors(_begun: str) -> Items:
    return ["ALL", "error", "warning", "info", *_groups(""), *_rules("")]


def _gpus(_begun: str) -> Items:
    from hipify_py.tables.gpus import TARGETS, about

    return [CompletionItem(name, help=about(name)) for name in sorted(TARGETS, key=lambda name: (len(name), name))]


def _names(begun: str) -> Items:
    from hipify_py.tables.load import load

    if len(begun) < _LETTERS:
        return []
    tables = load()
    return sorted(
        name for world in (tables.rows, tables.headers, tables.scoped) for name in world if name.startswith(begun)
    )


def _formats(_begun: str) -> Items:
    from hipify_py.report import formats

    return list(formats.names())


def _words_of_ptx(_begun: str) -> Items:
    from hipify_py.file.style import PTX_WORDS

    return list(PTX_WORDS)


_OFFERS: Mapping[str, Offer] = MappingProxyType(
    {
        "PATH": _files,
        "PATH…": _files,
        "[PATH]": _files,
        "[TEXT]": _files,
        "FILE": _files,
        "[FILE]": _files,
        "DIR|FILE": _files,
        "DIR": _folders,
        "[DIR]": _folders,
        "RULE…": lambda begun: [*_groups(begun), *_rules(begun)],
        "RULE,…": _selectors,
        "GROUP": _groups,
        "LEVEL,…": _levels,
        "GFX,…": _gpus,
        "[NAME…]": _names,
        "NAME[:FILE]": _formats,
        "WORD,…": _words_of_ptx,
        "WHAT": lambda _begun: ["processes", "mpi", "dask:"],
    }
)
