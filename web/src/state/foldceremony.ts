// How the order of the next shoe comes about, in a table's public picture: the ceremony's half of `fold`.
import type {
  CeremonyView,
  Entry,
  PublicEvent,
  ShareSealed,
  SharesClosed,
  SharesFailed,
  SharesOpened,
  ShoeAnnounced,
  ShuffleExtended,
  TableView,
} from "../protocol.gen";

export type OfCeremony = ShoeAnnounced | ShareSealed | SharesClosed | SharesOpened | SharesFailed | ShuffleExtended;

const OF_CEREMONY: readonly string[] = [
  "shoe_announced",
  "share_sealed",
  "shares_closed",
  "shares_opened",
  "shares_failed",
  "shuffle_extended",
] satisfies OfCeremony["type"][];

export function isOfCeremony(event: PublicEvent): event is OfCeremony {
  return OF_CEREMONY.includes(event.type);
}

export function foldCeremony({ ceremony }: TableView, event: OfCeremony): Partial<TableView> {
  switch (event.type) {
    case "shoe_announced": {
      const { attempt, entry, closes_ms: due_ms } = event;
      return { ceremony: { attempt, stage: "sealing", due_ms, shared: 0, entries: [entry] }, log_head: entry.hash };
    }
    case "share_sealed":
      return { ceremony: ceremony && { ...ceremony, shared: event.shared } };
    case "shares_closed":
      return entered(ceremony, event.entry, { stage: "opening", due_ms: event.due_ms });
    case "shares_opened":
      return entered(ceremony, event.entry, { stage: "opened" });
    case "shares_failed":
      return { ...entered(ceremony, event.entry, { stage: "failed" }), due_ms: event.due_ms };
    case "shuffle_extended":
      return { ceremony: ceremony && { ...ceremony, due_ms: event.stage_due_ms }, due_ms: event.due_ms };
  }
}

/** One more entry of the log. */
function entered(ceremony: CeremonyView | null, entry: Entry, changes: Partial<CeremonyView>): Partial<TableView> {
  return {
    ceremony: ceremony && { ...ceremony, ...changes, entries: [...ceremony.entries, entry] },
    log_head: entry.hash,
  };
}
