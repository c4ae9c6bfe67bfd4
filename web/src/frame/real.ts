// A table with real cards as its players are told of it: what its dealer mended, in words. Pure.
import { rankOf, suitOf } from "../deal/cards";
import { byHand, cardsOut } from "../deal/stands";
import type { Catalogue } from "../i18n";
import type { Card, PublicEvent, TableView } from "../protocol.gen";
import { fold } from "../state/fold";
import { isOfDesk, type OfDesk } from "../state/folddesk";

/** Something that the dealer mended; of a card its place in its hand, 0 to 2, and what had been entered. */
export interface Mended {
  event: OfDesk;
  shoe: number;
  place: number;
  was: Card | null;
}

/** What of a frame's events the players of a table should read. That the cut card came out is said by the table itself. */
export function mendings(table: TableView, events: readonly PublicEvent[]): Mended[] {
  const found: Mended[] = [];
  let now = table;
  for (const event of events) {
    if (isOfDesk(event) && !(event.type === "cut_card_shown" && event.last_round !== null)) {
      found.push({ event, shoe: now.shoe_number, ...cardOf(now, event) });
    }
    now = fold(now, event);
  }
  return found;
}

/** The card that an event is about, as it lay before. */
function cardOf(table: TableView, event: OfDesk): Pick<Mended, "place" | "was"> {
  if (event.type !== "card_corrected" && event.type !== "card_taken_back") return { place: 0, was: null };
  if (event.side === null) return { place: 0, was: table.shoe?.shown ?? null };
  const place = table[event.side].findIndex(({ number }) => number === event.number);
  return { place, was: table[event.side][place]?.card ?? null };
}

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" } as const;

/** "10♥" */
export function cardSigns(card: Card): string {
  return (rankOf(card) === "T" ? "10" : rankOf(card)) + SIGNS[suitOf(card)];
}

/** The faces that lie open in the shoe, "7♣, 10♥", or nothing. */
export function faceUp(table: TableView): string {
  return (table.shoe?.exposed ?? []).map(cardSigns).join(", ");
}

export function mendedText(mended: Mended, words: Catalogue): string {
  const { event } = mended;
  const what = whatText(mended, words);
  if (event.type === "cut_card_shown") return what;
  return `${what}${words.locale === "en" ? " " : ""}${words.reason(event.reason)}`;
}

function whatText({ event, shoe, place, was }: Mended, { real }: Catalogue): string {
  switch (event.type) {
    case "card_corrected":
      return real.corrected(real.whose(event.side, place), cardSigns(event.was), cardSigns(event.card));
    case "card_taken_back":
      return real.takenBack(real.whose(event.side, place), was ? cardSigns(was) : "");
    case "error_burned":
      return real.burned(event.face_down);
    case "card_exposed":
      return real.exposed(cardSigns(event.card));
    case "shoe_withdrawn":
      return event.replaced ? real.replaced(shoe) : real.withdrawn(shoe);
    case "cut_card_shown":
      return real.cutCardBack;
  }
}

/**
 * What was corrected, taken back or burned after an error between two pictures of a round, for who sees no events: without its reason.
 */
export function mendsBetween(before: TableView, after: TableView, words: Catalogue): string[] {
  const same = before.shoe_number === after.shoe_number && before.round === after.round;
  if (!same || before.demonstration !== after.demonstration || !byHand(after)) return [];
  const cards = burnedBetween(before, after);
  const burned = cards > 0 ? [words.real.burned(cards)] : [];
  return before.phase === "result" ? burned : [...cardsMended(before, after, words), ...burned];
}

/** What left the shoe and lies neither on the felt nor under the burn before the round. */
function burnedBetween(before: TableView, after: TableView): number {
  if (!before.shoe || !after.shoe || before.shoe.shown !== after.shoe.shown || before.phase === "burning") return 0;
  // Cards that were collected, or went back, are no burn.
  if (cardsOut(after) < cardsOut(before)) return 0;
  const used = (table: TableView) => -(table.shoe?.cards_left ?? 0) - table.burned - cardsOut(table);
  return used(after) - used(before);
}

function cardsMended(before: TableView, after: TableView, { real }: Catalogue): string[] {
  return (["player", "banker"] as const).flatMap((side) =>
    before[side].flatMap(({ number, card }, place) => {
      const now = after[side].find((one) => one.number === number);
      const whose = real.whose(side, place);
      if (!now) return real.takenBack(whose, cardSigns(card));
      return now.card === card ? [] : real.corrected(whose, cardSigns(card), cardSigns(now.card));
    }),
  );
}
