// Why something was done to a round or a card: the machine names its own reasons by a code, a ready-made one of the desk travels in
// English, and both are told in the reader's language. What staff wrote themselves is shown as it is.
import type { Language } from ".";

/** The machine's own reasons. No member of staff can write one of these codes: the server refuses it. */
export const MACHINE_REASONS: Record<string, Record<Language, string>> = {
  shoe_lost: {
    en: "the secret of this shoe was lost",
    "zh-Hant": "本靴的密鑰已遺失",
    "zh-Hans": "本靴的密钥已遗失",
  },
  table_closed: {
    en: "the house does not open this table any more",
    "zh-Hant": "本場已不再開設此枱",
    "zh-Hans": "本场已不再开设此台",
  },
  dealt_by_software: {
    en: "this table is dealt by software from now on",
    "zh-Hant": "本枱由現在起由系統派牌",
    "zh-Hans": "本台从现在起由系统派牌",
  },
};

/** What staff need not write: the reasons that are given often at the desk of real cards, by their English words. */
export const READY_REASONS = {
  misread: { "zh-Hant": "看錯牌", "zh-Hans": "看错牌" },
  "the wrong key": { "zh-Hant": "按錯鍵", "zh-Hans": "按错键" },
  "entered by mistake": { "zh-Hant": "誤輸入", "zh-Hans": "误输入" },
  "scanned twice": { "zh-Hant": "重複掃描", "zh-Hans": "重复扫描" },
  "reported by mistake": { "zh-Hant": "誤報", "zh-Hans": "误报" },
  "a card too many": { "zh-Hant": "多發一張", "zh-Hans": "多发一张" },
  "a card to the wrong hand": { "zh-Hant": "發錯一方", "zh-Hans": "发错一方" },
  "it lay face up": { "zh-Hant": "牌面朝上", "zh-Hans": "牌面朝上" },
  "a card is torn": { "zh-Hant": "有牌破損", "zh-Hans": "有牌破损" },
  "a card is marked": { "zh-Hant": "有牌帶記號", "zh-Hans": "有牌带记号" },
  "the table closes": { "zh-Hant": "本枱收枱", "zh-Hans": "本台收台" },
} satisfies Record<string, Record<Exclude<Language, "en">, string>>;

export type ReadyReason = keyof typeof READY_REASONS;

export function reasonIn(language: Language, reason: string): string {
  if (Object.hasOwn(MACHINE_REASONS, reason)) return MACHINE_REASONS[reason]?.[language] ?? reason;
  return isReady(reason) && language !== "en" ? READY_REASONS[reason][language] : reason;
}

/** What is sent of a reason that stands in a field: a ready-made one in English, all else as it was written. */
export function reasonSent(language: Language, written: string): string {
  const text = written.trim();
  return Object.keys(READY_REASONS).find((ready) => reasonIn(language, ready) === text) ?? written;
}

function isReady(reason: string): reason is ReadyReason {
  return Object.hasOwn(READY_REASONS, reason);
}
