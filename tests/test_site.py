"""The documentation as a site: built without a warning, with all of docs in it, and nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest

from hipify_py.rules.load import load
from tests.shared import once

ROOT = Path(__file__).parents[1]
# What a browser loads by itself.
LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src", "video": "src"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("mkdocs") is None, reason="pip install -e '.[docs]'"),
]


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def named(self, tag: str, attribute: str) -> list[str]:
        return [found for name, each in self.elements if name == tag and (found := each.get(attribute))]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return once(tmp_path_factory, "site", _build)


def _build(folder: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr


def test_each_page_of_docs_is_a_page(site: Path) -> None:
    wanted = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert {path for path in wanted if not (site / path).is_file()} == set()
    assert wanted | {Path(f"{name}.html") for name in ("overview", "contributing", "security", "changelog", "404")} == {
        path.relative_to(site) for path in site.rglob("*.html")
    }


def test_each_rule_is_in_the_navigation(site: Path) -> None:
    rules = load().rules
    page = _Page((site / "rules/PTX001.html").read_text(encoding="utf-8"))
    group = {f"{rule.id}.html" for rule in rules.values() if rule.group == "PTX"}
    assert group - {"PTX001.html"} <= set(page.named("a", "href"))
    text = (site / "rules.html").read_text(encoding="utf-8")
    assert [group for group in {rule.group for rule in rules.values()} if f"{group}: " not in text] == []


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = _Page(path.read_text(encoding="utf-8"))
        loaded = {address for tag, attribute in LOADED.items() for address in page.named(tag, attribute)}
        assert [address for address in loaded if re.match(r"(?:[a-z]+:)?//", address)] == [], path
    for path in site.rglob("*.css"):
        assert re.findall(r"url\(\s*[\"']?(?:https?:)?//", path.read_text(encoding="utf-8")) == [], path


def test_pipes_in_tables_have_no_backslash(site: Path) -> None:
    assert "--launch-syntax kernel|macro" in (site / "cli.html").read_text(encoding="utf-8")
