// A house that lives in the page: it answers what the client asks over HTTP and over its socket, and says what it is told to say.

import odds from "../../tests/odds.gen.json";
import type { DeskView } from "../desk/real/realapi";
import type { Round, Totals } from "../line/api";
import type {
  Bet,
  ChatMessage,
  FromClient,
  FromServer,
  OwnView,
  PublicEvent,
  Refusal,
  TableView,
} from "../protocol.gen";
import { PROTOCOL } from "../protocol.gen";
import type { SqueezeCommand } from "../state/state";
import { atDesk } from "./deskpictures";
import { BANKER, BEGINS_MS, lobby, own, PLAYER, RECORD, TABLE, TOTALS, table } from "./pictures";

export interface Setting {
  table?: Partial<TableView>;
  own?: Partial<OwnView>;
  /** How bets are answered: taken, refused with this, or not at all. */
  bets?: "taken" | "unanswered" | Refusal;
  signedIn?: boolean;
  /** The server cannot be reached over HTTP. */
  silent?: boolean;
  balance_cents?: number;
  /** What was said at the table; none, and it has no chat. */
  chat?: readonly ChatMessage[];
  record?: boolean;
  /** Somebody is signed in at the desk of the table, whose cards are real. */
  desk?: Partial<DeskView>;
}

type Heard = ((event: { data: string }) => void) | null;

class FakeSocket {
  static stage: Stage;
  readyState = 1;
  onmessage: Heard = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    queueMicrotask(() => FakeSocket.stage.opened(this));
  }

  send(text: string): void {
    queueMicrotask(() => FakeSocket.stage.heard(JSON.parse(text) as FromClient));
  }

  close(): void {
    this.readyState = 3;
  }
}

