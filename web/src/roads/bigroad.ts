// The big road: one cell a win, streaks side by side, ties on the cell before them. Pure.
import type { Outcome, RoundResult } from "../protocol.gen";
import { ROWS } from "./roads";

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

/** Where a streak stands while it grows: once it has turned right it never goes down again. */
interface Pen {
  start: number;
  column: number;
  row: number;
  turned: boolean;
}

export function bigRoad(results: readonly { outcome: Outcome; result: RoundResult | null }[]): BigRoad {
  const cells: RoadCell[] = [];
  const taken = new Set<string>();
  let leadingTies = 0;
  let pen: Pen | null = null;
  for (const { outcome, result } of results) {
    const last = cells.at(-1);
    if (outcome === "tie") {
      if (last) last.ties += 1;
      else leadingTies += 1;
      continue;
    }
    pen = pen && last?.winner === outcome ? further(pen, taken) : started(pen, taken);
    const { column, row } = pen;
    taken.add(`${column},${row}`);
    const streak = last ? last.streak + (last.winner === outcome ? 0 : 1) : 0;
    cells.push({ column, row, streak, winner: outcome, ties: last ? 0 : leadingTies, result, newest: false });
  }
  const newest = cells.at(-1);
  if (newest) newest.newest = true;
  return { cells, leadingTies, columns: Math.max(0, ...cells.map(({ column }) => column + 1)) };
}

/** The first column to the right of the one where the streak before it started, whose top cell is free. */
function started(before: Pen | null, taken: ReadonlySet<string>): Pen {
  let column = before ? before.start + 1 : 0;
  while (taken.has(`${column},0`)) column += 1;
  return { start: column, column, row: 0, turned: false };
}

/** Down while there is room, else to the right for good. */
function further(pen: Pen, taken: ReadonlySet<string>): Pen {
  const down = pen.row + 1;
  if (!pen.turned && down < ROWS && !taken.has(`${pen.column},${down}`)) return { ...pen, row: down };
  return { ...pen, turned: true, column: pen.column + 1 };
}

/** The part of a road that fits: when it is full the oldest columns leave at the left, and `free` stay empty at the right. */
export function shown(road: BigRoad, columns: number, free = 2): RoadCell[] {
  const gone = road.columns > columns ? road.columns - Math.max(1, columns - free) : 0;
  if (gone === 0) return road.cells;
  return road.cells.flatMap((cell) => (cell.column < gone ? [] : { ...cell, column: cell.column - gone }));
}
