"""What is said of a module: what is left out of it, and what to know of the rest."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit, finding
from hipify_py.rules.load import load
from hipify_py.subjects.ptx.module.translate import Left, Translated
from hipify_py.subjects.ptx.tokens import skipped

LEFT_OUT = "PTX040"
OUTSIDE = "PTX041"
APPROXIMATE = "PTX042"
WAITS = "PTX030"
LOCK = "WRP016"
FLAG = "WRP017"
TEXTURES = "TEX001"

_WORD = pattern(r"[^\s;{]{1,200}")
_GUARD = pattern(r"@!?[\w$%]{1,200}\s+")
_FETCH = pattern(r"\btex\.[\w.]{1,60}")
# Mangled names have no bound, and the reason stands behind them.
_SHOWN = 100


def findings(text: str, translated: Translated) -> Iterator[Finding]:
    """In the order of the text for each rule; what is about all of it comes first."""
    if translated.approximate:
        yield _of_module(text, APPROXIMATE, ", ".join(sorted(translated.approximate)))
    for start in sorted(translated.waits.barriers)[:1]:
        yield _of_opcode(text, WAITS, start)
    if translated.has_images and (found := _FETCH.search(text)):
        yield finding(load().rules[TEXTURES], Hit(*found.span()), found[0])
    for start in sorted(translated.waits.locks):
        yield _of_opcode(text, LOCK, start)
    for start in sorted(translated.waits.flags):
        yield _of_opcode(text, FLAG, start)
    for left in translated.left:
        yield _left_out(text, left)


def _of_opcode(text: str, rule: str, start: int) -> Finding:
    guard = _GUARD.match(text, start)
    start = guard.end() if guard else start
    word = _WORD.match(text, start)
    opcode = word[0] if word else ""
    hit = Hit(start, start + len(opcode), {"under": ""})
    return finding(load().rules[rule], hit, opcode)


def _of_module(text: str, rule: str, subject: str) -> Finding:
    """At the version, as comments may stand before it."""
    start = skipped(text, 0, len(text))
    word = _WORD.match(text, start)
    return finding(load().rules[rule], Hit(start, word.end() if word else start), subject)


def _left_out(text: str, left: Left) -> Finding:
    word = _WORD.match(text, left.offset)
    place = left.offset, word.end() if word else left.offset
    if not left.name or left.is_variable:
        hit = Hit(*place, message=f"not translated: {left.reason}")
        return finding(load().rules[OUTSIDE], hit, left.name or left.reason)
    what = "kernel" if left.is_kernel else "function"
    hit = Hit(*place, message=f"{what} '{_shown(left.name)}' is not translated: {left.reason}")
    return finding(load().rules[LEFT_OUT], hit, left.name)


def _shown(name: str) -> str:
    return name if len(name) <= _SHOWN else f"{name[: _SHOWN // 2]}…{name[-_SHOWN // 2 :]}"
