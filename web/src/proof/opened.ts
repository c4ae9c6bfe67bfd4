// With the secret: it is the committed one, and makes every hash, the cut and the place of the cut card (check 8 of docs/proof.md).
import { type Bytes, fromHex, sameHex, toHex, utf8 } from "./bytes";
import type { ListedCard } from "./cards";
import { rootOf, roundName } from "./cards";
import { must } from "./fault";
import { digest, sha512 } from "./hash";
import type { Attempt, Published, ShoeLog } from "./log";
import type { ShoeRecord } from "./record";
import type { Rules } from "./rules";
import { type Face, fullPack, isFullPack, keyOf, Stream, seedOf, shuffled, stacked, textsOf } from "./stack";

export async function checkCommitment({ announced }: Attempt, secret: string): Promise<void> {
  const made = await digest("commitment", [fromHex(secret)], announced.committed);
  must(toHex(made) === announced.commitment, "commitment");
}

/** The seed of the shoe whose ceremony ended with this attempt. */
export function seedFor(record: ShoeRecord, { at }: Attempt, secret: string): Promise<Bytes> {
  return seedOf(fromHex(secret), fromHex(record.log[at + 2]?.hash ?? ""));
}

/** What the secret makes of a pack, checked against the published hashes; gives all texts. */
async function checkPack(seed: Bytes, use: string, faces: Face[], hashes: string[], round?: string): Promise<string[]> {
  const texts = await textsOf(seed, use, faces);
  const made = await sha512(texts.map(utf8));
  for (const [at, hash] of hashes.entries()) {
    must(sameHex(hash, toHex(made[at] as Bytes)), "order", { card: at + 1, ...(round ? { round } : {}) });
  }
  return texts;
}

export interface Made {
  /** How many hashes came out as published. */
  hashes: number;
  /** How many packs were full. */
  packs: number;
  /** The text of every card, in the order of the list of cards. */
  texts: string[];
}

export async function checkShoe(
  record: ShoeRecord,
  attempt: Attempt,
  stack: NonNullable<Published["stack"]>,
  rules: Rules,
  seed: Bytes,
): Promise<Made> {
  const places = attempt.opened?.shares.flatMap(({ cut }) => cut ?? []) ?? [];
  const { cards, cut, behind } = await stacked(seed, rules, places);
  const texts = await checkPack(seed, "texts", cards, record.hashes);
  must(cut === stack.cut, "cut");
  must(behind === stack.behind, "cut_card");
  must(isFullPack(cards, rules.decks), "decks");
  return { hashes: texts.length, packs: 1, texts };
}

export async function checkSession(
  record: ShoeRecord,
  log: ShoeLog,
  rules: Rules,
  ready: number,
  seed: Bytes,
): Promise<Made> {
  const made: Made = { hashes: 0, packs: 0, texts: [] };
  for (const [at, { round, demonstration, root }] of log.rounds.entries()) {
    const use = demonstration > 0 ? `demonstration ${demonstration}` : `round ${round}`;
    const name = roundName({ round, demonstration });
    const pack = await shuffled(new Stream(await keyOf(seed, `order ${use}`)), fullPack(rules.decks));
    must(isFullPack(pack, rules.decks), "decks", { round: name });
    const published = record.rounds[at];
    const texts = await checkPack(seed, `texts ${use}`, pack.slice(0, ready), published?.hashes ?? [], name);
    made.packs += 1;
    if (published) {
      made.texts.push(...texts);
      made.hashes += texts.length;
      continue;
    }
    // A pack whose round never began is in the log alone.
    const hashes = await sha512(texts.map(utf8));
    must((await rootOf(hashes.map(toHex))) === root, "root", { round: name });
  }
  return made;
}

/** What the secret told of the cards that nobody turned. */
export function withTexts(cards: readonly ListedCard[], texts: readonly string[]): ListedCard[] {
  return cards.map((one, at) => (one.text === null ? { ...one, text: texts[at] ?? null, holds: true } : one));
}
