// Made by tools/generate.py from the message types of the server. Do not edit: run the tool again.

/**
 * Version 2. One JSON message a frame: clients send FromClient, the server sends FromServer.
 */
export type Message = FromClient | FromServer;
/**
 * What a client may send.
 */
export type FromClient =
  | Watch
  | Unwatch
  | WatchLobby
  | UnwatchLobby
  | Ping
  | PlaceBet
  | ReduceBet
  | SealShare
  | OpenShare
  | Sit
  | LeaveSeat
  | SitOut
  | BendCard
  | OpenCard
  | PassSqueeze
  | Chat
  | ChatReport;
/**
 * What the server sends.
 */
export type FromServer =
  | Welcome
  | StandingChanged
  | Snapshot
  | Events
  | Own
  | CardFace
  | Balance
  | Answer
  | Problem
  | Pong
  | Lobby
  | LobbyChanged
  | ChatSaid
  | ChatHistory
  | ChatReported;
/**
 * One of the bets of rule 3.1. The two Banker bets are kinds of one spot: see `spot_of`.
 */
export type Bet =
  | "banker"
  | "banker_dragon"
  | "banker_natural"
  | "banker_no_commission"
  | "banker_pair"
  | "either_pair"
  | "lucky_six"
  | "lucky_six_three"
  | "lucky_six_two"
  | "perfect_pair"
  | "player"
  | "player_dragon"
  | "player_natural"
  | "player_pair"
  | "tie";
/**
 * `pays` is won for every `per` staked; the stake comes back too.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Odds = [number, number];
/**
 * Where a table stands. The ways from one to another are in `machine.TRANSITIONS`.
 */
export type Phase = "betting" | "burning" | "dealing" | "paused" | "result" | "shuffling" | "suspended";
/**
 * How far the ceremony of a shoe's order has come.
 */
export type Stage = "failed" | "opened" | "opening" | "sealing";
/**
 * One of the 52 cards. Its text is rank then suit, `Card("TH")` is the ten of hearts.
 */
export type Card =
  | "2C"
  | "2D"
  | "2H"
  | "2S"
  | "3C"
  | "3D"
  | "3H"
  | "3S"
  | "4C"
  | "4D"
  | "4H"
  | "4S"
  | "5C"
  | "5D"
  | "5H"
  | "5S"
  | "6C"
  | "6D"
  | "6H"
  | "6S"
  | "7C"
  | "7D"
  | "7H"
  | "7S"
  | "8C"
  | "8D"
  | "8H"
  | "8S"
  | "9C"
  | "9D"
  | "9H"
  | "9S"
  | "AC"
  | "AD"
  | "AH"
  | "AS"
  | "JC"
  | "JD"
  | "JH"
  | "JS"
  | "KC"
  | "KD"
  | "KH"
  | "KS"
  | "QC"
  | "QD"
  | "QH"
  | "QS"
  | "TC"
  | "TD"
  | "TH"
  | "TS";
/**
 * A side of the table, each with one hand.
 */
export type Side = "banker" | "player";
/**
 * How a coup ends.
 */
export type Outcome = "banker" | "player" | "tie";
/**
 * What can happen at a table, as all see it.
 */
export type PublicEvent =
  | ShuffleStarted
  | ShoeAnnounced
  | ShareSealed
  | SharesClosed
  | SharesOpened
  | SharesFailed
  | ShuffleExtended
  | ShoeArrived
  | SpotsChanged
  | RoundSettled
  | RulesChanged
  | BettingOpened
  | StakesReturned
  | SeatTaken
  | SeatFreed
  | ShoeWithdrawn
  | CutCardShown
  | CardCorrected
  | CardTakenBack
  | ErrorBurned
  | CardExposed
  | RoundShuffled
  | CardsBurned
  | DemonstrationOpened
  | DemonstrationEnded
  | BettingExtended
  | BettingClosed
  | RoundBurned
  | CardDealt
  | CardLaid
  | SqueezeBegan
  | CardBent
  | SqueezeEnded
  | CardOpened
  | RoundVoided
  | TablePaused
  | RoundSuspended
  | RoundResumed
  | ShoeClosed;
