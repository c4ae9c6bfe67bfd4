"""What a player is known by to everyone, at all tables and for good."""

import hashlib


def public_name(account: str) -> str:
    """Sixteen hex digits, at chat lines and in the log of a shoe. They give nothing away of the account."""
    return hashlib.sha256(b"puntobanco.chat:" + account.encode()).hexdigest()[:16]
