"""Build hook: a wheel carries the mapping tables compiled to one JSON file, which loads a hundred times faster."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        from hipify_py.tables.load import compile_tables

        self._folder = tempfile.TemporaryDirectory()
        compiled = Path(self._folder.name) / "tables.json"
        compiled.write_text(json.dumps(compile_tables(root / "mappings"), separators=(",", ":")), encoding="utf-8")
        build_data["force_include"][str(compiled)] = "hipify_py/tables.json"

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            self._folder.cleanup()
