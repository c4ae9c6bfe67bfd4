"""How a client keeps the lobby: what `lobby_changed` does to the tiles it has, as docs/protocol.md says."""

from typing import Any


def take(tiles: dict[int, dict[str, Any]], message: dict[str, Any]) -> None:
    """Change the tiles as a message of the server says, `lobby` or `lobby_changed`."""
    tiles.update({tile["table"]: tile for tile in message["tables"]})
    for change in message.get("changes", ()):
        tile = tiles[change["table"]]
        tile.update({key: value for key, value in change.items() if key != "added"})
        tile["results"] += change.get("added", "")
