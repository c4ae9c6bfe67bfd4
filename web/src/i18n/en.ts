// English, and the form every language has: `Catalogue` is the type of this object. Amounts come in already formatted.

import type { Rank, Suit } from "../deal/cards";
import type { Spot } from "../felt/bets";
import type { Bet, Code, Outcome, Phase, Result, SeatEnd, Side } from "../protocol.gen";
import { realEn } from "./realcards";
import { reasonIn } from "./reasons";

/** The figures of a refusal, formatted; what the server did not name is empty. */
export interface Figures {
  limit: string;
  left: string;
}

const ranks: Record<Rank, string> = {
  A: "ace",
  "2": "2",
  "3": "3",
  "4": "4",
  "5": "5",
  "6": "6",
  "7": "7",
  "8": "8",
  "9": "9",
  T: "10",
  J: "jack",
  Q: "queen",
  K: "king",
};
const suits: Record<Suit, string> = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const sides: Record<Side, string> = { player: "Player", banker: "Banker" };
const bets: Record<Bet, string> = {
  player: "Player",
  banker: "Banker",
  banker_no_commission: "Banker, no commission",
  tie: "Tie",
  player_pair: "Player Pair",
  banker_pair: "Banker Pair",
  either_pair: "Either Pair",
  perfect_pair: "Perfect Pair",
  player_natural: "Player Natural",
  banker_natural: "Banker Natural",
  player_dragon: "Player Dragon Bonus",
  banker_dragon: "Banker Dragon Bonus",
  lucky_six: "Lucky Six",
  lucky_six_two: "Two-card Lucky Six",
  lucky_six_three: "Three-card Lucky Six",
};
const spots: Record<Spot, string> = {
  player: "Player",
  banker: "Banker",
  tie: "Tie",
  player_pair: "P Pair",
  banker_pair: "B Pair",
  either_pair: "Either Pair",
  perfect_pair: "Perfect Pair",
  player_natural: "P Natural",
  banker_natural: "B Natural",
  player_dragon: "P Dragon",
  banker_dragon: "B Dragon",
  lucky_six: "Lucky Six",
  lucky_six_two: "Six in two",
  lucky_six_three: "Six in three",
};
const houses: Record<string, string> = {
  chips: "Chips",
  live: "Live",
  macau: "Macau",
  studio: "Studio",
  classic: "Classic",
};
const phases: Record<Phase, string> = {
  paused: "Waiting",
  shuffling: "Shuffle",
  burning: "Burn",
  betting: "Betting",
  dealing: "Dealing",
  result: "Result",
  suspended: "Suspended",
};
const outcomes: Record<Outcome, string> = { player: "Player wins", banker: "Banker wins", tie: "Tie" };
const letters: Record<Outcome, string> = { player: "P", banker: "B", tie: "T" };
const seatEnds: Record<SeatEnd, string> = {
  left: "you left it",
  off_line: "you were off line for a minute",
  no_bets: "five rounds without a bet",
  removed: "the table has fewer seats now",
};
const results: Record<Result, string> = { win: "Won", lose: "Lost", push: "Returned" };
const refusals: Record<Code, (figures: Figures) => string> = {
  malformed: () => "The message could not be read.",
  not_signed_in: () => "You are not signed in.",
  frozen: () => "This account is frozen.",
  rate_limited: () => "Too many at once. Wait a moment.",
  no_chat: () => "There is no chat at this table.",
  empty: () => "Nothing was written.",
  too_long: ({ limit }) => `A message has at most ${limit} characters.`,
  unwanted_word: () => "This house does not want one of these words.",
  muted: () => "You cannot write in the chat for now.",
  wrong_password: () => "The name or the password is wrong.",
  bad_password: ({ limit }) => `A password has at least ${limit} characters.`,
  bad_name: ({ limit }) => `A name has 1 to ${limit} characters.`,
  name_taken: () => "Somebody here has that name.",
  last_host: () => "A house needs a host.",
  link_used: () => "This link was used, or holds no more. Ask for a new one.",
  needs_approval: () => "A supervisor has to confirm this with name and password.",
  bad_reason: ({ limit }) => `Write a reason in words, with at most ${limit} characters.`,
  no_such_table: () => "There is no such table.",
  suspended: () => "The round is suspended.",
  command_id_reused: () => "It was sent twice with different content.",
  bad_amount: ({ limit }) => (limit ? `Only ${limit} lies there.` : "This is no amount that can be staked."),
  betting_closed: () => "Betting had closed.",
  stake_locked: () => "This stake is locked and can only be added to.",
  bet_not_offered: () => "This table does not take it.",
  round_cap: ({ limit }) => `It is taken up to round ${limit}.`,
  over_maximum: ({ limit }) => `Limit ${limit}.`,
  under_minimum: ({ limit }) => `The minimum is ${limit}.`,
  not_a_multiple: ({ limit }) => `Only multiples of ${limit}.`,
  over_differential: ({ limit, left }) =>
    `Player and Banker money may differ by ${limit}. ${left ? `${left} would fit.` : ""}`.trim(),
  insufficient_funds: ({ limit }) => `Your balance is ${limit}.`,
  fault: () => "Something went wrong on our side.",
  forbidden: () => "This is not allowed from here.",
  not_broke: () => "There is still enough to bet with.",
  not_found: () => "There is nothing here.",
  unavailable: () => "The house cannot do that just now. Try again.",
  bad_share: () => "That is not the contribution that was sealed, or it cannot be read.",
  may_not_share: () =>
    "This attempt takes only those who opened their contribution in the last one, or its list is full.",
  no_such_seat: () => "This table has no such seat.",
  seat_taken: ({ limit }) => `Seat ${limit} is taken.`,
  not_seated: () => "You have no seat at this table.",
  wrong_phase: () => "Not at this moment.",
  not_your_card: () => "That card is not yours to open.",
  not_by_hand: () => "This table is dealt by software.",
  too_late: () => "The table has moved on. Look at what it asks for now.",
  unknown_card: () => "That is no card. Write rank then suit, such as 9H, TD or AS.",
  impossible_card: ({ limit }) => `All ${limit} of this card are out already.`,
  illegal_draw: () => "The rules allow no further card in this round.",
  draw_changes: () => "With that card the draws would have been others. Void the round.",
  too_few_cards: ({ left }) => `${left} cards are left in the shoe.`,
  shoe_over: () => "This shoe’s last round is dealt. Bring a new shoe.",
};

