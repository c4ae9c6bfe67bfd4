"""Who a player is: guests, their signed session cookie, their credits. Passwords and staff come later."""

import hashlib
import secrets

from itsdangerous import BadSignature, TimestampSigner

from puntobanco.bank.ledger import ISSUE, Kind, Transfer, player_account
from puntobanco.bank.store import Balance, Player, Store
from puntobanco.server.clock import Clock
from puntobanco.server.settings import STARTING_CREDITS_CENTS, TOP_UP_CENTS, Bounds

COOKIE = "puntobanco"
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_ID_LETTERS = 20
_NAME_LETTERS = 4


class Accounts:
    """Makes guests, and knows them again by their cookie."""

    def __init__(self, store: Store, session_key: bytes, *, clock: Clock, bounds: Bounds) -> None:
        self._store = store
        self._signer = TimestampSigner(session_key, salt="puntobanco.session", digest_method=hashlib.sha256)
        self._clock = clock
        self._bounds = bounds

    async def guest(self) -> Player:
        """A new guest with the starting credits."""
        now_ms = self._clock.now_ms()
        account = _letters(_ID_LETTERS)
        player = Player(account=account, name=f"Guest {_letters(_NAME_LETTERS)}", created_ms=now_ms)
        await self._store.add_player(player, _issue(f"grant:{account}", account, STARTING_CREDITS_CENTS, Kind.GRANT, now_ms))
        return player

    async def top_up(self, player: Player, *, below_cents: int) -> Balance | None:
        """Credits for a player who has less than ``below_cents``, held stakes included; None for one who has enough."""
        now_ms = self._clock.now_ms()
        key = f"top_up:{player.account}:{_letters(_ID_LETTERS)}"
        grant = _issue(key, player.account, TOP_UP_CENTS, Kind.TOP_UP, now_ms)
        return await self._store.top_up(player.account, grant, below_cents=below_cents)

    def cookie_for(self, player: Player) -> str:
        """The signed session of a player."""
        return self._signer.sign(player.account).decode()

    async def player_of(self, cookie: str | None) -> Player | None:
        """The player whose session a cookie is; None when it is forged, too old, or of nobody we know."""
        if cookie is None:
            return None
        try:
            account = self._signer.unsign(cookie, max_age=self._bounds.session_age_s).decode()
        except BadSignature:
            return None
        return await self._store.player(account)


def _issue(key: str, account: str, amount_cents: int, kind: Kind, now_ms: int) -> Transfer:
    return Transfer(key=key, source=ISSUE, target=player_account(account), amount_cents=amount_cents, kind=kind, at_ms=now_ms)


def _letters(count: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(count))
