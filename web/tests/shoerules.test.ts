// What the page makes of a house's own shoe rules (docs/rules.md 6.5): the picture, the play, and what is said.
import { describe, expect, test } from "vitest";
import { cues } from "../src/deal/play";
import { burnLies, cutCardOut, demonstrates } from "../src/deal/stands";
import { news } from "../src/frame/announce";
import { en } from "../src/i18n/en";
import type { PublicEvent, TableView } from "../src/protocol.gen";
import { fold } from "../src/state/fold";
import { START } from "../src/state/state";
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
    const next = fold(view, {
      type: "betting_opened",
      at_ms: NOW,
      round: 6,
      closes_ms: NOW,
      totals: [],
      seats: [],
      standing: 0,
    });
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

describe("a demonstration round", () => {
  const NEW_SHOE = { phase: "burning", round: 0 } as const;
  const opened: PublicEvent = { type: "demonstration_opened", at_ms: NOW, number: 1, due_ms: NOW + 900 };
  const ended: PublicEvent = {
    type: "demonstration_ended",
    at_ms: NOW,
    due_ms: NOW + 5_000,
    result: {
      round: 0,
      outcome: "banker",
      player_points: 3,
      banker_points: 8,
      natural: false,
      player_pair: false,
      banker_pair: false,
    },
  };

  test("says that it takes no bets, and keeps no number", () => {
    const { news, kinds, view } = told(NEW_SHOE, opened);
    expect([view.phase, view.round, view.demonstration, demonstrates(view)]).toEqual(["dealing", 0, 1, true]);
    expect(news.polite).toEqual(["Demonstration round, no bets."]);
    expect(kinds).toEqual([]);
  });

  test("has a result that stands in no road", () => {
    const { news, kinds, view } = told({ ...NEW_SHOE, phase: "dealing", demonstration: 1 }, ended);
    expect([view.phase, view.results, view.won]).toEqual(["result", [], []]);
    expect(kinds).toEqual(["sides"]);
    expect(news.polite).toEqual(["Banker wins, 8 to 3."]);
  });

  test("is said again with the next one, and no more when betting opens", () => {
    const shown = { phase: "result", round: 0, demonstration: 1 } as const;
    expect(told(shown, { ...opened, number: 2 }).news.polite).toEqual(["Demonstration round, no bets."]);
    const { view } = told(shown, {
      type: "betting_opened",
      at_ms: NOW,
      round: 1,
      closes_ms: NOW + 9,
      totals: [],
      seats: [],
      standing: 0,
    });
    expect([view.demonstration, demonstrates(view)]).toEqual([0, false]);
  });

  test("is told to who comes in the middle of it, and gives no bets back when it is voided", () => {
    const during = seated({ phase: "dealing", round: 0, demonstration: 1 });
    expect(news(START, during, en).polite).toEqual(["Table 7. Demonstration round, no bets."]);
    const voided: PublicEvent = { type: "round_voided", at_ms: NOW, reason: "shoe_lost", due_ms: NOW + 9 };
    const { news: said } = told({ phase: "dealing", round: 0, demonstration: 1 }, voided);
    expect(said.assertive[0]).toBe("We voided the demonstration round. There were no bets.");
  });
});

describe("a pack of its own for every round", () => {
  const { shoe: usual } = table();
  const session = (changes: Partial<NonNullable<TableView["shoe"]>> = {}) =>
    ({ shoe: usual && { ...usual, cut_card_behind: 0, session_rounds: 80, ...changes } }) as const;
  const shuffled = (round: number, last = false): PublicEvent => {
    const hashes = ["A".repeat(128)];
    const entry = { text: "round", hash: "F".repeat(128) };
    return {
      type: "round_shuffled",
      at_ms: NOW,
      round,
      demonstration: 0,
      hashes,
      root: "R",
      last,
      due_ms: NOW + 900,
      entry,
    };
  };

  test("comes before the bets: the felt is clear, the shoe is full, and no burn is seen", () => {
    const cards = { player: [{ number: 1, card: "9H" }], banker: [{ number: 2, card: "2S" }] } as const;
    const { kinds, news, view } = told(
      { phase: "result", ...session(), ...structuredClone(cards) } as never,
      shuffled(6),
    );
    expect([view.phase, view.round, view.player, view.result]).toEqual(["burning", 5, [], null]);
    expect([view.shoe?.cards_left, view.shoe?.root, view.shoe?.shown]).toEqual([416, "R", null]);
    expect(kinds).toEqual(["shoe", "collected"]);
    expect(news.polite).toEqual(["Each round has cards shuffled for it."]);
  });

  test("the last of a session is said so, and no cut card comes out", () => {
    const { kinds, news, view } = told({ phase: "result", round: 79, ...session() }, shuffled(80, true));
    expect(view.shoe?.last_round).toBe(80);
    expect(cutCardOut(view)).toBe(false);
    expect(kinds).toEqual(["shoe"]);
    expect(news.polite).toEqual(["Each round has cards shuffled for it.", "Last round before a new secret."]);
  });
});
