// The whole record, as a stranger checks it: what holds, with counts, and the first thing that does not (docs/proof.md).
import { checkCopies, checkRoots, checkTexts, type ListedCard, listed } from "./cards";
import { checkChain, checkRules, checkShares, checkWhoShared, readLog } from "./ceremony";
import { type Fault, must, Wrong } from "./fault";
import type { Attempt, ShoeLog } from "./log";
import { checkCommitment, checkSession, checkShoe, type Made, seedFor, withTexts } from "./opened";
import { checkEnd, checkPlay } from "./play";
import { parseRecord, type ShoeRecord } from "./record";
import { cardsReady, fixedBurn, isSession, type Rules } from "./rules";
import { CUT_LEAST } from "./stack";

export const CHECKS = [
  "log",
  "rules",
  "shares",
  "hashes",
  "texts",
  "burn",
  "rounds",
  "end",
  "secret",
  "order",
  "decks",
] as const;
export type CheckName = (typeof CHECKS)[number];

/** `open`: what it needs is not known yet. `unreached`: something before it was wrong. */
export interface Check {
  name: CheckName;
  state: "holds" | "fails" | "open" | "unreached";
  count: number;
}

/** What a record says of itself, for people. */
export interface Facts {
  table: number;
  shoe: number;
  decks: number;
  session: boolean;
  state: "ceremony" | "in_play" | "finished" | "ended_early" | "never_opened";
  reason: string | null;
  /** Who shared, and the words they added. */
  shares: { player: string; words: string }[];
  /** The contributions were opened: nobody can join any more. */
  shared: boolean;
  failed: { attempt: number; players: string[] }[];
  commitment: string;
  /** The number of the first card behind the cut card; null in a session and before it is placed. */
  cut_card: number | null;
  /** The hash of the newest entry. */
  head: string;
  rounds: number;
  voided: number;
}

export interface Verdict {
  fault: Fault | null;
  checks: Check[];
  facts: Facts | null;
  cards: ListedCard[];
}

class Tally {
  readonly checks: Check[] = CHECKS.map((name) => ({ name, state: "unreached", count: 0 }));
  facts: Facts | null = null;
  cards: ListedCard[] = [];
  #now: CheckName = "log";

  begin(name: CheckName): void {
    this.#now = name;
  }

  /** A check holds for so many; where there are none, it waits for them. */
  holds(count: number, name = this.#now): void {
    this.#set({ name, state: count > 0 ? "holds" : "open", count });
  }

  /** There is nothing to check, and that is as it should be. */
  holdsWithout(name: CheckName): void {
    this.#set({ name, state: "holds", count: 0 });
  }

  wait(...names: CheckName[]): void {
    for (const name of names) this.holds(0, name);
  }

  fails({ code }: Fault): void {
    this.#set({ name: code === "burn" ? "burn" : this.#now, state: "fails", count: 0 });
  }

  #set(check: Check): void {
    this.checks[CHECKS.indexOf(check.name)] = check;
  }

  verdict(fault: Fault | null): Verdict {
    return { fault, checks: this.checks, facts: this.facts, cards: this.cards };
  }
}

/** Reads and checks the text of a record. Never throws for what is wrong with it. */
export async function verifyText(text: string): Promise<Verdict> {
  const tally = new Tally();
  let read = false;
  try {
    const record = parseRecord(text);
    read = true;
    await run(record, tally);
    return tally.verdict(null);
  } catch (wrong) {
    if (!(wrong instanceof Wrong)) throw wrong;
    if (read) tally.fails(wrong.fault);
    return tally.verdict(wrong.fault);
  }
}

