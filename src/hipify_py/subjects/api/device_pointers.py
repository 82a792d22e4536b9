"""API007: a `CUdeviceptr` used as the integer that it is in CUDA; sums are converted, the rest is left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_DECLARED = pattern(rb"\bCUdeviceptr(?:\s|&){0,200}(?<=[\s&])(\w+)\s*(?=[;,=)({\[])((?:\s*,\s*\w+(?=\s*[;,=]))*)")
_OTHER = pattern(
    rb"\b(?:int|long|float|double|char|size_t|auto|void|unsigned|short|bool|u?int\d+_t|uintptr_t)[\s*&]+(\w+)\b"
)
_INTEGERS = (
    rb"(?:unsigned\s+long\s+long|unsigned\s+long|unsigned|long\s+long|(?:std::)?(?:u?int64_t|u?intptr_t|size_t))"
)
_VALUE = rb"(?:0[xX]0*[1-9a-fA-F][0-9a-fA-F]*|[1-9]\d*)[uUlL]*"
_AFTER = pattern(
    rb"\s*(?:%|&(?!&)|\|(?!\|)|\^|\*(?!\*)|/|>>|<<|\+\+|--|(?:==|!=|>=|<=|<|>)\s*" + _VALUE + rb"(?![\w.]))"
)
_COPIED = pattern(rb"\b" + _INTEGERS + rb"\s+\w+\s*=\s*$")
_CAST = pattern(rb"\bstatic_cast\s*<\s*(?:const\s+)?" + _INTEGERS + rb"\s*>\s*\(\s*$")
_STEPPED = pattern(rb"(?:\+\+|--)\s*$")
_STEPS = (b"++", b"--")
_NUMBER = pattern(rb"\bCUdeviceptr\s+\w+\s*(?:=|\{|\()\s*(" + _VALUE + rb")\s*[;,})]")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    code, reading = facts.reading.code, facts.reading
    yield from (Hit(*match.span(1)) for match in _NUMBER.finditer(code))
    others = {match[1] for match in _OTHER.finditer(reading.plain)}
    pointers = {
        word
        for match in _DECLARED.finditer(reading.plain)
        for word in (match[1], *re.findall(rb"\w+", match[2]))
        if word not in others
    }
    for name in reading.names(pointers):
        before = code[max(0, name.start - 80) : name.start]
        if before.endswith((b".", b"->")):
            continue
        follows = _AFTER.match(code, name.end)
        ends = code[reading.skip_blank(name.end) :][:1]
        # What is cast binds tighter than all operators but those behind it.
        is_cast = before.rstrip().endswith(b")") and (follows is None or not follows[0].strip().startswith(_STEPS))
        is_operand = follows is not None and not is_cast and not re.search(rb"CUdeviceptr\s*$", before)
        is_copied = ends in (b";", b",") and _COPIED.search(before)
        if is_operand or is_copied or _CAST.search(before) or _STEPPED.search(before):
            yield Hit(name.start, name.end)
