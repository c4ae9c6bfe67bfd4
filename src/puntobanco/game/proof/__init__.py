"""The shoe that can be checked: how its order comes about, its texts and hashes, its log and record. Not its play: see ``shoe``.

The steps in their order: ``announcement``, ``shares``, ``stack``, ``record``; below them ``texts``, ``log`` and ``stream``, above
them ``verify``. All bytes are in docs/proof.md. Randomness is an argument. Imports ``cards``, ``house``, ``rules`` and ``shoe``.
"""

from puntobanco.game.proof.announcement import (
    SECRET_BYTES as SECRET_BYTES,
    Announcement as Announcement,
    ShoeRules as ShoeRules,
    announce as announce,
    announced_entry as announced_entry,
    check_promise as check_promise,
    commitment as commitment,
)
from puntobanco.game.proof.log import BEGINNING as BEGINNING, Entry as Entry
from puntobanco.game.proof.record import (
    VERSION as VERSION,
    BurnRecord as BurnRecord,
    RoundRecord as RoundRecord,
    ShoeRecord as ShoeRecord,
    Voided as Voided,
    ended_entry as ended_entry,
)
from puntobanco.game.proof.shares import (
    FAILURES_MARKED as FAILURES_MARKED,
    SHARES_MOST as SHARES_MOST,
    Share as Share,
    Shared as Shared,
    check_share as check_share,
    closed_entry as closed_entry,
    failed_entry as failed_entry,
    fault_of as fault_of,
    opened_entry as opened_entry,
    seal_of as seal_of,
    seed_of as seed_of,
)
from puntobanco.game.proof.stack import (
    StackedShoe as StackedShoe,
    check_session as check_session,
    check_shoe as check_shoe,
    deal_name as deal_name,
    published_entry as published_entry,
    round_entry as round_entry,
    stack as stack,
    stack_round as stack_round,
)
from puntobanco.game.proof.stream import Stream as Stream, shuffle as shuffle
from puntobanco.game.proof.texts import (
    OpenedCard as OpenedCard,
    card_of as card_of,
    check_opened as check_opened,
    digest as digest,
    hash_of as hash_of,
    is_hash as is_hash,
    root_of as root_of,
    verify_text as verify_text,
)
from puntobanco.game.proof.verify import (
    RECORD_BYTES_MOST as RECORD_BYTES_MOST,
    Check as Check,
    Verdict as Verdict,
    read_record as read_record,
    verify as verify,
)
