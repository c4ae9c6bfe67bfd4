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
