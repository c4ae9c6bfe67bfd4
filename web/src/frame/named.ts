// What is read out at one of several tables names its table.
import { BESIDE } from "../i18n/beside";
import { game } from "../state/game.svelte";
import { place } from "../state/place.svelte";

export function named(text: string): string {
  const { route } = place;
  if (!place.framed || route.page !== "pane") return text;
  const table = game.words.table(route.table);
  return text.startsWith(table) ? text : BESIDE[game.language].at(table, text);
}
