// The route where the view can see it change.
import { parseRoute, type Route } from "./route";

class Place {
  route = $state.raw<Route>(parseRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.route = parseRoute(location.hash);
    });
  }
}

export const place = new Place();
