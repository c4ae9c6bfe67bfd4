// What the page makes of a house's own shoe rules (docs/rules.md 6.5): the picture, the play, and what is said.
import { describe, expect, test } from "vitest";
import { news } from "../src/announce";
import { fold } from "../src/fold";
import { en } from "../src/i18n/en";
import { cues } from "../src/play";
import type { PublicEvent, TableView } from "../src/protocol.gen";
import { burnLies } from "../src/stands";
import { heard, seated, table } from "./fixtures";

const NOW = 10_000;

function told(before: Partial<TableView>, ...events: PublicEvent[]) {
  const was = seated(before);
  const is = heard(was, { type: "events", table: 7, version: 11, events, server_ms: 1 });
  return { kinds: cues(was, is, NOW).map(({ kind }) => kind), news: news(was, is, en), view: is.table as TableView };
}

describe("cards burned before a round", () => {
  const burned = (cut_card = false): PublicEvent => {
    return { type: "round_burned", at_ms: NOW, face_down: 3, cut_card, due_ms: NOW + 900 };
  };

  test("leave the shoe, are seen to go, and are said", () => {
    const { kinds, news, view } = told({ phase: "dealing" }, burned());
    expect([view.burned, view.shoe?.cards_left, view.shoe?.last_round]).toEqual([3, 397, null]);
    expect(kinds).toEqual(["burned"]);
    expect(news.polite).toEqual(["3 cards burned face down."]);
  });

  test("lie there until the first card, and are no part of the next round", () => {
    const view = fold(table({ phase: "dealing" }), burned());
    expect(burnLies(view)).toBe(true);
    const card = { side: "player", number: 20, card: "9H", text: "", cut_card: false } as const;
    expect(burnLies(fold(view, { type: "card_dealt", at_ms: NOW, due_ms: NOW, ...card }))).toBe(false);
    const next = fold(view, { type: "betting_opened", at_ms: NOW, round: 6, closes_ms: NOW, totals: [] });
    expect([next.burned, burnLies(next)]).toEqual([0, false]);
  });

  test("with the cut card make the round the last, also where one more would follow", () => {
    const { rules } = table();
    const oneMore = { ...rules, settings: { ...rules.settings, last_round: "one_more" } };
    const { kinds, view } = told({ phase: "dealing", rules: oneMore }, burned(true));
    expect(view.shoe?.last_round).toBe(5);
    expect(kinds).toEqual(["burned", "cut_card"]);
  });
});