/**
 * Why a seat was freed. `removed`: the table has fewer seats now.
 */
export type SeatEnd = "left" | "no_bets" | "off_line" | "removed";
/**
 * How a right to squeeze ended. `opened`: its holder turns the card over; the dealer does after the last three.
 */
export type SqueezeEnd = "left_seat" | "off_line" | "opened" | "passed" | "time";
/**
 * How a shoe ended.
 */
export type ShoeEnd = "ended_early" | "finished" | "never_opened";
/**
 * Why a command was refused. Those of a bet are listed in the order in which they are checked (rule 4.6).
 */
export type Code =
  | "bad_amount"
  | "bad_name"
  | "bad_password"
  | "bad_reason"
  | "bad_share"
  | "bet_not_offered"
  | "betting_closed"
  | "command_id_reused"
  | "draw_changes"
  | "empty"
  | "fault"
  | "forbidden"
  | "frozen"
  | "illegal_draw"
  | "impossible_card"
  | "insufficient_funds"
  | "last_host"
  | "link_used"
  | "malformed"
  | "may_not_share"
  | "muted"
  | "name_taken"
  | "needs_approval"
  | "no_chat"
  | "no_such_seat"
  | "no_such_table"
  | "not_a_multiple"
  | "not_broke"
  | "not_by_hand"
  | "not_found"
  | "not_seated"
  | "not_signed_in"
  | "not_your_card"
  | "over_differential"
  | "over_maximum"
  | "rate_limited"
  | "round_cap"
  | "seat_taken"
  | "shoe_over"
  | "stake_locked"
  | "suspended"
  | "too_few_cards"
  | "too_late"
  | "too_long"
  | "unavailable"
  | "under_minimum"
  | "unknown_card"
  | "unwanted_word"
  | "wrong_password"
  | "wrong_phase";
/**
 * The good roads, in the order in which they are told.
 */
export type GoodRoad =
  | "banker_sticks"
  | "long_banker"
  | "long_player"
  | "one_hall_two_rooms_banker"
  | "one_hall_two_rooms_player"
  | "pair_sticks"
  | "player_sticks"
  | "single_jump";
/**
 * Who says a line of the chat: a player, or the house.
 */
export type ChatKind = "player" | "system";
/**
 * What the house says in the chat.
 */
export type ChatNotice = "announcement" | "last_round" | "round_suspended" | "round_voided" | "shoe_changed";

/**
 * Watch a table. With `version`, the last one seen, the gap comes back instead of a snapshot where that is possible.
 */
export interface Watch {
  type: "watch";
  table: number;
  version?: number | null;
}
/**
 * Stop watching a table.
 */
export interface Unwatch {
  type: "unwatch";
  table: number;
}
/**
 * Get the list of tables, and its changes from now on.
 */
export interface WatchLobby {
  type: "watch_lobby";
}
/**
 * No more changes of the list of tables.
 */
export interface UnwatchLobby {
  type: "unwatch_lobby";
}
/**
 * Ask for a `Pong`: is the line alive, and what time is it there.
 */
export interface Ping {
  type: "ping";
}
/**
 * Confirm a stake on a bet, in addition to what lies there. Answered by `Answer` once it is safely stored.
 */
export interface PlaceBet {
  type: "place_bet";
  command_id: string;
  table: number;
  shoe: number;
  round: number;
  bet: string;
  amount_cents: number;
}
/**
 * Take a confirmed stake back, in part or whole. Answered like `PlaceBet`.
 */
export interface ReduceBet {
  type: "reduce_bet";
  command_id: string;
  table: number;
  shoe: number;
  round: number;
  bet: string;
  amount_cents: number;
}
/**
 * Share in the order of the shoe that is being shuffled: `seal` as docs/proof.md says. Answered like `PlaceBet`.
 */
export interface SealShare {
  type: "seal_share";
  command_id: string;
  table: number;
  shoe: number;
  attempt: number;
  seal: string;
}
/**
 * Open what was sealed, once the list is closed: `random` bytes in upper-case hex, words, where to cut.
 */
export interface OpenShare {
  type: "open_share";
  command_id: string;
  table: number;
  shoe: number;
  attempt: number;
  random: string;
  words?: string;
  cut_place?: number | null;
}
/**
 * Take a free seat of a table, or move there from the own one. Answered like `PlaceBet`.
 */
