"""How large the page of a report is, how soon it can be used, and what axe says of all its views.

    python -m benchmarks.page [--files 2000] [--findings 10000] [--sources MB] [--report report.html]

makes a report of that size, with sources that are repeated from the test cases, or opens one that `--format html`
wrote. Without Chromium only the size is measured.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random

from benchmarks import browser as browsers
from benchmarks.browser import Browser
from hipify_py.file.measure import Measure
from hipify_py.report.formats import render
from hipify_py.report.model import Call, FileReport, Report, Sources
from hipify_py.report.sources import Hunk, Text, packed
from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from hipify_py.run.outcome import Remark, fingerprint
from hipify_py.source import Position

CASES = Path(__file__).parents[1] / "tests" / "subjects"
MOST_SECONDS = 2.0
MOST_BYTES = 10_000_000
_DIRECTORY = 25
_VIEWS = ("#overview", "#files", "#files/{file}", "#findings", "#{finding}", "#progress")


def made(files: int, findings: int, sources: int) -> Report:
    """A report as one of a large tree: each finding with words of its own, each file with numbers of its own."""
    random, rules = Random(1), list(load().rules.values())
    paths = [f"src/module{number // _DIRECTORY}/part{number % 7}/kernel{number}.cu" for number in range(files)]
    texts = dict(zip(paths, _texts(random, files, sources // max(files, 1)), strict=True))
    remarks = [_remark(random, paths, rules, number) for number in range(findings)]
    remarks.sort(key=lambda remark: (remark.path, remark.start))
    return Report(
        "scan",
        "7.1",
        files=tuple(FileReport(path, path, _measure(random)) for path in paths),
        remarks=tuple(remarks),
        call=Call(("src",)),
        sources=Sources({path: packed(text) for path, text in texts.items()}),
    )


def _texts(random: Random, files: int, size: int) -> Iterator[Text]:
    lines = [line for file in sorted(CASES.rglob("*.cu")) for line in file.read_text(encoding="utf-8").splitlines()]
    for _ in range(files):
        start = random.randrange(len(lines))
        length = max(4, size // 35)
        text = [f"{line}  // {random.random()}" for line in islice(cycle(lines), start, start + length)]
        hunks = [Hunk(first, 1, [f"{text[first]} hip", "// more"]) for first in range(0, length, 20)]
        yield Text(text, hunks)


def _measure(random: Random) -> Measure:
    lines = random.randrange(5, 400)
    kernels = random.randrange(6)
    return Measure(2 * lines, lines, random.randrange(lines), 50, 3, kernels, random.randrange(kernels + 1))


def _remark(random: Random, paths: Sequence[str], rules: Sequence[Rule], number: int) -> Remark:
    rule, name = random.choice(rules), f"name{random.randrange(4000)}"
    start = Position(random.randrange(1, 400), random.randrange(1, 40))
    return Remark(
        random.choice(paths),
        start,
        Position(start.line, start.column + len(name)),
        rule.id,
        rule.severity,
        f"'{name}' has no HIP counterpart",
        help=rule.help,
        subject=name,
        source=f"    {name}(argument{number % 977}, {number % 3301});",
        fingerprint=fingerprint(name, number),
    )


def measured(browser: Browser, page: Path) -> list[str]:
    """Times and memory in a window, said line by line; what is wrong begins with `!`."""
    seconds = [browser.open(page) for _ in range(3)]
    heap = browser.run("return performance.memory.usedJSHeapSize") / 1e6
    said = [f"usable after {min(seconds):.2f} to {max(seconds):.2f} s, {heap:.0f} MB of memory"]
    said += [f"! later than {MOST_SECONDS} s"] * (min(seconds) > MOST_SECONDS)
    for what, place, shown in (
        ("the list of findings", "#findings", ".finding-row"),
        ("a file", f"#files/{_file(browser)}", ".row, .welcome"),
    ):
        started = time.monotonic()
        browser.run("location.hash = arguments[0]", place)
        browser.wait(f"document.querySelector('{shown}')")
        said.append(f"{what} after {time.monotonic() - started:.2f} s")
    return said + [f"! {line}" for line in browser.log()]


def accessible(browser: Browser, page: Path) -> list[str]:
    """What axe finds on all views, in both colors, in wide and in narrow windows."""
    script = browsers.axe()
    if not script:
        return ["no axe-core (pip install --no-deps axe-playwright-python)"]
    found, count = [], 0
    for scheme in ("light", "dark"):
        for width in (1400, 390):
            browser.prefer(scheme)
            browser.resize(width, 900)
            browser.open(page)
            names = {"file": _file(browser), "finding": _finding(browser)}
            for view in _VIEWS:
                browser.go(view.format(**names))
                count += 1
                found += [f"! {scheme} {width} {view}: {each}" for each in browser.violations(script)]
    return [*found, f"axe: {len(found)} serious violations on {count} views"]


def _file(browser: Browser) -> str:
    """A file with findings, as an address has it."""
    browser.go("#files")
    link = browser.run(
        "const link = document.querySelector('.welcome a'); return link ? link.getAttribute('href') : ''"
    )
    return str(link).removeprefix("#files/")


def _finding(browser: Browser) -> str:
    browser.go("#findings")
    browser.run("const row = document.querySelector('.finding-row'); if (row) row.click()")
    return str(browser.run("return location.hash")).removeprefix("#")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--findings", type=int, default=10_000)
    parser.add_argument("--sources", type=int, default=20, metavar="MB", help="size of all sources (default: 20)")
    parser.add_argument("--report", type=Path, metavar="FILE", help="a page that exists")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        page = given.report or _written(Path(folder), given)
        said = [f"{page.stat().st_size / 1e6:.2f} MB"]
        said += [f"! larger than {MOST_BYTES / 1e6:.0f} MB"] * (page.stat().st_size > MOST_BYTES)
        if missing := browsers.missing():
            said.append(f"not opened, as there is no {missing}")
        else:
            with browsers.browser() as browser:
                said += [*measured(browser, page), *accessible(browser, page)]
    print(*said, sep="\n")
    return any(line.startswith("!") for line in said)


def _written(folder: Path, given: argparse.Namespace) -> Path:
    report, page = made(given.files, given.findings, given.sources * 1_000_000), folder / "report.html"
    started = time.monotonic()
    page.write_text(render("html", report, load()), encoding="utf-8")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"{given.files:,} files, {given.findings:,} findings, {given.sources} MB of sources")
    print(f"written in {time.monotonic() - started:.1f} s, {memory:.0f} MB of memory")
    return page


if __name__ == "__main__":
    sys.exit(main())
