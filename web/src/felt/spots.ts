// What a spot shows, worked out from the state: own chips by state, others' money, the lock, and what the round made of it.

import type { Bet, BetOffer, BetSettlement, Code, TableView } from "../protocol.gen";
import { laidOn } from "../state/reduce";
import type { BetCommand, Pending, Refused, State } from "../state/state";
import { offersOn, type Spot, spotOf } from "./bets";

export type ChipState = "unconfirmed" | "pending" | "confirmed" | "withdrawing" | "refused";

export interface Pile {
  bet: Bet;
  state: ChipState;
  cents: number;
  /** The refused command it belongs to. */
  id?: string;
}

export interface SpotView {
  spot: Spot;
  offers: BetOffer[];
  piles: Pile[];
  othersCents: number;
  others: number;
  /** Its round cap has passed; `closing`: this is the last round that it is taken in. */
  locked: boolean;
  closing: boolean;
  roundCap: number | null;
  settled: { bet: Bet; settlement: BetSettlement }[];
}

/** A command belongs to the round on the table. */
function isNow(table: TableView, { table: number, shoe, round }: BetCommand): boolean {
  return number === table.table && shoe === table.shoe_number && round === table.round;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
}

/** Our chips in the order in which they are listed: confirmed, on their way, not confirmed, refused. */
export function piles(state: State): Pile[] {
  const { table, own } = state;
  if (!table) return [];
  const now = state.pending.filter(({ command }) => isNow(table, command));
  const leaving = new Set(now.filter(({ command }) => command.type === "reduce_bet").map(({ command }) => command.bet));
  const confirmed = Object.entries(own?.stakes ?? {}).map(([bet, cents]): Pile => {
    return { bet: bet as Bet, state: leaving.has(bet) ? "withdrawing" : "confirmed", cents };
  });
  return [
    ...merge(confirmed, now.filter((one) => one.stored).flatMap(placed)),
    ...merge([], now.filter((one) => !one.stored).flatMap(placed)),
    ...[...laidOn(state.laid)].map(([bet, cents]): Pile => ({ bet, state: "unconfirmed", cents })),
    ...state.refused.filter(({ command }) => isNow(table, command)).flatMap(refusedPile),
  ];
}

function placed({ command, stored }: Pending): Pile[] {
  if (command.type === "reduce_bet") return [];
  return [{ bet: command.bet as Bet, state: stored ? "confirmed" : "pending", cents: command.amount_cents }];
}

function refusedPile({ id, command }: Refused): Pile[] {
  if (command.type === "reduce_bet") return [];
  return [{ id, bet: command.bet as Bet, state: "refused", cents: command.amount_cents }];
}

/** Piles of one bet in one state are one pile. */
function merge(onto: readonly Pile[], more: readonly Pile[]): Pile[] {
  const all = new Map(onto.map((one) => [one.bet, one]));
  for (const one of more) {
    const there = all.get(one.bet);
    all.set(one.bet, there ? { ...there, cents: there.cents + one.cents } : one);
  }
  return [...all.values()];
}

export function spotView(state: State, table: TableView, spot: Spot): SpotView {
  const offers = offersOn(table.rules, spot);
  const mine = piles(state).filter((pile) => spotOf(pile.bet) === spot);
  const total = table.totals.find((one) => one.spot === spot);
  const own = sum(offers.map(({ bet }) => state.own?.stakes[bet] ?? 0));
  const roundCap = offers[0]?.round_cap ?? null;
  return {
    spot,
    offers,
    piles: mine,
    othersCents: Math.max(0, (total?.total_cents ?? 0) - own),
    others: Math.max(0, (total?.players ?? 0) - (own > 0 ? 1 : 0)),
    locked: roundCap !== null && table.round > roundCap,
    closing: roundCap !== null && table.round === roundCap,
    roundCap,
    settled: offers.flatMap(({ bet }) => {
      const settlement = state.own?.settled?.[bet];
      return settlement ? [{ bet, settlement }] : [];
    }),
  };
}

/** How much of a confirmed stake a tie left here, while it may still be changed. */
export function leftByTie({ table, own }: State, bet: Bet): number {
  return table?.phase === "betting" ? (own?.left[bet] ?? 0) : 0;
}

export interface Totals {
  unconfirmed: number;
  /** Confirmed, and sent but not answered yet; nothing any more once the round is voided. */
  staked: number;
}

export function totals(state: State): Totals {
  const all = piles(state);
  const of = (...states: ChipState[]) => sum(all.filter((one) => states.includes(one.state)).map((one) => one.cents));
  const staked = state.table?.voided != null ? 0 : of("confirmed", "withdrawing", "pending");
  return { unconfirmed: of("unconfirmed"), staked };
}

/** What the round made of all our bets: null until it is settled. */
export function roundNet(state: State): number | null {
  const settled = Object.values(state.own?.settled ?? {});
  return settled.length > 0 ? sum(settled.map((one) => one.net)) : null;
}

/** The money that lies on Player and on Banker, and how much more each side can take under the table's differential. */
export function differential(
  table: TableView,
  limit: number,
): { player: number; banker: number; room: [number, number] } {
  const on = (spot: Spot) => table.totals.find((one) => one.spot === spot)?.total_cents ?? 0;
  const [player, banker] = [on("player"), on("banker")];
  return { player, banker, room: [Math.max(0, limit + banker - player), Math.max(0, limit + player - banker)] };
}

/** The bet itself was right: it could only not be taken at that moment. */
const NOT_TAKEN: readonly Code[] = ["unavailable", "rate_limited"];

/** The amount that would be taken instead of a refused one; null where nothing would, or the time for it has passed. */
export function mended(state: State, { command, refusal }: Refused): number | null {
  const { table } = state;
  if (table?.phase !== "betting" || command.type !== "place_bet" || !isNow(table, command)) return null;
  const offer = table.rules.offers.find((one) => one.bet === command.bet);
  const { code, limit = null, left = null } = refusal;
  if (!offer) return null;
  const lying = sum(offersOn(table.rules, offer.spot as Spot).map(({ bet }) => state.own?.stakes[bet] ?? 0));
  const unit = table.rules.stake_unit_cents;
  let amount = Math.floor((left ?? 0) / unit) * unit;
  if (code === "under_minimum" && limit !== null) amount = limit - lying;
  if (code === "not_a_multiple" && limit) amount = Math.floor((lying + command.amount_cents) / limit) * limit - lying;
  if (NOT_TAKEN.includes(code)) amount = command.amount_cents;
  const fits = amount > 0 && lying + amount >= offer.minimum_cents && lying + amount <= offer.maximum_cents;
  const paid = amount <= (state.purse?.balance_cents ?? 0);
  return fits && paid ? amount : null;
}

/** Too few credits for the lowest minimum of any bet of the house, and nothing in play that could come back. */
export function isBroke({ purse, leastBetCents }: State): boolean {
  return purse !== null && purse.in_play_cents === 0 && purse.balance_cents < leastBetCents;
}
