// Which of the available languages a reader gets. Pure.

type Script = "Hant" | "Hans";

const CHINESE = ["zh", "yue", "cmn"];
const TRADITIONAL_REGIONS = ["HK", "TW", "MO"];

interface Tag {
  language: string;
  script: Script | undefined;
}

/** A tag's language and, for Chinese, its script: the one it names, else the one its region writes. */
function read(tag: string): Tag {
  const [language = "", ...parts] = tag.replaceAll("_", "-").split("-");
  if (!CHINESE.includes(language.toLowerCase())) return { language: language.toLowerCase(), script: undefined };
  const named = parts.map((part) => part.toLowerCase());
  if (named.includes("hant")) return { language: "zh", script: "Hant" };
  if (named.includes("hans")) return { language: "zh", script: "Hans" };
  const regions = parts.map((part) => part.toUpperCase());
  const traditional = language.toLowerCase() === "yue" || regions.some((part) => TRADITIONAL_REGIONS.includes(part));
  return { language: "zh", script: traditional ? "Hant" : "Hans" };
}

function same(a: Tag, b: Tag): boolean {
  return a.language === b.language && a.script === b.script;
}

/**
 * The first wanted tag that is available exactly, or else in the same language and script; English where none is. A reader of
 * one Chinese script is never given the other, and nobody is given a language for want of English.
 */
export function choose<Name extends string>(wanted: readonly string[], available: readonly Name[]): Name | "en" {
  for (const tag of wanted) {
    const exact = available.find((name) => name.toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    const near = available.find((name) => same(read(name), read(tag)));
    if (near) return near;
  }
  return available.find((name) => read(name).language === "en") ?? "en";
}