export interface Sit {
  type: "sit";
  command_id: string;
  table: number;
  seat: number;
}
/**
 * Give the own seat back; bets stand. Answered like `PlaceBet`.
 */
export interface LeaveSeat {
  type: "leave_seat";
  command_id: string;
  table: number;
}
/**
 * Do not wait for me in this round, at a table whose betting closes early. A bet undoes it. Answered like `PlaceBet`.
 */
export interface SitOut {
  type: "sit_out";
  command_id: string;
  table: number;
  shoe: number;
  round: number;
}
/**
 * Begin to bend the card that is yours to squeeze. Answered like `PlaceBet`; its face comes to this socket as `CardFace`.
 */
export interface BendCard {
  type: "bend_card";
  command_id: string;
  table: number;
  shoe: number;
  round: number;
  number: number;
}
/**
 * Turn the card over that is yours to squeeze, looked at or not. Answered like `PlaceBet`.
 */
export interface OpenCard {
  type: "open_card";
  command_id: string;
  table: number;
  shoe: number;
  round: number;
  number: number;
}
/**
 * Pass the right to squeeze a card on to the next in rank, else to the dealer. Answered like `PlaceBet`.
 */
export interface PassSqueeze {
  type: "pass_squeeze";
  command_id: string;
  table: number;
  shoe: number;
  round: number;
  number: number;
}
/**
 * Say something to everyone at a table that you watch. Answered by `Answer` once it is stored.
 */
export interface Chat {
  type: "chat";
  command_id: string;
  table: number;
  text: string;
}
/**
 * Report what a player said, by its `id`, to the house. Answered by `ChatReported` and `Answer`, or by a refusal.
 */
export interface ChatReport {
  type: "chat_report";
  command_id: string;
  table: number;
  message: number;
}
/**
 * The first message on a socket: who you are, what you have, what time it is.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  account: string;
  name: string;
  balance_cents: number;
  in_play_cents: number;
  least_bet_cents: number;
  server_ms: number;
  standing: Standing;
}
/**
 * How you stand with the house; usually neither.
 */
export interface Standing {
  muted?: Muted | null;
  frozen?: Frozen | null;
}
/**
 * You may not write in any chat, until a time or until it is lifted, and why.
 */
export interface Muted {
  until_ms: number | null;
  reason: string;
}
/**
 * Your account is frozen, and why: no bets, no chat. What is confirmed stands. `support`: whom to ask.
 */
export interface Frozen {
  since_ms: number;
  reason: string;
  support: string | null;
}
/**
 * You were muted or frozen, or are not any more; to every page you have open.
 */
export interface StandingChanged {
  type: "standing";
  standing: Standing;
}
/**
 * The whole picture of a table at `table.version`, and your own part of it.
 */
export interface Snapshot {
  type: "snapshot";
  table: TableView;
  own: OwnView;
  server_ms: number;
}
/**
 * The whole public picture of a table at one version. `log_head` is the hash of its log's last entry.
 */
export interface TableView {
  table: number;
  version: number;
  rules: RulesView;
  phase: Phase;
  due_ms: number | null;
  shoe_number: number;
  ceremony: CeremonyView | null;
  log_head: string;
  shoe: ShoeView | null;
  round: number;
  demonstration: number;
  burned: number;
  player: CardView[];
  banker: CardView[];
  laid: LaidView[];
  squeeze: SqueezeView | null;
  totals: SpotTotal[];
  result: RoundResult | null;
  won: Bet[];
  voided: string | null;
  results: RoundResult[];
  suspended_for: string | null;
  suspended_phase: Phase | null;
  carries: boolean;
  seats: SeatView[];
  standing: number;
}
/**
 * A table's own rules: every setting by name, and the offers that follow from them.
 */
export interface RulesView {
  house: string;
  stake_unit_cents: number;
  offers: BetOffer[];
  settings: {
    [k: string]: string | number | boolean | string[];
  };
}
/**
 * A bet on offer: its spot, what it pays in each case, the commission on a win, and when it is taken.
 */
