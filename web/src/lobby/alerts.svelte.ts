// The good-road alerts where the view can see them change: which are switched on, and which have come.
import { untrack } from "svelte";
import { GOOD_ROADS, type GoodRoad } from "../roads/goodroads";
import { game } from "../state/game.svelte";
import { keep, kept } from "../state/kept";
import { place } from "../state/place.svelte";
import { type Alert, alerts, readSwitches, stillLit } from "./alerts";

const KEY = "roadalerts";
const SHOWN_MS = 12_000;
const HELD_MS = 2_000;
const MOST = 9;

class RoadAlerts {
  on = $state.raw<readonly GoodRoad[]>(readSwitches(kept(KEY)));
  shown = $state.raw<readonly (Alert & { id: number })[]>([]);
  /** The pointer or the focus is on the one that is shown. */
  held = false;
  #next = 0;

  constructor() {
    // The page around several tables tells it, once.
    if (place.framed) return;
    if (this.on.length > 0) game.client.showLobby(true);
    // What is told at once must not become what whoever caused it depends on.
    game.client.subscribe((before, after) => {
      const [was, now] = [before.lobby, after.lobby];
      if (was && now && was !== now && this.on.length > 0)
        untrack(() => {
          this.shown = stillLit(this.shown, now);
          this.#tell(alerts(was, now, this.on));
        });
    });
  }

  switch(roads: readonly GoodRoad[], on: boolean): void {
    const before = this.on.length > 0;
    this.on = GOOD_ROADS.filter((road) => (roads.includes(road) ? on : this.on.includes(road)));
    keep(KEY, this.on.join(","));
    if (this.on.length > 0 !== before) game.client.showLobby(!before);
    this.shown = this.shown.filter((one) => one.roads.some((road) => this.on.includes(road)));
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((one) => one.id !== id);
  }

  #tell(come: readonly Alert[]): void {
    // Who looks at a table sees its roads.
    const { route } = place;
    const beside = route.page === "tables" ? route.tables : [];
    const news = come.filter(({ table }) => !game.client.watches(table) && !beside.includes(table));
    if (news.length === 0) return;
    const numbered = news.map((alert) => ({ ...alert, id: this.#next++ }));
    this.shown = [...this.shown, ...numbered].slice(-MOST);
    setTimeout(() => this.#expire(numbered), SHOWN_MS);
  }

  /** Nothing goes under the pointer or the focus. */
  #expire(gone: readonly { id: number }[]): void {
    if (this.held) setTimeout(() => this.#expire(gone), HELD_MS);
    else for (const { id } of gone) this.dismiss(id);
  }
}

export const roadAlerts = new RoadAlerts();
