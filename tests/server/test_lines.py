"""A peer that does not read cannot make a line hold memory without bound, and what is used of uvicorn's protocol is there."""

import asyncio
import base64
import socket
import struct
from pathlib import Path

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed

from puntobanco.server.lines import BUFFER_BYTES_MAX, BoundedLine
from tests.server.inside import opened
from tests.server.served import Client, true_within

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


@pytest.mark.parametrize("reset", [False, True])
async def test_a_socket_that_goes_as_soon_as_it_has_come_is_no_fault_of_the_program(
    tmp_path: Path, reset: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(tmp_path) as house:
        player = Client(house)
        await player.enter()
        host, _, port = house.address.partition(":")
        asked = (
            f"GET /ws HTTP/1.1\r\nHost: {house.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {player.cookie}\r\n\r\n"
        )
        for _ in range(20):
            line = socket.create_connection((host, int(port)))
            line.sendall(asked.encode())
            if reset:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.close()
            await asyncio.sleep(0.01)
        await true_within(lambda: house.casino.floor.sockets == 0)
        await player.open_socket()
        assert (await player.receive())["type"] == "welcome"
    told = capsys.readouterr()
    assert "fault" not in told.out + told.err
