// What the acts of staff at a table with real cards change in its public picture: their half of `fold`.
import { pointsOf } from "../deal/cards";
import type {
  Card,
  CardCorrected,
  CardExposed,
  CardTakenBack,
  CutCardShown,
  ErrorBurned,
  PublicEvent,
  ShoeView,
  ShoeWithdrawn,
  TableView,
} from "../protocol.gen";

export type OfDesk = ShoeWithdrawn | CutCardShown | CardCorrected | CardTakenBack | ErrorBurned | CardExposed;

const OF_DESK: readonly string[] = [
  "shoe_withdrawn",
  "cut_card_shown",
  "card_corrected",
  "card_taken_back",
  "error_burned",
  "card_exposed",
] satisfies OfDesk["type"][];

export function isOfDesk(event: PublicEvent): event is OfDesk {
  return OF_DESK.includes(event.type);
}

export function foldDesk(table: TableView, event: OfDesk): Partial<TableView> {
  const { shoe } = table;
  // The events that follow a withdrawn shoe close it.
  if (shoe === null || event.type === "shoe_withdrawn") return {};
  switch (event.type) {
    case "cut_card_shown":
      return { shoe: { ...shoe, last_round: event.last_round } };
    case "error_burned":
      return { shoe: { ...shoe, cards_left: shoe.cards_left - event.face_down, exposed: [] } };
    case "card_exposed":
      return { shoe: { ...shoe, exposed: [...stillExposed(shoe, event.card), event.card] } };
    case "card_corrected":
      return event.side === null
        ? { shoe: burned(shoe, event.card) }
        : { ...corrected(table, event.side, event), shoe: { ...shoe, exposed: stillExposed(shoe, event.card) } };
    case "card_taken_back":
      return event.side === null
        ? { shoe: { ...shoe, shown: null, cards_left: shoe.cards } }
        : { ...without(table, event.side, event.number), shoe: { ...shoe, cards_left: shoe.cards_left + 1 } };
  }
}

/** The first card of a shoe says how many are burned after it; ten and court cards burn ten (docs/rules.md 6.4). */
function burned(shoe: ShoeView, shown: Card): ShoeView {
  return { ...shoe, shown, cards_left: shoe.cards - 1 - (pointsOf(shown) || 10) };
}

/** The faces that lie open in the shoe after this one left it. */
export function stillExposed(shoe: ShoeView, card: Card): Card[] {
  return shoe.exposed.filter((one) => one !== card);
}

type Side = "player" | "banker";

function corrected(table: TableView, side: Side, { number, card }: CardCorrected): Partial<TableView> {
  return { [side]: table[side].map((one) => (one.number === number ? { ...one, card } : one)) };
}

function without(table: TableView, side: Side, number: number): Partial<TableView> {
  return { [side]: table[side].filter((one) => one.number !== number) };
}
