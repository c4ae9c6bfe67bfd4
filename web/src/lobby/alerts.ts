// Which good roads are told of as soon as their lamp is lit, whatever table it is at. Pure.
import type { LobbyTable } from "../protocol.gen";
import { GOOD_ROADS, type GoodRoad } from "../roads/goodroads";
import type { Tables } from "../state/foldlobby";
import { lampsOf } from "./tables";

export interface Alert {
  table: number;
  roads: readonly GoodRoad[];
}

/** The lamps that were lit since the lobby was last heard, of the good roads that are switched on. */
export function alerts(before: Tables, after: Tables, on: readonly GoodRoad[]): Alert[] {
  return Object.values(after).flatMap((table) => {
    const was = before[table.table];
    if (!was || was === table) return [];
    const roads = newlyLit(was, table).filter((road) => on.includes(road));
    return roads.length > 0 ? [{ table: table.table, roads }] : [];
  });
}

function newlyLit(was: LobbyTable, now: LobbyTable): GoodRoad[] {
  const then = lampsOf(was);
  return lampsOf(now).filter((road) => !then.includes(road));
}

/** Those of which a lamp is still lit; the others are no news any more. */
export function stillLit<One extends Alert>(told: readonly One[], now: Tables): One[] {
  return told.filter(({ table, roads }) => {
    const tile = now[table];
    return tile !== undefined && roads.some((road) => lampsOf(tile).includes(road));
  });
}

/** The switches as this machine kept them. */
export function readSwitches(text: string | null): GoodRoad[] {
  const kept = (text ?? "").split(",");
  return GOOD_ROADS.filter((road) => kept.includes(road));
}
