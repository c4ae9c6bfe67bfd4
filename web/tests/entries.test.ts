// Cards on their way to the house: each is for the card that the dealer saw, and for no other.
import { describe, expect, test } from "vitest";
import { Burst } from "../src/desk/real/burst";
import { advanced, type Entries, entered, NO_ENTRIES } from "../src/desk/real/entries";
import { view } from "./realview";

function must(entries: Entries | string): Entries {
  if (typeof entries === "string") throw new Error(entries);
  return entries;
}

describe("cards that wait", () => {
  test("the first is for the card that the table asks for, each further one for the card after it", () => {
    const first = must(entered(NO_ENTRIES, view({ next_number: 20 }), "9H"));
    expect(first.sending).toEqual({ text: "9H", number: 20, shoe: 3, round: 12 });
    const more = must(entered(must(entered(first, view(), "KD")), view(), "0417"));
    expect(more.waiting.map(({ text, number }) => [text, number])).toEqual([
      ["KD", 21],
      ["0417", 22],
    ]);
    expect(more.sending).toBe(first.sending);
  });

  test("nothing is entered where no card is asked for, not even by who cannot have seen it yet", () => {
    for (const next of ["new_shoe", "bring_shoe", "open_round", "betting", "settle", "resume"] as const)
      expect(entered(NO_ENTRIES, view({ next }), "9H")).toBe("no_card_asked");
    expect(entered(NO_ENTRIES, view({ next_number: null }), "9H")).toBe("no_card_asked");
    expect(must(entered(NO_ENTRIES, view({ next: "burn_card", next_number: 1 }), "7H")).sending?.number).toBe(1);
  });

  test("more cards than a round has do not wait, nor does a text that is no card", () => {
    let entries = must(entered(NO_ENTRIES, view(), "2S"));
    for (let at = 0; at < 5; at += 1) entries = must(entered(entries, view(), "2H"));
    expect(entered(entries, view(), "2D")).toBe("too_many");
    expect(entered(NO_ENTRIES, view(), "9".repeat(41))).toBe("too_long");
  });

  test("the next is sent when the table asks for exactly that card", () => {
    const two = must(entered(must(entered(NO_ENTRIES, view({ next_number: 20 }), "9H")), view(), "KD"));
    const { entries, dropped } = advanced(two, view({ next: "banker_card", next_number: 21 }));
    expect(entries).toEqual({ sending: two.waiting[0], waiting: [] });
    expect(dropped).toEqual([]);
    expect(advanced(entries, view({ next_number: 22 }))).toEqual({ entries: NO_ENTRIES, dropped: [] });
  });

  test.each([
    ["another number", view({ next_number: 20 })],
    ["another shoe", view({ next_number: 21, shoe: 4 })],
    ["another round", view({ next_number: 21, round: 13 })],
    ["no card at all", view({ next_number: 21, next: "settle" })],
  ])("all that wait are dropped when the table asks for %s", (_, now) => {
    let entries = must(entered(NO_ENTRIES, view({ next_number: 20 }), "9H"));
    entries = must(entered(must(entered(entries, view(), "KD")), view(), "2S"));
    const after = advanced(entries, now);
    expect(after.entries).toEqual(NO_ENTRIES);
    expect(after.dropped.map(({ text }) => text)).toEqual(["KD", "2S"]);
  });
});

describe("a scanner's burst", () => {
  function typed(burst: Burst, text: string, from_ms: number, pace_ms: number): number {
    for (const [at, key] of [...text].entries()) burst.typed(key, from_ms + at * pace_ms);
    return from_ms + (text.length - 1) * pace_ms;
  }

  test("is known by its pace", () => {
    const burst = new Burst();
    const last = typed(burst, "PB;KD", 1_000, 6);
    expect(burst.ended(last + 6)).toBe("PB;KD");
  });

  test("is no hand that types", () => {
    const burst = new Burst();
    const last = typed(burst, "9H", 1_000, 90);
    expect(burst.ended(last + 90)).toBeNull();
    typed(burst, "because", 5_000, 20);
    expect(burst.ended(5_400)).toBeNull();
  });

  test("begins anew after a pause, so that what a hand wrote before it is no part of it", () => {
    const burst = new Burst();
    const last = typed(burst, "a torn ", 1_000, 80);
    expect(burst.begins(last + 80)).toBe(true);
    const end = typed(burst, "0417", last + 200, 5);
    expect(burst.begins(end + 5)).toBe(false);
    expect(burst.ended(end + 5)).toBe("0417");
    expect(burst.ended(end + 8)).toBeNull();
  });
});
