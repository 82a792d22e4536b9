"""A choice between translations of one statement, each for some texts that arguments of the macro around it may be.

Which texts they are is asked when the program is compiled, so that a use of the macro that was not seen is an error
there, and never another instruction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hipify_py.file.assembler import Statement
from hipify_py.helpers import NAMESPACE
from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.result import Translation, slot
from hipify_py.texts import to_text

_CONSTANT = "n"
_TO_ESCAPE = pattern(r'["\\\x00-\x1f\x7f]')

Texts = Mapping[bytes, str]


def problem(variants: Sequence[Statement]) -> str:
    """Why no choice can be made."""
    if any(_CONSTANT in variant.operands[index].letter for variant in variants for index in _loose(variants)):
        return "an operand is a constant in some uses of the macro only"
    return ""


def lines(variants: Sequence[Statement], texts: Sequence[Texts], results: Sequence[Translation]) -> tuple[str, ...]:
    """A block that does what each translation does for its texts."""
    uses: dict[tuple[str, ...], list[Texts]] = {}
    for said, result in zip(texts, results, strict=True):
        uses.setdefault(_inside(result), []).append(said)
    chain: list[str] = []
    for body, alternatives in uses.items():
        head = "} else if constexpr (" if chain else "if constexpr ("
        chain += [*_condition(head, alternatives), *body]
    chain += ["} else {", f"  {NAMESPACE}not_translated();", "}"]
    return ("{", *_indented(_generic(chain, _loose(variants))), "}")


def _loose(variants: Sequence[Statement]) -> list[int]:
    """The operands that are not in the same kind of register in all variants."""
    ways = zip(*(variant.operands for variant in variants), strict=True)
    return [index for index, way in enumerate(ways) if len({operand.constraint for operand in way}) > 1]


def _inside(result: Translation) -> tuple[str, ...]:
    """Its lines, indented, as they stand between braces."""
    return result.lines[1:-1] if result.is_block else tuple(_indented(result.lines))


def _condition(head: str, alternatives: Sequence[Texts]) -> Iterator[str]:
    """The head of a branch: whether the arguments are one of the alternatives."""
    splices = list(alternatives[0])
    if len(splices) == 1:
        yield f"{head}{_is(splices[0], [texts[splices[0]] for texts in alternatives])}) {{"
        return
    terms = [" && ".join(_is(splice, [text]) for splice, text in texts.items()) for texts in alternatives]
    if len(terms) == 1:
        yield f"{head}{terms[0]}) {{"
        return
    for number, term in enumerate(terms, 1):
        yield f"{head}({term}){' ||' if number < len(terms) else ') {'}"
        head = "    "


def _is(splice: bytes, texts: Sequence[str]) -> str:
    text = to_text(splice)
    if not text.startswith("#"):
        text = f'"" {text}'  # as an argument may be empty
    return f"{NAMESPACE}is({', '.join((text, *map(_literal, texts)))})"


def _literal(text: str) -> str:
    return '"' + _TO_ESCAPE.sub(lambda sign: f"\\{ord(sign[0]):03o}", text) + '"'


def _generic(chain: Sequence[str], loose: Sequence[int]) -> list[str]:
    """The choice as a function of the operands whose types change with the use of the macro, as a branch that is not
    taken goes unchecked only where its types are not known yet."""
    if not loose:
        return list(chain)
    names = {slot(index): f"hipify_use{index}" for index in loose}
    table = str.maketrans(names)
    parameters = ", ".join(f"auto&& {name}" for name in names.values())
    inside = _indented([line.translate(table) for line in chain])
    return [f"[&]({parameters}) {{", *inside, f"}}({', '.join(names)});"]


def _indented(found: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in found]
