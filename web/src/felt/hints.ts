// What a spot says in words about the chip in hand and the chips that lie: the most pressing thing first. Pure.
import type { Catalogue } from "../i18n";
import { amount } from "../i18n/money";
import { reasonText } from "../i18n/refusals";
import type { Bet, TableView } from "../protocol.gen";
import type { State } from "../state/state";
import { type Hindrance, lacking, type Room } from "./room";
import type { SpotView } from "./spots";

export interface Hint {
  text: string;
  /** It is shown without being asked for. */
  urgent: boolean;
  bad: boolean;
  /** Only said to who walks the spots by keys: it stands there in figures anyway. */
  quiet?: boolean;
}

export interface Moment {
  open: boolean;
  left: Room | null;
  why: Hindrance | null;
  told: { cents: number; why: Hindrance } | null;
  /** Chips of this kind stay what they are, though the next will be of the other. */
  keeps: Bet | null;
  chip: number | null;
}

export function hintText(state: State, table: TableView, view: SpotView, now: Moment, words: Catalogue): Hint | null {
  const money = (cents: number) => amount(cents, words.locale);
  if (now.keeps) return { text: words.keepsKind(words.bets[now.keeps]), urgent: true, bad: false };
  if (now.told) return { text: toldText(now.told, state, table, words), urgent: true, bad: true };
  const refused = state.refused.find(({ id }) => view.piles.some((pile) => pile.id === id));
  if (refused) return { text: reasonText(refused.refusal, words), urgent: true, bad: true };
  if (view.locked) return { text: words.refusals.round_cap(cap(view)), urgent: false, bad: false };
  if (!now.open || now.left === null) return null;
  const need = lacking(state, table, view.spot);
  if (need) return { text: words.needs(reasonText(need, words), money(need.left ?? 0)), urgent: true, bad: false };
  if (now.why && now.chip !== null) {
    return { text: toldText({ cents: now.chip, why: now.why }, state, table, words), urgent: false, bad: false };
  }
  return { text: words.fits(money(now.left.cents)), urgent: false, bad: false, quiet: true };
}

function cap({ roundCap }: SpotView) {
  return { limit: String(roundCap ?? ""), left: "" };
}

/** "500 does not fit. Limit 200. 175 still fits." */
export function toldText(
  told: { cents: number; why: Hindrance },
  state: State,
  table: TableView,
  words: Catalogue,
): string {
  const { cents, why } = told;
  if (why.code === "betting_closed") return state.line === "open" ? words.says[table.phase] : words.lost;
  if (why.left == null) return reasonText(why, words);
  if (why.left === 0 && why.code === "over_maximum") return words.fullSpot(amount(why.limit ?? 0, words.locale));
  const reason = words.tooMuch(amount(cents, words.locale), reasonText(why, words));
  const fits =
    why.left > 0 && why.left !== why.limit && why.code !== "over_differential"
      ? words.fits(amount(why.left, words.locale))
      : "";
  return words.locale === "en" ? `${reason} ${fits}`.trim() : reason + fits;
}
