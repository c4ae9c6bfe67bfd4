// What the desk asks of the house over HTTP, with the staff's own session cookie.
import type { ChatMessage, Phase, Refusal } from "../protocol.gen";

export type Role = "dealer" | "supervisor" | "host";
export const ROLES: readonly Role[] = ["dealer", "supervisor", "host"];

export interface Member {
  name: string;
  role: Role;
}

export interface ListedMember extends Member {
  waiting: boolean;
}

export interface DeskTable {
  table: number;
  house: string;
  phase: Phase;
  shoe: number;
  round: number;
  due_ms: number | null;
  suspended: string | null;
  can_suspend: boolean;
  can_void: boolean;
  /** Its cards are real, and entered at this desk. */
  by_hand: boolean;
  /** It takes no bets. */
  scoreboard: boolean;
  bettors: number;
  staked_cents: number;
  watching: number;
  stopped: boolean;
}

export interface StaffAct {
  number: number;
  at_ms: number;
  name: string;
  role: Role;
  kind: string;
  approved_by: string | null;
  table: number | null;
  reason: string;
  details: Readonly<Record<string, unknown>>;
}

export interface Restriction {
  at_ms: number;
  until_ms: number | null;
  reason: string;
  by: string;
}

export interface KnownPlayer {
  account: string;
  name: string;
  muted: Restriction | null;
  frozen: Restriction | null;
}

/** One who is at a table, silent or not. */
export interface PlayerAtTable {
  player: KnownPlayer;
  seat: number | null;
  staked_cents: number;
  watching: boolean;
}

/** A line of a chat as it was stored: of a player with the account, of the house with a notice. */
export interface StoredLine {
  table: number;
  number: number;
  at_ms: number;
  account: string | null;
  name: string | null;
  notice: ChatMessage["notice"];
  about: number | null;
  text: string;
}

/** A line that players reported, each of them once; the reports of the first eight are kept. */
export interface Report {
  table: number;
  line: number;
  at_ms: number;
  accounts: string[];
  lines: StoredLine[];
}
export const REPORTS_MOST = 8;

export interface Approval {
  name: string;
  password: string;
}

/** Why nothing was done: the house's refusal, or that it could not be reached. */
export type Why = Pick<Refusal, "code" | "message" | "limit" | "left"> | "unreachable";
export type Reply<T> = { ok: true; value: T } | { ok: false; why: Why };

export async function ask<T>(path: string, body?: unknown, part = "staff"): Promise<Reply<T>> {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) };
  try {
    const response = await fetch(`/api/${part}/${path}`, {
      credentials: "same-origin",
      ...(body === undefined ? {} : post),
    });
    const value: unknown = await response.json();
    return response.ok ? { ok: true, value: value as T } : { ok: false, why: value as Refusal };
  } catch {
    return { ok: false, why: "unreachable" };
  }
}

/** Ids of acts that nobody answered, by what was asked: the same act again goes under the same id, and is done once. */
const unanswered = new Map<string, string>();

/** An act under a command id: where no answer came it is sent once more, and is done once all the same. */
export async function act<T>(path: string, body: object, part = "staff"): Promise<Reply<T>> {
  const key = JSON.stringify([part, path, { ...body, approval: null }]);
  const command_id = unanswered.get(key) ?? crypto.randomUUID();
  unanswered.set(key, command_id);
  const named = { command_id, ...body };
  const first = await ask<T>(path, named, part);
  const reply = first.ok || first.why !== "unreachable" ? first : await ask<T>(path, named, part);
  if (reply.ok || reply.why !== "unreachable") unanswered.delete(key);
  return reply;
}

export const me = () => ask<Member>("me");
export const signIn = (name: string, password: string) => ask<Member>("signin", { name, password });
export const signOut = () => ask<unknown>("signout", {});
export const whoseLink = (token: string) => ask<Member>("link", { token });
export const openLink = (token: string, name: string, password: string) =>
  ask<Member>("link/use", { token, name, password });
export const changePassword = (current: string, next: string) => ask<Member>("password", { current, new: next });

export const members = () => ask<ListedMember[]>("members");
export const nameOne = (name: string, role: Role) => ask<{ token: string }>("members", { name, role });
export const newLink = (name: string) => ask<{ token: string }>("members/link", { name });
export const changeRole = (name: string, role: Role) => ask<unknown>("members/role", { name, role });
export const endSessions = (name: string) => ask<unknown>("members/sessions", { name });
export const removeOne = (name: string) => ask<unknown>("members/remove", { name });

export const tables = () => ask<{ tables: DeskTable[]; server_ms: number }>("tables");
export const acts = (table: number | null, before: number | null) => {
  const query = new URLSearchParams();
  if (table !== null) query.set("table", String(table));
  if (before !== null) query.set("before", String(before));
  return ask<{ acts: StaffAct[]; next: number | null }>(`acts?${query}`);
};

/** The round that an act is about. */
export type AboutRound = Pick<DeskTable, "table" | "shoe" | "round">;
const ofRound = ({ shoe, round }: AboutRound) => ({ shoe, round });
export const suspend = (table: AboutRound, reason: string) =>
  act<unknown>(`tables/${table.table}/suspend`, { ...ofRound(table), reason });
export const resume = (table: AboutRound) => act<unknown>(`tables/${table.table}/resume`, ofRound(table));
export const voidRound = (table: AboutRound, reason: string, approval?: Approval) =>
  act<unknown>(`tables/${table.table}/void`, { ...ofRound(table), reason, approval });

export const chat = (table: number) => ask<StoredLine[]>(`tables/${table}/chat`);
export const reports = (before: string | null) =>
  ask<{ reports: Report[]; next: string | null }>(
    before === null ? "reports" : `reports?before=${encodeURIComponent(before)}`,
  );
export const restricted = () => ask<KnownPlayer[]>("restricted");
export const playersNamed = (name: string) => ask<KnownPlayer[]>(`players?name=${encodeURIComponent(name)}`);
export const playersAt = (table: number) => ask<PlayerAtTable[]>(`tables/${table}/players`);
export const announce = (table: number | null, text: string) =>
  act<{ tables: number[] }>("announcements", { table, text });

export type PlayerAct = "mute" | "unmute" | "freeze" | "unfreeze";
export const restrain = (account: string, kind: PlayerAct, body: object) =>
  act<KnownPlayer>(`players/${encodeURIComponent(account)}/${kind}`, body);
