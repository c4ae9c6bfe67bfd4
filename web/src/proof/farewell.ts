// Who leaves a table between sealing and opening still opens: else the shoe would have to be shuffled again for everybody.

import type { CeremonyView, OwnView, PublicEvent, TableView } from "../protocol.gen";
import type { Client } from "../state/client";
import { foldCeremony, isOfCeremony } from "../state/foldceremony";
import { type Held, isFor, listOf, opening, stepOf } from "./share";

/** A ceremony takes less, repeats apart; then it is left alone. */
const PATIENCE_MS = 120_000;

type Line = Pick<Client, "attend" | "tell" | "watches">;

/**
 * Watches the table that was left, from behind and again on every new line, until what was sealed there is opened, or cannot be any more.
 * `keep` is told for which list it is opened.
 */
export function seeOpened(line: Line, held: Held, keep: (held: Held) => void): void {
  let mine = held;
  let table: TableView | null = null;
  let own: OwnView | null = null;
  let asking: ReturnType<typeof setTimeout> | undefined;
  const stop = line.attend((message) => {
    if (message.type === "welcome") return watch();
    if (message.type === "answer" && message.command_id === held.open_id) return done();
    if (message.type === "snapshot" && message.table.table === held.table) ({ table, own } = message);
    else if (message.type === "events" && message.table === held.table && table) table = folded(table, message.events);
    else return;
    if (!table?.ceremony || !isFor(held, table) || own?.share?.player !== held.share.player) return done();
    if (own.share.opened) return done();
    if (stepOf(table, own, mine) === "open") open(table.ceremony);
  });
  const patience = setTimeout(done, PATIENCE_MS);
  watch();

  /** After the page has said what it watches now, or does not any more. */
  function watch(): void {
    table = null;
    clearTimeout(asking);
    asking = setTimeout(() => line.tell({ type: "watch", table: held.table }));
  }

  function open(ceremony: CeremonyView): void {
    mine = { ...mine, list: listOf(ceremony) };
    keep(mine);
    line.tell(opening(mine));
  }

  function done(): void {
    stop();
    clearTimeout(patience);
    clearTimeout(asking);
    if (!line.watches(held.table)) line.tell({ type: "unwatch", table: held.table });
  }
}

function folded(table: TableView, events: readonly PublicEvent[]): TableView {
  let view = table;
  for (const event of events) {
    if (isOfCeremony(event)) view = { ...view, ...foldCeremony(view, event) };
    else if (event.type === "shoe_arrived" || event.type === "shoe_closed") view = { ...view, ceremony: null };
  }
  return view;
}
