// A refusal in the player's words, from its code and figures. The server's own sentence stands in where a code is unknown.
import type { Catalogue } from "./i18n";
import { amount } from "./money";
import type { Bet, Refusal } from "./protocol.gen";
import type { Hindrance } from "./room";
import type { Refused } from "./state";

/** Codes whose limit is a round, a seat or a number of characters, not an amount. */
const PLAIN = ["round_cap", "seat_taken", "no_such_seat", "too_long", "bad_password", "bad_name", "bad_reason"];

export function reasonText(refusal: Refusal | Hindrance, words: Catalogue): string {
  const money = (cents: number | null | undefined) => (cents == null ? "" : amount(cents, words.locale));
  const limit = PLAIN.includes(refusal.code) ? String(refusal.limit ?? "") : money(refusal.limit);
  const say = Object.hasOwn(words.refusals, refusal.code)
    ? words.refusals[refusal.code]
    : () => ("message" in refusal ? refusal.message : "");
  return say({ limit, left: money(refusal.left) });
}

export function refusedText({ command, refusal }: Refused, words: Catalogue): string {
  const bet = words.bets[command.bet as Bet] ?? command.bet;
  const sum = amount(command.amount_cents, words.locale);
  const what = command.type === "place_bet" ? words.refused(bet, sum) : words.withdrawRefused(bet, sum);
  return `${what} ${reasonText(refusal, words)}`;
}
