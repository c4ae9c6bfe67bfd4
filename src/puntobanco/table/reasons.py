"""Why the house itself, and not its staff, does something to a round or a shoe: words that pages know in every language.

No member of staff can write one. ``web/src/i18n/reasons.ts`` has their sentences.
"""

SHOE_LOST = "shoe_lost"
"""The secret of the shoe in play is lost: its round is void, and it is never opened."""

TABLE_CLOSED = "table_closed"
"""The house does not open the table any more: a round of real cards is void, one that stood still goes on."""

RESTORED = "restored"
"""The database was restored from a backup: players have seen the cards of the shoe, which is ended and opened."""

DEALT_BY_SOFTWARE = "dealt_by_software"
"""The software deals from now on: the shoe of real cards leaves the table."""

OF_A_ROUND = (SHOE_LOST, TABLE_CLOSED, RESTORED)
"""Those for which a round is void or goes on without an act of staff."""
