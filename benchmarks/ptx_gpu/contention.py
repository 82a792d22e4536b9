"""Tests in which threads of many blocks meet at one address, each in the original and in its translation.

Atomics: thousands of threads change four values; what these are at the end, and the sum of what was returned, must not
depend on who came first. Hand-overs: one block passes data to another with a flag. Locks: blocks count together.
Wholes: threads write pairs of a value and its complement at once, others read them.
Meetings: threads of a block wait for each other at barriers.

The kernels of the translation are those of the original, converted as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.ptx_gpu.contention_meetings import FUNCTIONS, MEETINGS, SEE_WAITS, without_waits
from benchmarks.ptx_gpu.contention_tests import HAND_OVERS, LOCKS, TORN, WHOLES, atomics
from hipify_py import api
from hipify_py.file.style import Style


def kernels() -> str:
    """The originals."""
    parts = [each.kernel() for each in atomics()]
    parts += [each.kernel() for each in HAND_OVERS]
    parts += [each.kernel() for each in LOCKS]
    parts += [each.kernel() for each in WHOLES]
    return "\n".join((*parts, meetings()))


def meetings() -> str:
    return "\n".join((FUNCTIONS, *(each.kernel() for each in MEETINGS)))


def calls() -> Iterator[tuple[str, str]]:
    """The name of each test, and how the program runs it."""
    yield from (_call("atomic", each.name) for each in atomics())
    yield from (_call("hand_over", each.name) for each in HAND_OVERS)
    yield from (_call("lock", each.name) for each in LOCKS)
    yield from (_call("whole", each.name) for each in WHOLES)
    yield from (_call("meeting", each.name) for each in MEETINGS)
    yield from ((f"mutant_{name}", f"mutant<of_meeting<broken::{name}>>") for name in SEE_WAITS)
    yield "mutant_torn", "mutant<of_whole<broken::torn>>"


def _call(kind: str, name: str) -> tuple[str, str]:
    return f"{kind}_{name}", f"{kind}<original::{name}, ours::{name}>"


def files() -> dict[str, str]:
    """By name, what device/contention.cu is built with."""
    text = kernels()
    tests = list(calls())
    return {
        "contention_original.hpp": text,
        "contention_ours.hpp": _converted(text),
        "contention_broken.hpp": without_waits(_converted(meetings())) + TORN,
        "contention_calls.hpp": "".join(f'run("{name}", {call});\n' for name, call in tests),
        "contention_tests.txt": "".join(f"{name}\n" for name, _call in tests),
    }


def _converted(text: str) -> str:
    style = Style(ptx="exact", replaces_ptx=True)
    ours = api.convert(text.encode(), api.policy(), path="contention.cu", style=style).output.decode()
    ours = re.sub(r"^#include .*\n", "", ours, flags=re.MULTILINE)  # those of AMD; ours is there already
    if re.search(r"\basm\b", ours):
        raise ValueError("a statement of a test of contention is not translated")
    return ours
