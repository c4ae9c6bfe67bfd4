// The public picture of a table after an event: the same fold the server makes, so that events over a snapshot give the later one.
import { BETS } from "../felt/bets";
import type {
  CardDealt,
  CardLaid,
  CardOpened,
  CardsBurned,
  PublicEvent,
  RoundBurned,
  RoundShuffled,
  SeatView,
  ShoeView,
  SpotTotal,
  TableView,
} from "../protocol.gen";
import { foldCeremony, isOfCeremony } from "./foldceremony";
import { foldDesk, isOfDesk, stillExposed } from "./folddesk";

const CLEARED = {
  burned: 0,
  player: [],
  banker: [],
  laid: [],
  squeeze: null,
  totals: [],
  result: null,
  won: [],
  carries: false,
  voided: null,
} satisfies Partial<TableView>;

/** The picture after one event, still with the old version. */
export function fold(table: TableView, event: PublicEvent): TableView {
  return { ...table, ...changes(table, event) };
}

const NOT_SUSPENDED = { suspended_for: null, suspended_phase: null } satisfies Partial<TableView>;

function changes(table: TableView, event: PublicEvent): Partial<TableView> {
  if (isOfDesk(event)) return foldDesk(table, event);
  if (isOfCeremony(event)) return foldCeremony(table, event);
  switch (event.type) {
    case "shuffle_started":
      return {
        ...CLEARED,
        phase: "shuffling",
        due_ms: event.due_ms,
        shoe_number: event.shoe,
        ceremony: null,
        shoe: null,
        round: 0,
        demonstration: 0,
        results: [],
        seats: cleared(table.seats),
        standing: 0,
      };
    case "shoe_arrived":
      return {
        phase: "burning",
        due_ms: event.due_ms,
        shoe: event.shoe,
        ceremony: null,
        log_head: event.entry?.hash ?? table.log_head,
      };
    case "round_shuffled":
      return {
        ...emptied(table),
        phase: "burning",
        due_ms: event.due_ms,
        shoe: table.shoe && shuffled(table.shoe, event),
        log_head: event.entry.hash,
      };
    case "cards_burned":
      return { due_ms: event.due_ms, shoe: table.shoe && burned(table.shoe, event) };
    case "demonstration_opened":
      return { ...emptied(table), phase: "dealing", due_ms: event.due_ms, demonstration: event.number };
    case "demonstration_ended":
      return { phase: "result", due_ms: event.due_ms, result: event.result };
    case "betting_opened":
      // What a tie left lies there already.
      return {
        ...CLEARED,
        phase: "betting",
        due_ms: event.closes_ms,
        round: event.round,
        demonstration: 0,
        totals: event.totals,
        seats: reseated(cleared(table.seats), event.seats),
        standing: event.standing,
      };
    case "betting_extended":
      return { due_ms: event.closes_ms };
    case "betting_closed":
      return { phase: "dealing", due_ms: event.due_ms };
    case "spots_changed":
      return {
        totals: merged(table.totals, event.totals),
        seats: reseated(table.seats, event.seats),
        standing: event.standing,
      };
    case "seat_taken":
      return {
        seats: reseated(
          table.seats.filter(({ seat }) => seat !== event.left),
          [event.seat],
        ),
        standing: event.standing,
      };
    case "seat_freed":
      return { seats: table.seats.filter(({ seat }) => seat !== event.seat), standing: event.standing };
    case "round_burned":
      return roundBurned(table, event);
    case "card_dealt":
      return dealt(table, event);
    case "card_laid":
      return laid(table, event);
    case "squeeze_began":
      return { squeeze: event.squeeze, due_ms: event.due_ms };
    case "card_bent":
      return { laid: table.laid.map((one) => (one.number === event.number ? { ...one, bent: true } : one)) };
    case "squeeze_ended":
      return squeezeEnded(table, event.at_ms);
    case "card_opened":
      return opened(table, event);
    case "round_settled":
      return {
        phase: "result",
        due_ms: event.due_ms,
        result: event.result,
        won: event.won,
        carries: event.carries,
        results: [...table.results, event.result],
      };
    case "stakes_returned":
      return { carries: false };
    case "table_paused":
      // A shoe that was announced but never came gives its number to the next.
      return {
        phase: "paused",
        due_ms: null,
        shoe_number: table.phase === "shuffling" ? table.shoe_number - 1 : table.shoe_number,
      };
    case "shoe_closed":
      return {
        phase: table.phase === "paused" ? "paused" : "result",
        due_ms: null,
        shoe: null,
        ceremony: null,
        log_head: event.entry?.hash ?? table.log_head,
      };
    case "round_suspended":
      return { phase: "suspended", due_ms: null, suspended_for: event.reason, suspended_phase: table.phase };
    case "round_resumed":
      return { ...NOT_SUSPENDED, phase: table.suspended_phase ?? table.phase, due_ms: event.due_ms };
    case "round_voided":
      return { ...NOT_SUSPENDED, phase: "result", due_ms: event.due_ms, voided: event.reason, squeeze: null };
    case "rules_changed":
      return { rules: event.rules };
  }
}

