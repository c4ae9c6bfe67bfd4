// A player's session at the tables: when it began, and what its settled rounds made. Pure.
//
// The server's sum since the start is the base. Rounds that are settled while the page looks on are added at once, each once, until
// a sum that was asked for after them replaces them.

/** What this machine keeps: a session belongs to a player and goes on while the page is not away for long. */
export interface Kept {
  name: string;
  start_ms: number;
  seen_ms: number;
}

export const AWAY_MS = 30 * 60_000;

/** The session that goes on at `now_ms`: the one kept, or a new one. */
export function session(kept: Kept | null, name: string, now_ms: number): Kept {
  const goesOn = kept !== null && kept.name === name && now_ms - kept.seen_ms <= AWAY_MS && kept.start_ms <= now_ms;
  return { name, start_ms: goesOn ? kept.start_ms : now_ms, seen_ms: now_ms };
}

/** What was kept, if it is whole. */
export function readKept(text: string | null): Kept | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (kept === null || typeof kept !== "object") return null;
    const { name, start_ms, seen_ms } = kept as Partial<Kept>;
    const whole = typeof name === "string" && Number.isSafeInteger(start_ms) && Number.isSafeInteger(seen_ms);
    return whole ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

export interface Nets {
  base: number;
  /** Rounds settled since the base was asked for. */
  live: ReadonlyMap<string, number>;
}

export const NO_NETS: Nets = { base: 0, live: new Map() };

export function settled(nets: Nets, round: string, net: number): Nets {
  return nets.live.has(round) ? nets : { ...nets, live: new Map([...nets.live, [round, net]]) };
}

/** A sum came that was asked for when `before` were the live rounds: it holds those. */
export function summed(nets: Nets, base: number, before: ReadonlyMap<string, number>): Nets {
  return { base, live: new Map([...nets.live].filter(([round]) => !before.has(round))) };
}

export function total({ base, live }: Nets): number {
  let sum = base;
  for (const net of live.values()) sum += net;
  return sum;
}

/** Whole minutes since the start. */
export function minutes(start_ms: number, now_ms: number): number {
  return Math.max(0, Math.floor((now_ms - start_ms) / 60_000));
}
