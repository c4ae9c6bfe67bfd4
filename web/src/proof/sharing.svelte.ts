// Shares in the order of every shoe at the table, by itself: keeps what it sealed, opens it, and remembers what it was warned of.

import type { Answer, FromServer, SealShare } from "../protocol.gen";
import type { Client } from "../state/client";
import { keep, kept } from "../state/kept";
import type { State } from "../state/state";
import { seeOpened } from "./farewell";
import {
  attemptOf,
  contribution,
  type Doubt,
  doubtOf,
  entriesIn,
  follows,
  type Held,
  heldFrom,
  isFor,
  listOf,
  mayShare,
  opening,
  sharesAt,
  stepOf,
} from "./share";

/** Each table has its own: several may stand side by side in one window. */
const KEY = "share.";
/** What was not answered by then is sent again. */
const AGAIN_MS = 2_000;

export interface Warned {
  doubt: Doubt;
  shoe: number;
}

export class Sharing {
  held = $state.raw<Held | null>(null);
  warned = $state.raw<readonly Warned[]>([]);
  words = $state("");
  /** Chosen by the player; null: left to the order. */
  cut = $state<number | null>(null);
  pressed = $state(false);
  readonly #client: Client;
  #attempt: string | null = null;
  #seen_ms = 0;
  #sealing = false;
  #sent = { id: "", at_ms: 0 };

  constructor(client: Client, table: number) {
    this.#client = client;
    this.held = heldAt(table);
  }

  /** Hears what the house says, until the function it gives is called. */
  attend(): () => void {
    const stop = this.#client.attend((message, before) => this.#hear(message, before));
    return () => {
      stop();
      leaveShare(this.#client, this.held);
    };
  }

  /** When it will be shared without being asked; null while there is nothing to share in. */
  byItselfAt({ table }: State): number | null {
    return table?.ceremony && attemptOf(table) === this.#attempt ? sharesAt(table.ceremony, this.#seen_ms) : null;
  }

  /** What was pressed is neither sealed nor refused yet. */
  waits({ table, own }: State): boolean {
    if (!this.pressed || table?.ceremony?.stage !== "sealing" || own?.share?.sealed !== false) return false;
    return this.held === null || !isFor(this.held, table) || this.held.seal !== "";
  }

  /** To be called whenever the picture or the time changed. */
  tick(state: State, now: number): void {
    const { table, own } = state;
    const attempt = table && attemptOf(table);
    if (attempt !== this.#attempt) this.#begin(attempt, now);
    if (!table?.ceremony || state.line !== "open") return;
    const doubt = doubtOf(table, this.held);
    if (doubt) this.#warn(doubt, table.shoe_number);
    const step = stepOf(table, own, this.held);
    if (step === "open" && this.held && this.held.list === null)
      this.#keep({ ...this.held, list: listOf(table.ceremony) });
    if (step) this.#send(step, now);
    else if (this.#isDue(state, now)) void this.#seal(state);
  }

  #begin(attempt: string | null, now: number): void {
    this.#attempt = attempt;
    this.#seen_ms = now;
    this.#sealing = this.pressed = false;
  }

  #isDue({ table, own }: State, now: number): boolean {
    if (!table?.ceremony || !own?.share || own.share.sealed || this.#sealing) return false;
    if (table.ceremony.stage !== "sealing" || !mayShare(table.ceremony, own.share.player)) return false;
    const held = this.held;
    const done = held !== null && attemptOf(table) === `${held.table}-${held.shoe}-${held.attempt}`;
    return !done && (this.pressed || now >= sharesAt(table.ceremony, this.#seen_ms));
  }

  async #seal({ table, own }: State): Promise<void> {
    if (!table?.ceremony || !own?.share) return;
    this.#sealing = true;
    const attempt = this.#attempt;
    const where = { ...table, ceremony: table.ceremony };
    const held = await contribution(where, own.share.player, this, this.#client.newId);
    if (attempt === this.#attempt) this.#keep(held);
  }

  #send(step: "seal" | "open", now: number): void {
    const { held } = this;
    if (!held) return;
    const command = step === "seal" ? sealing(held) : opening(held);
    if (this.#sent.id === command.command_id && now - this.#sent.at_ms < AGAIN_MS) return;
    this.#sent = { id: command.command_id, at_ms: now };
    // Kept before it goes: the page may be gone before anything comes back.
    if (step === "seal" && !held.sent) this.#keep({ ...held, sent: true });
    this.#client.tell(command);
  }

  #hear(message: FromServer, before: State): void {
    if (message.type === "answer") this.#answered(message);
    if (message.type === "events" && message.table === before.table?.table && message.version > before.table.version) {
      void this.#checkLog(before.table.log_head, before.table.shoe_number, message.events);
    }
    if (message.type === "snapshot" && message.table.ceremony) {
      const { log_head, shoe_number, ceremony } = message.table;
      const [first, ...others] = ceremony.entries;
      const ends = ceremony.entries.at(-1)?.hash === log_head;
      void follows(first?.hash ?? log_head, others).then(
        (holds) => !(holds && ends) && this.#warn("two_logs", shoe_number),
      );
    }
  }

  #answered({ command_id, refusal }: Answer): void {
    const { held } = this;
    if (held === null || (command_id !== held.seal_id && command_id !== held.open_id)) return;
    if (refusal?.code === "rate_limited" || refusal?.code === "unavailable") return;
    const sealed = command_id === held.seal_id;
    // Another page of the same player may have sealed already: then there is nothing of ours in this attempt.
    if (refusal) this.#keep(sealed ? { ...held, taken: false, seal: "" } : held);
    else this.#keep(sealed ? { ...held, taken: true } : { ...held, opened: true });
    if (!refusal && sealed) this.words = "";
  }

  async #checkLog(head: string, shoe: number, events: Parameters<typeof entriesIn>[0]): Promise<void> {
    if (!(await follows(head, entriesIn(events)))) this.#warn("two_logs", shoe);
  }

  #warn(doubt: Doubt, shoe: number): void {
    if (!this.warned.some((one) => one.doubt === doubt && one.shoe === shoe))
      this.warned = [...this.warned, { doubt, shoe }];
  }

  #keep(held: Held): void {
    this.held = held;
    keepHeld(held);
  }
}

/** What this window holds of a share at a table, from before it was loaded again or from a frame that is gone. */
export function heldAt(table: number): Held | null {
  return heldFrom(kept(KEY + table, "window"));
}

function keepHeld(held: Held): void {
  keep(KEY + held.table, JSON.stringify(held), "window");
}

/** Who leaves a table still opens what was sealed there, also where the answer to the seal is not here yet. */
export function leaveShare(client: Client, held: Held | null): void {
  if (!held?.sent || held.opened) return;
  seeOpened(client, held, (now) => {
    if (heldAt(now.table)?.open_id === now.open_id) keepHeld(now);
  });
}

function sealing({ table, shoe, attempt, seal, seal_id }: Held): SealShare {
  return { type: "seal_share", command_id: seal_id, table, shoe, attempt, seal };
}
