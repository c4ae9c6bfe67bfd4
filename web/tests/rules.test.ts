// The rules as the pages say them, from the rules of a live table as the server sends them.
import { expect, test } from "vitest";
import tableau from "../../golden/tableau.json";
import { BANKER_DRAWS } from "../src/deal/tableau";
import { betInfo, infoText } from "../src/felt/betinfo";
import { BETS, offerOf } from "../src/felt/bets";
import { LANGUAGES } from "../src/i18n";
import { CATALOGUES } from "../src/i18n/all";
import { PAGE_WORDS } from "../src/i18n/pages";
import { chapters, notPlayed } from "../src/pages/housefacts";
import type { Bet, RulesView } from "../src/protocol.gen";
import recorded from "./table_run.gen.json";

const RULES = recorded.start.rules as unknown as RulesView;
const { en } = CATALOGUES;
const page = PAGE_WORDS.en;

function changed(settings: Record<string, string | number | boolean | string[]>): RulesView {
  return { ...RULES, settings: { ...RULES.settings, ...settings } };
}

function about(bet: Bet, rules = RULES) {
  const offer = offerOf(rules, bet);
  if (!offer) throw new Error(`no ${bet}`);
  return betInfo(rules, offer, en, page);
}

const pays = (bet: Bet) => about(bet).payments.map(({ when, odds }) => `${when} ${odds.replaceAll("\u00a0", " ")}`);

test("each payment of a bet is named by its case, the rarest first", () => {
  expect(pays("player")).toEqual(["Win 1 : 1"]);
  expect(pays("banker")).toEqual(["Win 1 : 1 less 5% commission, so 0.95 : 1"]);
  expect(pays("banker_no_commission")).toEqual(["Win with 6 points 0.5 : 1", "Any other win 1 : 1"]);
  expect(pays("lucky_six")).toEqual(["In three cards 20 : 1", "In two cards 12 : 1"]);
  expect(pays("player_dragon")).toEqual([
    "Win by 9 points 30 : 1",
    "Win by 8 points 10 : 1",
    "Win by 7 points 6 : 1",
    "Win by 6 points 4 : 1",
    "Win by 5 points 2 : 1",
    "Win by 4 points 1 : 1",
    "Win with a natural 1 : 1",
  ]);
});

test("what a tie does is said of each bet, of Player and Banker by the house's policy", () => {
  expect(about("player").tie).toBe(page.tie.push);
  expect(about("banker", changed({ tie_policy: "carry" })).tie).toBe(page.tie.carry);
  expect(about("player_pair", changed({ tie_policy: "carry" })).tie).toBe(page.tie.itself);
  expect([about("tie").tie, about("banker_dragon").tie, about("lucky_six").tie]).toEqual([
    page.tie.wins,
    page.tie.dragon,
    page.tie.loses,
  ]);
});

test("limits and round cap are those of the offer", () => {
  const { limits, cap } = about("player_pair");
  expect([limits, cap]).toEqual(["1–200", 60]);
  expect(about("tie").cap).toBeNull();
});

test("all of it is one text for who hears it, in every language, without a sign for odds", () => {
  expect(infoText(about("either_pair"), en, page)).toBe(
    "The first two cards of either hand have the same rank. It is paid once, even when both are pairs. Win: 5 to 1. " +
      "On a tie: Makes no difference. Limits: 1–200. Taken until: round 50 of the shoe.",
  );
  for (const language of LANGUAGES)
    for (const bet of BETS) {
      const offer = offerOf(RULES, bet);
      const words = CATALOGUES[language];
      const text = offer && infoText(betInfo(RULES, offer, words, PAGE_WORDS[language]), words, PAGE_WORDS[language]);
      expect(text).not.toMatch(/undefined|NaN|\d : \d/);
    }
});

test("the third-card rule is the golden one", () => {
  for (const { points, third_card } of tableau.banker) {
    const draws = [...third_card].flatMap((letter, third) => (letter === "D" ? [third] : []));
    expect(BANKER_DRAWS[points] ?? [], `Banker ${points}`).toEqual(draws);
  }
});

const facts = (rules: RulesView) =>
  chapters(rules, en, page).flatMap((chapter) => chapter.facts.map(({ text }) => text));

test("a house's burn, cut card, last round and times are read from its settings", () => {
  const macau = changed({ burn: "decks", decks: 8, last_round: "one_more", cut_by: "player", cut_card_least: 12 });
  expect(facts(macau)).toEqual(expect.arrayContaining([page.burnDecks(8), page.lastRoundOneMore, page.cutPlayer]));
  expect(facts(changed({ burn: 6 }))).toContain(page.burnNumber(6));
  expect(facts(changed({ burn: "none" }))).toContain(page.burnNone);
  expect(facts(changed({ burn: "first_card" }))).toContain(page.burnFirst);
  expect(facts(changed({ betting_seconds: 2.5 }))).toContain("2.5 s");
  expect(facts(changed({ differential_cents: 2_000_000 }))).toContain(page.differentialText("20,000"));
  const shuffler = facts(changed({ continuous_shuffler: true }));
  expect(shuffler).toContain(page.continuous);
  const each = facts(changed({ shuffle_every_round: true, demonstration_rounds: 2 }));
  expect(each).toEqual(expect.arrayContaining([page.everyRound, page.proofSession, page.demonstrationText(2)]));
  expect(each).not.toContain(page.lastRoundCut);
  expect(shuffler).not.toContain(page.cutDealer);
});

test("where a person deals it is said what happens after an error, and demonstrations are counted at most", () => {
  const settings = { demonstration_rounds: 2, burn_after_error: 3 };
  const [by_software, by_hand] = [facts(changed(settings)), facts(changed({ ...settings, dealt_by: "hand" }))];
  expect(by_software).toContain(page.demonstrationText(2));
  expect(by_software).not.toContain(page.afterErrorText(3));
  expect(by_hand).toEqual(expect.arrayContaining([page.demonstrationsAtMost(2), page.afterErrorText(3)]));
});

test("a scoreboard says nothing of bets", () => {
  const board = {
    ...changed({ dealt_by: "hand", closes_early: true, tie_policy: "carry", seats: 7, demonstration_rounds: 0 }),
    offers: [],
  };
  const text = [...facts(board), ...notPlayed(board, en, page)].join(" ");
  expect(text).toContain(page.scoreboardByHand);
  expect(text).not.toMatch(/\bbets?\b|betting|stake|commission|seat/i);
});

test("what a table does not play is named, and what it plays is not", () => {
  const few = changed({ combinations: ["twin"], seats: 7, squeeze: "none" });
  const rules = { ...few, offers: few.offers.filter(({ bet }) => !["tie", "banker_no_commission"].includes(bet)) };
  const said = notPlayed(rules, en, page);
  expect(said).toContain(page.notPlayed.bets("Tie, Triple"));
  expect(said).toContain(page.notPlayed.noCommission);
  expect(said).toContain(page.notPlayed.squeeze);
  expect(said).not.toContain(page.notPlayed.commission);
  expect(said).not.toContain(page.notPlayed.seats);
});
