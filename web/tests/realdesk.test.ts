// What the desk of a table with real cards says next, what its button does, what can be mended; and what players are told of it.
import { expect, test } from "vitest";
import { byHand, isScoreboard } from "../src/deal/stands";
import { toCorrect, toTakeBack } from "../src/desk/real/realask";
import { canChangeShoe, correctable, shoeInUse, stepOf } from "../src/desk/real/realsteps";
import { belowText, sentence, troubleText } from "../src/desk/real/realtext";
import { news, phaseText } from "../src/frame/announce";
import { mendsBetween } from "../src/frame/real";
import { LANGUAGES } from "../src/i18n";
import { CATALOGUES } from "../src/i18n/all";
import { REAL_DESK } from "../src/i18n/realdesk";
import { reasonText } from "../src/i18n/refusals";
import type { Card, PublicEvent, RulesView, TableView } from "../src/protocol.gen";
import { heard, RULES, seated, table } from "./fixtures";
import { cards, view } from "./realview";

const EN = CATALOGUES.en;
const DESK = REAL_DESK.en;
const HAND: RulesView = { ...RULES, settings: { ...RULES.settings, dealt_by: "hand" } };
const SCORES: RulesView = { ...HAND, offers: [] };

test("the sentence says what the rules ask for next", () => {
  const said = (changes: Parameters<typeof view>[0]) => sentence(view(changes), DESK, EN);
  expect(said({ next: "player_card", place: 1 })).toBe("Player’s first card");
  expect(said({ next: "banker_card", place: 2 })).toBe("Banker’s second card");
  expect(said({ next: "player_card", place: 3 })).toBe("Player draws");
  expect(said({ next: "new_shoe" })).toBe("Shuffle a new shoe");
  expect(said({ next: "new_shoe", shoe_done: true })).toBe("This shoe is over: shuffle a new one");
  expect(said({ next: "open_round" })).toBe("Open round 13");
  expect(said({ phase: "burning", next: "open_round", round: 0 })).toBe("Burn 7 cards, then open round 1");
  expect(said({ phase: "burning", next: "open_round", round: 0, burned: 1 })).toBe("Burn 1 card, then open round 1");
  expect(said({ phase: "burning", next: "open_round", round: 0, burned: 0 })).toBe("Open round 1");
  const settled = { next: "settle", outcome: "banker", player_points: 6, banker_points: 9 } as const;
  expect(said(settled)).toBe("Banker wins, 9 to 6: settle");
  expect(said({ ...settled, outcome: "tie", banker_points: 6 })).toBe("Tie, 6 all: settle");
});

test("below it stands what goes face down, where the cut card goes, and why the table stands still", () => {
  const said = (changes: Parameters<typeof view>[0], picture: TableView | null = null) =>
    belowText(view(changes), picture, DESK, EN);
  expect(said({ phase: "burning", next: "open_round" })).toBe("7 of hearts shown: 7 cards go face down.");
  expect(said({ phase: "burning", next: "open_round", shown: null, burned: 6 })).toBe(
    "Face down, into the discard rack.",
  );
  expect(said({ burn_first: 1 })).toBe("Burn 1 card face down before it.");
  const rules = { ...HAND, settings: { ...HAND.settings, cut_card_least: 14, cut_card_most: 20 } };
  expect(said({ next: "bring_shoe" }, table({ rules }))).toBe("Cut card behind: 14 to 20 cards from the end.");
  expect(said({ next: "bring_shoe" })).toBe("");
  expect(said({ next: "resume", suspended_for: "a card fell" })).toBe("Reason: a card fell");
  expect(said({ phase: "result", voided: "a card too few" })).toBe(
    "Voided, every bet returned. Reason: a card too few",
  );
});

test("the one button does the ordinary step, and none where a card or the clock is waited for", () => {
  const act = (changes: Parameters<typeof view>[0]) => stepOf(view(changes));
  expect(act({ next: "new_shoe", shoe_done: true })).toEqual({ kind: "act", act: { act: "new_shoe", shoe: 4 } });
  expect(act({ next: "new_shoe", cards_left: 0 })).toEqual({ kind: "act", act: { act: "new_shoe", shoe: 4 } });
  expect(act({ next: "new_shoe" })).toEqual({ kind: "ask_shoe" });
  expect(act({ next: "bring_shoe" })).toEqual({ kind: "act", act: { act: "bring_shoe", shoe: 3 } });
  expect(act({ next: "open_round" })).toEqual({ kind: "act", act: { act: "open_round", round: 13 } });
  expect(act({ next: "settle" })).toEqual({ kind: "act", act: { act: "settle_round", round: 12 } });
  const shown = act({ next: "settle", demonstration: 2, round: 0 });
  expect(shown).toEqual({ kind: "act", act: { act: "settle_round", round: 0 } });
  expect(act({ next: "resume" })).toEqual({ kind: "resume" });
  for (const next of ["betting", "player_card", "banker_card", "burn_card"] as const) expect(act({ next })).toBeNull();
});

