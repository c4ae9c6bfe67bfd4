// The languages of the page. One catalogue each, all of one type: a missing string does not compile.
import { choose } from "./choose";
import { type Catalogue, en } from "./en";

export type { Catalogue } from "./en";
export { en } from "./en";

export const LANGUAGES = ["en", "zh-Hant", "zh-Hans"] as const;
export type Language = (typeof LANGUAGES)[number];

/** English is always there and stands in; the others come when they are wanted. */
const LOADERS: Record<Language, () => Promise<Catalogue>> = {
  en: async () => en,
  "zh-Hant": async () => (await import("./zh-Hant")).zhHant,
  "zh-Hans": async () => (await import("./zh-Hans")).zhHans,
};

export async function loadWords(language: Language): Promise<Catalogue> {
  return LOADERS[language]();
}

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文" };

/** The signs that stand on the felt in every language. */
export const SIGNS: Record<Language, { player: string; banker: string; tie: string }> = {
  en: { player: "閑", banker: "莊", tie: "和" },
  "zh-Hant": { player: "閑", banker: "莊", tie: "和" },
  "zh-Hans": { player: "闲", banker: "庄", tie: "和" },
};

/** The language to begin with: what was chosen here before, what the address asks for, then what the browser prefers. */
export function firstLanguage(chosen: string | null, preferred: readonly string[]): Language {
  return choose(chosen === null ? preferred : [chosen, ...preferred], LANGUAGES);
}

/** A house's name in words; a house the catalogue does not know keeps its own. */
export function houseName(words: Catalogue, house: string): string {
  return Object.hasOwn(words.houses, house) ? (words.houses[house] ?? house) : house;
}
