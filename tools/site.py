"""Hooks of mkdocs.yml. The files in docs are written for code hosts, and stay so; this makes pages of a site of them:

- The documents at the top of the repository are pages, too.
- Links that leave docs lead to these pages, or to the repository, if pyproject.toml says where that is.
- A folder in the navigation, `rules/`, stands for the rules in it, in their groups.
- Another one, `names/`, stands for the tables of names, a page for each library.
- Headings have the names that links to them use on code hosts.
- In code in tables, `|` is written `\\|` for code hosts, and without the backslash for Python's Markdown.
"""

from __future__ import annotations

import logging
import posixpath
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hipify_py.report import mapping, mapping_tables
from hipify_py.report.explain import grouped
from hipify_py.rules.load import load
from hipify_py.tables.load import load as load_tables
from hipify_py.tables.model import Policy

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))  # mkdocs loads this file by its path

from tools import doc_links  # noqa: E402
from tools.doc_links import Link  # noqa: E402

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

TOP = {
    "README.md": "overview.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
}
_FROM_TOP = {page: name for name, page in TOP.items()}
_ROW_OR_BLOCK = re.compile(r"(?P<block>^(?P<fence>```+|~~~+).*?^(?P=fence))|^\|[^\n]*", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]+`")
_log = logging.getLogger("mkdocs.hooks.site")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.nav = _with_pages(config.nav)
    config.mdx_configs.setdefault("toc", {})["slugify"] = doc_links.slug
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    from mkdocs.structure.files import File

    for name, page in TOP.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / name)))
    for page, text in tables_of_names().items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    source = _FROM_TOP.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    text = doc_links.with_links(markdown, lambda link: written(link, source, page.file.src_uri))
    return _ROW_OR_BLOCK.sub(lambda found: found[0] if found["block"] else _row(found[0]), text)


def written(link: Link, source: str, page: str) -> str:
    """A link of a file of the repository, as a page has it."""
    unchanged = f"[{link.text}]({link.target})"
    if not link.is_relative or link.target.startswith("#"):
        return unchanged
    place = link.path(source)
    if place.startswith("docs/") or place in TOP:
        target = posixpath.relpath(TOP.get(place, place.removeprefix("docs/")), posixpath.dirname(page) or ".")
        return f"[{link.text}]({target}{'#' * bool(link.anchor)}{link.anchor})"
    if not (ROOT / place).exists():
        _log.warning("%s: %s leads nowhere", source, link.target)
    if repository := _repository():
        return f"[{link.text}]({repository}/blob/HEAD/{place})"
    named = link.text.replace("`", "").rstrip("/")
    return link.text if named in (place, posixpath.basename(place)) else f"{link.text} (`{place}`)"


def _row(row: str) -> str:
    return _CODE.sub(lambda code: code[0].replace("\\|", "|"), row)


def _repository() -> str:
    """The address that the project declares, without a slash at its end."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address: str = project.get("urls", {}).get("Repository", "")
    return address.rstrip("/")


def tables_of_names() -> dict[str, str]:
    """By its path, a page for each library: what becomes of its names, and in which releases."""
    policy = load_tables().policy()
    titles = policy.tables.titles
    return {f"names/{library}.md": _names(library, titles[library]["title"], policy) for library in sorted(titles)}


def _names(library: str, title: str, policy: Policy) -> str:
    table = mapping_tables.rows(mapping.names_for((), (library,), policy), policy)
    shown = title.replace("->", "to")
    return f"# {shown}\n\n`hipify-py map --library {library} --format md`\n\n{mapping_tables.WRITERS['md'](table)}"


def _with_pages(entry: Any) -> Any:
    """A part of the navigation, its folders of generated pages taken apart."""
    if isinstance(entry, dict):
        return {title: _with_pages(below) for title, below in entry.items()}
    if isinstance(entry, list):
        made = {"rules/": _rules, "names/": tables_of_names}
        return [
            each
            for item in entry
            for each in (made[item]() if isinstance(item, str) and item in made else [_with_pages(item)])
        ]
    return entry


def _rules() -> Iterator[dict[str, list[str]]]:
    catalogue = load()
    for group, rules in grouped(catalogue):
        yield {f"{group}: {catalogue.groups[group]}": [rule.page for rule in rules]}
