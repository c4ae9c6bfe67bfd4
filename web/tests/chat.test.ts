import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChatState, NO_CHAT, newlySaid, readMuted, shown, stillHolds, unread, writeMuted } from "../src/chat/chat";
import { characters, plain } from "../src/chat/chattext";
import { LANGUAGES } from "../src/i18n";
import { CHAT } from "../src/i18n/chat";
import type { ChatHistory, ChatMessage, FromServer, Refusal, TableView } from "../src/protocol.gen";
import { heard, run, seated, table } from "./fixtures";

interface Case {
  id: string;
  text: string;
  plain: string;
  characters: number;
}
const golden = JSON.parse(readFileSync(fileURLToPath(new URL("../../golden/chat.json", import.meta.url)), "utf8"));
const cases: Case[] = golden.messages;

function said(id: number, speaker: string | null = "ann", text = `message ${id}`): ChatMessage {
  const kind = speaker === null ? "system" : "player";
  const notice = speaker === null ? "shoe_changed" : null;
  return { id, kind, at_ms: id, who: speaker, speaker, notice, about: speaker === null ? 3 : null, text };
}

function history(...messages: ChatMessage[]): ChatHistory {
  return { type: "chat_history", table: 7, messages, you: "me", support: null, characters: 200 };
}

const chat = (message: ChatMessage, table = 7): FromServer => ({ type: "chat", table, message });
const say = (command_id: string) => ({ type: "chat", command_id, table: 7, text: "hello" }) as const;
const NOBODY = new Map<string, string>();
const there = heard(seated(), history(said(1), said(2, null)));
const ids = (state: ChatState) => state.messages.map(({ id }) => id);

test.each(cases)("what is written is kept and counted as the golden cases say: $id", (one) => {
  expect(plain(one.text)).toBe(one.plain);
  expect(characters(one.plain)).toBe(one.characters);
});

test("what is plain stays as it is", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => plain(plain(text)) === plain(text)));
});

