// All cards of a record with their hashes, and whether what was opened has the published hash: check 4 of docs/proof.md, and what
// the page lists.
import { fromHex, sameHex, toHex, utf8 } from "./bytes";
import { faceOf, isCardText } from "./faces";
import { must } from "./fault";
import { digest, sha512 } from "./hash";
import type { ShoeLog } from "./log";
import type { Burn, NumberedCard, RecordRound, ShoeRecord } from "./record";

/** Where an opened card lay: shown at the burn, or the n-th of a hand. */
export interface Lay {
  round: string | null;
  side: "player" | "banker" | null;
  nth: number;
}

export interface ListedCard {
  number: number;
  /** Of a session's cards: whose pack; null in a shoe. */
  pack: string | null;
  hash: string;
  text: string | null;
  lay: Lay | null;
  /** It was burned face down: no round opened it. */
  burned: boolean;
  /** Worked out here: its text has the published hash. Null while there is no text. */
  holds: boolean | null;
}

/** No pack has more cards; a wrong record may name any number. */
const PACK_MOST = 624;

/** "12", or "D1" for the first demonstration round. */
export function roundName({ round, demonstration }: Pick<RecordRound, "round" | "demonstration">): string {
  return demonstration > 0 ? `D${demonstration}` : String(round);
}

type Open = { card: NumberedCard; lay: Lay };

function burnOpen(burn: Burn | null, round: string | null): Open[] {
  return burn?.shown ? [{ card: burn.shown, lay: { round, side: null, nth: 0 } }] : [];
}

function handsOpen(round: RecordRound): Open[] {
  const name = roundName(round);
  return (["player", "banker"] as const).flatMap((side) =>
    round[side].map((card, nth) => ({ card, lay: { round: name, side, nth } })),
  );
}

/** The numbers of the cards that were burned face down: at the start of a pack, and before rounds. */
function burnedOf(burn: Burn | null, rounds: readonly RecordRound[]): Set<number> {
  const burned = new Set<number>();
  const add = (first: number, many: number) => {
    for (let number = first; number < first + Math.min(many, PACK_MOST); number++) burned.add(number);
  };
  if (burn) add(burn.shown ? 2 : 1, burn.face_down);
  for (const round of rounds) {
    const first = Math.min(...[...round.player, ...round.banker].map(({ number }) => number));
    if (Number.isFinite(first)) add(first - round.burned, round.burned);
  }
  return burned;
}

interface Pack {
  pack: string | null;
  hashes: string[];
  open: Open[];
  burned: Set<number>;
}

/** The packs of a record: one shoe, or one a round; and what of each lies open. */
function packsOf(record: ShoeRecord, session: boolean): Pack[] {
  if (!session) {
    const open = [...burnOpen(record.burn, null), ...record.rounds.flatMap(handsOpen)];
    return [{ pack: null, hashes: record.hashes, open, burned: burnedOf(record.burn, record.rounds) }];
  }
  return record.rounds.map((round) => {
    const pack = roundName(round);
    const open = [...burnOpen(round.burn, pack), ...handsOpen(round)];
    return { pack, hashes: round.hashes, open, burned: burnedOf(round.burn, [round]) };
  });
}

/** Throws `Wrong` where an opened card has no place, or is opened twice. */
export async function listed(record: ShoeRecord, session: boolean): Promise<ListedCard[]> {
  const cards: ListedCard[] = [];
  for (const { pack, hashes, open, burned } of packsOf(record, session)) {
    const mine: ListedCard[] = hashes.map((hash, at) => ({
      number: at + 1,
      pack,
      hash,
      text: null,
      lay: null,
      burned: burned.has(at + 1),
      holds: null,
    }));
    for (const { card, lay } of open) {
      const one = mine[card.number - 1];
      const where = { card: card.number, ...(lay.round === null ? {} : { round: lay.round }) };
      must(one !== undefined && one.text === null, "card_number", where);
      one.text = card.text;
      one.lay = lay;
    }
    cards.push(...mine);
  }
  await matched(cards);
  return cards;
}

/** Works out for every text whether it has the published hash. */
export async function matched(cards: readonly ListedCard[]): Promise<void> {
  const open = cards.filter((one) => one.text !== null);
  const hashes = await sha512(open.map(({ text }) => utf8(text as string)));
  for (const [at, one] of open.entries()) one.holds = sameHex(one.hash, toHex(hashes[at] as (typeof hashes)[number]));
}

function whereOf({ number, pack, lay }: ListedCard): { card: number; round?: string } {
  const round = lay?.round ?? pack;
  return { card: number, ...(round === null ? {} : { round }) };
}

/** Every opened text is a card's and has the hash of its number. Gives how many there are. */
export function checkTexts(cards: readonly ListedCard[]): number {
  const open = cards.filter((one) => one.text !== null);
  for (const one of open) {
    must(isCardText(one.text as string), "card_text", whereOf(one));
    must(one.holds === true, "card_hash", whereOf(one));
  }
  return open.length;
}

/** No card comes oftener out of a pack than there are decks. */
export function checkCopies(cards: readonly ListedCard[], decks: number): void {
  const counts = new Map<string, number>();
  for (const one of cards) {
    if (one.text === null) continue;
    const face = `${one.pack} ${faceOf(one.text)}`;
    const count = (counts.get(face) ?? 0) + 1;
    must(count <= decks, "copies", whereOf(one));
    counts.set(face, count);
  }
}

/** Every hash is one, and the roots are the published ones. Gives how many hashes there are. */
export async function checkRoots(
  record: ShoeRecord,
  log: ShoeLog,
  size: number,
  ready: number | null,
): Promise<number> {
  const stack = log.published?.stack ?? null;
  must(record.hashes.length === (stack === null ? 0 : size), "hash_count");
  if (log.published !== null)
    must((stack === null) === (ready !== null), "log_order", { entry: log.entries.indexOf(log.published) + 1 });
  if (stack !== null) {
    must(stack.cards === size, "hash_count");
    must(stack.root === (await rootOf(record.hashes)), "root");
  }
  must(record.rounds.length <= log.rounds.length || ready === null, "round_number", { round: lastName(record) });
  for (const [at, round] of record.rounds.entries()) {
    const where = { round: roundName(round) };
    must(round.hashes.length === (ready ?? 0), "hash_count", where);
    if (ready !== null) must(log.rounds[at]?.root === (await rootOf(round.hashes)), "root", where);
  }
  must(log.published !== null || record.rounds.length === 0, "round_number", { round: lastName(record) });
  return record.hashes.length + record.rounds.length * (ready ?? 0);
}

function lastName({ rounds }: ShoeRecord): string {
  const last = rounds.at(-1);
  return last ? roundName(last) : "1";
}

export async function rootOf(hashes: readonly string[]): Promise<string> {
  return toHex(await digest("root", hashes.map(fromHex), []));
}
