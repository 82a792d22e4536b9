"""Which texts the splices of assembler in macros stand for: what the uses of the macro in this file say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from hipify_py.file.assembler import HOLE, Statement, spelled, variant
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.expansion import Arguments, Expansion
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Reading
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.definitions import Definitions
from hipify_py.texts import to_text

_WORD = pattern(rb"[A-Za-z_$][\w$]*")
# Who gives one statement more texts than this does not want to read the choice between them.
_MOST_VERSIONS = 64

Texts = Mapping[bytes, str]


@dataclass(frozen=True)
class Versions:
    """What a statement is in the uses of the macro around it, with the texts of its splices there, or with the texts of
    macros that have several definitions; just itself, where it has none. If not all of that is known, there is a
    problem, and there are no versions. Those that are `is_complete` are all that there may be."""

    original: Statement
    statements: tuple[Statement, ...] = ()
    texts: tuple[Texts, ...] = ()
    problem: str = ""
    is_complete: bool = False


@dataclass(frozen=True)
class MacroTexts:
    """Knows what the splices of some statements stand for. Uses are not looked for at places that are left out."""

    reading: Reading
    statements: Collection[Statement]
    is_left_out: Callable[[int], bool]
    definitions: Definitions

    def versions(self, statement: Statement) -> Versions:
        macro = statement.macro
        if macro is None or not statement.splices:
            return self._by_definitions(statement)
        found = [self._texts(statement.splices, macro, arguments) for arguments in self._expansion.calls.get(macro, ())]
        unique = tuple({tuple(texts.values()): texts for texts in found}.values())
        if problem := self._problem(statement.splices, unique):
            return Versions(statement, problem=problem)
        read = (variant(self.reading, statement, (), texts, self._expansion) for texts in unique)
        return Versions(statement, tuple(read), unique)

    def _by_definitions(self, statement: Statement) -> Versions:
        found = list(self.definitions.versions(statement)) if statement.unknown else []
        if len(found) < 2:
            return Versions(statement, (statement,), ({},))
        is_complete = not self.definitions.may_be_given(list(found[0][1]))
        statements, texts = zip(*found, strict=True)
        return Versions(statement, statements, texts, is_complete=is_complete)

    def _problem(self, splices: tuple[bytes, ...], found: Collection[Texts]) -> str:
        if self._expansion.is_exhausted or len(found) > _MOST_VERSIONS:
            return f"{to_text(splices[0])} has too many values in this file"
        if not found:
            return f"{to_text(splices[0])} is unknown, as this file does not use the macro"
        holes = (
            splice for texts in found for splice in splices if HOLE in texts[splice] or not texts[splice].isascii()
        )
        unknown = next(holes, None)
        return f"{to_text(unknown)} is unknown for some uses of the macro" if unknown else ""

    def _texts(self, splices: tuple[bytes, ...], macro: Macro, arguments: Arguments) -> Texts:
        return {splice: spelled(self._expansion.substituted(splice, macro, arguments)) for splice in splices}

    @cached_property
    def _expansion(self) -> Expansion:
        """Knows the calls of the macros around the statements, through whichever others they are made."""
        expansion = Expansion(self.reading)
        for start, end in self._uses():
            expansion.expand(expansion.text(start, end))
        return expansion

    def _uses(self) -> Iterator[tuple[int, int]]:
        """Where macros are used that may lead to one of ours, with the arguments; no use within another."""
        done = 0
        for name in self.reading.names(self._leading):
            if name.start < done or self.reading.directive_at(name.start) or self.is_left_out(name.start):
                continue
            opening = self.reading.skip_blank(name.end)
            closing = self.reading.closers.get(opening) if self.reading.code[opening : opening + 1] == b"(" else None
            done = name.end if closing is None or self.reading.is_interrupted(opening, closing) else closing + 1
            yield name.start, done

    @property
    def _leading(self) -> frozenset[bytes]:
        """The macros around the statements, those that mention them, and those that call what they are given."""
        found = {statement.macro.name for statement in self.statements if statement.splices and statement.macro}
        found.update(macro.name for macro in self.reading.macros if self._calls_parameter(macro))
        mentioned_by: dict[bytes, set[bytes]] = {}
        for macro in self.reading.macros:
            for word in _WORD.findall(self.reading.code, macro.body, macro.end):
                mentioned_by.setdefault(word, set()).add(macro.name)
        new = list(found)
        while new:
            more = mentioned_by.get(new.pop(), set()) - found
            found |= more
            new += more
        return frozenset(found)

    def _calls_parameter(self, macro: Macro) -> bool:
        """`#define FOR_ALL(X) X(ca) X(cg)`."""
        code = self.reading.code
        names = (name for name in _WORD.finditer(code, macro.body, macro.end) if name[0] in (macro.parameters or ()))
        return any(code[name.end() : name.end() + 1] == b"(" for name in names)