export interface BetOffer {
  bet: Bet;
  spot: Bet;
  pays: {[key in Case]?: Odds};
  commission: Odds | null;
  minimum_cents: number;
  maximum_cents: number;
  round_cap: number | null;
}
/**
 * How the order of the next shoe comes about: which attempt, how far it is, and its entries in the log so far.
 */
export interface CeremonyView {
  attempt: number;
  stage: Stage;
  due_ms: number;
  shared: number;
  entries: Entry[];
}
/**
 * An entry of the log: its text, and its hash, over which the next entry's hash is made.
 */
export interface Entry {
  text: string;
  hash: string;
}
/**
 * The shoe as anyone sees it. All its hashes are at `/api/shoes/{table}-{shoe}`.
 */
export interface ShoeView {
  shoe: number;
  cards: number;
  cards_left: number;
  cut_card_behind: number;
  commitment: string;
  root: string;
  shown: Card | null;
  last_round: number | null;
  session_rounds: number;
  shared: number;
  failed: number;
  cut_place: number;
  exposed: Card[];
}
/**
 * An opened card with its number in the shoe.
 */
export interface CardView {
  number: number;
  card: Card;
}
/**
 * A card that lies face down, by its number in the shoe; `bent`: a squeezer has begun to bend it.
 */
export interface LaidView {
  side: Side;
  number: number;
  bent: boolean;
}
/**
 * Who squeezes a card now, by name, until the table's `due_ms`.
 */
export interface SqueezeView {
  side: Side;
  number: number;
  name: string;
}
/**
 * All confirmed money on a spot, in cents, and from how many players.
 */
export interface SpotTotal {
  spot: Bet;
  total_cents: number;
  players: number;
}
/**
 * One finished round, as a bead plate needs it.
 */
export interface RoundResult {
  round: number;
  outcome: Outcome;
  player_points: number;
  banker_points: number;
  natural: boolean;
  player_pair: boolean;
  banker_pair: boolean;
}
/**
 * A taken seat: its holder's name, and the holder's confirmed money on each spot, in cents.
 */
export interface SeatView {
  seat: number;
  name: string;
  stakes: {[key in Bet]?: number};
}
/**
 * A player's own part of a round: confirmed stakes by bet in cents and, once settled, what became of each.
 */
export interface OwnView {
  shoe: number;
  round: number;
  stakes: {[key in Bet]?: number};
  settled: {[key in Bet]?: BetSettlement} | null;
  left: {[key in Bet]?: number};
  locked: {[key in Bet]?: number};
  seat: number | null;
  seat_rounds_left: number | null;
  sat_out: boolean;
  squeezes: number | null;
  share: ShareView | null;
}
/**
 * A player's own part in the order of the next shoe: what they are known by, and whether their contribution is in, and open.
 */
export interface ShareView {
  player: string;
  sealed: boolean;
  opened: boolean;
}
/**
 * What happened at a table since the last message about it; `version` is the table's version after them.
 */
export interface Events {
  type: "events";
  table: number;
  version: number;
  events: PublicEvent[];
  server_ms: number;
}
/**
 * A new shoe is being shuffled.
 */
export interface ShuffleStarted {
  type: "shuffle_started";
  at_ms: number;
  shoe: number;
  due_ms: number;
}
/**
 * The next shoe was announced, for the first time or again: contributions to its order are taken until `closes_ms`.
 */
export interface ShoeAnnounced {
  type: "shoe_announced";
  at_ms: number;
  attempt: number;
  entry: Entry;
  closes_ms: number;
}
/**
 * A player's contribution is in: `shared` in all.
 */
export interface ShareSealed {
  type: "share_sealed";
  at_ms: number;
  shared: number;
}
/**
 * The list of contributions is closed. They must be opened until `due_ms`.
 */
export interface SharesClosed {
  type: "shares_closed";
  at_ms: number;
  entry: Entry;
  due_ms: number;
}
/**
 * All contributions are opened: with the secret they make the order of the shoe.
 */
export interface SharesOpened {
  type: "shares_opened";
  at_ms: number;
  entry: Entry;
}
/**
 * Some did not open theirs, by the names that everyone knows. Who did open may share in the next attempt, until `due_ms`.
 */
