// Cards face down and their squeeze: what lies where, whose the card is, who sees its face, what moves and what is said.
import { describe, expect, test } from "vitest";
import { type Cue, cues } from "../src/deal/play";
import { cardInSight, dealerOpens, handOf, isAsked, lastOpened, ownCard, ownFace, placeOf } from "../src/deal/squeeze";
import { news } from "../src/frame/announce";
import { CATALOGUES } from "../src/i18n/all";
import type { Card, CardFace, CardView, PublicEvent, SqueezeEnd, TableView } from "../src/protocol.gen";
import type { SqueezeCommand, State } from "../src/state/state";
import { heard, own, RULES, run, seated, table } from "./fixtures";

const NOW = 50_000;
const { en } = CATALOGUES;
const DOWN = {
  ...RULES,
  settings: { ...RULES.settings, faces: "down", squeeze: "highest_seated", squeeze_seconds: 15 },
};
const FACE: CardFace = { type: "card_face", table: 7, shoe: 3, round: 5, number: 1, card: "8H" };
const LAID: TableView["laid"] = [
  { side: "player", number: 1, bent: false },
  { side: "banker", number: 2, bent: false },
  { side: "player", number: 3, bent: false },
  { side: "banker", number: 4, bent: false },
];

const open = (number: number, card: Card): CardView => ({ number, card });
const kinds = (list: Cue[]) => list.map(({ kind }) => kind);

function happens(state: State, ...events: PublicEvent[]): State {
  const version = (state.table?.version ?? 0) + 1;
  return heard(state, { type: "events", table: 7, version, events, server_ms: 1 });
}

function dealing(changes: Partial<TableView> = {}, mine: Parameters<typeof own>[0] = {}): State {
  return seated({ phase: "dealing", due_ms: NOW + 1_000, rules: DOWN, laid: LAID, ...changes }, mine);
}

const began = (number: number, name: string, side: "player" | "banker" = "player"): PublicEvent => ({
  type: "squeeze_began",
  at_ms: NOW,
  squeeze: { side, number, name },
  due_ms: NOW + 15_000,
});
const owns = (state: State, squeezes: number | null) =>
  heard(state, { type: "own", table: 7, version: 11, own: own({ squeezes }) });
const bent = (number: number): PublicEvent => ({ type: "card_bent", at_ms: NOW, number });
const ended = (number: number, reason: SqueezeEnd): PublicEvent => ({
  type: "squeeze_ended",
  at_ms: NOW,
  number,
  reason,
});
const opened = (number: number, card: Card, side: "player" | "banker" = "player"): PublicEvent => ({
  type: "card_opened",
  at_ms: NOW,
  side,
  number,
  card,
  text: "",
  due_ms: NOW + 1_000,
});
const laid = (number: number, side: "player" | "banker"): PublicEvent => ({
  type: "card_laid",
  at_ms: NOW,
  side,
  number,
  cut_card: false,
  due_ms: NOW + 1_000,
});

/** The first card is ours to squeeze. */
const ours = () => owns(happens(dealing(), began(1, "Guest")), 1);

describe("a hand", () => {
  test("holds open cards and cards face down in the order in which they came", () => {
    const hands = table({ player: [open(3, "2C")], laid: LAID.slice(0, 2) });
    expect(handOf(hands, "player").map(({ number, open, laid }) => [number, open !== null, laid !== null])).toEqual([
      [1, false, true],
      [3, true, false],
    ]);
    expect(placeOf(hands, "player", 3)).toBe(1);
    expect(placeOf(hands, "banker", 2)).toBe(0);
    expect(placeOf(hands, "banker", 3)).toBe(-1);
  });

  test("opened hand by hand has its newest card there, and not at the highest number", () => {
    const cards = { player: [open(1, "2C"), open(3, "3C")], banker: [open(2, "4C")] };
    expect(lastOpened(table({ ...cards, rules: DOWN }))).toBe(2);
    expect(lastOpened(table(cards))).toBe(3);
    const thirds = { player: [...cards.player, open(5, "5C")], banker: [open(2, "4C"), open(4, "6C")] };
    expect(lastOpened(table({ ...thirds, rules: DOWN }))).toBe(5);
    expect(lastOpened(table())).toBeUndefined();
  });
});

describe("all look", () => {
  test("at the card that is squeezed, else at the one that moved, only while cards fall", () => {
    const first = happens(dealing({ laid: LAID.slice(0, 3) }), laid(4, "banker"));
    expect(first.table && cardInSight(first.table, first.moved)).toBe(4);
    const squeezed = happens(first, began(1, "Ann"));
    expect(squeezed.table && cardInSight(squeezed.table, squeezed.moved)).toBe(1);
    const over = happens(squeezed, ended(1, "opened"), opened(1, "8H"));
    expect(over.table && cardInSight(over.table, over.moved)).toBe(1);
    expect(cardInSight(table({ phase: "result", player: [open(1, "2C")] }), null)).toBeUndefined();
  });

  test("for who opened the card: its squeezer, or the dealer", () => {
    const squeezed = happens(dealing(), began(1, "Ann"));
    expect(dealerOpens(happens(squeezed, ended(1, "opened"), opened(1, "8H")))).toBe(false);
    const late = happens(squeezed, ended(1, "time"), opened(1, "8H"));
    expect(dealerOpens(late)).toBe(true);
    expect(late.squeezed).toEqual({ side: "player", number: 1, name: "Ann", ours: false, reason: "time" });
    expect(dealerOpens(happens(dealing(), opened(1, "8H")))).toBe(true);
    expect(dealerOpens(happens(dealing({ laid: LAID.slice(0, 3) }), laid(4, "banker")))).toBe(false);
  });
});

