// The round as a small play: what is seen to move when one state follows another. Pure, and never a queue: the picture is always
// the end state already, a cue only says how what is new came there. Who comes late gets no cue and sees the end.

import { piles } from "../felt/spots";
import type { Bet, Side, TableView } from "../protocol.gen";
import { laidOn } from "../state/reduce";
import type { State } from "../state/state";
import { handOf, ownFace, placeOf } from "./squeeze";
import { cardsOut, cutCardOut } from "./stands";

/** Milliseconds, as the house moves when it has the time. */
export const PACE = {
  lay: 180,
  back: 220,
  tick: 120,
  slide: 320,
  turn: 260,
  bend: 240,
  across: 160,
  sides: 400,
  losers: 300,
  payers: 400,
  roads: 200,
  collect: 280,
  bell: 700,
  notice: 200,
  reduced: 80,
} as const;

export interface Beat {
  at: number;
  ms: number;
}

export type Cue =
  | { kind: "laid"; bet: Bet }
  | { kind: "back"; bet: Bet }
  | { kind: "ticked"; bet: Bet }
  | { kind: "bell" }
  | { kind: "shoe" }
  | { kind: "burned" }
  | { kind: "cut_card" }
  /** A card comes from the shoe: `turn` is null where it is laid face down, `slide` where it lay there and is opened. */
  | { kind: "card"; side: Side; nth: number; slide: Beat | null; across: Beat | null; turn: Beat | null }
  | { kind: "bent"; side: Side; nth: number }
  | { kind: "sides"; beat: Beat }
  | { kind: "lost"; bet: Bet; beat: Beat }
  | { kind: "paid"; bet: Bet; beat: Beat }
  | { kind: "road"; beat: Beat }
  | { kind: "collected"; cards: { side: Side; nth: number }[]; bets: Bet[] };

const SIDES = ["player", "banker"] as const satisfies readonly Side[];
/** What happened longer ago than this is past: it is not played any more. */
const FRESH_MS = 1_200;
/** A step's motion ends before the next step, with a little rest. */
const USED = 0.8;

export function cues(before: State, after: State, now_ms: number | null): Cue[] {
  const [old, table] = [before.table, after.table];
  if (!old || !table || old.table !== table.table) return [];
  const told = isFresh(before, after, now_ms) ? happened(before, after, now_ms) : [];
  return [...chips(before, after), ...told, ...looked(before, after)];
}

/** The table moved by an event that is not long past. A picture that came whole moves nothing. */
function isFresh(before: State, after: State, now_ms: number | null): boolean {
  const moved = after.table !== before.table || after.own !== before.own;
  return moved && isRecent(after, now_ms);
}

function isRecent({ happenedMs }: State, now_ms: number | null): boolean {
  return now_ms !== null && happenedMs !== null && now_ms - happenedMs < FRESH_MS;
}

/** Our own chips on the felt while bets are taken. */
function chips(before: State, after: State): Cue[] {
  if (after.table?.phase !== "betting" || before.table?.round !== after.table.round) return [];
  const [was, is] = [laidOn(before.laid), laidOn(after.laid)];
  const sent = after.pending.length > before.pending.length;
  const found: Cue[] = [];
  for (const [bet, cents] of is) if (cents > (was.get(bet) ?? 0)) found.push({ kind: "laid", bet });
  for (const [bet, cents] of was) if (cents > (is.get(bet) ?? 0) && !sent) found.push({ kind: "back", bet });
  const confirmed = (state: State, bet: Bet) =>
    piles(state).find((pile) => pile.bet === bet && pile.state === "confirmed")?.cents ?? 0;
  for (const { bet, cents } of piles(after)) {
    if (confirmed(after, bet) === cents && cents > confirmed(before, bet)) found.push({ kind: "ticked", bet });
  }
  return found;
}

function happened(before: State, after: State, now_ms: number | null): Cue[] {
  const [old, table] = [before.table, after.table];
  if (!old || !table) return [];
  const left = table.due_ms === null || now_ms === null ? Number.POSITIVE_INFINITY : table.due_ms - now_ms;
  if (left <= 0) return [];
  const found: Cue[] = [];
  if (old.phase === "betting" && table.phase === "dealing") found.push({ kind: "bell" });
  if (old.phase !== "burning" && table.phase === "burning") found.push({ kind: "shoe" });
  const shoeBurned = table.phase === "burning" && old.shoe && (table.shoe?.cards_left ?? 0) < old.shoe.cards_left;
  if (shoeBurned || (table.phase === "dealing" && table.burned > old.burned)) found.push({ kind: "burned" });
  if (cutCardOut(table) && !cutCardOut(old)) found.push({ kind: "cut_card" });
  found.push(...came(old, table, left), ...bent(before, after));
  const told = old.phase === "result" && (before.own?.settled || !after.own?.settled);
  if (table.phase === "result" && table.result && !told) found.push(...result(old, after, left));
  found.push(...collected(old, table, after));
  return found;
}

