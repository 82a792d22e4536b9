"""TOOL002: a file that calls HIP by name already, and CUDA as well."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import behind_last
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

# `HIP_OR_CUDA(hipFree(p), cudaFree(p))`: macros of other headers that choose the platform.
_CHOICE = pattern(rb"(?:HIP|CUDA|GPU|ROCM)\w{0,60}\s*\(")
# A header that makes one API out of the other.
_BRIDGE = pattern(rb"\btypedef\b[^;{}]{0,80}\b(?:cu|CU)\w+\s*;|\busing\s+cu\w+\s*=\s*hip")
_REACH = 120
_HIP = pattern(rb"\bhip(?:Malloc|Free|Mem|Stream|Event|Launch|Get|Set|Device|Func|Module|Error|Success)\w*")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    calls = [call for call in facts.calls if not facts.reading.is_message(call.item.name.start)]
    if not calls or facts.shims or facts.own or _BRIDGE.search(facts.reading.code):
        return
    plain = facts.reading.plain
    for match in _HIP.finditer(plain):
        before = plain[max(0, match.start() - _REACH) : match.start()]
        is_chosen = _CHOICE.search(before, behind_last(before, b"{}"))
        is_own = to_text(match[0]) in facts.defined_targets
        if not is_chosen and not is_own and facts.reading.conditionals.at(match.start()) is None:
            first = calls[0].item.name
            yield Hit(first.start, first.end, {"hip": to_text(match[0])})
            return
