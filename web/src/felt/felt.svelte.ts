// What the hands do on the felt: carrying, laying, taking off, and being told at the spot why something did not lie.

import type { Stage } from "../deal/stage";
import type { Bet, BetOffer, TableView } from "../protocol.gen";
import { game } from "../state/game.svelte";
import { laidOn, reduce } from "../state/reduce";
import { type Combination, offersOn, PARTS, SPOTS, type Spot } from "./bets";
import { type Drag, type Drop, IDLE, type Load, type Point, type PointerKind, step } from "./drag";
import { type Hindrance, hindrance, hindranceToMove } from "./room";

const TOLD_MS = 5_000;

class Felt {
  drag = $state.raw<Drag>(IDLE);
  /** The last press that could not lie, at its spot. */
  told = $state.raw<{ spot: Spot; cents: number; why: Hindrance } | null>(null);
  /** The switch was turned over chips that stay of the other kind. */
  keeps = $state.raw<Bet | null>(null);
  stage: Stage | null = null;
  readonly over = $derived(this.drag.phase === "carrying" ? this.drag.over : null);
  #holder: HTMLElement | null = null;
  #end = () => {};
  #untell: ReturnType<typeof setTimeout> | undefined;

  /** The bet a chip goes on: on Banker the kind that the switch says. */
  offer(table: TableView, spot: Spot): BetOffer | undefined {
    const offers = offersOn(table.rules, spot);
    const wanted = offers.find((one) => (one.bet === "banker_no_commission") === game.noCommission);
    return (offers.length > 1 && wanted) || offers[0];
  }

  /** Lay a chip, or say at the spot why it does not fit. */
  lay(spot: Spot, cents: number | null = game.chip): void {
    const { table } = game.state;
    const offer = table && this.offer(table, spot);
    if (!table || !offer || cents === null) return;
    const why = hindrance(game.state, table, offer.bet, cents);
    this.tell(why && { spot, cents, why });
    if (why === null) game.client.lay(offer.bet, cents);
  }

  /** Lay a combination whole, or say at the first spot where it does not fit. */
  layCombination(name: Combination): void {
    const { table } = game.state;
    const cents = game.chip;
    if (!table || cents === null) return;
    let state = game.state;
    for (const spot of PARTS[name]) {
      const why = hindrance(state, table, spot, cents);
      if (why === null) {
        state = reduce(state, { type: "lay", bets: [spot], cents });
        continue;
      }
      this.tell({ spot, cents, why });
      return;
    }
    this.tell(null);
    game.client.layCombination(name, cents);
  }