async function run(record: ShoeRecord, tally: Tally): Promise<void> {
  tally.begin("log");
  await checkChain(record);
  const log = readLog(record);
  tally.facts = factsOf(record, log);
  tally.holds(record.log.length);

  tally.begin("rules");
  const rules = await checkRules(record, log);
  tally.holds(log.attempts.length);
  const ready = isSession(rules) ? cardsReady(rules) : null;

  tally.begin("shares");
  checkWhoShared(log);
  const attempt = log.attempts.at(-1) as Attempt;
  tally.holds(await checkShares(record, attempt, sizeOf(rules)));

  tally.begin("hashes");
  checkRange(log, attempt, rules);
  tally.holds(await checkRoots(record, log, sizeOf(rules), ready));

  tally.begin("texts");
  tally.cards = await listed(record, ready !== null);
  tally.holds(checkTexts(tally.cards));
  checkCopies(tally.cards, rules.decks);

  tally.begin("rounds");
  const played = checkPlay(record, log, rules);
  // A house that burns nothing keeps its rules with every shoe that is dealt so.
  if (fixedBurn(rules) === 0 && played.rounds > 0) tally.holdsWithout("burn");
  else tally.holds(played.burns, "burn");
  tally.holds(played.rounds);

  if (log.ended === null) return tally.wait("end", "secret", "order", "decks");
  tally.begin("end");
  checkEnd(record, log.ended, rules);
  tally.holds(1);
  await checkSecret(record, log, attempt, rules, tally);
}

function sizeOf({ decks }: Rules): number {
  return decks * 52;
}

/** The published cut and cut card are within the house's range; a player's cut is one that was named. */
function checkRange(log: ShoeLog, { opened }: Attempt, rules: Rules): void {
  const { published } = log;
  if (!published?.stack) return;
  const { cut, behind } = published.stack;
  const entry = { entry: log.entries.indexOf(published) + 1 };
  must(cut >= CUT_LEAST && cut <= sizeOf(rules) - CUT_LEAST, "cut_card_range", entry);
  must(behind >= rules.cut_card_least && behind <= rules.cut_card_most, "cut_card_range", entry);
  const places = opened?.shares.flatMap((share) => share.cut ?? []) ?? [];
  must(rules.cut_by !== "player" || places.length === 0 || places.includes(cut), "cut", entry);
}

async function checkSecret(
  record: ShoeRecord,
  log: ShoeLog,
  attempt: Attempt,
  rules: Rules,
  tally: Tally,
): Promise<void> {
  const secret = log.ended?.secret ?? null;
  if (secret === null) return tally.wait("secret", "order", "decks");
  tally.begin("secret");
  await checkCommitment(attempt, secret);
  tally.holds(1);
  // It was given up before its cards came.
  if (log.published === null) return tally.wait("order", "decks");
  tally.begin("order");
  const seed = await seedFor(record, attempt, secret);
  const { stack } = log.published;
  const made: Made = stack
    ? await checkShoe(record, attempt, stack, rules, seed)
    : await checkSession(record, log, rules, cardsReady(rules), seed);
  tally.holds(made.hashes);
  tally.holds(made.packs, "decks");
  tally.cards = withTexts(tally.cards, made.texts);
}

function factsOf(record: ShoeRecord, log: ShoeLog): Facts {
  const attempt = log.attempts.at(-1) as Attempt;
  const { ended } = log;
  const reason = ended?.reason ?? "-";
  const stack = log.published?.stack;
  return {
    table: record.table,
    shoe: record.shoe,
    decks: attempt.announced.decks,
    session: attempt.announced.session_rounds > 0,
    state: ended?.end ?? (log.published ? "in_play" : "ceremony"),
    reason: reason === "-" ? null : reason,
    shares: attempt.opened?.shares.map(({ player, words }) => ({ player, words })) ?? [],
    shared: attempt.opened !== null,
    failed: log.attempts.flatMap(({ failed, announced }) =>
      failed ? { attempt: announced.attempt, players: failed.players } : [],
    ),
    commitment: attempt.announced.commitment,
    cut_card: stack ? stack.cards - stack.behind + 1 : null,
    head: record.log.at(-1)?.hash ?? record.previous,
    rounds: record.rounds.filter(({ demonstration }) => demonstration === 0).length,
    voided: record.rounds.filter(({ voided }) => voided !== null).length,
  };
}
