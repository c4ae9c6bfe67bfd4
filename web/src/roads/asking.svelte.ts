// Whose win is imagined in the roads: for two seconds after an ask button was pointed at or pressed.
import type { Winner } from "./bigroad";

export const ASKED_MS = 2_000;

export class Asking {
  side = $state<Winner | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  ask(side: Winner): void {
    this.stop();
    this.side = side;
    this.#timer = setTimeout(() => this.stop(), ASKED_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.side = null;
  }
}
