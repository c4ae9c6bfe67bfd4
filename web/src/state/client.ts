// The player's hands: turns acts into state and messages, and messages into state. Draws nothing.

import type { ChatCommand } from "../chat/chat";
import { isAsked, ownCard } from "../deal/squeeze";
import { double, rebet } from "../felt/again";
import { type Combination, PARTS, spotOf } from "../felt/bets";
import { lacking } from "../felt/room";
import { topUp as askTopUp, betRecord, type Failure, signIn, signOut } from "../line/api";
import { ServerClock } from "../line/clock";
import { Socket, type SocketOptions } from "../line/socket";
import type {
  Bet,
  FromClient,
  FromServer,
  OpenShare,
  PlaceBet,
  ReduceBet,
  SealShare,
  Unwatch,
  Watch,
} from "../protocol.gen";
import { type Action, laidOn, reduce } from "./reduce";
import {
  type BetCommand,
  type Purse,
  type SeatCommand,
  type SqueezeCommand,
  START,
  type Stake,
  type State,
} from "./state";

export interface ClientOptions {
  socketUrl: () => string;
  /** A clock nobody can set, in milliseconds. */
  localMs?: () => number;
  newId?: () => string;
  connect?: SocketOptions["connect"];
}

export type Listener = (before: State, after: State) => void;
/** Hears every message before it changes the state. */
export type Ear = (message: FromServer, before: State) => void;

export class Client {
  readonly clock = new ServerClock();
  #state = START;
  #listeners = new Set<Listener>();
  /** How much on the page shows the lobby. */
  #lobbyViews = 0;
  readonly #ears = new Set<Ear>();
  readonly #localMs: () => number;
  readonly newId: () => string;
  readonly #socket: Socket;

