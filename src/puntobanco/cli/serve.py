"""``puntobanco serve``: open the house on this machine."""

import asyncio
import errno
import os
import resource
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
import uvicorn
import uvloop

from puntobanco.bank.database import default_url, store_for
from puntobanco.bank.sqlite import path_of
from puntobanco.cli.logs import log_to_stderr
from puntobanco.errors import BadSettings
from puntobanco.server.app import make_app
from puntobanco.server.casino import Casino, open_store
from puntobanco.server.chat.conversations import HouseTalk
from puntobanco.server.chat.text import CHARACTERS_MAX, characters, plain
from puntobanco.server.chat.unwanted import UnwantedWords, read_words
from puntobanco.server.lines import BoundedLine
from puntobanco.server.seal import Keys, load_keys, make_keys, read_keys, rotate_keys
from puntobanco.server.settings import Bounds
from puntobanco.server.staff.scanner import read_codes
from puntobanco.server.tables import default_tables, read_tables
from puntobanco.server.witness import Witness

app = typer.Typer(add_completion=False)

SHUTDOWN_S = 5

KEY_VARIABLE = "PUNTOBANCO_KEY"
"""Holds the text of a key file, where the keys come from the environment."""


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port to listen on; 0 takes a free one.")] = 8000,
    database: Annotated[str | None, typer.Option(metavar="URL", help="Where money and events are kept: sqlite:///FILE.")] = None,
    tables: Annotated[Path | None, typer.Option(metavar="FILE", help="A TOML file of the tables to open.")] = None,
    proxy: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A proxy in front that says who a visitor is.")] = None,
    support: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Where players can write to about the chat; shown to them as it is.")
    ] = None,
    chat_words: Annotated[Path | None, typer.Option(metavar="FILE", help="Words that are refused in the chat, one a line.")] = None,
    host_link: Annotated[
        bool, typer.Option("--host-link", help="Print a link that makes its opener the host, though there is one.")
    ] = False,
    scanner: Annotated[
        Path | None, typer.Option("--scanner-codes", metavar="FILE", help="A TOML file of the codes on real cards: code = card.")
    ] = None,
    new_key: Annotated[bool, typer.Option("--new-key", help="Go on without the key file that was lost.")] = False,
    rotate_key: Annotated[bool, typer.Option("--rotate-key", help="Seal with a new key from now on.")] = False,
) -> None:
    """Open the tables, print the address, and deal until stopped.

    Without options: 127.0.0.1:8000, a database in your data directory, and one table of every house.
    """
    _prepare()
    bounds = Bounds()
    url = database or default_url()
    setups = read_tables(tables, most=bounds.tables) if tables else default_tables()
    talk = _talk(support, chat_words)
    codes = read_codes(scanner) if scanner else {}
    store, path = store_for(url), path_of(url)
    witness = Witness(path.with_name(f"{path.name}.seen"))
    with _listen(host, port) as listener:
        notes, may_make_keys = _notes(path), new_key or _is_new(path)

        async def open_and_serve() -> None:
            async with open_store(store):
                keys = _keys(path, may_make_keys, rotate=rotate_key)
                casino = Casino(store, keys, setups, bounds, talk, codes, witness)
                async with casino.running():
                    link = await casino.staff.host_link(anew=host_link)
                    await _serve(casino, listener, notes, proxy, link)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(open_and_serve())


async def _serve(casino: Casino, listener: socket.socket, notes: Sequence[str], proxy: str | None, link: str | None) -> None:
    config = uvicorn.Config(
        make_app(casino),
        ws=BoundedLine,
        ws_max_size=casino.bounds.frame_bytes,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        timeout_graceful_shutdown=SHUTDOWN_S,
    )
    server = uvicorn.Server(config)
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    print(f"Puntobanco is open: http://{shown}:{port}/", flush=True)
    if link is not None:
        print(f"Whoever opens this link, once, becomes the host: http://{shown}:{port}/#/desk/link/{link}", flush=True)
    print(*notes, sep="\n", file=sys.stderr)
    await server.serve(sockets=[listener])


def _talk(support: str | None, chat_words: Path | None) -> HouseTalk:
    """What a host says about the chat. Raises `BadSettings`."""
    shown = None if support is None else plain(support)
    if shown is not None and not 1 <= characters(shown) <= CHARACTERS_MAX:
        raise BadSettings(f"--support: write an address of 1 to {CHARACTERS_MAX} characters")
    return HouseTalk(support=shown, unwanted=read_words(chat_words) if chat_words else UnwantedWords())


def _stop(*_: object) -> None:
    """SIGTERM is how a service is told to stop: no failure. uvicorn raises it again once all its connections are closed."""
    raise SystemExit(0)


def _keys(database: Path, may_make: bool, *, rotate: bool) -> Keys:
    """The keys from the environment, or beside the database.

    The file is made with a new database; for an old one only on demand, since much is lost with it.
    """
    if (text := os.environ.get(KEY_VARIABLE)) is not None:
        if rotate:
            raise BadSettings(f"--rotate-key: the keys are in {KEY_VARIABLE}: put the new one there, and the old one under retired")
        return read_keys(text.encode(errors="replace"), KEY_VARIABLE)
    path = database.with_name(f"{database.name}.key")
    if may_make and not path.exists():
        return make_keys(path)
    return rotate_keys(path) if rotate else load_keys(path)


def _is_new(database: Path) -> bool:
    return not database.exists() or not database.stat().st_size


def _prepare() -> None:
    """Log to stderr, stop where one is told to, and take as many open files as the system allows: each socket is one."""
    log_to_stderr()
    signal.signal(signal.SIGTERM, _stop)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _notes(path: Path) -> list[str]:
    """What a host wants to know once the house is open. A mistyped path opens an empty house, so a new database is called new."""
    age = " (new)" if _is_new(path) else ""
    key = f"in {KEY_VARIABLE}" if KEY_VARIABLE in os.environ else f"beside it in {path.name}.key"
    return [
        f"Database: {path}{age}, its key {key}",
        "Ctrl-C stops it; what is stored stands, and the tables go on from there.",
    ]


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket, taken before anything else, so that a port in use is said at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        hint = "; --port 0 takes a free one" if error.errno == errno.EADDRINUSE else ""
        # socket adds the address to the system's words; a name that is not known has words of its own.
        reason = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        raise BadSettings(f"cannot listen on {host} port {port}: {reason}{hint}") from None
