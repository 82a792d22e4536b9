"""`tools/header_guards.py`: what it takes for a guard, and that the tables say what the headers do."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.corpus import DEFAULT_INTO as CORPUS
from tools.header_guards import Listed, faults, guard_of, questions, read_tables
from tools.hip_toolchain import DEFAULT_INTO

CUDA = [*sorted((CORPUS / ".cuda").glob("*/include")), *sorted(Path("/usr/local").glob("cuda-*/include"))]
HIP = sorted(DEFAULT_INTO.glob("*/include"))
BODY = "int a;\nint b;\n"


@pytest.mark.parametrize(
    ("text", "guard"),
    [
        (f"/* #ifndef NO */\n#ifndef A_H\n#define A_H\n{BODY}#endif\n", "A_H"),
        (f"#if !defined( A_H )\n#define A_H 1\n{BODY}#endif /* A_H */\n#undef TEMPORARY\n", "A_H"),
        (f"#pragma once\n#ifndef A_H\n\n# define A_H // yes\n{BODY}#endif\n", "A_H"),
        (f"#pragma once\n{BODY}", ""),
        (f"#ifndef API\n#define API\n#endif\n{BODY}{BODY}", ""),
        (f"#ifndef VERSION\n#define VERSION 3\n{BODY}#endif\n", ""),
        (f"#endif\n#ifndef A_H\n#define A_H\n{BODY}", ""),
    ],
)
def test_guard(text: str, guard: str) -> None:
    assert guard_of(text) == guard


def test_what_the_tables_say_otherwise_is_told(tmp_path: Path) -> None:
    cuda, hip = tmp_path / "cuda", tmp_path / "hip"
    for path, guard in ((cuda / "old.h", "OLD_H"), (cuda / "lone.h", "LONE_H"), (hip / "lib/new.h", "NEW_H")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#ifndef {guard}\n#define {guard}\n{BODY}#endif\n")
    headers = {"old.h": {"hip": "lib/new.h"}}
    asked = questions([cuda], [hip], Listed(headers, {}))
    assert list(map(str, asked)) == ["LONE_H  lone.h", "OLD_H  old.h  hip: lib/new.h NEW_H"]
    assert list(faults(asked, {"OLD_H": {"hip": "NEW_H"}, "LONE_H": {"unsupported": "drop it"}})) == []
    assert len(list(faults(asked, {"OLD_H": {"hip": "OTHER_H"}, "LONE_H": {"unsupported": ""}}))) == 2
    assert len(list(faults(asked, {}))) == 2


@pytest.mark.skipif(not CUDA or not HIP, reason="needs headers of CUDA and of HIP")
def test_the_tables_say_what_the_headers_do() -> None:
    listed = read_tables()
    assert list(faults(questions(CUDA, HIP, listed), listed.macros)) == []


def test_what_is_asked_instead_of_a_dropped_name_is_a_guard() -> None:
    macros = read_tables().macros
    asked = {name: row["asked"] for name, row in macros.items() if "asked" in row}
    assert asked
    assert all("expression" in macros[name] and guard in macros for name, guard in asked.items())
