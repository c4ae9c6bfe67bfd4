// The one place where state changes: a message of the server or an act of the player, and the state after it. Pure.
import { spotOf } from "./bets";
import { fold } from "./fold";
import type { Answer, Bet, Events, FromServer, OwnView, Snapshot, TableView } from "./protocol.gen";
import { type BetCommand, type Laid, type Line, type Notice, type Pending, START, type State } from "./state";

export type Action =
  | { type: "heard"; message: FromServer }
  | { type: "line"; line: Line }
  | { type: "purse"; name: string; balance_cents: number; in_play_cents: number }
  | { type: "signed_out" }
  | { type: "watch"; table: number | null }
  | { type: "lay"; bets: readonly Bet[]; cents: number }
  | { type: "undo" }
  | { type: "clear" }
  | { type: "take_last"; bet: Bet }
  | { type: "sent"; commands: readonly BetCommand[] }
  | { type: "confirmed"; commands: readonly BetCommand[] }
  | { type: "dismiss"; id: string };

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "heard":
      return heard(state, action.message);
    case "line":
      return { ...state, line: action.line };
    case "purse":
      return { ...state, purse: { ...purse(action), name: action.name } };
    case "signed_out":
      return { ...START, line: "signed_out" };
    case "watch":
      return action.table === state.watching ? state : { ...state, ...NOT_WATCHING, watching: action.table };
    case "lay":
      return canLay(state) ? { ...state, laid: [...state.laid, { bets: action.bets, cents: action.cents }] } : state;
    case "undo":
      return { ...state, laid: state.laid.slice(0, -1) };
    case "clear":
      return { ...state, laid: [] };
    case "take_last":
      return { ...state, laid: withoutLast(state.laid, action.bet) };
    case "sent":
      return sent(state, action.commands);
    case "confirmed":
      return { ...sent(state, action.commands), laid: [] };
    case "dismiss":
      return {
        ...state,
        refused: state.refused.filter((one) => one.id !== action.id),
        notices: state.notices.filter((one) => one.id !== action.id),
      };
  }
}

const NOT_WATCHING = {
  watching: null,
  noSuchTable: false,
  table: null,
  own: null,
  laid: [],
  pending: [],
  refused: [],
  notices: [],
} satisfies Partial<State>;

function heard(state: State, message: FromServer): State {
  switch (message.type) {
    case "welcome":
      return {
        ...state,
        line: "open",
        protocol: message.protocol,
        purse: { ...purse(message), name: message.name },
      };
    case "balance":
      return state.purse ? { ...state, purse: { ...state.purse, ...purse(message) } } : state;
    case "lobby":
      return {
        ...state,
        lobby: { ...state.lobby, ...Object.fromEntries(message.tables.map((one) => [one.table, one])) },
      };
    case "snapshot":
      return snapshot(state, message);
    case "events":
      return events(state, message);
    case "own":
      return message.table === state.watching ? owned(state, message.own) : state;
    case "answer":
      return answered(state, message);
    case "problem":
      return problem(state, message.refusal);
    case "pong":
      return state;
  }
}

function purse({ balance_cents, in_play_cents }: { balance_cents: number; in_play_cents: number }) {
  return { balance_cents, in_play_cents };
}

function problem(state: State, refusal: Answer["refusal"] & object): State {
  switch (refusal.code) {
    case "not_signed_in":
      return { ...START, line: "signed_out" };
    case "no_such_table":
      return state.table ? state : { ...state, noSuchTable: true };
    default:
      return noticed(state, { id: `problem-${refusal.code}`, kind: "problem", refusal });
  }
}

function snapshot(state: State, { table, own }: Snapshot): State {
  if (table.table !== state.watching) return state;
  return owned(settle({ ...state, noSuchTable: false, table }), own);
}

/** Events come without gaps, so that folding them gives the picture that a snapshot would. */
function events(state: State, message: Events): State {
  if (message.table !== state.watching || !state.table || message.version <= state.table.version) return state;
  const table = message.events.reduce(fold, state.table);
  return settle({ ...state, table: { ...table, version: message.version } });
}

