"""Random programs composed of all that is rewritten, in each other and beside whatever may stand around it.

Every name is one of its own, and so is every comment: what conversion loses can be told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

_DEEPEST = 4
_HEAD = b"#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"


@dataclass
class Composition:
    """A program in the making. `names` and `comments` are those that must come through."""

    chance: Random
    names: list[bytes] = field(default_factory=list)
    comments: list[bytes] = field(default_factory=list)
    _depth: int = 0
    _in_directive: bool = False

    def program(self) -> bytes:
        parts = [self._top() for _ in range(self.chance.randint(1, 4))]
        return (_HEAD if self.chance.random() < 0.7 else b"") + b"".join(parts)

    def _name(self) -> bytes:
        self.names.append(b"n%d" % len(self.names))
        return self.names[-1]

    def _gap(self) -> bytes:
        """What may stand between two tokens: blanks, comments, line splices."""
        kind = self.chance.randrange(12)
        if kind < 7:
            return b" " * (kind < 6)
        if kind == 7:
            return b"\\\n"
        if kind == 8:
            return b" " if self._in_directive else b"\n"
        if kind == 9 and not self._in_directive:
            return self._comment(b"// %d\n")
        return self._comment(b"/* %d\n */" if kind == 11 and not self._in_directive else b" /* %d */ ")

    def _comment(self, frame: bytes) -> bytes:
        comment = frame % len(self.comments)
        self.comments.append(comment.strip())
        return comment

    def _spread(self, *tokens: bytes) -> bytes:
        """Tokens with gaps between them; those that are words stay apart."""
        pieces = [tokens[0]]
        for token in tokens[1:]:
            gap = self._gap()
            is_pair = pieces[-1][-1:].isalnum() and token[:1].isalnum()
            pieces += [gap or b" " * is_pair, b" " * (is_pair and gap == b"\\\n"), token]
        return b"".join(pieces)

    def _choice(self, *makers: str) -> bytes:
        self._depth += 1
        name = self.chance.choice(makers) if self._depth < _DEEPEST else makers[0]
        made: bytes = getattr(self, f"_{name}")()
        self._depth -= 1
        return made

    # Expressions

    def _expression(self) -> bytes:
        return self._choice(
            "name",
            "qualified",
            "ternary",
            "reduce",
            "vote",
            "ballot",
            "shuffle",
            "load",
            "sum",
            "parenthesised",
            "copy",
        )

    def _qualified(self) -> bytes:
        head = [b"::"] if self.chance.random() < 0.3 else []
        return self._spread(*head, self._name(), b"::", self._name())

    def _ternary(self) -> bytes:
        return self._spread(self._name(), b"?", self._expression(), b":", self._expression())

    def _reduce(self) -> bytes:
        scope = self.chance.choice(([b"cg", b"::"], [b"::", b"cg", b"::"], [b"cooperative_groups", b"::"]))
        is_known = self.chance.random() < 0.5
        operation = (b"cg::plus", b"<", b"int", b">", b"(", b")") if is_known else (self._name(),)
        return self._spread(*scope, b"reduce", b"(", self._name(), b",", self._expression(), b",", *operation, b")")

    def _vote(self) -> bytes:
        return self._spread(b"__any_sync", b"(", b"0xffffffff", b",", self._expression(), b")")

    def _ballot(self) -> bytes:
        scope = [b"::"] if self.chance.random() < 0.3 else []
        return self._spread(*scope, b"__ballot_sync", b"(", self._name(), b",", self._expression(), b")")

    def _shuffle(self) -> bytes:
        rest = [b",", self._expression()] if self.chance.random() < 0.3 else []
        return self._spread(
            b"__shfl_sync", b"(", b"0xffffffff", b",", self._expression(), b",", self._expression(), *rest, b")"
        )

    def _load(self) -> bytes:
        scope = [b"::"] if self.chance.random() < 0.3 else []
        return self._spread(*scope, b"__finitef", b"(", self._expression(), b")")

    def _sum(self) -> bytes:
        return self._spread(self._expression(), b"+", b"warpSize", b"-", b"device_pointer", b"+", self._expression())

    def _parenthesised(self) -> bytes:
        return self._spread(b"(", self._expression(), b")")

    def _copy(self) -> bytes:
        return self._spread(
            b"cudaMemcpyToSymbol", b"(", self._name(), b",", self._expression(), b",", self._expression(), b")"
        )

    # Statements

    def _statement(self) -> bytes:
        return self._choice(
            "plain", "labelled", "case", "condition", "launch", "register", "grid", "tagged", "assembler", "block"
        )

    def _plain(self) -> bytes:
        return self._spread(self._name(), b"=", self._expression(), b";")

    def _labelled(self) -> bytes:
        return self._spread(self._name(), b":", self._expression(), b";")

    def _case(self) -> bytes:
        return self._spread(b"case", self._name(), b":", self._expression(), b";")

    def _condition(self) -> bytes:
        return self._spread(b"if", b"(", self._expression(), b")", self._statement())

    def _launch(self) -> bytes:
        opening, closing = self.chance.choice(((b"<<<", b">>>"), (b"<< <", b">> >")))
        is_template = self.chance.random() < 0.5
        kernel = (self._name(), b"::", self._name(), b"<", b"int", b">") if is_template else (self._name(),)
        configuration = (self._expression(), b",", self._expression())
        return self._spread(*kernel, opening, *configuration, closing, b"(", self._expression(), b")", b";")

    def _register(self) -> bytes:
        return self._spread(b"register", b"int", self._name(), b"=", self._expression(), b";")

    def _grid(self) -> bytes:
        equals = [b"="] if self.chance.random() < 0.5 else []
        return self._spread(b"dim3", self._name(), *equals, b"{", self._expression(), b",", self._name(), b"}", b";")

    def _tagged(self) -> bytes:
        return self._spread(b"struct", b"cudaDeviceProp", self._name(), b";")

    def _assembler(self) -> bytes:
        operands = (b":", b'"=r"', b"(", self._name(), b")", b":", b'"r"', b"(", self._expression(), b")")
        return self._spread(b"asm", b"volatile", b"(", b'"add.u32 %0, "', b'"%1, 2;"', *operands, b")", b";")

    def _block(self) -> bytes:
        return self._spread(b"{", self._statement(), self._statement(), b"}")

    # What stands at file scope

    def _top(self) -> bytes:
        return self._choice("kernel", "include", "macro", "guarded", "structure", "pointers", "polyfill", "remark")

    def _kernel(self) -> bytes:
        body = [self._statement() for _ in range(self.chance.randint(1, 3))]
        return self._spread(b"__global__", b"void", self._name(), b"(", b")", b"{", *body, b"}") + b"\n"

    def _include(self) -> bytes:
        header = self.chance.choice((b"<cuda_runtime.h>", b"<device_launch_parameters.h>", b'"cublas_v2.h"'))
        return self._line(b"#include", header)

    def _macro(self) -> bytes:
        self._in_directive = True
        body = self._expression()
        self._in_directive = False
        return b"#define " + self._name() + b"(x) " + body + b"\n"

    def _guarded(self) -> bytes:
        number = self.chance.choice((b"300", b"800"))
        line = self._line(b"#if", b"__CUDA_ARCH__", b">=", number)
        return line + self._top() + b"#endif\n"

    def _line(self, *tokens: bytes) -> bytes:
        self._in_directive = True
        line = self._spread(*tokens)
        self._in_directive = False
        end = self._comment(b"  // %d\n") if self.chance.random() < 0.3 else b"\n"
        return line + end

    def _structure(self) -> bytes:
        name = self._name()
        bits = self._spread(b"int", self._name(), b":", self._expression(), b";")
        made = self._spread(name, b"(", b")", b":", self._name(), b"(", self._expression(), b")", b"{", b"}")
        method = self._spread(b"int", self._name(), b"(", b")", b"{", b"return", self._expression(), b";", b"}")
        return self._spread(b"struct", name, b"{", bits, b"public:", made, b"private:", method, b"}", b";") + b"\n"

    def _pointers(self) -> bytes:
        head = (b"void", self._name(), b"(", b"CUdeviceptr", b"device_pointer", b")")
        return self._spread(*head, b"{", b"device_pointer", b"+=", self._expression(), b";", b"}") + b"\n"

    def _polyfill(self) -> bytes:
        head = (b"__device__", b"float", b"atomicMax", b"(", b"float", b"*", b"p", b",", b"float", b"v", b")")
        return self._spread(*head, b"{", b"return", b"atomicCAS(p, v)", b"+", self._expression(), b";", b"}") + b"\n"

    def _remark(self) -> bytes:
        return self._comment(b"/* %d\n */") + self._gap() + self._top()
