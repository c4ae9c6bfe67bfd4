"""The developers' gallery: built, served on this machine, and opened in any of its scenes with a clock that stands still."""

import contextlib
import fcntl
import functools
import http.server
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / "build" / "gallery"
SOURCES = (ROOT / "web" / "src", ROOT / "web" / "gallery.html", ROOT / "web" / "vite.config.ts", ROOT / "web" / "package.json")


def build() -> None:
    """Build the gallery where it is missing or older than its sources. Whoever comes meanwhile waits for it."""
    BUILT.parent.mkdir(exist_ok=True)
    with BUILT.with_suffix(".lock").open("w") as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        _build()


def _build() -> None:
    page = BUILT / "gallery.html"
    newest = max(path.stat().st_mtime for top in SOURCES for path in (top.rglob("*") if top.is_dir() else [top]))
    if page.is_file() and page.stat().st_mtime > newest:
        return
    done = subprocess.run(
        [str(ROOT / "tools/with_node.sh"), "npm", "run", "gallery"], cwd=ROOT / "web", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"the gallery was not built:\n{done.stdout}\n{done.stderr}"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextlib.contextmanager
def served_gallery() -> Iterator[str]:
    """Serve the built gallery; the address of its page."""
    build()
    handler = functools.partial(_Quiet, directory=str(BUILT))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/gallery.html"
        finally:
            server.shutdown()


async def scene(page: Page, gallery: str, name: str, language: str = "en") -> None:
    """Open a scene, whole: what comes later has come, and its clock stands."""
    await page.goto(f"{gallery}?scene={name}&lang={language}")
    await page.locator(f'html[data-shown="{name}"]').wait_for(state="attached")
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)


async def scenes(page: Page, gallery: str) -> list[str]:
    """The names of all scenes."""
    await page.goto(gallery)
    await page.locator('html[data-shown="gallery"]').wait_for(state="attached")
    names: list[str] = await page.evaluate("told.scenes")
    return names
