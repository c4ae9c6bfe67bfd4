// Big eye boy, small road and cockroach pig, and the ask marks: from the lengths of streaks, never from what is drawn. Pure.
import type { Winner } from "./bigroad";
import { Line, type Place } from "./line";

/** Red says regular, blue irregular; neither says anything of Banker or Player. */
export type Mark = "red" | "blue";

export interface DerivedCell extends Place {
  mark: Mark;
}

/** Each compares a streak with the one so many back. */
export const LOOKS_BACK = { bigEye: 1, small: 2, cockroach: 3 } as const;
export type Derived = keyof typeof LOOKS_BACK;
/** In the order they stand below the big road. */
export const DERIVED = Object.keys(LOOKS_BACK) as Derived[];

/** The wins of a shoe, ties left out, as streaks grow. */
interface Streaks {
  newest: Winner | null;
  lengths: number[];
}

/**
 * What a win adds to a derived road, from the streaks before it. Where the newest is as long as the one so many back, it is regular that
 * the winner changes; where not, that the winner stays. So both winners always add opposite marks.
 */
function markOf({ newest, lengths }: Streaks, winner: Winner, back: number): Mark | null {
  const compared = lengths.at(-1 - back);
  if (compared === undefined) return null;
  const alike = lengths.at(-1) === compared;
  return (winner !== newest) === alike ? "red" : "blue";
}

function grow(streaks: Streaks, winner: Winner): void {
  if (winner !== streaks.newest) streaks.lengths.push(0);
  streaks.newest = winner;
  streaks.lengths.push((streaks.lengths.pop() ?? 0) + 1);
}

function streaksOf(wins: readonly Winner[]): Streaks {
  const streaks: Streaks = { newest: null, lengths: [] };
  for (const winner of wins) grow(streaks, winner);
  return streaks;
}

/** A derived road of a shoe's wins, ties left out. */
export function derivedRoad(wins: readonly Winner[], road: Derived): DerivedCell[] {
  const cells: DerivedCell[] = [];
  const line = new Line<Mark>();
  const streaks: Streaks = { newest: null, lengths: [] };
  for (const winner of wins) {
    const mark = markOf(streaks, winner, LOOKS_BACK[road]);
    if (mark) cells.push({ ...line.add(mark), mark });
    grow(streaks, winner);
  }
  return cells;
}

/** The ask marks: what a win of this side would add to each derived road, null where nothing. */
export function asked(wins: readonly Winner[], winner: Winner): Record<Derived, Mark | null> {
  const streaks = streaksOf(wins);
  return {
    bigEye: markOf(streaks, winner, LOOKS_BACK.bigEye),
    small: markOf(streaks, winner, LOOKS_BACK.small),
    cockroach: markOf(streaks, winner, LOOKS_BACK.cockroach),
  };
}
