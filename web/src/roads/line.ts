// How the big road and every derived road run on their grid: equal marks down, another begins a new streak. Pure.
import { ROWS } from "./roads";

export interface Place {
  column: number;
  row: number;
  /** Which streak it belongs to, from 0. */
  streak: number;
}

export class Line<Mark> {
  #mark: Mark | null = null;
  #place: Place = { column: -1, row: 0, streak: -1 };
  /** The column in which the newest streak started. */
  #start = -1;
  /** Once a streak has turned right it never goes down again. */
  #turned = false;
  #taken = new Set<string>();

  /** Where one more mark lies. */
  add(mark: Mark): Place {
    this.#place = mark === this.#mark ? this.#further() : this.#started();
    this.#mark = mark;
    this.#taken.add(`${this.#place.column},${this.#place.row}`);
    return this.#place;
  }

  /** Down while there is room, else to the right for good. */
  #further(): Place {
    const { column, row, streak } = this.#place;
    this.#turned ||= row + 1 === ROWS || this.#taken.has(`${column},${row + 1}`);
    return this.#turned ? { column: column + 1, row, streak } : { column, row: row + 1, streak };
  }

  /** The first column to the right of the one where the streak before it started, whose top cell is free. */
  #started(): Place {
    do this.#start += 1;
    while (this.#taken.has(`${this.#start},0`));
    this.#turned = false;
    return { column: this.#start, row: 0, streak: this.#place.streak + 1 };
  }
}

/**
 * The first column that a board of so many shows. When it is full the oldest leave at the left, and `free` stay empty at the right. The
 * newest cell, which may stand left of where a long tail ends, does not leave.
 */
export function firstColumn(cells: readonly { column: number }[], columns: number, free = 2): number {
  const used = Math.max(0, ...cells.map(({ column }) => column + 1));
  const full = used > columns ? used - Math.max(1, columns - free) : 0;
  return Math.min(full, cells.at(-1)?.column ?? 0);
}

export interface Run<Mark> {
  mark: Mark;
  length: number;
  ties: number;
}

/** The streaks of a road, oldest first. */
export function runs<Mark>(cells: readonly { streak: number; mark: Mark; ties?: number }[]): Run<Mark>[] {
  const all: Run<Mark>[] = [];
  for (const { streak, mark, ties = 0 } of cells) {
    const one = all[streak] ?? { mark, length: 0, ties: 0 };
    all[streak] = { mark, length: one.length + 1, ties: one.ties + ties };
  }
  return all;
}