export interface SharesFailed {
  type: "shares_failed";
  at_ms: number;
  entry: Entry;
  missing: string[];
  due_ms: number;
}
/**
 * After a restart there is more time to share: `stage_due_ms` for this stage, `due_ms` for the whole shuffle.
 */
export interface ShuffleExtended {
  type: "shuffle_extended";
  at_ms: number;
  stage_due_ms: number;
  due_ms: number;
}
/**
 * The public form of `ShoeOpened`. A shoe of real cards has no `entry` in the log.
 */
export interface ShoeArrived {
  type: "shoe_arrived";
  at_ms: number;
  shoe: ShoeView;
  entry: Entry | null;
  due_ms: number;
}
/**
 * The public form of bets confirmed or reduced: new totals of the spots they touched, nobody's name.
 */
export interface SpotsChanged {
  type: "spots_changed";
  at_ms: number;
  totals: SpotTotal[];
  seats: SeatView[];
  standing: number;
}
/**
 * The round ended. `won` names the bets on offer that it wins; `carries`: Player and Banker money stays (rule 8.1).
 */
export interface RoundSettled {
  type: "round_settled";
  at_ms: number;
  result: RoundResult;
  won: Bet[];
  carries: boolean;
  due_ms: number;
}
/**
 * Other rules hold from now on.
 */
export interface RulesChanged {
  type: "rules_changed";
  at_ms: number;
  rules: RulesView;
}
/**
 * A round began; bets are taken until `closes_ms`. `totals` lie there already: a tie left them (rule 8.1).
 */
export interface BettingOpened {
  type: "betting_opened";
  at_ms: number;
  round: number;
  closes_ms: number;
  totals: SpotTotal[];
  seats: SeatView[];
  standing: number;
}
/**
 * What a tie had left on the felt went back to its players.
 */
export interface StakesReturned {
  type: "stakes_returned";
  at_ms: number;
}
/**
 * Somebody sat down; `left` is the seat that was theirs before.
 */
export interface SeatTaken {
  type: "seat_taken";
  at_ms: number;
  seat: SeatView;
  left: number | null;
  standing: number;
}
/**
 * A seat became free; its holder's bets stand with those of the standing players.
 */
export interface SeatFreed {
  type: "seat_freed";
  at_ms: number;
  seat: number;
  reason: SeatEnd;
  standing: number;
}
/**
 * The shoe of a table with real cards leaves it early, and why; `replaced`: a new set of cards comes.
 */
export interface ShoeWithdrawn {
  type: "shoe_withdrawn";
  at_ms: number;
  reason: string;
  replaced: boolean;
}
/**
 * The cut card of real cards came out; `last_round` is None where it was entered by mistake.
 */
export interface CutCardShown {
  type: "cut_card_shown";
  at_ms: number;
  last_round: number | null;
}
/**
 * A real card had been entered wrongly. `side` is None for the burn's first card.
 */
export interface CardCorrected {
  type: "card_corrected";
  at_ms: number;
  number: number;
  side: Side | null;
  was: Card;
  card: Card;
  reason: string;
}
/**
 * The last card had been entered without having been dealt. `side` is None for the burn's first card.
 */
export interface CardTakenBack {
  type: "card_taken_back";
  at_ms: number;
  number: number;
  side: Side | null;
  reason: string;
}
/**
 * Cards were burned face down after a dealing error.
 */
export interface ErrorBurned {
  type: "error_burned";
  at_ms: number;
  face_down: number;
  reason: string;
}
/**
 * A card lay face up in the shoe; it stays valid, and so do the bets.
 */
export interface CardExposed {
  type: "card_exposed";
  at_ms: number;
  card: Card;
  reason: string;
}
/**
 * A pack was shuffled for the next round of a session: the hashes of all cards that the round can use are out (rule 6.5).
 */
export interface RoundShuffled {
  type: "round_shuffled";
  at_ms: number;
  entry: Entry;
  round: number;
  demonstration: number;
  hashes: string[];
  root: string;
  last: boolean;
  due_ms: number;
}
/**
 * The burn: the shown card, if the house shows one, then cards face down.
 */
