"""The page in a browser: what people see and do there, and what nothing from a tree may do."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from benchmarks import browser as browsers
from benchmarks.browser import Browser

with suppress(ImportError):
    from selenium.common.exceptions import WebDriverException

if missing := browsers.missing():
    pytest.skip(f"the page is not opened, as there is no {missing}", allow_module_level=True)

pytestmark = pytest.mark.slow
SOURCE = """\
#include <cuda_runtime.h>
__global__ void sum(float *out, const float *in) {
  int lane = threadIdx.x % 32;
  asm volatile("wgmma.fence.sync.aligned;");
  unsigned r;
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(lane));
  out[lane] = in[lane] + r;
}
void f(float *out, float *in) { sum<<<1, 64>>>(out, in); cudaDeviceSynchronize(); }
"""
# Characters that JavaScript counts twice.
WIDE = SOURCE.replace("int lane", "/* \U0001f600 */ int lane")
# Two findings of a rule in one line.
TWICE = SOURCE.replace("% 32;", "% 32 + threadIdx.y % 32;")
# Whoever runs this has the page's title changed.
ATTACK = "document.title = 'attacked'"
NAMES = (
    f"<img src=x onerror=\"{ATTACK}\">.cu",
    "a' onmouseover='x' b=\".cu",
    "<!--<script>.cu",
    "100% & more #1?:7.cu",
    "javascript:x.cu",
)  # fmt: skip
HOSTILE = f"""\
// </script><script>{ATTACK}</script> <!-- <script> ]]>
#define TEXT "<img src=x onerror=\\"{ATTACK}\\">"
{SOURCE}"""


class Made(NamedTuple):
    page: Path
    report: dict[str, object]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("page")
    source = folder / "src"
    (source / "deep" / "down").mkdir(parents=True)
    (source / "deep" / "down" / "sum.cu").write_text(SOURCE)
    (source / "long.cu").write_text(SOURCE + "// nothing to see\n" * 3000 + SOURCE.replace("sum", "last"))
    (source / "</script><script>").mkdir(parents=True)
    for name in NAMES:
        (source / "</script><script>" / name).write_text(HOSTILE)
    (source / "turned\u202e.cu").write_text(f"// \u202eturned\u2066 and \x1b[31mred\n{WIDE}", encoding="utf-8")
    (source / "\udcff.cu").write_text(TWICE)  # a name that is no text
    old, page = folder / "old.json", folder / "page.html"
    _run(folder, "scan", "src", "--format", f"json:{old}")
    (source / "new.cu").write_text(SOURCE)
    (source / "long.cu").write_text(
        (source / "long.cu").read_text().replace("wgmma.fence.sync.aligned;", "bar.sync 0;")
    )
    report = folder / "new.json"
    _run(folder, "scan", "src", "--compare", str(old), "--format", f"html:{page}", "--format", f"json:{report}")
    return Made(page, json.loads(report.read_text()))


def _run(folder: Path, *arguments: str) -> None:
    ran = subprocess.run([sys.executable, "-m", "hipify_py", *arguments], cwd=folder, capture_output=True, check=False)
    assert ran.returncode in (0, 1), ran.stderr


@pytest.fixture(scope="module")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="module")
def window(downloads: Path) -> Iterator[Browser]:
    with browsers.browser(downloads) as opened:
        yield opened


@pytest.fixture
def browser(window: Browser) -> Iterator[Browser]:
    """The window as a new one is, and after the test nothing has gone wrong in it."""
    window.resize(1400, 900)
    window.prefer("light")
    window.log()
    yield window
    assert window.log() == []
    assert "attacked" not in window.run("return document.title")


def test_the_overview(browser: Browser, made: Made) -> None:
    assert browser.open(made.page) < 5
    assert browser.text("h1") == "src: what a port takes"
    headings = browser.texts("h2")
    assert headings[:2] == ["Where the work is", "What to do next"]
    tiles = browser.run("return [...document.querySelectorAll('.tile')].map((each) => each.getAttribute('aria-label'))")
    assert any(tile.startswith("src/deep/down/sum.cu: ") for tile in tiles)
    of_errors = browser.run(
        "const found = (each) => / [1-9]\\d* errors?,/.test(each.getAttribute('aria-label'));"
        "return [...document.querySelectorAll('.tile:not(.frame)')].filter(found).map((each) => each.className)"
    )
    assert set(of_errors) == {"tile r-0"}
    assert len(browser.texts(".cause")) == len([each for each in _causes(made) if each != "info"])


def _causes(made: Made) -> list[str]:
    causes = made.report["causes"]
    assert isinstance(causes, list)
    return [each["severity"] for each in causes]


def _count(made: Made, *severities: str) -> int:
    findings = made.report["findings"]
    assert isinstance(findings, list)
    return sum(each["severity"] in severities and not each["rule"].startswith("CNV") for each in findings)


def test_a_tile_leads_to_its_file(browser: Browser, made: Made) -> None:
    browser.open(made.page)
    browser.run("document.querySelector('.tile[aria-label^=\"src/deep/down/sum.cu\"]').click()")
    browser.wait("document.querySelector('.row.changed')")
    assert browser.text(".file h1") == "src/deep/down/sum.cu"


def test_a_file_before_and_after(browser: Browser, made: Made) -> None:
    browser.open(made.page, "#files/src/deep/down/sum.cu")
    browser.wait("document.querySelector('.row.changed')")
    assert browser.texts(".row.changed .w-old")[:1] == ["cuda_runtime"]
    assert "".join(browser.texts(".row.changed .w-new")[:3]) == "hip/hip_runtime"
    # Translated PTX stands beside the original.
    beside = [text.split("\n") for text in browser.texts(".row.beside")]
    original = next(row for row in beside if any("bfe.u32" in part for part in row))
    assert any("hipify_ptx::bfe" in part for part in original), beside
    notes = browser.texts(".note summary")
    assert any("PTX006" in note for note in notes)
    browser.run("document.querySelector('.note.s-error summary').click()")
    browser.settle()
    assert "What to do: " in browser.text(".note[open]")
    browser.run("document.querySelector('.note[open] details.rule summary').click()")
    assert browser.text(".note[open] .example").strip()


def test_a_line_of_a_long_file(browser: Browser, made: Made) -> None:
    """What is not in sight is not there, until somebody goes there."""
    browser.open(made.page, "#files/src/long.cu")
    browser.wait("document.querySelector('.row')")
    browser.run(
        "[...document.querySelectorAll('.actions button')].find((each) => each.innerText.includes('whole')).click()"
    )
    browser.settle()
    assert browser.run("return document.querySelectorAll('.row').length") < 1500
    browser.go("#files/src/long.cu:3011")
    browser.wait("document.querySelector('.row.here')")
    assert browser.run("return document.querySelector('.row.here').dataset.line") == "3011"
    top = browser.run("return document.querySelector('.row.here').getBoundingClientRect().top")
    assert 0 < top < 900


def test_filters(browser: Browser, made: Made) -> None:
    browser.open(made.page, "#findings")
    assert browser.text(".filter .sum").startswith(f"{_count(made, 'error', 'warning', 'info')} of ")
    browser.go("#findings?severity=error")
    assert browser.text(".filter .sum").startswith(f"{_count(made, 'error')} of ")
    browser.go("#findings?rule=WRP002&directory=src/deep")
    assert browser.text(".filter .sum").startswith("1 of ")
    assert browser.texts(".finding-row .where") == ["WRP002 src/deep/down/sum.cu:3"]
    shown = {}
    for directory in ("src", "src/*", "src/deep/*", "src/deep/down/*", "src/deep/down/sum.cu", "EEP/DOW", "*"):
        browser.go(f"#findings?directory={directory}")
        shown[directory] = int(browser.text(".filter .sum").split()[0])
    assert shown["src/deep/*"] == shown["*"] == 0
    assert shown["src/deep/down/*"] == shown["src/deep/down/sum.cu"] == shown["EEP/DOW"] > 0
    assert 0 < shown["src/*"] < shown["src"]
    browser.go("#findings?order=worst")
    assert browser.texts(".finding-row .hidden")[0] == "error"
    browser.go("#findings?text=no+such+words")
    assert browser.text(".list-side .none") == "No finding matches the filter."


def test_a_permalink(browser: Browser, made: Made) -> None:
    browser.open(made.page, "#WRP002/src/deep/down/sum.cu:3")
    assert browser.text(".detail .where") == "src/deep/down/sum.cu:3:14"
    assert browser.texts(".finding-row[aria-selected=true] .where") == ["WRP002 src/deep/down/sum.cu:3"]
    browser.go("#WRP002/src/deep/down/sum.cu:4")
    assert "no such finding" in browser.text(".detail")


def test_findings_of_a_rule_in_one_line_have_permalinks_of_their_own(browser: Browser, made: Made) -> None:
    browser.open(made.page, r"#findings?rule=WRP002&directory=\xff.cu")
    browser.run("document.querySelector('.findings-list').focus()")
    places = {}
    for _ in range(2):
        browser.press("\ue015")  # arrow down
        places[browser.run("return location.hash")] = browser.text(".detail .where")
    assert list(places) == ["#WRP002/src/%5Cxff.cu:3", "#WRP002/src/%5Cxff.cu:3:33"]
    for link, place in places.items():
        browser.go("#overview")
        browser.go(link)
        assert browser.text(".detail .where") == place
    browser.go("#overview")


def test_the_next_change_is_also_what_only_adds_lines(browser: Browser, made: Made) -> None:
    """As the translation of PTX does above and below the original."""
    browser.open(made.page, "#files/src/deep/down/sum.cu")
    browser.wait("document.querySelector('.row')")
    seen = []
    for _ in range(4):
        browser.press("n")
        seen.append(browser.run("return document.querySelector('.row.here').dataset.line"))
    assert seen == ["1", "3", "6", "9"]
    browser.press("p")
    assert browser.run("return document.querySelector('.row.here').dataset.line") == "6"


@pytest.mark.parametrize("place", ["#nowhere", "#constructor", "#files/gone.cu:1", "#findings?group=constructor", "#%"])
def test_addresses_that_lead_nowhere(place: str, browser: Browser, made: Made) -> None:
    browser.open(made.page, place)
    assert browser.text("main .view:not([hidden])")


def test_keys(browser: Browser, made: Made) -> None:
    browser.open(made.page)
    browser.press("3")
    assert browser.run("return location.hash") == "#findings"
    browser.press("/", *"warps", "\t")
    assert browser.run("return document.querySelector('.filter input').value") == "warps"
    browser.run("document.querySelector('.findings-list').focus()")
    browser.press("\ue015", "\ue015")  # arrow down
    second = browser.texts(".finding-row[aria-selected=true] .where")[0]
    active = browser.run("return document.querySelector('.findings-list').getAttribute('aria-activedescendant')")
    assert browser.run("return document.getElementById(arguments[0]).getAttribute('aria-posinset')", active) == "2"
    browser.press("\ue007")  # enter
    browser.wait("document.querySelector('.row.here')")
    assert browser.text(".file h1") == second.split(" ", 1)[1].rpartition(":")[0]
    browser.press("n")
    browser.press("?")
    assert browser.text("dialog h2") == "Keys"
    browser.press("\ue00c")  # escape
    assert browser.run("return document.querySelector('dialog')") is None


def test_the_tree_by_keys(browser: Browser, made: Made) -> None:
    browser.open(made.page, "#files")
    browser.run("document.querySelector('.tree').focus()")
    browser.press("\ue015", "\ue014")  # down to src, right to open it
    names = browser.texts(".tree .node .name")
    assert "deep/down" in names
    assert "long.cu" in names


def test_colors(browser: Browser, made: Made) -> None:
    browser.open(made.page)
    background = "return getComputedStyle(document.body).backgroundColor"
    light = browser.run(background)
    browser.prefer("dark")
    dark = browser.run(background)
    assert light != dark
    browser.press("t")
    assert browser.run(background) == light
    browser.press("t")
    assert browser.run(background) == dark
    browser.press("t")


def test_csv(browser: Browser, made: Made, downloads: Path) -> None:
    browser.open(made.page, "#findings?rule=WRP002&directory=src/deep")
    browser.run("[...document.querySelectorAll('.exports button')][0].click()")
    file = downloads / "hipify-findings.csv"
    ends = time.monotonic() + 10
    while not file.exists() and time.monotonic() < ends:
        time.sleep(0.05)
    head, row = file.read_text(encoding="utf-8").splitlines()
    assert head == "rule,severity,path,line,column,message,help,subject,guard"
    assert row.startswith("WRP002,warning,src/deep/down/sum.cu,3,14,")


def test_progress(browser: Browser, made: Made) -> None:
    browser.open(made.page, "#progress")
    progress = made.report["progress"]
    assert isinstance(progress, dict)
    fixed, new = len(progress["fixed"]), len(progress["new"])
    assert fixed > 0
    assert new > 0
    assert browser.texts(".progress .value")[:2] == [str(fixed), str(new)]
    assert len(browser.texts(".progress .changes li")) == fixed + new


@pytest.mark.parametrize("name", NAMES)
def test_hostile_names_and_sources_are_text(name: str, browser: Browser, made: Made) -> None:
    path = f"src/</script><script>/{name}"
    browser.open(made.page)
    numbers = "return [...document.querySelectorAll('script')].length"
    scripts = browser.run(numbers)
    encoded = browser.run("return arguments[0].split('/').map(encodeURIComponent).join('/')", path)
    browser.go(f"#files/{encoded}")
    browser.wait("document.querySelector('.row')")
    assert browser.text(".file h1") == path
    shown = browser.texts(".row .text.left")
    assert shown[0].rstrip() == HOSTILE.splitlines()[0]
    browser.go(f"#WRP002/{encoded}:5")
    assert browser.text(".detail .where") == f"{path}:5:14"
    browser.go("#findings?text=script")
    browser.go("#overview")
    assert browser.run(numbers) == scripts
    assert browser.run("return document.querySelectorAll('main img, main iframe, main object').length") == 0


def test_what_cannot_be_seen_is_shown(browser: Browser, made: Made) -> None:
    browser.open(made.page, "#files/src/turned%E2%80%AE.cu")
    browser.wait("document.querySelector('.row')")
    assert browser.text(".file h1") == r"src/turned\u{202e}.cu"
    assert browser.texts(".row .text.left")[0] == r"// \u{202e}turned\u{2066} and \u{1b}[31mred"
    assert "".join(browser.texts(".row[data-line='4'] .f-warning")) == "threadIdx.x % 32"
    assert not browser.run("return /[\u202a-\u202e\u2066-\u2069\x1b]/.test(document.body.innerText)")


def test_the_policy_stops_what_the_page_does_not_do(window: Browser, made: Made) -> None:
    """Were there a way to put markup into the page, it would run nothing."""
    window.open(made.page)
    script = "const it = document.createElement('script'); it.textContent = arguments[0]; document.body.append(it)"
    markup = f'<img src="x" onerror="{ATTACK}">'
    for attempt, given in ((script, ATTACK), ("document.body.innerHTML = arguments[0]", markup)):
        with suppress(WebDriverException):
            window.run(attempt, given)
    window.settle()
    assert window.run("return document.title") != "attacked"
    assert any("Content Security Policy" in line or "TrustedHTML" in line for line in window.log())


def test_print_is_the_overview(browser: Browser, made: Made) -> None:
    browser.open(made.page, "#findings")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = browser.run("return [...document.querySelectorAll('.view')].filter((each) => each.offsetHeight).length")
    assert shown == 1
    assert browser.run("return document.querySelector('.overview .treemap').offsetHeight") > 100


@pytest.mark.skipif(not browsers.axe(), reason="no axe-core (pip install --no-deps axe-playwright-python)")
@pytest.mark.parametrize(
    ("scheme", "width", "places"),
    [("light", 1400, ("#overview", "#WRP002/src/deep/down/sum.cu:3")), ("dark", 390, ("#files/src/deep/down/sum.cu",))],
)
def test_axe_finds_nothing_serious(
    scheme: str, width: int, places: tuple[str, ...], browser: Browser, made: Made
) -> None:
    """`python -m benchmarks.page` asks about all views in all colors and widths."""
    browser.resize(width, 900)
    browser.prefer(scheme)
    browser.open(made.page)
    script = browsers.axe()
    for place in places:
        browser.go(place)
        assert browser.violations(script) == [], place


@pytest.mark.parametrize("place", ["#overview", "#files/src/long.cu", "#findings", "#progress"])
def test_narrow_windows_do_not_scroll_sideways(place: str, browser: Browser, made: Made) -> None:
    browser.resize(360, 800)
    browser.open(made.page, place)
    browser.settle()
    assert browser.run("return document.documentElement.scrollWidth") <= 360
