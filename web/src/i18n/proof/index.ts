// The words of the pages that check a shoe. They come with those pages, not with the first.
import type { Language } from "..";
import { en } from "./en";
import type { ProofWords } from "./words";
import { zhHans } from "./zh-Hans";
import { zhHant } from "./zh-Hant";

export type { ProofWords } from "./words";

export const PROOF: Record<Language, ProofWords> = { en, "zh-Hant": zhHant, "zh-Hans": zhHans };
