// The one door for motion. It knows where things lie on the felt and moves them with the Web Animations API; the picture itself
// is drawn elsewhere and is always the end state. Only transform and opacity move.
import { type Beat, type Cue, PACE } from "./play";

const OUT = "cubic-bezier(0.2, 0.8, 0.2, 1)";
const CARD = "cubic-bezier(0.3, 0.7, 0.2, 1)";
const IN = "cubic-bezier(0.5, 0, 0.9, 0.5)";
const BETWEEN_CARDS_MS = 40;
const BETWEEN_CHIPS_MS = 70;

type Place = Pick<DOMRect, "left" | "top" | "width" | "height">;

export class Stage {
  readonly #room: HTMLElement;
  readonly #wings: HTMLElement;
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");
  /** Where a carried chip was let go; the next chip laid comes from there. */
  #dropped: Place | null = null;

  /** `room` holds the parts, `wings` what is on its way out; both stand under the same custom properties. */
  constructor(room: HTMLElement, wings: HTMLElement) {
    this.#room = room;
    this.#wings = wings;
  }

  dropAt(x: number, y: number): void {
    this.#dropped = { left: x - 20, top: y - 20, width: 40, height: 40 };
  }

  /** Before the new picture is drawn: what leaves is still there to be copied. */
  leave(cues: readonly Cue[]): void {
    if (this.#quiet()) return;
    for (const cue of cues) this.#leaving(cue);
  }

  /** After it is drawn: what is new comes from where it was. */
  enter(cues: readonly Cue[]): void {
    if (document.hidden) return;
    for (const cue of cues) {
      if (this.#still.matches) this.#appearing(cue);
      else this.#entering(cue);
    }
    this.#dropped = null;
  }

  #quiet(): boolean {
    return document.hidden || this.#still.matches;
  }

  #leaving(cue: Cue): void {
    switch (cue.kind) {
      case "back":
        this.#out(this.#part(`laid-${cue.bet}`), this.#where("rack"), { at: 0, ms: PACE.back }, OUT);
        break;
      case "lost":
        this.#out(this.#part(`staked-${cue.bet}`), this.#where("bank"), cue.beat, IN);
        break;
      case "card":
        if (cue.turn)
          this.#out(this.#part(`points-${cue.side}`), null, { at: cue.turn.at + cue.turn.ms / 2, ms: 1 }, OUT);
        break;
      case "collected":
        for (const [index, { side, nth }] of cue.cards.entries()) {
          const beat = { at: BETWEEN_CARDS_MS * index, ms: PACE.collect };
          this.#out(this.#part(`card-${side}-${nth}`), this.#where("discard"), beat, IN);
        }
        for (const bet of cue.bets) {
          for (const name of [`staked-${bet}`, `paid-${bet}`]) {
            this.#out(this.#part(name), this.#where("rack"), { at: 0, ms: PACE.back }, IN);
          }
        }
        break;
      default:
        break;
    }
  }

