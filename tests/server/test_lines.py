"""A peer that does not read cannot make a line hold memory without bound, and what is used of uvicorn's protocol is there."""

import asyncio
from pathlib import Path

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed

from puntobanco.server.lines import BUFFER_BYTES_MAX, BoundedLine
from tests.server.inside import opened
from tests.server.served import Client

PING_BYTES = 125
FLOOD_BYTES_MAX = 64 << 20


class Piled:
    """A transport with so much to send."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.aborted = True


def test_a_line_with_too_much_to_send_is_cut_at_the_next_ping() -> None:
    line = BoundedLine.__new__(BoundedLine)
    transport = Piled(BUFFER_BYTES_MAX + 1)
    line.transport = transport  # type: ignore[assignment]
    line.handle_ping()
    assert transport.aborted


def test_uvicorn_answers_pings_where_we_expect_it() -> None:
    assert WebSocketsSansIOProtocol.handle_ping is not BoundedLine.handle_ping


async def test_a_flood_of_pings_from_a_peer_that_does_not_read_ends_its_line(tmp_path: Path) -> None:
    async with opened(tmp_path, send_buffer_bytes=4_096) as house:
        player = Client(house)
        await player.enter()
        await player.open_socket()
        assert player.socket is not None
        transport = player.socket.transport
        transport.pause_reading()
        sent = 0
        try:
            while sent < FLOOD_BYTES_MAX and not transport.is_closing():
                for _ in range(200):
                    await player.socket.ping(f"{sent:0{PING_BYTES}}")
                    sent += PING_BYTES
                await asyncio.sleep(0)
        except ConnectionClosed:
            pass
        transport.resume_reading()
        assert sent < FLOOD_BYTES_MAX
        other = Client(house)
        await other.enter()
        await other.open_socket()
        assert (await other.receive())["type"] == "welcome"
