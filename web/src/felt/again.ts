// The last bet again, and all that lies twice: which chips to lay, as far as the limits let them lie. Pure.

import type { Bet, TableView } from "../protocol.gen";
import { type Action, reduce } from "../state/reduce";
import type { Stake, State, Unlaid } from "../state/state";
import { offerOf, type Spot } from "./bets";
import { type Hindrance, hindrance, lyingOn, room } from "./room";
import { piles } from "./spots";

export interface Again {
  stakes: Stake[];
  /** What did not fit, and why. */
  unlaid: Unlaid[];
}

/** The stakes of the last round in which we had some, as new chips beside what lies. */
export function rebet(state: State, table: TableView): Again {
  return fitted(state, table, state.lastStakes ?? []);
}

/** As much again on each bet: confirmed, on its way and unconfirmed alike. */
export function double(state: State, table: TableView): Again {
  const sums = new Map<Bet, number>();
  for (const pile of piles(state)) {
    if (pile.state === "refused" || pile.state === "withdrawing") continue;
    sums.set(pile.bet, (sums.get(pile.bet) ?? 0) + pile.cents);
  }
  return fitted(
    state,
    table,
    [...sums].map(([bet, cents]) => ({ bet, cents })),
  );
}

/** One after the other, each with the room the ones before it left. A stake lies whole, or as far as it fits. */
function fitted(state: State, table: TableView, wanted: readonly Stake[]): Again {
  const stakes: Stake[] = [];
  const unlaid: Unlaid[] = [];
  let now = state;
  for (const { bet, cents } of inOrder(table, wanted)) {
    const why = hindrance(now, table, bet, cents);
    const fits = why === null ? cents : part(now, table, bet, why);
    if (why !== null) unlaid.push({ bet, cents: cents - fits, why });
    if (fits === 0) continue;
    stakes.push({ bet, cents: fits });
    now = reduce(now, { type: "lay_stakes", stakes: [{ bet, cents: fits }] } satisfies Action);
  }
  return { stakes, unlaid };
}

/** As much of a stake as fits; nothing where that would stay under the minimum. */
function part(state: State, table: TableView, bet: Bet, why: Hindrance): number {
  const offer = offerOf(table.rules, bet);
  if (why.left == null || !offer) return 0;
  const { cents } = room(state, table, bet);
  return lyingOn(state, offer.spot as Spot) + cents >= offer.minimum_cents ? cents : 0;
}

/** In the order of the house's offers; a bet this house does not know comes last and is told as such. */
function inOrder(table: TableView, wanted: readonly Stake[]): Stake[] {
  const place = ({ bet }: Stake) => {
    const offer = offerOf(table.rules, bet);
    return offer ? table.rules.offers.indexOf(offer) : table.rules.offers.length;
  };
  return wanted.filter(({ cents }) => cents > 0).toSorted((a, b) => place(a) - place(b));
}
