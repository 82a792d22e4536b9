"""What this file's macros do to names: `##` makes new ones, `#` turns them into strings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import NamedTuple

from hipify_py.file.surroundings import Pasting
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.texts import to_bytes

_OPERATOR_OR_WORD = pattern(rb"##|#|[\w$\x80-\xff]+|[^\s\\\w$#\x80-\xff]")
_BLANKS = rb"(?:[ \t]|\\\r?\n)*"
_PART = rb"[\w$\x80-\xff]+"
_PASTE_CHAIN = pattern(rb"(?<![\w$\x80-\xff])" + _PART + rb"(?:" + _BLANKS + rb"##" + _BLANKS + _PART + rb")+")
_WORD = pattern(_PART)
_MEMBER = pattern(rb"(?:\.|->)" + _BLANKS + rb"(" + _PART + rb")")
_SINGLE_WORD = pattern(rb"\s*([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)(?:\s|\\\r?\n)*")
# A macro with more definitions than this is a loop of the preprocessor, not a spelling of names.
_MOST_DEFINITIONS = 16
# So many calls of such macros may stand in each other.
_DEEPEST = 4
_FIRST_WORD = pattern(rb"\s*([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)")
_UNDEFINED = pattern(rb"\s*(\w+)")
_FILE_NAME = pattern(rb"[ \t]*<")


class Paste(NamedTuple):
    """`part ## part ## …` in a macro body, or the arguments of a macro that does no more than join them: `CAT(cuda, x)`
    in the body of another macro, or in none. Where it `is_expanded`, texts of parts are those of macros named there."""

    macro: Macro | None
    parts: tuple[Name, ...]
    is_expanded: bool = False

    @property
    def parameters(self) -> tuple[bytes, ...]:
        return (self.macro.parameters or ()) if self.macro is not None else ()


Arguments = tuple[tuple[int, int], ...]


class _Slot(NamedTuple):
    """One parameter of all macros of a name."""

    macro: bytes
    place: int


def pasted_parameters(reading: Reading, macro: Macro) -> frozenset[int]:
    """The parameters that a macro makes parts of names."""
    indexes = {name: index for index, name in enumerate(macro.parameters or ())}
    chains = _PASTE_CHAIN.finditer(reading.code, macro.body, macro.end) if indexes else ()
    names = (part.text for chain in chains for part in _names(reading.code, *chain.span()))
    return frozenset(indexes[name] for name in names if name in indexes)


@dataclass(frozen=True)
class MacroUses:
    """`pasting` are macros of other files that make names of these of their parameters."""

    reading: Reading
    pasting: tuple[Pasting, ...] = ()

    @cached_property
    def pastes(self) -> list[Paste]:
        return [*self._chains, *self._joins[1]]

    @property
    def orders(self) -> dict[bytes, tuple[int, ...]]:
        """The macros that do no more than join arguments, in this order: each call of them with words is a paste."""
        return self._joins[0]

    @cached_property
    def _chains(self) -> list[Paste]:
        return [
            Paste(macro, tuple(_names(self.reading.code, *chain.span())))
            for macro in self.reading.macros
            for chain in _PASTE_CHAIN.finditer(self.reading.code, macro.body, macro.end)
        ]

    @cached_property
    def _joins(self) -> tuple[dict[bytes, tuple[int, ...]], list[Paste]]:
        """The macros that join these of their arguments, `a##b` or `CAT(a, b)`, and what other calls of them join."""
        orders = {
            macro.name: tuple(macro.parameters.index(part.text) for part in parts)
            for macro, parts, _is_expanded in self._chains
            if macro is not None and self._is_body(macro, parts[0].start, parts[-1].end)
            if macro.parameters is not None and all(part.text in macro.parameters for part in parts)
        }
        direct = frozenset(orders)  # which do not expand what they join
        orders.update(self._joining_elsewhere)
        found: list[tuple[int, Paste]] = []
        to_follow = list(orders)
        while to_follow:
            name = to_follow.pop()
            for arguments in self.calls[name]:
                nested = {} if name in direct else orders
                parts = self._joined(arguments, orders[name], nested)
                if not parts or (name in direct and not self._macro_names.isdisjoint(part.text for part in parts)):
                    continue
                macro = self.reading.macro_at(parts[0].start)
                start = self.reading.code.rfind(name, 0, arguments[0][0])
                if macro is None or not self._passes_on(macro, start, parts, arguments):
                    found.extend((start, paste) for paste in self._expanded(Paste(macro, parts)))
                elif macro.name not in orders:
                    orders[macro.name] = tuple((macro.parameters or ()).index(part.text) for part in parts)
                    to_follow.append(macro.name)
        calls = (arguments for name in orders for arguments in self.calls[name])
        inner = {self.reading.skip_blank(span[0]) for arguments in calls for span in arguments}
        return orders, [paste for start, paste in found if start not in inner]

    @cached_property
    def _joining_elsewhere(self) -> dict[bytes, tuple[int, ...]]:
        found = {to_bytes(each.macro): each.order for each in self.pasting if each.order}
        return {name: order for name, order in found.items() if name not in self._definitions}

    def _is_body(self, macro: Macro, start: int, end: int) -> bool:
        """Whether the only definition of a macro consists of this part."""
        code = self.reading.code
        is_whole = self.reading.skip_blank(macro.body) == start and not code[end : macro.end].strip()
        return is_whole and len(self._definitions[macro.name]) == 1

    def _passes_on(self, macro: Macro, start: int, parts: tuple[Name, ...], arguments: Arguments) -> bool:
        """Whether a macro is such a call of its parameters alone."""
        end = self.reading.closers.get(arguments[0][0] - 1, -1) + 1
        is_own = all(part.text in (macro.parameters or ()) for part in parts)
        return is_own and self._is_body(macro, start, end)

    def _joined(
        self, arguments: Arguments, order: tuple[int, ...], nested: Mapping[bytes, tuple[int, ...]], depth: int = 0
    ) -> tuple[Name, ...]:
        """The words that a call joins, of which the last may begin an expression, with those that calls of `nested`
        join before: `CAT(CAT(__, name), _sync)`."""
        if len(arguments) <= max(order) or depth > _DEEPEST:
            return ()
        joined: list[Name] = []
        for index in order:
            word = _FIRST_WORD.match(self.reading.code, *arguments[index])
            opening = self.reading.skip_blank(word.end()) if word is not None and word[1] in nested else -1
            if word is None:
                return ()
            if (
                opening >= 0
                and self.reading.skip_blank(self.reading.closers.get(opening, -1) + 1) == arguments[index][1]
            ):
                inner = self._joined(tuple(self.reading.arguments(opening) or ()), nested[word[1]], nested, depth + 1)
                if not inner:
                    return ()
                joined += inner
            elif index == order[-1] or self._single_word(*arguments[index]) is not None:
                joined.append(Name(*word.span(1), word[1]))
            else:
                return ()
        return tuple(joined)

    def _expanded(self, paste: Paste) -> Iterator[Paste]:
        """A paste with each text that the macros among its parts may stand for; none if one is no single word."""
        values = [self._values(part.text, paste.parameters) for part in paste.parts]
        if prod(map(len, values)) > _MOST_DEFINITIONS:
            return
        for texts in product(*values):
            parts = tuple(part._replace(text=text) for part, text in zip(paste.parts, texts, strict=True))
            if all(map(_WORD.fullmatch, texts)):
                yield Paste(paste.macro, parts, is_expanded=parts != paste.parts)

    def _values(self, name: bytes, parameters: tuple[bytes, ...]) -> set[bytes]:
        """What a word stands for, macros expanded; nothing where one takes arguments."""
        macros = self.reading.macros_called.get(name, ()) if name not in parameters else ()
        if any(macro.parameters is not None for macro in macros):
            return set()
        return {self.reading.code[macro.body : macro.end].strip() for macro in macros} or {name}

    @cached_property
    def _macro_names(self) -> frozenset[bytes]:
        return frozenset(macro.name for macro in self.reading.macros)

    @cached_property
    def calls(self) -> dict[bytes, list[Arguments]]:
        """The calls of each of the file's function-like macros, with the span of each argument."""
        return self._mentions[0]

    def is_seen_whole(self, macro: Macro) -> bool:
        """Whether all uses of a macro are calls in sight: it is never passed on by name nor defined anew."""
        is_redefined = macro.name in self._undefined or len(self._definitions[macro.name]) > _MOST_DEFINITIONS
        return not is_redefined and macro.name not in self._mentions[1]

    @cached_property
    def untouchable(self) -> frozenset[int]:
        """Where names stand that exist only for the preprocessor: parts of pastes, and arguments that macros of this
        file paste or quote, as far as one can tell, and never use as they are. What macros of other files paste stays:
        nobody knows here who declares what comes out."""
        pasted_elsewhere = frozenset((*self._pasted_elsewhere(), *self._members()))
        if not self._operating:
            return pasted_elsewhere
        offsets = {part.start for paste in self.pastes for part in paste.parts}
        offsets.update(offset for offset, slot in self._argument_slots.items() if slot in self._consumed)
        offsets.update(self._passed_to_parameters())
        offsets.update(self._parts_of_names_in_sight())
        return pasted_elsewhere.union(offsets)

    def _members(self) -> Iterator[int]:
        """Arguments that macros use as names of members: `table.name`."""
        for name, macros in self._definitions.items():
            for macro in macros:
                indexes = {text: index for index, text in enumerate(macro.parameters or ())}
                found = _MEMBER.finditer(self.reading.code, macro.body, macro.end) if indexes else ()
                used = {indexes[match[1]] for match in found if match[1] in indexes}
                for arguments in self.calls[name] if used else ():
                    spans = (arguments[index] for index in used if index < len(arguments))
                    yield from (offset for span in spans if (offset := self._single_word(*span)) is not None)

    def _parts_of_names_in_sight(self) -> Iterator[int]:
        """Arguments of which macros make names that the file names elsewhere, as they are: `dyn_##name`."""
        for paste in self.pastes:
            parameters = paste.parameters
            indexes = [parameters.index(part.text) if part.text in parameters else None for part in paste.parts]
            for arguments in self.calls.get(paste.macro.name, ()) if paste.macro is not None else ():
                texts = (
                    part.text if index is None else self._argument_text(arguments, index)
                    for part, index in zip(paste.parts, indexes, strict=True)
                )
                if b"".join(texts) in self.reading.words:
                    spans = (arguments[index] for index in indexes if index is not None and index < len(arguments))
                    yield from (offset for span in spans if (offset := self._single_word(*span)) is not None)

    def _pasted_elsewhere(self) -> Iterator[int]:
        pasted = {to_bytes(each.macro): each.parameters for each in self.pasting}
        for name in self.reading.names(pasted) if pasted else ():
            around = self.reading.neighbours(name)
            arguments = self.reading.arguments(around.after) if around.sign_after == b"(" else None
            for index, span in enumerate(arguments or ()):
                if index in pasted[name.text] and (offset := self._single_word(*span)) is not None:
                    yield offset

    @cached_property
    def _operating(self) -> bool:
        code = self.reading.code
        return bool(self._joining_elsewhere) or any(
            b"#" in code[macro.body : macro.end] for macro in self.reading.macros
        )

    @cached_property
    def _definitions(self) -> dict[bytes, list[Macro]]:
        found: dict[bytes, list[Macro]] = defaultdict(list)
        for macro in self.reading.macros:
            if macro.parameters is not None:
                found[macro.name].append(macro)
        return found

    @cached_property
    def _undefined(self) -> frozenset[bytes]:
        undefs = (directive for directive in self.reading.directives if directive.keyword == b"undef")
        names = (_UNDEFINED.match(self.reading.code, directive.body, directive.end) for directive in undefs)
        return frozenset(match.group(1) for match in names if match)

    @cached_property
    def _mentions(self) -> tuple[dict[bytes, list[Arguments]], set[bytes]]:
        """The calls of each macro, and the macros whose name stands somewhere without a call."""
        calls: dict[bytes, list[Arguments]] = {name: [] for name in (*self._definitions, *self._joining_elsewhere)}
        bare: set[bytes] = set()
        no_uses = {macro.name_start for macro in self.reading.macros}
        no_uses.update(part.start for paste in self._chains for part in paste.parts)
        conditions = (b"ifdef", b"ifndef", b"undef", b"defined", b"(")
        for name in self.reading.names(calls):
            if name.start in no_uses or self._names_a_file(name.start):
                continue
            around = self.reading.neighbours(name)
            arguments = self.reading.arguments(around.after) if around.sign_after == b"(" else None
            if arguments is not None:
                calls[name.text].append(tuple(arguments))
            elif around.word_before not in conditions and around.before > around.low:
                bare.add(name.text)
        return calls, bare

    def _names_a_file(self, offset: int) -> bool:
        """Whether a place stands in the name of a header, where no macro is expanded: `#include <cuda.h>`."""
        line = self.reading.directive_at(offset)
        if line is None or line.keyword != b"include":
            return False
        return _FILE_NAME.match(self.reading.code, line.body, offset) is not None

    @cached_property
    def _argument_slots(self) -> dict[int, _Slot]:
        """Offset of each word that is a whole argument of a macro's call → which parameter it is for."""
        return {
            offset: _Slot(name, index)
            for name, calls in self.calls.items()
            for arguments in calls
            for index, span in enumerate(arguments)
            if (offset := self._single_word(*span)) is not None
        }

    @cached_property
    def _consumed(self) -> frozenset[_Slot]:
        """The parameters that all definitions of a macro only ever paste, quote, or hand on to such parameters."""
        uses = {
            _Slot(name, index): slots
            for name, macros in self._definitions.items()
            for index, slots in self._parameter_uses(macros).items()
        }
        consumed = {_Slot(name, index) for name, order in self._joining_elsewhere.items() for index in order}
        while more := {slot for slot, used in uses.items() if slot not in consumed and used <= consumed}:
            consumed |= more
        return frozenset(consumed)

    def _parameter_uses(self, macros: list[Macro]) -> dict[int, set[_Slot | None]]:
        """For each parameter that is used at all: the parameters that it is handed on to, and None if it is also used
        as it is; the operators `#` and `##` leave no trace."""
        uses: dict[int, set[_Slot | None]] = {}
        for macro in macros:
            indexes = {name: index for index, name in enumerate(macro.parameters or ())}
            tokens = list(_OPERATOR_OR_WORD.finditer(self.reading.code, macro.body, macro.end))
            texts = [b"", *(token.group() for token in tokens), b""]
            for position, token in enumerate(tokens, 1):
                index = indexes.get(texts[position])
                if index is None:
                    continue
                used = uses.setdefault(index, set())
                if texts[position - 1] not in (b"#", b"##") and texts[position + 1] != b"##":
                    used.add(self._argument_slots.get(token.start()))
        return uses

    def _passed_to_parameters(self) -> Iterator[int]:
        """Arguments of `X(name)` where X is itself a parameter: they stay unless every macro passed for X uses them as
        they are."""
        for name, macros in self._definitions.items():
            for macro in macros:
                parameters = macro.parameters or ()
                if parameters:
                    yield from self._applied(name, macro, parameters)

    def _applied(self, name: bytes, macro: Macro, parameters: tuple[bytes, ...]) -> Iterator[int]:
        code = self.reading.code
        for match in _WORD.finditer(code, macro.body, macro.end):
            if match.group() not in parameters or code[match.end() : match.end() + 1] != b"(":
                continue
            index = parameters.index(match.group())
            passed = {self._argument_text(arguments, index) for arguments in self.calls[name]}
            for position, span in enumerate(self.reading.arguments(match.end()) or ()):
                offset = self._single_word(*span)
                uses_it = passed and all(
                    text in self._definitions and _Slot(text, position) not in self._consumed for text in passed
                )
                if offset is not None and not uses_it:
                    yield offset

    def _argument_text(self, arguments: Arguments, index: int) -> bytes:
        return self.reading.code[slice(*arguments[index])].strip() if index < len(arguments) else b""

    def _single_word(self, start: int, end: int) -> int | None:
        """The offset of the word, if the span is one word and nothing else."""
        match = _SINGLE_WORD.match(self.reading.code, start, end)
        return match.start(1) if match and match.end() == end else None


def _names(code: bytes, start: int, end: int) -> Iterator[Name]:
    for match in _WORD.finditer(code, start, end):
        yield Name(match.start(), match.end(), match.group())
