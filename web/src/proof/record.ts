// A shoe's record as the server hands it out or a file holds it, read strictly: anything else is one clear fault. Pure.
import { isHex } from "./bytes";
import { must, Wrong } from "./fault";

export interface Entry {
  text: string;
  hash: string;
}

export interface NumberedCard {
  number: number;
  text: string;
}

export interface Burn {
  shown: NumberedCard | null;
  face_down: number;
}

export interface RecordRound {
  round: number;
  demonstration: number;
  hashes: string[];
  burn: Burn | null;
  burned: number;
  player: NumberedCard[];
  banker: NumberedCard[];
  outcome: "player" | "banker" | "tie" | null;
  player_points: number | null;
  banker_points: number | null;
  voided: string | null;
}

export interface ShoeRecord {
  version: 2;
  table: number;
  shoe: number;
  rules: string;
  previous: string;
  log: Entry[];
  hashes: string[];
  burn: Burn | null;
  rounds: RecordRound[];
}

/** More than the largest record there can be. */
export const RECORD_BYTES_MOST = 16_000_000;
const LIST_MOST = 100_000;
const HASH_BYTES = 64;

/** Throws `Wrong`. */
export function parseRecord(text: string): ShoeRecord {
  must(text.length <= RECORD_BYTES_MOST, "too_large");
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Wrong("not_json");
  }
  return recordOf(found);
}

export function recordOf(found: unknown): ShoeRecord {
  const one = object(found, "record");
  const version = whole(one.version, "version");
  must(version === 2, "other_version", { field: String(version) });
  return {
    version,
    table: whole(one.table, "table", 1),
    shoe: whole(one.shoe, "shoe", 1),
    rules: words(one.rules, "rules"),
    previous: hash(one.previous, "previous"),
    log: list(one.log, "log", entryOf),
    hashes: list(one.hashes, "hashes", hash),
    burn: nullable(one.burn, "burn", burnOf),
    rounds: list(one.rounds, "rounds", roundOf),
  };
}

function entryOf(found: unknown, at: string): Entry {
  const one = object(found, at);
  return { text: words(one.text, `${at}.text`), hash: hash(one.hash, `${at}.hash`) };
}

function burnOf(found: unknown, at: string): Burn {
  const one = object(found, at);
  return {
    shown: nullable(one.shown, `${at}.shown`, cardOf),
    face_down: whole(one.face_down, `${at}.face_down`),
  };
}

function cardOf(found: unknown, at: string): NumberedCard {
  const one = object(found, at);
  return { number: whole(one.number, `${at}.number`, 1), text: words(one.text, `${at}.text`) };
}

function roundOf(found: unknown, at: string): RecordRound {
  const one = object(found, at);
  return {
    round: whole(one.round, `${at}.round`),
    demonstration: whole(one.demonstration, `${at}.demonstration`),
    hashes: list(one.hashes, `${at}.hashes`, hash),
    burn: nullable(one.burn, `${at}.burn`, burnOf),
    burned: whole(one.burned, `${at}.burned`),
    player: list(one.player, `${at}.player`, cardOf),
    banker: list(one.banker, `${at}.banker`, cardOf),
    outcome: nullable(one.outcome, `${at}.outcome`, outcome),
    player_points: nullable(one.player_points, `${at}.player_points`, whole),
    banker_points: nullable(one.banker_points, `${at}.banker_points`, whole),
    voided: nullable(one.voided, `${at}.voided`, words),
  };
}

function outcome(found: unknown, field: string): "player" | "banker" | "tie" {
  if (found === "player" || found === "banker" || found === "tie") return found;
  throw new Wrong("not_a_record", { field });
}

function object(found: unknown, field: string): Record<string, unknown> {
  must(typeof found === "object" && found !== null && !Array.isArray(found), "not_a_record", { field });
  return found as Record<string, unknown>;
}

function list<T>(found: unknown, field: string, of: (one: unknown, field: string) => T): T[] {
  must(Array.isArray(found) && found.length <= LIST_MOST, "not_a_record", { field });
  return (found as unknown[]).map((one, at) => of(one, `${field}[${at}]`));
}

function nullable<T>(found: unknown, field: string, of: (one: unknown, field: string) => T): T | null {
  return found === null ? null : of(found, field);
}

function whole(found: unknown, field: string, least = 0): number {
  must(typeof found === "number" && Number.isSafeInteger(found) && found >= least, "not_a_record", { field });
  return found as number;
}

/** Half a character has no bytes, so nothing could be said of its hash. */
function words(found: unknown, field: string): string {
  must(typeof found === "string" && !/\p{Cs}/u.test(found), "not_a_record", { field });
  return found as string;
}

function hash(found: unknown, field: string): string {
  must(typeof found === "string" && isHex(found, HASH_BYTES), "not_a_record", { field });
  return found as string;
}
