import { expect, test } from "vitest";
import { oddsSaid, oddsText } from "../src/felt/oddstext";
import { LANGUAGES } from "../src/i18n";
import { CATALOGUES } from "../src/i18n/all";
import { ODDS } from "../src/i18n/odds";
import made from "./odds.gen.json";

test("a bet's figures have two places, and win, push and loss are all there is", () => {
  expect(oddsText(made.bets.banker, "en")).toEqual({
    returns: "98.94%",
    edge: "1.06%",
    wins: "45.86%",
    comesBack: "9.52%",
    loses: "44.62%",
  });
  for (const { rtp, house_edge, win, push, lose } of Object.values(made.bets)) {
    expect(win + push + lose).toBeCloseTo(1, 12);
    expect(rtp + house_edge).toBeCloseTo(1, 12);
  }
});

test("they are said in every language", () => {
  for (const language of LANGUAGES) {
    const said = oddsSaid(made.bets.tie, ODDS[language], CATALOGUES[language].locale);
    for (const figure of ["85.64", "14.36", "9.52", "90.48"]) expect(said).toContain(figure);
  }
});
