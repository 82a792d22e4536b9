"""Variables that are given to `cmake`: `-DCMAKE_CUDA_ARCHITECTURES=80` in scripts, makefiles and setup scripts."""

from __future__ import annotations

from collections.abc import Sequence

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake_words import new_name, rows
from hipify_py.subjects.buildfiles.make_folders import USUAL
from hipify_py.subjects.buildfiles.option_words import translated
from hipify_py.subjects.buildfiles.words_of_options import USUAL_GPUS
from hipify_py.texts import to_bytes, to_text

_ENTRY = pattern(r"(?P<option>-D)?(?P<name>\w+)(?P<type>:\w+)?=(?P<quote>[\"']?)(?P<value>[^\"']*)(?P=quote)")
_GPUS = pattern(r"(?:\d+[a-z]?(?:-real|-virtual)?|native|all(?:-major)?)(?:\\?;(?:\d+[a-z]?(?:-real|-virtual)?))*")
_FOLDER = pattern(USUAL.decode() + r"/?")
_NVCC = pattern(r"\$\([^()]*\bnvcc\)|[^\s]*\bnvcc(?:\.exe)?")
_CALLS = pattern(r"[@+-]*(?:[^\s\"']{0,400}/)?cmake3?|[@+-]*\$[({]?CMAKE(?:_COMMAND)?[)}]?")
_NEEDS_QUOTES = pattern(r"[;\s]")
_ROOTS = ("CUDA_TOOLKIT_ROOT_DIR", "CUDAToolkit_ROOT")


def calls_cmake(word: str) -> bool:
    return _CALLS.fullmatch(word) is not None


def entry(text: str, archs: Sequence[str], *, in_shell: bool) -> str | None:
    """The same for HIP: nothing for what goes, and None for what stays as it is. A shell needs quotes for lists."""
    found = _ENTRY.fullmatch(text)
    if found is None:
        return None
    name, value = found["name"], found["value"]
    if name in rows("dropped") or (name == "CMAKE_CUDA_COMPILER" and _NVCC.fullmatch(value)):
        return ""
    new = _value(name, value, archs)
    renamed = "CMAKE_PREFIX_PATH" if name in _ROOTS else new_name(name)
    if new is None or not renamed:
        return None
    quote = found["quote"] or ('"' if in_shell and _NEEDS_QUOTES.search(new) else "")
    return f"{found['option'] or ''}{renamed}{found['type'] or ''}={quote}{new}{quote}"


def _value(name: str, value: str, archs: Sequence[str]) -> str | None:
    """What a variable is set to; None where nobody knows."""
    if name in _ROOTS:
        return "/opt/rocm" if _FOLDER.fullmatch(value) else None
    if name == "CMAKE_CUDA_COMPILER":
        return None
    if name == "CMAKE_CUDA_ARCHITECTURES":
        is_off = value.upper() in ("OFF", "FALSE", "NO")
        if value == "native" and not archs:
            return None  # which leaving it out would be, unless the project has GPUs of its own
        return value if is_off else ";".join(archs or USUAL_GPUS) if _GPUS.fullmatch(value) else None
    if name.startswith(("CMAKE_CUDA_FLAGS", "CUDA_NVCC_FLAGS")):
        made = translated([to_bytes(word) for word in value.replace(";", " ").split()])
        return None if made is None else to_text(b" ".join(made))
    return value if name.startswith("CMAKE_CUDA_") else None


def for_hip(words: Sequence[str], archs: Sequence[str]) -> dict[int, str]:
    """The words of a call of `cmake` that change, by their places; nothing for those that go."""
    made: dict[int, str] = {}
    has_prefix = any("CMAKE_PREFIX_PATH" in word for word in words)
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        new = entry(word, archs, in_shell=True) if before == "-D" or word.startswith("-D") else None
        if new is None or (has_prefix and "CMAKE_PREFIX_PATH" in new):
            continue
        made[place] = new
        if not new and before == "-D":
            made[place - 1] = ""
    return made
