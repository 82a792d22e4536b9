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
from tools import doc_links
from tools import site as hooks
from tools.doc_links import Link

ROOT = Path(__file__).parents[1]
# What a browser loads by itself.
LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src", "video": "src"}


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
    if find_spec("mkdocs") is None:
        pytest.skip("no mkdocs: pip install -e '.[docs]'")
    return once(tmp_path_factory, "site", _build)


def _build(folder: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr


@pytest.mark.slow
def test_each_page_of_docs_is_a_page(site: Path) -> None:
    wanted = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert {path for path in wanted if not (site / path).is_file()} == set()
    made = {Path(page).with_suffix(".html") for page in (*hooks.TOP.values(), *hooks.tables_of_names(), "404.md")}
    assert wanted | made == {path.relative_to(site) for path in site.rglob("*.html")}


@pytest.mark.slow
def test_each_name_has_a_row(site: Path) -> None:
    text = (site / "names/cublas.html").read_text(encoding="utf-8")
    assert "<code>cublasSgemm</code>" in text
    assert "<code>hipblasSgemm</code>" in text


@pytest.mark.slow
def test_each_rule_is_in_the_navigation(site: Path) -> None:
    rules = load().rules
    page = _Page((site / "rules/PTX001.html").read_text(encoding="utf-8"))
    group = {f"{rule.id}.html" for rule in rules.values() if rule.group == "PTX"}
    assert group - {"PTX001.html"} <= set(page.named("a", "href"))
    text = (site / "rules.html").read_text(encoding="utf-8")
    assert [group for group in {rule.group for rule in rules.values()} if f"{group}: " not in text] == []


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = _Page(path.read_text(encoding="utf-8"))
        loaded = {address for tag, attribute in LOADED.items() for address in page.named(tag, attribute)}
        assert [address for address in loaded if re.match(r"(?:[a-z]+:)?//", address)] == [], path
    for path in site.rglob("*.css"):
        assert re.findall(r"url\(\s*[\"']?(?:https?:)?//", path.read_text(encoding="utf-8")) == [], path


@pytest.mark.slow
def test_pipes_in_tables_have_no_backslash(site: Path) -> None:
    assert "--launch-syntax kernel|macro" in (site / "cli.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("target", "source", "page", "wanted"),
    [
        ("cli.md#scan", "docs/ci.md", "ci.md", "[x](cli.md#scan)"),
        ("../rules.md", "docs/rules/PTX001.md", "rules/PTX001.md", "[x](../rules.md)"),
        ("../README.md#limits", "docs/ci.md", "ci.md", "[x](overview.md#limits)"),
        ("../../SECURITY.md", "docs/tables/targets.md", "tables/targets.md", "[x](../security.md)"),
        ("docs/rules/PTX001.md", "README.md", "overview.md", "[x](rules/PTX001.md)"),
        ("https://x.org/a.md", "docs/ci.md", "ci.md", "[x](https://x.org/a.md)"),
        ("#below", "docs/ci.md", "ci.md", "[x](#below)"),
        ("../mappings/runtime.yaml", "docs/ci.md", "ci.md", "x (`mappings/runtime.yaml`)"),
    ],
)
def test_links_of_the_repository_are_links_of_the_site(target: str, source: str, page: str, wanted: str) -> None:
    assert hooks.written(Link("x", target), source, page) == wanted


def test_links_that_leave_the_site_lead_to_the_repository_if_it_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    link = Link("`editors/vscode`", "../editors/vscode")
    assert hooks.written(link, "docs/editors.md", "editors.md") == "`editors/vscode`"
    monkeypatch.setattr(hooks, "_repository", lambda: "https://x.org/hipify-py")
    wanted = "[`editors/vscode`](https://x.org/hipify-py/blob/HEAD/editors/vscode)"
    assert hooks.written(link, "docs/editors.md", "editors.md") == wanted


def test_the_start_page_leads_to_each_page() -> None:
    page = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    linked = {link.path("docs/index.md") for link in doc_links.links(page)}
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")} - linked == {"docs/index.md"}
