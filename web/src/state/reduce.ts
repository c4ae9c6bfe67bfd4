// The one place where state changes: a message of the server or an act of the player, and the state after it. Pure.

import { type ChatAction, type ChatState, chatActed, chatAnswered, chatHeard, NO_CHAT } from "../chat/chat";
import { isMain, spotOf } from "../felt/bets";
import { type Mended, mendings } from "../frame/real";
import type {
  Answer,
  Bet,
  CardFace,
  Events,
  FromServer,
  OwnView,
  PublicEvent,
  SeatFreed,
  Snapshot,
  SqueezeEnd,
  TableView,
  Welcome,
} from "../protocol.gen";
import { fold } from "./fold";
import { lobbyHeard } from "./foldlobby";
import {
  type Aside,
  type BetCommand,
  type Laid,
  type Line,
  type Notice,
  type Pending,
  type Purse,
  type SeatCommand,
  type SqueezeCommand,
  type SqueezeOver,
  START,
  type Stake,
  type State,
  type Unlaid,
} from "./state";

export type Action =
  | { type: "heard"; message: FromServer }
  | { type: "line"; line: Line }
  | { type: "purse"; account: string; name: string; balance_cents: number; in_play_cents: number }
  | { type: "signed_out" }
  | { type: "watch"; table: number | null }
  | { type: "kept"; aside: Aside | null }
  | { type: "lay"; bets: readonly Bet[]; cents: number }
  | { type: "lay_stakes"; stakes: readonly Stake[]; unlaid?: readonly Unlaid[] }
  | { type: "recalled"; table: number; stakes: readonly Stake[] }
  | { type: "undo" }
  | { type: "clear" }
  | { type: "take_last"; bet: Bet }
  | { type: "take_off"; bet: Bet }
  | { type: "move"; from: Bet; to: Bet }
  | { type: "sent"; commands: readonly BetCommand[]; next?: Stake }
  | { type: "confirmed"; commands: readonly BetCommand[] }
  | { type: "asked"; command: SeatCommand | SqueezeCommand }
  | { type: "dismiss"; id: string }
  | ChatAction;

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "heard":
      return heard(state, action.message);
    case "line":
      return { ...state, line: action.line };
    case "purse":
      return playing(state, action);
    case "signed_out":
      return { ...START, line: "signed_out" };
    case "watch":
      return action.table === state.watching ? state : turnedTo(state, action.table);
    case "kept":
      return tookUp({ ...state, aside: action.aside });
    case "lay":
      return laid(
        state,
        action.bets.map((bet) => ({ bet, cents: action.cents })),
      );
    case "lay_stakes":
      return unlaid(laid(state, action.stakes), action.unlaid ?? []);
    case "recalled":
      return state.watching === action.table && state.lastStakes === null
        ? { ...state, lastStakes: action.stakes }
        : state;
    case "undo":
      return { ...state, laid: state.past.at(-1) ?? state.laid, past: state.past.slice(0, -1) };
    case "clear":
      return relaid(state, []);
    case "take_last":
      return relaid(state, withoutLast(state.laid, action.bet));
    case "take_off":
      return relaid(state, without(state.laid, action.bet));
    case "move":
      return moved(state, action.from, action.to);
    case "sent":
      return sent(state, action.commands, action.next);
    case "confirmed":
      return { ...sent(state, action.commands), laid: keeping(state.laid, action.commands), past: [] };
    case "asked":
      return { ...state, asked: [...state.asked, action.command] };
    case "dismiss":
      return {
        ...state,
        refused: state.refused.filter((one) => one.id !== action.id),
        notices: state.notices.filter((one) => one.id !== action.id),
      };
    case "chat_sent":
    case "chat_read":
    case "chat_noted":
      return talked(state, chatActed(state.chat, action));
  }
}

const UNDONE_AT_MOST = 100;

const NOT_WATCHING = {
  watching: null,
  noSuchTable: false,
  table: null,
  happenedMs: null,
  moved: null,
  squeezed: null,
  own: null,
  laid: [],
  past: [],
  face: null,
  lastStakes: null,
  notices: [],
  mends: [],
  chat: NO_CHAT,
} satisfies Partial<State>;

/** We look at another table, or at none: of the old one stay the chips that nobody took up, and what is still to be answered. */
function turnedTo(state: State, watching: number | null): State {
  const { table, laid } = state;
  const left = table && laid.length > 0 && { table: table.table, shoe: table.shoe_number, round: table.round, laid };
  return { ...state, ...NOT_WATCHING, watching, aside: left || state.aside };
}

