import { expect, test, vi } from "vitest";
import { asideFrom, chipsAt, chipsOf, keepChips, sumOf, takeChips } from "../src/felt/kept";
import { keyFrom } from "../src/frame/panes";
import { besideHref, firstHref, framesOf, parseTables, withoutHref } from "../src/state/beside";
import { keepFor } from "../src/state/kept";
import { reduce } from "../src/state/reduce";
import { START } from "../src/state/state";
import { own, run, seated, table } from "./fixtures";

test("one to four tables are a list, each once; anything else is none", () => {
  expect(parseTables("7")).toEqual([7]);
  expect(parseTables("3,3")).toEqual([3]);
  expect(parseTables("3,7,3,3,3")).toEqual([3, 7]);
  expect(parseTables("3,7")).toEqual([3, 7]);
  expect(parseTables("7,3,9999,1")).toEqual([7, 3, 9999, 1]);
  for (const strange of ["", ",", "3,", "1,2,3,4,5", "0,1", "03,7", "3, 7", "3.5,1", "10000,1", "x", "-1,2"]) {
    expect(parseTables(strange), strange).toBeNull();
  }
});

test("a table is laid beside others while there is room, and stays where it is", () => {
  expect(besideHref([], 7)).toBe("#/tables/7");
  expect(besideHref([3], 7)).toBe("#/tables/3,7");
  expect(besideHref([3, 7], 3)).toBe("#/tables/3,7");
  expect(besideHref([1, 2, 3], 4)).toBe("#/tables/1,2,3,4");
  expect(besideHref([1, 2, 3, 4], 4)).toBe("#/tables/1,2,3,4");
  expect(besideHref([1, 2, 3, 4], 5)).toBeNull();
});

test("one goes, the others stay; without any it is the lobby", () => {
  expect(withoutHref([3, 7, 9], 7)).toBe("#/tables/3,9");
  expect(withoutHref([3, 7], 3)).toBe("#/tables/7");
  expect(withoutHref([7], 7)).toBe("#/");
  expect(firstHref([3, 7, 9], 9)).toBe("#/tables/9,3,7");
});

test("frames that stay keep their order in the page, whatever the order of the address", () => {
  expect(framesOf([], [3, 7])).toEqual([3, 7]);
  expect(framesOf([3, 7], [7, 3])).toEqual([3, 7]);
  expect(framesOf([3, 7, 9], [9, 3, 4])).toEqual([3, 9, 4]);
});

test("only a key of our own page is taken from a frame", () => {
  const here = "http://127.0.0.1:8000";
  expect(keyFrom({ origin: here, data: { puntobanco: "key", key: "n" } }, here)).toBe("n");
  for (const data of [null, "n", 7, {}, { puntobanco: "key" }, { puntobanco: "key", key: 3 }, { key: "n" }]) {
    expect(keyFrom({ origin: here, data }, here)).toBeNull();
  }
  expect(keyFrom({ origin: "http://elsewhere", data: { puntobanco: "key", key: "n" } }, here)).toBeNull();
});

const laid = [
  { stakes: [{ bet: "player" as const, cents: 10_000 }] },
  { stakes: [{ bet: "tie" as const, cents: 500 }] },
];
const aside = { table: 7, shoe: 3, round: 5, laid };

test("chips that lie unconfirmed are kept under their table, shoe and round", () => {
  expect(chipsOf({ table: table(), laid })).toEqual(aside);
  expect(chipsOf({ table: table(), laid: [] })).toBeNull();
  expect(chipsOf({ table: null, laid })).toBeNull();
  expect(sumOf(aside)).toBe(10_500);
  expect(asideFrom(JSON.stringify(aside), 7)).toEqual(aside);
});

test("what is kept and is not whole, or another table's, is nothing", () => {
  expect(asideFrom(null, 7)).toBeNull();
  expect(asideFrom("{", 7)).toBeNull();
  expect(asideFrom(JSON.stringify(aside), 8)).toBeNull();
  for (const wrong of [
    { laid: [] },
    { laid: [null] },
    { laid: [{}] },
    { laid: [{ stakes: [null] }] },
    { laid: [{ stakes: [{ bet: "jackpot", cents: 500 }] }] },
    { laid: [{ stakes: [{ bet: "player", cents: -500 }] }] },
    { laid: [{ stakes: [{ bet: "player", cents: 0.5 }] }] },
    { laid: [{ stakes: [{ bet: "player", cents: "500" }] }] },
    { round: "5" },
    { shoe: null },
  ]) {
    expect(asideFrom(JSON.stringify({ ...aside, ...wrong }), 7), JSON.stringify(wrong)).toBeNull();
  }
});

test("where nothing can be kept nothing breaks", () => {
  keepFor("ann");
  keepChips(7, aside);
  expect(takeChips(7)).toBeNull();
  keepFor(null);
});

test("what the window keeps is its player's alone, and gone when that one signs out or another signs in", () => {
  const stored = new Stored();
  vi.stubGlobal("sessionStorage", stored);
  keepChips(7, aside);
  expect(Object.keys(stored)).toEqual([]);
  keepFor("ann");
  keepChips(7, aside);
  expect(chipsAt(7)).toEqual(aside);
  // What one left whose session ran out before the page was loaded again.
  stored.setItem("puntobanco.eve.chips.7", JSON.stringify(aside));
  keepFor("bob");
  expect(chipsAt(7)).toBeNull();
  expect(Object.keys(stored)).toEqual(["puntobanco.eve.chips.7"]);
  keepChips(7, aside);
  keepFor(null);
  expect(chipsAt(7)).toBeNull();
  expect(Object.keys(stored)).toEqual(["puntobanco.eve.chips.7"]);
  vi.unstubAllGlobals();
});

/** A window's own storage, as browsers have it: what it keeps are its keys. */
class Stored {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, text: string) {
    this[key] = text;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

test("who opens the table again in the same round finds the chips; in another round they go back", () => {
  const watching = run(START, { type: "watch", table: 7 });
  const kept = { type: "kept", aside } as const;
  expect(run(watching, kept).aside).toEqual(aside);
  for (const [round, found] of [
    [5, laid],
    [6, []],
  ] as const) {
    const message = { type: "snapshot", table: table({ round }), own: own({ round }), happened_ms: 0, server_ms: 0 };
    const snapshot = { type: "heard", message: message as never } as const;
    for (const order of [
      [kept, snapshot],
      [snapshot, kept],
    ])
      expect(run(watching, ...order)).toMatchObject({ laid: found, aside: null });
  }
});

test("what lies and what is on the way is not for another who signs in here", () => {
  const ann = { account: "a", name: "Guest", balance_cents: 1_000_000, in_play_cents: 0 };
  const place = { type: "place_bet", table: 7, shoe: 3, round: 5, bet: "player", amount_cents: 500 } as const;
  const state = run(
    run(seated(), { type: "purse", ...ann }),
    { type: "lay", bets: ["tie"], cents: 500 },
    { type: "sent", commands: [{ ...place, command_id: "1" }] },
  );
  const kept = { ...state, aside };
  expect(reduce(kept, { type: "purse", ...ann, balance_cents: 2 })).toMatchObject({
    laid: kept.laid,
    pending: kept.pending,
    aside,
  });
  expect(kept.laid.length + kept.pending.length).toBe(2);
  expect(reduce(kept, { type: "purse", ...ann, account: "bob" })).toMatchObject({ laid: [], pending: [], aside: null });
});
