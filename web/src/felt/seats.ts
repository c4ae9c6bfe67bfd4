// The seats of a table as the page shows them: whose each one is, and what lies there. Pure.

import type { Catalogue } from "../i18n";
import { amount } from "../i18n/money";
import type { Bet, TableView } from "../protocol.gen";
import type { State } from "../state/state";
import { numberSetting, type Spot } from "./bets";

export interface SeatOnFelt {
  seat: number;
  whose: "free" | "taken" | "yours";
  /** Its holder's; empty where nobody sits. */
  name: string;
  stakes: Partial<Record<Bet, number>>;
  /** We asked for it, and are not answered yet. */
  asked: boolean;
}

export function seatsOf(state: State, table: TableView): SeatOnFelt[] {
  const count = numberSetting(table.rules, "seats") ?? 0;
  const asked = state.asked.flatMap((one) => (one.type === "sit" && one.table === table.table ? [one.seat] : []));
  return Array.from({ length: count }, (_, at) => {
    const seat = at + 1;
    const taken = table.seats.find((one) => one.seat === seat);
    const whose = state.own?.seat === seat ? "yours" : taken ? "taken" : "free";
    return { seat, whose, name: taken?.name ?? "", stakes: taken?.stakes ?? {}, asked: asked.includes(seat) };
  });
}

/** The seats of others with money on a spot, to be marked there. */
export function marksOn(state: State, table: TableView, spot: Spot): { seat: number; cents: number }[] {
  return table.seats.flatMap(({ seat, stakes }) => {
    const cents = stakes[spot] ?? 0;
    return cents > 0 && seat !== state.own?.seat ? [{ seat, cents }] : [];
  });
}

/** Everything about a seat in words, as its button is called. */
export function seatName({ seat, whose, name, stakes }: SeatOnFelt, words: Catalogue): string {
  const money = Object.entries(stakes).map(([spot, cents]) =>
    words.betAndSum(words.bets[spot as Bet], amount(cents, words.locale)),
  );
  const holder = whose === "taken" ? [name] : [];
  return words.list([words.seat(seat), words.seatIs[whose], ...holder, ...money]);
}

/** The own seat goes after one more round without a bet, and nothing lies yet. */
export function isWarned({ own, table }: State): boolean {
  if (own?.seat == null || own.seat_rounds_left !== 1 || table?.voided != null) return false;
  return Object.keys(own.stakes).length === 0;
}

/** Betting may close before its time here: who sits may have to be waited for, and can say not to be. */
export function mayClose(table: TableView): boolean {
  return table.rules.settings.closes_early === true;
}

/** Sitting out is for who sits, once in a round, while bets are taken. */
export function canSitOut({ own, table, asked }: State): boolean {
  if (own?.seat == null || own.sat_out || table?.phase !== "betting") return false;
  if (asked.some((one) => one.type === "sit_out" && one.round === table.round)) return false;
  return own.round === table.round;
}
