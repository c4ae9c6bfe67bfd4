// How a shoe was played: burns, rounds, the last round and the end (checks 5 to 7 of docs/proof.md). Pure.
import { bankerDraws, playerDraws } from "../deal/tableau";
import { roundName } from "./cards";
import { burnedAfter, pointsOf } from "./faces";
import { must } from "./fault";
import type { Ended, ShoeLog } from "./log";
import type { Burn, NumberedCard, RecordRound, ShoeRecord } from "./record";
import { fixedBurn, isSession, type Rules, SESSION_ROUNDS } from "./rules";

const NATURAL = 8;
const HAND = 2;

/** The burn is the house's; gives how many cards it took. `due`: play went on, so it has to be there. */
export function checkBurn(rules: Rules, burn: Burn | null, due: boolean, where: { round?: string } = {}): number {
  const fixed = fixedBurn(rules);
  if (burn === null) {
    must(fixed === 0 || !due, "burn", where);
    return 0;
  }
  const { shown, face_down } = burn;
  if (fixed !== null) {
    must(fixed > 0 && shown === null && face_down === fixed, "burn", where);
    return fixed;
  }
  must(shown !== null && shown.number === 1 && face_down === burnedAfter(shown), "burn", where);
  return 1 + face_down;
}

function pointsSum(cards: readonly NumberedCard[]): number {
  return cards.reduce((sum, card) => sum + pointsOf(card), 0) % 10;
}

/** How many cards each side takes by the rules; null for what the open cards do not tell yet. */
function taken(
  player: readonly NumberedCard[],
  banker: readonly NumberedCard[],
): { player: number; banker: number | null } {
  const [mine, theirs] = [pointsSum(player.slice(0, HAND)), pointsSum(banker.slice(0, HAND))];
  if (mine >= NATURAL || theirs >= NATURAL) return { player: 2, banker: 2 };
  const draws = playerDraws(mine);
  const third = player[HAND];
  if (draws && !third) return { player: 3, banker: null };
  const held = bankerDraws(theirs, draws && third ? pointsOf(third) : null);
  return { player: draws ? 3 : 2, banker: held ? 3 : 2 };
}

/** Every open card is the one that the rules put there; `first` is the number of the round's first card. */
function checkDealt({ player, banker, ...round }: RecordRound, first: number, whole: boolean): void {
  const name = { round: roundName(round) };
  const four = [first, first + 1, first + 2, first + 3];
  const open = new Set([...player, ...banker].map(({ number }) => number));
  const known = four.every((number) => open.has(number));
  const takes = known ? taken(player, banker) : null;
  const third = first + 4;
  const slots = {
    player: [first, first + 2, ...(takes?.player === 3 ? [third] : [])],
    banker: [first + 1, first + 3, ...(takes?.banker === 3 ? [third + (takes.player === 3 ? 1 : 0)] : [])],
  };
  for (const [side, cards] of [
    ["player", player],
    ["banker", banker],
  ] as const) {
    let last = 0;
    for (const { number } of cards) {
      const code = known && number >= third ? "draw" : "card_number";
      must(number > last && slots[side].includes(number), code, { ...name, card: number });
      last = number;
    }
    if (whole) must(cards.length === slots[side].length, "draw", { ...name, card: slots[side].at(-1) ?? first });
  }
}

function checkResult(round: RecordRound): void {
  const [player, banker] = [pointsSum(round.player), pointsSum(round.banker)];
  const outcome = player === banker ? "tie" : player > banker ? "player" : "banker";
  const holds = round.outcome === outcome && round.player_points === player && round.banker_points === banker;
  must(holds, "result", { round: roundName(round) });
}

/** A round from its first number; gives the number of its last card, or of the last one burned before it. */
function checkRound(rules: Rules, round: RecordRound, next: number, open: boolean, cardsStay: boolean): number {
  const where = { round: roundName(round) };
  const cards = [...round.player, ...round.banker];
  const ended = round.outcome !== null;
  const each = rules.burn_each_round;
  must(round.burned === each || (round.burned === 0 && !ended && cards.length === 0), "burned", where);
  if (round.voided !== null) {
    // A round without bets is voided only where the secret that would have ended it was lost.
    const bare = cards.length === 0 && round.burned === 0 && round.demonstration === 0;
    must((bare || cardsStay) && !round.voided.includes("\n"), "voided_cards", where);
  }
  if (!ended) {
    must(round.player_points === null && round.banker_points === null, "result", where);
    must(round.voided !== null || open, "unfinished", where);
  } else must(round.voided === null, "result", where);
  checkDealt(round, next + round.burned, ended);
  if (ended) checkResult(round);
  return Math.max(next + round.burned - 1, ...cards.map(({ number }) => number));
}

