// The exact odds of every bet over a full shoe, as the server works them out; asked for once for each number of decks.
import { type ExactOdds, shoeOdds } from "../line/api";
import type { Bet } from "../protocol.gen";

class AllOdds {
  #byDecks = $state.raw<Readonly<Record<number, Partial<Record<Bet, ExactOdds>>>>>({});
  #asked = new Set<number>();

  /** Null until they have come, and where they cannot be had. */
  of(bet: Bet, decks: number): ExactOdds | null {
    return this.#byDecks[decks]?.[bet] ?? null;
  }

  async load(decks: number): Promise<void> {
    if (this.#asked.has(decks)) return;
    this.#asked.add(decks);
    const reply = await shoeOdds(decks);
    if (reply.ok) this.#byDecks = { ...this.#byDecks, [decks]: reply.value.bets };
    else this.#asked.delete(decks);
  }
}

export const exactOdds = new AllOdds();