  tell(told: Felt["told"], keeps: Bet | null = null): void {
    clearTimeout(this.#untell);
    this.told = told;
    this.keeps = keeps;
    if (told || keeps) this.#untell = setTimeout(() => this.tell(null), TOLD_MS);
  }

  /** The next Banker chip is of the other kind; chips that lie stay what they are, and that is said at the spot. */
  switchCommission(): void {
    game.noCommission = !game.noCommission;
    const other: Bet = game.noCommission ? "banker" : "banker_no_commission";
    this.tell(null, laidOn(game.state.laid).has(other) ? other : null);
  }

  /** An attachment: what `load` finds where the pointer goes down can be carried away. A press without carrying stays a press. */
  carries(load: (at: Point) => Load | null) {
    return (node: HTMLElement) => {
      const life = new AbortController();
      const down = (event: PointerEvent) => {
        const carried = event.isPrimary && event.button === 0 ? load({ x: event.clientX, y: event.clientY }) : null;
        if (carried) this.#take(node, event, carried);
      };
      // Only a finger that went down on chips carries them; from anywhere else it scrolls as ever.
      const move = (event: TouchEvent) => {
        if (this.drag.phase !== "idle" && event.cancelable) event.preventDefault();
      };
      node.addEventListener("pointerdown", down, { signal: life.signal });
      node.addEventListener("touchmove", move, { signal: life.signal, passive: false });
      return () => {
        life.abort();
        if (this.#holder === node) this.letGo();
      };
    };
  }

  #take(node: HTMLElement, event: PointerEvent, load: Load): void {
    const { pointerId: pointer } = event;
    const kind = event.pointerType as PointerKind;
    if (this.drag.phase !== "idle") return;
    this.#holder = node;
    this.#step({ type: "down", pointer, kind, at: { x: event.clientX, y: event.clientY }, load });
    const life = new AbortController();
    const listen = <K extends keyof WindowEventMap>(name: K, act: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(name, act, { signal: life.signal, capture: true });
    const end = () => {
      life.abort();
      this.#end = () => {};
      if (this.drag.phase !== "idle") this.#step({ type: "cancel" });
    };
    this.#end = end;
    listen("pointermove", (move) => {
      if (move.pointerId !== pointer) return;
      this.#step({ type: "move", pointer, at: { x: move.clientX, y: move.clientY }, over: spotAt(move) });
      if (this.drag.phase === "carrying" && !node.hasPointerCapture(pointer)) node.setPointerCapture(pointer);
    });
    listen("pointerup", (up) => {
      if (up.pointerId !== pointer) return;
      if (this.drag.phase === "carrying") swallowClick();
      const at = { x: up.clientX, y: up.clientY };
      this.#step({ type: "up", pointer, at, over: spotAt(up), inside: isInside(up) });
      end();
    });
    listen("pointercancel", (gone) => gone.pointerId === pointer && end());
    listen("blur", (gone) => (gone.target as unknown) === window && end());
    listen("contextmenu", end);
    listen("keydown", (key) => {
      if (key.key !== "Escape") return;
      if (this.drag.phase === "carrying") swallowClick(true);
      end();
    });
  }

  /** Whatever is carried stays where it was: its table is gone, or its round takes no more bets. */
  letGo(): void {
    this.#end();
  }

  #step(event: Parameters<typeof step>[1]): void {
    const { drag, drop } = step(this.drag, event);
    this.drag = drag;
    if (drop === null) return;
    if (event.type === "up") this.stage?.dropAt(event.at.x, event.at.y);
    this.#drop(drop);
  }

  #drop(drop: Drop): void {
    // Betting may have closed on the way: what lies then stays, and a chip that comes too late is told so at its spot.
    if (drop.type !== "lay" && game.state.table?.phase !== "betting") return;
    switch (drop.type) {
      case "lay":
        this.lay(drop.spot, drop.chip);
        break;
      case "take_off":
        if (drop.state === "confirmed") game.client.withdraw(drop.bet, drop.cents);
        else game.client.do({ type: "take_off", bet: drop.bet });
        break;
      case "move":
        this.#move(drop);
        break;
    }
  }

  /** A confirmed stake is taken back first, and then staked on the other spot. */
  #move(pile: Drop & { type: "move" }): void {
    const { table } = game.state;
    const { spot, bet, cents, state } = pile;
    const to = table && this.offer(table, spot)?.bet;
    if (!table || !to) return;
    const why = hindranceToMove(game.state, pile, to);
    this.tell(why && { spot, cents, why });
    if (why !== null) return;
    if (state === "confirmed") game.client.withdraw(bet, cents, { bet: to, cents });
    else game.client.do({ type: "move", from: bet, to });
  }
}

function spotAt({ clientX, clientY }: PointerEvent): Spot | null {
  const name = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-spot]")?.dataset.spot;
  return SPOTS.find((spot) => spot === name) ?? null;
}

function isInside({ clientX, clientY }: PointerEvent): boolean {
  return clientX >= 0 && clientY >= 0 && clientX < innerWidth && clientY < innerHeight;
}

/** The click that follows a carrying is none. After Escape the button is still down: its click comes when it goes up. */
function swallowClick(later = false): void {
  const life = new AbortController();
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
    life.abort();
  };
  window.addEventListener("click", swallow, { capture: true, signal: life.signal });
  const over = () => setTimeout(() => life.abort());
  if (later) window.addEventListener("pointerup", over, { capture: true, once: true });
  else over();
}

export const felt = new Felt();
