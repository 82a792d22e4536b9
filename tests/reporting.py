"""What is said of a build file where conversion leaves it as it is."""

from __future__ import annotations

from hipify_py import api
from hipify_py.engine import Context, Result, convert_build
from hipify_py.file.style import Style

UNCHANGED = Style(converts_builds=False)


def reported(code: str, path: str) -> Result:
    return convert_build(code.encode(), Context(api.policy(), path=path, style=UNCHANGED))
