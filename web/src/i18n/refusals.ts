// A refusal in the player's words, from its code and figures. The server's own sentence stands in where a code is unknown.

import type { Hindrance } from "../felt/room";
import type { Bet, Refusal } from "../protocol.gen";
import type { Refused } from "../state/state";
import type { Catalogue } from ".";
import { amount } from "./money";

/** Codes whose figures are rounds, seats, cards or characters, not amounts. */
const PLAIN = [
  "round_cap",
  "seat_taken",
  "no_such_seat",
  "too_long",
  "bad_password",
  "bad_name",
  "bad_reason",
  "impossible_card",
  "too_few_cards",
];

export function reasonText(refusal: Refusal | Hindrance, words: Catalogue): string {
  const plain = PLAIN.includes(refusal.code);
  const figure = (of: number | null | undefined) => (of == null ? "" : plain ? String(of) : amount(of, words.locale));
  const say = Object.hasOwn(words.refusals, refusal.code)
    ? words.refusals[refusal.code]
    : () => ("message" in refusal ? refusal.message : "");
  return say({ limit: figure(refusal.limit), left: figure(refusal.left) });
}

export function refusedText({ command, refusal }: Refused, words: Catalogue): string {
  const bet = words.bets[command.bet as Bet] ?? command.bet;
  const sum = amount(command.amount_cents, words.locale);
  const what = command.type === "place_bet" ? words.refused(bet, sum) : words.withdrawRefused(bet, sum);
  return `${what} ${reasonText(refusal, words)}`;
}
