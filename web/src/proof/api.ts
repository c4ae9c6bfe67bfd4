// What is asked over HTTP of shoes: the record's own text, which is hashed and saved as it came, and the list of a table's shoes.

export type ShoeState = "in_play" | "shuffling" | "finished" | "ended_early" | "never_opened";

export interface ListedShoe {
  shoe: number;
  state: ShoeState;
  /** Real cards, which have no record. */
  by_hand: boolean;
  /** A letter for each round that counts. */
  results: string;
  started_ms: number;
  ended_ms: number | null;
  rounds: number;
  voided: number;
  failed: number;
  shared: number;
  reason: string | null;
}

export interface ShoeCounts {
  finished: number;
  ended_early: number;
  never_opened: number;
  failed_ceremonies: number;
  voided_rounds: number;
}

export interface ShoeList {
  table: number;
  counts: ShoeCounts;
  /** Newest first. */
  shoes: ListedShoe[];
  log_head: string;
}

export type Trouble = "missing" | "busy" | "failed";
export type Got<T> = { ok: true; value: T } | { ok: false; trouble: Trouble };

export async function got<T>(path: string, read: (response: Response) => Promise<T>): Promise<Got<T>> {
  try {
    const response = await fetch(path, { credentials: "same-origin" });
    if (response.ok) return { ok: true, value: await read(response) };
    const trouble = response.status === 404 ? "missing" : response.status === 429 ? "busy" : "failed";
    return { ok: false, trouble };
  } catch {
    return { ok: false, trouble: "failed" };
  }
}

export function shoeRecord(table: number, shoe: number): Promise<Got<string>> {
  return got(`/api/shoes/${table}-${shoe}/record`, (response) => response.text());
}

/** At most 100 shoes, those before `before`. */
export function shoesOf(table: number, before: number | null): Promise<Got<ShoeList>> {
  const query = before === null ? "" : `?before=${before}`;
  return got(`/api/tables/${table}/shoes${query}`, (response) => response.json() as Promise<ShoeList>);
}
