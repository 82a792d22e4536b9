"""Build hook: a wheel carries tables and rules compiled to JSON, which loads a hundred times faster than YAML."""

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
        from hipify_py.rules.load import SUBJECTS, compile_rules
        from hipify_py.subjects import registry
        from hipify_py.subjects.ptx import forms, well_known
        from hipify_py.subjects.ptx.module import plain
        from hipify_py.tables.builds import FOLDER, compile_builds
        from hipify_py.tables.load import compile_tables

        self._folder = tempfile.TemporaryDirectory()
        for name, compiled in (
            ("mappings", compile_tables(root / "mappings")),
            ("builds", compile_builds(FOLDER)),
            ("rules", compile_rules(SUBJECTS)),
            ("rewrites", registry.compile_rewrites(SUBJECTS)),
            ("instructions", forms.compile_instructions(forms.FOLDER)),
            ("ptx_plain", plain.compile_plain(plain.FOLDER)),
            ("architectures", well_known.compile_architectures(well_known.FOLDER)),
        ):
            file = Path(self._folder.name) / f"{name}.json"
            file.write_text(json.dumps(compiled, separators=(",", ":")), encoding="utf-8")
            build_data["force_include"][str(file)] = f"hipify_py/{name}.json"

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            self._folder.cleanup()
