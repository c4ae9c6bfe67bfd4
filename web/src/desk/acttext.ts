// What one of the staff did, in words. Pure.
import { cardSigns } from "../frame/real";
import type { Catalogue } from "../i18n";
import type { DeskWords } from "../i18n/desk";
import type { RealDeskWords } from "../i18n/realdesk";
import type { Card, Side } from "../protocol.gen";
import type { StaffAct } from "./api";

export interface ActWords {
  desk: DeskWords;
  real: RealDeskWords;
  all: Catalogue;
}

/** What was done. A kind that this page does not know stands as it is. */
export function actTitle({ kind, details }: StaffAct, { desk, real }: ActWords): string {
  if (kind === "new_shoe" && details.early === true) return real.kinds.change_shoe ?? kind;
  if (kind === "show_cut_card" && details.out === false) return real.kinds.cut_back ?? kind;
  const kinds: Record<string, string> = { ...desk.kinds, ...real.kinds };
  return Object.hasOwn(kinds, kind) ? (kinds[kind] ?? kind) : kind;
}

/** What it was about: a table, a round, a card, a player, one of the staff. */
export function actAbout({ details, table, kind }: StaffAct, words: ActWords, named: boolean): string {
  const { desk, real, all } = words;
  const text = (key: string) => (typeof details[key] === "string" ? details[key] : "");
  const number = (key: string) => (typeof details[key] === "number" ? details[key] : null);
  const [shoe, round, count] = [number("shoe"), number("round"), number("count")];
  return [
    named && table !== null ? all.table(table) : "",
    shoe === null ? "" : desk.round(shoe, round ?? 0),
    text("player"),
    text("name"),
    cardText(details, kind, words),
    count === null ? "" : real.burned(count),
    details.replaced === true ? real.damaged : "",
    desk.roles[text("role") as keyof typeof desk.roles] ?? "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** "Player 9♠ → 8♠": whose card, what it was, and what it is now. */
function cardText(details: StaffAct["details"], kind: string, { real, all }: ActWords): string {
  const { card, was, side } = details;
  if (typeof card !== "string") return "";
  const cards = [was, card].filter((one) => typeof one === "string").map((one) => cardSigns(one as Card));
  const ofHand = kind === "correct_card" || kind === "take_card_back";
  const whose = typeof side === "string" ? all.sides[side as Side] : ofHand ? real.ofBurn : "";
  return [whose, cards.join(" → ")].filter(Boolean).join(" ");
}