/** A felt without cards and without money. */
function emptied(table: TableView): Partial<TableView> {
  return { ...CLEARED, seats: cleared(table.seats), standing: 0 };
}

/** The seats without the money of the round before. */
function cleared(seats: readonly SeatView[]): SeatView[] {
  return seats.map((one) => ({ ...one, stakes: {} }));
}

function reseated(old: readonly SeatView[], changed: readonly SeatView[]): SeatView[] {
  const seats = new Map([...old, ...changed].map((one) => [one.seat, one]));
  return [...seats.values()].toSorted((a, b) => a.seat - b.seat);
}

/** A session's round has a pack of its own: all counts begin again. */
function shuffled(shoe: ShoeView, event: RoundShuffled): ShoeView {
  const last_round = event.last ? event.round : null;
  return { ...shoe, cards_left: shoe.cards, shown: null, root: event.root, last_round };
}

function burned(shoe: ShoeView, event: CardsBurned): ShoeView {
  const gone = event.face_down + (event.shown ? 1 : 0);
  return { ...shoe, shown: event.shown_card, cards_left: shoe.cards_left - gone, exposed: [] };
}

function roundBurned(table: TableView, event: RoundBurned): Partial<TableView> {
  const { shoe } = table;
  const last_round = event.cut_card ? lastRound(table) : (shoe?.last_round ?? null);
  return {
    burned: event.face_down,
    due_ms: event.due_ms,
    shoe: shoe && { ...shoe, cards_left: shoe.cards_left - event.face_down, last_round, exposed: [] },
  };
}

function dealt(table: TableView, event: CardDealt): Partial<TableView> {
  const { due_ms, shoe } = drawn(table, event);
  return {
    due_ms,
    shoe: shoe && { ...shoe, exposed: stillExposed(shoe, event.card) },
    [event.side]: [...table[event.side], { number: event.number, card: event.card }],
  };
}

function laid(table: TableView, event: CardLaid): Partial<TableView> {
  const { side, number } = event;
  return { ...drawn(table, event), laid: [...table.laid, { side, number, bent: false }] };
}

/** A card left the shoe, to lie open or face down. */
function drawn(table: TableView, event: CardDealt | CardLaid): Pick<TableView, "due_ms" | "shoe"> {
  const { due_ms } = event;
  const { shoe } = table;
  if (shoe === null) return { due_ms, shoe };
  const last_round = event.cut_card ? lastRound(table) : shoe.last_round;
  return { due_ms, shoe: { ...shoe, cards_left: shoe.cards - event.number, last_round } };
}

function opened(table: TableView, { side, number, card, due_ms }: CardOpened): Partial<TableView> {
  const laid = table.laid.filter((one) => one.number !== number);
  return { laid, [side]: [...table[side], { number, card }], due_ms };
}

/** What follows is due at once; at a table that stands still, as soon as it goes on. */
function squeezeEnded(table: TableView, at_ms: number): Partial<TableView> {
  return { squeeze: null, due_ms: table.phase === "suspended" ? table.due_ms : at_ms };
}

/** The cut card came out before this card: by the house's rule this round is the last, or one more follows (rule 6.6). */
function lastRound(table: TableView): number {
  const atFirstCard = table.player.length + table.banker.length + table.laid.length === 0;
  const oneMore = table.rules.settings.last_round === "one_more" && !atFirstCard;
  return oneMore ? table.round + 1 : table.round;
}

function merged(old: readonly SpotTotal[], changed: readonly SpotTotal[]): SpotTotal[] {
  const totals = new Map([...old, ...changed].map((one) => [one.spot, one]));
  return BETS.flatMap((bet) => totals.get(bet) ?? []).filter((one) => one.players > 0);
}