  #entering(cue: Cue): void {
    switch (cue.kind) {
      case "laid":
        this.#in(this.#part(`laid-${cue.bet}`), this.#dropped ?? this.#where("chip"), { at: 0, ms: PACE.lay }, OUT);
        break;
      case "ticked":
        this.#part(`staked-${cue.bet}`)
          ?.querySelector(".amount")
          ?.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: PACE.tick, easing: OUT });
        break;
      case "bell":
        this.#ring();
        break;
      case "shoe":
        this.#fade("shoe", { at: 0, ms: PACE.slide });
        break;
      case "burned":
        for (const [index, card] of this.#parts("burned").entries()) {
          this.#in(card, this.#where("shoe"), { at: BETWEEN_CARDS_MS * index, ms: PACE.slide }, CARD);
        }
        return;
      case "cut_card":
        this.#in(this.#part("cut-card"), this.#where("shoe"), { at: 0, ms: PACE.slide }, CARD);
        break;
      case "card":
        this.#card(cue);
        break;
      case "bent":
        this.#bend(this.#part(`card-${cue.side}-${cue.nth}`));
        break;
      case "sides":
        this.#fade("verdict", cue.beat);
        break;
      case "paid":
        this.#pay(cue.bet, cue.beat);
        break;
      case "road":
        this.#fade("road-newest", cue.beat);
        break;
      default:
        break;
    }
  }

  /** Reduced motion: everything is where it belongs, and only fades in. */
  #appearing(cue: Cue): void {
    const name = newPart(cue);
    if (name) this.#fade(name, { at: 0, ms: PACE.reduced });
  }

  #card({ side, nth, slide, across, turn }: Cue & { kind: "card" }): void {
    const card = this.#part(`card-${side}-${nth}`);
    if (!card) return;
    if (slide) this.#in(card, this.#where("shoe"), slide, CARD);
    const lies = Math.max(...[slide, across, turn].map((beat) => (beat ? beat.at + beat.ms : 0)));
    card.animate([{ opacity: 0 }, { opacity: 1 }], {
      delay: lies,
      duration: PACE.tick,
      fill: "backwards",
      pseudoElement: "::after",
    });
    const lie = card.querySelector(".lie");
    if (across && lie) {
      const upright = [{ transform: "rotate(0deg)" }, { transform: getComputedStyle(lie).transform }];
      lie.animate(upright, { delay: across.at, duration: across.ms, easing: OUT, fill: "backwards" });
    }
    if (!turn) return;
    this.#turn(card, turn);
    this.#fade(`points-${side}`, { at: turn.at + turn.ms / 2, ms: 1 });
    this.#fade("why", { at: lies, ms: PACE.notice });
  }

  /** About its long side: the back narrows to an edge, then the face grows from it. */
  #turn(card: HTMLElement, turn: Beat): void {
    const options = { delay: turn.at, duration: turn.ms, easing: "ease-in-out", fill: "backwards" } as const;
    card.querySelector(".back")?.animate(
      [
        { opacity: 1, transform: "none" },
        { opacity: 1, transform: "scaleX(0.02)", offset: 0.5 },
        { opacity: 0, transform: "scaleX(0.02)", offset: 0.5 },
        { opacity: 0, transform: "scaleX(0.02)" },
      ],
      options,
    );
    card.querySelector(".front")?.animate(
      [
        { opacity: 0, transform: "scaleX(0.02)" },
        { opacity: 0, transform: "scaleX(0.02)", offset: 0.5 },
        { opacity: 1, transform: "scaleX(0.02)", offset: 0.5 },
        { opacity: 1, transform: "none" },
      ],
      options,
    );
  }

  /** Its near end comes up over the back. */
  #bend(card: HTMLElement | null): void {
    const up = [{ transform: "translateY(60%)" }, { transform: "none" }];
    card?.querySelector(".flap")?.animate(up, { duration: PACE.bend, easing: OUT });
  }

  /** Chip by chip from the bank; the sum stands below once the last one lies. */
  #pay(bet: string, beat: Beat): void {
    const pile = this.#part(`paid-${bet}`);
    const bank = this.#where("bank");
    if (!pile || !bank) return;
    const chips = [...pile.querySelectorAll<SVGGElement>(".disc-of")];
    const pause = Math.min(BETWEEN_CHIPS_MS, beat.ms / Math.max(1, chips.length * 2));
    for (const [index, chip] of chips.entries()) {
      const to = chip.getBoundingClientRect();
      const scale = to.width / (chip.getBBox().width || 64);
      const [x, y] = [(bank.left + bank.width / 2 - to.left - to.width / 2) / scale, (bank.top - to.top) / scale];
      const timing = { delay: beat.at + pause * index, duration: beat.ms - pause * index, easing: OUT } as const;
      chip.animate(
        [
          { transform: `translate(${x}px, ${y}px)`, opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        {
          ...timing,
          fill: "backwards",
        },
      );
    }
    const after = { at: beat.at + beat.ms * 0.7, ms: beat.ms * 0.3 };
    for (const label of pile.querySelectorAll(".amount, .commission")) fadeIn(label, after);
    fadeIn(this.#part(`verdict-${bet}`), after);
  }

  #ring(): void {
    const bell = this.#part("bell");
    const swing = [0, 16, -13, 10, -7, 4, 0].map((angle) => ({ transform: `rotate(${angle}deg)` }));
    bell?.animate(swing, { duration: PACE.bell, easing: "ease-in-out" });
  }

  #in(part: HTMLElement | null, from: Place | null, beat: Beat, easing: string): void {
    if (!part || !from) {
      fadeIn(part, beat);
      return;
    }
    const box = part.getBoundingClientRect();
    const start = { transform: `${offset(box, from)} scale(${smaller(box, from)})`, opacity: 0.6 };
    part.animate([start, { opacity: 1, offset: 0.3 }, { transform: "none", opacity: 1 }], {
      delay: beat.at,
      duration: beat.ms,
      easing,
      fill: "backwards",
    });
  }

  /** A copy leaves; the part itself is gone from the picture already. Without a goal it only waits and goes. */
  #out(part: HTMLElement | null, to: Place | null, beat: Beat, easing: string): void {
    if (!part) return;
    const box = part.getBoundingClientRect();
    if (box.width === 0) return;
    const ground = this.#wings.getBoundingClientRect();
    const copy = bare(part);
    Object.assign(copy.style, {
      position: "absolute",
      margin: "0",
      left: `${box.left - ground.left}px`,
      top: `${box.top - ground.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    this.#wings.append(copy);
    const gone = to
      ? [{ transform: "none" }, { transform: offset(box, to), opacity: 0.2 }]
      : [{ opacity: 1 }, { opacity: 0 }];
    const motion = copy.animate(gone, { delay: beat.at, duration: beat.ms, easing, fill: "forwards" });
    motion.onfinish = motion.oncancel = () => copy.remove();
  }

  #fade(name: string, beat: Beat): void {
    for (const part of this.#parts(name)) fadeIn(part, beat);
  }

  #parts(name: string): HTMLElement[] {
    return [...this.#room.querySelectorAll<HTMLElement>(`[data-part="${name}"]`)];
  }

  #part(name: string): HTMLElement | null {
    return this.#parts(name).find((part) => part.getBoundingClientRect().width > 0) ?? null;
  }

  #where(name: string): Place | null {
    return this.#part(name)?.getBoundingClientRect() ?? null;
  }
}

/** The part that is new in the picture with a cue. */
function newPart(cue: Cue): string | null {
  switch (cue.kind) {
    case "laid":
      return `laid-${cue.bet}`;
    case "paid":
      return `paid-${cue.bet}`;
    case "card":
    case "bent":
      return `card-${cue.side}-${cue.nth}`;
    case "cut_card":
      return "cut-card";
    case "burned":
      return "burned";
    case "sides":
      return "verdict";
    case "road":
      return "road-newest";
    default:
      return null;
  }
}

function fadeIn(part: Element | null | undefined, { at, ms }: Beat): void {
  part?.animate([{ opacity: 0 }, { opacity: 1 }], { delay: at, duration: ms, fill: "backwards" });
}

/** A part comes out of a place that is smaller than itself as small as that place. */
function smaller(box: Place, from: Place): number {
  return Math.min(1, from.height / Math.max(1, box.height));
}

function offset(box: Place, from: Place): string {
  const x = from.left + from.width / 2 - box.left - box.width / 2;
  const y = from.top + from.height / 2 - box.top - box.height / 2;
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}

/** A copy that is only looked at: no names, nothing for tests or readers to find. It keeps the look its place gave it. */
function bare(part: HTMLElement): HTMLElement {
  const copy = part.cloneNode(true) as HTMLElement;
  const look = getComputedStyle(part);
  for (const name of ["--stack", "--amount-h", "--amount-size", "--turn", "--card-w", "--card-h"]) {
    copy.style.setProperty(name, look.getPropertyValue(name));
  }
  for (const name of ["font", "color", "letter-spacing", "text-align"]) {
    copy.style.setProperty(name, look.getPropertyValue(name));
  }
  for (const one of [copy, ...copy.querySelectorAll<HTMLElement>("*")]) {
    for (const name of one.getAttributeNames()) {
      if (name.startsWith("data-") || name.startsWith("aria-") || name === "role" || name === "id")
        one.removeAttribute(name);
    }
  }
  return copy;
}
