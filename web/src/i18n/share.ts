// What players read at the table of the order of the next shoe, in which they share, and of the card check.
import type { Doubt } from "../proof/share";
import type { Language } from ".";

export interface ShareWords {
  cardCheck: string;
  title: string;
  ask: string;
  words: string;
  cut: (place: number, cards: number) => string;
  noCut: string;
  share: string;
  shareAndCut: string;
  why: string;
  how: string;
  byItself: (seconds: number) => string;
  notThisTime: string;
  /** After the press, until the house has answered. */
  sealing: string;
  sealed: (shared: number) => string;
  opening: string;
  opened: (shared: number) => string;
  failed: string;
  /** Once the shoe is there: where it was cut, who shared, what failed before. */
  came: (shoe: { cut: number; shared: number; failed: number }) => string;
  watching: (shared: number) => string;
  warning: (shoe: number) => string;
  doubts: Record<Doubt, string>;
  dismiss: string;
}

export const SHARE: Record<Language, ShareWords> = {
  en: {
    cardCheck: "Card check",
    title: "Order of the next shoe",
    ask: "Share in the order of the next shoe",
    words: "Words of yours, if you like",
    cut: (place, cards) => `Cut: ${place} of ${cards}`,
    noCut: "No cut",
    share: "Share",
    shareAndCut: "Share and cut here",
    why: "Your random bytes go into the order, so that the house alone cannot choose it.",
    how: "How it works",
    byItself: (seconds) => `Shared by itself in ${seconds} s`,
    notThisTime: "Only those who opened their share in the last attempt share in this one.",
    sealing: "Sealing…",
    sealed: (shared) => `Your share is sealed. Shares so far: ${shared}.`,
    opening: "The shares are being opened.",
    opened: (shared) => `The order is fixed. Players who shared: ${shared}.`,
    failed: "A share was not opened. The shoe is announced again.",
    came: ({ cut, shared, failed }) =>
      [
        cut > 0 ? `The shoe was cut ${cut} cards from the top.` : "",
        shared > 0 ? `Players who shared: ${shared}.` : "No player shared in this shoe.",
        failed > 0 ? `Attempts that failed: ${failed}.` : "",
      ]
        .filter(Boolean)
        .join(" "),
    watching: (shared) => `Shares in the order so far: ${shared}.`,
    warning: (shoe) => `Warning, shoe ${shoe}.`,
    doubts: {
      not_listed: "The house accepted your share, but it is not in the closed list.",
      not_opened: "The house fixed the order without your share as you opened it.",
      named_missing: "You opened your share, but the house names you among those who did not.",
      two_logs:
        "The log does not go on from what you were told before. You may have been shown another log than others.",
    },
    dismiss: "Close",
  },
  "zh-Hant": {
    cardCheck: "卡牌認證",
    title: "下一靴的次序",
    ask: "參與決定下一靴的次序",
    words: "可自行寫下字句",
    cut: (place, cards) => `切牌：第 ${place} 張，共 ${cards} 張`,
    noCut: "不切牌",
    share: "參與",
    shareAndCut: "參與並在此切牌",
    why: "您的隨機數混入次序，本場便不能獨自決定。",
    how: "運作方式",
    byItself: (seconds) => `${seconds} 秒後自動參與`,
    notThisTime: "這次只限上次已公開的玩家參與。",
    sealing: "正在封存…",
    sealed: (shared) => `您的一份已封存。至今 ${shared} 份。`,
    opening: "正在公開各人的一份。",
    opened: (shared) => `次序已定，${shared} 位玩家參與。`,
    failed: "有一份沒有公開，牌靴將重新公布。",
    came: ({ cut, shared, failed }) =>
      [
        cut > 0 ? `本靴由面起計第 ${cut} 張切牌。` : "",
        shared > 0 ? `${shared} 位玩家參與。` : "本靴沒有玩家參與。",
        failed > 0 ? `先前失敗 ${failed} 次。` : "",
      ].join(""),
    watching: (shared) => `至今 ${shared} 份參與次序。`,
    warning: (shoe) => `警告，第 ${shoe} 靴。`,
    doubts: {
      not_listed: "本場已接受您的一份，截止名單卻沒有它。",
      not_opened: "本場定下次序時，沒有計入您公開的一份。",
      named_missing: "您已公開，本場卻將您列為沒有公開。",
      two_logs: "日誌並非接續先前告知您的內容。您所見的可能與他人不同。",
    },
    dismiss: "關閉",
  },
  "zh-Hans": {
    cardCheck: "卡牌认证",
    title: "下一靴的次序",
    ask: "参与决定下一靴的次序",
    words: "可自行写下字句",
    cut: (place, cards) => `切牌：第 ${place} 张，共 ${cards} 张`,
    noCut: "不切牌",
    share: "参与",
    shareAndCut: "参与并在此切牌",
    why: "您的随机数混入次序，本场便不能独自决定。",
    how: "运作方式",
    byItself: (seconds) => `${seconds} 秒后自动参与`,
    notThisTime: "这次只限上次已公开的玩家参与。",
    sealing: "正在封存…",
    sealed: (shared) => `您的一份已封存。至今 ${shared} 份。`,
    opening: "正在公开各人的一份。",
    opened: (shared) => `次序已定，${shared} 位玩家参与。`,
    failed: "有一份没有公开，牌靴将重新公布。",
    came: ({ cut, shared, failed }) =>
      [
        cut > 0 ? `本靴由面起计第 ${cut} 张切牌。` : "",
        shared > 0 ? `${shared} 位玩家参与。` : "本靴没有玩家参与。",
        failed > 0 ? `先前失败 ${failed} 次。` : "",
      ].join(""),
    watching: (shared) => `至今 ${shared} 份参与次序。`,
    warning: (shoe) => `警告，第 ${shoe} 靴。`,
    doubts: {
      not_listed: "本场已接受您的一份，截止名单却没有它。",
      not_opened: "本场定下次序时，没有计入您公开的一份。",
      named_missing: "您已公开，本场却将您列为没有公开。",
      two_logs: "日志并非接续先前告知您的内容。您所见的可能与他人不同。",
    },
    dismiss: "关闭",
  },
};
