// What boards of so many columns show of the roads of a shoe: marks, the newest of them, and what an imagined win would add. Pure.
import type { Outcome } from "../protocol.gen";
import { type BigRoad, bigRoad, type Winner } from "./bigroad";
import { type Derived, derivedRoad, type Mark } from "./derived";
import { firstColumn } from "./line";

export interface Drawn {
  column: number;
  row: number;
  /** Null: ties that no win came before. */
  mark: Winner | Mark | null;
  ties?: number;
}

export interface Board {
  /** All but the newest. */
  marks: Drawn[];
  newest: Drawn | null;
  imagined: Drawn | null;
}

type Results = readonly { outcome: Outcome }[];

/** What is imagined mostly falls in a free column; where it does not, the board shows what it would show then. */
function board(cells: readonly Drawn[], imagined: Drawn | undefined, columns: number): Board {
  let first = firstColumn(cells, columns);
  const inSight = ({ column }: Drawn) => column >= first && column < first + columns;
  if (imagined && !inSight(imagined)) first = firstColumn([...cells, imagined], columns);
  const placed = (cell: Drawn | undefined) => (cell && inSight(cell) ? { ...cell, column: cell.column - first } : null);
  return {
    marks: cells.slice(0, -1).flatMap((cell) => placed(cell) ?? []),
    newest: placed(cells.at(-1)),
    imagined: placed(imagined),
  };
}

/** Ties that wait for the first win stand where it will, until one is imagined there. */
function drawn({ cells, leadingTies }: BigRoad): readonly Drawn[] {
  return cells.length === 0 && leadingTies > 0 ? [{ column: 0, row: 0, mark: null, ties: leadingTies }] : cells;
}

export function bigBoard(results: Results, columns: number, asked: Winner | null = null): Board {
  const road = bigRoad(results);
  if (!asked) return board(drawn(road), undefined, columns);
  return board(road.cells, bigRoad([...results, { outcome: asked }]).cells.at(-1), columns);
}

export function winsOf(results: Results): Winner[] {
  return results.flatMap(({ outcome }) => (outcome === "tie" ? [] : outcome));
}

export function derivedBoard(results: Results, road: Derived, columns: number, asked: Winner | null = null): Board {
  const wins = winsOf(results);
  const cells = derivedRoad(wins, road);
  const then = asked ? derivedRoad([...wins, asked], road)[cells.length] : undefined;
  return board(cells, then, columns);
}

/** Twice as many columns as the big road above them, shared among the derived roads; what is left over goes to the first of them. */
export function shares(columns: number): Record<Derived, number> {
  const all = 2 * columns;
  const each = Math.floor(all / 3);
  return { bigEye: each + (all % 3 > 0 ? 1 : 0), small: each + (all % 3 > 1 ? 1 : 0), cockroach: each };
}
