"""Chromium without a window, driven by Selenium: pages from the disk, as people open them."""

from __future__ import annotations

import importlib.util
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 20
# Without a cache of shaders, a sandbox that needs more rights than a container has, and news of the vendor.
_OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--window-size=1400,900",
)
VIOLATIONS = """const done = arguments[0];
const found = axe.run(document, {resultTypes: ["violations"]});
found.then(({violations}) => done(violations), (error) => done(String(error)));"""


def missing() -> str:
    """What is not installed of all that a browser takes; or nothing."""
    if not any(map(shutil.which, BROWSERS)) or not shutil.which("chromedriver"):
        return "Chromium and its driver (apt-get install chromium chromium-driver)"
    return "" if importlib.util.find_spec("selenium") else "Selenium (pip install selenium)"


def axe() -> str:
    """The script of axe-core, of a package that brings it along; nothing where that is missing."""
    spec = importlib.util.find_spec("axe_playwright_python")
    places = spec.submodule_search_locations if spec else None
    file = Path(next(iter(places))) / "axe.min.js" if places else Path()
    return file.read_text(encoding="utf-8") if file.is_file() else ""


class Browser:
    """One window. What goes wrong in a page is in its log, which ought to be empty."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver

    def open(self, file: Path, place: str = "") -> float:
        """Open a page anew, at one of its places; the seconds until it can be used."""
        self.driver.get("about:blank")
        started = time.monotonic()
        self.driver.get(file.absolute().as_uri() + place)
        self.wait("performance.getEntriesByName('usable').length")
        return time.monotonic() - started

    def go(self, place: str) -> None:
        self.run("location.hash = arguments[0]", place)
        self.settle()

    def run(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    def wait(self, condition: str) -> Any:
        """What an expression says as soon as it is true."""
        ends = time.monotonic() + SECONDS
        while not (said := self.run(f"return {condition}")):
            if time.monotonic() > ends:
                raise TimeoutError(condition)
            time.sleep(0.01)
        return said

    def settle(self) -> None:
        """Until what was begun is drawn: sources are unpacked, rows come into sight."""
        script = (
            "const done = arguments[0]; setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 150)"
        )
        self.driver.execute_async_script(script)

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def texts(self, selector: str) -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.innerText)"
        return list(self.run(script, selector))

    def press(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()
        self.settle()

    def resize(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": features})

    def log(self) -> list[str]:
        """What the browser complained of since it was last asked."""
        return [str(entry["message"]) for entry in self.driver.get_log("browser")]

    def violations(self, script: str) -> list[str]:
        """What axe finds serious on the view that is shown: rule, and the first element."""
        self.run(script)
        found = self.driver.execute_async_script(VIOLATIONS)
        if isinstance(found, str):
            return [found]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in serious]


@contextmanager
def browser(downloads: Path | None = None) -> Iterator[Browser]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for option in _OPTIONS:
        options.add_argument(option)
    options.binary_location = next(path for name in BROWSERS if (path := shutil.which(name)))
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if downloads is not None:
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        driver.set_script_timeout(60)
        yield Browser(driver)
    finally:
        driver.quit()
