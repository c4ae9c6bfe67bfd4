import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Converter } from "opencc-js";
import { expect, test } from "vitest";
import { BETS } from "../src/felt/bets";
import { firstLanguage, houseName, LANGUAGES, type Language } from "../src/i18n";
import { CATALOGUES } from "../src/i18n/all";
import { BESIDE } from "../src/i18n/beside";
import { CHAT } from "../src/i18n/chat";
import { choose } from "../src/i18n/choose";
import { DESK } from "../src/i18n/desk";
import { FRAME } from "../src/i18n/frame";
import { GOOD_ROAD_NAMES } from "../src/i18n/goodroads";
import { GUIDE } from "../src/i18n/guide";
import { HISTORY } from "../src/i18n/history";
import { LOBBY } from "../src/i18n/lobby";
import { ODDS } from "../src/i18n/odds";
import { PAGE_WORDS } from "../src/i18n/pages";
import { PROOF } from "../src/i18n/proof";
import { REAL_DESK } from "../src/i18n/realdesk";
import { MACHINE_REASONS, READY_REASONS, reasonIn, reasonSent } from "../src/i18n/reasons";
import { ROAD_WORDS } from "../src/i18n/roads";
import { SHARE } from "../src/i18n/share";
import { SQUEEZE } from "../src/i18n/squeeze";
import { STANDING } from "../src/i18n/standing";

const HAN = /\p{Script=Han}/u;

function source(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../src/i18n/${name}.ts`, import.meta.url)), "utf8");
}

/** The catalogues that hold all three languages in one file. */
const ROOMS: Record<Language, object>[] = [
  FRAME,
  CHAT,
  DESK,
  REAL_DESK,
  SQUEEZE,
  STANDING,
  PROOF,
  SHARE,
  HISTORY,
  BESIDE,
  ROAD_WORDS,
  LOBBY,
  GOOD_ROAD_NAMES,
  GUIDE,
  ODDS,
];

/** The paths of a catalogue's strings, functions counting as strings. */
function paths(value: unknown, path = ""): string[] {
  if (value === null || typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([key, inner]) => paths(inner, `${path}.${key}`));
}

test("every language has exactly the strings of English", () => {
  for (const catalogues of [CATALOGUES, PAGE_WORDS, ...ROOMS])
    for (const language of LANGUAGES)
      expect(paths(catalogues[language]).toSorted()).toEqual(paths(catalogues.en).toSorted());
});

test("every bet has a name in every language, and no two the same", () => {
  for (const language of LANGUAGES) {
    const names = BETS.map((bet) => CATALOGUES[language].bets[bet]);
    expect(new Set(names).size).toBe(BETS.length);
  }
});

/** All that is written in a language: its files, and its part of the files that hold all three. */
function written(language: Language): string {
  const plain = (words: object) =>
    JSON.stringify(words, (_, value) => (typeof value === "function" ? String(value) : value));
  const notices = source("chat").split(/^ {2}(?:en|"zh-Han[ts]"): \{$/m)[1 + LANGUAGES.indexOf(language)] ?? "";
  const small = ROOMS.map((words) => plain(words[language]));
  small.push(plain(CATALOGUES[language].real));
  const reasons = [...Object.keys(MACHINE_REASONS), ...Object.keys(READY_REASONS)].map((one) =>
    reasonIn(language, one),
  );
  return [source(language), source(`pages/${language}`), ...small, ...reasons, notices].join("\n");
}

test("English holds no Chinese", () => {
  expect(written("en")).not.toMatch(HAN);
});

test("Traditional Chinese holds no simplified characters, Simplified no traditional ones", () => {
  // Written alike in both, but the dictionary knows another traditional form for another meaning.
  const both = ["佣"];
  const strange = (text: string, convert: (character: string) => string) =>
    [...new Set(text)].filter((one) => HAN.test(one) && convert(one) !== one && !both.includes(one));
  expect(strange(written("zh-Hant"), Converter({ from: "cn", to: "t" }))).toEqual([]);
  expect(strange(written("zh-Hans"), Converter({ from: "t", to: "cn" }))).toEqual([]);
});

test("the house's terms stand as they are said at the table", () => {
  const { "zh-Hant": hant, "zh-Hans": hans } = CATALOGUES;
  expect([hant.sides.player, hant.sides.banker, hant.bets.tie]).toEqual(["閑", "莊", "和"]);
  expect([hans.sides.player, hans.sides.banker, hans.bets.tie]).toEqual(["闲", "庄", "和"]);
  expect([hant.confirm, hant.differential, hant.noCommission, hant.twin, hant.triple]).toEqual([
    "遞交投注",
    "限紅",
    "免水",
    "孿寶",
    "三寶",
  ]);
});

test("nothing in the words urges: no exclamation mark in any language", () => {
  for (const language of LANGUAGES) {
    const strings = written(language).match(/(["`])(?:(?!\1).)*\1/g) ?? [];
    expect(strings.filter((one) => /[!！]/.test(one))).toEqual([]);
  }
});

