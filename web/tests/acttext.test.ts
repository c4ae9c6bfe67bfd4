// What stands in the list of acts: whose card became which, in which round, and whether the cut card was out.
import { expect, test } from "vitest";
import { actAbout, actTitle } from "../src/desk/acttext";
import type { StaffAct } from "../src/desk/api";
import { CATALOGUES } from "../src/i18n/all";
import { DESK } from "../src/i18n/desk";
import { REAL_DESK } from "../src/i18n/realdesk";

const EN = { desk: DESK.en, real: REAL_DESK.en, all: CATALOGUES.en };
const act = (kind: string, details: StaffAct["details"]): StaffAct => {
  return { number: 1, at_ms: 0, name: "Dora", role: "dealer", kind, approved_by: null, table: 7, reason: "", details };
};

test.each<[string, StaffAct["details"], string, string]>([
  [
    "correct_card",
    { number: 9, card: "8S", was: "9S", side: "player", shoe: 2, round: 12 },
    "Corrected a card",
    "Shoe 2, round 12 · Player 9♠ → 8♠",
  ],
  [
    "correct_card",
    { card: "TH", was: "9H", side: null, shoe: 1, round: 0 },
    "Corrected a card",
    "Shoe 1 · Burn 9♥ → 10♥",
  ],
  [
    "take_card_back",
    { card: "TH", side: "banker", shoe: 1, round: 3 },
    "Took a card back",
    "Shoe 1, round 3 · Banker 10♥",
  ],
  ["note_exposed", { card: "TH", shoe: 1, round: 3 }, "Noted an exposed card", "Shoe 1, round 3 · 10♥"],
  ["burn_cards", { count: 3, shoe: 1, round: 3 }, "Burned after an error", "Shoe 1, round 3 · 3 burned"],
  ["show_cut_card", { out: true, shoe: 1, round: 3 }, "Cut card is out", "Shoe 1, round 3"],
  ["show_cut_card", { out: false, shoe: 1, round: 3 }, "Cut card was not out", "Shoe 1, round 3"],
  ["new_shoe", { shoe: 1, replaced: false }, "New shoe", "Shoe 1"],
  ["new_shoe", { shoe: 2, replaced: false, early: true }, "Changed the shoe", "Shoe 2"],
  [
    "new_shoe",
    { shoe: 2, replaced: true, early: true },
    "Changed the shoe",
    "Shoe 2 · Its cards are damaged: a new set comes",
  ],
  ["role_changed", { name: "Hanna", role: "dealer" }, "Changed the role of", "Hanna · Dealer"],
  ["of_tomorrow", {}, "of_tomorrow", ""],
])("an act of the kind %s with %o", (kind, details, title, about) => {
  expect(actTitle(act(kind, details), EN)).toBe(title);
  expect(actAbout(act(kind, details), EN, false)).toBe(about);
});

test("in the list of the whole house every act says its table", () => {
  expect(actAbout(act("new_shoe", { shoe: 1 }), EN, true)).toBe("Table 7 · Shoe 1");
});
