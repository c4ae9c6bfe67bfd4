"""``puntobanco serve``: open the house on this machine."""

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import structlog
import typer
import uvicorn
import uvloop

from puntobanco.bank.database import default_url, store_for
from puntobanco.bank.sqlite import path_of
from puntobanco.errors import BadSettings
from puntobanco.server.app import make_app
from puntobanco.server.casino import Casino
from puntobanco.server.seal import load_keys
from puntobanco.server.settings import Bounds
from puntobanco.server.tables import TableSetup, default_tables, read_tables

app = typer.Typer(add_completion=False)

SHUTDOWN_S = 5


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port to listen on; 0 takes a free one.")] = 8000,
    database: Annotated[str | None, typer.Option(metavar="URL", help="Where money and events are kept: sqlite:///FILE.")] = None,
    tables: Annotated[Path | None, typer.Option(metavar="FILE", help="A TOML file of the tables to open.")] = None,
) -> None:
    """Open the tables, print the address, and deal until stopped.

    Without options: 127.0.0.1:8000, a database in your data directory, and one table of every house.
    """
    _log_to_stderr()
    signal.signal(signal.SIGTERM, _stop)
    bounds = Bounds()
    url = database or default_url()
    setups = read_tables(tables, most=bounds.tables) if tables else default_tables()
    store = store_for(url)
    with _listen(host, port) as listener:
        notes = _notes(path_of(url), setups)
        casino = Casino(store, load_keys(_key_path(url)), setups, bounds)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(casino, listener, notes))


async def _serve(casino: Casino, listener: socket.socket, notes: Sequence[str]) -> None:
    async with casino.running():
        config = uvicorn.Config(
            make_app(casino),
            ws="websockets-sansio",
            ws_max_size=casino.bounds.frame_bytes,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_S,
        )
        server = uvicorn.Server(config)
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        print(f"Puntobanco is open: http://{shown}:{port}/", flush=True)
        print(*notes, sep="\n", file=sys.stderr)
        await server.serve(sockets=[listener])


def _stop(*_: object) -> None:
    """SIGTERM is how a service is told to stop: no failure. uvicorn raises it again once all its connections are closed."""
    raise SystemExit(0)


def _key_path(url: str) -> Path:
    """The key file lies beside the database."""
    path = path_of(url)
    return path.with_name(f"{path.name}.key")


def _notes(path: Path, setups: Sequence[TableSetup]) -> list[str]:
    """What a host wants to know once the house is open. A mistyped path opens an empty house, so a new database is called new."""
    age = "" if path.exists() else " (new)"
    notes = [f"Database: {path}{age}, its key beside it in {path.name}.key"]
    for setup in setups:
        if setup.switched_off:
            names = ", ".join(setup.switched_off)
            notes.append(f"Table {setup.number} ({setup.rules.name}): not played yet and switched off: {names}")
    return [*notes, "Ctrl-C stops it; what is stored stands, and the tables go on from there."]


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


def _log_to_stderr() -> None:
    """A line for what a host may want to know, as JSON where no person reads it; no frames, no cards."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(message)s")
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