export const en = {
  locale: "en",
  bets,
  spots,
  sides,
  houses,
  phases,
  outcomes,
  letters,
  results,
  refusals,
  real: realEn,
  card: (rank: Rank, suit: Suit) => `${ranks[rank]} of ${suits[suit]}`,

  language: "Language",
  lobby: "Lobby",
  betRecord: "Bet record",
  balance: "Balance",
  inPlay: "In play",
  staked: "Staked",
  table: (table: number) => `Table ${table}`,
  shoe: (shoe: number) => `Shoe ${shoe}`,
  round: (round: number) => `Round ${round}`,
  houseRules: (house: string) => `${house} rules`,
  close: "Close",

  enterTitle: "Baccarat you can check",
  enterText:
    "Tables that people play at together. The house plays with credits: nothing is paid in, nothing is paid out.",
  enterButton: "Enter as a guest",
  enterProofTitle: "The shoe is fixed first",
  enterProof:
    "Players share in its order, every card's hash is published before the first bet, and the whole shoe is opened at its end.",
  enterMoneyTitle: "The money adds up",
  enterMoney: "A stake is held when you confirm it and settled once. A broken line changes nothing.",
  enterRulesTitle: "The rules stand on the table",
  enterRules: "Limits, odds and round caps are always in sight, in every house.",
  unreachable: "The house cannot be reached. Try again in a moment.",
  enterFailed: "Signing in did not work. Try again in a moment.",
  connecting: "Connecting",
  lost: "Connecting again. Confirmed bets stand.",
  outdated: "The house has a newer page than this one.",
  reload: "Reload",

  tablesOpen: (tables: number) => (tables === 1 ? "1 table" : `${tables} tables`),
  noTables: "No table is open.",
  watching: (people: number) => (people === 1 ? "1 here" : `${people} here`),
  betsOffered: (count: number) => `${count} bets`,
  mainLimits: "Player, Banker",
  sideLimits: "Tie and side bets",
  mainShort: "P, B",
  sideShort: "Tie, sides",
  differentialShort: "Differential",
  newShoe: "New shoe",
  noSuchTable: "There is no such table.",
  toLobby: "Back to the lobby",

  cards: "Cards",
  spotsLabel: "Bets",
  ahead: "ahead",
  natural: "Natural",
  points: (side: string, points: number) => `${side} ${points}`,
  noCards: "no cards yet",
  cardsLeft: (left: number, all: number) => `${left} of ${all} cards left`,
  lastRound: "Last hand before shuffle",
  oneMoreRound: "One more hand before shuffle",
  roundShuffled: "Each round has cards shuffled for it.",
  lastOfSession: "Last round before a new secret",
  demonstration: "Demonstration round, no bets",
  demonstrationVoided: "We voided the demonstration round. There were no bets.",
  placeBets: "Place your bets",
  says: {
    paused: "The table waits until somebody is here.",
    shuffling: "A new shoe is being shuffled.",
    burning: "Cards are burned before the first round.",
    betting: "Lay chips, then confirm them.",
    dealing: "No more bets",
    result: "Result",
    suspended: "Round suspended.",
  } satisfies Record<Phase, string>,
  steps: ["Bets", "Deal", "Third card", "Result"],
  thirds: {
    natural: (side: Side, points: number) => `${sides[side]} has a natural ${points}, so no more cards.`,
    naturals: (player: number, banker: number) => `Naturals, ${player} and ${banker}, so no more cards.`,
    bothStand: (player: number, banker: number) => `Player ${player} and Banker ${banker}: both stand.`,
    playerDraws: (points: number) => `Player has ${points}, so Player draws.`,
    bankerAlone: (player: number, points: number, card: Rank | null) =>
      `Player stands on ${player}. Banker had ${points}, so Banker draws${card ? `: ${ranks[card]}` : ""}.`,
    bankerAgainst: (points: number, drew: Rank, draws: boolean, card: Rank | null) => {
      const worth = "TJQK".includes(drew) ? " (0)" : "";
      const article = drew === "A" || drew === "8" ? "an" : "a";
      const then = draws ? `draws${card ? `: ${ranks[card]}` : ""}` : "stands";
      return `Banker had ${points} and Player drew ${article} ${ranks[drew]}${worth}, so Banker ${then}.`;
    },
  },
  winner: "Winner",
  shoeBox: "Shoe",
  cardCheck: "Card check",
  discard: "Discard rack",
  discarded: (cards: number) => (cards === 1 ? "1 card used" : `${cards} cards used`),
  cutCard: "Cut card",
  burnShown: (card: string, faceDown: number) =>
    `${card} shown, ${faceDown === 1 ? "1 card" : `${faceDown} cards`} burned face down.`,
  burnDown: (cards: number) => (cards === 1 ? "1 card burned face down." : `${cards} cards burned face down.`),
  commissionOf: (sum: string) => `commission ${sum}`,
  left: (sum: string) => `${sum} left`,
  full: "full",
  confirmThem: "Confirm your chips, or they go back to you.",
  betsAreIn: "Your bets are in. You may add to them until time is up.",
  fullSpot: (most: string) => `Full: ${most} is the limit here.`,
  keepsKind: (kind: string) => `Chips already laid stay as they are: ${kind}.`,
  fits: (sum: string) => `${sum} still fits.`,
  tooMuch: (chip: string, reason: string) => `${chip} does not fit. ${reason}`,
  needs: (reason: string, more: string) => `${reason} ${more} more.`,
  unlaid: (bet: string, sum: string, reason: string) => `${bet} ${sum} not laid. ${reason}`,
  confirmedNews: (bet: string, sum: string) => `${bet} ${sum} confirmed.`,
  takenBack: (bet: string, sum: string) => `${bet} ${sum} taken back.`,
  stays: "Stays",
  staysNews: "Player and Banker stakes stay for the next round.",
  lockedIn: "stays",
  leftByTie: (policy: "push" | "carry" | "carry_locked"): string =>
    policy === "carry_locked"
      ? "The tie left it here. You may only add to it."
      : "The tie left it here. Take it back, move it to the other side, or add to it.",
  lastResults: "Last results",
  rebet: "Rebet",
  rebetHint: "Rebet: lay the last bets again",
  double: "Double",
  doubleHint: "Double: as much again on every bet",
  roadsTitle: "Roads",
  bigRoad: "Big road",
  otherRoads: "Derived roads",
  streak: (outcome: Outcome, length: number, ties: number) =>
    `${sides[outcome as Side]} ${length}${ties ? `, ${ties === 1 ? "1 tie" : `${ties} ties`}` : ""}`,
  leadingTies: (ties: number) => (ties === 1 ? "1 tie before the first win" : `${ties} ties before the first win`),
  counts: "Count",
  naturals: "Naturals",
  nextIn: (seconds: number) => `Goes on in ${seconds} s.`,
  secondsLeft: (seconds: number) => (seconds === 1 ? "1 second left to bet" : `${seconds} seconds left to bet`),
  clock: (seconds: number) => (seconds === 1 ? "1 second" : `${seconds} seconds`),
  voided: (round: number) => `We voided round ${round}. Every bet is back.`,
  reason: (reason: string) => `Reason: ${reasonIn("en", reason)}`,
  wins: (outcome: Outcome, high: number, low: number) =>
    outcome === "tie" ? `Tie, ${high} all` : `${outcomes[outcome]}, ${high} to ${low}`,
  dealt: (side: Side, nth: number, card: string) =>
    `${sides[side]} ${["first", "second", "third"][nth] ?? "next"} card, ${card}.`,
  score: (banker: number, player: number) => `Banker ${banker}, Player ${player}.`,
  yourNet: (net: string) => `This round ${net}`,
  returned: "Returned",
  paid: (sum: string) => `${sum} back`,

  odds: (pays: number, per: number) => `${pays} to ${per}`,
  upTo: (odds: string) => `up to ${odds}`,
  spotName: (spot: {
    name: string;
    odds: string;
    limits: string;
    others: string;
    players: number;
    unconfirmed: string;
    pending: string;
    confirmed: string;
    locked: string;
  }) =>
    [
      spot.name,
      `pays ${spot.odds}`,
      spot.limits,
      spot.others && `others ${spot.others}`,
      spot.unconfirmed && `yours ${spot.unconfirmed} unconfirmed`,
      spot.pending && `yours ${spot.pending} pending`,
      spot.confirmed && `yours ${spot.confirmed} confirmed`,
      spot.locked,
    ]
      .filter(Boolean)
      .join(", "),
  range: (least: string, most: string) => `${least} to ${most}`,
  people: (count: number) => (count === 1 ? "1 player" : `${count} players`),
  untilRound: (round: number) => `until round ${round}`,
  list: (items: string[]) => items.join(", "),
  capped: (bets: string[], round: number) => `Until round ${round}: ${bets.join(", ")}`,
  noCommission: "No commission",
  noCommissionTag: "NC",
  noCommissionHint: "Banker, no commission: the next chip pays 1 to 1, and 0.5 to 1 when Banker wins with 6",
  twin: "Twin",
  triple: "Triple",
  twinHint: "Twin: the same chip on both pairs",
  tripleHint: "Triple: the same chip on both pairs and on Tie",
  chip: (value: string) => `Chip ${value}`,
  chips: "Chips",
  undo: "Undo",
  clear: "Clear",
  confirm: "Confirm",
  keys: "Keys 1, 2, 3 choose the first, second, third chip; arrows walk the bets; Enter lays a chip, Delete takes the last one back. Chips can be dragged onto a bet, to another and off it.",

  limits: "Limits",
  differential: "Table differential",
  ownDifferential: "Your differential",
  room: (side: string) => `${side} room`,
  bankerMultiples: (sum: string) => `Banker in multiples of ${sum}`,
  stakeUnit: "Stake unit",

  seats: "Seats",
  seat: (seat: number) => `Seat ${seat}`,
  seatIs: { free: "free", taken: "taken", yours: "yours" },
  standing: (players: number) => `${players} standing`,
  seatAsk: (seat: number) => `Leave seat ${seat}? Your bets stay on the table.`,
  seatLeave: "Leave",
  seatStay: "Stay",
  seatWarning: (seat: number) => `Seat ${seat} becomes free after this round unless you bet.`,
  seatFreed: (seat: number, reason: SeatEnd) => `Seat ${seat} is free again: ${seatEnds[reason]}.`,
  seatMine: (seat: number) => `You sit at seat ${seat}.`,
  seatLeft: (seat: number) => `You have left seat ${seat}.`,
  seatTaken: (seat: number, name: string) => `${name} sits at seat ${seat}.`,
  seatFree: (seat: number) => `Seat ${seat} is free.`,
  sitOut: "Sit out",
  sitOutHint: "Sit out: the table need not wait for you in this round",
  satOut: "You sit out this round.",

  yourBets: "Your bets",
  noBets: "Nothing on the table yet.",
  states: {
    unconfirmed: "not confirmed",
    pending: "pending",
    confirmed: "confirmed",
    refused: "refused",
    withdrawing: "being taken back",
  },
  withdraw: "Take back",
  withdrawBet: (bet: string) => `Take back ${bet}`,
  refused: (bet: string, sum: string) => `${bet} ${sum} not accepted.`,
  withdrawRefused: (bet: string, sum: string) => `${bet} ${sum} not taken back.`,
  makeIt: (sum: string) => `Make it ${sum}`,
  backUnconfirmed: (bets: string) => `Time was up. Not confirmed and back with you: ${bets}.`,
  betAndSum: (bet: string, sum: string) => `${bet} ${sum}`,
  dismiss: "Dismiss",

  beadPlate: "Bead plate",
  roadNote: "Roads record the past. They say nothing about the next round.",
  bead: (bead: { round: number; outcome: Outcome; banker: number; player: number; marks: string[] }) =>
    [
      `Round ${bead.round}: ${outcomes[bead.outcome]}, Banker ${bead.banker}, Player ${bead.player}`,
      ...bead.marks,
    ].join(", "),
  playerPair: "Player pair",
  bankerPair: "Banker pair",

  topUp: "Get new credits",
  topUpText: "Your credits are used up.",
  topUpFailed: "No new credits while you can still bet somewhere.",

  recordText: "Your rounds, newest first.",
  noRecord: "No round with a bet of yours has ended yet.",
  recordFailed: "The record could not be read.",
  retry: "Try again",
  older: "Older rounds",
  loading: "Loading",
  bet: "Bet",
  stake: "Stake",
  result: "Result",
  back: "Back",
  commission: "Commission",
  net: "Net",
  time: "Time",
  total: "Total",
  voidedRound: "Voided, every bet returned",
  sentence: (text: string) => `${text}.`,
  /** One after the other, with one full stop between two. */
  sentences: (parts: string[]) =>
    parts
      .filter(Boolean)
      .map((part, at, all) => (at < all.length - 1 ? part.replace(/\.$/, "") : part))
      .join(". "),
};

export type Catalogue = typeof en;