test.each([
  ["zh-Hant-TW", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"],
  ["zh-HK", ["en", "zh-CN", "zh-TW"], "zh-TW"],
  ["zh-TW", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"],
  ["zh-MO", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"],
  ["yue", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"],
  ["zh", ["en", "zh-Hant", "zh-Hans"], "zh-Hans"],
  ["zh-SG", ["en", "zh-Hant", "zh-Hans"], "zh-Hans"],
  ["zh-CN", ["en", "zh-TW", "zh-CN"], "zh-CN"],
  ["zh-Hant-CN", ["en", "zh-CN", "zh-TW"], "zh-TW"],
  ["zh_Hans_HK", ["en", "zh-Hant", "zh-Hans"], "zh-Hans"],
  ["ZH-hant", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"],
  ["en-GB", ["en", "zh-Hant"], "en"],
  ["fr-CH", ["zh-Hans", "en", "zh-Hant"], "en"],
  ["zh-HK", ["en", "zh-Hans"], "en"],
] as const)("a reader of %s among %j gets %s", (wanted, available, chosen) => {
  expect(choose([wanted], available)).toBe(chosen);
});

test("the first language one asks for that is there wins, and English stands in for all others", () => {
  expect(choose(["fr", "zh-HK", "en"], LANGUAGES)).toBe("zh-Hant");
  expect(choose([], LANGUAGES)).toBe("en");
  expect(choose(["en"], ["zh-Hans", "zh-Hant"])).toBe("en");
});

test("what was chosen before goes over what the browser prefers; nonsense does not", () => {
  expect(firstLanguage("zh-Hans", ["en"])).toBe("zh-Hans");
  expect(firstLanguage("en", ["zh-HK"])).toBe("en");
  expect(firstLanguage("klingon", ["zh-HK"])).toBe("zh-Hant");
  expect(firstLanguage(null, ["zh-HK"])).toBe("zh-Hant");
});

test("the machine's own reasons are told in words, what staff write as it is", () => {
  expect(reasonIn("en", "shoe_lost")).toBe("the secret of this shoe was lost");
  for (const written of ["the camera is dark", "toString", "<b>x</b>"]) expect(reasonIn("en", written)).toBe(written);
  expect(CATALOGUES["zh-Hans"].reason("shoe_lost")).toBe("原因：本靴的密钥已遗失");
});

test("a ready-made reason travels in English and is told in each reader's language, no two alike", () => {
  const ready = Object.keys(READY_REASONS);
  for (const language of LANGUAGES) {
    const told = ready.map((one) => CATALOGUES[language].reason(one));
    expect(new Set(told).size).toBe(ready.length);
    expect(ready.map((one) => reasonSent(language, ` ${reasonIn(language, one)} `))).toEqual(ready);
  }
  expect(CATALOGUES["zh-Hant"].reason("a card too many")).toBe("原因：多發一張");
  expect(reasonSent("zh-Hans", "看错牌")).toBe("misread");
  expect(reasonSent("zh-Hans", "看错牌了")).toBe("看错牌了");
  expect(reasonSent("en", "看错牌")).toBe("看错牌");
});

test("a house is called by its name in words, and by its own where there are none, whatever it is", () => {
  for (const language of LANGUAGES) {
    const words = CATALOGUES[language];
    expect(houseName(words, "live")).toBe(words.houses.live);
    for (const own of ["corner", "constructor", "toString", "__proto__"]) expect(houseName(words, own)).toBe(own);
  }
});
