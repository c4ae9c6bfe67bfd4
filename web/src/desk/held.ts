// How a player stands now, by the list of those who are muted or frozen: what was known of them with a line or a search grows old.
import type { KnownPlayer } from "./api";

type Named = Pick<KnownPlayer, "account" | "name">;

/** The player with what holds of them now; as they are given while the list is not there yet. */
export function standing<P extends Named>(held: readonly KnownPlayer[] | null, player: P): P | KnownPlayer {
  if (held === null) return player;
  return held.find(({ account }) => account === player.account) ?? { ...player, muted: null, frozen: null };
}
