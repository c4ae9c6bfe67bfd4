// Carrying chips: what a pointer that went down on a chip, or on chips of ours, does next. Pure; the view feeds it and obeys.

import type { Bet } from "../protocol.gen";
import type { Spot } from "./bets";
import type { Chip } from "./chips";

/** What is carried: a chip of the rack, or all our chips of one bet in one state. */
export type Load =
  | { kind: "chip"; chip: Chip }
  | { kind: "pile"; bet: Bet; cents: number; state: "unconfirmed" | "confirmed" };

export interface Held {
  pointer: number;
  load: Load;
  /** Where the pointer went down; where it is. */
  from: Point;
  at: Point;
  /** A finger needs further before it carries than a mouse. */
  slack: number;
}

export type Drag =
  | { phase: "idle" }
  | ({ phase: "pressed" } & Held)
  | ({ phase: "carrying"; over: Spot | null } & Held);

export interface Point {
  x: number;
  y: number;
}

export type PointerKind = "mouse" | "pen" | "touch";

export type DragEvent =
  | { type: "down"; pointer: number; kind: PointerKind; at: Point; load: Load }
  | { type: "move"; pointer: number; at: Point; over: Spot | null }
  /** `inside`: within the window. Let go outside of it, everything stays as it was. */
  | { type: "up"; pointer: number; at: Point; over: Spot | null; inside: boolean }
  | { type: "cancel" };

/** What letting go asks for. */
export type Drop =
  | { type: "lay"; spot: Spot; chip: Chip }
  | { type: "move"; bet: Bet; cents: number; state: "unconfirmed" | "confirmed"; spot: Spot }
  | { type: "take_off"; bet: Bet; cents: number; state: "unconfirmed" | "confirmed" };

export const IDLE: Drag = { phase: "idle" };
const SLACK_PX: Record<PointerKind, number> = { mouse: 5, pen: 6, touch: 9 };

export function step(drag: Drag, event: DragEvent): { drag: Drag; drop: Drop | null } {
  if (event.type === "down") return down(drag, event);
  if (drag.phase === "idle") return { drag, drop: null };
  if (event.type === "cancel") return { drag: IDLE, drop: null };
  if (event.pointer !== drag.pointer) return { drag, drop: null };
  if (event.type === "move") return { drag: moved(drag, event), drop: null };
  const last = moved(drag, event);
  const drop = last.phase === "carrying" && event.inside ? dropped(last.load, event.over) : null;
  return { drag: IDLE, drop };
}

/** A second finger neither starts another drag nor ends the first. */
function down(drag: Drag, { pointer, kind, at, load }: DragEvent & { type: "down" }) {
  if (drag.phase !== "idle") return { drag, drop: null };
  return { drag: { phase: "pressed", pointer, load, from: at, at, slack: SLACK_PX[kind] } satisfies Drag, drop: null };
}

type Busy = Exclude<Drag, { phase: "idle" }>;

function moved(drag: Busy, { at, over }: { at: Point; over: Spot | null }): Busy {
  const far = Math.hypot(at.x - drag.from.x, at.y - drag.from.y) >= drag.slack;
  if (drag.phase === "pressed" && !far) return drag;
  const { pointer, load, from, slack } = drag;
  return { phase: "carrying", pointer, load, from, slack, at, over };
}

function dropped(load: Load, over: Spot | null): Drop | null {
  if (load.kind === "chip") return over === null ? null : { type: "lay", spot: over, chip: load.chip };
  const { bet, cents, state } = load;
  const home = bet === "banker_no_commission" ? "banker" : bet;
  if (over === home) return null;
  return over === null ? { type: "take_off", bet, cents, state } : { type: "move", bet, cents, state, spot: over };
}
