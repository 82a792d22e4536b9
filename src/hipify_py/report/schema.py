"""The JSON Schema of reports that `--format json` writes. New keys may come at any time, so others are allowed."""

from __future__ import annotations

from typing import Any

from hipify_py.file.measure import Measure
from hipify_py.findings import Severity
from hipify_py.report.formats.shared.objects import SCHEMA

Schema = dict[str, Any]
_TEXT: Schema = {"type": "string"}
_BOOLEAN: Schema = {"type": "boolean"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_LEVELS = [str(level) for level in sorted(Severity, reverse=True)]
_SEVERITY: Schema = {"enum": _LEVELS}
_COUNTS: Schema = {"type": "object", "additionalProperties": _COUNT}


def report() -> Schema:
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Report of hipify-py",
        "description": "What `hipify-py scan --format json` and other commands write; see docs/report.md.",
        **_object(
            {
                "schema": {"const": SCHEMA},
                "tool": {"const": "hipify-py"},
                "version": _TEXT,
                "command": {"enum": ["convert", "scan", "shim"]},
                "rocm": _TEXT,
                "archs": _list(_TEXT),
                "dry": _BOOLEAN,
                "interrupted": _BOOLEAN,
                "exit_code": {"type": ["integer", "null"]},
                "ported": _list(_object({"reason": _TEXT, "files": _COUNT, "macro": _TEXT})),
                "summary": _summary(),
                "readiness": _object({"total": _ref("ready"), "directories": _list(_ref("ready"))}),
                "files": _list(_file()),
                "causes": _list(_cause()),
                "findings": _list(_finding()),
                "problems": _list(_object({"path": _TEXT, "reason": _TEXT})),
                "fixed": _list(_object({"path": _TEXT, "rule": _TEXT, "fingerprint": _TEXT, "count": _COUNT})),
                "next": _list(_TEXT),
                "progress": _progress(),
            },
            optional=("progress",),
        ),
        "definitions": {
            "position": _object({"line": {**_COUNT, "minimum": 1}, "column": {**_COUNT, "minimum": 1}}),
            "share": _object({"total": _COUNT, "left": _COUNT, "percent": {"type": ["number", "null"]}}),
            "ready": _object(
                {
                    "directory": _TEXT,
                    "files": _COUNT,
                    **dict.fromkeys(("lines", "names", "kernels"), _ref("share")),
                    "left": _COUNTS,
                }
            ),
        },
    }


def _summary() -> Schema:
    counts = dict.fromkeys(_LEVELS, _COUNT)
    sums = ("files", "changed", "skipped", "failed", "suppressed", "known", "fixed")
    left = _object({"rule": _TEXT, "name": _TEXT, "count": _COUNT})
    return _object(
        {
            **dict.fromkeys(sums, _COUNT),
            "changes": _COUNTS,
            "seconds": {"type": "number", "minimum": 0},
            "findings": _object({**counts, "translated": _COUNT}),
            "groups": _list(_object({"group": _TEXT, "title": _TEXT, **counts})),
            "rules": _list(_object({"rule": _TEXT, "name": _TEXT, "severity": _SEVERITY, "count": _COUNT})),
            "names": _object({"libraries": _COUNTS, "converted": _COUNTS, "left": _list(left)}),
        }
    )


def _file() -> Schema:
    return _object(
        {
            "path": _TEXT,
            "relative": _TEXT,
            "change": _TEXT,
            "skipped": _BOOLEAN,
            "measure": _object(dict.fromkeys(Measure._fields, _COUNT)),
            **dict.fromkeys(("converted", "names", "ptx", "module"), _COUNTS),
        }
    )


def _cause() -> Schema:
    return _object(
        {
            **dict.fromkeys(("id", "rule", "title", "help", "example"), _TEXT),
            "severity": _SEVERITY,
            **dict.fromkeys(("places", "files"), _COUNT),
            **dict.fromkeys(("subjects", "generated"), _COUNTS),
        }
    )


def _finding() -> Schema:
    texts = ("path", "rule", "name", "group", "message", "help", "subject", "source", "guard", "fingerprint")
    replacement = _object({"start": _ref("position"), "end": _ref("position"), "text": _TEXT})
    fix = _object({"safety": {"enum": ["safe", "unsafe"]}, "description": _TEXT, "replacements": _list(replacement)})
    return _object(
        {
            **dict.fromkeys((*texts, "identity", "cause", "page"), _TEXT),
            "start": _ref("position"),
            "end": _ref("position"),
            "also": _list(_COUNT),
            "severity": _SEVERITY,
            "fix": {"anyOf": [{"type": "null"}, fix]},
        }
    )


def _progress() -> Schema:
    texts = ("path", "rule", "severity", "message", "fingerprint")
    gone = _object({**dict.fromkeys(texts, _TEXT), "line": _COUNT, "read": _BOOLEAN})
    point = _object(
        {"name": _TEXT, **dict.fromkeys(_LEVELS, _COUNT), **dict.fromkeys(("lines", "kernels"), _ref("share"))}
    )
    return _object({"since": _TEXT, "fixed": _list(gone), "new": _list(_TEXT), "same": _COUNT, "trend": _list(point)})


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    required = [key for key in properties if key not in optional]
    return {"type": "object", "properties": properties, "required": required}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}
