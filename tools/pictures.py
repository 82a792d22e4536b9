"""Draw the pictures of README and of the site: `python -m tools.pictures`. The page needs Chromium."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
ASSETS = ROOT / "docs/assets"
_COMMAND = ("src/", "-o", "hip-src/")
_SECONDS = re.compile(r" in \d+\.\d\d s")
_FONT_OF_THE_WEB = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_SIZE = "1280,800"


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "tests/console_tree/src", folder / "src")
        _draw_terminal(folder)
        shutil.copytree(ROOT / "examples/project", folder / "project")
        _draw_page(folder)
    return 0


def _draw_terminal(folder: Path) -> None:
    command = [sys.executable, "-m", "hipify_py", *_COMMAND, "--color", "always"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(Text(f"$ hipify-py {' '.join(_COMMAND)}", style="bold"))
    console.print(Text.from_ansi(_SECONDS.sub("", ran.stdout + ran.stderr)))
    picture = _FONT_OF_THE_WEB.sub("", console.export_svg(title="hipify-py"))
    (ASSETS / "terminal.svg").write_text(picture, encoding="utf-8")


def _draw_page(folder: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        print("no Chromium: page.png is left as it is", file=sys.stderr)
        return
    scan = [sys.executable, "-m", "hipify_py", "scan", "src", "project", "--format", "html:page.html"]
    subprocess.run(scan, cwd=folder, capture_output=True, check=False)
    headless = ["--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={_SIZE}"]
    picture = f"--screenshot={ASSETS / 'page.png'}"
    subprocess.run([browser, *headless, picture, (folder / "page.html").as_uri()], capture_output=True, check=True)


if __name__ == "__main__":
    raise SystemExit(main())
