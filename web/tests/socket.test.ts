import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BACKOFF_MOST_MS, DEAD_AFTER_MS, NOT_SIGNED_IN, PING_EVERY_MS, type Wire } from "../src/line/socket";
import type { FromClient, FromServer } from "../src/protocol.gen";
import { Client } from "../src/state/client";
import { own, table } from "./fixtures";

class FakeWire implements Wire {
  readyState = 1;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  sent: FromClient[] = [];

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  say(...messages: FromServer[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const WELCOME: FromServer = {
  type: "welcome",
  protocol: 1,
  account: "a",
  name: "Guest",
  balance_cents: 1_000_000,
  in_play_cents: 0,
  least_bet_cents: 100,
  server_ms: 1_000,
  standing: { muted: null, frozen: null },
};
const snapshot = (version = 10): FromServer => ({
  type: "snapshot",
  table: table({ version }),
  own: own(),
  server_ms: 1_000,
});

let wires: FakeWire[];
let client: Client;
let ids: number;

function wire(): FakeWire {
  const last = wires.at(-1);
  if (!last) throw new Error("no connection yet");
  return last;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () =>
    Response.json({ account: "a", name: "Guest", balance_cents: 1_000_000, in_play_cents: 0 }),
  );
  wires = [];
  ids = 0;
  client = new Client({
    socketUrl: () => "ws://house/ws?lang=en",
    localMs: () => Date.now(),
    newId: () => `command-${++ids}`,
    connect: (url) => {
      wires.push(new FakeWire(url));
      return wire();
    },
  });
  client.begin(7);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the line", () => {
  test("watches the table once it is welcomed", () => {
    expect(wire().sent).toEqual([]);
    wire().say(WELCOME);
    expect(client.state.line).toBe("open");
    expect(wire().sent).toEqual([{ type: "watch", table: 7 }]);
  });

  test("comes back by itself and asks only for what it missed", () => {
    wire().say(WELCOME, snapshot(10));
    wire().drop();
    expect(client.state.line).toBe("lost");
    vi.advanceTimersByTime(BACKOFF_MOST_MS);
    expect(wires).toHaveLength(2);
    wire().say(WELCOME);
    expect(wire().sent).toEqual([{ type: "watch", table: 7, version: 10 }]);
    expect(client.state.line).toBe("open");
  });

  test("waits longer after each failure, but never longer than the bound", () => {
    const pauses: number[] = [];
    for (let failure = 0; failure < 8; failure++) {
      const before = wires.length;
      const from = Date.now();
      wire().drop();
      while (wires.length === before) vi.advanceTimersByTime(50);
      pauses.push(Date.now() - from);
    }
    expect(pauses[0]).toBeLessThanOrEqual(300);
    expect(Math.max(...pauses)).toBeGreaterThan(BACKOFF_MOST_MS / 2 - 50);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(BACKOFF_MOST_MS + 50);
  });

  test("asks whether the line is alive, and gives it up when nothing is heard", () => {
    wire().say(WELCOME);
    vi.advanceTimersByTime(PING_EVERY_MS);
    expect(wire().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(DEAD_AFTER_MS - PING_EVERY_MS);
    expect(client.state.line).toBe("lost");
  });

  test("a socket that never gets through counts as lost too", () => {
    wire().readyState = 0;
    vi.advanceTimersByTime(DEAD_AFTER_MS);
    expect(client.state.line).toBe("lost");
  });

  test("a table left before the line opened is not watched", () => {
    client.watch(null);
    wire().say(WELCOME);
    expect(wire().sent).toEqual([]);
  });

  test("says who is signed in, and what that one last staked is asked for then", async () => {
    const asked: string[] = [];
    const bets = [{ bet: "player", stake: 500 }];
    vi.stubGlobal("fetch", async (path: string) => {
      asked.push(path);
      return Response.json({ rounds: [{ table: 7, bets }], next: null });
    });
    expect([client.state.purse, asked]).toEqual([null, []]);
    wire().say(WELCOME, snapshot(10));
    expect(client.state.purse?.account).toBe("a");
    expect(client.state.table?.table).toBe(7);
    await vi.waitFor(() => expect(client.state.lastStakes).toEqual([{ bet: "player", cents: 500 }]));
    wire().drop();
    vi.advanceTimersByTime(BACKOFF_MOST_MS);
    wire().say(WELCOME);
    expect(asked).toHaveLength(1);
  });

  test("does not try again where nobody is signed in", () => {
    wire().drop(NOT_SIGNED_IN);
    expect(client.state.line).toBe("signed_out");
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
  });

  test("messages of a connection that was given up change nothing", () => {
    const old = wire();
    old.say(WELCOME, snapshot(10));
    client.reconnect();
    old.onmessage?.({ data: JSON.stringify({ type: "balance", balance_cents: 5, in_play_cents: 5 }) });
    expect(client.state.purse?.balance_cents).toBe(1_000_000);
  });
});

describe("commands", () => {
  test("confirming sends one command for each bet, for this round, with ids of their own", () => {
    wire().say(WELCOME, snapshot());
    client.lay("banker", 500);
    client.lay("banker", 2_500);
    client.layCombination("twin", 100);
    client.confirm();
    const base = { type: "place_bet", table: 7, shoe: 3, round: 5 };
    expect(wire().sent.slice(1)).toEqual([
      { ...base, command_id: "command-1", bet: "banker", amount_cents: 3_000 },
      { ...base, command_id: "command-2", bet: "player_pair", amount_cents: 100 },
      { ...base, command_id: "command-3", bet: "banker_pair", amount_cents: 100 },
    ]);
  });

  test("one whose answer never came is sent again after a reconnect, with the same id", () => {
    wire().say(WELCOME, snapshot());
    client.lay("tie", 500);
    client.confirm();
    const first = wire().sent.at(-1);
    wire().drop();
    vi.advanceTimersByTime(BACKOFF_MOST_MS);
    wire().say(WELCOME);
    expect(wire().sent).toEqual([{ type: "watch", table: 7, version: 10 }, first]);
    wire().say({ type: "answer", command_id: "command-1", refusal: null });
    wire().say({ type: "own", table: 7, version: 11, own: own({ stakes: { tie: 500 } }) });
    expect(client.state.pending).toEqual([]);
    expect(client.state.own?.stakes).toEqual({ tie: 500 });
  });

  test("one that was confirmed while the line was down is sent when it is back", () => {
    wire().say(WELCOME, snapshot());
    client.lay("tie", 500);
    wire().drop();
    client.confirm();
    vi.advanceTimersByTime(BACKOFF_MOST_MS);
    wire().say(WELCOME);
    expect(wire().sent.at(-1)).toMatchObject({ type: "place_bet", command_id: "command-1", bet: "tie" });
  });

  test("one on its way when its table was left is sent again too, and refused where it is seen", () => {
    wire().say(WELCOME, snapshot());
    client.lay("tie", 500);
    client.confirm();
    const sent = wire().sent.at(-1);
    wire().drop();
    client.watch(null);
    vi.advanceTimersByTime(BACKOFF_MOST_MS);
    wire().say(WELCOME);
    expect(wire().sent).toEqual([sent]);
    wire().say({ type: "answer", command_id: "command-1", refusal: null });
    expect(client.state.pending).toEqual([]);
  });

  test("none goes to another player who was signed in meanwhile", () => {
    wire().say(WELCOME, snapshot());
    client.lay("tie", 500);
    wire().drop();
    client.confirm();
    vi.advanceTimersByTime(BACKOFF_MOST_MS);
    wire().say({ ...WELCOME, account: "b" } as FromServer);
    expect(wire().sent).toEqual([{ type: "watch", table: 7 }]);
    expect(client.state.pending).toEqual([]);
  });

  test("an answer given again is followed by what we have now, and that alone counts", () => {
    wire().say(WELCOME, snapshot());
    client.lay("tie", 500);
    client.confirm();
    wire().drop();
    vi.advanceTimersByTime(BACKOFF_MOST_MS);
    wire().say(WELCOME, { type: "own", table: 7, version: 12, own: own() });
    wire().say({ type: "answer", command_id: "command-1", refusal: null });
    wire().say({ type: "own", table: 7, version: 12, own: own() });
    expect(client.state).toMatchObject({ pending: [], own: { stakes: {} } });
  });

  test("chips under their minimum stay unconfirmed, the others go", () => {
    wire().say(WELCOME, snapshot());
    client.lay("player", 100);
    client.lay("tie", 500);
    client.confirm();
    expect(wire().sent.filter((one) => one.type === "place_bet")).toMatchObject([{ bet: "tie" }]);
    expect(client.state.laid).toEqual([{ stakes: [{ bet: "player", cents: 100 }] }]);
  });

  test("an answered one is not sent again", () => {
    wire().say(WELCOME, snapshot());
    client.lay("tie", 500);
    client.confirm();
    wire().say({ type: "answer", command_id: "command-1", refusal: null });
    wire().drop();
    vi.advanceTimersByTime(BACKOFF_MOST_MS);
    wire().say(WELCOME);
    expect(wire().sent).toEqual([{ type: "watch", table: 7, version: 10 }]);
  });
});

describe("a confirmed stake that is moved", () => {
  const MOVED = {
    type: "place_bet",
    command_id: "command-2",
    table: 7,
    shoe: 3,
    round: 5,
    bet: "tie",
    amount_cents: 500,
  };

  beforeEach(() => {
    wire().say(WELCOME, { ...snapshot(), own: own({ stakes: { player: 500 } }) } as FromServer);
    client.withdraw("player", 500, { bet: "tie", cents: 500 });
  });

  test("is taken back first and staked elsewhere once that is accepted, once only", () => {
    expect(wire().sent.at(-1)).toMatchObject({ type: "reduce_bet", command_id: "command-1", amount_cents: 500 });
    wire().say({ type: "answer", command_id: "command-1", refusal: null });
    expect(wire().sent.at(-1)).toEqual(MOVED);
    wire().say({ type: "answer", command_id: "command-1", refusal: null });
    expect(wire().sent.filter((one) => one.type === "place_bet")).toHaveLength(1);
  });

  test("stays where it lies when taking it back is refused", () => {
    wire().say({ type: "answer", command_id: "command-1", refusal: { code: "over_differential", message: "" } });
    expect(wire().sent.at(-1)?.type).toBe("reduce_bet");
    expect(client.state.own?.stakes).toEqual({ player: 500 });
  });

  test("goes on after a line that broke in between", () => {
    wire().drop();
    vi.advanceTimersByTime(BACKOFF_MOST_MS);
    wire().say(WELCOME);
    expect(wire().sent.at(-1)).toMatchObject({ type: "reduce_bet", command_id: "command-1" });
    wire().say({ type: "answer", command_id: "command-1", refusal: null });
    expect(wire().sent.at(-1)).toEqual(MOVED);
  });

  test("is asked for in its own round even when that is over: the server refuses, and the player is told", () => {
    wire().say({ type: "snapshot", table: table({ version: 20, round: 6 }), own: own({ round: 6 }), server_ms: 2 });
    wire().say({ type: "answer", command_id: "command-1", refusal: null });
    expect(wire().sent.at(-1)).toEqual(MOVED);
    wire().say({ type: "answer", command_id: "command-2", refusal: { code: "betting_closed", message: "" } });
    expect(client.state.refused).toMatchObject([{ id: "command-2", command: MOVED }]);
  });

  test("goes on for who looks at the lobby meanwhile", () => {
    client.watch(null);
    wire().say({ type: "answer", command_id: "command-1", refusal: null });
    expect(wire().sent.at(-1)).toEqual(MOVED);
  });
});

test("who signs out hears nothing more and is nobody until entering again", async () => {
  wire().say(WELCOME, snapshot());
  expect(await client.leave()).toBeNull();
  expect(client.state).toMatchObject({ line: "signed_out", purse: null, table: null });
  expect(wire().readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(1);
  await client.enter();
  expect(wires).toHaveLength(2);
});

test("signing in that cannot reach the house says so and connects nothing", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("network");
  });
  const before = wires.length;
  expect(await client.enter()).toEqual({ code: "unreachable", status: 0 });
  expect(wires).toHaveLength(before);
});

test("an ear hears every message before it changes the state, until it is taken away", () => {
  const heard: string[] = [];
  wire().say(WELCOME);
  const deaf = client.attend((message, before) => heard.push(`${message.type} ${before.table?.version ?? "-"}`));
  wire().say(snapshot(), { type: "events", table: 7, version: 11, events: [], server_ms: 1 });
  deaf();
  wire().say({ type: "events", table: 7, version: 12, events: [], server_ms: 1 });
  expect(heard).toEqual(["snapshot -", "events 10"]);
});
