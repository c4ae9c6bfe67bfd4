// Tells a scanner from a hand by its pace. A keyboard-wedge scanner types its code within a few milliseconds and ends with Enter;
// so a scan is known as one in whatever field the focus stands. Pure: keys and times come in, a code comes out.

/** Milliseconds between two keys of a scanner at most; a hand is slower. */
const PACE_MS = 35;
/** The shortest code: a card as it is written. */
const LEAST = 2;

export class Burst {
  #text = "";
  #last_ms = Number.NEGATIVE_INFINITY;

  /** Whether this key begins anew: what the field held before it is what it held before a scan. */
  begins(at_ms: number): boolean {
    return at_ms - this.#last_ms > PACE_MS || this.#text === "";
  }

  /** A key that writes. */
  typed(key: string, at_ms: number): void {
    this.#text = this.begins(at_ms) ? key : this.#text + key;
    this.#last_ms = at_ms;
  }

  /** Enter: the code that it ends, or null where a hand pressed it. */
  ended(at_ms: number): string | null {
    const text = at_ms - this.#last_ms <= PACE_MS ? this.#text.trim() : "";
    this.#text = "";
    return text.length >= LEAST ? text : null;
  }
}
