// The few things asked over HTTP: signing in, credits, rules, the bet record and what it sums up to.
import type { Bet, BetSettlement, Card, Lobby, Outcome, TableView } from "../protocol.gen";

export interface Account {
  account: string;
  name: string;
  balance_cents: number;
  in_play_cents: number;
}

/** What a bet gives back on average and how it ends, per unit staked. */
export interface ExactOdds {
  rtp: number;
  house_edge: number;
  rtp_exact: string;
  win: number;
  push: number;
  lose: number;
  standard_deviation: number;
}

/** The exact odds of every bet over a full shoe. */
export interface ShoeOdds {
  decks: number;
  bets: Record<Bet, ExactOdds>;
}

export interface RecordedBet extends BetSettlement {
  bet: Bet;
}

/** A round, with the player's own bets in it. `outcome` is null where it was voided. */
export interface Round {
  round_id: string;
  table: number;
  house: string;
  shoe: number;
  round: number;
  at_ms: number;
  outcome: Outcome | null;
  void_reason: string | null;
  player: Card[];
  banker: Card[];
  player_points: number;
  banker_points: number;
  bets: RecordedBet[];
  stake: number;
  returned: number;
  commission: number;
  net: number;
}

/** A round of the statement, and the player's credits just before and after it was settled. */
export interface RecordedRound extends Round {
  balance_before_cents: number;
  balance_after_cents: number;
}

export interface Totals {
  rounds: number;
  stake: number;
  returned: number;
  commission: number;
  net: number;
}

export interface RecordPage {
  rounds: RecordedRound[];
  next: string | null;
}

/** Why nothing came back: the server's own code, or that it could not be reached at all. */
export type Failure = { code: string; status: number } | { code: "unreachable"; status: 0 };
export type Reply<T> = { ok: true; value: T; server_ms: number } | { ok: false; failure: Failure };

async function ask<T>(path: string, init?: RequestInit): Promise<Reply<T>> {
  try {
    const response = await fetch(path, { credentials: "same-origin", ...init });
    const body: unknown = await response.json().catch(() => null);
    const server_ms = Date.parse(response.headers.get("Date") ?? "") || Date.now();
    if (response.ok && body !== null) return { ok: true, value: body as T, server_ms };
    const code = (body as { code?: unknown } | null)?.code;
    return { ok: false, failure: { code: typeof code === "string" ? code : "failed", status: response.status } };
  } catch {
    return { ok: false, failure: { code: "unreachable", status: 0 } };
  }
}

const POST: RequestInit = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };

export const signIn = () => ask<Account>("/api/guest", POST);
export const signOut = () => ask<{ status: string }>("/api/signout", POST);
export const topUp = () => ask<Account>("/api/topup", POST);
export const lobby = () => ask<Lobby>("/api/lobby");
export const tablePicture = (table: number) => ask<TableView>(`/api/tables/${table}`);

export const shoeOdds = (decks: number) => ask<ShoeOdds>(`/api/odds/${decks}`);

/** A page of the statement; `filters` is a query as `serverQuery` makes it. */
export const betRecord = (filters: string, before: string | null, limit = 20) => {
  const query = new URLSearchParams(filters);
  query.set("limit", String(limit));
  if (before !== null) query.set("before", before);
  return ask<RecordPage>(`/api/bets?${query}`);
};
export const round = (round_id: string) => ask<Round>(`/api/rounds/${encodeURIComponent(round_id)}`);
export const totals = (since_ms: number) => ask<Totals>(`/api/totals?since_ms=${since_ms}`);
