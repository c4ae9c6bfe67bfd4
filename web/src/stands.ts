// What lies on the felt at a moment, told from the table's picture. Pure.
import type { TableView } from "./protocol.gen";

/** Cards burned before this round lie between the hands, until its first card falls. */
export function burnLies({ phase, burned, player, banker }: TableView): boolean {
  return (phase === "dealing" || phase === "suspended") && burned > 0 && player.length + banker.length === 0;
}
