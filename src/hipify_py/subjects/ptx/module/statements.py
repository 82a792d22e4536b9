"""Reads statements of modules that inline templates have not: calls, lists of their targets, names as operands."""

from __future__ import annotations

from hipify_py.subjects.ptx.grammar import (
    Address,
    AddressOfParts,
    Declaration,
    Displaced,
    Instruction,
    Label,
    Operand,
    Predicate,
    Register,
)
from hipify_py.subjects.ptx.module.declarations import DeclarationParser
from hipify_py.subjects.ptx.module.syntax import Call, Signature, Targets

Statement = Instruction | Call | Label | Declaration | Targets | Signature


class StatementParser(DeclarationParser):
    """Of one statement; `most_registers` is how many may still be declared."""

    def __init__(self, text: str, start: int = 0, end: int | None = None, *, most_registers: int = 0) -> None:
        super().__init__(text, start, end)
        self._most_registers = most_registers

    def statement(self) -> Statement | None:
        if self._kind() == "word" and self._sign(1) == ":":
            label = self._name()
            self._expect(":")
            return Label(label)
        found = self._statement()
        self.finished()
        return found

    def operand(self) -> Operand:
        """The text is that of one operand."""
        found = self._operands()
        self.finished()
        if len(found) != 1:
            raise self._error("an operand is missing")
        return found[0]

    def _statement(self) -> Statement | None:
        start = self._offset()
        predicate = self._predicate() if self._take("@") else None
        word = self._word()
        if word in ("call", "call.uni"):
            return self._call(predicate, start)
        if not word.startswith("."):
            found = self._instruction(word, predicate, start)
            self._behind_semicolon()
            return found
        if predicate:
            raise self._error("a predicate has no instruction behind it")
        return self._of_body(word)

    def _behind_semicolon(self) -> None:
        if self._tokens[self._next - 1][0] != ";":
            raise self._error("';' is missing")

    def _of_body(self, word: str) -> Declaration | Targets | Signature | None:
        name, *modifiers = word[1:].split(".")
        if name == "reg":
            return self._registers(modifiers)
        if word in (".branchtargets", ".calltargets"):
            return self._targets()
        if word == ".callprototype":
            signature = self._signature({})
            self._expect(";")
            return signature
        if word == ".pragma":
            self._pragma()
            return None
        raise self._error(f"{self._whole} contains {word}")

    def _targets(self) -> Targets:
        names = self._names()
        self._expect(";")
        return Targets("", names)

    def _call(self, predicate: Predicate | None, start: int) -> Call:
        returns: tuple[Operand, ...] = ()
        if self._take("("):
            returns = self._arguments()
            self._expect(",")
        target, prototype = self._operand(), ""
        arguments: tuple[Operand, ...] = ()
        if not isinstance(target, Register):
            raise self._error("what is called is no function")
        is_more = self._take(",")
        if is_more and self._take("("):
            arguments = self._arguments()
            is_more = self._take(",")
        if is_more:
            prototype = self._name()
        text = " ".join(self._text[start : self._offset()].split())
        self._expect(";")
        return Call(returns, target, arguments, prototype, predicate, text, start)

    def _arguments(self) -> tuple[Operand, ...]:
        if self._take(")"):
            return ()
        found = [self._operand()]
        while self._take(","):
            found.append(self._operand())
        self._expect(")")
        return tuple(found)

    def _operand(self) -> Operand:
        found = super()._operand()
        if not isinstance(found, Register) or self._sign() not in ("+", "-"):
            return found
        return Displaced(found, self._offsets())

    def _base(self) -> Operand:
        return super()._operand()  # what is added stands beside it

    def _any_operand(self) -> Operand:
        if self._kind() == "parameter":
            raise self._error(f"'{self._taken()}' stands for no operand")
        return super()._any_operand()

    def _address_of_parts(self, first: Address) -> Operand:
        parts = [first if first.offset else first.base]
        while self._take(","):
            parts.append(self._operand())
        self._expect("]")
        return AddressOfParts(tuple(parts))

    def _declared(self) -> list[str]:
        found = super()._declared()
        self._most_registers -= len(found)
        if self._most_registers < 0:
            raise self._error(f"{self._whole} declares too many registers")
        return found
