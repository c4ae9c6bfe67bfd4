"""Pictures of every state of the page, in every size and language, and one contact sheet of them all: ``make shots``.

The states are the scenes of the gallery, and a few of a real ``puntobanco serve`` besides. They go to ``build/shots``; open
``build/shots/index.html``. ``--only`` and ``--language`` take fewer.
"""

import argparse
import asyncio
import contextlib
import html
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.async_api import Browser, Page

from tests.browser.gallery import scene, scenes, served_gallery
from tests.browser.seen import chromium, enter, lay, phase
from tests.server.served import Served, table

SHOTS = Path(__file__).resolve().parent.parent / "build" / "shots"
SIZES = {
    "desktop": (1440, 900),
    "tablet": (1024, 768),
    "phone": (390, 844),
    "phone-across": (844, 390),
    "smallest": (320, 640),
    "television": (1920, 1080),
}
LANGUAGES = ("en", "zh-Hant", "zh-Hans")
WHOLE = ("gallery", "rules", "statement", "round")
"""Shown whole and not only as far as the window reaches."""
AT_ONCE = 3


async def shoot(page: Page, name: str, language: str) -> None:
    """One state in all sizes."""
    for size, (width, height) in SIZES.items():
        await page.set_viewport_size({"width": width, "height": height})
        await page.screenshot(path=SHOTS / f"{name}.{language}.{size}.png", full_page=name in WHOLE)


async def of_gallery(browser: Browser, gallery: str, names: list[str], languages: tuple[str, ...]) -> None:
    """Every scene in every language, a few at once."""
    todo = iter([(name, language) for language in languages for name in names])

    async def work() -> None:
        for name, language in todo:
            async with opened(browser) as page:
                await scene(page, gallery, name, language)
                await shoot(page, name, language)

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))


@contextlib.asynccontextmanager
async def opened(browser: Browser) -> AsyncIterator[Page]:
    """A page with nothing remembered."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    try:
        yield await context.new_page()
    finally:
        await context.close()


async def of_house(browser: Browser, languages: tuple[str, ...]) -> None:
    """A real house: its lobby, a table while bets are taken and after the cards, and what stands in the record then."""
    tables = table(1, "live", betting_seconds=4, card_seconds=0.2, result_seconds=8, shuffle_seconds=0.3) + table(2, "chips")
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder), tables) as house:
        for language in languages:
            async with opened(browser) as page:
                await page.add_init_script(f"localStorage.setItem('puntobanco.language', '{language}')")
                await enter(page, house.address)
                await phase(page, "betting")
                await lay(page, "banker")
                await page.get_by_test_id("confirm").click()
                await phase(page, "result")
                await shoot(page, "served-result", language)
                for name, path, there in (("served-record", "#/bets", "bet-record-row"), ("served-lobby", "#/", "table-2")):
                    await page.evaluate("path => { location.hash = path }", path)
                    await page.get_by_test_id(there).wait_for()
                    await shoot(page, name, language)


def sheet(names: list[str], languages: tuple[str, ...]) -> str:
    """The contact sheet: a row a state, its sizes side by side, one block a language."""
    return "\n".join(_sheet(names, languages))


def _sheet(names: list[str], languages: tuple[str, ...]) -> Iterator[str]:
    yield "<!doctype html><meta charset=utf-8><title>Puntobanco, every state</title>"
    yield "<style>body{margin:16px;background:#333;color:#eee;font:14px system-ui}a{color:inherit}"
    yield "div{display:flex;gap:8px;align-items:start;overflow-x:auto}img{display:block;height:260px;background:#222}"
    yield "h2{margin:24px 0 6px}</style>"
    for name in names:
        yield f"<h2 id={html.escape(name)}>{html.escape(name)}</h2>"
        for language in languages:
            files = [(size, f"{name}.{language}.{size}.png") for size in SIZES]
            shown = [(size, file) for size, file in files if (SHOTS / file).is_file()]
            pictures = (
                f'<a href="{file}"><img loading=lazy src="{file}" alt="{name} {language} {size}"></a>' for size, file in shown
            )
            yield f"<p>{language}</p><div>{''.join(pictures)}</div>"


async def take(only: list[str], languages: tuple[str, ...]) -> None:
    """Take the pictures and write the sheet."""
    async with chromium() as browser:
        with served_gallery() as gallery:
            async with opened(browser) as page:
                known = await scenes(page, gallery)
                names = [name for name in known if not only or name in only]
                if not only:
                    await shoot(page, "gallery", "en")
            await of_gallery(browser, gallery, names, languages)
        if not only:
            await of_house(browser, languages)
    served = [] if only else ["served-lobby", "served-result", "served-record", "gallery"]
    (SHOTS / "index.html").write_text(sheet([*names, *served], languages), encoding="utf-8")


def main() -> None:
    """Take all pictures, or those asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="*", default=[], metavar="SCENE", help="these scenes of the gallery and nothing else")
    parser.add_argument("--language", nargs="*", default=list(LANGUAGES), choices=LANGUAGES, help="in these languages")
    asked = parser.parse_args()
    started = time.monotonic()
    if not asked.only:
        shutil.rmtree(SHOTS, ignore_errors=True)
    SHOTS.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(asked.only, tuple(asked.language)))
    count = len(list(SHOTS.glob("*.png")))
    print(f"{count} pictures in {time.monotonic() - started:.0f} s: {SHOTS.relative_to(SHOTS.parent.parent) / 'index.html'}")


if __name__ == "__main__":
    main()
