"""A short run of the attack of `benchmarks.robustness.patterns`: a few kilobytes never take a quarter of a second."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from benchmarks.robustness.patterns import Attack, bare_shapes, pattern_texts, seconds, succeeds, word_shapes
from tools.patterns import all_patterns

pytestmark = pytest.mark.slow

_SIZE = 4_000
_SAMPLE = 20


def _successes(attacks: list[Attack]) -> dict[str, str]:
    return {attack.name: shown for attack in attacks if (shown := succeeds(attack, _SIZE))}


def test_brackets_directives_and_build_files_in_any_number() -> None:
    assert _successes(list(bare_shapes())) == {}


def test_conditions_in_any_number() -> None:
    shapes = {attack.name: attack for attack in word_shapes()}
    in_a_chain = shapes["guard __CUDA_ARCH__: asked for in a chain"]
    nested = shapes["guard __CUDA_ARCH__: asked for, nested"]
    assert (succeeds(in_a_chain, 20_000), succeeds(nested, 50_000)) == ("", "")


@pytest.mark.thorough
def test_words_and_expressions_of_rules_in_any_number() -> None:
    texts = [*word_shapes(), *chain.from_iterable(map(pattern_texts, all_patterns()))]
    assert len(texts) > 10_000
    assert _successes(random.Random(11).sample(texts, _SAMPLE)) == {}


def test_an_attack_that_succeeds_is_seen() -> None:
    slow = Attack("slow", "a.cu", lambda size: b"cudaFree(a);\n" * (size**3 // 40_000_000))
    assert succeeds(slow, _SIZE)
    assert seconds(slow, _SIZE) > 0
