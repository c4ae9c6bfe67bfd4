// The words of the pages, in every language. They come with the pages, not with the first script.
import type { Language } from "..";
import { en, type PageWords } from "./en";
import { zhHans } from "./zh-Hans";
import { zhHant } from "./zh-Hant";

export type { PageWords } from "./en";

export const PAGE_WORDS: Record<Language, PageWords> = { en, "zh-Hant": zhHant, "zh-Hans": zhHans };
