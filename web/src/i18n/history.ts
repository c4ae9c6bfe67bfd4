// The words of the history of shoes, in all languages. They come with its pages.
import type { Language } from ".";

export interface HistoryWords {
  /** What leads to a shoe's history. */
  open: string;
  counts: (banker: number, player: number, tie: number) => string;
  demonstration: (number: number) => string;
  /** `reason` may be empty. */
  voided: (reason: string) => string;
  noCards: string;
  noSuchShoe: string;
  byHand: string;
  inPlay: string;
  update: string;
  csv: string;
  json: string;
  rounds: string;
  none: string;
  others: string;
  /** The check of a shoe's cards, where its list names several shoes. */
  checkOf: (shoe: string) => string;
}

export const HISTORY: Record<Language, HistoryWords> = {
  en: {
    open: "Rounds and roads",
    counts: (banker, player, tie) => `Banker ${banker}, Player ${player}, Tie ${tie}.`,
    demonstration: (number) => `Demonstration ${number}`,
    voided: (reason) => (reason ? `Voided: ${reason}` : "Voided"),
    noCards: "no card was opened",
    noSuchShoe: "There is no such shoe.",
    byHand: "Real cards, dealt by hand: no card check",
    inPlay: "This shoe is in play. A round stands here when it has ended.",
    update: "Update",
    csv: "Download CSV",
    json: "Download JSON",
    rounds: "All rounds",
    none: "No round has ended yet.",
    others: "Other shoes",
    checkOf: (shoe) => `Card check, ${shoe}`,
  },
  "zh-Hant": {
    open: "牌局與路紙",
    counts: (banker, player, tie) => `莊 ${banker}、閑 ${player}、和 ${tie}。`,
    demonstration: (number) => `示範局 ${number}`,
    voided: (reason) => (reason ? `作廢：${reason}` : "作廢"),
    noCards: "未有開牌",
    noSuchShoe: "沒有此靴。",
    byHand: "實體牌，由荷官派牌：無卡牌認證",
    inPlay: "此靴仍在使用中，每局完結後在此列出。",
    update: "更新",
    csv: "下載 CSV",
    json: "下載 JSON",
    rounds: "全部牌局",
    none: "未有完結的牌局。",
    others: "其他牌靴",
    checkOf: (shoe) => `卡牌認證：${shoe}`,
  },
  "zh-Hans": {
    open: "牌局与路纸",
    counts: (banker, player, tie) => `庄 ${banker}、闲 ${player}、和 ${tie}。`,
    demonstration: (number) => `示范局 ${number}`,
    voided: (reason) => (reason ? `作废：${reason}` : "作废"),
    noCards: "未有开牌",
    noSuchShoe: "没有此靴。",
    byHand: "实体牌，由荷官发牌：无卡牌认证",
    inPlay: "此靴仍在使用中，每局完结后在此列出。",
    update: "更新",
    csv: "下载 CSV",
    json: "下载 JSON",
    rounds: "全部牌局",
    none: "未有完结的牌局。",
    others: "其他牌靴",
    checkOf: (shoe) => `卡牌认证：${shoe}`,
  },
};
