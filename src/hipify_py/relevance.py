"""Whether a file is worth reading at all: most files of a tree never heard of CUDA, and cost one look at the words."""

from __future__ import annotations

from hipify_py.file.rewrites import Screen
from hipify_py.file.style import Style
from hipify_py.reading import tokens
from hipify_py.rules import detect, headers
from hipify_py.source import UTF8_BOM
from hipify_py.subjects import registry
from hipify_py.tables.model import Policy

# Most files of CUDA tell so in about so many bytes at their beginning.
_BEGINNING = 3_000


def may_concern_us(data: bytes, policy: Policy, style: Style) -> bool:
    """Whether something in a file that is not CUDA's by its name may change, or call for a word."""
    text = data.removeprefix(UTF8_BOM)
    cut = text.find(b"\n", _BEGINNING) + 1
    beginning = frozenset(tokens.words(text[:cut]))
    if _tell(beginning, policy):
        return True
    return may_concern_us_by(beginning.union(tokens.words(text[cut:])), data, policy, style)


def may_concern_us_by(words: frozenset[bytes], data: bytes, policy: Policy, style: Style) -> bool:
    """The same of a file whose words are known."""
    if tokens.may_cut_names(data):
        words = words.union(tokens.words(tokens.join_lines(data)))
    if _tell(words, policy):
        return True
    if any(policy.begins_a_renamed_name(head) for head in tokens.paste_heads(data)):
        return True
    return headers.concerns(data) or registry.concerns(Screen(data, words, style))


def names_cuda(data: bytes, policy: Policy) -> bool:
    """Whether a file, by its words and includes, has anything of CUDA's."""
    words = frozenset(tokens.words(tokens.join_lines(data) if tokens.may_cut_names(data) else data))
    is_pasted = any(policy.begins_a_renamed_name(head) for head in tokens.paste_heads(data))
    return _tell(words, policy) or is_pasted or headers.concerns(data)


def _tell(words: frozenset[bytes], policy: Policy) -> bool:
    """Whether one of the words is enough."""
    return not policy.telling_words.isdisjoint(words) or detect.concerns(words)
