// A player's own part in the order of the next shoe: when to seal, when to open, and what to be warned of (docs/proof.md). Pure but
// for its hashing.
import { numberSetting } from "../felt/bets";
import type { CeremonyView, Entry, OpenShare, OwnView, PublicEvent, TableView } from "../protocol.gen";
import { fromHex, sameHex, toHex } from "./bytes";
import { areWords, sealOf } from "./ceremony";
import { digest } from "./hash";
import { type LogEntry, parseEntry, type Share } from "./log";
import { CUT_LEAST } from "./stack";

/** What is sealed, kept until it was opened: a page that is loaded again must still be able to open it. */
export interface Held {
  table: number;
  shoe: number;
  attempt: number;
  share: Share;
  seal: string;
  /** The names of the two commands: sent again they are answered again, not done again. */
  seal_id: string;
  open_id: string;
  /** The seal went to the house, whether or not an answer came: it may stand in the closed list. */
  sent: boolean;
  /** The house accepted the seal; and the opening. */
  taken: boolean;
  opened: boolean;
  /** The closed list that it was opened for, by its hash in the log; null before. */
  list: string | null;
}

/** Something that an honest house would not do. */
export type Doubt = "not_listed" | "not_opened" | "named_missing" | "two_logs";

/** A window shorter than this leaves no time to type. */
const AT_ONCE_MS = 3_000;
/** The part of the window after which it is shared without being asked. */
const BY_ITSELF = 0.6;
const RANDOM_BYTES = 32;
const WORDS_MOST = 80;

type Where = Pick<TableView, "table" | "shoe_number" | "ceremony">;

/** One attempt at one shoe by its name; null while there is none. */
export function attemptOf({ table, shoe_number, ceremony }: Where): string | null {
  return ceremony && `${table}-${shoe_number}-${ceremony.attempt}`;
}

export function isFor(held: Held, where: Where): boolean {
  return attemptOf(where) === `${held.table}-${held.shoe}-${held.attempt}`;
}

/** The ceremony's entry of a kind, as far as it can be read. */
function entryOf<K extends LogEntry["kind"]>(ceremony: CeremonyView, kind: K): Extract<LogEntry, { kind: K }> | null {
  for (const [at, { text }] of ceremony.entries.entries()) {
    if (text.startsWith(`${kind}\n`)) return parsed(text, at) as Extract<LogEntry, { kind: K }> | null;
  }
  return null;
}

function parsed(text: string, at: number): LogEntry | null {
  try {
    return parseEntry(text, at + 1);
  } catch {
    return null;
  }
}

/** In a later attempt only those may share who opened in the one before. */
export function mayShare(ceremony: CeremonyView, player: string): boolean {
  const announced = entryOf(ceremony, "announced");
  return announced !== null && (announced.players === null || announced.players.includes(player));
}

/** When it is shared without being asked: `seen_ms` is when we first saw this attempt. */
export function sharesAt(ceremony: CeremonyView, seen_ms: number): number {
  const left = ceremony.due_ms - seen_ms;
  return left < AT_ONCE_MS ? seen_ms : seen_ms + left * BY_ITSELF;
}

/** Where a player may cut: the last place that leaves ten cards; null where the dealer cuts. */
export function cutMost({ rules }: Pick<TableView, "rules">): number | null {
  return rules.settings.cut_by === "player" ? (numberSetting(rules, "decks") ?? 8) * 52 - CUT_LEAST : null;
}

/** One line of what was typed, as long as words may be. */
export function tidied(typed: string): string {
  const line = typed.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, " ").trim();
  const words = [...line].slice(0, WORDS_MOST).join("");
  return areWords(words) ? words : "";
}

