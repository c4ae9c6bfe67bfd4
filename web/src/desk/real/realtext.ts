// The desk of real cards in words: what comes next, what is burned, why a card was not entered. Pure.
import { rankOf, suitOf } from "../../deal/cards";
import type { Catalogue } from "../../i18n";
import type { RealDeskWords } from "../../i18n/realdesk";
import type { TableView } from "../../protocol.gen";
import { whyText } from "../why";
import type { DeskView } from "./realapi";
import type { Trouble } from "./realdesk.svelte";
import { burning, type Step } from "./realsteps";

/** What the table asks for now, in one sentence. */
export function sentence(view: DeskView, words: RealDeskWords, all: Catalogue): string {
  const { next } = words;
  switch (view.next) {
    case "new_shoe":
      return view.shoe_done ? next.shoeOver : next.newShoe;
    case "bring_shoe":
      return next.bringShoe;
    case "burn_card":
      return next.burnCard;
    case "open_round":
      return burning(view) ? next.burnThenOpen(view.burned, view.round + 1) : next.openRound(view.round + 1);
    case "betting":
      return next.betting;
    case "player_card":
      return next.card("player", view.place ?? 1);
    case "banker_card":
      return next.card("banker", view.place ?? 1);
    case "settle":
      return next.settle(resultOf(view, all));
    case "resume":
      return next.resume;
  }
}

function resultOf({ outcome, player_points, banker_points }: DeskView, all: Catalogue): string {
  if (outcome === null) return "";
  const points = [player_points, banker_points];
  return all.wins(outcome, Math.max(...points), Math.min(...points));
}

/** What stands below the sentence: cards that go face down, the place of the cut card, how the last round ended, why it stands still. */
export function belowText(view: DeskView, picture: TableView | null, words: RealDeskWords, all: Catalogue): string {
  const settings = picture?.rules.settings ?? {};
  if (view.next === "resume") return view.suspended_for === null ? "" : all.reason(view.suspended_for);
  if (view.next === "bring_shoe") {
    const { cut_card_least: least, cut_card_most: most } = settings;
    return typeof least === "number" && typeof most === "number" ? words.next.cutCard(least, most) : "";
  }
  if (view.burn_first > 0) return words.next.burnFirst(view.burn_first);
  if (burning(view)) {
    const shown = view.shown ? all.card(rankOf(view.shown), suitOf(view.shown)) : "";
    return words.burnNow(shown, view.burned);
  }
  if (view.phase !== "result") return "";
  if (view.voided !== null) return `${all.voidedRound}. ${all.reason(view.voided)}`;
  return resultOf(view, all);
}

export function stepText(step: Step, view: DeskView, words: RealDeskWords): string {
  if (step.kind === "resume") return words.step.resume;
  if (step.kind === "ask_shoe") return words.step.changeShoe;
  switch (step.act.act) {
    case "bring_shoe":
      return words.step.bringShoe;
    case "open_round":
      return burning(view) ? words.step.burned : words.step.openRound;
    case "settle_round":
      return words.step.settle;
    default:
      return words.step.newShoe;
  }
}

/** Why a card was not entered, and which went with it. */
export function troubleText({ text, why, dropped }: Trouble, words: RealDeskWords, all: Catalogue): string {
  const own = typeof why === "string" && why !== "unreachable" ? words.why[why] : null;
  const gap = all.locale === "en" ? " " : "";
  return [
    text && words.notEntered(text),
    own ?? whyText(why as Parameters<typeof whyText>[0], all, words.lost),
    dropped.length > 0 && words.dropped(dropped.join(", ")),
  ]
    .filter(Boolean)
    .join(gap);
}
