// The words of exact odds, in all languages. Figures come in already formatted.
import type { Language } from ".";

export interface OddsWords {
  returns: string;
  edge: string;
  wins: string;
  comesBack: string;
  loses: string;
  /** One bet on average, for who hears it. */
  said: (returns: string, edge: string, wins: string, comesBack: string, loses: string) => string;
  note: (decks: number) => string;
}

export const ODDS: Record<Language, OddsWords> = {
  en: {
    returns: "Returns",
    edge: "House edge",
    wins: "Wins",
    comesBack: "Stake comes back",
    loses: "Loses",
    said: (returns, edge, wins, comesBack, loses) =>
      `Returns ${returns} on average, house edge ${edge}; wins ${wins}, stake comes back ${comesBack}, loses ${loses}.`,
    note: (decks) => `Exact, over a full shoe of ${decks} decks. Cards that have fallen are not counted out.`,
  },
  "zh-Hant": {
    returns: "平均返還",
    edge: "賭場優勢",
    wins: "贏",
    comesBack: "退回注碼",
    loses: "輸",
    said: (returns, edge, wins, comesBack, loses) =>
      `平均返還 ${returns}，賭場優勢 ${edge}；贏 ${wins}，退回注碼 ${comesBack}，輸 ${loses}。`,
    note: (decks) => `按 ${decks} 副牌的整靴牌精確計算，不計已開出的牌。`,
  },
  "zh-Hans": {
    returns: "平均返还",
    edge: "赌场优势",
    wins: "赢",
    comesBack: "退回注码",
    loses: "输",
    said: (returns, edge, wins, comesBack, loses) =>
      `平均返还 ${returns}，赌场优势 ${edge}；赢 ${wins}，退回注码 ${comesBack}，输 ${loses}。`,
    note: (decks) => `按 ${decks} 副牌的整靴牌精确计算，不计已开出的牌。`,
  },
};
