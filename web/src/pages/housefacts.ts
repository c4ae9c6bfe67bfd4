// A house's settings in words: limits, shoe, times, and what is not played there. Pure.

import { isScoreboard } from "../deal/stands";
import { limitsOf, unitOf } from "../felt/betinfo";
import {
  BETS,
  byHand,
  combinationsOf,
  numberSetting,
  offerOf,
  shufflesEachRound,
  squeezeOf,
  tiePolicyOf,
} from "../felt/bets";
import type { Catalogue } from "../i18n";
import { amount } from "../i18n/money";
import type { PageWords } from "../i18n/pages";
import type { RulesView } from "../protocol.gen";
import { goodRoadsOf } from "../roads/goodroads";

export interface Fact {
  term: string;
  text: string;
}

export interface Chapter {
  id: string;
  title: string;
  facts: Fact[];
}

interface Read {
  rules: RulesView;
  words: Catalogue;
  page: PageWords;
}

const CARDS_A_DECK = 52;

export function chapters(rules: RulesView, words: Catalogue, page: PageWords): Chapter[] {
  const read = { rules, words, page };
  return [
    ...(isScoreboard({ rules }) ? [] : [{ id: "money", title: page.moneyTitle, facts: money(read) }]),
    { id: "shoe", title: page.shoeTitle, facts: shoe(read) },
    { id: "play", title: page.playTitle, facts: play(read) },
    { id: "times", title: page.timesTitle, facts: times(read) },
  ];
}

/** Facts whose text there is; the others do not hold at this table. */
function present(...facts: [string, string | null | false][]): Fact[] {
  return facts.flatMap(([term, text]) => (text ? [{ term, text }] : []));
}

function money({ rules, words, page }: Read): Fact[] {
  const cents = (key: string) => {
    const found = numberSetting(rules, key);
    return found === null ? null : amount(found, words.locale);
  };
  const table = cents("differential_cents");
  const own = cents("differential_player_cents");
  return present(
    [page.mainLimits, limitsOf(rules, "main", words)],
    [page.sideLimits, limitsOf(rules, "side", words)],
    [page.unit, unitOf(rules, words)],
    [page.bankerMultiples, rules.settings.banker_in_multiples === true && page.bankerMultiplesText],
    [page.differential, table === null ? page.differentialNone : page.differentialText(table)],
    [page.ownDifferential, own !== null && page.ownDifferentialText(own)],
    [page.belowMinimum, page.belowMinimumText],
  );
}

function burnText({ rules, page }: Read): string {
  const burn = rules.settings.burn;
  if (typeof burn === "number") return page.burnNumber(burn);
  if (burn === "decks") return page.burnDecks(numberSetting(rules, "decks") ?? 0);
  return burn === "first_card" ? page.burnFirst : page.burnNone;
}

const FACES = { up: "facesUp", down: "facesDown", down_where_squeezed: "facesSqueezed" } as const;

function shoe(read: Read): Fact[] {
  const { rules, page } = read;
  const number = (key: string) => numberSetting(rules, key) ?? 0;
  const { settings } = rules;
  const faces = FACES[settings.faces as keyof typeof FACES] ?? "facesUp";
  const session = shufflesEachRound(rules);
  const demonstrations = byHand(rules) ? page.demonstrationsAtMost : page.demonstrationText;
  const decks: [string, string] = [page.decks, page.decksText(number("decks"), number("decks") * CARDS_A_DECK)];
  const always: [string, string | false][] = [
    [page.faces, page[faces]],
    [page.proof, settings.card_proof === true && !byHand(rules) && (session ? page.proofSession : page.proofText)],
    [page.demonstration, number("demonstration_rounds") > 0 && demonstrations(number("demonstration_rounds"))],
  ];
  if (settings.continuous_shuffler === true) return present(decks, [page.shoeTitle, page.continuous], ...always);
  return present(
    decks,
    [page.cut, !session && (settings.cut_by === "player" ? page.cutPlayer : page.cutDealer)],
    [page.burn, burnText(read)],
    [page.burnEachRound, number("burn_each_round") > 0 && page.burnEachRoundText(number("burn_each_round"))],
    [page.cutCard, !session && page.cutCardText(number("cut_card_least"), number("cut_card_most"))],
    [page.lastRound, !session && (settings.last_round === "one_more" ? page.lastRoundOneMore : page.lastRoundCut)],
    [page.shuffleTime, settings.shuffle_every_round === true && page.everyRound],
    ...always,
  );
}

