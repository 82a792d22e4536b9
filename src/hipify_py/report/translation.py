"""What one statement of inline PTX becomes: `hipify-py ptx`, for learning and for bug reports."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.assembler import KEYWORDS, Statement, statements
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import code_only
from hipify_py.records import dataclass
from hipify_py.source import Source
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.forms import Form
from hipify_py.subjects.ptx.grammar import Address, Block, Instruction, NotUnderstood, Operand, Parameter, Vector
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.program import LETTERS, Wishes
from hipify_py.subjects.ptx.result import Class, Refusal, filled
from hipify_py.subjects.ptx.templates import parse
from hipify_py.subjects.ptx.translate import translate
from hipify_py.subjects.ptx.types import CppType, cpp_type
from hipify_py.tables.load import load
from hipify_py.texts import to_bytes, to_text

# What stands around statements, beside comments.
_NO_STATEMENT = b" \t\r\n{};"


@dataclass(frozen=True)
class Answer:
    """The translation as text, or why there is none."""

    text: str
    is_translated: bool


def answers(text: str) -> list[Answer]:
    """The answers for every statement in a text: assembler statements of C++, or PTX itself; none where it has none."""
    code = to_bytes(text)
    found = _statements(code)
    if not found and not code_only(code).strip(_NO_STATEMENT):
        return []
    if not found:
        code = to_bytes(_as_statement(text))
        found = _statements(code)
    return [_with_rules(_answer(code, each), code[each.start : each.end]) for each in found]


def answer_at(code: bytes, offset: int) -> tuple[Answer, int, int] | None:
    """The answer for the statement of a source in which a place lies, with where that begins and ends."""
    for found in _statements(code):
        if found.start <= offset < found.end:
            return _answer(code, found), found.start, found.end
    return None


def _statements(code: bytes) -> list[Statement]:
    if not any(word in code for word in KEYWORDS):
        return []
    return statements(Reading(Source("<text>", code), True))


def _answer(code: bytes, found: Statement) -> Answer:
    expressions = [code[item.start : item.end] for item in found.operands]
    outcome = translate(found, expressions, Wishes(approximate=True))
    if isinstance(outcome, Refusal):
        return Answer(f"not translated: {outcome.reason}", False)
    texts = [to_text(text).strip() for text in expressions]
    lines = [filled(line, texts) for line in outcome.lines]
    about = [f"// {outcome.kind.value}" + (", not with --ptx=exact" if outcome.kind is Class.APPROXIMATE else "")]
    about += [f"// {note}" for note in outcome.notes]
    return Answer("\n".join((*about, *lines)), True)


def _with_rules(answer: Answer, statement: bytes) -> Answer:
    """An answer with what the rules report of a statement that is not translated."""
    if answer.is_translated:
        return answer
    from hipify_py.engine import Context, convert  # most statements are translated

    found = convert(b"__device__ void f() { %b }" % statement, Context(load().policy(), "f.cu")).findings
    lines = [f"  {each.rule}: {each.message.partition(' (not translated: ')[0]}\n  help: {each.help}" for each in found]
    return Answer("\n".join((answer.text, *lines)), False)


def _as_statement(text: str) -> str:
    """PTX as a statement, with operands of the kinds that its instructions ask for."""
    try:
        uses = _Uses(parse(text))
    except NotUnderstood:
        uses = _Uses(Block(()))
    template = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    outputs = [f'"{"+" if name in uses.read else "="}{uses.letter(name)}"(out{name})' for name in uses.written]
    inputs = [f'"{uses.letter(name)}"(in{name})' for name in uses.names() if name not in uses.written]
    return f'asm volatile("{template}" : {", ".join(outputs)} : {", ".join(inputs)});'


class _Uses:
    """Which operands `%0`, `%1` … a text has, and what they are."""

    def __init__(self, scope: Block) -> None:
        self.written: list[str] = []
        self.read: set[str] = set()
        self._kinds: dict[str, CppType] = {}
        for found in _instructions(scope):
            self._note(found)
        self.written.sort(key=int)

    def names(self) -> Iterator[str]:
        """Operands are numbered without gaps, outputs first: what is between is one, too."""
        known = [int(name) for name in (*self.written, *self.read, *self._kinds)]
        return (str(number) for number in range(max(known, default=-1) + 1))

    def letter(self, name: str) -> str:
        kind = self._kinds.get(name)
        shape = (max(kind.width, 16), kind.is_float) if kind is not None else None
        return next((letter for letter, each in LETTERS.items() if (each.width, each.is_float) == shape), "r")

    def _note(self, found: Instruction) -> None:
        form = next((form for form in forms.find(found.opcode) if _is_shaped_as(form, found)), None)
        wanted = (*form.outputs, *form.inputs) if form else ()
        written_before = set(self.written)
        for position, operand in enumerate(found.operands):
            is_output = form is not None and position < len(form.outputs)
            kind = cpp_type(wanted[position].type) if position < len(wanted) else None
            for name in _parameters(operand):
                if is_output and name not in self.written:
                    self.written.append(name)
                elif not is_output and name not in written_before:
                    self.read.add(name)
                kind = CppType("uint64_t", 64) if isinstance(operand, Address) else kind
                if kind is not None:
                    self._kinds.setdefault(name, kind)


def _is_shaped_as(form: Form, found: Instruction) -> bool:
    """Whether vectors stand where the form has them; those of one register need no braces."""
    pairs = zip((*form.outputs, *form.inputs), found.operands, strict=False)
    return all(max(wanted.count, 1) == len(registers_of(given)) for wanted, given in pairs)


def _instructions(scope: Block) -> Iterator[Instruction]:
    for item in scope.items:
        if isinstance(item, Block):
            yield from _instructions(item)
        elif isinstance(item, Instruction):
            yield item


def _parameters(operand: Operand) -> Iterator[str]:
    if isinstance(operand, Parameter) and operand.name.isdigit():
        yield operand.name
    elif isinstance(operand, Vector):
        for part in operand.parts:
            yield from _parameters(part)
    elif isinstance(operand, Address):
        yield from _parameters(operand.base)
