// What a screen reader is told of cards face down and of their squeeze. Pure. Part of `announce`.
import { rankOf, suitOf } from "../deal/cards";
import { dealerOpens, ownCard, ownFace, placeOf } from "../deal/squeeze";
import type { Catalogue, Language } from "../i18n";
import { SQUEEZE, type SqueezeWords } from "../i18n/squeeze";
import { secondsLeft } from "../line/clock";
import type { Side, TableView } from "../protocol.gen";
import type { State } from "../state/state";

/** What is told to all, and the face that we alone see. */
export function squeezeNews(before: State, after: State, words: Catalogue): string[] {
  const [old, table] = [before.table, after.table];
  const said = SQUEEZE[words.locale as Language];
  // Who has just come is told whose squeeze it is.
  if (!old || !table) return othersNews(before, after, said);
  const told = laidNews(old, table, said);
  if (after.squeezed && after.squeezed !== before.squeezed) {
    const { side, number, name, ours, reason } = after.squeezed;
    const ended = said.ended(ours ? null : name, placeIn(table, side, number, said), reason);
    if (ended) told.push(ended);
  }
  if (dealerOpens(after) && !dealerOpens(before) && after.squeezed?.number !== after.moved?.number)
    told.push(said.dealer);
  told.push(...othersNews(before, after, said));
  const face = ownFace(after);
  if (face && !ownFace(before)) told.push(said.seenNews(words.card(rankOf(face.card), suitOf(face.card))));
  return told;
}

/** Our turn to squeeze has come: nothing to be missed. */
export function squeezeAlarm(before: State, after: State, now_ms: number | null, words: Catalogue): string[] {
  const { table } = after;
  const number = ownCard(after);
  if (!table?.squeeze || number === null || number === ownCard(before)) return [];
  const said = SQUEEZE[words.locale as Language];
  return [said.yoursNews(placeIn(table, table.squeeze.side, number, said), secondsLeft(table.due_ms, now_ms))];
}

function laidNews(old: TableView, table: TableView, said: SqueezeWords): string[] {
  return table.laid
    .filter(({ number }) => !old.laid.some((one) => one.number === number))
    .map(({ side, number }) => said.laid(placeIn(table, side, number, said)));
}

/** The squeeze of another: whose it is, and that the card is bent. Of our own we are told by name. */
function othersNews(before: State, { table, purse }: State, said: SqueezeWords): string[] {
  const [was, is] = [before.table?.squeeze, table?.squeeze];
  if (!table || !is || is.name === purse?.name) return [];
  const place = placeIn(table, is.side, is.number, said);
  const told = was?.number === is.number && was.name === is.name ? [] : [said.theirsNews(is.name, place)];
  const bent = ({ laid }: TableView) => laid.some((one) => one.number === is.number && one.bent);
  return before.table && bent(table) && !bent(before.table) ? [...told, said.bentNews(is.name, place)] : told;
}

function placeIn(table: TableView, side: Side, number: number, said: SqueezeWords): string {
  return said.place(side, placeOf(table, side, number));
}
