// The big road: one cell a win, streaks side by side, ties on the cell before them. Pure.
import type { Outcome, RoundResult } from "../protocol.gen";
import { Line } from "./line";

export type Winner = Exclude<Outcome, "tie">;

export interface RoadCell {
  column: number;
  row: number;
  /** Which streak it belongs to, from 0. */
  streak: number;
  winner: Winner;
  /** Ties after this win; on the first cell also those before it. */
  ties: number;
  result: RoundResult | null;
  /** The last result is this cell, or a tie on it. */
  newest: boolean;
}

export interface BigRoad {
  cells: RoadCell[];
  /** Ties before the first win of the shoe. */
  leadingTies: number;
  /** Columns in use. */
  columns: number;
}

export function bigRoad(results: readonly { outcome: Outcome; result: RoundResult | null }[]): BigRoad {
  const cells: RoadCell[] = [];
  const line = new Line<Winner>();
  let leadingTies = 0;
  for (const { outcome, result } of results) {
    const last = cells.at(-1);
    if (outcome !== "tie") {
      cells.push({ ...line.add(outcome), winner: outcome, ties: last ? 0 : leadingTies, result, newest: false });
    } else if (last) last.ties += 1;
    else leadingTies += 1;
  }
  const newest = cells.at(-1);
  if (newest) newest.newest = true;
  return { cells, leadingTies, columns: Math.max(0, ...cells.map(({ column }) => column + 1)) };
}

/**
 * The part of a road that fits: when it is full the oldest columns leave at the left, and `free` stay empty at the right. The newest cell,
 * which may stand left of where a long tail ends, does not leave.
 */
export function shown(road: BigRoad, columns: number, free = 2): RoadCell[] {
  const full = road.columns > columns ? road.columns - Math.max(1, columns - free) : 0;
  const gone = Math.min(full, road.cells.at(-1)?.column ?? 0);
  return road.cells.flatMap((cell) =>
    cell.column < gone || cell.column >= gone + columns ? [] : { ...cell, column: cell.column - gone },
  );
}