test("cards can be corrected until the round is settled; an earlier one than the last needs a supervisor", () => {
  const dealt = { player: cards([60, "9H"], [62, "KD"]), banker: cards([61, "2S"]) };
  const now = view(dealt);
  expect(correctable(now).map(({ number, side, place }) => [number, side, place])).toEqual([
    [60, "player", 0],
    [61, "banker", 0],
    [62, "player", 1],
  ]);
  const [first, , last] = correctable(now);
  if (!first || !last) throw new Error("no cards");
  expect(toCorrect(now, first)).toMatchObject({ kind: "correct", approval: true });
  expect(toCorrect(now, last)).toMatchObject({ kind: "correct", approval: false });
  expect(toTakeBack(now)).toEqual({ kind: "take_back", about: last, approval: false });
  expect(toTakeBack({ ...now, taken_back: true })).toMatchObject({ about: last, approval: true });
  expect(toCorrect({ ...now, taken_back: true }, last)).toMatchObject({ approval: true });
  expect(correctable(view({ ...dealt, phase: "result" }))).toEqual([]);
  expect(toTakeBack(view({ ...dealt, phase: "result" }))).toBeNull();
  const burned = view({ phase: "burning" });
  expect(toTakeBack(burned)).toEqual({
    kind: "take_back",
    about: { number: 1, card: "7H", side: null, place: 0 },
    approval: false,
  });
});

test("a shoe is changed between rounds only, and mended while it is in use", () => {
  expect(canChangeShoe(view())).toBe(false);
  expect(canChangeShoe(view({ phase: "result" }))).toBe(true);
  expect(canChangeShoe(view({ phase: "result", shoe_done: true }))).toBe(false);
  expect(canChangeShoe(view({ phase: "shuffling", cards_left: 0 }))).toBe(false);
  expect(shoeInUse(view())).toBe(true);
  expect(shoeInUse(view({ phase: "burning", next: "burn_card", burned: 0, shown: null }))).toBe(false);
  expect(shoeInUse(view({ phase: "shuffling", cards_left: 0 }))).toBe(false);
});

test("why a card was not entered is said with the card, and with those that went with it", () => {
  const illegal = { code: "illegal_draw", message: "no" } as const;
  expect(troubleText({ text: "9H", why: illegal, dropped: ["KD", "2S"] }, DESK, EN)).toBe(
    "9H was not entered. The rules allow no further card in this round. Dropped with it, turn to the table and enter them again: KD, 2S.",
  );
  expect(troubleText({ text: "", why: { code: "too_late", message: "" }, dropped: [] }, DESK, EN)).toBe(
    "The table has moved on. Look at what it asks for now.",
  );
  for (const language of LANGUAGES)
    for (const why of ["no_card_asked", "too_many", "too_long", "moved_on", "question_open"] as const)
      expect(troubleText({ text: "", why, dropped: [] }, REAL_DESK[language], CATALOGUES[language])).not.toBe("");
});

test("cards are counted in a refusal, not money", () => {
  expect(reasonText({ code: "impossible_card", message: "", limit: 8 }, EN)).toBe(
    "All 8 of this card are out already.",
  );
  expect(reasonText({ code: "too_few_cards", message: "", left: 5 }, EN)).toBe("5 cards are left in the shoe.");
});

function told(events: PublicEvent[], changes: Partial<TableView> = {}) {
  const start = seated({
    rules: HAND,
    phase: "dealing",
    player: cards([60, "9S"]),
    banker: cards([61, "2S"]),
    ...changes,
  });
  const after = heard(start, { type: "events", table: 7, version: 11, events, server_ms: 0 });
  return { after, said: news(start, after, EN).assertive };
}

test.each<[PublicEvent, string]>([
  [
    { type: "card_corrected", at_ms: 1, number: 61, side: "banker", was: "2S", card: "3S", reason: "misread" },
    "The dealer corrected Banker’s first card: 2♠ → 3♠. Reason: misread",
  ],
  [
    { type: "card_taken_back", at_ms: 1, number: 61, side: "banker", reason: "scanned twice" },
    "The dealer took back Banker’s first card, 2♠: it was not dealt. Reason: scanned twice",
  ],
  [
    { type: "error_burned", at_ms: 1, face_down: 3, reason: "a card too many" },
    "After an error 3 cards were burned face down. Reason: a card too many",
  ],
  [
    { type: "card_exposed", at_ms: 1, card: "TH", reason: "it lay face up" },
    "10♥ lay face up in the shoe. It stays valid, and so do the bets. Reason: it lay face up",
  ],
  [
    { type: "shoe_withdrawn", at_ms: 1, replaced: true, reason: "a torn nine" },
    "Shoe 3 leaves the table: its cards are damaged, and a new set comes. Reason: a torn nine",
  ],
  [{ type: "cut_card_shown", at_ms: 1, last_round: null }, "The cut card had not come out. The shoe goes on."],
])("players are told what the dealer mended: %o", (event, text) => {
  const { after, said } = told([event]);
  expect(said).toEqual([text]);
  expect(after.notices.map(({ kind }) => kind)).toEqual(["mended"]);
});