/** Back at the table in the same round, with the chips as they lay. */
function tookUp(state: State): State {
  const { table, aside } = state;
  if (!table || aside?.table !== table.table) return state;
  const back = { ...state, aside: null };
  if (state.laid.length > 0) return back;
  const same = aside.shoe === table.shoe_number && aside.round === table.round && canLay(state);
  return same ? { ...back, laid: aside.laid } : chipsBack({ ...back, laid: aside.laid });
}

function heard(state: State, message: FromServer): State {
  switch (message.type) {
    case "welcome":
      return welcomed(state, message);
    case "standing":
      return { ...state, standing: message.standing };
    case "balance": {
      const { balance_cents, in_play_cents } = message;
      return state.purse ? { ...state, purse: { ...state.purse, balance_cents, in_play_cents } } : state;
    }
    case "lobby":
    case "lobby_changed":
      return { ...state, lobby: lobbyHeard(state.lobby, message) };
    case "snapshot":
      return snapshot(state, message);
    case "events":
      return events(state, message);
    case "own":
      return message.table === state.watching ? hidden(owned(state, message.own)) : state;
    case "card_face":
      return shown(state, message);
    case "answer":
      return answered(state, message);
    case "problem":
      return problem(state, message.refusal);
    case "chat":
    case "chat_history":
    case "chat_reported":
      return message.table === state.watching ? talked(state, chatHeard(state.chat, message)) : state;
    case "pong":
      return state;
  }
}

function welcomed(state: State, message: Welcome): State {
  const { protocol, least_bet_cents: leastBetCents, standing } = message;
  return { ...playing(state, message), line: "open", protocol, leastBetCents, standing };
}

/** Whose all this is. Where somebody else was signed in here before: what that one had on the way is not theirs. */
function playing(state: State, { account, name, balance_cents, in_play_cents }: Purse): State {
  const changed = state.purse !== null && state.purse.account !== account;
  const own = changed
    ? { ...NOT_WATCHING, watching: state.watching, pending: [], refused: [], asked: [], aside: null, knownBy: null }
    : {};
  return { ...state, ...own, purse: { account, name, balance_cents, in_play_cents } };
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
  return tookUp(
    hidden(owned(settle({ ...state, noSuchTable: false, table, happenedMs: null, moved: null, squeezed: null }), own)),
  );
}

/** Events come without gaps, so that folding them gives the picture that a snapshot would. */
function events(state: State, message: Events): State {
  if (message.table !== state.watching || !state.table || message.version <= state.table.version) return state;
  const seen = message.events.reduce(happened, state);
  const table = { ...(seen.table ?? state.table), version: message.version };
  const after = hidden(settle({ ...seen, table }, state.table.carries));
  return mendings(state.table, message.events).reduce(mended, after);
}

const MENDS_KEPT = 5;

/** The dealer of real cards put something right. */
function mended(state: State, mended: Mended): State {
  const { at_ms, type } = mended.event;
  const mends = [...state.mends, mended].slice(-MENDS_KEPT);
  return noticed({ ...state, mends }, { id: `mended-${at_ms}-${type}`, kind: "mended", mended });
}

/** One event over the picture, and what is remembered of it beside. */
function happened(state: State, event: PublicEvent): State {
  if (!state.table) return state;
  const next = { ...state, table: fold(state.table, event), happenedMs: event.at_ms };
  switch (event.type) {
    case "betting_opened":
    case "demonstration_opened":
    case "shuffle_started":
      return { ...next, moved: null, squeezed: null };
    case "card_dealt":
      return { ...next, moved: { number: event.number, how: "dealt" } };
    case "card_laid":
      return { ...next, moved: { number: event.number, how: "laid" } };
    case "card_opened":
      return { ...next, moved: { number: event.number, how: "opened" } };
    case "squeeze_ended":
      return { ...next, squeezed: squeezeOver(state, event.reason) };
    case "seat_freed":
      return seatLost(next, event);
    default:
      return next;
  }
}

function squeezeOver(state: State, reason: SqueezeEnd): SqueezeOver | null {
  const squeeze = state.table?.squeeze;
  return squeeze ? { ...squeeze, ours: state.own?.squeezes === squeeze.number, reason } : null;
}

