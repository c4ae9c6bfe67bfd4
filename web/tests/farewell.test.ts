// Who leaves a table after sealing: the page goes on from behind until what was sealed is open.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { seeOpened } from "../src/proof/farewell";
import { contribution, type Held } from "../src/proof/share";
import type { FromClient, FromServer, OwnView } from "../src/protocol.gen";
import { own, table } from "./fixtures";

const H = "0123456789ABCDEF".repeat(8);
const ANN = "a".repeat(16);
const OF = "table 7 shoe 3 attempt 1";

class Line {
  readonly told: FromClient[] = [];
  ear: ((message: FromServer) => void) | null = null;
  shown = false;
  attend(ear: (message: FromServer) => void) {
    this.ear = ear;
    return () => {
      this.ear = null;
      return true;
    };
  }
  tell(message: FromClient) {
    this.told.push(message);
  }
  watches() {
    return this.shown;
  }
}

const view = (stage: "sealing" | "opening" | "opened", seals: string[] = []) => {
  const announced = { text: `announced\n${OF}\nplayers all`, hash: H };
  const closed = { text: ["closed", OF, ...seals].join("\n"), hash: H };
  const entries = stage === "sealing" ? [announced] : [announced, closed];
  return table({
    table: 7,
    shoe_number: 3,
    phase: "shuffling",
    ceremony: { attempt: 1, stage, due_ms: 9, shared: 1, entries },
  });
};
const mine: OwnView = { ...own(), share: { player: ANN, sealed: true, opened: false } };
let held: Held;

beforeEach(async () => {
  let made = 0;
  const shuffled = view("sealing");
  if (!shuffled.ceremony) throw new Error("a shoe is being shuffled");
  held = {
    ...(await contribution(
      { ...shuffled, ceremony: shuffled.ceremony },
      ANN,
      { words: "", cut: null },
      () => `id-${made++}`,
    )),
    taken: true,
  };
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const snapshot = (shown: ReturnType<typeof view>): FromServer => ({
  type: "snapshot",
  table: shown,
  own: mine,
  server_ms: 1,
});
const welcome = { type: "welcome" } as FromServer;
const kinds = (line: Line) => line.told.map(({ type }) => type);

function left(keep: (held: Held) => void = () => {}): Line {
  const line = new Line();
  seeOpened(line as never, held, keep);
  vi.advanceTimersByTime(1);
  return line;
}

test("watches again, opens once the list is closed, and stops watching with the answer", () => {
  const line = left();
  line.ear?.(snapshot(view("sealing")));
  expect(kinds(line)).toEqual(["watch"]);
  const closed = {
    type: "shares_closed",
    at_ms: 1,
    due_ms: 9,
    entry: { text: `closed\n${OF}\n${ANN} ${held.seal}`, hash: H },
  } as const;
  line.ear?.({ type: "events", table: 7, version: 5, events: [closed], server_ms: 1 });
  expect(line.told.at(-1)).toMatchObject({ type: "open_share", random: held.share.random });
  line.ear?.({ type: "answer", command_id: held.open_id, refusal: null });
  expect(kinds(line)).toEqual(["watch", "open_share", "unwatch"]);
  expect(line.ear).toBeNull();
});

test("opens nothing for a list on which it does not stand", () => {
  const line = left();
  line.ear?.(snapshot(view("opening", [`${"b".repeat(16)} ${H}`])));
  expect(kinds(line)).toEqual(["watch"]);
});

test("leaves alone what is over, and a table that is shown again is not unwatched", () => {
  const over = left();
  over.ear?.(snapshot(table({ table: 7, shoe_number: 3, ceremony: null })));
  expect(kinds(over)).toEqual(["watch", "unwatch"]);
  const back = left();
  back.shown = true;
  vi.advanceTimersByTime(120_000);
  expect(kinds(back)).toEqual(["watch"]);
  expect(back.ear).toBeNull();
});

test("watches again on every new line, opens again what may not have come, and stops once the house has it", () => {
  const line = left();
  line.ear?.(snapshot(view("sealing")));
  line.ear?.(welcome);
  vi.advanceTimersByTime(1);
  expect(kinds(line)).toEqual(["watch", "watch"]);
  // What was heard on the old line counts no more: only a whole picture does.
  const closed = { type: "shares_closed", at_ms: 1, due_ms: 9, entry: { text: `closed\n${OF}`, hash: H } } as const;
  line.ear?.({ type: "events", table: 7, version: 5, events: [closed], server_ms: 1 });
  line.ear?.(snapshot(view("opening", [`${ANN} ${held.seal}`])));
  expect(kinds(line)).toEqual(["watch", "watch", "open_share"]);
  line.ear?.(welcome);
  vi.advanceTimersByTime(1);
  line.ear?.(snapshot(view("opening", [`${ANN} ${held.seal}`])));
  expect(kinds(line).slice(3)).toEqual(["watch", "open_share"]);
  expect(line.told.at(-1)).toEqual(line.told.at(2));
  line.ear?.(welcome);
  const opened = { ...mine, share: { player: ANN, sealed: true, opened: true } };
  line.ear?.({ ...snapshot(view("opening", [`${ANN} ${held.seal}`])), own: opened } as FromServer);
  vi.advanceTimersByTime(1);
  expect(kinds(line).slice(5)).toEqual(["unwatch"]);
  expect(line.ear).toBeNull();
});

test("opens for one list only, also over a new line, and keeps for which", () => {
  const kept: Held[] = [];
  const line = left((now) => kept.push(now));
  line.ear?.(snapshot(view("opening", [`${ANN} ${held.seal}`])));
  expect(kept.map(({ list }) => list)).toEqual([H]);
  line.ear?.(welcome);
  vi.advanceTimersByTime(1);
  const other = view("opening", [`${ANN} ${held.seal}`, `${"b".repeat(16)} ${H}`]);
  if (other.ceremony?.entries[1]) other.ceremony.entries[1].hash = "0".repeat(128);
  line.ear?.(snapshot(other));
  expect(kinds(line)).toEqual(["watch", "open_share", "watch"]);
});

test("who signed in after the one that sealed opens nothing, and does not watch that table", () => {
  const line = left();
  line.ear?.(welcome);
  vi.advanceTimersByTime(1);
  const bob = { ...mine, share: { player: "b".repeat(16), sealed: false, opened: false } };
  line.ear?.({ ...snapshot(view("opening", [`${ANN} ${held.seal}`])), own: bob } as FromServer);
  expect(kinds(line)).toEqual(["watch", "watch", "unwatch"]);
  expect(line.ear).toBeNull();
});