describe("what was said", () => {
  test("comes once, in order, and a bounded number of lines is kept", () => {
    const more = Array.from({ length: 150 }, (_, at) => chat(said(at + 1)));
    const state = heard(there, ...more);
    expect(ids(state.chat)).toEqual(Array.from({ length: 100 }, (_, at) => at + 51));
  });

  test("is that of the table we look at, and goes with it", () => {
    expect(heard(there, chat(said(9), 8)).chat).toBe(there.chat);
    expect(heard(there, { ...history(said(9)), table: 8 }).chat).toBe(there.chat);
    expect(run(there, { type: "watch", table: 8 }).chat).toBe(NO_CHAT);
    expect(run(there, { type: "signed_out" }).chat).toBe(NO_CHAT);
  });

  test("is replaced by what the server shows to who comes again, and what was missed counts as new", () => {
    const again = heard(there, history(said(2, null), said(3), said(4)));
    expect(ids(again.chat)).toEqual([2, 3, 4]);
    expect(unread(again.chat, NOBODY)).toBe(2);
  });

  test("before we came is not new, nor what we or the house say", () => {
    expect(unread(there.chat, NOBODY)).toBe(0);
    const state = heard(there, chat(said(3)), chat(said(4, "me")), chat(said(5, null)));
    expect(unread(state.chat, NOBODY)).toBe(1);
    expect(newlySaid(there.chat, state.chat, NOBODY).map(({ id }) => id)).toEqual([3]);
    expect(newlySaid(seated().chat, there.chat, NOBODY)).toEqual([]);
    expect(unread(run(state, { type: "chat_read" }).chat, NOBODY)).toBe(0);
  });

  test("by someone muted is not shown, not counted and not read out, and is there again when they are not", () => {
    const muted = new Map([["ann", "Ann"]]);
    const state = heard(there, chat(said(3)));
    expect(shown(state.chat, muted).map(({ id }) => id)).toEqual([2]);
    expect(unread(state.chat, muted)).toBe(0);
    expect(newlySaid(there.chat, state.chat, muted)).toEqual([]);
    expect(shown(state.chat, NOBODY).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

describe("what we send", () => {
  const refusal: Refusal = { code: "rate_limited", message: "slowly" };

  test("waits until it is answered; what is refused comes back with its reason, until the next word", () => {
    const sent = run(there, { type: "chat_sent", command: say("a") });
    expect(sent.chat.pending).toEqual([say("a")]);
    expect(heard(sent, { type: "answer", command_id: "a", refusal: null }).chat).toMatchObject({
      pending: [],
      refused: null,
    });
    const refused = heard(sent, { type: "answer", command_id: "a", refusal });
    expect(refused.chat).toMatchObject({ pending: [], refused: { command: say("a"), refusal } });
    expect(run(refused, { type: "chat_noted" }).chat.refused).toBeNull();
    expect(refused.refused).toEqual([]);
  });

  test("is told to have been reported when the house says so", () => {
    const state = heard(there, { type: "chat_reported", table: 7, message: 1, support: "desk@house.example" });
    expect(state.chat).toMatchObject({ reported: 1, support: "desk@house.example" });
  });

  test("changes nothing where nothing changes", () => {
    expect(heard(there, { type: "answer", command_id: "strange", refusal: null })).toBe(there);
    expect(run(there, { type: "chat_read" })).toBe(there);
    expect(run(there, { type: "chat_noted" })).toBe(there);
  });
});

describe("who is muted", () => {
  test("is found again on this machine", () => {
    const muted = new Map([
      ["a", "Ann"],
      ["b", "<b>"],
    ]);
    expect(readMuted(writeMuted(muted))).toEqual(muted);
  });

  test.each([null, "", "{", "7", "null", '{"a":1}', '[["a"]]', "[[1,2]]", '["ab"]'])(
    "is nobody in rubbish: %s",
    (kept) => {
      expect(readMuted(kept).size).toBe(0);
    },
  );

  test("is bounded", () => {
    const many = new Map(Array.from({ length: 500 }, (_, at) => [String(at), "x"]));
    expect(readMuted(writeMuted(many)).size).toBe(200);
  });
});

test("every notice of the house has its words and its number in every language", () => {
  for (const language of LANGUAGES)
    for (const notice of ["shoe_changed", "last_round", "round_voided", "round_suspended"] as const) {
      const text = CHAT[language].notice({ ...said(1, null, "a card fell"), notice, about: 38 });
      expect(text).toContain("38");
      expect(text.includes("a card fell")).toBe(notice.startsWith("round_"));
    }
});

test("what the house announces is news to everyone, whatever is muted", () => {
  const told: ChatMessage = { ...said(9, null, "Good evening."), notice: "announcement", about: null };
  const after = heard(there, chat(told));
  expect(unread(after.chat, NOBODY)).toBe(unread(there.chat, NOBODY) + 1);
  expect(newlySaid(there.chat, after.chat, NOBODY)).toEqual([told]);
  for (const language of LANGUAGES) expect(CHAT[language].notice(told)).toContain("Good evening.");
});

test("the house says whether it muted or froze us, and when it does not any more", () => {
  const held = { muted: { until_ms: 5, reason: "shouted" }, frozen: null };
  const state = heard(there, { type: "standing", standing: held });
  expect(state.standing).toEqual(held);
  expect(heard(state, { type: "standing", standing: { muted: null, frozen: null } }).standing.muted).toBeNull();
});

describe("a line of the house holds as long as what it is about", () => {
  const told = (notice: ChatMessage["notice"], about: number): ChatMessage => ({ ...said(1, null), notice, about });
  const last = (last_round: number | null) => ({
    shoe: { ...(table().shoe as NonNullable<TableView["shoe"]>), last_round },
  });

  test.each<[ChatMessage["notice"], number, Partial<TableView>, boolean]>([
    ["round_suspended", 5, { phase: "suspended" }, true],
    ["round_suspended", 5, { phase: "dealing" }, false],
    ["round_voided", 5, { phase: "result", voided: "fault" }, true],
    ["round_voided", 5, { round: 6 }, false],
    ["last_round", 5, last(5), true],
    ["last_round", 6, last(6), true],
    ["last_round", 5, last(null), false],
    ["shoe_changed", 3, { round: 1 }, true],
    ["shoe_changed", 3, { round: 2 }, false],
    ["announcement", 0, { round: 60 }, true],
    [null, 0, { round: 60 }, true],
  ])("%s about %i at %o: %s", (notice, about, changes, holds) => {
    expect(stillHolds(told(notice, about), table(changes))).toBe(holds);
  });
});
