"""A report made by hand that holds what is hard to show: wide characters, tabs, odd paths, every severity."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hipify_py.file.measure import Measure
from hipify_py.findings import Severity
from hipify_py.report.model import FileReport, Known, Report
from hipify_py.rules.model import Catalogue, Example, Instead, Rule
from hipify_py.run.discover import Problem
from hipify_py.run.outcome import Remark, Replacement
from hipify_py.source import Position

sys.path.insert(0, str(Path(__file__).parents[2]))  # pytest does not run from the root's modules
ODD = "src/100% odd/ä,b:c.cu"


@pytest.fixture
def catalogue() -> Catalogue:
    rules = (
        Rule(
            "PTX003",
            "ptx-cp-async",
            Severity.ERROR,
            "An asynchronous copy.",
            "AMD has no `cp.async`.",
            "Copy with a loop.",
            instead=Instead("copy();\n"),
            sources=("https://example.org/cp",),
            fix="unsafe",
            since="9.9",
            archs=("gfx9*",),
            flagged=(Example('asm("cp.async");  // PTX003\n', flags=("--arch", "gfx90a")),),
            accepted=(Example("copy();\n", file="a.cuh"),),
        ),
        Rule("API036", "rename-needs-care", Severity.WARNING, "A name that means less.", "HIP differs.", "Read it."),
        Rule("TOOL009", "shim-header", Severity.INFO, "A header of defines.", "Left alone.", "", optional=True),
    )
    groups = {"PTX": "Inline PTX", "API": "Runtime and driver", "TOOL": "Files and conversion"}
    return Catalogue({rule.id: rule for rule in rules}, groups)


@pytest.fixture
def report() -> Report:
    return Report(
        "scan",
        "7.1",
        archs=("gfx90a",),
        files=(
            FileReport(ODD, "100% odd/ä,b:c.cu", Measure(20, 10, 1, 8, 2, 2, 1), converted={"runtime": 3}),
            FileReport("src/lib/plain.h", "lib/plain.h", Measure(5, 0, 0, 0, 0, 0, 0)),
        ),
        remarks=(
            Remark(
                ODD,
                Position(7, 10),
                Position(7, 19),
                "PTX003",
                Severity.ERROR,
                "PTX 'a|b', with \"quotes\": 100%",
                help="copy <it> & wait",
                subject="cp.async",
                source='\tf("漢é");asm("cp");',
                fingerprint="f1",
                fix=(Replacement(Position(7, 10), Position(7, 19), "copy"),),
                fix_text="call the loop",
            ),
            Remark(
                ODD,
                Position(9, 3),
                Position(11, 2),
                "API036",
                Severity.WARNING,
                "`__syncwarp` means less",
                source="  call(a,  ",
                fingerprint="f2",
            ),
            Remark(
                ODD,
                Position(20, 1),
                Position(20, 2),
                "TOOL009",
                Severity.INFO,
                "left alone",
                source="x",
                fingerprint="f3",
                guard="#if defined(__CUDA_ARCH__)",
            ),
        ),
        problems=(Problem("src/gone.cu", "No such file, or directory"),),
        suppressed=2,
        known=1,
        fixed={Known("src/old.cu", "API036", "f9"): 1},
        seconds=0.25,
    )


@pytest.fixture
def empty() -> Report:
    return Report("scan", "7.1")
