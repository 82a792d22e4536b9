"""MOD001: names of files with NVIDIA's code, and loads of files that can only be such."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.surroundings import PtxModule
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_bytes

_LITERAL = pattern(rb'"[^"\n]*"')
_ARTIFACT = pattern(rb"^[^\s]*\.(?:ptx|cubin|fatbin|optixir|ltoir)$")
_OBJECT = pattern(rb'\.(?:hsaco|co|hip_fatbin)"')
_FILES = frozenset((b"cuModuleLoad", b"cuLibraryLoadFromFile", b"cudaLibraryLoadFromFile"))


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    code, text = facts.reading.code, facts.reading.source.text
    artifacts = [
        literal
        for literal in _LITERAL.finditer(code)
        if _ARTIFACT.match(text[literal.start() + 1 : literal.end() - 1])
        and not facts.reading.is_message(literal.start())
    ]
    modules = {to_bytes(each.name): each for each in facts.surroundings.modules}
    for literal in artifacts:
        start, end = literal.start() + 1, literal.end() - 1
        module = modules.get(text[start:end])
        yield Hit(start, end, help=_how_to_build(module) if module else "")
    if artifacts or _OBJECT.search(text):
        return
    for name in facts.names(words & _FILES):
        around = facts.reading.neighbours(name)
        is_member = around.sign_before == b"." or around.preceded_by(b"->")
        if around.sign_after == b"(" and not is_member and name.text not in facts.own:
            yield Hit(name.start, name.end, message="'{text}' loads a file with code for NVIDIA GPUs")


def _how_to_build(module: PtxModule) -> str:
    """What to do where the file lies in the tree: the source that it becomes is all that a code object needs."""
    code_object = module.source.rpartition(".")[0] + ".hsaco"
    build = f"build `{code_object}` with `hipcc --genco --offload-arch=gfx942 {module.source} -o {code_object}`"
    convert = f"convert it with `hipify-py {module.path}`, " if module.path else ""
    return f"{convert}{build}, and load that file"
