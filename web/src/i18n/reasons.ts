// Why a round was suspended or voided: the machine names its own reasons by a code; what staff wrote is shown as it is.
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

export function reasonIn(language: Language, reason: string): string {
  return Object.hasOwn(MACHINE_REASONS, reason) ? (MACHINE_REASONS[reason]?.[language] ?? reason) : reason;
}
