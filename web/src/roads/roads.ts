// Where the marks of a bead plate lie, and what of a shoe is counted. The big road has a file of its own.
import type { Outcome, RoundResult } from "../protocol.gen";

export const ROWS = 6;

export interface Bead {
  column: number;
  row: number;
  newest: boolean;
  outcome: Outcome;
  result: RoundResult | null;
}

const LETTERS: Record<string, Outcome> = { P: "player", B: "banker", T: "tie" };

/** Columns fill from top to bottom. When the plate is full whole columns leave at the left, and `free` stay empty at the right. */
export function beadPlate(
  results: readonly { outcome: Outcome; result: RoundResult | null }[],
  columns: number,
  free = 2,
): Bead[] {
  const used = Math.ceil(results.length / ROWS);
  const dropped = used > columns ? used - Math.max(1, columns - free) : 0;
  return results.slice(dropped * ROWS).map((one, index, shown) => ({
    column: Math.floor(index / ROWS),
    row: index % ROWS,
    newest: index === shown.length - 1,
    ...one,
  }));
}

/** The lobby's short form, one letter a round. */
export function fromLetters(letters: string): { outcome: Outcome; result: null }[] {
  return [...letters].flatMap((letter) => {
    const outcome = LETTERS[letter];
    return outcome ? [{ outcome, result: null }] : [];
  });
}

export function fromResults(results: readonly RoundResult[]): { outcome: Outcome; result: RoundResult }[] {
  return results.map((result) => ({ outcome: result.outcome, result }));
}

export interface Sights {
  naturals: number;
  playerPairs: number;
  bankerPairs: number;
}

export function sights(results: readonly RoundResult[]): Sights {
  const count = (wanted: (one: RoundResult) => boolean) => results.filter(wanted).length;
  return {
    naturals: count((one) => one.natural),
    playerPairs: count((one) => one.player_pair),
    bankerPairs: count((one) => one.banker_pair),
  };
}

export function tally(results: readonly { outcome: Outcome }[]): Record<Outcome, number> {
  const count = { banker: 0, player: 0, tie: 0 };
  for (const { outcome } of results) count[outcome] += 1;
  return count;
}
