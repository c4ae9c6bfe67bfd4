// The server's time, as well as this machine can know it. Local times come from a clock that nobody can set (performance.now).

const REMEMBERED_MS = 120_000;

/**
 * Every message that names the server's time says at most how far ahead of ours it is: the way here took time. The largest
 * of the recent differences is the best one. A local clock that stood still while the machine slept is put right by the first
 * message after it.
 */
export class ServerClock {
  #heard: { offset: number; at: number }[] = [];

  heard(server_ms: number, local_ms: number): void {
    const offset = server_ms - local_ms;
    const recent = this.#heard.filter((one) => local_ms - one.at < REMEMBERED_MS && one.offset > offset);
    this.#heard = [...recent, { offset, at: local_ms }];
  }

  /** Server milliseconds at a local moment; null before the first message. */
  now(local_ms: number): number | null {
    const best = this.#heard[0];
    return best ? local_ms + best.offset : null;
  }
}

/** Whole seconds left until a moment, as a countdown shows them: 1 until the very end, never under 0. */
export function secondsLeft(due_ms: number | null, now_ms: number | null): number | null {
  if (due_ms === null || now_ms === null) return null;
  return Math.max(0, Math.ceil((due_ms - now_ms) / 1000));
}