export interface CardsBurned {
  type: "cards_burned";
  at_ms: number;
  shown: OpenedCard | null;
  shown_card: Card | null;
  face_down: number;
  due_ms: number;
}
/**
 * A card whose face is known, with its number in the shoe and the text that proves it.
 */
export interface OpenedCard {
  number: number;
  text: string;
}
/**
 * A demonstration round began: no bets, no round number, its cards follow at once. `number` counts from 1 (rule 6.5).
 */
export interface DemonstrationOpened {
  type: "demonstration_opened";
  at_ms: number;
  number: number;
  due_ms: number;
}
/**
 * A demonstration round is over. `result` has round 0 and stands in no road, count or record.
 */
export interface DemonstrationEnded {
  type: "demonstration_ended";
  at_ms: number;
  result: RoundResult;
  due_ms: number;
}
/**
 * Betting got more time, after a restart.
 */
export interface BettingExtended {
  type: "betting_extended";
  at_ms: number;
  closes_ms: number;
}
/**
 * No more bets.
 */
export interface BettingClosed {
  type: "betting_closed";
  at_ms: number;
  due_ms: number;
}
/**
 * Cards were burned face down before the round's first card (rule 6.5); `cut_card` when the cut card came out with them.
 */
export interface RoundBurned {
  type: "round_burned";
  at_ms: number;
  face_down: number;
  cut_card: boolean;
  due_ms: number;
}
/**
 * A card was drawn and fell face up; `cut_card` when the cut card came out before it.
 */
export interface CardDealt {
  type: "card_dealt";
  at_ms: number;
  side: Side;
  number: number;
  card: Card;
  text: string;
  cut_card: boolean;
  due_ms: number;
}
/**
 * A card was drawn and laid face down; `cut_card` when the cut card came out before it.
 */
export interface CardLaid {
  type: "card_laid";
  at_ms: number;
  side: Side;
  number: number;
  cut_card: boolean;
  due_ms: number;
}
/**
 * A player may bend and open a card that lies face down, until `due_ms`. Said again where there is more time for it.
 */
export interface SqueezeBegan {
  type: "squeeze_began";
  at_ms: number;
  squeeze: SqueezeView;
  due_ms: number;
}
/**
 * The squeezer has begun to bend the card; what they see is theirs alone.
 */
export interface CardBent {
  type: "card_bent";
  at_ms: number;
  number: number;
}
/**
 * The squeeze of a card ended: its squeezer turns it over, passed it on, or leaves it to the dealer.
 */
export interface SqueezeEnded {
  type: "squeeze_ended";
  at_ms: number;
  number: number;
  reason: SqueezeEnd;
}
/**
 * A card that lay face down was turned over.
 */
export interface CardOpened {
  type: "card_opened";
  at_ms: number;
  side: Side;
  number: number;
  card: Card;
  text: string;
  due_ms: number;
}
/**
 * The round does not count; every bet on it was given back.
 */
export interface RoundVoided {
  type: "round_voided";
  at_ms: number;
  reason: string;
  due_ms: number;
}
/**
 * Nobody was there for a while: the table waits between rounds.
 */
export interface TablePaused {
  type: "table_paused";
  at_ms: number;
}
/**
 * The table stands still because of a fault.
 */
export interface RoundSuspended {
  type: "round_suspended";
  at_ms: number;
  reason: string;
}
/**
 * The table goes on where it stood. `reason`: why, where not staff but the house itself resumes it.
 */
export interface RoundResumed {
  type: "round_resumed";
  at_ms: number;
  due_ms: number | null;
  reason?: string;
}
/**
 * The shoe ended and everything in it was opened by giving its secret away, in hex; `reason` where it ended early.
 */
export interface ShoeClosed {
  type: "shoe_closed";
  at_ms: number;
  shoe: number;
  end: ShoeEnd;
  secret: string | null;
  reason?: string;
  entry?: Entry | null;
}
/**
 * Your own part of a table's round, whenever it changes, to every page you have open.
 */
export interface Own {
  type: "own";
  table: number;
  version: number;
  own: OwnView;
}
/**
 * The face of a card that you bend and that is not open yet: to the one socket that bent it, and to no other.
 */
