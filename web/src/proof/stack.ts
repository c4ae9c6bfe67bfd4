// From the secret to the cards (docs/proof.md): seed, keys, streams, the shuffle, the cut, the texts. Pure but for its hashing.
import { type Bytes, joined, toHex, utf8 } from "./bytes";
import { hmac, hmacOf, sha512 } from "./hash";
import type { Rules } from "./rules";

const WORDS = 8;
/** Enough for a shuffle of eight decks at one go. */
const BLOCKS = 56;
const SUITS = ["S", "H", "D", "C"];
const RANKS = 13;
/** Nobody cuts closer to an end of the pack. */
export const CUT_LEAST = 10;
const RANDOM_BYTES = 20;

/** Numbers that follow from a key. */
export class Stream {
  readonly #key: Bytes;
  #counter = 0;
  #words: bigint[] = [];

  constructor(key: Bytes) {
    this.#key = key;
  }

  below(bound: number): Promise<number> {
    return numberBelow(() => this.word(), bound);
  }

  /** The same at once, where a word is at hand that need not be thrown away; else null, and nothing is taken. */
  belowNow(bound: number): number | null {
    const word = this.#words.at(-1);
    const size = BigInt(bound);
    if (word === undefined || word >= limitOf(size)) return null;
    this.#words.pop();
    return Number(word % size);
  }

  async word(): Promise<bigint> {
    if (this.#words.length === 0) await this.#fill();
    return this.#words.pop() as bigint;
  }

  async #fill(): Promise<void> {
    const blocks = Array.from({ length: BLOCKS }, (_, at) => {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setBigUint64(0, BigInt(this.#counter + at));
      return joined(this.#key, counter);
    });
    this.#counter += BLOCKS;
    const words = (await sha512(blocks)).flatMap(wordsOf);
    // They are taken from the end.
    this.#words = words.reverse();
  }
}

const WORDS_IN_ALL = 1n << 64n;

function limitOf(size: bigint): bigint {
  return WORDS_IN_ALL - (WORDS_IN_ALL % size);
}

/** Words that would favour small numbers are thrown away. */
export async function numberBelow(next: () => Promise<bigint>, bound: number): Promise<number> {
  const size = BigInt(bound);
  const limit = limitOf(size);
  for (;;) {
    const word = await next();
    if (word < limit) return Number(word % size);
  }
}

function wordsOf(block: Bytes): bigint[] {
  const view = new DataView(block.buffer, block.byteOffset);
  return Array.from({ length: WORDS }, (_, at) => view.getBigUint64(8 * at));
}

/** A card as its text begins: `H-3` is the three of hearts. */
export type Face = string;

export function fullPack(decks: number): Face[] {
  const deck = SUITS.flatMap((suit) => Array.from({ length: RANKS }, (_, at) => `${suit}-${at + 1}`));
  return Array.from({ length: decks }, () => deck).flat();
}

/** Exactly so many full decks. */
export function isFullPack(cards: readonly Face[], decks: number): boolean {
  const counts = new Map<Face, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return cards.length === decks * 52 && fullPack(1).every((card) => counts.get(card) === decks);
}

export async function shuffled<T>(stream: Stream, items: readonly T[]): Promise<T[]> {
  const pack = [...items];
  for (let place = pack.length - 1; place > 0; place--) {
    // Eighty packs of a session are no place to wait for every number.
    const other = stream.belowNow(place + 1) ?? (await stream.below(place + 1));
    const item = pack[place] as T;
    pack[place] = pack[other] as T;
    pack[other] = item;
  }
  return pack;
}

/** `opened`: the hash of the log's entry with all opened contributions. */
export function seedOf(secret: Bytes, opened: Bytes): Promise<Bytes> {
  return hmacOf(secret, utf8("puntobanco v2 seed\n"), opened);
}

export function keyOf(seed: Bytes, use: string): Promise<Bytes> {
  return hmacOf(seed, utf8(`puntobanco v2 ${use}`));
}

/** A whole shoe in dealing order, where it was cut, and how many cards lie behind its cut card. */
export interface Stacked {
  cards: Face[];
  cut: number;
  behind: number;
}

/** `places`: where the opened contributions would cut, in list order. */
export async function stacked(seed: Bytes, rules: Rules, places: readonly number[]): Promise<Stacked> {
  const stream = new Stream(await keyOf(seed, "order"));
  const pack = await shuffled(stream, fullPack(rules.decks));
  const chosen = rules.cut_by === "player" && places.length > 0;
  const cut = chosen
    ? (places[await stream.below(places.length)] as number)
    : CUT_LEAST + (await stream.below(pack.length - 19));
  const behind = rules.cut_card_least + (await stream.below(rules.cut_card_most - rules.cut_card_least + 1));
  return { cards: [...pack.slice(cut), ...pack.slice(0, cut)], cut, behind };
}

/** The texts of cards numbered from 1. */
export async function textsOf(seed: Bytes, use: string, cards: readonly Face[]): Promise<string[]> {
  const randoms = await hmac(
    await keyOf(seed, use),
    cards.map((_, at) => utf8(String(at + 1))),
  );
  return cards.map((card, at) => `${card}-${toHex((randoms[at] as Bytes).slice(0, RANDOM_BYTES))}`);
}