  constructor(options: ClientOptions) {
    this.#localMs = options.localMs ?? (() => performance.now());
    this.newId = options.newId ?? (() => crypto.randomUUID().replaceAll("-", ""));
    this.#socket = new Socket({
      url: options.socketUrl,
      greeting: () => this.#greeting(),
      onMessage: (message) => this.hear(message),
      onLine: (line) => this.do({ type: "line", line }),
      ...(options.connect ? { connect: options.connect } : {}),
    });
  }

  get state(): State {
    return this.#state;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  attend(ear: Ear): () => void {
    this.#ears.add(ear);
    return () => this.#ears.delete(ear);
  }

  now(): number | null {
    return this.clock.now(this.#localMs());
  }

  /** Whoever was signed in on this machine goes straight in: the welcome says who that is, or the house that it is nobody. A table is
      watched from the beginning: on a slow line each answer that is waited for is long. */
  begin(table: number | null): void {
    this.watch(table);
    this.#socket.start();
  }

  async enter(): Promise<Failure | null> {
    const reply = await signIn();
    return reply.ok ? this.#signedIn(reply.value) : reply.failure;
  }

  /** Leave: this browser forgets who we were. */
  async leave(): Promise<Failure | null> {
    const reply = await signOut();
    if (!reply.ok) return reply.failure;
    this.left();
    return null;
  }

  /** We were signed out, here or in another tab. */
  left(): void {
    this.#socket.stop();
    this.do({ type: "signed_out" });
  }

  async topUp(): Promise<Failure | null> {
    const reply = await askTopUp();
    if (!reply.ok) return reply.failure;
    this.do({ type: "purse", ...reply.value });
    return null;
  }

  #signedIn(account: Purse): null {
    this.do({ type: "purse", ...account });
    this.do({ type: "line", line: "connecting" });
    this.#socket.start();
    return null;
  }

  /** Connect again, with another language say. What is pending is sent again with its own ids. */
  reconnect(): void {
    if (this.#state.line !== "signed_out") this.#socket.start();
  }

  retryNow(): void {
    if (this.#state.line === "lost") this.#socket.retryNow();
  }

  /** Something on the page begins to show the lobby, or ends: it is told as long as anything does. */
  showLobby(shown: boolean): void {
    const before = this.#lobbyViews > 0;
    this.#lobbyViews += shown ? 1 : -1;
    const now = this.#lobbyViews > 0;
    if (now !== before) this.#socket.send({ type: now ? "watch_lobby" : "unwatch_lobby" });
  }

  /** Whether the page shows a table. */
  watches(table: number): boolean {
    return this.#state.watching === table;
  }

  watch(table: number | null): void {
    const old = this.#state.watching;
    if (table === old) return;
    this.do({ type: "watch", table });
    if (old !== null) this.#socket.send({ type: "unwatch", table: old });
    if (table === null) return;
    this.#socket.send({ type: "watch", table });
    void this.#recall();
  }

  /** What we last staked at the table, for who comes back to it; nothing where the record cannot be read. */
  async #recall(): Promise<void> {
    const { watching: table, purse, lastStakes } = this.#state;
    if (table === null || purse === null || lastStakes !== null) return;
    const reply = await betRecord(`table=${table}`, null, 1);
    const last = reply.ok ? (reply.value.rounds ?? []).find((round) => round.table === table) : undefined;
    if (last) this.do({ type: "recalled", table, stakes: last.bets.map(({ bet, stake }) => ({ bet, cents: stake })) });
  }

  lay(bet: Bet, cents: number): void {
    this.do({ type: "lay", bets: [bet], cents });
  }

  layCombination(combination: Combination, cents: number): void {
    this.do({ type: "lay", bets: PARTS[combination], cents });
  }

  /** The last bet again, as far as it fits. */
  rebet(): void {
    const { table } = this.#state;
    if (table) this.do({ type: "lay_stakes", ...rebet(this.#state, table) });
  }

  /** As much again on every bet, as far as it fits. */
  double(): void {
    const { table } = this.#state;
    if (table) this.do({ type: "lay_stakes", ...double(this.#state, table) });
  }

  /** Send one command for each bet that holds unconfirmed chips and would be taken; the others stay as they lie. */
  confirm(): void {
    const { table } = this.#state;
    if (!table) return;
    const laid = [...laidOn(this.#state.laid)].filter(([bet]) => lacking(this.#state, table, spotOf(bet)) === null);
    if (laid.length === 0) return;
    this.#send(
      laid.flatMap(([bet, cents]) => this.#command("place_bet", bet, cents) ?? []),
      "confirmed",
    );
  }

  /** Confirm an amount at once, as the button does that mends a refusal. */
  place(bet: Bet, cents: number): void {
    const command = this.#command("place_bet", bet, cents);
    if (command) this.#send([command], "sent");
  }

  /** Take a confirmed stake back; what is `next` is staked once that is accepted. */
  withdraw(bet: Bet, cents: number, next?: Stake): void {
    const command = this.#command("reduce_bet", bet, cents);
    if (command) this.#send([command], "sent", next);
  }

  /** A part in the order of the next shoe: who shares keeps it, and sends it again where no answer came. */
  tell(command: SealShare | OpenShare | Watch | Unwatch): void {
    this.#socket.send(command);
  }

  /** Take a free seat, or move there. */
  sit(seat: number): void {
    const { table } = this.#state;
    if (table) this.#ask({ type: "sit", command_id: this.newId(), table: table.table, seat });
  }

  leaveSeat(): void {
    const { table } = this.#state;
    if (table) this.#ask({ type: "leave_seat", command_id: this.newId(), table: table.table });
  }

  /** Not to be waited for in this round. */
  sitOut(): void {
    const { table } = this.#state;
    if (!table) return;
    const { shoe_number: shoe, round } = table;
    this.#ask({ type: "sit_out", command_id: this.newId(), table: table.table, shoe, round });
  }

  /** Look at the card that is ours to squeeze: its face comes to this page alone. */
  bendCard(): void {
    this.#squeeze("bend_card");
  }

  /** Turn the card over that is ours to squeeze. */
  openCard(): void {
    this.#squeeze("open_card");
  }

  /** Leave the card to the next in rank. */
  passSqueeze(): void {
    this.#squeeze("pass_squeeze");
  }

  #squeeze(type: SqueezeCommand["type"]): void {
    const { table } = this.#state;
    const number = ownCard(this.#state);
    if (!table || number === null || isAsked(this.#state, type, number)) return;
    const { shoe_number: shoe, round } = table;
    this.#ask({ type, command_id: this.newId(), table: table.table, shoe, round, number });
  }

  #ask(command: SeatCommand | SqueezeCommand): void {
    this.do({ type: "asked", command });
    this.#socket.send(command);
  }

  /** Say something to everyone at the table. */
  say(text: string): void {
    const { watching: table } = this.#state;
    if (table !== null) this.#talk({ type: "chat", command_id: this.newId(), table, text });
  }

  /** Report a message to the house. */
  report(message: number): void {
    const { watching: table } = this.#state;
    if (table !== null) this.#talk({ type: "chat_report", command_id: this.newId(), table, message });
  }

  #talk(command: ChatCommand): void {
    this.do({ type: "chat_sent", command });
    this.#socket.send(command);
  }

  hear(message: FromServer): void {
    for (const ear of this.#ears) ear(message, this.#state);
    if ("server_ms" in message) this.clock.heard(message.server_ms, this.#localMs());
    const next = message.type === "answer" && !message.refusal ? this.#waitingFor(message.command_id) : null;
    this.do({ type: "heard", message });
    if (message.type === "welcome") void this.#recall();
    if (next) this.#send([next], "sent");
  }

  /** What is to be staked after a command of ours, in the same round: where that is over by then the server says so. */
  #waitingFor(command_id: string): PlaceBet | null {
    const one = this.#state.pending.find(({ command }) => command.command_id === command_id);
    if (!one?.next || one.stored) return null;
    const { table, shoe, round } = one.command;
    const { bet, cents: amount_cents } = one.next;
    return { type: "place_bet", command_id: this.newId(), table, shoe, round, bet, amount_cents };
  }

  do(action: Action): void {
    const before = this.#state;
    this.#state = reduce(before, action);
    if (this.#state !== before) for (const listener of this.#listeners) listener(before, this.#state);
  }

  #command(type: BetCommand["type"], bet: Bet, amount_cents: number): PlaceBet | ReduceBet | null {
    const { table } = this.#state;
    if (!table) return null;
    const { shoe_number: shoe, round } = table;
    return { type, command_id: this.newId(), table: table.table, shoe, round, bet, amount_cents };
  }

  #send(commands: BetCommand[], type: "sent" | "confirmed", next?: Stake): void {
    this.do({ type, commands, ...(next && { next }) });
    for (const command of commands) this.#socket.send(command);
  }

  #greeting(): FromClient[] {
    const { watching, table, pending, asked, chat } = this.#state;
    const messages: FromClient[] = [];
    if (this.#lobbyViews > 0) messages.push({ type: "watch_lobby" });
    if (watching !== null) {
      const version = table?.version ? { version: table.version } : {};
      messages.push({ type: "watch", table: watching, ...version });
    }
    // The same ids: what the server already took is answered again, not done again.
    const bets = pending.filter((one) => !one.stored).map(({ command }) => command);
    return [...messages, ...asked, ...bets, ...chat.pending];
  }
}
