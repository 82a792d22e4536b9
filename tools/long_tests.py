"""Write tests/long_tests.txt: how long the tests took of which reports are given, where that is a second or more.

    pytest -n 2 --junitxml quick.xml; pytest -n 2 -m slow --junitxml slow.xml
    python -m tools.long_tests quick.xml slow.xml

Nothing else should run on the machine meanwhile. What the reports do not hold stays as it is.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).parents[1]
LIST = _ROOT / "tests/long_tests.txt"
_LEAST = 1.0
# These run at each change, however long they take.
_ALWAYS = (
    "tests/test_consoles.py::test_a_block_runs_and_prints_what_it_shows[README.md-",
    "tests/test_properties.py::test_what_no_edit_names_comes_through",
    "tests/compile/test_lock_loops.py::",
    "tests/amd/",
)


def main(reports: list[str]) -> int:
    if not reports:
        print(__doc__)
        return 2
    taken = dict(_listed())
    for report in reports:
        for name, seconds in _reported(report):
            taken.pop(name, None)
            if seconds >= _LEAST and not name.startswith(_ALWAYS):
                taken[name] = seconds
    lines = (f"{seconds:.1f} {name}\n" for name, seconds in sorted(taken.items()))
    LIST.write_text("".join(lines), "utf-8")
    return 0


def _listed() -> Iterator[tuple[str, float]]:
    for line in LIST.read_text("utf-8").splitlines() if LIST.exists() else ():
        seconds, name = line.split(" ", 1)
        yield name, float(seconds)


def _reported(report: str) -> Iterator[tuple[str, float]]:
    """The ids and seconds of the tests in a report, which names modules and classes with dots."""
    for case in ET.parse(report).iter("testcase"):
        if case.find("skipped") is None and (module := case.get("classname")):
            yield f"{_file_of(module)}::{case.get('name')}", float(case.get("time", 0))


def _file_of(module: str) -> str:
    """`tests.cli.test_init.TestAtATerminal` is a class in a file."""
    parts = module.split(".")
    length = next(
        count for count in range(len(parts), 0, -1) if (_ROOT.joinpath(*parts[:count])).with_suffix(".py").is_file()
    )
    return "::".join(("/".join(parts[:length]) + ".py", *parts[length:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