/** What follows from the table's new picture for the player's own things. */
function settle(state: State): State {
  const { table, own } = state;
  if (!table) return state;
  const moved = own && (own.shoe !== table.shoe_number || own.round !== table.round);
  const next = moved ? { ...state, own: emptyOwn(table) } : state;
  return table.phase === "betting" && !moved ? next : chipsBack(next);
}

function emptyOwn(table: TableView): OwnView {
  return { shoe: table.shoe_number, round: table.round, stakes: {}, settled: null };
}

/** Time is up: what was not confirmed goes back, and the player is told. */
function chipsBack(state: State): State {
  if (state.laid.length === 0) return state;
  const bets = [...laidOn(state.laid)].map(([bet, cents]) => ({ bet, cents }));
  const id = `returned-${state.table?.shoe_number}-${state.table?.round}`;
  return noticed({ ...state, laid: [] }, { id, kind: "returned", bets });
}

function noticed(state: State, notice: Notice): State {
  return { ...state, notices: [...state.notices.filter((one) => one.id !== notice.id), notice] };
}

/** Our own bets, as the server has them: everything it had stored by then is in there. */
function owned(state: State, own: OwnView): State {
  const { table } = state;
  const old = table && (own.shoe < table.shoe_number || (own.shoe === table.shoe_number && own.round < table.round));
  return old ? state : { ...state, own, pending: state.pending.filter((one) => !one.stored) };
}

function answered(state: State, { command_id, refusal }: Answer): State {
  const one = state.pending.find(({ command }) => command.command_id === command_id);
  if (!one) return state;
  const pending = state.pending.filter((other) => other !== one);
  if (refusal) {
    return { ...state, pending, refused: [...state.refused, { id: command_id, command: one.command, refusal }] };
  }
  return { ...state, pending: isShown(state, one) ? pending : [...pending, { ...one, stored: true }] };
}

/** Whether our own bets already hold an accepted command: they may come before its answer, or after it. */
function isShown({ own }: State, { command, expected_cents }: Pending): boolean {
  if (!own || own.shoe !== command.shoe || own.round !== command.round) return true;
  const stake = own.stakes[command.bet as Bet] ?? 0;
  return command.type === "place_bet" ? stake >= expected_cents : stake <= expected_cents;
}

function canLay(state: State): boolean {
  return state.table?.phase === "betting";
}

function sent(state: State, commands: readonly BetCommand[]): State {
  const pending = [...state.pending];
  for (const command of commands) {
    const change = command.type === "place_bet" ? command.amount_cents : -command.amount_cents;
    pending.push({ command, expected_cents: expectedOn(state.own, pending, command) + change, stored: false });
  }
  return { ...state, pending };
}

/** What will lie on a command's bet once everything sent before it is accepted. */
function expectedOn(own: OwnView | null, pending: readonly Pending[], { bet, shoe, round }: BetCommand): number {
  const last = pending.findLast(
    ({ command }) => command.bet === bet && command.shoe === shoe && command.round === round,
  );
  return last ? last.expected_cents : (own?.stakes[bet as Bet] ?? 0);
}

/** Takes the last chip off a spot. A combination's chip comes off this bet only; its other parts stay. */
function withoutLast(laid: readonly Laid[], bet: Bet): Laid[] {
  const spot = spotOf(bet);
  const index = laid.findLastIndex((one) => one.bets.some((other) => spotOf(other) === spot));
  return laid.flatMap((one, at) => {
    if (at !== index) return one;
    const bets = one.bets.filter((other) => spotOf(other) !== spot);
    return bets.length > 0 ? { ...one, bets } : [];
  });
}

/** What lies unconfirmed on each bet, in cents, in the order in which it was laid. */
export function laidOn(laid: readonly Laid[]): Map<Bet, number> {
  const sums = new Map<Bet, number>();
  for (const { bets, cents } of laid) for (const bet of bets) sums.set(bet, (sums.get(bet) ?? 0) + cents);
  return sums;
}
