"""Text of CMake files for both platforms: `if(USE_HIP)`, what is for HIP, `else()`, and what is for CUDA."""

from __future__ import annotations

from bisect import bisect_right

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.cmake import arguments, commands, without_comments

OPTION = b"USE_HIP"
_LINE = pattern(rb"[^\n]+\n?|\n")


@dataclass(frozen=True)
class Layout:
    """How a file is written. `guard` is what its conditions ask for."""

    line_end: bytes
    unit: bytes
    guard: bytes = OPTION

    def block(self, indent: bytes, hip: bytes, cuda: bytes, condition: bytes = b"") -> bytes:
        """Whole lines, of which either part may be empty."""
        hip, cuda = self._whole(hip), self._whole(cuda)
        condition = condition or (self.guard if hip else b"NOT " + self.guard)
        end = self.line_end
        middle = indent + b"else()" + end if hip and cuda else b""
        inner = self._inward(hip) + middle + self._inward(cuda)
        return indent + b"if(" + condition + b")" + end + inner + indent + b"endif()" + end

    def lines(self, indent: bytes, *lines: bytes) -> bytes:
        return b"".join(indent + line + self.line_end for line in lines)

    def _whole(self, text: bytes) -> bytes:
        """Without blank lines around it."""
        lines: list[bytes] = _LINE.findall(text)
        while lines and not lines[-1].strip():
            lines.pop()
        while lines and not lines[0].strip():
            lines.pop(0)
        if lines and not lines[-1].endswith(b"\n"):
            lines[-1] += self.line_end
        return b"".join(lines)

    def _inward(self, text: bytes) -> bytes:
        """Commands one step to the right; lines within strings stay where they are."""
        inside = _strings(text)
        starts = [start for start, _end in inside]
        made = []
        for line in _LINE.finditer(text):
            last = bisect_right(starts, line.start()) - 1
            stays = not line[0].strip() or (last >= 0 and line.start() <= inside[last][1])
            made.append(line[0] if stays else self.unit + line[0])
        return b"".join(made)


def _strings(text: bytes) -> list[tuple[int, int]]:
    code = without_comments(text)
    found = (each for command in commands(code) for each in arguments(code, command) if each.is_quoted)
    return [(each.start, each.end) for each in found if b"\n" in each.text]
