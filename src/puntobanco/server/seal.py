"""The key file and what it locks: shoe secrets while they are stored, and the players' session cookies.

A shoe's secret lies in the database only sealed; the key lies beside it in a file that its owner alone may read. A database
without its key file cannot tell anybody a card.
"""

import os
import secrets
import stat
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from puntobanco.errors import BadSettings
from puntobanco.files import read_regular
from puntobanco.game.proof import Announcement

_KEY_BYTES = 32
_FILE_BYTES_MOST = 4_096
_NONCE_BYTES = 12


class Keys(msgspec.Struct, frozen=True, kw_only=True):
    """The two keys of a house. Never logged; `repr` does not tell them."""

    sealing: bytes
    sessions: bytes

    def __repr__(self) -> str:
        return "Keys(…)"


class Sealer:
    """Seals the secrets of shoes, each to the announcement it belongs to."""

    def __init__(self, keys: Keys) -> None:
        self._cipher = ChaCha20Poly1305(keys.sealing)

    def seal(self, secret: bytes, announcement: Announcement) -> bytes:
        """The secret locked away, readable only with the key and for this announcement."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, secret, announcement.text.encode())

    def unseal(self, sealed: bytes, announcement: Announcement) -> bytes | None:
        """The secret again; None when the key is another one, or the sealed bytes or their announcement were changed."""
        nonce, locked = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return self._cipher.decrypt(nonce, locked, announcement.text.encode())
        except InvalidTag:
            return None


def load_keys(path: Path) -> Keys:
    """The keys from their file. Raises `BadSettings` when it is not there, cannot be used, or cannot be trusted."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = read_regular(path, _FILE_BYTES_MOST)
    except FileNotFoundError:
        raise BadSettings(
            f"key file {path}: is missing; restore it from your backup. With --new-key the house goes on without it:"
            " shoes in play end unopened, their rounds are voided, and every guest has to enter anew"
        ) from None
    except OSError as error:
        raise BadSettings(f"key file {path}: cannot be read: {error.strerror}") from None
    if mode & 0o077:
        raise BadSettings(f"key file {path}: others may read it (mode {mode:04o}): run chmod 600 on it")
    try:
        keys = msgspec.json.decode(text, type=Keys)
    except msgspec.DecodeError:
        raise BadSettings(f"key file {path}: is no key file of puntobanco: restore it from your backup") from None
    if not len(keys.sealing) == len(keys.sessions) == _KEY_BYTES:
        raise BadSettings(f"key file {path}: its keys are not {_KEY_BYTES} bytes long: restore it from your backup")
    return keys


def make_keys(path: Path) -> Keys:
    """New keys, written whole or not at all, for their owner alone. Raises `BadSettings` when they cannot be."""
    keys = Keys(sealing=secrets.token_bytes(_KEY_BYTES), sessions=secrets.token_bytes(_KEY_BYTES))
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(keys))
                file.flush()
                os.fsync(file.fileno())
            os.link(draft, path)
        finally:
            draft.unlink()
    except OSError as error:
        raise BadSettings(f"key file {path}: cannot be made: {error.strerror}") from None
    return keys
