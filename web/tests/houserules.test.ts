// The rules page says every setting of every house that ships, in every language, from the table's own rules as the server sends them.
import { expect, test } from "vitest";
import { betInfo, infoText } from "../src/felt/betinfo";
import { combinationsOf, offerOf } from "../src/felt/bets";
import { houseName, LANGUAGES, type Language } from "../src/i18n";
import { CATALOGUES } from "../src/i18n/all";
import { PAGE_WORDS } from "../src/i18n/pages";
import { chapters, notPlayed } from "../src/pages/housefacts";
import type { RulesView } from "../src/protocol.gen";
import made from "./houses.gen.json";

/** The rules of a house, and what another value of a setting changes in them. */
interface House {
  rules: RulesView;
  others: (Partial<RulesView> & { key: string })[];
}
const HOUSES = Object.entries(made as unknown as Record<string, House>);

/** What no player is affected by: the name is the table's, and what the house is called. */
const NOT_VARIED = ["name"];

function changed(rules: RulesView, { key: _, ...other }: House["others"][number]): RulesView {
  return { ...rules, ...other, settings: { ...rules.settings, ...other.settings } };
}

/** All that the page says of a table's rules: the pay table, the combinations, and every chapter. */
function said(rules: RulesView, language: Language): string {
  const words = CATALOGUES[language];
  const page = PAGE_WORDS[language];
  return [
    page.rulesTitle(houseName(words, rules.house)),
    ...rules.offers.map((offer) => infoText(betInfo(rules, offer, words, page), words, page)),
    ...combinationsOf(rules).map((name) => page[name]),
    ...chapters(rules, words, page).flatMap(({ title, facts }) => [
      title,
      ...facts.flatMap(({ term, text }) => [term, text]),
    ]),
    ...notPlayed(rules, words, page),
  ].join("\n");
}

test("every setting of a house can be varied here, or says why not", () => {
  const varied = HOUSES.flatMap(([, { others }]) => others.map(({ key }) => key));
  const [, first] = HOUSES[0] ?? [];
  const keys = Object.keys(first?.rules.settings ?? {});
  expect(new Set([...varied, ...NOT_VARIED])).toEqual(new Set(keys));
});

for (const [name, { rules, others }] of HOUSES)
  for (const language of LANGUAGES)
    test(`the rules of ${name} say another value of any setting in other words (${language})`, () => {
      const before = said(rules, language);
      expect(before).not.toMatch(/undefined|NaN|null|\[object/);
      for (const other of others) {
        // What is burned after an error is said where somebody deals who can make one.
        const byHand = others.find(({ key }) => key === "dealt_by");
        const at = other.key === "burn_after_error" && byHand ? changed(rules, byHand) : rules;
        const after = said(changed(at, other), language);
        expect(after, JSON.stringify(other.settings)).not.toBe(at === rules ? before : said(at, language));
        expect(after).not.toMatch(/undefined|NaN|null|\[object/);
      }
    });

test("what a tie does is said as it is played: with a pack for every round no stake stays", () => {
  for (const language of LANGUAGES) {
    const page = PAGE_WORDS[language];
    const { rules, others } = (made as unknown as Record<string, House>).macau as House;
    expect(said(rules, language)).toContain(page.tiePolicy.carry);
    for (const key of ["shuffle_every_round", "continuous_shuffler"]) {
      const other = others.find((one) => one.key === key);
      if (!other) throw new Error(`${key} is not varied`);
      const session = changed(rules, other);
      const text = said(session, language);
      expect(text).toContain(page.tiePolicy.push);
      expect(text).not.toContain(page.tie.carry);
      const player = offerOf(session, "player");
      if (player) expect(betInfo(session, player, CATALOGUES[language], page).tie).toBe(page.tie.push);
    }
  }
});

test("who squeezes is said where somebody does, and real cards are squeezed by nobody here", () => {
  for (const language of LANGUAGES) {
    const page = PAGE_WORDS[language];
    const { rules, others } = (made as unknown as Record<string, House>).macau as House;
    expect(said(rules, language)).toContain(page.squeezeWho.highest_seated);
    const byHand = others.find((one) => one.key === "dealt_by");
    if (!byHand) throw new Error("dealt_by is not varied");
    const text = said(changed(rules, byHand), language);
    expect(text).toContain(page.byHandText);
    for (const wrong of [page.squeezeWho.highest_seated, page.squeezeTime, page.proofText])
      expect(text).not.toContain(wrong);
    expect(text).toContain(page.notPlayed.squeeze);
  }
});