/** The face of a card that we bend has come. */
function shown(state: State, face: CardFace): State {
  const { table } = state;
  const here = table?.table === face.table && table.shoe_number === face.shoe && table.round === face.round;
  return here ? hidden({ ...state, face }) : state;
}

/** A face that we alone see goes when its card is open, or not ours to squeeze any more. */
function hidden(state: State): State {
  const { face, own, table } = state;
  if (face === null || table === null) return state;
  const lies = table.laid.some(({ number }) => number === face.number) && table.round === face.round;
  return lies && (own?.squeezes === face.number || table.squeeze === null) ? state : { ...state, face: null };
}

/** The own seat was freed, and not because we left it. */
function seatLost(state: State, event: SeatFreed): State {
  if (state.own?.seat !== event.seat) return state;
  const freed = { ...state, own: { ...state.own, seat: null, seat_rounds_left: null, sat_out: false } };
  if (event.reason === "left") return freed;
  return noticed(freed, { id: `seat-${event.at_ms}`, kind: "seat_freed", seat: event.seat, reason: event.reason });
}

/** What follows from the table's new picture for the player's own things. */
function settle(state: State, carried = false): State {
  const { table, own } = state;
  if (!table) return state;
  const moved = own && (own.shoe !== table.shoe_number || own.round !== table.round);
  const next = remembered(moved ? movedOn(state, own, table, carried) : state);
  return table.phase === "betting" && !moved ? next : chipsBack(next);
}

/** Into a new round, with what a tie left for it. */
function movedOn(state: State, own: OwnView, table: TableView, carried: boolean): State {
  return { ...state, own: ownAfter(own, table, carried), pending: answerless(state) };
}

/** Commands that were answered are done with once their round is gone. */
function answerless({ pending }: State): Pending[] {
  return pending.filter((one) => !one.stored);
}

/** What can no longer change is what "the last bet" means. */
function remembered(state: State): State {
  const { table, own } = state;
  if (!table || !own || table.phase === "betting" || own.shoe !== table.shoe_number || own.round !== table.round) {
    return state;
  }
  const stakes = Object.entries(own.stakes).map(([bet, cents]): Stake => ({ bet: bet as Bet, cents }));
  return stakes.length > 0 ? { ...state, lastStakes: stakes } : state;
}

/** Nothing of ours lies in a new round, but the seat is still ours. */
function emptyOwn(table: TableView, { seat, seat_rounds_left, share }: OwnView): OwnView {
  const round = { shoe: table.shoe_number, round: table.round, stakes: {}, settled: null, left: {}, locked: {} };
  return { ...round, seat, seat_rounds_left, sat_out: false, squeezes: null, share };
}

/** What a tie left on the felt lies there in the next round, before our own picture of it comes. */
function ownAfter(own: OwnView, table: TableView, carried: boolean): OwnView {
  const next = own.shoe === table.shoe_number && own.round + 1 === table.round;
  if (!carried || !next) return emptyOwn(table, own);
  const stakes = Object.fromEntries(Object.entries(own.stakes).filter(([bet]) => isMain(spotOf(bet as Bet))));
  return { ...emptyOwn(table, own), stakes, left: stakes };
}

/** Time is up: what was not confirmed goes back, and the player is told. */
function chipsBack(state: State): State {
  if (state.laid.length === 0) return state.past.length > 0 ? { ...state, past: [] } : state;
  const bets = [...laidOn(state.laid)].map(([bet, cents]) => ({ bet, cents }));
  const id = `returned-${state.table?.shoe_number}-${state.table?.round}`;
  return noticed({ ...state, laid: [], past: [] }, { id, kind: "returned", bets });
}

function noticed(state: State, notice: Notice): State {
  return { ...state, notices: [...state.notices.filter((one) => one.id !== notice.id), notice] };
}

/** Our own bets, as the server has them: everything it had stored by then is in there. */
function owned(state: State, own: OwnView): State {
  const { table } = state;
  const old = table && (own.shoe < table.shoe_number || (own.shoe === table.shoe_number && own.round < table.round));
  const knownBy = own.share?.player ?? state.knownBy;
  return old ? state : remembered({ ...state, knownBy, own, pending: answerless(state) });
}

