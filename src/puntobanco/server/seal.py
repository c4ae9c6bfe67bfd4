"""The key file and what it locks: shoe secrets while they are stored, and the players' session cookies.

A shoe's secret lies in the database only sealed; the key lies beside it in a file that its owner alone may read. A database
without its key file cannot tell anybody a card.
"""

import contextlib
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
    """The keys of a house. Never logged; `repr` does not tell them.

    ``retired`` sealed before ``sealing`` did: shoes that were in play then are opened with it.
    """

    sealing: bytes
    sessions: bytes
    retired: tuple[bytes, ...] = ()

    def __repr__(self) -> str:
        return "Keys(…)"


class Sealer:
    """Seals the secrets of shoes, each to the announcement it belongs to."""

    def __init__(self, keys: Keys) -> None:
        self._ciphers = [ChaCha20Poly1305(key) for key in (keys.sealing, *keys.retired)]

    def seal(self, secret: bytes, announcement: Announcement) -> bytes:
        """The secret locked away, readable only with the key and for this announcement."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._ciphers[0].encrypt(nonce, secret, announcement.text.encode())

    def unseal(self, sealed: bytes, announcement: Announcement) -> bytes | None:
        """The secret again; None when the key is another one, or the sealed bytes or their announcement were changed."""
        nonce, locked = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        for cipher in self._ciphers:
            with contextlib.suppress(InvalidTag):
                return cipher.decrypt(nonce, locked, announcement.text.encode())
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
    return read_keys(text, f"key file {path}")


def read_keys(text: bytes, where: str) -> Keys:
    """The keys from their text. Raises `BadSettings` that says ``where`` it was."""
    try:
        keys = msgspec.json.decode(text, type=Keys)
    except msgspec.DecodeError:
        raise BadSettings(f"{where}: is no key file of puntobanco: restore it from your backup") from None
    if {len(key) for key in (keys.sealing, keys.sessions, *keys.retired)} != {_KEY_BYTES}:
        raise BadSettings(f"{where}: its keys are not {_KEY_BYTES} bytes long: restore it from your backup")
    return keys


def make_keys(path: Path) -> Keys:
    """New keys, written whole or not at all, for their owner alone. Raises `BadSettings` when they cannot be."""
    keys = Keys(sealing=secrets.token_bytes(_KEY_BYTES), sessions=secrets.token_bytes(_KEY_BYTES))
    _write(path, keys)
    return keys


def rotate_keys(path: Path) -> Keys:
    """A new sealing key. The one before it is kept for the shoes in play, and goes with the next rotation. Raises `BadSettings`."""
    keys = load_keys(path)
    keys = msgspec.structs.replace(keys, sealing=secrets.token_bytes(_KEY_BYTES), retired=(keys.sealing,))
    _write(path, keys, instead=True)
    return keys


def _write(path: Path, keys: Keys, *, instead: bool = False) -> None:
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(keys))
                file.flush()
                os.fsync(file.fileno())
            if instead:
                draft.replace(path)
            else:
                os.link(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise BadSettings(f"key file {path}: cannot be made: {error.strerror}") from None
