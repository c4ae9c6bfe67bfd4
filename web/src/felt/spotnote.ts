// What a spot's note says, as a card and as one text. A part of its own, so that the first script does without it.

import type { Catalogue, Language } from "../i18n";
import { PAGE_WORDS } from "../i18n/pages";
import type { BetOffer, RulesView } from "../protocol.gen";
import { betInfo, infoText } from "./betinfo";

export { default as SpotCard } from "./SpotCard.svelte";

export function noteText(rules: RulesView, offers: readonly BetOffer[], words: Catalogue, language: Language): string {
  const page = PAGE_WORDS[language];
  return offers.map((offer) => infoText(betInfo(rules, offer, words, page), words, page)).join(" ");
}
