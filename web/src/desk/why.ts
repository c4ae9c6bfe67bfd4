// Why the house did not do something, in the words of who asked.
import type { Catalogue } from "../i18n";
import { reasonText } from "../i18n/refusals";
import type { Why } from "./api";

export function whyText(why: Why, words: Catalogue, lost: string): string {
  return why === "unreachable" ? lost : reasonText(why, words);
}