/** A contribution of this machine's own randomness, sealed to the shoe that is announced. */
export async function contribution(
  where: Where & { ceremony: CeremonyView },
  player: string,
  wish: { words: string; cut: number | null },
  newId: () => string,
): Promise<Held> {
  const random = toHex(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
  const share = { player, random, cut: wish.cut, words: tidied(wish.words) };
  const { table, shoe_number: shoe, ceremony } = where;
  const seal = await sealOf(ceremony.entries[0]?.hash ?? "", share);
  return {
    table,
    shoe,
    attempt: ceremony.attempt,
    share,
    seal,
    seal_id: newId(),
    open_id: newId(),
    sent: false,
    taken: false,
    opened: false,
    list: null,
  };
}

/** What is to be done now with what is held. */
export function stepOf(where: Where, own: OwnView | null, held: Held | null): "seal" | "open" | null {
  const { ceremony } = where;
  if (!ceremony || !own?.share || !held || !isFor(held, where)) return null;
  // Who was signed in here before has sealed it: it is opened to nobody in another's name.
  if (own.share.player !== held.share.player) return null;
  if (ceremony.stage === "sealing" && !own.share.sealed && !held.taken && held.seal) return "seal";
  // Nothing is opened before the own seal stands in the closed list: until then it could be left out.
  // What was opened for one list is opened for no other: who knows it could choose the others to suit it.
  const opens = ceremony.stage === "opening" && !own.share.opened && isListed(ceremony, held);
  return opens && !isOtherList(ceremony, held) ? "open" : null;
}

/** The hash of the closed list that is being opened; null before it is closed. */
export function listOf(ceremony: CeremonyView): string | null {
  return ceremony.entries[1]?.hash ?? null;
}

function isOtherList(ceremony: CeremonyView, { list }: Held): boolean {
  return list !== null && listOf(ceremony) !== null && listOf(ceremony) !== list;
}

function isListed(ceremony: CeremonyView, { share, seal }: Held): boolean {
  const closed = entryOf(ceremony, "closed");
  return closed?.seals.some((one) => one.player === share.player && one.seal === seal) ?? false;
}

/** What is wrong with the lists, where the house had accepted what we sent. */
export function doubtOf(where: Where, held: Held | null): Doubt | null {
  const { ceremony } = where;
  if (!ceremony || !held?.taken || !isFor(held, where)) return null;
  if (ceremony.entries.length > 1 && !isListed(ceremony, held)) return "not_listed";
  if (isOtherList(ceremony, held)) return "two_logs";
  if (ceremony.stage === "opened" && !isOpened(ceremony, held)) return "not_opened";
  const failed = held.opened ? entryOf(ceremony, "failed") : null;
  return failed?.players.includes(held.share.player) ? "named_missing" : null;
}

function isOpened(ceremony: CeremonyView, { share }: Held): boolean {
  const { player, random, cut, words } = share;
  const opened = entryOf(ceremony, "opened");
  return (
    opened?.shares.some(
      (one) => one.player === player && one.random === random && one.cut === cut && one.words === words,
    ) ?? false
  );
}

/** The log's new entries among some events. */
export function entriesIn(events: readonly PublicEvent[]): Entry[] {
  return events.flatMap((event) => ("entry" in event && event.entry ? [event.entry] : []));
}

/** Whether each entry's hash is made over the one before it, the first over `head`. */
export async function follows(head: string, entries: readonly Entry[]): Promise<boolean> {
  let before = head;
  for (const { text, hash } of entries) {
    const made = toHex(await digest("log", [fromHex(before)], [text]));
    if (!sameHex(made, hash)) return false;
    before = hash;
  }
  return true;
}

/** What was held before the page was loaded again; null where it is none of ours. */
export function heldFrom(text: string | null): Held | null {
  if (text === null) return null;
  try {
    const found = JSON.parse(text) as Held;
    const whole = typeof found.share.random === "string" && typeof found.seal === "string";
    return whole ? { ...found, sent: found.sent ?? found.taken, list: found.list ?? null } : null;
  } catch {
    return null;
  }
}

/** What opens it. */
export function opening({ table, shoe, attempt, share, open_id }: Held): OpenShare {
  const { random, words, cut } = share;
  return { type: "open_share", command_id: open_id, table, shoe, attempt, random, words, cut_place: cut };
}
