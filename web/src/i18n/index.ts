// The languages of the page. One catalogue each, all of one type: a missing string does not compile.
import { choose } from "./choose";
import { type Catalogue, en } from "./en";
import { zhHans } from "./zh-Hans";
import { zhHant } from "./zh-Hant";

export type { Catalogue } from "./en";

export const CATALOGUES = { en, "zh-Hant": zhHant, "zh-Hans": zhHans } satisfies Record<string, Catalogue>;
export type Language = keyof typeof CATALOGUES;
export const LANGUAGES = Object.keys(CATALOGUES) as Language[];

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
  return words.houses[house] ?? house;
}
