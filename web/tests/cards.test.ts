import { expect, test } from "vitest";
import { handPoints, isNatural, pointsOf, rankOf, suitOf } from "../src/deal/cards";
import { COURTS, pips } from "../src/deal/faces";
import type { Card } from "../src/protocol.gen";

const hand = (...cards: Card[]) => cards.map((card, number) => ({ card, number }));

test("ace is 1, two to nine their number, ten and courts 0", () => {
  const cards: Card[] = ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS"];
  expect(cards.map(pointsOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]);
  expect([rankOf("TH"), suitOf("TH")]).toEqual(["T", "H"]);
});

test("points are the sum modulo ten, and nothing before the first card", () => {
  expect(handPoints([])).toBeNull();
  expect(handPoints(hand("9H", "8C"))).toBe(7);
  expect(handPoints(hand("KS", "QD"))).toBe(0);
  expect(handPoints(hand("5H", "5C", "5D"))).toBe(5);
});

test("a natural is 8 or 9 on two cards, not on three", () => {
  expect(isNatural(hand("9H", "9C"))).toBe(true);
  expect(isNatural(hand("9H"))).toBe(false);
  expect(isNatural(hand("4H", "3C", "2D"))).toBe(false);
});

test("every number card has as many pips as its rank, every court a bust", () => {
  const counts = (["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"] as const).map((rank) => pips(rank).length);
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const court of ["J", "Q", "K"] as const) {
    expect(pips(court)).toEqual([]);
    expect(COURTS[court]?.length).toBeGreaterThan(5);
  }
});
