// The route where the view can see it change.
import { parseRoute, type Route } from "./route";

class Place {
  route = $state.raw<Route>(parseRoute(location.hash));
  /** The tables that were side by side last, as long as this page is open: another one is laid beside them. */
  beside = $state.raw<readonly number[]>([]);
  /** This page is one of several tables within a page of ours, which has the bar, the session and the sheets. */
  readonly framed = this.route.page === "pane" && window.parent !== window;

  constructor() {
    this.#come();
    addEventListener("hashchange", () => {
      this.route = parseRoute(location.hash);
      this.#come();
    });
  }

  #come(): void {
    if (this.route.page === "tables") this.beside = this.route.tables;
  }
}

export const place = new Place();
