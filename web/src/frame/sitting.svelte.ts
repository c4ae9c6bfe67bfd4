// The session's time and net result where the view can see them change. What counts stands in `sitting.ts`.
import { untrack } from "svelte";
import { totals } from "../line/api";
import { game } from "../state/game.svelte";
import { keep, kept } from "../state/kept";
import { place } from "../state/place.svelte";
import type { State } from "../state/state";
import { minutes, NO_NETS, readKept, session, settled, summed, total } from "./sitting";

const KEY = "session";
const KEEP_MS = 10_000;
/** Settlements come in bursts, one table after the other: the sum is asked for once after them. */
const SUM_AFTER_MS = 400;

class Sitting {
  start_ms = $state.raw<number | null>(null);
  #nets = $state.raw(NO_NETS);
  readonly net = $derived(total(this.#nets));
  readonly minutes = $derived(this.start_ms === null || game.now === null ? 0 : minutes(this.start_ms, game.now));
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // One page counts for all its tables.
    if (place.framed) return;
    // An effect that makes something happen must not come to depend on what is read here because of it.
    game.client.subscribe((before, after) => untrack(() => this.#heard(before, after)));
    setInterval(() => this.#keep(), KEEP_MS);
  }

  #heard(before: State, after: State): void {
    if (this.start_ms === null || after.purse?.name !== before.purse?.name) this.#keep();
    const round = justSettled(before, after);
    if (round !== null) this.#nets = settled(this.#nets, round.id, round.net);
    const less = (after.purse?.in_play_cents ?? 0) < (before.purse?.in_play_cents ?? 0);
    const back = after.line === "open" && before.line !== "open";
    if (round !== null || less || back) this.#sumSoon();
  }

  /** Say that the page is here; a session that the page was away from for too long ends and a new one begins. */
  #keep(): void {
    const name = game.client.state.purse?.name;
    const now = game.client.now();
    if (name === undefined || now === null) return;
    const ours = session(readKept(kept(KEY)), name, Math.floor(now));
    keep(KEY, JSON.stringify(ours));
    if (ours.start_ms === this.start_ms) return;
    this.start_ms = ours.start_ms;
    this.#nets = NO_NETS;
    this.#sumSoon();
  }

  #sumSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sum(), SUM_AFTER_MS);
  }

  async #sum(): Promise<void> {
    const { start_ms } = this;
    if (start_ms === null) return;
    const before = this.#nets.live;
    const reply = await totals(start_ms);
    if (!reply.ok || start_ms !== this.start_ms) return;
    // What was settled while the question was under way may be in the answer or not: it is asked again.
    if (this.#nets.live === before) this.#nets = summed(this.#nets, reply.value.net, before);
    else this.#sumSoon();
  }
}

/** A round of ours that was open in one state and is settled in the next. */
function justSettled({ own: was }: State, { own, table }: State): { id: string; net: number } | null {
  if (!own?.settled || !table || was?.shoe !== own.shoe || was.round !== own.round || was.settled) return null;
  const net = Object.values(own.settled).reduce((sum, one) => sum + one.net, 0);
  return { id: `${table.table}-${own.shoe}-${own.round}`, net };
}

export const sitting = new Sitting();