/** Only one card is seen to move, the newest or the one that was opened; what fell before it while we were away lies there. */
function came(old: TableView, table: TableView, left: number): Cue[] {
  const lay = new Set(SIDES.flatMap((side) => handOf(old, side).map(({ number }) => number)));
  const cards = SIDES.flatMap((side) => handOf(table, side).map((one, nth) => ({ ...one, side, nth })));
  const turned = cards.filter(({ open, number }) => open && old.laid.some((one) => one.number === number));
  const fresh = cards.filter(({ number }) => !lay.has(number)).toSorted((a, b) => b.number - a.number);
  const one = fresh[0] ?? turned.at(-1);
  return one ? [moves(one.side, one.nth, { slides: fresh.length > 0, turns: one.open !== null }, left)] : [];
}

function moves(side: Side, nth: number, { slides, turns }: { slides: boolean; turns: boolean }, left: number): Cue {
  const crosses = slides && nth === 2;
  const ms = (part: "slide" | "across" | "turn", there: boolean) => (there ? PACE[part] : 0);
  const parts = [ms("slide", slides), ms("across", crosses), ms("turn", turns)] as const;
  const scale = scaled(parts[0] + parts[1] + parts[2], left);
  const [slide, across] = [
    { at: 0, ms: parts[0] * scale },
    { at: parts[0] * scale, ms: parts[1] * scale },
  ];
  const turn = { at: across.at + across.ms, ms: parts[2] * scale };
  return {
    kind: "card",
    side,
    nth,
    slide: slides ? slide : null,
    across: crosses ? across : null,
    turn: turns ? turn : null,
  };
}

/** The card that is squeezed was bent. */
function bent(before: State, after: State): Cue[] {
  const [old, table] = [before.table, after.table];
  if (!old || !table) return [];
  const was = old.laid.filter((one) => one.bent).map(({ number }) => number);
  return table.laid
    .filter((one) => one.bent && !was.includes(one.number))
    .map(({ side, number }): Cue => ({ kind: "bent", side, nth: placeOf(table, side, number) }));
}

/** We see the face of the card that we bend: it comes up further. */
function looked(before: State, after: State): Cue[] {
  const [face, table] = [ownFace(after), after.table];
  const card = table?.laid.find(({ number }) => number === face?.number);
  if (!table || !card || ownFace(before)) return [];
  return [{ kind: "bent", side: card.side, nth: placeOf(table, card.side, card.number) }];
}

/** First the sides, then who lost, then who is paid, then the roads: one after the other, what is not there left out. */
function result(old: TableView, after: State, left: number): Cue[] {
  const settled = Object.entries(after.own?.settled ?? {});
  const lost = settled.filter(([, one]) => one.result === "lose").map(([bet]) => bet as Bet);
  const paid = settled.filter(([, one]) => one.result === "win").map(([bet]) => bet as Bet);
  const { sides, losers, payers, roads } = beats(lost.length > 0, paid.length > 0, left);
  const money: Cue[] = [
    ...lost.map((bet): Cue => ({ kind: "lost", bet, beat: losers })),
    ...paid.map((bet): Cue => ({ kind: "paid", bet, beat: payers })),
  ];
  // Our own part comes in a message of its own, after the table's.
  if (old.phase === "result") return money;
  // A demonstration round stands in no road.
  if (after.table?.demonstration) return [{ kind: "sides", beat: sides }];
  return [{ kind: "sides", beat: sides }, ...money, { kind: "road", beat: roads }];
}

function beats(lost: boolean, paid: boolean, left: number) {
  const parts = {
    sides: PACE.sides,
    losers: lost ? PACE.losers : 0,
    payers: paid ? PACE.payers : 0,
    roads: PACE.roads,
  };
  const scale = scaled(parts.sides + parts.losers + parts.payers + parts.roads, left);
  let at = 0;
  const next = (ms: number): Beat => {
    const beat = { at, ms: ms * scale };
    at += beat.ms;
    return beat;
  };
  return {
    sides: next(parts.sides),
    losers: next(parts.losers),
    payers: next(parts.payers),
    roads: next(parts.roads),
  };
}

/** When the balance counts up to what a round brought: while its winners are paid. Null where it is there at once. */
export function counting(before: State, after: State, now_ms: number | null): Beat | null {
  const { table, own } = after;
  const rose = before.purse && after.purse && after.purse.balance_cents > before.purse.balance_cents;
  if (!rose || table?.phase !== "result" || !own?.settled || !isRecent(after, now_ms)) return null;
  const left = table.due_ms === null || now_ms === null ? Number.POSITIVE_INFINITY : table.due_ms - now_ms;
  if (left <= 0) return null;
  const lost = Object.values(own.settled).some((one) => one.result === "lose");
  return beats(lost, true, left).payers;
}

/** The felt is cleared: third, second, first card of each side into the rack, what is ours back to us. */
function collected(old: TableView, table: TableView, after: State): Cue[] {
  if (cardsOut(old) === 0 || cardsOut(table) > 0) return [];
  const cards = SIDES.flatMap((side) =>
    handOf(old, side)
      .map((_, nth) => ({ side, nth }))
      .toReversed(),
  );
  const bets = (after.lastStakes ?? []).map(({ bet }) => bet).filter((bet) => !after.own?.stakes[bet]);
  return [{ kind: "collected", cards, bets }];
}

function scaled(wanted: number, left: number): number {
  return Math.min(1, (left * USED) / wanted);
}
