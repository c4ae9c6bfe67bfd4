// The log and what the players shared: checks 1 and 2 of docs/proof.md.
import { fromHex, joined, sameHex, toHex, utf8 } from "./bytes";
import { must } from "./fault";
import { digest, sha512 } from "./hash";
import { type Attempt, type LogEntry, ordered, parseEntry, type Share, type ShoeLog } from "./log";
import type { ShoeRecord } from "./record";
import { cardsReady, isSession, parseRules, type Rules, SESSION_ROUNDS } from "./rules";
import { CUT_LEAST } from "./stack";

const SHARES_MOST = 256;
const WORDS_MOST = 80;

/** Every entry's hash is made over the one before it. */
export async function checkChain(record: ShoeRecord): Promise<void> {
  const before = [record.previous, ...record.log.map(({ hash }) => hash)];
  const hashes = await sha512(
    record.log.map(({ text }, at) => joined(utf8("puntobanco v2 log\n"), fromHex(before[at] as string), utf8(text))),
  );
  for (const [at, { hash }] of record.log.entries()) {
    must(sameHex(hash, toHex(hashes[at] as (typeof hashes)[number])), "log_hash", { entry: at + 1 });
  }
}

export function readLog(record: ShoeRecord): ShoeLog {
  const log = ordered(record.log.map(({ text }, at) => parseEntry(text, at + 1)));
  let attempt = 0;
  for (const [at, one] of log.entries.entries()) {
    if (one.kind === "announced") attempt += 1;
    must(isOf(one, record, attempt), "other_shoe", { entry: at + 1 });
  }
  return log;
}

function isOf(one: LogEntry, { table, shoe }: ShoeRecord, attempt: number): boolean {
  return one.table === table && one.shoe === shoe && one.attempt === attempt;
}

/** The rules are the announced ones, in every attempt, and say what else was announced. */
export async function checkRules(record: ShoeRecord, log: ShoeLog): Promise<Rules> {
  const hash = toHex(await digest("rules", [], [record.rules]));
  for (const { at, announced } of log.attempts) must(announced.rules === hash, "other_rules", { entry: at + 1 });
  const rules = parseRules(record.rules);
  const session = isSession(rules);
  for (const { at, announced } of log.attempts) {
    must(
      announced.decks === rules.decks &&
        announced.session_rounds === (session ? SESSION_ROUNDS : 0) &&
        announced.session_cards === (session ? cardsReady(rules) : 0),
      "announced_rules",
      { entry: at + 1 },
    );
  }
  return rules;
}

/** Who may share: all, and after a failed attempt those who opened. */
export function checkWhoShared(log: ShoeLog): void {
  let allowed = null as readonly string[] | null;
  for (const { at, announced, closed, failed } of log.attempts) {
    must(sameList(announced.players, allowed), "who_may_share", { entry: at + 1 });
    const players: readonly string[] = closed?.seals.map(({ player }) => player) ?? [];
    must(
      players.length <= SHARES_MOST &&
        new Set(players).size === players.length &&
        players.every((one) => allowed === null || allowed.includes(one)),
      "who_may_share",
      { entry: at + 2 },
    );
    if (failed === null) continue;
    const missing = new Set(failed.players);
    const named = players.filter((one) => missing.has(one));
    must(missing.size > 0 && sameList(failed.players, named), "failed_list", { entry: at + 3 });
    allowed = players.filter((one) => !missing.has(one));
  }
}

function sameList(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

/** The seal of a contribution to the shoe that this entry announced. */
export async function sealOf(announced: string, { player, random, cut, words }: Share): Promise<string> {
  const lines = [`player ${player}`, `cut ${cut ?? "-"}`, `words ${words}`];
  return toHex(await digest("share", [fromHex(announced), fromHex(random)], lines));
}

/** One line of at most 80 characters. */
export function areWords(text: string): boolean {
  return [...text].length <= WORDS_MOST && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** Each opened contribution is the sealed one; all of the list, in its order. Gives how many there are. */
export async function checkShares(record: ShoeRecord, { at, closed, opened }: Attempt, cards: number): Promise<number> {
  if (closed === null || opened === null) return 0;
  const announced = record.log[at]?.hash ?? "";
  const entry = { entry: at + 3 };
  must(opened.shares.length === closed.seals.length, "opened_list", entry);
  for (const [which, share] of opened.shares.entries()) {
    const sealed = closed.seals[which];
    const { player, cut, words } = share;
    must(sealed?.player === player, "opened_list", { ...entry, player });
    must((cut === null || (cut >= CUT_LEAST && cut <= cards - CUT_LEAST)) && areWords(words), "share_form", {
      ...entry,
      player,
    });
    must((await sealOf(announced, share)) === sealed.seal, "seal", { ...entry, player });
  }
  return opened.shares.length;
}