function answered(state: State, { command_id, refusal }: Answer): State {
  const one = state.pending.find(({ command }) => command.command_id === command_id);
  if (!one) return seatAnswered(state, command_id, refusal);
  const pending = state.pending.filter((other) => other !== one);
  if (refusal) {
    return { ...state, pending, refused: [...state.refused, { id: command_id, command: one.command, refusal }] };
  }
  // Of a table that we do not look at no picture follows.
  const here = one.command.table === state.watching;
  return { ...state, pending: here ? [...pending, { ...one, stored: true }] : pending };
}

function seatAnswered(state: State, command_id: string, refusal: Answer["refusal"]): State {
  const asked = state.asked.filter((one) => one.command_id !== command_id);
  if (asked.length === state.asked.length) {
    return talked(state, chatAnswered(state.chat, { type: "answer", command_id, refusal }));
  }
  const next = { ...state, asked };
  return refusal ? noticed(next, { id: `problem-${refusal.code}`, kind: "problem", refusal }) : next;
}

function talked(state: State, chat: ChatState): State {
  return chat === state.chat ? state : { ...state, chat, knownBy: chat.you ?? state.knownBy };
}

function canLay(state: State): boolean {
  return state.table?.phase === "betting";
}

function sent(state: State, commands: readonly BetCommand[], next?: Stake): State {
  const more = commands.map((command): Pending => ({ command, stored: false, ...(next && { next }) }));
  return { ...state, pending: [...state.pending, ...more] };
}

/** The unconfirmed chips but those that were sent. */
function keeping(laid: readonly Laid[], commands: readonly BetCommand[]): Laid[] {
  const gone = new Set(commands.map(({ bet }) => bet));
  return filtered(laid, ({ bet }) => !gone.has(bet));
}

function laid(state: State, stakes: readonly Stake[]): State {
  return stakes.length > 0 && canLay(state) ? relaid(state, [...state.laid, { stakes }]) : state;
}

/** The unconfirmed chips lie otherwise than before, and can be put back. */
function relaid(state: State, laid: readonly Laid[]): State {
  const same = laid.length === state.laid.length && laid.every((one, at) => one === state.laid[at]);
  return same ? state : { ...state, laid, past: [...state.past, state.laid].slice(-UNDONE_AT_MOST) };
}

/** The player is told what did not fit; a new press replaces what was told of the one before. */
function unlaid(state: State, left: readonly Unlaid[]): State {
  const notices = state.notices.filter((one) => one.kind !== "unlaid");
  const next = notices.length === state.notices.length ? state : { ...state, notices };
  if (left.length === 0) return next;
  const id = `unlaid-${state.table?.round}-${state.laid.length}-${left.map(({ bet, cents }) => `${bet}${cents}`).join()}`;
  return noticed(next, { id, kind: "unlaid", unlaid: left });
}

function filtered(laid: readonly Laid[], stays: (stake: Stake) => boolean): Laid[] {
  return laid.flatMap((one) => {
    const stakes = one.stakes.filter(stays);
    if (stakes.length === one.stakes.length) return one;
    return stakes.length > 0 ? { stakes } : [];
  });
}

/** Takes the last chip off a spot. A combination's chip comes off this bet only; its other parts stay. */
function withoutLast(laid: readonly Laid[], bet: Bet): Laid[] {
  const spot = spotOf(bet);
  const index = laid.findLastIndex((one) => one.stakes.some((stake) => spotOf(stake.bet) === spot));
  if (index < 0) return [...laid];
  const last = laid.slice(index, index + 1);
  return [...laid.slice(0, index), ...filtered(last, (stake) => spotOf(stake.bet) !== spot), ...laid.slice(index + 1)];
}

export function without(laid: readonly Laid[], bet: Bet): Laid[] {
  return filtered(laid, (stake) => stake.bet !== bet);
}

/** All unconfirmed chips of one bet onto another, as one press that can be undone. */
function moved(state: State, from: Bet, to: Bet): State {
  const cents = laidOn(state.laid).get(from) ?? 0;
  if (cents === 0 || from === to || !canLay(state)) return state;
  return relaid(state, [...without(state.laid, from), { stakes: [{ bet: to, cents }] }]);
}

/** What lies unconfirmed on each bet, in cents, in the order in which it was laid. */
export function laidOn(laid: readonly Laid[]): Map<Bet, number> {
  const sums = new Map<Bet, number>();
  for (const { stakes } of laid) for (const { bet, cents } of stakes) sums.set(bet, (sums.get(bet) ?? 0) + cents);
  return sums;
}
