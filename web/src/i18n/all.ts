// All catalogues at once, for tests and tools. The page itself loads the one it speaks.
import type { Language } from ".";
import { type Catalogue, en } from "./en";
import { zhHans } from "./zh-Hans";
import { zhHant } from "./zh-Hant";

export const CATALOGUES: Record<Language, Catalogue> = { en, "zh-Hant": zhHant, "zh-Hans": zhHans };