describe("the card is ours to squeeze", () => {
  test("once both say so: the table's picture and our own part of it", () => {
    const hers = happens(dealing(), began(1, "Guest"));
    expect(ownCard(hers)).toBeNull();
    expect(ownCard(ours())).toBe(1);
    expect(ownCard(owns(hers, 2))).toBeNull();
    expect(ownCard(happens(ours(), ended(1, "time")))).toBeNull();
  });

  test("not while the table stands still", () => {
    expect(ownCard(happens(ours(), { type: "round_suspended", at_ms: NOW, reason: "why" }))).toBeNull();
  });

  test("and nothing is asked of it twice", () => {
    const ask: SqueezeCommand = { type: "bend_card", command_id: "bend-0001", table: 7, shoe: 3, round: 5, number: 1 };
    const asked = run(ours(), { type: "asked", command: ask });
    expect(isAsked(asked, "bend_card", 1)).toBe(true);
    expect(isAsked(asked, "open_card", 1)).toBe(false);
    expect(isAsked(asked, "bend_card", 2)).toBe(false);
    expect(isAsked(heard(asked, { type: "answer", command_id: "bend-0001", refusal: null }), "bend_card", 1)).toBe(
      false,
    );
    const no = { code: "not_your_card", message: "No." } as const;
    const refused = heard(asked, { type: "answer", command_id: "bend-0001", refusal: no });
    expect(refused.notices).toMatchObject([{ kind: "problem", refusal: no }]);
  });
});

describe("the face of our card", () => {
  const seen = () => heard(happens(ours(), bent(1)), FACE);

  test("is ours from the first bend on, and goes when the card is open", () => {
    expect(ownFace(seen())?.card).toBe("8H");
    expect(seen().table?.laid[0]?.bent).toBe(true);
    const over = happens(seen(), ended(1, "opened"), opened(1, "8H"));
    expect([ownFace(over), over.face]).toEqual([null, null]);
    expect(over.table?.player).toEqual([open(1, "8H")]);
  });

  test("goes with the right to it", () => {
    const passed = happens(seen(), ended(1, "passed"), began(1, "Ann"));
    expect(owns(passed, null).face).toBeNull();
  });

  test("that comes late, or is of another table, shoe, round or card, is nothing", () => {
    const at = ours();
    for (const other of [{ table: 8 }, { shoe: 2 }, { round: 4 }, { number: 9 }]) {
      expect(ownFace(heard(at, { ...FACE, ...other }))).toBeNull();
    }
    const over = happens(at, ended(1, "opened"), opened(1, "8H"));
    expect(heard(over, FACE).face).toBeNull();
    expect(heard(run(at, { type: "watch", table: 8 }), FACE).face).toBeNull();
  });

  test("stays over a new line while the card is ours, and goes with the next picture that says otherwise", () => {
    const again = (squeezes: number | null) =>
      heard(seen(), {
        type: "snapshot",
        table: table({
          version: 20,
          phase: "dealing",
          laid: LAID,
          squeeze: { side: "player", number: 1, name: squeezes ? "Guest" : "Ann" },
        }),
        own: own({ squeezes }),
        server_ms: 1,
      });
    expect(ownFace(again(1))?.card).toBe("8H");
    expect(ownFace(again(null))).toBeNull();
  });
});

