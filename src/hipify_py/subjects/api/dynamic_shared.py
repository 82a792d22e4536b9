"""API014: a limit on dynamic shared memory that may lie beyond what a workgroup has on AMD."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.constants import Constants, without_casts
from hipify_py.file.facts import Facts
from hipify_py.file.members import Members
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import excerpts, found_in
from hipify_py.rules.detect import Hit
from hipify_py.tables.gpus import lds

_LIMIT = pattern(rb"sharedMemPer|max_?(?:shared|smem)|optin", re.IGNORECASE)
_ANSWER = pattern(
    rb"&\s*(\w+)\s*,\s*(?:cudaDevAttrMaxShared|CU_DEVICE_ATTRIBUTE_MAX_SHARED)|\b(\w+)\s*=\s*[\w.>\-]{1,80}sharedMemPer"
)
_LIMITS = pattern(rb"cudaDevAttrMaxShared|CU_DEVICE_ATTRIBUTE_MAX_SHARED|sharedMemPer")
_NAME = pattern(rb"[A-Za-z_]\w*")
_REFUSED = pattern(
    rb"\bif\s{0,9}\(\s{0,9}(?:(\w{1,80}) ?>=? ?(\w{1,80})|(\w{1,80}) ?<=? ?(\w{1,80}))\s{0,9}\)\s{0,9}\{?"
)
_CONDITION, _ELSE = pattern(rb"[^?:]*\?"), pattern(rb"(?<!:):(?!:)")
_VALUE = pattern(rb"\s*=\s*([^;,{}]{1,200});")
_LEAVES = pattern(rb"\b(?:return|throw|exit|abort)\b")
_REACH = 4_000
# So far the scope of a variable may reach, in which nothing may change it.
_LONGEST_SCOPE = 8_000
_CHANGED = rb"(?:&|\+\+|--)\s*%b\b|\b%b\s*(?:\+\+|--|(?:[-+*/%%&|^]|<<|>>)?=(?!=))"
_USUAL_LDS, _KIB = 64, 1024
_OVER = "'{text}' may ask for more than the {lds} KiB of shared memory that a block has on {archs}"


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    archs = facts.policy.archs
    limit = min(map(lds, archs), default=_USUAL_LDS)
    values = {"lds": str(limit), "archs": ", ".join(archs)}
    around_names = ((name, facts.reading.neighbours(name)) for name in facts.names(words))
    # Others are asked for, compared, or entries of a list.
    set_to = [(name, around) for name, around in around_names if around.sign_after == b","]
    told = _told(facts.reading.code) if set_to else set()
    constants, members = Constants(facts), Members(facts)
    for name, around in set_to:
        if _is_asked_for(facts, around.after + 1, told) or _is_refused(facts, around.after + 1, told):
            continue
        size = _size(facts, constants, members, around.after + 1)
        if size is None or size > limit * _KIB:
            yield Hit(name.start, name.end, values, _OVER if limit > _USUAL_LDS else "")


def _told(code: bytes) -> set[bytes]:
    """What the limits of the device are read to."""
    return {word for found in found_in(_ANSWER, excerpts(_LIMITS, code), code) for word in found.groups()}


def _is_asked_for(facts: Facts, start: int, told: set[bytes]) -> bool:
    """Whether the size is the limit that the device itself has told: what such limits are read to is `told`."""
    text = _argument(facts, start)
    word = re.match(rb"\w+\b", text)
    return _LIMIT.search(text) is not None or (word is not None and word[0] in told)


def _is_refused(facts: Facts, start: int, told: set[bytes]) -> bool:
    """Whether the function returns before if the size is larger than the limit that the device has told."""
    size = _argument(facts, start).rstrip(b") ")
    function = facts.functions.around(start) if _NAME.fullmatch(size) else None
    code = facts.reading.code
    low = max(function.start, start - _REACH) if function is not None else start
    for found in _REFUSED.finditer(code, low, start):
        larger, smaller = (found[1], found[2]) if found[1] else (found[4], found[3])
        block = facts.reading.closers.get(found.end() - 1) if found[0].endswith(b"{") else code.find(b";", found.end())
        if larger == size and smaller in told and _LEAVES.search(code, found.end(), block or found.end()):
            return True
    return False


def _argument(facts: Facts, start: int) -> bytes:
    return re.split(rb"[,;]", facts.reading.code[start : start + 200], maxsplit=1)[0].strip()


def _size(facts: Facts, constants: Constants, members: Members, start: int) -> int | None:
    """What the next argument is worth, where that can be told."""
    text = _argument(facts, start)
    while text.endswith(b")") and text.count(b")") > text.count(b"("):
        text = text[:-1].rstrip()
    either = [each.strip(b" ()") for each in _ELSE.split(_CONDITION.sub(b"", text))] if b"?" in text else [text]
    sizes = [_of_one(facts, constants, members.value(each), start) for each in either]
    known = [size for size in sizes if size is not None]
    return max(known) if len(known) == len(sizes) else None


def _of_one(facts: Facts, constants: Constants, text: bytes, start: int) -> int | None:
    """What one of the values is worth that `condition ? this : that` may have."""
    known = constants.number(text, start)
    variable = without_casts(text).strip(b" ()")
    return _of_variable(facts, constants, variable, start) if known is None else known


def _of_variable(facts: Facts, constants: Constants, name: bytes, place: int) -> int | None:
    """What the variable that is seen from a place was given where it was declared, if nothing changes it."""
    plain = facts.reading.plain
    found = facts.reading.declarations.of(name, place) if _NAME.fullmatch(name) else None
    scope = facts.reading.scopes.at(found.place) if found else None
    if found is None or found.stars or scope is None or not scope.start < place < scope.end:
        return None
    if scope.end - scope.start > _LONGEST_SCOPE:
        return None
    value = _VALUE.match(plain, found.place + len(name))
    changes = re.compile(_CHANGED % (name, name))
    if value is None or changes.search(plain, value.end(), scope.end):
        return None
    if changes.search(plain, scope.start, found.place):
        return None  # another one of that name, in another branch of the preprocessor
    return constants.number(value[1], found.place)