export interface CardFace {
  type: "card_face";
  table: number;
  shoe: number;
  round: number;
  number: number;
  card: Card;
}
/**
 * Your credits, whenever they change: what you can stake, and what lies on tables.
 */
export interface Balance {
  type: "balance";
  balance_cents: number;
  in_play_cents: number;
}
/**
 * The answer to one command. `refusal` is null when it was accepted and stored.
 */
export interface Answer {
  type: "answer";
  command_id: string;
  refusal: Refusal | null;
}
/**
 * Why something was refused: a stable code, a sentence in the player's language, and the figures that explain it.
 */
export interface Refusal {
  code: Code;
  message: string;
  detail?: string | null;
  limit?: number | null;
  left?: number | null;
  closes_at?: number | null;
}
/**
 * A frame that could not be taken, where it names no command to answer.
 */
export interface Problem {
  type: "problem";
  refusal: Refusal;
}
/**
 * The answer to `Ping`.
 */
export interface Pong {
  type: "pong";
  server_ms: number;
}
/**
 * The lobby, in answer to `WatchLobby`: all tables.
 */
export interface Lobby {
  type: "lobby";
  tables: LobbyTable[];
  server_ms: number;
}
/**
 * A table as the lobby lists it. `results` are the outcomes of the shoe so far, one letter a round.
 */
export interface LobbyTable {
  table: number;
  house: string;
  phase: Phase;
  due_ms: number | null;
  shoe: number;
  round: number;
  betting_ms: number;
  squeeze_ms: number | null;
  last_round: boolean;
  squeezing: boolean;
  watching: number;
  seats: number;
  seated: number;
  main_minimum_cents: number;
  main_maximum_cents: number;
  side_minimum_cents: number;
  side_maximum_cents: number;
  differential_cents: number | null;
  bets: number;
  no_commission: boolean;
  ties_carry: boolean;
  by_hand: boolean;
  good_roads: GoodRoad[];
  results: string;
}
/**
 * What has changed in the lobby since you were last told. `tables` are there whole, with other rules than before.
 */
export interface LobbyChanged {
  type: "lobby_changed";
  changes: LobbyChange[];
  tables: LobbyTable[];
  server_ms: number;
}
/**
 * What has changed at a table of the lobby; what is left out has not.
 */
export interface LobbyChange {
  table: number;
  phase?: Phase;
  due_ms?: number | null;
  shoe?: number;
  round?: number;
  last_round?: boolean;
  squeezing?: boolean;
  watching?: number;
  seated?: number;
  results?: string;
  added?: string;
}
/**
 * A new line of the chat of a table that you watch.
 */
export interface ChatSaid {
  type: "chat";
  table: number;
  message: ChatMessage;
}
/**
 * A line of a table's chat. `text` is plain text, of 1 to 200 characters where a player says it; nothing in it is markup.
 */
export interface ChatMessage {
  id: number;
  kind: ChatKind;
  at_ms: number;
  who: string | null;
  speaker: string | null;
  notice: ChatNotice | null;
  about: number | null;
  text: string;
}
/**
 * After `Watch`, where the table has a chat: its last lines, oldest first; it replaces what you had of them.
 */
export interface ChatHistory {
  type: "chat_history";
  table: number;
  messages: ChatMessage[];
  you: string;
  support: string | null;
  characters: number;
}
/**
 * Your report of a message is stored. `support` is the house's address for whatever else is to be said about it.
 */
export interface ChatReported {
  type: "chat_reported";
  table: number;
  message: number;
  support: string | null;
}
/**
 * The ways in which a bet can win, where they pay differently.
 */
export type Case =
  | "margin_4"
  | "margin_5"
  | "margin_6"
  | "margin_7"
  | "margin_8"
  | "margin_9"
  | "natural"
  | "six"
  | "three_cards"
  | "two_cards"
  | "win";
/**
 * One settled bet, in cents. `returned` holds the stake that comes back; `net` is what the player gains or loses.
 */
export interface BetSettlement {
  stake: number;
  result: Result;
  returned: number;
  net: number;
  commission: number;
}
/**
 * How a single bet ends.
 */
export type Result = "lose" | "push" | "win";

export const PROTOCOL = 2;
