"""Write the tables of options in docs/cli.md and docs/coming-from.md from the rows of src/hipify_py/options:
`python -m tools.option_tables [--check]`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from hipify_py.commands.build import filled
from hipify_py.options.foreign import FOREIGN
from hipify_py.options.model import Kind, Option
from hipify_py.options.table import SETTINGS, of

DOCS = Path(__file__).parent.parent / "docs"
PAGES = (DOCS / "cli.md", DOCS / "coming-from.md")
_PLACE = re.compile(
    r"(<!-- (options of (?:convert and scan|convert|shim|pin|other tools)|settings): begin -->\n)"
    r".*?(<!-- \2: end -->)",
    re.S,
)
_SAID = {
    Kind.LIST: "A list of values of the option",
    Kind.LIST_OR_TEXT: "A value of the option, or a list",
    Kind.FLAG: "`true` or `false`",
    Kind.NUMBER: "A number",
}


def page(text: str) -> str:
    """The page with its tables as they should be."""
    return _PLACE.sub(lambda place: f"{place[1]}\n{_TABLES[place[2]]()}\n{place[3]}", text)


def _options_of_both() -> str:
    both = (option for option in of("convert") if "scan" in option.commands)
    return _table("option | meaning", ((_spelled(option), option.doc) for option in both))


def _options_of_convert() -> str:
    own = (option for option in of("convert") if "scan" not in option.commands)
    return _table("option | meaning", ((_spelled(option), option.doc) for option in own))


def _options_of_shim() -> str:
    own = (option for option in of("shim") if "scan" not in option.commands)
    return _table("option | meaning", ((_spelled(option), option.doc) for option in own))


def _options_of_pin() -> str:
    own = (option for option in of("pin") if option not in of("watch"))
    return _table("option | meaning", ((_spelled(option), option.doc) for option in own))


def _settings() -> str:
    return _table("key | value", ((f"`{key}`", _of_setting(option)) for key, option in SETTINGS.items()))


def _foreign_options() -> str:
    rows = ((f"`{each.dashed}`", ", ".join(each.names_of_tools), _cell(each.here)) for each in FOREIGN)
    return "\n".join(("| option | of | here |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows), ""))


_TABLES = {
    "options of other tools": _foreign_options,
    "options of convert and scan": _options_of_both,
    "options of convert": _options_of_convert,
    "options of shim": _options_of_shim,
    "options of pin": _options_of_pin,
    "settings": _settings,
}


def _table(head: str, rows: Iterable[tuple[str, str]]) -> str:
    """What is said of several in the same words is said once."""
    named: dict[str, list[str]] = {}
    for name, said in rows:
        named.setdefault(filled(said, "`"), []).append(name)
    lines = (f"| {', '.join(names)} | {_cell(said)} |" for said, names in named.items())
    return "\n".join((f"| {head} |", "|---|---|", *lines, ""))


def _spelled(option: Option) -> str:
    *others, last = (part for spelling in option.spellings for part in spelling.split("/"))
    value = option.metavar or "|".join(option.choices)
    return ", ".join((*(f"`{other}`" for other in others), f"`{_cell(f'{last} {value}'.rstrip())}`"))


def _of_setting(option: Option) -> str:
    return option.setting_doc or "; ".join(_parts(option))


def _parts(option: Option) -> Iterator[str]:
    yield _SAID.get(option.kind, "As the option")
    if option.relative:
        yield "relative paths start at the directory of the settings file"
    if option.adds:
        yield "the command line adds to it"
    if option.starts_programs:
        yield "not allowed in the settings of a tree"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if something would change")
    texts = {path: path.read_text(encoding="utf-8") for path in PAGES}
    changed = {path: page(text) for path, text in texts.items() if page(text) != text}
    if parser.parse_args().check:
        for path in changed:
            print(f"docs/{path.name} differs from the rows of options", file=sys.stderr)
        return 1 if changed else 0
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