test("that the cut card came out is said by the table, not as a mend", () => {
  expect(told([{ type: "cut_card_shown", at_ms: 1, last_round: 5 }]).said).toEqual([]);
});

test("a card that lies face up in the shoe is shown until its face leaves it or cards are burned", () => {
  const noted = (card: Card) => ({ type: "card_exposed", at_ms: 1, card, reason: "it lay face up" }) as const;
  const exposed = (...events: PublicEvent[]) =>
    told([noted("KD"), noted("7C"), noted("KD"), ...events]).after.table?.shoe?.exposed;
  const drawn = { at_ms: 2, number: 62, side: "player", text: "", cut_card: false, due_ms: 9 } as const;
  expect(exposed()).toEqual(["7C", "KD"]);
  expect(exposed({ type: "card_dealt", ...drawn, card: "KD" })).toEqual(["7C"]);
  expect(exposed({ type: "card_dealt", ...drawn, card: "KS" })).toEqual(["7C", "KD"]);
  expect(
    exposed({ type: "card_corrected", at_ms: 2, number: 61, side: "banker", was: "2S", card: "7C", reason: "misread" }),
  ).toEqual(["KD"]);
  expect(exposed({ type: "error_burned", at_ms: 2, face_down: 1, reason: "an error" })).toEqual([]);
  expect(exposed({ type: "round_burned", at_ms: 2, face_down: 1, cut_card: false, due_ms: 9 })).toEqual([]);
});

test("two mends in one frame are both told, each of the card as it lay before", () => {
  const { said } = told([
    { type: "card_corrected", at_ms: 1, number: 60, side: "player", was: "9S", card: "8S", reason: "misread" },
    { type: "card_taken_back", at_ms: 2, number: 61, side: "banker", reason: "scanned twice" },
  ]);
  expect(said).toHaveLength(2);
  expect(said[1]).toContain("2♠");
});

test("who sees pictures only is told of the cards that lie otherwise in the same round", () => {
  const before = table({ rules: HAND, phase: "dealing", player: cards([60, "9S"]), banker: cards([61, "2S"]) });
  const after = { ...before, player: cards([60, "8S"]), banker: [] };
  expect(mendsBetween(before, after, EN)).toEqual([
    "The dealer corrected Player’s first card: 9♠ → 8♠.",
    "The dealer took back Banker’s first card, 2♠: it was not dealt.",
  ]);
  expect(mendsBetween(before, { ...before, player: cards([60, "9S"], [62, "KD"]) }, EN)).toEqual([]);
  const next = { ...after, player: [], round: before.round + 1 };
  expect(mendsBetween(before, next, EN)).toEqual([]);
  expect(mendsBetween({ ...before, phase: "result" }, { ...after, player: [] }, EN)).toEqual([]);
});

test("who sees pictures only is told of cards burned after an error, and takes no dealt card for one", () => {
  const left = (cards_left: number) => ({ shoe: { ...(table().shoe as NonNullable<TableView["shoe"]>), cards_left } });
  const before = table({ rules: HAND, phase: "dealing", player: cards([60, "9S"]), ...left(355) });
  const burned = "After an error 3 cards were burned face down.";
  expect(mendsBetween(before, { ...before, ...left(352) }, EN)).toEqual([burned]);
  expect(mendsBetween({ ...before, phase: "result" }, { ...before, phase: "result", ...left(352) }, EN)).toEqual([
    burned,
  ]);
  expect(mendsBetween(before, { ...before, banker: cards([61, "2S"]), ...left(354) }, EN)).toEqual([]);
  expect(mendsBetween(before, { ...before, burned: 2, ...left(353) }, EN)).toEqual([]);
  const ended = { ...before, phase: "result" } as const;
  expect(mendsBetween(ended, { ...ended, player: [] }, EN)).toEqual([]);
});

test("sentences one after the other have one full stop between them", () => {
  expect(EN.sentences(["Round suspended. Supervisor called.", "Reason: a torn card"])).toBe(
    "Round suspended. Supervisor called. Reason: a torn card",
  );
  expect(EN.sentences(["Round 3", "", "Waiting."])).toBe("Round 3. Waiting.");
  expect(CATALOGUES["zh-Hant"].sentences(["本局暫停。", "原因"])).toBe("本局暫停。原因");
});

test("a table with real cards waits for its dealer, in every language, and a scoreboard speaks of no bets", () => {
  for (const language of LANGUAGES) {
    const words = CATALOGUES[language];
    const waits = phaseText(table({ rules: HAND, phase: "paused" }), words);
    expect(waits).toBe(words.real.says.paused);
    expect(waits).not.toBe(phaseText(table({ phase: "paused" }), words));
    expect(phaseText(table({ rules: HAND, phase: "dealing" }), words)).toBe(words.says.dealing);
    expect(phaseText(table({ rules: SCORES, phase: "dealing" }), words)).toBe(words.real.says.scored);
  }
  expect([byHand({ rules: RULES }), byHand({ rules: HAND }), isScoreboard({ rules: HAND })]).toEqual([
    false,
    true,
    false,
  ]);
  expect(isScoreboard({ rules: SCORES })).toBe(true);
});