export class Stage {
  readonly #setting: Setting;
  #table: TableView;
  #own: OwnView;
  #free: number;
  #socket: FakeSocket | null = null;
  #gone = false;
  #passed_ms = 0;
  #lines = 0;
  /** A round began on this stage, rather than before it. */
  #told = false;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#table = table(setting.table);
    this.#own = own(setting.own);
    this.#free = setting.balance_cents ?? 1_248_050;
  }

  /** Stand in for the network, before the client is loaded. */
  install(): void {
    FakeSocket.stage = this;
    Object.assign(window, { WebSocket: FakeSocket, fetch: (path: string) => this.#answer(path) });
  }

  /** The time here stands still unless it is moved, so that every visit shows the same. */
  now(): number {
    return BEGINS_MS + this.#passed_ms;
  }

  pass(ms: number): void {
    this.#passed_ms += ms;
  }

  opened(socket: FakeSocket): void {
    if (this.#gone) return;
    this.#socket = socket;
    this.say({
      type: "welcome",
      protocol: PROTOCOL,
      account: "a",
      name: "Guest QX4T",
      ...this.#purse(),
      least_bet_cents: 100,
      server_ms: this.now(),
      standing: { muted: null, frozen: null },
    });
  }

  say(message: FromServer): void {
    this.#socket?.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The table is another from now on. */
  becomes(changes: Partial<TableView>): void {
    this.#table = { ...this.#table, ...changes, version: this.#table.version + 1 };
    this.say({ type: "snapshot", table: this.#table, own: this.#own, server_ms: this.now() });
  }

  /** Events at the table, as one frame with the next version. */
  happens(...events: PublicEvent[]): void {
    this.#table = { ...this.#table, version: this.#table.version + 1 };
    for (const event of events) {
      if (event.type === "betting_opened") this.#begins(event.round);
      if (event.type === "squeeze_began") this.#table = { ...this.#table, squeeze: event.squeeze };
    }
    this.say({ type: "events", table: TABLE, version: this.#table.version, events, server_ms: this.now() });
  }

  #begins(round: number): void {
    this.#told = true;
    this.#own = own({ round });
  }

  /** The player's own part of the round, and the credits that follow from it. */
  owns(changes: Partial<OwnView>, free_cents = this.#free): void {
    this.#own = { ...this.#own, ...changes };
    this.#free = free_cents;
    this.say({ type: "own", table: TABLE, version: this.#table.version, own: this.#own });
    this.say({ type: "balance", ...this.#purse() });
  }

  get stakes(): OwnView["stakes"] {
    return this.#own.stakes;
  }

  get free_cents(): number {
    return this.#free;
  }

  /** The line breaks and does not come back. */
  hangUp(): void {
    this.#gone = true;
    this.#socket?.onclose?.({ code: 1006 });
  }

  heard(message: FromClient): void {
    switch (message.type) {
      case "watch":
        this.say({ type: "snapshot", table: this.#table, own: this.#own, server_ms: this.now() });
        this.#history();
        return;
      case "chat":
        this.#said(message.command_id, message.text);
        return;
      case "chat_report":
        this.say({ type: "chat_reported", table: TABLE, message: message.message, support: "desk@house.example" });
        this.say({ type: "answer", command_id: message.command_id, refusal: null });
        return;
      case "watch_lobby":
        this.say({ type: "lobby", tables: lobby(this.now()), server_ms: this.now() });
        return;
      case "ping":
        this.say({ type: "pong", server_ms: this.now() });
        return;
      case "sit":
        this.#sit(message.command_id, message.seat);
        return;
      case "leave_seat":
        this.say({ type: "answer", command_id: message.command_id, refusal: null });
        this.#left();
        return;
      case "sit_out":
        this.say({ type: "answer", command_id: message.command_id, refusal: null });
        this.owns({ sat_out: true });
        return;
      case "bend_card":
      case "open_card":
      case "pass_squeeze":
        this.#squeezed(message);
        return;
      case "place_bet":
        this.#bet(message.command_id, message.bet as Bet, message.amount_cents);
    }
  }

  #sit(command_id: string, seat: number): void {
    const left = this.#own.seat;
    const taken = { seat, name: "Guest QX4T", stakes: this.#own.stakes };
    const seats = this.#table.seats.filter((one) => one.seat !== left);
    this.#table = { ...this.#table, seats: [...seats, taken].toSorted((a, b) => a.seat - b.seat) };
    this.say({ type: "answer", command_id, refusal: null });
    this.happens({ type: "seat_taken", at_ms: this.now(), seat: taken, left, standing: this.#table.standing });
    this.owns({ seat, seat_rounds_left: this.#own.seat_rounds_left ?? 5 });
  }

  #left(): void {
    const { seat } = this.#own;
    if (seat === null) return;
    this.#table = { ...this.#table, seats: this.#table.seats.filter((one) => one.seat !== seat) };
    this.happens({ type: "seat_freed", at_ms: this.now(), seat, reason: "left", standing: this.#table.standing });
    this.owns({ seat: null, seat_rounds_left: null, sat_out: false });
  }

  /** The card in our hands: bent, turned over by us, or by the dealer after we passed it on. */
  #squeezed({ type, command_id, shoe, round, number }: SqueezeCommand): void {
    const { squeeze } = this.#table;
    const card = [...PLAYER, ...BANKER].find((one) => one.number === number)?.card;
    if (!squeeze || !card) return;
    const at_ms = this.now();
    this.say({ type: "answer", command_id, refusal: null });
    if (type === "bend_card") {
      this.happens({ type: "card_bent", at_ms, number });
      this.say({ type: "card_face", table: TABLE, shoe, round, number, card });
      return;
    }
    this.happens({ type: "squeeze_ended", at_ms, number, reason: type === "open_card" ? "opened" : "passed" });
    this.owns({ squeezes: null });
    this.happens({ type: "card_opened", at_ms, side: squeeze.side, number, card, text: "", due_ms: at_ms + 1_000 });
  }

  #history(): void {
    const { chat } = this.#setting;
    if (!chat) return;
    const support = "desk@house.example";
    this.say({ type: "chat_history", table: TABLE, messages: [...chat], you: "me", support, characters: 200 });
  }

  /** Somebody says something; we, where nobody is named. */
  talks(text: string, who = "Guest QX4T", speaker = "me"): void {
    this.#lines += 1;
    const line = { kind: "player", at_ms: this.now(), who, speaker, notice: null, about: null, text } as const;
    this.say({ type: "chat", table: TABLE, message: { id: 1_000 + this.#lines, ...line } });
  }

  #said(command_id: string, text: string): void {
    const fast = text.includes("fast") ? ({ code: "rate_limited", message: "Too fast." } as const) : null;
    if (!fast) this.talks(text);
    this.say({ type: "answer", command_id, refusal: fast });
  }

  #bet(command_id: string, bet: Bet, cents: number): void {
    const { bets = "taken" } = this.#setting;
    if (bets === "unanswered") return;
    if (bets !== "taken") {
      this.say({ type: "answer", command_id, refusal: bets });
      return;
    }
    this.say({ type: "answer", command_id, refusal: null });
    this.owns({ stakes: { ...this.#own.stakes, [bet]: (this.#own.stakes[bet] ?? 0) + cents } }, this.#free - cents);
  }

  #purse(): { balance_cents: number; in_play_cents: number } {
    const staked = Object.values(this.#own.settled ? {} : this.#own.stakes).reduce((sum, cents) => sum + cents, 0);
    return { balance_cents: this.#free, in_play_cents: staked };
  }

  /** What the record sums up to, and the round that was settled here. */
  #totals(recorded: boolean): Totals {
    const sum = recorded ? TOTALS : { rounds: 0, stake: 0, returned: 0, commission: 0, net: 0 };
    const settled = Object.values(this.#told ? (this.#own.settled ?? {}) : {});
    const net = settled.reduce((all, one) => all + one.net, sum.net);
    return { ...sum, rounds: sum.rounds + (settled.length > 0 ? 1 : 0), net };
  }

  async #answer(path: string): Promise<Response> {
    if (this.#setting.silent) throw new TypeError("the stage does not answer");
    const reply = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
    const account = { account: "a", name: "Guest QX4T", ...this.#purse() };
    const { pathname } = new URL(path, location.href);
    const name = pathname.replace(/^.*\/api\//, "");
    const record = this.#setting.record === false ? [] : RECORD;
    if (name === "me" && this.#setting.signedIn === false) return reply({ code: "not_signed_in" }, 401);
    if (["me", "guest", "topup"].includes(name)) return reply(account);
    if (name === "lobby") return reply({ type: "lobby", tables: lobby(this.now()), server_ms: this.now() });
    if (name.startsWith("odds/")) return reply(odds);
    if (name.startsWith("tables/")) return reply(this.#table);
    if (name === "bets") return reply({ rounds: record, next: record.length > 0 ? "more" : null });
    if (name === "totals") return reply(this.#totals(record.length > 0));
    const staff = this.#setting.desk && atDesk(name, this.#table, this.#setting.desk, this.now());
    if (staff) return reply(staff);
    const round: Round | undefined = record.find(({ round_id }) => name === `rounds/${round_id}`);
    return round ? reply(round) : reply({ code: "not_found" }, 404);
  }
}
