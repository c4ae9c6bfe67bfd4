// What a spot's note says, as a card and as one text. A part of its own, so that the first script does without it.

import type { Catalogue, Language } from "../i18n";
import { ODDS } from "../i18n/odds";
import { PAGE_WORDS } from "../i18n/pages";
import type { BetOffer, RulesView } from "../protocol.gen";
import { betInfo, infoText } from "./betinfo";
import { numberSetting } from "./bets";
import { exactOdds } from "./exactodds.svelte";
import { oddsSaid } from "./oddstext";

export { default as SpotCard } from "./SpotCard.svelte";

export function noteText(rules: RulesView, offers: readonly BetOffer[], words: Catalogue, language: Language): string {
  const page = PAGE_WORDS[language];
  const decks = numberSetting(rules, "decks") ?? 0;
  void exactOdds.load(decks);
  return offers
    .flatMap((offer) => {
      const odds = exactOdds.of(offer.bet, decks);
      const said = odds ? [oddsSaid(odds, ODDS[language], words.locale)] : [];
      return [infoText(betInfo(rules, offer, words, page), words, page), ...said];
    })
    .join(" ");
}