function times({ rules, words, page }: Read): Fact[] {
  const seconds = (key: string) => {
    const found = numberSetting(rules, key);
    return found === null ? null : page.seconds(new Intl.NumberFormat(words.locale).format(found));
  };
  const betting: [string, string | null] = [page.bettingTime, seconds("betting_seconds")];
  if (isScoreboard({ rules })) return present([page.allTimes, page.dealersPace]);
  if (byHand(rules)) return present(betting, [page.otherTimes, page.dealersPace]);
  return present(
    betting,
    [page.cardTime, seconds("card_seconds")],
    [page.resultTime, seconds("result_seconds")],
    [page.shuffleTime, seconds("shuffle_seconds")],
    [page.squeezeTime, squeezeOf(rules) !== "none" && seconds("squeeze_seconds")],
  );
}

/** The good roads that the house tells, in the order in which they are told. */
function goodRoads({ rules, words, page }: Read): string {
  const told = goodRoadsOf(rules).map((road) => page.goodRoadNames[road]);
  return told.length > 0 ? words.list(told) : page.goodRoadsNone;
}

function play(read: Read): Fact[] {
  const { rules, page } = read;
  const seats = numberSetting(rules, "seats") ?? 0;
  const burned = numberSetting(rules, "burn_after_error") ?? 0;
  const squeeze = squeezeOf(rules);
  const chat: [string, string | false] = [page.chat, rules.settings.chat === true && page.chatText];
  const error: [string, string | false] = [page.afterError, byHand(rules) && burned > 0 && page.afterErrorText(burned)];
  if (isScoreboard({ rules }))
    return present([page.dealtBy, page.scoreboardByHand], [page.goodRoads, goodRoads(read)], chat, error);
  return present(
    [page.dealtBy, byHand(rules) && page.byHandText],
    [page.squeezeTitle, squeeze !== "none" && page.squeezeWho[squeeze]],
    [page.tieTitle, page.tiePolicy[tiePolicyOf(rules)]],
    [page.closesEarly, rules.settings.closes_early === true && page.closesEarlyText],
    [page.seatsTitle, seats > 0 && page.seats(seats)],
    [page.goodRoads, goodRoads(read)],
    chat,
    [page.lineTitle, page.lineText],
    error,
  );
}

/** What other houses play and this table does not. */
export function notPlayed(rules: RulesView, words: Catalogue, page: PageWords): string[] {
  const { settings } = rules;
  const said = page.notPlayed;
  const bankers = ["banker", "banker_no_commission"];
  const missing = BETS.filter((bet) => !bankers.includes(bet) && !offerOf(rules, bet)).map((bet) => words.bets[bet]);
  for (const name of ["twin", "triple"] as const) if (!combinationsOf(rules).includes(name)) missing.push(words[name]);
  // Where no bets are taken it goes without saying what is not done with them.
  const bets = !isScoreboard({ rules });
  const lines: [boolean, string][] = [
    [bets && missing.length > 0, said.bets(words.list(missing))],
    [bets && !offerOf(rules, "banker"), said.commission],
    [bets && !offerOf(rules, "banker_no_commission"), said.noCommission],
    [bets && settings.differential_cents === "none", said.differential],
    [squeezeOf(rules) === "none", said.squeeze],
    [bets && settings.seats === 0, said.seats],
    [bets && tiePolicyOf(rules) === "push", said.carry],
    [bets && settings.closes_early === false, said.early],
    [settings.cut_by === "dealer", said.playerCut],
    [settings.continuous_shuffler === false, said.continuous],
    [settings.demonstration_rounds === 0, said.demonstration],
    [settings.chat === false, said.chat],
  ];
  return lines.flatMap(([holds, text]) => (holds ? [text] : []));
}
