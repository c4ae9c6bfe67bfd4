// All that the page knows at one moment, as plain data. Changed only by `reduce`; drawn by the components; no DOM here.
import { type ChatState, NO_CHAT } from "../chat/chat";
import type { Mended } from "../frame/real";
import type {
  BendCard,
  Bet,
  CardFace,
  LeaveSeat,
  LobbyTable,
  OpenCard,
  OwnView,
  PassSqueeze,
  PlaceBet,
  ReduceBet,
  Refusal,
  SeatEnd,
  Side,
  Sit,
  SitOut,
  SqueezeEnd,
  Standing,
  TableView,
} from "../protocol.gen";

/** The line to the server: never open yet, open, lost and being reopened, or refused because nobody is signed in. */
export type Line = "connecting" | "open" | "lost" | "signed_out";

export interface Purse {
  account: string;
  name: string;
  balance_cents: number;
  in_play_cents: number;
}

export interface Stake {
  bet: Bet;
  cents: number;
}

/** One press: a chip on a bet or on each bet of a combination, the last bet again. Only the player's own until it is confirmed. */
export interface Laid {
  stakes: readonly Stake[];
}

/** What a press could not lay, and why not. */
export interface Unlaid extends Stake {
  why: Pick<Refusal, "code" | "limit" | "left">;
}

export type BetCommand = PlaceBet | ReduceBet;

export type SeatCommand = Sit | LeaveSeat | SitOut;

export type SqueezeCommand = BendCard | OpenCard | PassSqueeze;

/** A card by its number: it fell face up, was laid face down, or was turned over where it lay. */
export interface Moved {
  number: number;
  how: "dealt" | "laid" | "opened";
}

/** How the right to squeeze a card ended, and whose it was. */
export interface SqueezeOver {
  side: Side;
  number: number;
  name: string;
  ours: boolean;
  reason: SqueezeEnd;
}

/**
 * A command that was sent. `stored` once the server accepted it: the new picture of our bets follows every such answer, and until
 * it is here the command stands for it. `next` is staked once it is accepted.
 */
export interface Pending {
  command: BetCommand;
  stored: boolean;
  next?: Stake;
}

/** Chips that lay unconfirmed when we turned away from their table: they lie there again for who is back in the same round. */
export interface Aside {
  table: number;
  shoe: number;
  round: number;
  laid: readonly Laid[];
}

/** A command that was refused; its chips go back when the notice goes. */
export interface Refused {
  id: string;
  command: BetCommand;
  refusal: Refusal;
}

/**
 * Something the player should read, gone after a while or a touch. `returned`: chips that were never confirmed; `unlaid`: what
 * did not fit of a press; `seat_freed`: the own seat was taken away; `mended`: what the dealer of real cards put right.
 */
export type Notice =
  | { id: string; kind: "returned"; bets: readonly Stake[] }
  | { id: string; kind: "unlaid"; unlaid: readonly Unlaid[] }
  | { id: string; kind: "seat_freed"; seat: number; reason: SeatEnd }
  | { id: string; kind: "mended"; mended: Mended }
  | { id: string; kind: "problem"; refusal: Refusal };

export interface State {
  line: Line;
  protocol: number | null;
  /** Who has less than this, and nothing in play, can bet nowhere. */
  leastBetCents: number;
  purse: Purse | null;
  lobby: Readonly<Record<number, LobbyTable>> | null;
  /** The table we look at; its picture is null until the first snapshot. */
  watching: number | null;
  noSuchTable: boolean;
  table: TableView | null;
  /** When the last thing happened that brought the picture here; null where it came whole, and nothing is seen to move. */
  happenedMs: number | null;
  /** The card that moved last in this round; null where we did not see it. */
  moved: Moved | null;
  /** The last squeeze of the round that has ended; null before, and where nobody saw it end. */
  squeezed: SqueezeOver | null;
  own: OwnView | null;
  laid: readonly Laid[];
  /** How it lay before each change since, the newest last: what "undo" goes back to. */
  past: readonly (readonly Laid[])[];
  aside: Aside | null;
  /** Our stakes of the last round here in which we had some. */
  lastStakes: readonly Stake[] | null;
  pending: readonly Pending[];
  refused: readonly Refused[];
  /** What was asked of the seats or of a card to squeeze, and is not answered yet. */
  asked: readonly (SeatCommand | SqueezeCommand)[];
  /** The face of the card that we bend: ours alone to see until it is open. */
  face: CardFace | null;
  notices: readonly Notice[];
  /** What the dealer put right while we looked on, the newest last: to be read when its notice is gone. */
  mends: readonly Mended[];
  /** Whether the house has muted or frozen us. */
  standing: Standing;
  /** What we are known by at all tables, in chats and in the logs of shoes; null before any of them told. */
  knownBy: string | null;
  /** The chat of the table we look at. */
  chat: ChatState;
}

export const START: State = {
  line: "connecting",
  protocol: null,
  leastBetCents: 0,
  purse: null,
  lobby: null,
  watching: null,
  noSuchTable: false,
  table: null,
  happenedMs: null,
  moved: null,
  squeezed: null,
  own: null,
  laid: [],
  past: [],
  aside: null,
  lastStakes: null,
  pending: [],
  refused: [],
  asked: [],
  face: null,
  notices: [],
  mends: [],
  standing: { muted: null, frozen: null },
  knownBy: null,
  chat: NO_CHAT,
};
