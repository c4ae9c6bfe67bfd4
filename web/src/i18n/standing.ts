// What a player whose account is frozen is told. It comes when it is needed.
import type { Language } from ".";

export interface StandingWords {
  title: string;
  since: (when: string) => string;
  reason: (reason: string) => string;
  stands: string;
  support: (address: string) => string;
  noSupport: string;
}

export const STANDING: Record<Language, StandingWords> = {
  en: {
    title: "Your account is frozen",
    since: (when) => `Since ${when}.`,
    reason: (reason) => `Reason: ${reason}`,
    stands: "You cannot bet or chat. Confirmed bets stand and are settled.",
    support: (address) => `Support: ${address}`,
    noSupport: "Support: ask whoever opened this house.",
  },
  "zh-Hant": {
    title: "你的帳戶已被凍結",
    since: (when) => `自 ${when} 起。`,
    reason: (reason) => `原因：${reason}`,
    stands: "你不能投注或聊天。已確認的投注維持有效並照常結算。",
    support: (address) => `支援：${address}`,
    noSupport: "支援：請聯絡開設本場的人。",
  },
  "zh-Hans": {
    title: "你的账户已被冻结",
    since: (when) => `自 ${when} 起。`,
    reason: (reason) => `原因：${reason}`,
    stands: "你不能投注或聊天。已确认的投注维持有效并照常结算。",
    support: (address) => `支持：${address}`,
    noSupport: "支持：请联系开设本场的人。",
  },
};
