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
const kinds = (line: Line) => line.told.map(({ type }) => type);

function left(): Line {
  const line = new Line();
  seeOpened(line as never, held);
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
