// What a bet is and pays in each case, in words, from the table's own offers. Pure.

import type { Catalogue } from "../i18n";
import { amount, range } from "../i18n/money";
import type { PageWords } from "../i18n/pages";
import type { Bet, BetOffer, Case, Odds, RulesView } from "../protocol.gen";
import { numberSetting, plainly, ratio, type TiePolicy, tiePolicyOf } from "./bets";

export interface Payment {
  when: string;
  /** `11 : 1`, and the same in words for who hears it. */
  odds: string;
  spoken: string;
}

export interface BetInfo {
  bet: Bet;
  name: string;
  wins: string;
  payments: Payment[];
  tie: string;
  limits: string;
  /** The last round in which it is taken; null without a cap. */
  cap: number | null;
}

/** From the rarest win to the plainest, as a pay table lists them. */
const CASES: readonly Case[] = [
  "margin_9",
  "margin_8",
  "margin_7",
  "margin_6",
  "margin_5",
  "margin_4",
  "natural",
  "three_cards",
  "two_cards",
  "six",
  "win",
];

export function betInfo(rules: RulesView, offer: BetOffer, words: Catalogue, page: PageWords): BetInfo {
  return {
    bet: offer.bet,
    name: words.bets[offer.bet],
    wins: page.wins[offer.bet],
    payments: paymentsOf(offer, words, page),
    tie: tieText(rules, offer.bet, page),
    limits: range(offer.minimum_cents, offer.maximum_cents, words.locale),
    cap: offer.round_cap,
  };
}

function paymentsOf(offer: BetOffer, words: Catalogue, page: PageWords): Payment[] {
  const paid = CASES.flatMap((when) => {
    const odds = offer.pays[when];
    return odds ? [{ when, odds }] : [];
  });
  return paid.map(({ when, odds }) => {
    const name = when === "win" && paid.length > 1 ? page.otherwise : page.cases[when];
    return {
      when: name,
      odds: afterCommission(odds, offer, words, page, ratio),
      spoken: spoken(odds, offer, words, page),
    };
  });
}

function spoken(odds: Odds, offer: BetOffer, words: Catalogue, page: PageWords): string {
  return afterCommission(odds, offer, words, page, (one) => words.odds(...plainly(one)));
}

function afterCommission(
  odds: Odds,
  { commission }: BetOffer,
  words: Catalogue,
  page: PageWords,
  say: (odds: Odds) => string,
): string {
  if (!commission) return say(odds);
  const [part, whole] = commission;
  const percent = new Intl.NumberFormat(words.locale, { style: "percent", maximumFractionDigits: 2 }).format(
    part / whole,
  );
  return page.lessCommission(say(odds), percent, say([odds[0] - (odds[0] * part) / whole, odds[1]]));
}

/** What a tie does to each bet; Player and Banker money goes by the house. */
const ON_TIE: Partial<Record<Bet, Exclude<keyof PageWords["tie"], TiePolicy>>> = {
  tie: "wins",
  player_dragon: "dragon",
  banker_dragon: "dragon",
  lucky_six: "loses",
  lucky_six_two: "loses",
  lucky_six_three: "loses",
};
const MAIN: readonly Bet[] = ["player", "banker", "banker_no_commission"];

function tieText(rules: RulesView, bet: Bet, page: PageWords): string {
  return page.tie[MAIN.includes(bet) ? tiePolicyOf(rules) : (ON_TIE[bet] ?? "itself")];
}

/** All of it as one text, for who hears the page. */
export function infoText(info: BetInfo, words: Catalogue, page: PageWords): string {
  const { said } = page;
  return [
    info.wins,
    words.sentence(words.list(info.payments.map(({ when, spoken }) => said(when, spoken)))),
    said(page.tieColumn, info.tie),
    words.sentence(said(page.limitsColumn, info.limits)),
    ...(info.cap === null ? [] : [words.sentence(said(page.capColumn, page.capped(info.cap)))]),
  ].join(" ");
}

/** The smallest and the largest stake of a house in one line: "5–5,000". */
export function limitsOf(rules: RulesView, kind: "main" | "side", words: Catalogue): string | null {
  const least = numberSetting(rules, `${kind}_minimum_cents`);
  const most = numberSetting(rules, `${kind}_maximum_cents`);
  return least === null || most === null ? null : range(least, most, words.locale);
}

export function unitOf(rules: RulesView, words: Catalogue): string {
  return amount(rules.stake_unit_cents, words.locale);
}
