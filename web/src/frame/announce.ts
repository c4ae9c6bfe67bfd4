// What a screen reader is told when one state follows another. Pure: the live regions only print it.

import { handPoints, rankOf, suitOf } from "../deal/cards";
import { byHand, demonstrates, isScoreboard, isSession } from "../deal/stands";
import { BETS, tiePolicyOf } from "../felt/bets";
import { isWarned } from "../felt/seats";
import { leftByTie, roundNet, totals } from "../felt/spots";
import type { Catalogue } from "../i18n";
import { amount, balance, signed } from "../i18n/money";
import { reasonText, refusedText } from "../i18n/refusals";
import type { Bet, SeatView, Side, TableView } from "../protocol.gen";
import { START, type State } from "../state/state";
import { squeezeAlarm, squeezeNews } from "./announce_squeeze";
import { mendedText } from "./real";

export interface News {
  polite: string[];
  assertive: string[];
}

export function news(before: State, after: State, words: Catalogue, now_ms: number | null = null): News {
  const { table } = after;
  const same = before.table !== null && table !== null && before.table.table === table.table;
  const stands = same ? tableNews(before.table as TableView, table, words) : table ? [standing(table, words)] : [];
  const squeezed = squeezeNews(same ? before : START, after, words);
  const polite = same ? [...squeezed, ...stands] : [...stands, ...squeezed];
  const net = roundNet(after);
  if (net !== null && roundNet(before) === null) polite.push(words.sentence(words.yourNet(signed(net, words.locale))));
  if (same) polite.push(...moneyNews(before, after, words), ...seatNews(before, after, words));
  const ours = squeezeAlarm(before, after, now_ms, words);
  return { polite, assertive: [...alarms(before, after, words), ...ours] };
}

/** Bets that were confirmed, and the balance once a round has changed it. */
function moneyNews(before: State, after: State, words: Catalogue): string[] {
  const told: string[] = [];
  if (after.table?.phase === "betting" && before.own?.round === after.own?.round) {
    for (const [bet, cents] of Object.entries(after.own?.stakes ?? {})) {
      const was = before.own?.stakes[bet as Bet] ?? 0;
      if (cents > was) told.push(words.confirmedNews(words.bets[bet as Bet], amount(cents, words.locale)));
    }
    for (const [bet, was] of Object.entries(before.own?.stakes ?? {})) {
      const back = was - (after.own?.stakes[bet as Bet] ?? 0);
      if (back > 0) told.push(words.takenBack(words.bets[bet as Bet], amount(back, words.locale)));
    }
  }
  const purse = after.purse;
  if (purse && after.table?.phase === "result" && before.purse?.balance_cents !== purse.balance_cents) {
    told.push(words.sentence(`${words.balance} ${balance(purse.balance_cents, words.locale)}`));
  }
  return told;
}

/** Who sat down and who left, the own seat first; and that the own one is about to go. */
function seatNews(before: State, after: State, words: Catalogue): string[] {
  const [was, is] = [before.own?.seat ?? null, after.own?.seat ?? null];
  const told: string[] = [];
  if (is !== null && is !== was) told.push(words.seatMine(is));
  const lost = after.notices.some((one) => one.kind === "seat_freed" && !before.notices.includes(one));
  if (is === null && was !== null && !lost) told.push(words.seatLeft(was));
  if (isWarned(after) && !isWarned(before) && is !== null) told.push(words.seatWarning(is));
  if (after.own?.sat_out && !before.own?.sat_out) told.push(words.satOut);
  const [old, now] = [before.table?.seats ?? [], after.table?.seats ?? []];
  const ours = (one: SeatView) => [was, is].includes(one.seat) || one.name === after.purse?.name;
  const moved = (one: SeatView, among: readonly SeatView[]) =>
    !among.some((other) => other.seat === one.seat && other.name === one.name) && !ours(one);
  for (const one of now) if (moved(one, old)) told.push(words.seatTaken(one.seat, one.name));
  for (const one of old) {
    if (moved(one, now) && !now.some(({ seat }) => seat === one.seat)) told.push(words.seatFree(one.seat));
  }
  return told;
}

/** Where a table stands, for someone who just came. */
function standing(table: TableView, words: Catalogue): string {
  if (demonstrates(table)) return words.sentences([words.table(table.table), words.sentence(words.demonstration)]);
  return words.sentences([words.table(table.table), words.round(table.round), phaseText(table, words)]);
}

function tableNews(before: TableView, after: TableView, words: Catalogue): string[] {
  const told: string[] = [];
  const opened = after.phase === "betting" && !isScoreboard(after);
  if (opened && (before.phase !== "betting" || before.round !== after.round)) {
    told.push(words.sentences([words.round(after.round), words.says.betting]));
  } else if (demonstrates(after) && before.demonstration !== after.demonstration) {
    told.push(words.sentence(words.demonstration));
  } else if (after.phase !== before.phase && after.phase !== "result" && after.phase !== "suspended") {
    told.push(phaseText(after, words));
  }
  if (after.burned > before.burned) told.push(words.burnDown(after.burned));
  told.push(...cardNews(before, after, words));
  if (isLastNews(before, after)) told.push(words.sentence(lastText(after, words)));
  const { result } = after;
  if (result && before.result === null) {
    told.push(words.sentence(resultText(after, words)));
    if (after.carries) told.push(words.staysNews);
  }
  return told;
}

