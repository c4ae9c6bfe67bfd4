"""The WebSocket protocol as JSON Schema, made from the types of ``wire``. Served at ``/api/protocol.json``."""

from typing import Any

import msgspec

from puntobanco.server.wire import PROTOCOL, FromClient, FromServer


def protocol_schema() -> dict[str, Any]:
    """One schema document: ``FromClient`` and ``FromServer`` under ``properties``, every message and type under ``$defs``."""
    (client, server), definitions = msgspec.json.schema_components([FromClient, FromServer], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Puntobanco protocol",
        "description": f"Version {PROTOCOL}. One JSON message a frame: clients send FromClient, the server sends FromServer.",
        "type": "object",
        "properties": {"FromClient": client, "FromServer": server},
        "$defs": definitions,
    }