function checkName(
  rules: Rules,
  round: Pick<RecordRound, "round" | "demonstration">,
  at: number,
  entry?: number,
): void {
  const shown = rules.demonstration_rounds;
  const holds =
    at < shown
      ? round.round === 0 && round.demonstration === at + 1
      : round.demonstration === 0 && round.round === at - shown + 1;
  must(holds, "round_number", { round: roundName(round), ...(entry ? { entry } : {}) });
}

/** A session's last pack, from which nothing was dealt. */
function isUntouched({ rounds }: ShoeRecord, rules: Rules): boolean {
  const last = rounds.at(-1);
  if (!isSession(rules) || last === undefined) return false;
  const cards = last.burned + last.player.length + last.banker.length;
  return last.outcome === null && last.voided === null && cards === 0;
}

/** Only the last round may be without an end, and hardly one where the shoe has ended. */
function checkRoundAt(record: ShoeRecord, log: ShoeLog, rules: Rules, at: number, next: number): number {
  const round = record.rounds[at] as RecordRound;
  const last = at === record.rounds.length - 1;
  checkName(rules, round, at);
  const lost = last && log.ended?.end === "never_opened";
  const open = last && (log.ended === null || isUntouched(record, rules));
  return checkRound(rules, round, next, open, lost);
}

/** Burn and rounds of a shoe, or of a session. Gives how many burns and rounds were checked. */
export function checkPlay(record: ShoeRecord, log: ShoeLog, rules: Rules): { burns: number; rounds: number } {
  return isSession(rules) ? sessionPlay(record, log, rules) : shoePlay(record, log, rules);
}

function shoePlay(record: ShoeRecord, log: ShoeLog, rules: Rules): { burns: number; rounds: number } {
  const { rounds, burn } = record;
  const stack = log.published?.stack;
  must(burn === null || stack !== undefined, "burn");
  for (const round of rounds) must(round.burn === null, "burn", { round: roundName(round) });
  let next = 1 + checkBurn(rules, burn, rounds.length > 0 || log.ended?.end === "finished");
  const cutCard = stack ? stack.cards - stack.behind + 1 : Number.POSITIVE_INFINITY;
  let last: number | null = null;
  for (const [at, round] of rounds.entries()) {
    must(last === null || at <= last, "after_last", { round: roundName(round) });
    const first = next + round.burned;
    next = 1 + checkRoundAt(record, log, rules, at, next);
    if (last !== null || cutCard >= next) continue;
    last = cutCard <= first || rules.last_round === "cut_card" ? at : at + 1;
  }
  if (log.ended?.end === "finished") must(last === rounds.length - 1, "before_last", nameOfLast(rounds));
  return { burns: burn === null ? 0 : 1, rounds: rounds.length };
}

function sessionPlay(record: ShoeRecord, log: ShoeLog, rules: Rules): { burns: number; rounds: number } {
  const { rounds } = record;
  const most = rules.demonstration_rounds + SESSION_ROUNDS;
  must(record.burn === null, "burn");
  for (const [at, one] of log.rounds.entries()) {
    const entry = log.entries.indexOf(one) + 1;
    must(at < most, "after_last", { round: roundName(one), entry });
    checkName(rules, one, at, entry);
  }
  must(log.rounds.length === rounds.length, "rounds_counted");
  let burns = 0;
  for (const [at, round] of rounds.entries()) {
    const cards = round.burned + round.player.length + round.banker.length;
    const due = round.outcome !== null || round.voided !== null || cards > 0;
    const gone = checkBurn(rules, round.burn, due, { round: roundName(round) });
    if (gone > 0) burns += 1;
    checkRoundAt(record, log, rules, at, 1 + gone);
  }
  const whole = rounds.length === most && !isUntouched(record, rules);
  if (log.ended?.end === "finished") must(whole, "before_last", nameOfLast(rounds));
  return { burns, rounds: rounds.length };
}

function nameOfLast(rounds: readonly RecordRound[]): { round?: string } {
  const last = rounds.at(-1);
  return last ? { round: roundName(last) } : {};
}

/** Rounds and voided rounds as the last entry counts them; the secret is there where the shoe was opened. */
export function checkEnd(record: ShoeRecord, ended: Ended, rules: Rules): void {
  const begun = isUntouched(record, rules) ? record.rounds.slice(0, -1) : record.rounds;
  const played = begun.filter(({ demonstration }) => demonstration === 0);
  must(ended.rounds === played.length, "rounds_counted");
  const voided = played.filter((round) => round.voided !== null);
  for (const [at, one] of voided.entries()) {
    const said = ended.voided[at];
    must(said?.round === one.round && said.reason === one.voided, "voided_counted", { round: roundName(one) });
  }
  must(ended.voided.length === voided.length, "voided_counted", {
    round: String(ended.voided.at(voided.length)?.round),
  });
  must((ended.secret === null) === (ended.end === "never_opened"), "end_secret");
}
