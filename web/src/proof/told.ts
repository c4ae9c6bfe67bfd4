// A verdict as sentences. Pure.
import type { ProofWords } from "../i18n/proof";
import type { ListedCard } from "./cards";
import type { Fault } from "./fault";
import type { Check, Facts, Verdict } from "./verify";

/** Where something is wrong, and what: one sentence. */
export function faultText({ code, field, entry, round, card, player }: Fault, words: ProofWords): string {
  const where = {
    ...(entry !== undefined && { entry: String(entry) }),
    ...(round !== undefined && { round: words.roundName(round) }),
    ...(card !== undefined && { card: String(card) }),
    ...(player !== undefined && { player }),
  };
  return words.at(where) + words.fault[code](field ?? "");
}

/** In place of a check's count, while it has nothing to count. */
export function waitText({ name }: Check, { facts }: Verdict, words: ProofWords): string {
  if (name === "shares") return facts?.shared ? words.waits.nobody : words.waits.none;
  if (name !== "end" && name !== "secret" && name !== "order" && name !== "decks") return words.waits.none;
  return facts?.state === "never_opened" ? words.waits.never : words.waits.end;
}

export function layText({ lay, burned }: ListedCard, words: ProofWords): string {
  if (lay === null) return burned ? words.burned : words.notDealt;
  return lay.side === null ? words.burnShown : words.dealtTo(lay.side, lay.nth);
}

/** A hash or a text as short as it can be told apart. */
export function shortened(text: string): string {
  return `${text.slice(0, 8).toUpperCase()}…${text.slice(-6).toUpperCase()}`;
}

/** As it is read out to somebody else. */
export function inFours(hash: string): string[] {
  return hash.toUpperCase().match(/.{1,4}/g) ?? [];
}

export function hasEnded(facts: Facts | null): boolean {
  return facts !== null && facts.state !== "in_play" && facts.state !== "ceremony";
}

/** Something was read that can be wrong: not any file or answer. */
export function isRecord({ facts, checks }: Verdict): boolean {
  return facts !== null || checks.some(({ state }) => state !== "unreached");
}

/** The verdict in a few words; null while there is none. */
export function verdictText(verdict: Verdict, words: ProofWords): string {
  const { fault, checks } = verdict;
  if (fault) return isRecord(verdict) ? words.fails : words.unreadable;
  const held = checks.filter(({ state }) => state === "holds").length;
  const waits = checks.some(
    ({ state, name }) => state === "open" && ["end", "secret", "order", "decks"].includes(name),
  );
  return waits ? words.holdSoFar(held) : words.allHold(held);
}
