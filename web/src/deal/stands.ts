// What lies on the felt at a moment, told from the table's picture. Pure.
import { byHand as dealtByHand } from "../felt/bets";
import type { TableView } from "../protocol.gen";

/** A person deals real cards here: nothing follows by itself but the end of betting (docs/rules.md 6 and 7). */
export function byHand({ rules }: Pick<TableView, "rules">): boolean {
  return dealtByHand(rules);
}

/** A table with real cards that takes no bets. */
export function isScoreboard({ rules }: Pick<TableView, "rules">): boolean {
  return rules.offers.length === 0;
}

/** A demonstration round lies on the felt: no bets, no round number (docs/rules.md 6.5). */
export function demonstrates({ phase, demonstration }: TableView): boolean {
  return demonstration > 0 && (phase === "dealing" || phase === "result" || phase === "suspended");
}

/** Cards burned before this round lie between the hands, until its first card falls. */
export function burnLies(table: TableView): boolean {
  const { phase, burned } = table;
  return (phase === "dealing" || phase === "suspended") && burned > 0 && cardsOut(table) === 0;
}

/** How many cards of the round lie on the felt, open or face down. */
export function cardsOut({ player, banker, laid }: TableView): number {
  return player.length + banker.length + laid.length;
}

/** Every round has a pack of its own: no cut card, and one shoe number for many rounds (docs/rules.md 6.5). */
export function isSession({ shoe }: TableView): boolean {
  return (shoe?.session_rounds ?? 0) > 0;
}

/** The cut card is out; a session has none. */
export function cutCardOut(table: TableView): boolean {
  return table.shoe?.last_round != null && !isSession(table);
}
