// What a spot still takes from us, and why it takes no more: the server's limits applied to what already lies, before anything
// is sent. The server decides; this only spares the player a refusal. Same codes and same order as there (rule 4.6).

import type { Bet, Refusal, TableView } from "../protocol.gen";
import { without } from "../state/reduce";
import type { State } from "../state/state";
import { numberSetting, offerOf, offersOn, type Spot, spotOf } from "./bets";
import { type Pile, piles } from "./spots";

/** The part of a refusal that explains it, also where nothing was sent. */
export type Hindrance = Pick<Refusal, "code" | "limit" | "left">;

export interface Room {
  /** What still fits, in whole stake units; 0 where nothing does. */
  cents: number;
  /** What stands in the way of more. */
  bound: Hindrance;
}

interface Lying {
  /** On each spot, ours: confirmed, on its way, and laid. */
  spot: (spot: Spot) => number;
  /** Of all that, what the table's totals do not hold yet. */
  fresh: (spot: Spot) => number;
  /** Not yet taken from our balance. */
  unpaid: number;
}

function lying(state: State): Lying {
  const ours = piles(state).filter((pile) => pile.state !== "refused");
  const sum = (wanted: (pile: (typeof ours)[number]) => boolean) =>
    ours.filter(wanted).reduce((total, { cents }) => total + cents, 0);
  const unpaid = (pile: (typeof ours)[number]) => pile.state === "unconfirmed" || pile.state === "pending";
  return {
    spot: (spot) => sum((pile) => spotOf(pile.bet) === spot),
    fresh: (spot) => sum((pile) => spotOf(pile.bet) === spot && unpaid(pile)),
    unpaid: sum(unpaid),
  };
}

/** All our chips on a spot, of both kinds of Banker: confirmed, on their way, and laid. */
export function lyingOn(state: State, spot: Spot): number {
  return lying(state).spot(spot);
}

export function room(state: State, table: TableView, bet: Bet): Room {
  const offer = offerOf(table.rules, bet);
  if (!offer) return { cents: 0, bound: { code: "bet_not_offered" } };
  const mine = lying(state);
  const bounds: Hindrance[] = [
    { code: "over_maximum", limit: offer.maximum_cents, left: offer.maximum_cents - mine.spot(spotOf(bet)) },
    ...differentials(table, bet, mine),
  ];
  const balance = state.purse?.balance_cents ?? 0;
  bounds.push({ code: "insufficient_funds", limit: balance, left: balance - mine.unpaid });
  const unit = table.rules.stake_unit_cents;
  let tightest: Room | null = null;
  for (const bound of bounds) {
    const cents = Math.max(0, Math.floor((bound.left ?? 0) / unit) * unit);
    if (tightest === null || cents < tightest.cents) tightest = { cents, bound: { ...bound, left: cents } };
  }
  return tightest ?? { cents: 0, bound: { code: "bet_not_offered" } };
}

/** Player and Banker money may differ by so much: all of the table's, and where a house says so our own. */
function differentials(table: TableView, bet: Bet, mine: Lying): Hindrance[] {
  const spot = spotOf(bet);
  if (spot !== "player" && spot !== "banker") return [];
  const other = spot === "player" ? "banker" : "player";
  const found: Hindrance[] = [];
  const all = numberSetting(table.rules, "differential_cents");
  const on = (side: Spot) => (table.totals.find((one) => one.spot === side)?.total_cents ?? 0) + mine.fresh(side);
  if (all !== null) found.push({ code: "over_differential", limit: all, left: all + on(other) - on(spot) });
  const own = numberSetting(table.rules, "differential_player_cents");
  if (own !== null)
    found.push({ code: "over_differential", limit: own, left: own + mine.spot(other) - mine.spot(spot) });
  return found;
}

/** Why so much more cannot be laid on a bet just now; null where it can. */
export function hindrance(state: State, table: TableView, bet: Bet, cents: number): Hindrance | null {
  if (state.line !== "open" || table.phase !== "betting") return { code: "betting_closed" };
  const offer = offerOf(table.rules, bet);
  if (!offer) return { code: "bet_not_offered" };
  if (offer.round_cap !== null && table.round > offer.round_cap) return { code: "round_cap", limit: offer.round_cap };
  const left = room(state, table, bet);
  return cents > left.cents ? left.bound : null;
}

/** Why a pile of ours cannot lie on another bet instead; null where it can. What was confirmed has to be taken there at once. */
export function hindranceToMove(state: State, pile: Moved, to: Bet): Hindrance | null {
  const confirmed = pile.state === "confirmed";
  const lifted = confirmed ? withdrawn(state, pile) : { ...state, laid: without(state.laid, pile.bet) };
  const { table } = lifted;
  if (!table) return { code: "betting_closed" };
  const short = confirmed ? wanting(table, spotOf(to), lyingOn(lifted, spotOf(to)) + pile.cents) : null;
  return hindrance(lifted, table, to, pile.cents) ?? short;
}

type Moved = Pick<Pile, "bet" | "cents" | "state">;

/** As it will be when a confirmed stake of ours was taken back. */
function withdrawn(state: State, { bet, cents }: Moved): State {
  const { table, own, purse } = state;
  if (!table || !own || !purse) return state;
  const { [bet]: _, ...stakes } = own.stakes;
  const totals = table.totals.map((one) =>
    one.spot === spotOf(bet) ? { ...one, total_cents: one.total_cents - cents } : one,
  );
  return {
    ...state,
    own: { ...own, stakes },
    table: { ...table, totals },
    purse: { ...purse, balance_cents: purse.balance_cents + cents },
  };
}

/** What a bet's chips still need before the server would take them: up to the minimum, or to a whole multiple. */
export function lacking(state: State, table: TableView, spot: Spot): Hindrance | null {
  const laid = piles(state).some((pile) => spotOf(pile.bet) === spot && pile.state === "unconfirmed");
  return laid ? wanting(table, spot, lyingOn(state, spot)) : null;
}

function wanting(table: TableView, spot: Spot, total: number): Hindrance | null {
  const [offer] = offersOn(table.rules, spot);
  if (!offer) return null;
  const least = offer.minimum_cents;
  if (total < least) return { code: "under_minimum", limit: least, left: least - total };
  const multiples = spot === "banker" && table.rules.settings.banker_in_multiples === true;
  return multiples && total % least !== 0
    ? { code: "not_a_multiple", limit: least, left: least - (total % least) }
    : null;
}
