// Who leaves a table between sealing and opening still opens: else the shoe would have to be shuffled again for everybody.

import type { OwnView, PublicEvent, TableView } from "../protocol.gen";
import type { Client } from "../state/client";
import { foldCeremony, isOfCeremony } from "../state/foldceremony";
import { type Held, isFor, opening, stepOf } from "./share";

/** A ceremony takes less, repeats apart; then it is left alone. */
const PATIENCE_MS = 120_000;

type Line = Pick<Client, "attend" | "tell" | "watches">;

/** Watches the table that was left, from behind, until what was sealed there is opened, or cannot be any more. */
export function seeOpened(line: Line, held: Held): void {
  let table: TableView | null = null;
  let own: OwnView | null = null;
  const stop = line.attend((message) => {
    if (message.type === "answer" && message.command_id === held.open_id) return done();
    if (message.type === "snapshot" && message.table.table === held.table) ({ table, own } = message);
    else if (message.type === "events" && message.table === held.table && table) table = folded(table, message.events);
    else return;
    if (!table || !isFor(held, table)) return done();
    if (stepOf(table, own, held) === "open") line.tell(opening(held));
  });
  const patience = setTimeout(done, PATIENCE_MS);
  // After the page has said that it does not watch any more.
  setTimeout(() => line.tell({ type: "watch", table: held.table }));

  function done(): void {
    stop();
    clearTimeout(patience);
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