describe("on the felt", () => {
  const played = (state: State, ...events: PublicEvent[]) => cues(state, happens(state, ...events), NOW);

  test("a card laid face down slides and does not turn; a third also lies across", () => {
    expect(played(dealing({ laid: [] }), laid(1, "player"))).toEqual([
      { kind: "card", side: "player", nth: 0, slide: { at: 0, ms: 320 }, across: null, turn: null },
    ]);
    const two = { player: [open(1, "2C"), open(3, "3C")], banker: [open(2, "4C"), open(4, "5C")], laid: [] };
    expect(played(dealing(two), laid(5, "player"))).toMatchObject([
      { nth: 2, slide: { ms: 320 }, across: { at: 320, ms: 160 }, turn: null },
    ]);
  });

  test("a card that is opened turns where it lies", () => {
    expect(played(dealing(), opened(1, "8H"))).toEqual([
      { kind: "card", side: "player", nth: 0, slide: null, across: null, turn: { at: 0, ms: 260 } },
    ]);
    const third = dealing({
      player: [open(1, "2C"), open(3, "3C")],
      laid: [{ side: "player", number: 5, bent: true }],
    });
    expect(played(third, opened(5, "8H"))).toMatchObject([{ nth: 2, across: null, turn: { at: 0 } }]);
  });

  test("a bent card comes up once", () => {
    expect(played(dealing(), bent(4))).toEqual([{ kind: "bent", side: "banker", nth: 1 }]);
    expect(played(dealing({ laid: LAID.map((one) => ({ ...one, bent: true })) }), bent(4))).toEqual([]);
  });

  test("our own comes up further when we see its face", () => {
    const mine = happens(ours(), bent(1));
    const seen = heard(mine, FACE);
    expect(cues(mine, seen, NOW)).toEqual([{ kind: "bent", side: "player", nth: 0 }]);
    expect(cues(seen, owns(seen, 1), NOW)).toEqual([]);
  });

  test("cards that a voided round left face down are collected with the others", () => {
    const voided = dealing({ phase: "result", voided: "shoe_lost", player: [open(1, "2C")], laid: LAID.slice(1) });
    const next: PublicEvent = {
      type: "betting_opened",
      at_ms: NOW,
      round: 6,
      closes_ms: NOW + 9_000,
      totals: [],
      seats: [],
      standing: 0,
    };
    const [collected] = cues(voided, happens(voided, next), NOW).filter((cue) => cue.kind === "collected");
    expect(collected?.cards.map(({ side, nth }) => `${side}${nth}`)).toEqual([
      "player1",
      "player0",
      "banker1",
      "banker0",
    ]);
    expect(kinds(cues(voided, happens(voided, next), NOW + 5_000))).toEqual([]);
  });
});

describe("what is said", () => {
  const said = (state: State, ...events: PublicEvent[]) => news(state, happens(state, ...events), en, NOW + 3_000);

  test("of cards face down: which one was laid, and no face", () => {
    expect(said(dealing({ laid: LAID.slice(0, 3) }), laid(4, "banker")).polite).toEqual([
      "Banker’s second card is face down.",
    ]);
  });

  test("of another's squeeze: who, which card, that it is bent, and how it ended", () => {
    const hers = happens(dealing(), began(1, "Ann"));
    expect(said(dealing(), began(1, "Ann"))).toEqual({ polite: ["Ann squeezes Player’s first card."], assertive: [] });
    expect(said(hers, bent(1)).polite).toEqual(["Ann bends Player’s first card."]);
    expect(said(hers, ended(1, "passed"), began(1, "Bob")).polite).toEqual([
      "Ann passed Player’s first card on.",
      "Bob squeezes Player’s first card.",
    ]);
    expect(said(hers, ended(1, "time"), opened(1, "8H")).polite).toEqual([
      "Time is up for Ann. The dealer opens.",
      "Player first card, 8 of hearts.",
    ]);
    expect(said(hers, ended(1, "opened"), opened(1, "8H")).polite).toEqual(["Player first card, 8 of hearts."]);
    // More time after a restart is no news.
    expect(said(hers, began(1, "Ann")).polite).toEqual([]);
  });

  test("of a card that the dealer opens, once until another does", () => {
    expect(said(dealing(), opened(1, "8H")).polite).toEqual([
      "The dealer opens the cards.",
      "Player first card, 8 of hearts.",
    ]);
    expect(said(happens(dealing(), opened(1, "8H")), opened(3, "2C")).polite).toEqual([
      "Player second card, 2 of clubs.",
    ]);
  });

  test("of our own: at once, with the seconds that are left, and the face to us alone", () => {
    const before = happens(dealing(), began(1, "Guest"));
    expect(said(dealing(), began(1, "Guest"))).toEqual({ polite: [], assertive: [] });
    expect(news(before, owns(before, 1), en, NOW + 3_000)).toEqual({
      polite: [],
      assertive: ["You squeeze Player’s first card, 12 seconds."],
    });
    const mine = happens(owns(before, 1), bent(1));
    expect(news(mine, heard(mine, FACE), en).polite).toEqual(["You see the 8 of hearts. Nobody else does."]);
    expect(said(mine, ended(1, "time")).polite).toEqual(["Your time is up. The dealer opens."]);
    expect(said(mine, ended(1, "off_line")).polite).toEqual(["You lost the line. The dealer opens."]);
    expect(said(mine, ended(1, "left_seat")).polite).toEqual(["You left the seat. The dealer opens."]);
    expect(said(mine, ended(1, "passed")).polite).toEqual(["You passed Player’s first card on."]);
  });

  test("to who comes in the middle of it", () => {
    const empty = seated();
    const none = { ...empty, table: null, own: null };
    const hers = dealing({ squeeze: { side: "banker", number: 2, name: "Ann" } });
    expect(news(none, hers, en, NOW).polite.at(-1)).toBe("Ann squeezes Banker’s first card.");
    const mine = dealing(
      { due_ms: NOW + 9_000, squeeze: { side: "banker", number: 2, name: "Guest" } },
      { squeezes: 2 },
    );
    expect(news(none, mine, en, NOW).assertive).toEqual(["You squeeze Banker’s first card, 9 seconds."]);
  });
});
