"""A player who bets in bursts at several tables until the line breaks, and remembers every command and every card."""

import asyncio
import random

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from puntobanco.game.cards import parse_card
from puntobanco.game.rules import NEW_COUP, Coup
from tests.server.served import Client, Message, OpenHouse, event_of

BETS = ("player", "banker", "banker_no_commission", "tie", "player_pair", "lucky_six")


class Sent:
    """A command that was sent: the bet it names, and what it was answered."""

    def __init__(self, bet: tuple[str, str, str], cents: int) -> None:
        self.bet = bet
        self.cents = cents
        self.answered = False
        self.accepted = False


class Bettor:
    """Plays on one socket; `play` ends when the line breaks. ``moments`` says where each table stands, as far as it was told."""

    def __init__(self, house: OpenHouse, tables: int, luck: random.Random, *, burst: int) -> None:
        self.client = Client(house)
        self.tables = range(1, tables + 1)
        self.sent: dict[str, Sent] = {}
        self.faces: dict[tuple[int, int, int], set[str]] = {}
        self.opened: dict[tuple[int, int, int], set[str]] = {}
        self.news: dict[int, asyncio.Event] = {}
        self.moments: dict[int, str] = {}
        self._coups: dict[int, Coup] = {}
        self._luck = luck
        self._burst = burst
        self._shoes: dict[int, int] = {}

    async def play(self) -> None:
        """Watch every table, bet a burst whenever betting opens, note whatever is said."""
        self.news = {table: asyncio.Event() for table in self.tables}
        try:
            await self.client.open_socket()
            for table in self.tables:
                await self.client.send(type="watch", table=table)
            while True:
                await self._hear(await self.client.receive(timeout_s=30))
        except (ConnectionClosed, InvalidHandshake, OSError):
            return

    async def _hear(self, message: Message) -> None:
        match message["type"]:
            case "snapshot":
                await self._see(message["table"])
            case "events":
                await self._follow(message)
            case "answer":
                sent = self.sent.get(message["command_id"])
                if sent is None:  # of a squeeze
                    return
                sent.answered, sent.accepted = True, message["refusal"] is None
                table = int(sent.bet[0].split("-")[0])
                if sent.accepted and self.moments[table] == "betting":
                    self.moments[table] = "betting with a confirmed bet"
            case "own" if message["own"]["squeezes"] is not None:
                await self._squeeze(message["table"], message["own"])
            case "card_face":
                card = (message["table"], message["shoe"], message["number"])
                self.faces.setdefault(card, set()).add(message["card"])
            case _:
                pass

    async def _squeeze(self, table: int, own: Message) -> None:
        """Look at the card that is one's own to squeeze, and then turn it over, pass it on, or let time do it."""
        card = {"table": table, "shoe": own["shoe"], "round": own["round"], "number": own["squeezes"]}
        for kind in ("bend_card", self._luck.choice(("open_card", "pass_squeeze", "bend_card"))):
            await self.client.send(type=kind, command_id=self.client.command_id(), **card)

    async def _see(self, view: Message) -> None:
        table, shoe = view["table"], view["shoe_number"]
        self._shoes[table] = shoe
        burned = view["shoe"] is not None and view["shoe"]["shown"] is not None
        self.moments[table] = {
            "shuffling": "shuffle_started",
            "burning": "cards_burned" if burned else "shoe_arrived",
            "dealing": "betting_closed",
            "result": "round_settled",
        }.get(str(view["phase"]), str(view["phase"]))
        settled = view["phase"] == "result"
        cards = sorted((*view["player"], *view["banker"]), key=lambda card: int(card["number"]))
        self._coups[table] = NEW_COUP
        banker = {card["number"] for card in view["banker"]}
        for card in () if settled else cards:
            self._turn(table, "banker" if card["number"] in banker else "player", card["card"])
        for card in cards:
            self.faces.setdefault((table, shoe, card["number"]), set()).add(card["card"])
        if view["phase"] == "betting":
            await self._bet(table, view["round"])

    async def _follow(self, message: Message) -> None:
        table = message["table"]
        for event in message["events"]:
            if event["type"] not in ("spots_changed", "betting_extended"):
                self.moments[table] = event["type"]
            match event["type"]:
                case "shuffle_started":
                    self._shoes[table] = event["shoe"]
                case "card_dealt" | "card_opened":
                    card = (table, self._shoes[table], event["number"])
                    self.faces.setdefault(card, set()).add(event["card"])
                    self.opened.setdefault(card, set()).add(event["text"])
                    self._turn(table, event["side"], event["card"])
                case "betting_opened":
                    self.moments[table], self._coups[table] = "betting", NEW_COUP
                    await self._bet(table, event["round"])
                case _:
                    pass
        if event_of(
            message,
            "shuffle_started",
            "shoe_arrived",
            "betting_opened",
            "betting_closed",
            "card_dealt",
            "card_laid",
            "round_settled",
            "spots_changed",
        ):
            self.news[table].set()

    def _turn(self, table: int, side: str, card: str) -> None:
        """One more card is open: face down they are opened hand by hand, and not as they came."""
        player, banker = self._coups.get(table, NEW_COUP)
        more = (parse_card(card),)
        coup = Coup(player, banker + more) if side == "banker" else Coup(player + more, banker)
        self._coups[table] = coup
        self.moments[table] = "last card" if coup.complete else "between cards"

    async def _bet(self, table: int, round_number: int) -> None:
        shoe = self._shoes[table]
        for _ in range(self._burst):
            name, bet = self.client.command_id(), self._luck.choice(BETS)
            cents = 100 * self._luck.choice((1, 5, 5, 10))
            self.sent[name] = Sent((f"{table}-{shoe}-{round_number}", self.client.account, bet), cents)
            await self.client.send(
                type="place_bet", command_id=name, table=table, shoe=shoe, round=round_number, bet=bet, amount_cents=cents
            )
