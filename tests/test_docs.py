"""The reference documentation names everything there is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from hipify_py.commands.build import filled
from hipify_py.compiled import PACKAGE
from hipify_py.nvcc import settings
from hipify_py.options.table import OPTIONS, SETTINGS
from hipify_py.report.mapping import names_for
from hipify_py.report.mapping_tables import rows
from hipify_py.rules.load import load
from hipify_py.tables.gpus import SOLD_AS
from hipify_py.tables.load import load as load_tables
from tools import doc_links, man_pages, option_tables

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (
        *ROOT.glob("*.md"),
        *(path for name in ("docs", "benchmarks", "examples") for path in (ROOT / name).rglob("*.md")),
    )
}
SPELLINGS = sorted({spelling for option in OPTIONS for spelled in option.spellings for spelling in spelled.split("/")})


@pytest.mark.parametrize("option", SPELLINGS)
def test_every_option_is_documented(option: str) -> None:
    assert f"`{option}" in (DOCS / "cli.md").read_text(encoding="utf-8")


def test_the_tables_of_options_say_what_their_rows_say() -> None:
    texts = [path.read_text(encoding="utf-8") for path in option_tables.PAGES]
    assert [option_tables.page(text) for text in texts] == texts, "run python -m tools.option_tables"
    text = texts[0]
    assert [option.key for option in OPTIONS if filled(option.doc, "`") not in text] == []


def test_the_manuals_say_what_help_and_pages_say() -> None:
    assert man_pages.differences() == [], "run python -m tools.man_pages"


@pytest.mark.parametrize("key", SETTINGS)
def test_every_setting_is_documented(key: str) -> None:
    assert f"`{key}`" in (DOCS / "cli.md").read_text(encoding="utf-8")


def test_what_the_cmake_module_takes_is_documented() -> None:
    """Each argument, in the page and in the file itself."""
    text = (PACKAGE / "cmake/hipify_py-config.cmake").read_text(encoding="utf-8")
    parsed = re.search(r'cmake_parse_arguments\(PARSE_ARGV 1 arg "(.*)" "(.*)" "(.*)"\)', text)
    assert parsed is not None
    names = {name for kind in parsed.groups() for name in kind.split(";")}
    page = (DOCS / "cmake-module.md").read_text(encoding="utf-8")
    assert names == set(re.findall(r"^\| `(\w+)` \|", page, re.M))
    assert names == set(re.findall(r"^# ([A-Z]+) ", text, re.M))


def test_what_hipify_nvcc_asks_the_environment_is_documented() -> None:
    ours = {name for name in (*settings.ASKED, settings.CACHE) if name.startswith("HIPIFY_NVCC_")}
    page = (DOCS / "hipify-nvcc.md").read_text(encoding="utf-8")
    assert ours == set(re.findall(r"^\| `(HIPIFY_NVCC_\w+)` \|", page, re.M))


def test_figures_of_the_comparison_are_those_of_the_benchmarks() -> None:
    measured, compared = ((DOCS / name).read_text(encoding="utf-8") for name in ("benchmarks.md", "comparison.md"))
    perl, clang = re.findall(r"(\d+) times hipify-(?:perl|clang)", measured)
    assert re.findall(r"(\d+) times as many bytes", compared) == [perl, clang]
    rows = re.findall(r"^\| seed .*\| \d+ \((\d+)\.0%\) \| \d+ \((\d+)\.0%\) \|$", measured, re.MULTILINE)
    noise, false = rows[-1]
    assert f"{false} % were false, and {noise} % of no use" in compared


@pytest.mark.parametrize("document", ["README.md", "CHANGELOG.md"])
def test_figures_of_overviews_are_those_of_tables_and_rules(document: str) -> None:
    """Names, as `map '*'` lists them, to the nearest hundred, and rules in hundreds, rounded down."""
    text = DOCUMENTS[document]
    policy = load_tables().policy()
    statuses = Counter(row["status"] for row in rows(names_for(["*"], [], policy), policy))
    direct = load_tables().policy(target="roc")
    without = {row["name"] for row in rows(names_for(["*"], [], policy), policy) if row["status"] == "unsupported"}
    with_roc = {row["name"] for row in rows(names_for(["*"], [], direct), direct) if row["status"] == "unsupported"}
    counts = [statuses.pop(status) for status in ("renamed", "unchanged", "unsupported")]
    parts = [*counts, statuses.total()]
    claims = re.findall(
        r"([\d,]+) names of .+?: ([\d,]+) are renamed, ([\d,]+) are the same in HIP, ([\d,]+) have no counterpart and"
        r" are reported \(`--target roc` converts (\d+) of them\), and (\d+) depend",
        re.sub(r"\s+", " ", text),
    )
    total, *figures, use = (f"{round(count, -2):,}" for count in (sum(parts), *parts))
    assert claims == [(total, *figures, str(round(len(without - with_roc), -1)), use)]
    assert sum(round(count, -2) for count in parts) == round(sum(parts), -2)
    assert re.findall(r"ore than (\d+) rules", text) == [str(len(load().rules) // 100 * 100)]


def test_products_of_amd_are_the_same_in_messages_and_glossary() -> None:
    rows = re.findall(r"^\| (MI\d[^|]*) \| (gfx\w+) \|$", DOCUMENTS["docs/glossary.md"], re.MULTILINE)
    told = {name.lower(): gpu for names, gpu in rows for name in names.split(", ")}
    series = ("mi300", "mi350")  # not sold, but written
    known = {name: gpu for gpu, names in SOLD_AS.items() for name in names if name not in series}
    assert told == known


@pytest.mark.parametrize("rule", load().rules)
def test_every_rule_has_its_page(rule: str) -> None:
    assert (DOCS / "rules" / f"{rule}.md").is_file()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    for link in doc_links.links(DOCUMENTS[document]):
        if link.is_relative:
            path = link.path(document)
            assert (ROOT / path).exists(), link.target
            assert not link.anchor or link.anchor in doc_links.anchors(DOCUMENTS[path]), link.target


def test_links_and_anchors_are_those_of_code_hosts() -> None:
    text = "# A `b`: c++ & d\n## A\n## A\n```\n# no [x](y)\n```\n`[x](y)` and [`x[0]`](a.md#b) and [z](https://z)\n"
    assert doc_links.anchors(text) == {"a-b-c--d", "a", "a-1"}
    assert [(link.text, link.path("docs/c.md"), link.is_relative) for link in doc_links.links(text)] == [
        ("`x[0]`", "docs/a.md", True),
        ("z", "docs/https:/z", False),
    ]
