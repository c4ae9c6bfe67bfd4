// The big road: one cell a win, streaks side by side, ties on the cell before them. Pure.
import type { Outcome } from "../protocol.gen";
import { Line, type Place } from "./line";

export type Winner = Exclude<Outcome, "tie">;

export interface RoadCell extends Place {
  mark: Winner;
  /** Ties after this win; on the first cell also those before it. */
  ties: number;
}

export interface BigRoad {
  cells: RoadCell[];
  /** Ties before the first win of the shoe. */
  leadingTies: number;
}

export function bigRoad(results: readonly { outcome: Outcome }[]): BigRoad {
  const cells: RoadCell[] = [];
  const line = new Line<Winner>();
  let leadingTies = 0;
  for (const { outcome } of results) {
    const last = cells.at(-1);
    if (outcome !== "tie") cells.push({ ...line.add(outcome), mark: outcome, ties: last ? 0 : leadingTies });
    else if (last) last.ties += 1;
    else leadingTies += 1;
  }
  return { cells, leadingTies };
}
