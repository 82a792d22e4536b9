"""API014: a limit on dynamic shared memory that may lie beyond what a workgroup has on AMD."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.constants import LocalConstants, number
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_LIMIT = pattern(rb"sharedMemPer|max_?(?:shared|smem)|optin", re.IGNORECASE)
_ANSWER = pattern(
    rb"&\s*(\w+)\s*,\s*(?:cudaDevAttrMaxShared|CU_DEVICE_ATTRIBUTE_MAX_SHARED)|\b(\w+)\s*=\s*[\w.>\-]{1,80}sharedMemPer"
)
_LDS = 65536
_LDS_OF_GFX950 = 163840
_OVER_GFX950 = "'{text}' may ask for more than the 160 KiB of shared memory that gfx950 has"


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    archs = facts.policy.archs
    is_gfx950 = bool(archs) and all(arch.startswith("gfx950") for arch in archs)
    limit, message = (_LDS_OF_GFX950, _OVER_GFX950) if is_gfx950 else (_LDS, "")
    told = {word for found in _ANSWER.finditer(facts.reading.code) for word in found.groups()}
    constants = LocalConstants(facts)
    for name in facts.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after != b",":
            continue  # asked for, compared, or an entry of a list
        if _is_asked_for(facts, around.after + 1, told):
            continue
        size = _size(facts, constants, around.after + 1)
        if size is None or size > limit:
            yield Hit(name.start, name.end, message=message)


def _is_asked_for(facts: Facts, start: int, told: set[bytes]) -> bool:
    """Whether the size is the limit that the device itself has told: what such limits are read to is `told`."""
    text = _argument(facts, start)
    word = re.match(rb"\w+\b", text)
    return _LIMIT.search(text) is not None or (word is not None and word[0] in told)


def _argument(facts: Facts, start: int) -> bytes:
    return re.split(rb"[,;]", facts.reading.code[start : start + 200], maxsplit=1)[0].strip()


def _size(facts: Facts, constants: LocalConstants, start: int) -> int | None:
    """What the next argument is worth, where that can be told."""
    text = _argument(facts, start)
    while text.endswith(b")") and text.count(b")") > text.count(b"("):
        text = text[:-1].rstrip()
    is_code = facts.reading.directive_at(start) is None
    return constants.number(text, start) if is_code else number(facts, text)
