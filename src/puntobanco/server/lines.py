"""The WebSocket lines of this process under uvicorn: as its own, but no peer can make one hold memory without bound.

Leans on uvicorn's sans-I/O protocol, whose version is pinned; ``tests/server/test_lines.py`` holds what is used of it.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

BUFFER_BYTES_MAX = 256 * 1024
"""What may wait to be sent on one line; a peer that asks for more without reading is cut off."""


class BoundedLine(WebSocketsSansIOProtocol):
    """A line that is cut when what it has to send piles up: answers to pings have no other flow control."""

    def handle_ping(self) -> None:
        """Answer a ping, unless nothing of the answers before is read."""
        if self.transport.get_write_buffer_size() > BUFFER_BYTES_MAX:
            self.transport.abort()
            return
        super().handle_ping()
