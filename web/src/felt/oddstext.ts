// Exact odds in words. Pure.
import type { OddsWords } from "../i18n/odds";
import type { ExactOdds } from "../line/api";

export interface OddsText {
  returns: string;
  edge: string;
  wins: string;
  comesBack: string;
  loses: string;
}

/** As percentages with two places; a house's edge is small beside what a bet returns, and has the same places. */
export function oddsText({ rtp, house_edge, win, push, lose }: ExactOdds, locale: string): OddsText {
  const format = new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return {
    returns: format.format(rtp),
    edge: format.format(house_edge),
    wins: format.format(win),
    comesBack: format.format(push),
    loses: format.format(lose),
  };
}

export function oddsSaid(odds: ExactOdds, words: OddsWords, locale: string): string {
  const { returns, edge, wins, comesBack, loses } = oddsText(odds, locale);
  return words.said(returns, edge, wins, comesBack, loses);
}
