// What stands in a card's text. Pure.
import type { Card } from "../protocol.gen";
import type { NumberedCard } from "./record";

const TEXT = /^([SHDC])-([1-9]|1[0-3])-[0-9A-F]{40}$/;
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

export function isCardText(text: string): boolean {
  return TEXT.test(text);
}

function rankOf(text: string): number {
  return Number(TEXT.exec(text)?.[2] ?? 0);
}

/** The card as the rest of the client names it: `TH` for a text that begins with `H-10`. */
export function cardOf(text: string): Card | null {
  const [, suit, rank] = TEXT.exec(text) ?? [];
  return suit ? (`${RANKS[Number(rank) - 1]}${suit}` as Card) : null;
}

export function pointsOf({ text }: NumberedCard): number {
  const rank = rankOf(text);
  return rank < 10 ? rank : 0;
}

/** How many cards are burned after this one was shown (docs/rules.md 6.4). */
export function burnedAfter({ text }: NumberedCard): number {
  return Math.min(rankOf(text), 10);
}

/** `H-3` of `H-3-45F6…`. */
export function faceOf(text: string): string {
  return text.slice(0, text.lastIndexOf("-"));
}
