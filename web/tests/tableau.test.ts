import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bankerDraws, playerDraws, reason, stepOf } from "../src/deal/tableau";
import { reasonWords } from "../src/deal/tableau_words";
import { en } from "../src/i18n/en";
import { zhHans } from "../src/i18n/zh-Hans";
import { zhHant } from "../src/i18n/zh-Hant";
import type { Card, CardView } from "../src/protocol.gen";

const golden = (name: string) => readFileSync(new URL(`../../golden/${name}`, import.meta.url), "utf8");

interface Tableau {
  player: string;
  banker: { points: number; player_stood: string; third_card: string }[];
}

function hand(cards: string): CardView[] {
  return cards.split(" ").map((card, at) => ({ number: at + 1, card: card as Card }));
}

test("the third cards are those of the rule text", () => {
  const tableau = JSON.parse(golden("tableau.json")) as Tableau;
  for (let points = 0; points <= 7; points += 1) {
    expect(playerDraws(points)).toBe(tableau.player[points] === "D");
    const row = tableau.banker[points];
    expect(bankerDraws(points, null)).toBe(row?.player_stood === "D");
    for (let third = 0; third <= 9; third += 1) {
      expect(bankerDraws(points, third), `${points} against ${third}`).toBe(row?.third_card[third] === "D");
    }
  }
});

test("what is said at each card of 200 recorded rounds is what the next card does", () => {
  const rows = golden("recorded_hands.csv").trim().split("\n");
  const names = (rows[0] ?? "").split(",");
  const column = (row: string, name: string) => row.split(",")[names.indexOf(name)] ?? "";
  for (const row of rows.slice(1)) {
    const cards = (name: string) =>
      [...column(row, name).matchAll(/(10|[2-9TJQKA])[SHDC♠♥♦♣]?/g)].map(([, rank]) => ({
        number: 0,
        card: `${rank === "10" ? "T" : rank}S` as Card,
      }));
    const [player, banker] = [cards("player"), cards("banker")];
    expect(player.length + banker.length, row).toBeGreaterThanOrEqual(4);
    const first = reason(player.slice(0, 2), banker.slice(0, 2));
    const drawn = first?.kind === "player_draws" ? [3, null] : [2, first?.kind === "banker_alone" ? 3 : 2];
    expect(player.length, row).toBe(drawn[0]);
    if (drawn[1] !== null) expect(banker.length, row).toBe(drawn[1]);
    const second = reason(player, banker.slice(0, 2));
    if (second?.kind === "banker_against") expect(banker.length, row).toBe(second.draws ? 3 : 2);
  }
});

describe("in words", () => {
  const said = (player: string, banker: string, words = en) => {
    const why = reason(hand(player), hand(banker));
    return why === null ? null : reasonWords(why, words);
  };

  test("the sentence of the house", () => {
    expect(said("2C KD 4S", "QH 5C 3D")).toBe("Banker had 5 and Player drew a 4, so Banker draws: 3.");
    expect(said("2C KD 4S", "QH 5C")).toBe("Banker had 5 and Player drew a 4, so Banker draws.");
  });

  test("nothing before each side has two cards", () => {
    expect(reason([], [])).toBeNull();
    expect(said("2C KD", "QH")).toBeNull();
  });

  test.each([
    ["9C KD", "2H 3C", "Player has a natural 9, so no more cards."],
    ["2C KD", "4H 4C", "Banker has a natural 8, so no more cards."],
    ["9C KD", "4H 4C", "Naturals, 9 and 8, so no more cards."],
    ["7C KD", "3H 3C", "Player 7 and Banker 6: both stand."],
    ["2C KD", "3H 3C", "Player has 2, so Player draws."],
    ["6C KD", "2H 3C", "Player stands on 6. Banker had 5, so Banker draws."],
    ["6C KD", "2H 3C KD", "Player stands on 6. Banker had 5, so Banker draws: king."],
    ["2C KD 8S", "2H AC", "Banker had 3 and Player drew an 8, so Banker stands."],
    ["2C KD AS", "2H 3C", "Banker had 5 and Player drew an ace, so Banker stands."],
    ["2C KD QS", "2H KC", "Banker had 2 and Player drew a queen (0), so Banker draws."],
    ["2C KD 5S", "3H 4C", "Banker had 7 and Player drew a 5, so Banker stands."],
  ])("%s against %s", (player, banker, sentence) => {
    expect(said(player, banker)).toBe(sentence);
  });

  test("in Chinese too", () => {
    expect(said("2C KD 4S", "QH 5C 3D", zhHant)).toBe("莊 5 點，閑補得 4，莊須補牌：3。");
    expect(said("2C KD 4S", "QH 5C 3D", zhHans)).toBe("庄 5 点，闲补得 4，庄须补牌：3。");
  });
});

test("the steps of a round", () => {
  const [two, three] = [hand("2C KD"), hand("2C KD 4S")];
  expect(stepOf({ phase: "betting", player: [], banker: [], laid: [] })).toBe(0);
  expect(stepOf({ phase: "dealing", player: two, banker: two, laid: [] })).toBe(1);
  expect(stepOf({ phase: "dealing", player: three, banker: two, laid: [] })).toBe(2);
  expect(stepOf({ phase: "result", player: three, banker: two, laid: [] })).toBe(3);
  expect(stepOf({ phase: "shuffling", player: [], banker: [], laid: [] })).toBeNull();
});
