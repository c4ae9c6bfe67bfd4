// How wide the boards of a shoe must be so that nothing of it has left at the left. Pure.
import type { Outcome } from "../protocol.gen";
import { bigRoad } from "../roads/bigroad";
import { shares, winsOf } from "../roads/board";
import { DERIVED, derivedRoad } from "../roads/derived";
import type { Place } from "../roads/line";
import { ROWS } from "../roads/roads";

type Results = readonly { outcome: Outcome }[];

export function beadColumns(results: Results): number {
  return Math.ceil(results.length / ROWS);
}

const used = (cells: readonly Place[]) => Math.max(0, ...cells.map(({ column }) => column + 1));

/** Columns of the big road for it and for the roads below, which share twice as many among them. */
export function roadColumns(results: Results): number {
  const wins = winsOf(results);
  const below = DERIVED.map((road) => ({ road, wanted: used(derivedRoad(wins, road)) }));
  let columns = used(bigRoad(results).cells);
  while (below.some(({ road, wanted }) => shares(columns)[road] < wanted)) columns += 1;
  return columns;
}
