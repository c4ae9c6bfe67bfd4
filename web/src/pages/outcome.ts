// How a round ended, in one sentence. Pure.

import type { Catalogue } from "../i18n";
import type { Round } from "../line/api";

export function outcomeText(round: Round, words: Catalogue): string {
  if (round.outcome === null) {
    return words.sentences([words.voidedRound, round.void_reason ? words.reason(round.void_reason) : ""]);
  }
  const points = [round.player_points, round.banker_points];
  return words.wins(round.outcome, Math.max(...points), Math.min(...points));
}

/** "Table 1 · Shoe 4 · Round 12". */
export function roundName({ table, shoe, round }: Pick<Round, "table" | "shoe" | "round">, words: Catalogue): string {
  return `${words.table(table)} · ${words.shoe(shoe)} · ${words.round(round)}`;
}
