// The guided first round: which step follows from what the player did. It only points; it never stands in the way. Pure.
import { roundNet, totals } from "../felt/spots";
import type { State } from "../state/state";

export const STEPS = ["chip", "spot", "confirm", "result"] as const;
export type Step = (typeof STEPS)[number] | "done";

export interface Done {
  chosen: boolean;
  laid: boolean;
  staked: boolean;
  settled: boolean;
}

export function done(state: State, chosen: boolean): Done {
  const sums = totals(state);
  return { chosen, laid: sums.unconfirmed > 0, staked: sums.staked > 0, settled: roundNet(state) !== null };
}

/** The step after what was done; whoever knows better may skip any, and chips that came back lead back. */
export function guided(step: Step, { chosen, laid, staked, settled }: Done): Step {
  if (step === "done") return "done";
  if (settled) return step === "result" ? "done" : step;
  if (laid) return "confirm";
  if (staked) return "result";
  if (step === "chip") return chosen ? "spot" : "chip";
  return "spot";
}
