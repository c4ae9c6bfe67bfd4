// Why a third card is drawn or not, from the cards that lie open: the third-card rule (docs/rules.md 2.5), and the reason as data. Pure.
// The client decides nothing with it: the server deals. It only says in words what the rule was.

import type { CardView, Side, TableView } from "../protocol.gen";
import { handPoints, isNatural, pointsOf, type Rank, rankOf } from "./cards";
import { type Hands, handOf } from "./squeeze";

const PLAYER_DRAWS_TO = 5;
const HAND = 2;

/** The points of the Player's third card on which the Banker draws, by the points of the Banker's two cards. */
export const BANKER_DRAWS: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [0, 1, 2, 3, 4, 5, 6, 7, 9],
  [2, 3, 4, 5, 6, 7],
  [4, 5, 6, 7],
  [6, 7],
  [],
];
export const POINTS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

export function playerDraws(points: number): boolean {
  return points <= PLAYER_DRAWS_TO;
}

/** `third`: the points of the Player's third card, null when the Player stood. */
export function bankerDraws(points: number, third: number | null): boolean {
  if (third === null) return playerDraws(points);
  return BANKER_DRAWS[points]?.includes(third) ?? false;
}

export type Reason =
  | { kind: "natural"; side: Side; points: number }
  | { kind: "naturals"; player: number; banker: number }
  | { kind: "both_stand"; player: number; banker: number }
  /** The Player's own points decide. */
  | { kind: "player_draws"; points: number }
  /** The Player stood, so the Banker's own points decide. `card` is the third card once it lies there. */
  | { kind: "banker_alone"; player: number; points: number; card: Rank | null }
  /** The Player drew, so the Player's third card decides. */
  | { kind: "banker_against"; points: number; drew: Rank; draws: boolean; card: Rank | null };

/** What the rule says at this moment; null before each side has two cards. */
export function reason(player: readonly CardView[], banker: readonly CardView[]): Reason | null {
  if (player.length < HAND || banker.length < HAND) return null;
  const [two, held] = [player.slice(0, HAND), banker.slice(0, HAND)];
  const [mine, theirs] = [handPoints(two) ?? 0, handPoints(held) ?? 0];
  const naturals = natural(two, mine, held, theirs);
  if (naturals) return naturals;
  const drawn = banker[HAND] ? rankOf(banker[HAND].card) : null;
  if (!playerDraws(mine)) {
    if (!playerDraws(theirs)) return { kind: "both_stand", player: mine, banker: theirs };
    return { kind: "banker_alone", player: mine, points: theirs, card: drawn };
  }
  const third = player[HAND];
  if (!third) return { kind: "player_draws", points: mine };
  // The Player's card has just fallen; what it means for the Banker follows at once.
  const draws = bankerDraws(theirs, pointsOf(third.card));
  return { kind: "banker_against", points: theirs, drew: rankOf(third.card), draws, card: drawn };
}

function natural(two: readonly CardView[], mine: number, held: readonly CardView[], theirs: number): Reason | null {
  const [ours, others] = [isNatural(two), isNatural(held)];
  if (ours && others) return { kind: "naturals", player: mine, banker: theirs };
  if (ours) return { kind: "natural", side: "player", points: mine };
  return others ? { kind: "natural", side: "banker", points: theirs } : null;
}

/** How far a round has come: 0 bets, 1 deal, 2 third card, 3 result; null between rounds. */
export function stepOf(table: Hands & Pick<TableView, "phase">): number | null {
  switch (table.phase) {
    case "betting":
      return 0;
    case "dealing":
      return handOf(table, "player").length > HAND || handOf(table, "banker").length > HAND ? 2 : 1;
    case "result":
      return 3;
    default:
      return null;
  }
}