/** The cut card came out, or after that one more round has begun, which is the last. */
function isLastNews(before: TableView, after: TableView): boolean {
  const last = after.shoe?.last_round ?? null;
  if (last === null) return false;
  const begins = before.round < last && after.round === last && !isSession(after);
  return before.shoe?.last_round == null || begins;
}

function cardNews(before: TableView, after: TableView, words: Catalogue): string[] {
  const told = (["player", "banker"] as const satisfies readonly Side[]).flatMap((side) =>
    after[side].slice(before[side].length).map(({ number, card }, index) => ({
      number,
      text: words.dealt(side, before[side].length + index, words.card(rankOf(card), suitOf(card))),
    })),
  );
  if (told.length === 0) return [];
  const [player, banker] = [handPoints(after.player), handPoints(after.banker)];
  const score = player !== null && banker !== null ? [words.score(banker, player)] : [];
  return [...told.toSorted((a, b) => a.number - b.number).map(({ text }) => text), ...score];
}

/** What the player's own chips ask for while bets are taken: lay some, confirm them, or only wait. */
export function bettingText(state: State, words: Catalogue): string {
  const sums = totals(state);
  if (sums.unconfirmed > 0) return words.confirmThem;
  if (state.table && BETS.some((bet) => leftByTie(state, bet) > 0))
    return words.leftByTie(tiePolicyOf(state.table.rules));
  return sums.staked > 0 ? words.betsAreIn : words.says.betting;
}

/** "Banker wins, 8 to 6". */
export function resultText(table: TableView, words: Catalogue): string {
  const { result } = table;
  if (!result) return "";
  const points = [result.player_points, result.banker_points];
  return words.wins(result.outcome, Math.max(...points), Math.min(...points));
}

/** What is going on, by the table's phase. */
export function phaseText(table: TableView, words: Catalogue): string {
  if (byHand(table)) return handText(table, words);
  return table.phase === "burning" && isSession(table) ? words.roundShuffled : words.says[table.phase];
}

/** At a table with real cards everything but the end of betting is its dealer's. */
function handText(table: TableView, words: Catalogue): string {
  const { says } = words.real;
  if (table.phase === "dealing" && isScoreboard(table)) return says.scored;
  return table.phase in says ? says[table.phase as "paused"] : words.says[table.phase];
}

/** That this round is the last, before the shuffle or of the rounds that one secret was for; or that one more follows it. */
export function lastText(table: TableView, words: Catalogue): string {
  if (isSession(table)) return words.lastOfSession;
  return table.round < (table.shoe?.last_round ?? 0) ? words.oneMoreRound : words.lastRound;
}

/** What is said of a round that does not count: of a demonstration no bet goes back, there was none. */
export function voidedText(table: TableView, words: Catalogue): string {
  return table.demonstration > 0 ? words.demonstrationVoided : words.voided(table.round);
}

/** Refusals, what went back unconfirmed, suspension, voiding, a lost line: said at once. */
function alarms(before: State, after: State, words: Catalogue): string[] {
  const told = after.refused.filter((one) => !before.refused.includes(one)).map((one) => refusedText(one, words));
  for (const notice of after.notices) {
    if (!before.notices.includes(notice)) told.push(noticeText(notice, words));
  }
  if (after.line === "lost" && before.line === "open") told.push(words.lost);
  if (after.table && before.table) told.push(...tableAlarms(before.table, after.table, words));
  return told;
}

function tableAlarms(before: TableView, after: TableView, words: Catalogue): string[] {
  if (after.phase === "suspended" && before.phase !== "suspended") {
    return [words.says.suspended, words.reason(after.suspended_for ?? "")];
  }
  if (after.voided !== null && before.voided === null) return [voidedText(after, words), words.reason(after.voided)];
  return [];
}

export function noticeText(notice: State["notices"][number], words: Catalogue): string {
  if (notice.kind === "problem") return reasonText(notice.refusal, words);
  if (notice.kind === "mended") return mendedText(notice.mended, words);
  if (notice.kind === "seat_freed") return words.seatFreed(notice.seat, notice.reason);
  if (notice.kind === "unlaid") {
    return notice.unlaid
      .map(({ bet, cents, why }) => words.unlaid(words.bets[bet], amount(cents, words.locale), reasonText(why, words)))
      .join(words.locale === "en" ? " " : "");
  }
  const bets = notice.bets.map(({ bet, cents }) => words.betAndSum(words.bets[bet], amount(cents, words.locale)));
  return words.backUnconfirmed(words.list(bets));
}
